//! Load on the explorer's table server: 2,000 probes a second for 30 seconds from this process
//! against a server in another, with the delay each request saw.
//!
//! `cargo bench -p nimzo --bench serve` (a shorter run: `-- --seconds 5`)

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const RATE: u64 = 2_000;
const CONNECTIONS: u64 = 8;

fn main() {
    let seconds = std::env::args().skip_while(|word| word != "--seconds").nth(1);
    let seconds: u64 = seconds.and_then(|text| text.parse().ok()).unwrap_or(30);
    let tables = tempfile::tempdir().expect("a temporary folder");
    let nimzo = env!("CARGO_BIN_EXE_nimzo");
    let built = Command::new(nimzo)
        .args(["table", "build", "KRvK", "KQvK", "-q", "--tables"])
        .arg(tables.path())
        .stdout(Stdio::null())
        .status();
    assert!(built.is_ok_and(|status| status.success()), "the tables could not be built");
    let (mut server, addr) = start(nimzo, tables.path());

    let clients: Vec<_> = (0..CONNECTIONS)
        .map(|client| {
            let addr = addr.clone();
            std::thread::spawn(move || ask_for(&addr, client, seconds))
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
    assert!(at(0.99) < Duration::from_millis(50), "p99 is over 50 ms");
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
fn ask_for(addr: &str, client: u64, seconds: u64) -> Vec<Duration> {
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
        // King a1, rook on the third rank, Black's king on the eighth: legal wherever they stand.
        let rook = 1 + number % 6;
        let king = number / 6 % 8;
        let king = match king {
            0 => "k7".to_owned(),
            7 => "7k".to_owned(),
            _ => format!("{king}k{}", 7 - king),
        };
        let fen = format!("{king}/8/8/8/8/{rook}R{}/8/K7%20b%20-%20-%200%201", 7 - rook);
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
