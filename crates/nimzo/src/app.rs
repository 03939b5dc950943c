//! What every command shares: the global options, the way answers are printed, failures and the
//! exit status.

use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use serde::Serialize;
use serde_json::json;

use crate::cli::Global;
use crate::progress::{Bars, Lines};

/// The running program, as a command sees it.
pub struct App {
    /// Progress and interruption.
    pub task: Task,
    tables: Option<PathBuf>,
    report: PathBuf,
    output: Output,
}

/// The folder of the report on the papers where none is named.
pub const REPORT: &str = "nimzo-report";

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

/// The folders that a command run from inside the program works in.
#[derive(Clone)]
pub struct Folders {
    /// Generated tables.
    pub tables: PathBuf,
    /// The report on the papers.
    pub report: PathBuf,
}

/// The files that a command with a picture draws to.
#[derive(clap::Args)]
pub struct PictureFiles {
    /// Draw the picture as SVG
    #[arg(long, value_name = "FILE", value_parser = writable_file)]
    svg: Option<PathBuf>,
    /// Draw the picture as PNG
    #[arg(long, value_name = "FILE", value_parser = writable_file)]
    png: Option<PathBuf>,
}

/// A path that a file can be written to: better known before a long computation than after it.
fn writable_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.is_dir() || path.file_name().is_none() {
        return Err("that is a folder; name a file".to_owned());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let probe = folder.unwrap_or(Path::new(".")).join(format!(".writable-{}", std::process::id()));
    std::fs::write(&probe, b"")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|reason| format!("no file can be written there: {reason}"))?;
    Ok(path)
}

/// How a command ended that did what was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Done,
    /// Done, and the answer is "no", or a check failed.
    No,
}

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// The input was bad; the message names it and what was expected.
    BadInput(String),
    /// The user stopped it.
    Interrupted,
    /// Whoever read our answer has gone away.
    ReaderGone,
}

impl Failure {
    /// Bad input, told by `message`.
    pub fn input(message: impl ToString) -> Self {
        Self::BadInput(message.to_string())
    }

    /// What to tell the user, if anything.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::BadInput(message) => Some(message.clone()),
            Self::Interrupted => Some("interrupted".to_owned()),
            Self::ReaderGone => None,
        }
    }

    /// The exit status.
    pub fn status(&self) -> u8 {
        match self {
            Self::BadInput(_) => 2,
            Self::Interrupted => 130,
            Self::ReaderGone => 0,
        }
    }
}

/// The libraries' errors name the input and what would be right, so they are passed on as they are.
impl<E: std::error::Error> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::BadInput(error.to_string())
    }
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
    /// Sets up threads, progress and the answer to Ctrl-C.
    pub fn start(global: &Global) -> Result<Self, Failure> {
        if let Some(threads) = global.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads.into()).build_global()?;
        }
        let task = if global.quiet {
            Task::silent()
        } else if io::stderr().is_terminal() {
            Task::observed(Arc::new(Bars::default()))
        } else {
            Task::observed(Arc::new(Lines::default()))
        };
        stop_on_ctrl_c(&task)?;
        let output = if global.json { Output::Json } else { Output::Text };
        let named = std::env::var_os("NIMZO_TABLES").filter(|folder| !folder.is_empty());
        let tables = global.tables.clone().or(named.map(PathBuf::from));
        Ok(Self { task, tables, report: REPORT.into(), output })
    }

    /// The program as a command sees it that is run from inside: what it answers is kept.
    pub fn inside(task: Task, folders: &Folders, wants_picture: bool) -> Self {
        let kept = Kept { wants_picture, ..Kept::default() };
        let Folders { tables, report } = folders.clone();
        Self { task, tables: Some(tables), report, output: Output::Kept(Mutex::new(kept)) }
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
        let output =
            nimzo_report::pictures::Output { svg: files.svg.clone(), png: files.png.clone() };
        Ok(output.write(draw)?)
    }

    /// Whether the command is run from inside the program and should leave no files of its own.
    pub fn is_inside(&self) -> bool {
        matches!(self.output, Output::Kept(_))
    }

    /// The folder that the report on the papers goes to unless another is named.
    pub fn report(&self) -> PathBuf {
        self.report.clone()
    }

    /// Whether answers are wanted as JSON.
    pub fn json(&self) -> bool {
        !matches!(self.output, Output::Text)
    }

    /// The folder of generated tables, which need not exist.
    pub fn tables(&self) -> Result<PathBuf, Failure> {
        match &self.tables {
            Some(folder) => Ok(folder.clone()),
            None => directories::ProjectDirs::from("", "", "nimzo")
                .map(|project| project.data_dir().join("tables"))
                .ok_or_else(|| {
                    Failure::input("no home folder to keep tables in; name one with --tables DIR")
                }),
        }
    }

    /// The folder of generated tables, made if it was missing and proved writable.
    pub fn writable_tables(&self) -> Result<PathBuf, Failure> {
        let folder = self.tables()?;
        let prove = || -> io::Result<()> {
            std::fs::create_dir_all(&folder)?;
            let probe = folder.join(format!(".writable-{}", std::process::id()));
            std::fs::write(&probe, b"")?;
            std::fs::remove_file(&probe)
        };
        prove().map_err(|reason| {
            Failure::input(format!(
                "cannot write tables to {}: {reason}; name another folder with --tables DIR",
                folder.display()
            ))
        })?;
        Ok(folder)
    }

    /// Prints one answer.
    pub fn answer(&self, answer: &Answer) -> Result<Outcome, Failure> {
        let mut out = io::stdout().lock();
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
                let message = failure.message().unwrap_or_default();
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
    match error.kind() {
        ErrorKind::BrokenPipe => Failure::ReaderGone,
        _ => Failure::input(format!("cannot print the answer: {error}")),
    }
}

/// The first Ctrl-C asks the work to stop at a good place; the second, or five seconds without
/// such a place, ends the process. Files are renamed into place only when whole, so even that
/// leaves nothing half-made.
fn stop_on_ctrl_c(task: &Task) -> Result<(), Failure> {
    let task = task.clone();
    ctrlc::set_handler(move || {
        if task.check().is_err() {
            std::process::exit(130);
        }
        task.stop();
        std::thread::spawn(|| {
            std::thread::sleep(std::time::Duration::from_secs(5));
            std::process::exit(130);
        });
    })?;
    Ok(())
}
