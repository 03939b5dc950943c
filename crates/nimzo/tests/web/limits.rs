//! Every limit that `docs/explorer.md` states, and what every answer carries.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::server::Server;

/// Questions of every part that would go on for long.
const LONG: [&str; 12] = [
    "/api/young/search?region=all&max=80",
    "/api/young/census?max=80",
    "/api/young/value?piece=queen&parts=3000^3000",
    "/api/pawns/search?nimber=30&from_nothing=true&max_length=100",
    "/api/cgt?expr=900*%7B2%7C%7C1%7C0%7D",
    "/api/cgt?expr=b%7B*655%7Cpass%7D",
    "/api/echess/bounds?window=24",
    "/api/echess/regions?window=24",
    "/api/echess/krk?rows=20&cols=20&check=true",
    "/api/table/count?men=8",
    "/api/table/count?names=KPPPvKPPP&ep=possible&castling=true",
    "/api/zug/list?class=KQPvKQ",
];

#[test]
fn nothing_goes_on_after_its_question_was_stopped() {
    let server = Server::start_with(&["--longest", "1"]);
    // Two questions are worked on at a time.
    for paths in LONG.chunks(2) {
        let server = &server;
        std::thread::scope(|scope| {
            for path in paths {
                scope.spawn(move || {
                    let (status, refusal) = server.get(path);
                    assert_eq!(status, 503, "{path}: {refusal}");
                });
            }
        });
        server.wait_until_idle(&paths.join(" and "));
    }
}

#[test]
fn who_waits_for_a_turn_in_vain_is_told_so() {
    let server = Server::start_with(&["--longest", "1"]);
    let askers: Vec<TcpStream> = (0..20)
        .map(|_| {
            let mut asker = TcpStream::connect(&server.addr).expect("a connection");
            let head = "HTTP/1.1\r\nHost: localhost\r\nConnection: close";
            write!(asker, "GET {} {head}\r\n\r\n", LONG[0]).expect("a request");
            asker
        })
        .collect();
    for mut asker in askers {
        let mut answer = String::new();
        asker.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
        assert!(answer.contains("\"error\":"), "{answer}");
    }
    server.wait_until_idle("twenty questions");
    assert_eq!(server.get("/api/pawns/value?word=0").0, 200);
}

#[test]
fn questions_take_ninety_seconds_and_heads_ten_unless_told_otherwise() {
    let mut help = std::process::Command::new(env!("CARGO_BIN_EXE_nimzo"));
    let help = help.args(["serve", "--help"]).output().expect("help");
    let help = String::from_utf8(help.stdout).expect("text");
    for (option, default) in [("--longest", "[default: 90]"), ("--patience", "[default: 10]")] {
        let about = help.split(option).nth(1).expect("the option");
        assert!(about.split("\n\n").take(3).any(|part| part.contains(default)), "{about}");
    }
}

#[test]
fn bodies_are_short_and_say_their_length() {
    let server = Server::start();
    for (header, expected) in [
        ("Content-Length: 16385", "HTTP/1.1 413"),
        ("Content-Length: 1000000000000", "HTTP/1.1 413"),
        ("Content-Length: -1", "HTTP/1.1 400"),
        ("Transfer-Encoding: chunked", "HTTP/1.1 411"),
        ("Content-Length: 0", "HTTP/1.1 202"),
    ] {
        let head = format!(
            "POST /jobs/pawns/value?word=0 HTTP/1.1\r\nHost: localhost\r\nX-Nimzo: 1\r\n\
             {header}\r\nConnection: close\r\n\r\n"
        );
        let answer = server.raw(head.as_bytes());
        assert!(answer.starts_with(expected), "{header}: {answer}");
    }
}

#[test]
fn a_head_that_never_ends_is_waited_for_in_vain() {
    let server = Server::start_with(&["--patience", "1"]);
    let mut slow = TcpStream::connect(&server.addr).expect("a connection");
    slow.write_all(b"GET / HTTP/1.1\r\nHost: localhost\r\n").expect("half a head");
    slow.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let mut answer = Vec::new();
    slow.read_to_end(&mut answer).expect("the server closes");
    assert!(!answer.starts_with(b"HTTP/1.1 2"), "half a head was answered");
}

/// Good and bad requests to every address there is.
const EVERYWHERE: [(&str, &str); 22] = [
    ("GET", "/"),
    ("GET", "/endgames"),
    ("GET", "/assets/app.js"),
    ("GET", "/assets/men.svg"),
    ("GET", "/assets/<script>alert(1)</script>"),
    ("GET", "/openapi.json"),
    ("GET", "/standard?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-"),
    ("GET", "/standard?fen=<script>alert(1)</script>"),
    ("GET", "/mainline?fen=<script>alert(1)</script>"),
    ("GET", "/api/pawns/value?word=1000"),
    ("GET", "/api/pawns/value?word=<script>alert(1)</script>"),
    ("GET", "/api/<script>alert(1)</script>"),
    ("GET", "/text/cgt?expr=<script>alert(1)</script>"),
    ("GET", "/picture/pawns/value?word=1000"),
    ("GET", "/picture/pawns/value?word=<script>alert(1)</script>"),
    ("GET", "/picture/young/map?piece=<script>alert(1)</script>&parts=3"),
    ("GET", "/api/reproduce"),
    ("GET", "/jobs"),
    ("GET", "/jobs/<script>alert(1)</script>"),
    ("POST", "/jobs/pawns/value?word=<script>alert(1)</script>"),
    ("GET", "/reports/<script>alert(1)</script>"),
    ("GET", "/<script>alert(1)</script>"),
];

#[test]
fn every_answer_tells_the_browser_what_it_may_do() {
    let server = Server::start();
    let mut looked_at = 0;
    for (method, path) in EVERYWHERE {
        // As a browser writes it, and as a rude client does.
        for path in [path.replace('<', "%3C").replace('>', "%3E"), path.to_owned()] {
            let head = "HTTP/1.1\r\nHost: localhost\r\nX-Nimzo: 1\r\nConnection: close\r\n\r\n";
            let answer = server.raw(format!("{method} {path} {head}").as_bytes());
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
            let header = |name: &str| {
                let line = head.lines().find(|line| line.to_ascii_lowercase().starts_with(name));
                line.and_then(|line| line.split_once(": ")).map_or("", |(_, value)| value)
            };
            if head.starts_with("HTTP/1.1 400") && body.is_empty() {
                // Not a request at all, which is refused before anything of ours sees it.
                continue;
            }
            assert_eq!(header("x-content-type-options"), "nosniff", "{path}: {head}");
            assert_eq!(header("referrer-policy"), "no-referrer", "{path}: {head}");
            let policy = header("content-security-policy");
            assert!(policy.contains("default-src 'self'"), "{path}: {head}");
            assert!(policy.contains("frame-ancestors 'self'"), "{path}: {head}");
            let kind = header("content-type");
            assert!(!kind.is_empty() || body.is_empty(), "{path}: a body of no kind");
            let shown = kind.starts_with("text/html") || kind.contains("svg");
            assert!(!shown || !body.contains("<script>alert"), "{path} is echoed: {body}");
            if !head.starts_with("HTTP/1.1 2") && !body.is_empty() {
                assert_eq!(kind, "application/json", "{path}: a refusal is JSON");
            }
            looked_at += 1;
        }
    }
    assert!(looked_at >= EVERYWHERE.len(), "only {looked_at} answers came from us");
}
