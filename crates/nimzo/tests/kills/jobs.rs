//! Jobs of the explorer, which is killed with them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::{KILLS, assert_same, assert_whole, changes_of, files, nimzo, rounds, wait_for_changes};

const CLASS: &str = "KBvKP";

struct Server {
    process: Child,
    addr: String,
}

impl Server {
    fn start(tables: &Path) -> Self {
        let mut command = nimzo(&["serve", "--addr", "127.0.0.1:0", "--tables"]);
        let mut process =
            command.arg(tables).stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut talk = BufReader::new(process.stderr.take().expect("its standard error"));
        let mut line = String::new();
        talk.read_line(&mut line).expect("a line");
        std::thread::spawn(move || std::io::copy(&mut talk, &mut std::io::sink()));
        let addr = line.split_once("http://").and_then(|(_, rest)| rest.split_once('/'));
        let addr = addr.map(|(addr, _)| addr.to_owned()).expect("an address");
        Self { process, addr }
    }

    fn ask(&self, method: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.addr).expect("a connection");
        let head = format!("Host: {}\r\nX-Nimzo: 1\r\nConnection: close\r\n\r\n", self.addr);
        write!(stream, "{method} {path} HTTP/1.1\r\n{head}").expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn begin(&self) {
        let answer = self.ask("POST", &format!("/jobs/table/build?names={CLASS}"));
        assert!(answer.starts_with("HTTP/1.1 202"), "{answer}");
    }

    /// Whether the job has been done; it must not have failed.
    fn is_done(&self) -> bool {
        let answer = self.ask("GET", "/jobs/1");
        let is = |state: &str| answer.contains(&format!("\"state\":\"{state}\""));
        assert!(is("done") || is("waiting") || is("running"), "{answer}");
        is("done")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_job_that_died_with_its_server_is_done_by_the_next_one() {
    let undisturbed = tempfile::tempdir().expect("a folder");
    let mut build = nimzo(&["table", "build", CLASS, "-q", "--tables"]);
    let changes = changes_of(build.arg(undisturbed.path()), undisturbed.path());
    let expected = files(undisturbed.path());
    rounds("jobs", |random| {
        let folder = tempfile::tempdir().expect("a folder");
        let mut killed = 0;
        for _ in 0..KILLS {
            let server = Server::start(folder.path());
            server.begin();
            let changes = random.usize(..changes);
            // The server does not end with its job.
            killed +=
                usize::from(wait_for_changes(folder.path(), changes, &mut || server.is_done()));
            drop(server);
            assert_whole(&files(folder.path()), &expected);
        }
        let server = Server::start(folder.path());
        server.begin();
        while !server.is_done() {
            std::thread::sleep(Duration::from_millis(20));
        }
        drop(server);
        assert_same(&files(folder.path()), &expected);
        killed
    });
}
