//! What every command shares: the global options, the way answers are printed, failures and the
//! exit status.

use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_questions::Session;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use serde::Serialize;
use serde_json::json;

use crate::cli::Global;
pub use crate::console::Outcome;
pub use crate::picture_files::PictureFiles;
pub use nimzo_questions::{Failure, Folders};

/// The running program, as a command sees it.
pub struct App {
    /// Progress and interruption.
    pub task: Task,
    /// What outlives a question.
    pub session: Arc<Session>,
    output: Output,
}

/// Where answers go.
enum Output {
    /// To standard output, for people.
    Text,
    /// To standard output, for programs.
    Json,
    /// Kept for whoever runs the command from inside the program.
    Kept(Mutex<Kept>),
}

/// What a command run from inside the program answered.
#[derive(Default)]
pub struct Kept {
    /// Its answers.
    pub answers: Vec<Answer>,
    /// Its picture as SVG, where one was asked for and the command has one.
    pub picture: Option<String>,
    wants_picture: bool,
}

/// An answer in both forms: for programs and for people.
#[derive(Clone)]
pub struct Answer {
    /// The document for `--json`.
    pub json: serde_json::Value,
    /// The text for people, without the last line break.
    pub text: String,
    /// What the exit status says.
    pub outcome: Outcome,
}

impl Answer {
    /// An answer that is not "no".
    pub fn new(document: &impl Serialize, text: impl Into<String>) -> Result<Self, Failure> {
        Ok(Self {
            json: serde_json::to_value(document)?,
            text: text.into(),
            outcome: Outcome::Done,
        })
    }

    /// The same answer with the exit status of a "no" where `holds` is false.
    pub fn holds(self, holds: bool) -> Self {
        Self { outcome: if holds { Outcome::Done } else { Outcome::No }, ..self }
    }
}

impl App {
    /// The program as a command sees it that was given on the command line.
    pub fn start(global: &Global, task: Task, session: Arc<Session>) -> Self {
        let output = if global.json { Output::Json } else { Output::Text };
        Self { task, session, output }
    }

    /// The program as a command sees it that is run from inside: what it answers is kept.
    pub fn inside(task: Task, session: Arc<Session>, wants_picture: bool) -> Self {
        let kept = Kept { wants_picture, ..Kept::default() };
        Self { task, session, output: Output::Kept(Mutex::new(kept)) }
    }

    /// What was kept by a program run from [`inside`](Self::inside).
    pub fn into_kept(self) -> Kept {
        match self.output {
            Output::Kept(kept) => kept.into_inner().unwrap_or_else(PoisonError::into_inner),
            Output::Text | Output::Json => Kept::default(),
        }
    }

    /// Draws a command's picture where one was asked for.
    pub fn draw(
        &self,
        files: &PictureFiles,
        draw: impl FnOnce() -> Result<Picture, nimzo_report::Error>,
    ) -> Result<(), Failure> {
        if let Output::Kept(kept) = &self.output {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if kept.wants_picture {
                kept.picture = Some(draw()?.svg());
            }
            return Ok(());
        }
        files.write(|| Ok(draw()?))
    }

    /// Whether the command is run from inside the program and should leave no files of its own.
    pub fn is_inside(&self) -> bool {
        matches!(self.output, Output::Kept(_))
    }

    /// Whether answers are wanted as JSON.
    pub fn json(&self) -> bool {
        !matches!(self.output, Output::Text)
    }

    /// The folder of generated tables, which need not exist.
    pub fn tables(&self) -> Result<PathBuf, Failure> {
        self.session.folder()
    }

    /// Prints one answer.
    pub fn answer(&self, answer: &Answer) -> Result<Outcome, Failure> {
        // Standard output alone would be flushed at every line, and a document may have a million.
        let mut out = BufWriter::new(io::stdout().lock());
        let printed = match &self.output {
            Output::Text => writeln!(out, "{}", answer.text),
            Output::Json => writeln!(out, "{:#}", answer.json),
            Output::Kept(kept) => {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                kept.answers.push(answer.clone());
                Ok(())
            }
        };
        printed.and_then(|()| out.flush()).map_err(reader_gone)?;
        Ok(answer.outcome)
    }

    /// Answers one question, or, when it is `-`, every line of standard input: a bad line gets an
    /// error in its place, and the rest go on.
    pub fn answer_each(
        &self,
        question: &str,
        ask: impl Fn(&str) -> Result<Answer, Failure>,
    ) -> Result<Outcome, Failure> {
        if question != "-" {
            return self.answer(&ask(question)?);
        }
        if matches!(self.output, Output::Kept(_)) {
            return Err(Failure::input("`-` means standard input, and there is none here"));
        }
        let mut lines = BufReader::new(io::stdin().lock());
        let mut out = BufWriter::new(io::stdout().lock());
        let mut line = Vec::new();
        loop {
            line.clear();
            if lines.read_until(b'\n', &mut line)? == 0 {
                break;
            }
            self.task.check()?;
            let question = String::from_utf8_lossy(&line);
            let question = question.trim();
            if question.is_empty() {
                continue;
            }
            self.print_in_batch(&mut out, ask(question))?;
            // Whoever waits for this answer before asking on must get it now.
            if lines.buffer().is_empty() {
                out.flush().map_err(reader_gone)?;
            }
        }
        out.flush().map_err(reader_gone)?;
        Ok(Outcome::Done)
    }

    fn print_in_batch(
        &self,
        out: &mut impl Write,
        answer: Result<Answer, Failure>,
    ) -> Result<(), Failure> {
        let printed = match answer {
            Ok(answer) if self.json() => writeln!(out, "{}", answer.json),
            Ok(answer) => writeln!(out, "{}", answer.text),
            Err(failure) => {
                let message = failure.to_string();
                if self.json() {
                    writeln!(out, "{}", json!({ "error": message }))
                } else {
                    writeln!(out, "error: {message}")
                }
            }
        };
        printed.map_err(reader_gone)
    }
}

fn reader_gone(error: io::Error) -> Failure {
    Failure::machine(format!("cannot print the answer: {error}"))
}
