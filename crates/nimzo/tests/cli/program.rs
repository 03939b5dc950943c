//! A program that is run once, and how it has ended.

use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// What is run, with what it reads.
pub struct Program {
    command: Command,
    input: String,
}

impl Program {
    pub fn new(path: impl AsRef<OsStr>) -> Self {
        Self { command: Command::new(path), input: String::new() }
    }

    pub fn arg(&mut self, word: impl AsRef<OsStr>) -> &mut Self {
        self.command.arg(word);
        self
    }

    pub fn args(&mut self, words: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        self.command.args(words);
        self
    }

    pub fn env(&mut self, name: &str, value: impl AsRef<OsStr>) -> &mut Self {
        self.command.env(name, value);
        self
    }

    pub fn env_remove(&mut self, name: &str) -> &mut Self {
        self.command.env_remove(name);
        self
    }

    pub fn current_dir(&mut self, folder: impl AsRef<Path>) -> &mut Self {
        self.command.current_dir(folder);
        self
    }

    /// What it finds on its standard input.
    pub fn write_stdin(&mut self, input: impl Into<String>) -> &mut Self {
        self.input = input.into();
        self
    }

    /// Runs it to its end.
    pub fn output(&mut self) -> io::Result<Output> {
        let piped = self.command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = piped.stderr(Stdio::piped()).spawn()?;
        let mut input = process.stdin.take().expect("a pipe");
        std::thread::scope(|scope| {
            // It may end without reading everything.
            scope.spawn(move || drop(input.write_all(self.input.as_bytes())));
            process.wait_with_output()
        })
    }

    /// Asserts that it ends with this status, and returns what it printed on standard output and error.
    pub fn ends_with(&mut self, status: i32) -> [String; 2] {
        let output = self.output().expect("the program runs");
        let said =
            [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
        assert_eq!(output.status.code(), Some(status), "{:?}: {}", self.command, said[1]);
        said
    }

    /// Asserts that it ends well, and returns what it printed.
    pub fn succeeds(&mut self) -> String {
        let [printed, _] = self.ends_with(0);
        printed
    }

    /// Asserts that it ends well and prints each of `parts`.
    pub fn prints(&mut self, parts: &[&str]) {
        let printed = self.succeeds();
        for part in parts {
            assert!(printed.contains(part), "{:?}: {printed:?} has no {part:?}", self.command);
        }
    }
}
