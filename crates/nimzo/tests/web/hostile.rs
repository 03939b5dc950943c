//! What any web page could make a browser send, and what a hostile client could: none of it may end
//! the server, lock it, fill its memory or write into its folder.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::server::Server;

/// A computation that goes on for minutes, whatever the machine.
const ENDLESS: &str = "/api/young/search?region=all&max=80";

fn quick(server: &Server) {
    assert_eq!(server.get("/api/pawns/value?word=1000").0, 200, "the server answers no more");
}

#[test]
fn a_long_sum_is_no_deep_one() {
    let server = Server::start();
    let terms = "1-".repeat(6_000) + "1";
    let (status, answer) = server.get(&format!("/api/cgt?expr={terms}"));
    assert!(matches!(status, 200 | 400 | 414 | 422 | 431), "{status}: {answer}");
    quick(&server);
}

#[test]
fn what_cannot_be_shown_is_not_computed() {
    let server = Server::start();
    let (status, refusal) = server.get("/api/young/map?piece=king&parts=10000^10000");
    assert_eq!(status, 422, "{refusal}");
    assert!(server.peak_memory() < 1 << 30, "{} bytes", server.peak_memory());
    quick(&server);
}

#[test]
fn questions_write_nothing() {
    let server = Server::start();
    for path in [
        "/api/probe?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-",
        "/api/line?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-",
        "/api/table/stats?class=KRvK",
        "/api/zug/count?class=KRvKN",
        "/picture/probe?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-",
    ] {
        let (status, answer) = server.ask("GET", path, "");
        assert_eq!(status, 200, "{path}: {answer}");
    }
    let left: Vec<_> = std::fs::read_dir(server.folder()).expect("the folder").collect();
    assert!(left.is_empty(), "questions left {left:?}");
}

#[test]
fn no_answer_tells_where_the_tables_are() {
    let server = Server::start();
    let (status, listed) = server.get("/api/table/list");
    assert_eq!((status, listed), (200, json!({ "tables": [] })));
}

#[test]
fn a_request_says_whom_it_asks() {
    let server = Server::start();
    let nameless = server.raw(b"GET / HTTP/1.0\r\nConnection: close\r\n\r\n");
    assert!(nameless.starts_with("HTTP/1.0 403"), "{nameless}");
    let other_protocol = server.raw(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0");
    assert!(!other_protocol.contains(" 200"), "{other_protocol}");
    quick(&server);
}

#[test]
fn work_ends_with_its_asker() {
    let server = Server::start();
    for _ in 0..200 {
        let mut asker = TcpStream::connect(&server.addr).expect("a connection");
        let request = format!("GET {ENDLESS} HTTP/1.1\r\nHost: localhost\r\n\r\n");
        asker.write_all(request.as_bytes()).expect("a request");
    }
    quick(&server);
    assert!(server.threads() < 60, "{} threads", server.threads());
}

#[test]
fn a_question_that_takes_too_long_is_stopped() {
    let server = Server::start_with(&["--longest", "1"]);
    // As many as may work at once, and more.
    for _ in 0..3 {
        let (status, refusal) = server.get(ENDLESS);
        assert_eq!(status, 503, "{refusal}");
    }
    quick(&server);
}

#[test]
fn silent_connections_do_not_lock_it() {
    let server = Server::start_with(&["--patience", "2"]);
    let silent: Vec<TcpStream> =
        (0..512).map(|_| TcpStream::connect(&server.addr).expect("a connection")).collect();
    quick(&server);
    drop(silent);
}

#[test]
fn a_client_that_reads_nothing_is_let_go() {
    let server = Server::start_with(&["--patience", "1"]);
    let mut deaf = TcpStream::connect(&server.addr).expect("a connection");
    let request =
        "GET /picture/young/map?piece=king&parts=400^400 HTTP/1.1\r\nHost: localhost\r\n\r\n";
    deaf.write_all(request.as_bytes()).expect("a request");
    // Its answer does not fit into the buffers between us: the server has to give up on it, which
    // shows as an answer that breaks off.
    deaf.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    let mut first = [0; 1];
    deaf.read_exact(&mut first).expect("the answer begins");
    let open = server.open_files();
    let let_go = (0..2400).any(|_| {
        std::thread::sleep(Duration::from_millis(50));
        server.open_files() < open
    });
    assert!(let_go, "the server waits for ever for a client that reads nothing");
    let mut rest = Vec::new();
    let whole = deaf.read_to_end(&mut rest).is_ok() && rest.ends_with(b"</svg>");
    assert!(!whole, "all {} bytes were between us", rest.len());
}

fn change(server: &Server, method: &str, path: &str) -> (u16, Value) {
    let (status, job) = server.ask(method, path, "X-Nimzo: 1\r\n");
    (status, serde_json::from_str(&job).unwrap_or(Value::Null))
}

#[test]
fn a_job_that_waits_gives_its_place_back() {
    let server = Server::start();
    let endless = ENDLESS.replace("/api/", "/jobs/");
    let (_, first) = change(&server, "POST", &endless);
    server.wait_for(&format!("/jobs/{}", first["id"]), |state| state["state"] == "running");
    let waiting: Vec<Value> = (1..8)
        .map(|n| change(&server, "POST", &format!("/jobs/pawns/value?word={}", "0".repeat(n))).1)
        .collect();
    assert_eq!(change(&server, "POST", "/jobs/pawns/value?word=1").0, 429, "no limit on jobs");
    for job in &waiting {
        let (_, state) = change(&server, "DELETE", &format!("/jobs/{}", job["id"]));
        assert_eq!(state["state"], "stopped", "{state}");
    }
    assert_eq!(change(&server, "POST", "/jobs/pawns/value?word=1").0, 202, "no place was freed");
    change(&server, "DELETE", &format!("/jobs/{}", first["id"]));
}

#[test]
fn a_job_that_failed_stays_failed() {
    let server = Server::start();
    let (_, job) = change(&server, "POST", "/jobs/pawns/value?word=11");
    let path = format!("/jobs/{}", job["id"]);
    let state = server.wait_for(&path, |state| state["state"] == "failed");
    assert!(state["error"].as_str().is_some_and(|error| error.contains("11")), "{state}");
    assert_eq!(change(&server, "DELETE", &path).1["state"], "failed");
}
