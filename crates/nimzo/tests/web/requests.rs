//! Plain requests: good ones, bad ones, hostile ones.

use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

use crate::server::Server;

#[test]
fn pages_and_assets_are_there_and_nothing_else() {
    let server = Server::start();
    for page in ["/", "/endgames", "/pawns?word=1000", "/assets/app.js", "/assets/style.css"] {
        assert_eq!(server.ask("GET", page, "").0, 200, "{page}");
    }
    for nothing in ["/nothing", "/assets/../Cargo.toml", "/assets/%2e%2e/Cargo.toml", "/etc/passwd"]
    {
        assert_eq!(server.ask("GET", nothing, "").0, 404, "{nothing}");
    }
    let index = server.ask("GET", "/", "").1;
    assert!(!index.contains("//cdn") && !index.contains("https://"), "the page asks third parties");
}

#[test]
fn the_description_names_every_question() {
    let server = Server::start();
    let (status, description) = server.get("/openapi.json");
    assert_eq!(status, 200);
    assert!(description["paths"]["/api/pawns/value"]["get"].is_object());
    assert!(description["paths"]["/jobs/table/build"]["post"].is_object());
    assert!(!description.to_string().contains("\"svg\""), "a path option is offered");
}

#[test]
fn lists_come_as_files_for_other_programs() {
    let server = Server::start();
    let (status, epd) = server.ask("GET", "/text/zug/list?class=KRvKN&format=epd", "");
    assert_eq!((status, epd.trim().lines().count()), (200, 18), "{epd}");
    let (status, pgn) = server.ask("GET", "/text/zug/list?class=KRvKN&format=pgn&limit=2", "");
    assert_eq!((status, pgn.matches("[FEN ").count()), (200, 2), "{pgn}");
}

