//! A server for strangers: limits by address, no jobs where it only reads, and what it tells about itself.

use crate::server::Server;

const QUESTION: &str = "/api/pawns/value?word=1000";

#[test]
fn an_address_that_asks_too_often_waits_and_others_do_not() {
    let server = Server::start_with(&["--rate", "1", "--behind-proxy"]);
    let ask = |address: &str| {
        let header = format!("X-Forwarded-For: 10.0.0.1, {address}\r\n");
        server.ask("GET", QUESTION, &header).0
    };
    // Ten at once, then one a second: of two hundred some must wait, unless each takes a second.
    let answers: Vec<u16> = (0..200).map(|_| ask("203.0.113.7")).collect();
    assert_eq!(answers[0], 200);
    assert!(answers.contains(&429), "nobody was told to wait");
    assert!(answers.iter().all(|status| matches!(status, 200 | 429)));
    assert_eq!(ask("203.0.113.8"), 200, "another address has its own share");
    let head = "GET /api/pawns/value?word=1000 HTTP/1.1\r\nX-Forwarded-For: 203.0.113.7\r\n";
    let mut answers = (0..50).map(|_| {
        server.raw(format!("{head}Host: {}\r\nConnection: close\r\n\r\n", server.addr).as_bytes())
    });
    let refused = answers.find(|answer| answer.starts_with("HTTP/1.1 429"));
    let refused = refused.expect("it goes on waiting").to_ascii_lowercase();
    assert!(refused.contains("retry-after: 1"), "{refused}");
}

#[test]
fn this_machine_asks_as_often_as_it_likes_and_nobody_makes_up_an_address() {
    let server = Server::start_with(&["--rate", "1"]);
    let made_up = "X-Forwarded-For: 203.0.113.7\r\n";
    assert!((0..60).all(|_| server.ask("GET", QUESTION, made_up).0 == 200));
}

#[test]
fn a_server_that_only_reads_does_no_jobs() {
    let server = Server::start_with(&["--read-only"]);
    for (method, path) in [
        ("POST", "/jobs/table/build?names=KRvKN"),
        ("POST", "/jobs/pawns/value?word=1000"),
        ("GET", "/jobs"),
        ("DELETE", "/jobs/1"),
    ] {
        let (status, refusal) = server.ask(method, path, "X-Nimzo: 1\r\n");
        assert_eq!(status, 403, "{method} {path}: {refusal}");
        assert!(refusal.contains("only reads"), "{refusal}");
    }
    assert_eq!(server.get(QUESTION).1["nimber"], 2);
    assert_eq!(server.get("/api/table/stats?name=KRvKN").0, 200);
    let written = std::fs::read_dir(server.folder()).map_or(0, Iterator::count);
    assert_eq!(written, 0, "something was written into the folder of tables");
}

#[test]
fn a_name_that_the_owner_gave_is_answered_to() {
    let server = Server::start_with(&["--host", "tables.example.org"]);
    let ask = |host: &str| {
        let request =
            format!("GET {QUESTION} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        server.raw(request.as_bytes())
    };
    assert!(ask("tables.example.org").starts_with("HTTP/1.1 200"));
    assert!(ask("Tables.Example.org:443").starts_with("HTTP/1.1 200"));
    assert!(ask("example.org").starts_with("HTTP/1.1 403"));
}

#[test]
fn what_was_done_is_told_in_prometheus_format() {
    let server = Server::start();
    for _ in 0..3 {
        server.get(QUESTION);
    }
    server.get("/nothing");
    let (status, text) = server.ask("GET", "/metrics", "");
    assert_eq!(status, 200);
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name} is not in\n{text}")).trim().parse().expect("a number")
    };
    assert_eq!(value("nimzo_requests_total{status=\"2xx\"}"), 3.0);
    assert_eq!(value("nimzo_requests_total{status=\"4xx\"}"), 1.0);
    assert_eq!(value("nimzo_request_duration_seconds_count"), 4.0);
    assert_eq!(value("nimzo_request_duration_seconds_bucket{le=\"+Inf\"}"), 4.0);
    assert_eq!(value("nimzo_jobs_open"), 0.0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (name, value) = line.rsplit_once(' ').expect("a name and a value");
        assert!(name.starts_with("nimzo_") && value.parse::<f64>().is_ok(), "{line}");
    }
}
