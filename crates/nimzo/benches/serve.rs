//! Load on the explorer's table server: 2,000 requests a second from this process against a server in
//! another, with the delay that each request saw and the memory that the server held, minute by minute.
//!
//! `cargo bench -p nimzo --bench serve` asks for random positions of KQvKR, a class that has to be
//! looked up and not known by heart, for 30 seconds. After `--`:
//!
//! * `--seconds 600`: so long;
//! * `--rate 500`: so many requests a second;
//! * `--tables FOLDER`: random positions of the largest classes in that folder instead;
//! * `--garbage`: one client in ten sends what is no request, or a bad one, and reads what it likes;
//! * `--busy`: a table is built meanwhile (delays are told and not asserted);
//! * `--shared`: the machine has other work, so delays are told and not asserted.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const NIMZO: &str = env!("CARGO_BIN_EXE_nimzo");
/// Requests a second, of all clients together, where no other number is given.
const RATE: u64 = 2_000;
const CLIENTS: u64 = 10;
/// What is asked where no folder is named.
const CLASS: &str = "KQvKR";
/// Different positions that are asked about.
const POSITIONS: usize = 100_000;
/// From the third minute on the server may grow by so much.
const GROWTH: f64 = 1.05;

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let has = |flag: &str| words.iter().any(|word| word == flag);
    let value = |flag: &str| words.iter().skip_while(|word| *word != flag).nth(1);
    let seconds: u64 = value("--seconds").map_or(30, |text| text.parse().expect("seconds"));
    let rate: u64 = value("--rate").map_or(RATE, |text| text.parse().expect("a number"));
    let own = tempfile::tempdir().expect("a temporary folder");
    let tables = value("--tables").map_or(own.path(), Path::new);
    if value("--tables").is_none() {
        nimzo(&["table", "build", CLASS, "-q"], tables);
    }
    let positions = Arc::new(random_positions(tables));
    let server = Server::start(tables);
    if has("--busy") {
        begin_a_build(&server.addr);
    }

    let begun = Instant::now();
    let thrown = Arc::new(AtomicU64::new(0));
    let clients: Vec<_> = (0..CLIENTS)
        .map(|client| {
            let (addr, positions, thrown) =
                (server.addr.clone(), positions.clone(), thrown.clone());
            let turns = Turns { begun, client, rate, last: rate * seconds };
            let throws = client == 0 && has("--garbage");
            std::thread::spawn(move || match throws {
                true => throw_garbage(&addr, turns, &thrown),
                false => ask(&addr, &positions, turns),
            })
        })
        .collect();
    let memory = memory_by_minute(&server, begun, seconds);
    let mut asked: Vec<Asked> =
        clients.into_iter().flat_map(|client| client.join().expect("a client failed")).collect();

    for (minute, bytes) in memory.iter().enumerate() {
        let of = |asked: &&Asked| asked.due.as_secs() / 60 == minute as u64;
        let delays = sorted(asked.iter().filter(of));
        let (p50, p99) = (at(&delays, 0.5), at(&delays, 0.99));
        println!("minute {:>2}: {:>6} KiB, p50 {p50:?}, p99 {p99:?}", minute + 1, bytes >> 10);
    }
    let delays = sorted(asked.iter());
    let p99 = at(&delays, 0.99);
    println!(
        "{} requests in {seconds} s ({} a second), none refused: p50 {:?}, p99 {p99:?}, slowest {:?}; \
         {} pieces of garbage; {} KiB at most",
        delays.len(),
        delays.len() as u64 / seconds,
        at(&delays, 0.5),
        at(&delays, 1.0),
        thrown.load(Ordering::Relaxed),
        server.memory("VmHWM:") >> 10,
    );
    asked.clear();
    let askers = if has("--garbage") { CLIENTS - 1 } else { CLIENTS };
    assert_eq!(delays.len() as u64, rate * seconds / CLIENTS * askers, "requests were lost");
    let quiet = !has("--busy") && !has("--shared");
    assert!(!quiet || p99 < Duration::from_millis(50), "p99 is over 50 ms");
    if let ([_, _, third, .., last], false) = (&memory[..], has("--busy")) {
        assert!(*last as f64 <= *third as f64 * GROWTH, "the server grows");
    }
}

/// A request that was answered.
struct Asked {
    /// When it was due, from the beginning.
    due: Duration,
    /// How long after that its answer was there.
    delay: Duration,
}

fn sorted<'a>(asked: impl Iterator<Item = &'a Asked>) -> Vec<Duration> {
    let mut delays: Vec<Duration> = asked.map(|asked| asked.delay).collect();
    delays.sort_unstable();
    delays
}

fn at(sorted: &[Duration], share: f64) -> Duration {
    sorted.get(((sorted.len().max(1) - 1) as f64 * share) as usize).copied().unwrap_or_default()
}

/// When a client is to do something: its share of the requests, at their due times whether or not the
/// last answer came late. A request's delay counts from when it was due.
struct Turns {
    begun: Instant,
    client: u64,
    rate: u64,
    last: u64,
}

impl Turns {
    /// The due times, each when it has come.
    fn due(&self) -> impl Iterator<Item = Duration> + '_ {
        (self.client..self.last).step_by(CLIENTS as usize).map(|number| {
            let due = Duration::from_nanos(number * 1_000_000_000 / self.rate);
            if let Some(rest) = due.checked_sub(self.begun.elapsed()) {
                std::thread::sleep(rest);
            }
            due
        })
    }
}

