//! What can be asked, for whoever writes functions for it: `generate.py` makes the typed functions of
//! the package from this, and a test holds them to it.

use nimzo_questions::{ALL, Entry, GROUPS};
use pyo3::prelude::*;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use crate::arguments::{Argument, Scalar};

/// Every question with its arguments and the schema of its answers, as JSON.
#[pyfunction]
pub fn describe() -> String {
    let mut schemas = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let question = |entry: &Entry| {
        let command = (entry.command)();
        let told = |text: Option<&clap::builder::StyledStr>| text.map(ToString::to_string);
        json!({
            "path": entry.path,
            "about": told(command.get_about()),
            "more": told(command.get_long_about()),
            "draws": entry.draws,
            "arguments": Argument::all(entry).iter().map(argument).collect::<Vec<_>>(),
            "answer": (entry.answer_schema)(&mut schemas),
        })
    };
    let questions: Vec<Value> = ALL.iter().map(question).collect();
    let group = |group: &nimzo_questions::Group| json!({ "name": group.name, "about": group.about, "notation": group.notation });
    let groups: Vec<Value> = GROUPS.iter().map(group).collect();
    let definitions = schemas.take_definitions(true);
    json!({ "questions": questions, "groups": groups, "definitions": definitions }).to_string()
}

fn argument(argument: &Argument) -> Value {
    let Argument { name, scalar, is_list, arg } = argument;
    let defaults: Vec<&str> = arg.get_default_values().iter().filter_map(|v| v.to_str()).collect();
    let choices: Vec<String> = match scalar {
        Scalar::Text => arg.get_possible_values().iter().map(|v| v.get_name().to_owned()).collect(),
        _ => Vec::new(),
    };
    json!({
        "name": name,
        "help": arg.get_help().map(ToString::to_string),
        "kind": match scalar {
            Scalar::Flag => "flag",
            Scalar::Integer => "integer",
            Scalar::Number => "number",
            Scalar::Text => "text",
            Scalar::Path => "path",
        },
        "list": is_list,
        "required": arg.is_required_set(),
        "positional": arg.is_positional(),
        "defaults": defaults,
        "choices": choices,
    })
}
