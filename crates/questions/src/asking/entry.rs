//! Questions whose type is not known until one is asked: what the faces work with.

use std::io::{self, Write};
use std::sync::OnceLock;

use clap::ArgMatches;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use super::layout::JsonLayout;
use crate::Given;
use crate::{Answer, Failure, Manner, Question, Session};

/// One kind of question, as the faces see it.
pub struct Entry {
    /// The words by which it is asked: `["young", "value"]`.
    pub path: &'static [&'static str],
    /// How it is answered.
    pub manner: Manner,
    /// Whether its answers can be drawn.
    pub draws: bool,
    /// Its definition on the command line.
    pub command: fn() -> clap::Command,
    /// The schema of its answers.
    pub answer_schema: fn(&mut SchemaGenerator) -> Schema,
    argument_schema: fn(SchemaGenerator) -> Schema,
    from_matches: fn(&ArgMatches) -> Result<Box<dyn Asked>, clap::Error>,
    from_json: fn(Value) -> serde_json::Result<Box<dyn Asked>>,
    given: OnceLock<Given>,
}

/// A question with its arguments, whichever it is.
pub trait Asked: Send + Sync {
    /// Finds the answer.
    fn ask(&self, session: &Session, task: &Task) -> Result<Box<dyn Answered>, Failure>;
    /// The field that holds the one thing asked about, where there is such a field.
    fn subject(&mut self) -> Option<&mut String>;
    /// Checks and makes what does not depend on the subject, before a list of subjects is asked
    /// about.
    fn prepare(&self, session: &Session, task: &Task) -> Result<(), Failure>;
    /// The same question once more, to be asked about another subject.
    fn again(&self) -> Box<dyn Asked>;
    /// Whether subjects are asked about one after the other.
    fn in_order(&self) -> bool;
}

/// An answer, whichever it is.
pub trait Answered: Send {
    /// Whether it is a "yes".
    fn holds(&self) -> bool;
    /// Writes the document for programs; in many lines or in one.
    fn write_json(&self, out: &mut dyn Write, layout: JsonLayout) -> io::Result<()>;
    /// Writes the text for people, without a last line break.
    fn write_text(&self, out: &mut dyn Write) -> io::Result<()>;
    /// Its picture, where the question can be drawn.
    fn picture(&self) -> Result<Picture, Failure>;
}

impl Entry {
    /// The entry of a type of question.
    pub(crate) fn of<Q: Question>() -> Self {
        Self {
            path: Q::PATH,
            manner: Q::MANNER,
            draws: Q::DRAWS,
            command: command::<Q>,
            answer_schema: |generator| generator.subschema_for::<Q::Answer>(),
            argument_schema: |generator| generator.into_root_schema_for::<Q>(),
            from_matches: |matches| Ok(Box::new(Q::from_arg_matches(matches)?)),
            from_json: |document| Ok(Box::new(serde_json::from_value::<Q>(document)?)),
            given: OnceLock::new(),
        }
    }

    /// The entry of a question by its words.
    pub fn find<'a>(path: impl IntoIterator<Item = &'a str>) -> Option<&'static Self> {
        let path: Vec<&str> = path.into_iter().collect();
        crate::ALL.iter().find(|entry| entry.path == path)
    }

    /// What may be given to it from outside this machine.
    pub fn given(&self) -> &Given {
        self.given.get_or_init(|| {
            let settings = SchemaSettings::draft2020_12().with(|s| s.inline_subschemas = true);
            let schema = (self.argument_schema)(settings.into_generator());
            Given::of((self.command)(), schema.as_value())
        })
    }

    /// A question from what a command line was parsed into.
    pub fn read_matches(&self, matches: &ArgMatches) -> Result<Box<dyn Asked>, clap::Error> {
        (self.from_matches)(matches)
    }

    /// A question from the names and values of a request's query.
    pub fn read_query(&self, query: &[(String, String)]) -> Result<Box<dyn Asked>, Failure> {
        let document = self.given().read_query(query).map_err(|why| self.refused(&why))?;
        self.read_document(document)
    }

    /// A question from named arguments as JSON.
    pub fn read_json(&self, arguments: &Map<String, Value>) -> Result<Box<dyn Asked>, Failure> {
        let document = self.given().read_json(arguments).map_err(|why| self.refused(&why))?;
        self.read_document(document)
    }

    fn read_document(&self, document: Map<String, Value>) -> Result<Box<dyn Asked>, Failure> {
        (self.from_json)(Value::Object(document)).map_err(|why| self.refused(&why.to_string()))
    }

    fn refused(&self, why: &str) -> Failure {
        Failure::BadInput(format!("{}: {why}", self.path.join(" ")))
    }
}

/// A question's definition on the command line.
fn command<Q: Question>() -> clap::Command {
    let name = Q::PATH.last().copied().unwrap_or_default();
    Q::augment_args(clap::Command::new(name))
}

impl<Q: Question> Asked for Q {
    fn ask(&self, session: &Session, task: &Task) -> Result<Box<dyn Answered>, Failure> {
        Ok(Box::new(Question::ask(self, session, task)?))
    }

    fn subject(&mut self) -> Option<&mut String> {
        Question::subject(self)
    }

    fn prepare(&self, session: &Session, task: &Task) -> Result<(), Failure> {
        Question::prepare(self, session, task)
    }

    fn again(&self) -> Box<dyn Asked> {
        Box::new(self.clone())
    }

    fn in_order(&self) -> bool {
        Q::IN_ORDER
    }
}

impl<A: Answer> Answered for A {
    fn holds(&self) -> bool {
        Answer::holds(self)
    }

    fn write_json(&self, out: &mut dyn Write, layout: JsonLayout) -> io::Result<()> {
        self.serialize(&mut serde_json::Serializer::with_formatter(out, layout.formatter()))?;
        Ok(())
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{self}")
    }

    fn picture(&self) -> Result<Picture, Failure> {
        Answer::picture(self)
    }
}
