//! Load on the explorer's table server: 2,000 probes a second for 30 seconds from this process
//! against a server in another, with the delay each request saw. The positions are random ones of
//! KQvKR, a class that has to be looked up and not known by heart.
//!
//! `cargo bench -p nimzo --bench serve` (a shorter run: `-- --seconds 5`; with a table being built
//! meanwhile, which is only told and not asserted: `-- --busy`)

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

const RATE: u64 = 2_000;
const CONNECTIONS: u64 = 8;
const CLASS: &str = "KQvKR";

fn main() {
    let is_busy = std::env::args().any(|word| word == "--busy");
    let seconds = std::env::args().skip_while(|word| word != "--seconds").nth(1);
    let seconds: u64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(30);
    let tables = tempfile::tempdir().expect("a temporary folder");
    let nimzo = env!("CARGO_BIN_EXE_nimzo");
    let built = Command::new(nimzo)
        .args(["table", "build", CLASS, "-q", "--tables"])
        .arg(tables.path())
        .stdout(Stdio::null())
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the tables could not be built");
    let positions = Arc::new(random_positions(nimzo));
    let (mut server, addr) = start(nimzo, tables.path());
    if is_busy {
        begin_a_build(&addr);
    }

    let clients: Vec<_> = (0..CONNECTIONS)
        .map(|client| {
            let (addr, positions) = (addr.clone(), positions.clone());
            std::thread::spawn(move || ask_for(&addr, &positions, client, seconds))
        })
        .collect();
    let mut delays: Vec<Duration> =
        clients.into_iter().flat_map(|client| client.join().expect("a client failed")).collect();
    // The server is only ever ended here; how does not matter.
    let _ = server.kill();
    let _ = server.wait();

    delays.sort_unstable();
    let at = |share: f64| delays[((delays.len() - 1) as f64 * share) as usize];
    println!(
        "{} requests in {seconds} s ({} a second), none refused: p50 {:?}, p99 {:?}, slowest {:?}",
        delays.len(),
        delays.len() as u64 / seconds,
        at(0.5),
        at(0.99),
        at(1.0)
    );
    assert_eq!(delays.len() as u64, RATE * seconds, "requests were lost");
    assert!(is_busy || at(0.99) < Duration::from_millis(50), "p99 is over 50 ms");
}

/// As many as are asked about in a second, as they stand in an address.
fn random_positions(nimzo: &str) -> Vec<String> {
    let thrown = Command::new(nimzo)
        .args(["table", "random", CLASS, "--seed", "1", "--number"])
        .arg(RATE.to_string())
        .output()
        .expect("random positions");
    let text = String::from_utf8(thrown.stdout).expect("text");
    let positions: Vec<String> = text.lines().map(|fen| fen.replace(' ', "%20")).collect();
    assert_eq!(positions.len() as u64, RATE);
    positions
}

/// A build that goes on for longer than the bench.
fn begin_a_build(addr: &str) {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    let path = "/jobs/table/build?names=KQPvKR";
    write!(stream, "POST {path} HTTP/1.1\r\nHost: {addr}\r\nX-Nimzo: 1\r\n\r\n").expect("sent");
    assert!(read_answer(&mut BufReader::new(stream)).contains("KQPvKR"), "no build began");
}

fn start(nimzo: &str, tables: &std::path::Path) -> (Child, String) {
    let mut server = Command::new(nimzo)
        .args(["serve", "--addr", "127.0.0.1:0", "--tables"])
        .arg(tables)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut line = String::new();
    let mut talk = BufReader::new(server.stderr.take().expect("its standard error"));
    talk.read_line(&mut line).expect("a line");
    std::thread::spawn(move || std::io::copy(&mut talk, &mut std::io::sink()));
    let (_, rest) = line.split_once("http://").expect("an address");
    (server, rest.trim_end().split('/').next().unwrap_or_default().to_owned())
}

/// One client's share of the load, at its due times whether or not the last answer came late: a
/// request's delay counts from when it was due.
fn ask_for(addr: &str, positions: &[String], client: u64, seconds: u64) -> Vec<Duration> {
    let stream = TcpStream::connect(addr).expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut stream = stream;
    let begun = Instant::now();
    let mut delays = Vec::new();
    for number in (client..RATE * seconds).step_by(CONNECTIONS as usize) {
        let due = Duration::from_nanos(number * 1_000_000_000 / RATE);
        if let Some(rest) = due.checked_sub(begun.elapsed()) {
            std::thread::sleep(rest);
        }
        let fen = &positions[(number % RATE) as usize];
        write!(stream, "GET /standard?fen={fen} HTTP/1.1\r\nHost: {addr}\r\n\r\n").expect("sent");
        let answer = read_answer(&mut reader);
        assert!(answer.contains("\"category\""), "{fen}: {answer}");
        delays.push(begun.elapsed() - due);
    }
    delays
}

fn read_answer(reader: &mut impl BufRead) -> String {
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).expect("a body");
    String::from_utf8(body).expect("text")
}
