//! From Python's arguments to the words of the command line: the definition that a question gives of
//! itself there says which arguments there are, and checks them.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Arg, ArgAction};
use nimzo_questions::{Asked, Entry, Failure};
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use serde_json::Value;

use crate::exceptions::{BadInput, raised, wrong_type};

/// The arguments that are positions: a `chess.Board` is as good as its FEN.
const POSITIONS: [&str; 2] = ["fen", "also"];

/// What an argument is, or what each in its list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scalar {
    /// True or false.
    Flag,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A file or folder of this machine.
    Path,
}

/// One argument of a question.
pub struct Argument {
    /// Its name.
    pub name: String,
    /// What it is.
    pub scalar: Scalar,
    /// Whether it is a list of such.
    pub is_list: bool,
    /// Its definition for the command line.
    pub arg: Arg,
}

impl Argument {
    /// The arguments of a question, in the order of the command line.
    pub fn all(entry: &Entry) -> Vec<Self> {
        let mut command = (entry.command)();
        // Arguments learn their places only when the definition is built.
        command.build();
        let given = &entry.given().arguments;
        let schema = |name: &str| given.iter().find(|one| one.name == name).map(|one| &one.schema);
        let own = |arg: &&Arg| !["help", "version"].contains(&arg.get_id().as_str());
        let arguments = command.get_arguments().filter(own);
        arguments.map(|arg| Self::of(arg, schema(arg.get_id().as_str()))).collect()
    }

    fn of(arg: &Arg, schema: Option<&Value>) -> Self {
        let is_list = schema.is_some_and(|schema| allows(schema, "array"));
        let scalar = match (arg.get_action(), schema) {
            (ArgAction::SetTrue, _) => Scalar::Flag,
            (_, None) => Scalar::Path,
            (_, Some(schema)) => Scalar::of(if is_list { &schema["items"] } else { schema }),
        };
        Self { name: arg.get_id().as_str().to_owned(), scalar, is_list, arg: arg.clone() }
    }

    /// What it is called on the command line where it has no place of its own.
    fn option(&self) -> String {
        format!("--{}", self.arg.get_long().unwrap_or(&self.name))
    }

    /// The words that give it a value.
    fn words(&self, value: &Bound<'_, PyAny>) -> PyResult<Vec<OsString>> {
        let name = &self.name;
        if !self.is_list {
            return Ok(vec![self.scalar.word(name, value)?]);
        }
        if value.is_instance_of::<PyString>() {
            return Ok(vec![self.scalar.word(name, value)?]);
        }
        if !value.is_instance_of::<PyList>() && !value.is_instance_of::<PyTuple>() {
            return Err(wrong_type(name, "a list", value));
        }
        value.try_iter()?.map(|one| self.scalar.word(name, &one?)).collect()
    }
}

impl Scalar {
    fn of(schema: &Value) -> Self {
        if allows(schema, "integer") {
            Self::Integer
        } else if allows(schema, "number") {
            Self::Number
        } else {
            Self::Text
        }
    }

    /// The word for a value.
    fn word(self, name: &str, value: &Bound<'_, PyAny>) -> PyResult<OsString> {
        let refused = |expected| wrong_type(name, expected, value);
        let is_bool = value.is_instance_of::<PyBool>();
        match self {
            Self::Flag if is_bool => Ok(value.to_string().into()),
            Self::Flag => Err(refused("True or False")),
            Self::Integer if value.is_instance_of::<PyInt>() && !is_bool => {
                // A number that no question takes need not be written out.
                value.extract::<i64>().map(|number| number.to_string().into()).map_err(|_| {
                    PyOverflowError::new_err(format!("{name:?} is too large a number"))
                })
            }
            Self::Integer => Err(refused("a whole number")),
            Self::Number if value.is_instance_of::<PyFloat>() => {
                Ok(value.extract::<f64>()?.to_string().into())
            }
            Self::Number if value.is_instance_of::<PyInt>() && !is_bool => {
                Self::Integer.word(name, value)
            }
            Self::Number => Err(refused("a number")),
            Self::Text if value.is_instance_of::<PyString>() => text(name, value).map(Into::into),
            // A chess.Board, or anything else that can say which position it is.
            Self::Text if POSITIONS.contains(&name) && value.hasattr("fen")? => {
                text(name, &value.call_method0("fen")?).map(Into::into)
            }
            Self::Text => Err(refused("a text")),
            Self::Path => match value.extract::<PathBuf>() {
                Ok(path) => Ok(path.into()),
                Err(_) => Err(refused("the name of a file or folder")),
            },
        }
    }
}

