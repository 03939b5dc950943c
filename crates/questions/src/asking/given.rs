//! Arguments given from outside the command line: their names, their types, and the defaults that
//! the command line gives them.
//!
//! Names and defaults are those of the definition for the command line, types those of the schema;
//! both come from the same struct. So `/api/young/map?piece=king&parts=5,4` and a JSON document
//! `{"piece": "king", "parts": "5,4"}` ask what `nimzo young map king 5,4` asks.

use clap::{Arg, ArgAction};
use serde_json::{Map, Value};

/// What may be given to a question.
pub struct Given {
    /// The arguments, in the order of the command line.
    pub arguments: Vec<Argument>,
}

/// One argument.
pub struct Argument {
    /// The name of its field.
    pub name: String,
    /// What it means, in a sentence.
    pub help: String,
    /// Whether it must be given.
    pub required: bool,
    /// Its schema.
    pub schema: Value,
    /// Other names that it answers to.
    aliases: Vec<String>,
    default: Option<Value>,
    kind: Kind,
}

/// What kind of JSON value an argument is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Flag,
    One(Scalar),
    List(Scalar),
}

/// What kind of JSON value an argument, or each member of its list, is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scalar {
    Number,
    Text,
}

impl Given {
    /// Reads the definition for the command line and the schema of the struct. Arguments that have
    /// no place in the schema (paths) cannot be given from outside.
    pub(crate) fn of(mut command: clap::Command, schema: &Value) -> Self {
        // Arguments learn their places only when the definition is built.
        command.build();
        let argument = |arg: &Arg| {
            let name = arg.get_id().as_str();
            Some(Argument::of(arg, schema["properties"].get(name)?.clone()))
        };
        Self { arguments: command.get_arguments().filter_map(argument).collect() }
    }

    /// Turns a query's texts into values of the right types.
    pub fn read_query(&self, query: &[(String, String)]) -> Result<Map<String, Value>, String> {
        let mut given = Map::new();
        for (name, text) in query {
            let argument = self.find(name)?;
            let value = argument.read(text)?;
            match (given.get_mut(&argument.name), value) {
                (Some(Value::Array(list)), Value::Array(more)) => list.extend(more),
                (Some(_), _) => return Err(format!("{name:?} is given twice")),
                (None, value) => {
                    given.insert(argument.name.clone(), value);
                }
            }
        }
        self.completed(given)
    }

    /// Checks the names of arguments given as JSON and adds the defaults.
    pub(crate) fn read_json(
        &self,
        arguments: &Map<String, Value>,
    ) -> Result<Map<String, Value>, String> {
        let mut given = Map::new();
        for (name, value) in arguments {
            given.insert(self.find(name)?.name.clone(), value.clone());
        }
        self.completed(given)
    }

    fn find(&self, name: &str) -> Result<&Argument, String> {
        self.arguments.iter().find(|argument| argument.is_called(name)).ok_or_else(|| {
            let known: Vec<&str> = self.arguments.iter().map(|arg| arg.name.as_str()).collect();
            match known.is_empty() {
                true => format!("takes no {name:?}; it takes nothing"),
                false => format!("takes no {name:?}; it takes {}", known.join(", ")),
            }
        })
    }

    fn completed(&self, mut given: Map<String, Value>) -> Result<Map<String, Value>, String> {
        for argument in &self.arguments {
            if given.contains_key(&argument.name) {
                continue;
            }
            if argument.required {
                return Err(format!("{:?} is missing: {}", argument.name, argument.help));
            }
            if let Some(default) = &argument.default {
                given.insert(argument.name.clone(), default.clone());
            }
        }
        Ok(given)
    }
}

impl Argument {
    fn of(arg: &Arg, schema: Value) -> Self {
        let mut aliases: Vec<String> = arg.get_long().map(str::to_owned).into_iter().collect();
        if arg.is_positional() {
            let shown = arg.get_value_names().unwrap_or_default();
            aliases.extend(shown.iter().map(|shown| shown.to_ascii_lowercase()));
            // An endgame is a CLASS in some commands' help; requests may call it their material.
            if shown.iter().any(|shown| *shown == "CLASS") {
                aliases.push("material".to_owned());
            }
        }
        let mut argument = Self {
            name: arg.get_id().as_str().to_owned(),
            help: arg.get_help().map(ToString::to_string).unwrap_or_default(),
            required: arg.is_required_set(),
            kind: Kind::of(arg, &schema),
            schema,
            aliases,
            default: None,
        };
        let defaults: Vec<&str> =
            arg.get_default_values().iter().filter_map(|value| value.to_str()).collect();
        argument.default = match argument.kind {
            Kind::Flag => Some(Value::Bool(false)),
            Kind::List(member) => {
                Some(defaults.iter().filter_map(|text| member.read(text)).collect())
            }
            Kind::One(scalar) => defaults.first().and_then(|text| scalar.read(text)),
        };
        argument
    }

    fn is_called(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
            || self.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    }

    fn read(&self, text: &str) -> Result<Value, String> {
        let name = &self.name;
        let number = || format!("{name} is a number, not {text:?}");
        match self.kind {
            Kind::One(scalar) => scalar.read(text).ok_or_else(number),
            Kind::List(member) => Ok(Value::from(vec![member.read(text).ok_or_else(number)?])),
            Kind::Flag => match text {
                "" | "1" | "true" => Ok(Value::Bool(true)),
                "0" | "false" => Ok(Value::Bool(false)),
                _ => Err(format!("{name} is true or false, not {text:?}")),
            },
        }
    }
}

impl Kind {
    fn of(arg: &Arg, schema: &Value) -> Self {
        if matches!(arg.get_action(), ArgAction::SetTrue) {
            Self::Flag
        } else if is_of_type(schema, "array") {
            Self::List(Scalar::of(&schema["items"]))
        } else {
            Self::One(Scalar::of(schema))
        }
    }
}

impl Scalar {
    fn of(schema: &Value) -> Self {
        match is_of_type(schema, "integer") || is_of_type(schema, "number") {
            true => Self::Number,
            false => Self::Text,
        }
    }

    /// The value that a text stands for; nothing where it should be a number and is none.
    fn read(self, text: &str) -> Option<Value> {
        match self {
            Self::Text => Some(Value::from(text)),
            Self::Number => match serde_json::from_str(text) {
                Ok(Value::Number(number)) => Some(Value::Number(number)),
                _ => None,
            },
        }
    }
}

/// Whether a schema allows a type.
fn is_of_type(schema: &Value, kind: &str) -> bool {
    match &schema["type"] {
        Value::String(one) => one == kind,
        Value::Array(several) => several.iter().any(|one| one == kind),
        _ => false,
    }
}
