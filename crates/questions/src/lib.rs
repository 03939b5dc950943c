//! Every question that can be put to nimzo, with its answer.
//!
//! A question is a struct: what is asked ([`Question`]), what is answered ([`Answer`]), and one
//! function between them. The command line, the web API and its description, and other languages
//! are faces of these structs: names, help, types and defaults are defined once, here.
//!
//! ```text
//! words, query, JSON  ->  Question  --ask(Session, Task)-->  Answer  ->  text, JSON, picture
//!                                            |
//!                                         Failure
//! ```
//!
//! * [`Session`] owns what outlives a question: the folder, open tables, solved windows, and what
//!   questions may do.
//! * [`Failure`] says why there is no answer: bad input, a missing table, too large, stopped, or
//!   this machine's fault.
//! * [`ALL`] lists the questions; an [`Entry`] is one of them before its type is known.
//!
//! To add a question, write its struct in a file of its own and add it to [`ALL`].

#![forbid(unsafe_code)]

use std::sync::LazyLock;

mod arguments;
pub mod catalogue;
pub mod cgt;
mod device;
pub mod devices;
pub mod echess;
mod entry;
mod failure;
mod given;
mod group;
mod limits;
pub mod line;
pub mod mine;
pub mod pawns;
pub mod probe;
mod question;
pub mod reproduce;
mod session;
mod shown;
pub mod solve;
pub mod study;
pub mod sum;
pub mod table;
pub mod young;
pub mod zug;

pub use entry::{Answered, Asked, Entry, JsonLayout};
pub use failure::Failure;
pub use given::{Argument, Given};
pub use group::Group;
pub use question::{Answer, Manner, Question};
pub use session::{Folders, Rights, Session};

/// Every question, in the order of the help.
pub static ALL: LazyLock<Vec<Entry>> = LazyLock::new(|| {
    vec![
        Entry::of::<reproduce::Reproduce>(),
        Entry::of::<table::Build>(),
        Entry::of::<table::Count>(),
        Entry::of::<table::Stats>(),
        Entry::of::<table::List>(),
        Entry::of::<table::Random>(),
        Entry::of::<table::Verify>(),
        Entry::of::<probe::Probe>(),
        Entry::of::<line::Line>(),
        Entry::of::<solve::Solve>(),
        Entry::of::<study::Check>(),
        Entry::of::<study::Annotate>(),
        Entry::of::<zug::Classify>(),
        Entry::of::<zug::Count>(),
        Entry::of::<zug::List>(),
        Entry::of::<zug::Study>(),
        Entry::of::<zug::Census>(),
        Entry::of::<mine::Mine>(),
        Entry::of::<pawns::Value>(),
        Entry::of::<pawns::Census>(),
        Entry::of::<pawns::Periodic>(),
        Entry::of::<pawns::Search>(),
        Entry::of::<pawns::Embed>(),
        Entry::of::<pawns::Play>(),
        Entry::of::<young::Value>(),
        Entry::of::<young::Map>(),
        Entry::of::<young::Classify>(),
        Entry::of::<young::Census>(),
        Entry::of::<young::Conjecture>(),
        Entry::of::<young::Search>(),
        Entry::of::<young::Graph>(),
        Entry::of::<young::Equal>(),
        Entry::of::<young::Genus>(),
        Entry::of::<echess::Krk>(),
        Entry::of::<echess::Eval>(),
        Entry::of::<echess::Map>(),
        Entry::of::<echess::Regions>(),
        Entry::of::<echess::Hottest>(),
        Entry::of::<echess::Moves>(),
        Entry::of::<echess::Line>(),
        Entry::of::<echess::Play>(),
        Entry::of::<echess::Prove>(),
        Entry::of::<echess::Bounds>(),
        Entry::of::<echess::Sum>(),
        Entry::of::<sum::Sum>(),
        Entry::of::<catalogue::Catalogue>(),
        Entry::of::<cgt::Cgt>(),
        Entry::of::<devices::Devices>(),
    ]
});

/// Words under which several questions are asked, with what their help says.
pub static GROUPS: &[Group] =
    &[table::GROUP, study::GROUP, zug::GROUP, pawns::GROUP, young::GROUP, echess::GROUP];

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// What the command line takes, JSON takes under the same names, but for the names of files.
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
}