/// The text of a `str`, which must be one that can be written down.
fn text(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(text) = value.cast::<PyString>() else {
        return Err(wrong_type(name, "a text", value));
    };
    let written =
        text.to_str().map_err(|_| wrong_type(name, "a text of whole characters", value))?;
    Ok(written.to_owned())
}

/// A question from Python's arguments. `None` is an argument that is not given.
pub fn read(entry: &'static Entry, given: &Bound<'_, PyDict>) -> PyResult<Box<dyn Asked>> {
    let path = entry.path.join(" ");
    let arguments = Argument::all(entry);
    let mut options: Vec<OsString> = Vec::new();
    let mut places: Vec<(usize, Vec<OsString>)> = Vec::new();
    for (name, value) in given.iter() {
        let name = text("the name of an argument", &name)?;
        // Words of Python's own, such as `class`, are written with a stroke behind them.
        let plain = name.strip_suffix('_').unwrap_or(&name);
        let Some(argument) = arguments.iter().find(|argument| argument.name == plain) else {
            let known: Vec<&str> = arguments.iter().map(|one| one.name.as_str()).collect();
            let taken = if known.is_empty() { "nothing".to_owned() } else { known.join(", ") };
            return Err(BadInput::new_err(format!("{path} takes no {name:?}; it takes {taken}")));
        };
        if value.is_none() {
            continue;
        }
        let words = argument.words(&value)?;
        // Some arguments exclude others, but not those that say what would be so anyway.
        let is_default = match argument.scalar {
            Scalar::Flag => words == ["False"],
            _ => words.iter().eq(argument.arg.get_default_values().iter().map(|one| &**one)),
        };
        match argument.arg.get_index() {
            _ if is_default => {}
            Some(index) => places.push((index, words)),
            None if argument.scalar == Scalar::Flag => options.push(argument.option().into()),
            None => options.extend(words.into_iter().map(|word| {
                let mut option = OsString::from(argument.option());
                option.push("=");
                option.push(word);
                option
            })),
        }
    }
    places.sort();
    if let Some(gap) = places.iter().zip(1..).find(|((index, _), expected)| index != expected) {
        let missing = arguments.iter().find(|one| one.arg.get_index() == Some(gap.1));
        let missing = missing.map_or("an argument", |missing| missing.name.as_str());
        return Err(BadInput::new_err(format!("{path}: {missing:?} is missing")));
    }
    options.push("--".into());
    options.extend(places.into_iter().flat_map(|(_, words)| words));
    let command = (entry.command)().no_binary_name(true).disable_help_flag(true);
    let matched = command.try_get_matches_from(options).and_then(|m| entry.read_matches(&m));
    matched.map_err(|refused| raised(Failure::input(format!("{path}: {}", told(&refused)))))
}

/// What a refusal says, in one line and without the words about the command line.
fn told(refused: &clap::Error) -> String {
    let text = refused.to_string();
    let lines = text.lines().map(str::trim);
    let wrong: Vec<&str> = lines
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let wrong = wrong.join(" ").replace(" tip: ", "; ");
    wrong.strip_prefix("error: ").unwrap_or(&wrong).to_owned()
}

/// Whether a schema allows a type.
fn allows(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::String(one) => one == kind,
        Value::Array(several) => several.iter().any(|one| one == kind),
        _ => false,
    }
}
