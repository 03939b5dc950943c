//! What holds for every question: its two definitions agree, bad arguments are refused by name, and
//! its answer is described.

use nimzo_questions::table::SEVERAL;
use nimzo_questions::{ALL, Asked, Entry, Failure, Folders, Rights, Session};
use serde_json::json;

/// What the command line takes, JSON takes under the same names, but for the names of files and for what only
/// a process that is started beside others can be told.
#[test]
fn both_definitions_of_a_question_name_the_same_arguments() {
    for entry in ALL.iter() {
        let mut command = (entry.command)();
        command.build();
        let path_type = clap::builder::ValueParser::path_buf().type_id();
        let of_people: Vec<String> = command
            .get_arguments()
            .filter(|arg| !matches!(arg.get_id().as_str(), "help" | "version"))
            .filter(|arg| arg.get_value_parser().type_id() != path_type)
            .filter(|arg| arg.get_help_heading() != Some(SEVERAL))
            .map(|arg| arg.get_id().to_string())
            .collect();
        let of_programs: Vec<&str> =
            entry.given().arguments.iter().map(|argument| argument.name.as_str()).collect();
        assert_eq!(of_people, of_programs, "{}", entry.path.join(" "));
    }
}

#[test]
fn a_query_is_read_by_the_names_of_the_help_too() {
    let cgt = Entry::find(["cgt"]).unwrap();
    for name in ["expression", "expr"] {
        let mut asked = cgt.read_query(&[(name.to_owned(), "*2".to_owned())]).unwrap();
        assert_eq!(asked.subject().map(|subject| subject.as_str()), Some("*2"));
    }
}

#[test]
fn a_bad_query_is_refused_with_what_would_be_right() {
    let refused = |query: &[(&str, &str)]| {
        let query: Vec<(String, String)> =
            query.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
        match Entry::find(["line"]).unwrap().read_query(&query) {
            Err(failure) => failure.to_string(),
            Ok(_) => panic!("{query:?} was accepted"),
        }
    };
    assert!(refused(&[]).contains("\"fen\" is missing"));
    assert!(refused(&[("fen", "x"), ("colour", "red")]).contains("it takes fen, metric"));
    assert!(refused(&[("fen", "x"), ("fen", "y")]).contains("given twice"));
}

fn from_json(path: &[&str], arguments: serde_json::Value) -> Box<dyn Asked> {
    let entry = Entry::find(path.iter().copied()).unwrap();
    entry.read_json(arguments.as_object().unwrap()).unwrap_or_else(|why| panic!("{why}"))
}

/// The command line refuses these by itself; nobody does it for a program.
#[test]
fn a_program_gets_no_number_past_its_range() {
    let session = Session::new(Folders::default(), Rights::GUEST);
    for (path, arguments, named) in [
        (["young", "conjecture"], json!({ "which": "5.1", "sides": 1000 }), "sides 1000"),
        (["young", "conjecture"], json!({ "which": "5.2", "steps": 0 }), "steps 0"),
        (["young", "search"], json!({ "region": "D-F", "line_max": 7 }), "line_max 7"),
        (["pawns", "search"], json!({ "nimber": 8193 }), "nimber 8193"),
        (["echess", "prove"], json!({ "plies": 4 }), "plies 4"),
        (["echess", "sum"], json!({ "positions": [] }), "at least one"),
        (["echess", "eval"], json!({ "position": "0,0 3,0 5,1", "bk": "0,0" }), "--bk"),
    ] {
        let question = from_json(&path, arguments);
        match question.ask(&session, &nimzo_work::Task::silent()) {
            Err(Failure::BadInput(message)) => assert!(message.contains(named), "{message}"),
            Err(other) => panic!("{path:?}: {other}"),
            Ok(_) => panic!("{path:?} was answered"),
        }
    }
}

#[test]
fn lists_of_numbers_are_read_and_have_their_defaults() {
    let bounds = Entry::find(["echess", "bounds"]).unwrap();
    let query = |values: &[&str]| {
        let query: Vec<_> =
            values.iter().map(|value| ("within".to_owned(), (*value).to_owned())).collect();
        bounds.given().read_query(&query).map(|given| given["within"].clone())
    };
    assert_eq!(query(&[]), Ok(json!([8])));
    assert_eq!(query(&["3", "5"]), Ok(json!([3, 5])));
    assert!(query(&["x"]).is_err_and(|message| message.contains("a number")));
    assert!(bounds.read_query(&[("within".to_owned(), "3".to_owned())]).is_ok());
}

/// Answers of different questions must not share a name in the description of the API.
#[test]
fn every_answer_says_what_its_fields_are() {
    let mut generator = schemars::SchemaGenerator::default();
    for entry in ALL.iter() {
        (entry.answer_schema)(&mut generator);
    }
    for (name, schema) in generator.take_definitions(true) {
        assert!(!name.ends_with(|c: char| c.is_ascii_digit()), "two types are called {name}");
        if let Some(fields) = schema.get("properties").and_then(|found| found.as_object()) {
            for (field, about) in fields {
                assert!(about.is_object(), "{name}.{field} may be anything");
            }
        }
    }
}

#[test]
fn no_two_questions_have_the_same_words() {
    let mut paths: Vec<_> = ALL.iter().map(|entry| entry.path).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths.len(), ALL.len());
}