fn ask(addr: &str, positions: &[String], turns: Turns) -> Vec<Asked> {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut reader = BufReader::new(stream.try_clone().expect("a second handle"));
    let mut random = fastrand::Rng::with_seed(turns.client);
    let mut asked = Vec::new();
    for due in turns.due() {
        let fen = random.choice(positions).expect("positions");
        write!(stream, "GET /standard?fen={fen} HTTP/1.1\r\nHost: {addr}\r\n\r\n").expect("sent");
        let answer = read_answer(&mut reader);
        assert!(answer.contains("\"category\""), "{fen}: {answer}");
        asked.push(Asked { due, delay: turns.begun.elapsed() - due });
    }
    asked
}

/// Sends one piece of garbage at each turn. Whatever comes of it, the server must go on.
fn throw_garbage(addr: &str, turns: Turns, thrown: &AtomicU64) -> Vec<Asked> {
    let mut random = fastrand::Rng::with_seed(turns.client);
    // Those that are left open without a word.
    let mut silent = std::collections::VecDeque::new();
    for _ in turns.due() {
        let Ok(mut stream) = TcpStream::connect(addr) else { continue };
        let head = format!(" HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\n\r\n");
        let noise: Vec<u8> = (0..random.usize(1..2_000)).map(|_| random.u8(..)).collect();
        let noise_in_text = noise.escape_ascii().to_string().replace(['\\', ' '], "%");
        let request: Vec<u8> = match random.u8(..8) {
            0 => noise,
            1 => format!("GET /standard?fen={noise_in_text}{head}").into_bytes(),
            2 => format!("GET /{noise_in_text}{head}").into_bytes(),
            3 => format!("GET /api/cgt?expr={noise_in_text}{head}").into_bytes(),
            4 => format!("POST /standard?fen=8/8/8/8/8/8/8/8{head}{noise_in_text}").into_bytes(),
            5 => b"GET /standard?fen=8/8/8".to_vec(),
            6 => format!("GET /standard HTTP/1.1\r\nX: {}\r\n", "x".repeat(100_000)).into_bytes(),
            _ => Vec::new(),
        };
        // It may be refused before it was sent.
        let _ = stream.write_all(&request);
        thrown.fetch_add(1, Ordering::Relaxed);
        match random.u8(..3) {
            0 => drop(stream),
            1 => {
                let _ = stream.set_read_timeout(Some(Duration::from_millis(20)));
                let _ = stream.read(&mut [0; 64]);
            }
            _ => silent.push_back(stream),
        }
        if silent.len() > 100 {
            silent.pop_front();
        }
    }
    Vec::new()
}

/// What the server holds at the end of each minute, or once if there is none.
fn memory_by_minute(server: &Server, begun: Instant, seconds: u64) -> Vec<u64> {
    let ends: Vec<u64> = (1..=seconds / 60).map(|minute| 60 * minute).collect();
    let ends = if ends.is_empty() { vec![seconds] } else { ends };
    let at_end = |end: u64| {
        let end = Duration::from_secs(end).saturating_sub(Duration::from_millis(100));
        std::thread::sleep(end.saturating_sub(begun.elapsed()));
        server.memory("VmRSS:")
    };
    ends.into_iter().map(at_end).collect()
}

fn nimzo(words: &[&str], tables: &Path) -> String {
    let mut command = Command::new(NIMZO);
    let output = command.args(words).arg("--tables").arg(tables).output().expect("nimzo runs");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Positions of the largest classes in a folder, as they stand in an address.
fn random_positions(tables: &Path) -> Vec<String> {
    let listed = nimzo(&["table", "list"], tables);
    let name = |line: &str| line.split_whitespace().next().unwrap_or_default().to_owned();
    let names: Vec<String> = listed.lines().map(name).filter(|name| name.contains('v')).collect();
    let most = names.iter().map(String::len).max().expect("there are tables");
    let largest: Vec<&String> = names.iter().filter(|name| name.len() == most).collect();
    println!("random positions of {largest:?}");
    let share = (POSITIONS / largest.len()).to_string();
    let of = |class: &&String| nimzo(&["table", "random", class, "--number", &share], tables);
    let texts: Vec<String> = largest.iter().map(of).collect();
    texts.iter().flat_map(|text| text.lines()).map(|fen| fen.replace(' ', "%20")).collect()
}

/// A build that goes on for longer than the bench.
fn begin_a_build(addr: &str) {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    let path = "/jobs/table/build?names=KQPvKR";
    write!(stream, "POST {path} HTTP/1.1\r\nHost: {addr}\r\nX-Nimzo: 1\r\n\r\n").expect("sent");
    assert!(read_answer(&mut BufReader::new(stream)).contains("KQPvKR"), "no build began");
}

/// A server, which is ended when this is dropped.
struct Server {
    process: Child,
    addr: String,
}

impl Server {
    fn start(tables: &Path) -> Self {
        let mut process = Command::new(NIMZO)
            .args(["serve", "--addr", "127.0.0.1:0", "--tables"])
            .arg(tables)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let mut talk = BufReader::new(process.stderr.take().expect("its standard error"));
        talk.read_line(&mut line).expect("a line");
        std::thread::spawn(move || std::io::copy(&mut talk, &mut std::io::sink()));
        let (_, rest) = line.split_once("http://").expect("an address");
        let addr = rest.trim_end().split('/').next().unwrap_or_default().to_owned();
        Self { process, addr }
    }

    /// Bytes of memory, by what the system calls them.
    fn memory(&self, key: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let text = text.expect("the server is there");
        let line = text.lines().find_map(|line| line.strip_prefix(key)).expect("the line");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") << 10
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // How it ends does not matter here.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
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
