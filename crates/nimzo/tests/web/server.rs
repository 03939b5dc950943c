//! A server of its own for each test, and the smallest client that can ask it something.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// A running server with an empty folder of tables.
pub struct Server {
    process: Child,
    /// `127.0.0.1:port`
    pub addr: String,
    tables: tempfile::TempDir,
}

/// The JSON that another server on this machine answers to a document; `None` when nobody answers there.
pub fn ask_json(
    port: u16,
    method: &str,
    path: &str,
    document: &serde_json::Value,
) -> Option<serde_json::Value> {
    let body = if document.is_null() { String::new() } else { document.to_string() };
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
    );
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(request.as_bytes()).ok()?;
    // A driver may keep the connection open whatever it is told: it ends with the length that it states.
    let mut answer = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        answer.read_line(&mut line).ok()?;
        match line.trim_end().split_once(':') {
            Some((name, value)) if name.eq_ignore_ascii_case("content-length") => {
                length = value.trim().parse().ok()?;
            }
            None if line.trim_end().is_empty() => break,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    answer.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}

/// Sends raw bytes and reads until the server closes.
fn send(addr: &str, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(addr).expect("a connection");
    stream.set_read_timeout(Some(Duration::from_secs(30))).expect("a timeout");
    // The server may refuse and close before it has read everything.
    let _ = stream.write_all(request);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

impl Server {
    /// Starts one on a free port.
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts one with more words on its command line.
    pub fn start_with(words: &[&str]) -> Self {
        let tables = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_nimzo"))
            // Files of the machine's user must not answer in the place of our tables.
            .env_remove("NIMZO_SYZYGY")
            .args(["serve", "--addr", "127.0.0.1:0", "--tables"])
            .arg(tables.path())
            .arg("--report")
            .arg(tables.path().join("report"))
            .args(words)
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut talk = BufReader::new(process.stderr.take().expect("its standard error"));
        let mut line = String::new();
        talk.read_line(&mut line).expect("a line");
        let addr = line
            .split_once("http://")
            .and_then(|(_, rest)| rest.split_once('/'))
            .map(|(addr, _)| addr.to_owned())
            .unwrap_or_else(|| panic!("no address in {line:?}"));
        // Whatever it says later must not fill the pipe and block it.
        std::thread::spawn(move || std::io::copy(&mut talk, &mut std::io::sink()));
        Self { process, addr, tables }
    }

    /// The name of the folder of tables.
    pub fn folder(&self) -> String {
        self.tables.path().display().to_string()
    }

    /// Leaves a report where `nimzo reproduce` would.
    pub fn leave_report(&self, page: &str) {
        let folder = self.tables.path().join("report");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(folder.join("index.html"), page).expect("a report");
    }

    /// Sends raw bytes and reads until the server closes.
    pub fn raw(&self, request: &[u8]) -> String {
        send(&self.addr, request)
    }

    /// Status and body of a request without a body.
    pub fn ask(&self, method: &str, path: &str, headers: &str) -> (u16, String) {
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\n{headers}Connection: close\r\n\r\n",
            self.addr
        );
        let answer = self.raw(request.as_bytes());
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
        (status, body.to_owned())
    }

    /// Status and JSON of a question.
    pub fn get(&self, path: &str) -> (u16, serde_json::Value) {
        let (status, body) = self.ask("GET", path, "");
        (status, serde_json::from_str(&body).unwrap_or(serde_json::Value::Null))
    }

    /// Asks again and again until the answer is as expected.
    pub fn wait_for(
        &self,
        path: &str,
        expected: impl Fn(&serde_json::Value) -> bool,
    ) -> serde_json::Value {
        for _ in 0..2400 {
            let answer = self.get(path).1;
            if expected(&answer) {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("{path} never answers as expected");
    }

    /// The threads of the server's process.
    pub fn threads(&self) -> u64 {
        self.status("Threads:")
    }

    /// The most bytes that the server has held.
    pub fn peak_memory(&self) -> u64 {
        1024 * self.status("VmHWM:")
    }

    /// The files and connections that the server has open.
    pub fn open_files(&self) -> usize {
        let open = std::fs::read_dir(format!("/proc/{}/fd", self.process.id()));
        open.expect("the process is there").count()
    }

    /// Waits until the server uses no processor time any more.
    pub fn wait_until_idle(&self, after: &str) {
        let mut last = self.processor_time();
        for _ in 0..600 {
            std::thread::sleep(Duration::from_millis(200));
            let now = self.processor_time();
            if now == last {
                return;
            }
            last = now;
        }
        panic!("the server goes on working after {after}");
    }

    /// Ticks of the processor that all its threads have used.
    fn processor_time(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()));
        let text = text.expect("the process is there");
        let (_, fields) = text.rsplit_once(')').expect("its name");
        fields.split_whitespace().skip(11).take(2).filter_map(|n| n.parse::<u64>().ok()).sum()
    }

    fn status(&self, key: &str) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let text = text.expect("the process is there");
        let line = text.lines().find_map(|line| line.strip_prefix(key)).expect("the line");
        line.split_whitespace().next().and_then(|word| word.parse().ok()).expect("a number")
    }

    /// Asks the server to end, as Ctrl-C does, and returns its exit status.
    #[cfg(unix)]
    pub fn end(mut self) -> Option<i32> {
        let pid = self.process.id().to_string();
        Command::new("kill").args(["-INT", &pid]).status().expect("kill runs");
        self.process.wait().expect("the server ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Already ended is as good.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
