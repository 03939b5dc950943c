//! The command line's way of asking and answering: one question, or one for each line of standard
//! input; the answer as text or as JSON on standard output; pictures in files.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Read, Write};

use nimzo_questions::{Answered, Asked, Failure, JsonLayout, Session};
use nimzo_work::Task;
use rayon::prelude::*;
use serde_json::json;

use crate::picture_files::PictureFiles;

/// Lines of a batch that are answered together, on all threads.
const TOGETHER: usize = 256;

/// Where answers are printed, and in which form.
pub struct Console {
    json: bool,
}

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Done.
    Done,
    /// Done, and the answer is "no", a check failed, or some line of a batch was bad.
    No,
    /// Whoever read our answer has gone away.
    ReaderGone,
}

impl Outcome {
    fn holds(holds: bool) -> Self {
        if holds { Self::Done } else { Self::No }
    }
}

impl Console {
    /// A console that prints JSON, or text.
    pub fn new(json: bool) -> Self {
        Self { json }
    }

    /// Asks, draws and prints.
    pub fn answer(
        &self,
        mut question: Box<dyn Asked>,
        pictures: &PictureFiles,
        session: &Session,
        task: &Task,
    ) -> Result<Outcome, Failure> {
        if question.subject().is_some_and(|subject| subject == "-") {
            return self.answer_each(&*question, session, task);
        }
        let answer = question.ask(session, task)?;
        pictures.write(|| answer.picture())?;
        self.show(&*answer)
    }

    /// Whether JSON is printed.
    pub fn prints_json(&self) -> bool {
        self.json
    }

    /// Prints an answer.
    pub fn show(&self, answer: &dyn Answered) -> Result<Outcome, Failure> {
        let mut out = BufWriter::new(io::stdout().lock());
        printed(self.print(&mut out, answer).and_then(|()| out.flush()), answer.holds())
    }

    /// Answers every line of standard input in order: a bad line gets an error in its place, and
    /// the rest go on.
    fn answer_each(
        &self,
        question: &dyn Asked,
        session: &Session,
        task: &Task,
    ) -> Result<Outcome, Failure> {
        question.prepare(session, task)?;
        let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut out = BufWriter::new(io::stdout().lock());
        let mut good = true;
        loop {
            let lines = some_lines(&mut input).map_err(unreadable)?;
            if lines.is_empty() {
                return printed(out.flush(), good);
            }
            task.check()?;
            let answered = |line: &String| -> io::Result<(bool, Vec<u8>)> {
                let mut one = question.again();
                if let Some(subject) = one.subject() {
                    subject.clone_from(line);
                }
                let answer = one.ask(session, task);
                let (found, mut text) = (answer.is_ok(), Vec::new());
                if question.in_order() && !self.json {
                    writeln!(text, "> {line}")?;
                }
                self.print_in_batch(&mut text, line, answer)?;
                Ok((found, text))
            };
            // Writing an answer down takes as long as finding it, so threads share that too.
            let answers: Vec<_> = match question.in_order() {
                true => lines.iter().map(answered).collect(),
                false => lines.par_iter().map(answered).collect(),
            };
            for answer in answers {
                let written = answer.and_then(|(found, text)| {
                    good &= found;
                    out.write_all(&text)
                });
                if let Err(gone) = written {
                    return printed(Err(gone), good);
                }
            }
            task.check()?;
            // Whoever waits for these answers before asking on must get them now.
            if let Err(gone) = out.flush() {
                return printed(Err(gone), good);
            }
        }
    }

    /// Prints a line that is no answer yet.
    pub fn say(&self, line: impl Display) -> Result<Outcome, Failure> {
        let mut out = io::stdout().lock();
        printed(writeln!(out, "{line}").and_then(|()| out.flush()), true)
    }

    fn print(&self, out: &mut dyn Write, answer: &dyn Answered) -> io::Result<()> {
        let mut out = Noticing { out, wrote: false };
        match self.json {
            true => answer.write_json(&mut out, JsonLayout::Indented)?,
            false => answer.write_text(&mut out)?,
        }
        // An empty list is no line, not an empty one.
        if out.wrote { out.write_all(b"\n") } else { Ok(()) }
    }

    /// In a batch each JSON line says which input it answers.
    fn print_in_batch(
        &self,
        out: &mut dyn Write,
        input: &str,
        answer: Result<Box<dyn Answered>, Failure>,
    ) -> io::Result<()> {
        match (answer, self.json) {
            (Ok(answer), false) => {
                answer.write_text(out)?;
                out.write_all(b"\n")
            }
            (Ok(answer), true) => {
                let mut line = Vec::new();
                answer.write_json(&mut line, JsonLayout::OneLine)?;
                match line.strip_prefix(b"{").filter(|rest| *rest != b"}") {
                    Some(rest) => {
                        write!(out, "{{\"input\":{},", json!(input))?;
                        out.write_all(rest)?;
                    }
                    None => out.write_all(&line)?,
                }
                out.write_all(b"\n")
            }
            (Err(failure), false) => writeln!(out, "error: {failure}"),
            (Err(failure), true) => {
                writeln!(out, "{}", json!({ "input": input, "error": failure.to_string() }))
            }
        }
    }
}

/// Notices whether anything was written.
struct Noticing<'a> {
    out: &'a mut dyn Write,
    wrote: bool,
}

impl Write for Noticing<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.wrote |= !bytes.is_empty();
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The next lines that are not empty: at least one, unless there are no more, and then as many as
/// have already arrived.
fn some_lines(input: &mut BufReader<impl Read>) -> io::Result<Vec<String>> {
    let mut lines = Vec::new();
    let mut line = Vec::new();
    while lines.len() < TOGETHER && (lines.is_empty() || input.buffer().contains(&b'\n')) {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim();
        if !text.is_empty() {
            lines.push(text.to_owned());
        }
    }
    Ok(lines)
}

/// How the command ended, with what became of its printing.
fn printed(result: io::Result<()>, good: bool) -> Result<Outcome, Failure> {
    match result {
        Ok(()) => Ok(Outcome::holds(good)),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Outcome::ReaderGone),
        Err(error) => Err(Failure::machine(format!("cannot print the answer: {error}"))),
    }
}

fn unreadable(error: io::Error) -> Failure {
    Failure::machine(format!("cannot read standard input: {error}"))
}