#[test]
fn jobs_are_joined_followed_and_stopped() {
    let server = Server::start();
    let change = |method: &str, path: &str| -> serde_json::Value {
        let (status, job) = server.ask(method, path, "X-Nimzo: 1\r\n");
        assert!(matches!(status, 200 | 202), "{path}: {status} {job}");
        serde_json::from_str(&job).expect("a job")
    };
    let ended = |id: &serde_json::Value| {
        for _ in 0..1200 {
            let state = server.get(&format!("/jobs/{id}")).1;
            if state["state"] != "running" && state["state"] != "waiting" {
                return state;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the job does not end");
    };
    // Any question can run as a job. The same one asked again meanwhile is the same job.
    let long = "/jobs/young/census?max=60";
    let (first, second) = (change("POST", long), change("POST", long));
    assert_eq!(first["id"], second["id"], "a second job for the same work");
    let next = change("POST", "/jobs/pawns/value?word=1000");
    assert_ne!(next["id"], first["id"]);
    change("DELETE", &format!("/jobs/{}", first["id"]));
    let state = ended(&first["id"])["state"].clone();
    assert!(state == "stopped" || state == "done", "{state}");
    let state = ended(&next["id"]);
    assert_eq!((&state["state"], &state["answer"]["nimber"]), (&"done".into(), &2.into()));
    assert!(server.get("/jobs").1[1].get("answer").is_none(), "lists are short");
}

#[test]
fn reports_are_chosen_by_name_and_never_by_path() {
    let server = Server::start();
    assert_eq!(server.get("/reports").1, serde_json::json!([]));
    for nothing in ["/reports/all", "/reports/elkies", "/reports/..%2Findex", "/reports/%2Fetc"] {
        assert_eq!(server.get(nothing).0, 404, "{nothing}");
    }
    server.leave_report("<p>as it was written</p>");
    assert_eq!(server.get("/reports").1[0]["name"], "all");
    let (status, page) = server.ask("GET", "/reports/all", "");
    assert_eq!((status, page.as_str()), (200, "<p>as it was written</p>"));
}

#[test]
fn the_pages_own_questions_get_refusals_as_answers() {
    let server = Server::start();
    let (status, body) = server.ask("GET", "/api/pawns/value?word=11", "X-Nimzo: page\r\n");
    assert_eq!(status, 200);
    assert!(body.contains("error") && body.contains("11"), "{body}");
}

#[test]
fn no_answer_names_the_folder_of_tables() {
    let server = Server::start();
    let fen = "8/8/2k5/3p4/8/2KP4/3P4/8%20w%20-%20-%200%201";
    for path in ["/api/probe", "/standard", "/api/line"] {
        let (status, refusal) = server.ask("GET", &format!("{path}?fen={fen}"), "");
        assert!(matches!(status, 400 | 404), "{path}: {status}");
        assert!(refusal.contains("KPPvKP") && !refusal.contains(&server.folder()), "{refusal}");
    }
}

#[test]
fn questions_get_the_command_lines_answers() {
    let server = Server::start();
    let (status, value) = server.get("/api/pawns/value?word=1000");
    assert_eq!((status, &value["nimber"]), (200, &serde_json::json!(2)));
    let (status, refusal) = server.get("/api/pawns/value?word=11");
    assert_eq!(status, 400);
    assert!(refusal["error"].as_str().is_some_and(|error| error.contains("11")), "{refusal}");
}

#[test]
fn bad_requests_are_refused_and_the_server_goes_on() {
    let server = Server::start();
    for (path, expected) in [
        ("/api/frobnicate", 404),
        ("/api/pawns/value", 400),
        ("/api/pawns/value?word=-", 400),
        ("/api/pawns/value?word=1000&svg=x.svg", 400),
        ("/api/reproduce", 405),
        ("/api/probe?fen=nonsense", 400),
        ("/api/probe?fen=%00%ff", 400),
        ("/jobs/77", 404),
    ] {
        assert_eq!(server.get(path).0, expected, "{path}");
    }
    let foreign = server.raw(b"GET / HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n");
    assert!(foreign.starts_with("HTTP/1.1 403"), "{foreign}");
    assert_eq!(server.ask("POST", "/jobs/table/build?names=KRvK", "").0, 403);
    let large = format!("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", "a".repeat(1 << 20));
    assert!(!server.raw(large.as_bytes()).starts_with("HTTP/1.1 200"));
    for (headers, expected) in [
        ("Content-Length: 1000000\r\n", "HTTP/1.1 413"),
        ("Transfer-Encoding: chunked\r\n", "HTTP/1.1 411"),
    ] {
        let head = format!(
            "POST /jobs/table/build?names=KRvK HTTP/1.1\r\nHost: localhost\r\nX-Nimzo: 1\r\n\
             {headers}Connection: close\r\n\r\n"
        );
        let answer = server.raw(head.as_bytes());
        assert!(answer.starts_with(expected), "{headers}: {answer}");
        // Whoever sends the body nevertheless may find the connection closed before he has read the answer.
        server.raw((head + &"a".repeat(1_000_000)).as_bytes());
    }
    assert_eq!(server.get("/jobs").1, serde_json::json!([]), "a refused request began a job");
    assert_eq!(server.get("/api/pawns/value?word=0").0, 200);
}

#[test]
fn fuzzed_positions_never_break_it() {
    let server = Server::start();
    // A small linear congruence is random enough to mangle text with.
    let mut state = 0x2545_F491_u64;
    let mut next = move |bound: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    for _ in 0..300 {
        let mut fen = *b"8/8/8/8/8/2k5/8/K1R5_w_-_-_0_1";
        for _ in 0..1 + next(4) {
            let place = next(fen.len());
            fen[place] = b"KQRBNPkqrbnp/12345678_wb-a3"[next(27)];
        }
        let fen = String::from_utf8_lossy(&fen).replace('_', "%20");
        let status = server.get(&format!("/api/probe?fen={fen}")).0;
        assert!(matches!(status, 200 | 400 | 404), "{fen}: {status}");
    }
}

#[test]
fn slow_clients_are_let_go() {
    let server = Server::start_with(&["--patience", "1"]);
    let mut slow: Vec<TcpStream> = (0..50)
        .map(|_| {
            let mut stream = TcpStream::connect(&server.addr).expect("a connection");
            stream.write_all(b"GET / HT").expect("half a line");
            stream
        })
        .collect();
    assert_eq!(server.get("/api/pawns/value?word=0").0, 200, "slow clients blocked the others");
    for stream in &mut slow {
        stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
        std::io::copy(stream, &mut std::io::sink()).expect("the server closes");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_it_in_good_order() {
    let server = Server::start();
    assert_eq!(server.get("/api/pawns/value?word=0").0, 200);
    assert_eq!(server.end(), Some(0));
}
