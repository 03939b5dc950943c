//! What a question is, and what an answer is.

use std::fmt::Display;

use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Failure, Session};

/// A question: a struct of what is asked, with one function from it to its answer.
///
/// The struct is read from the words of a command line (`clap`), from a request's query or from
/// JSON (`serde`), and describes itself (`schemars`); the three agree because they are derived
/// from the same fields. A field that names a file is `#[serde(skip)]`: only someone at the
/// machine may name files.
pub trait Question:
    clap::Args + DeserializeOwned + JsonSchema + Clone + Send + Sync + 'static
{
    /// The words by which it is asked: `["young", "value"]`.
    const PATH: &'static [&'static str];
    /// How it is answered.
    const MANNER: Manner = Manner::AtOnce;
    /// Whether its answers can be drawn.
    const DRAWS: bool = false;
    /// Whether of a list of subjects each is asked about after those before it, because what was
    /// said there counts.
    const IN_ORDER: bool = false;

    /// What is answered.
    type Answer: Answer;

    /// Finds the answer. Asks `task` often enough whether to go on that it stops within a second.
    fn ask(&self, session: &Session, task: &Task) -> Result<Self::Answer, Failure>;

    /// The field that holds the one thing asked about (a position, a word, a value), where a list
    /// of such things can be asked about one after the other.
    fn subject(&mut self) -> Option<&mut String> {
        None
    }

    /// Checks and makes what does not depend on the subject, once, before a list of subjects is
    /// asked about.
    fn prepare(&self, _session: &Session, _task: &Task) -> Result<(), Failure> {
        Ok(())
    }
}

/// An answer: a document for programs (`serde`), a text for people (`Display`), and for some a
/// picture.
pub trait Answer: Serialize + JsonSchema + Display + Send + 'static {
    /// Whether it is a "yes": the exit status tells.
    fn holds(&self) -> bool {
        true
    }

    /// The picture; asked for only where [`Question::DRAWS`].
    fn picture(&self) -> Result<Picture, Failure> {
        Err(Failure::BadInput("this answer has no picture".to_owned()))
    }
}

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// While the asker waits.
    AtOnce,
    /// As a job with progress: it takes long, or it writes into the tables folder.
    AsJob,
}
