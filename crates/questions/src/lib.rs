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

use std::sync::LazyLock;

mod arguments;
pub mod cgt;
mod entry;
mod failure;
mod given;
mod group;
pub mod line;
pub mod probe;
mod question;
pub mod reproduce;
mod session;
pub mod table;
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
        Entry::of::<cgt::Cgt>(),
        Entry::of::<zug::Classify>(),
        Entry::of::<zug::Count>(),
        Entry::of::<zug::List>(),
        Entry::of::<zug::Study>(),
        Entry::of::<zug::Census>(),
    ]
});

/// Words under which several questions are asked, with what their help says.
pub static GROUPS: &[Group] = &[
    Group {
        name: "table",
        about: "Generate, list, verify and count endgame tables",
        notation: "",
        examples: "Example:\n  nimzo table build KRvKN && nimzo table stats KRvKN",
    },
    Group {
        name: "zug",
        about: "Zugzwangs: positions in which the side to move would rather pass",
        notation: "",
        examples: "",
    },
];

#[cfg(test)]
mod tests {
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
            let mut asked = cgt.from_query(&[(name.to_owned(), "*2".to_owned())]).unwrap();
            assert_eq!(asked.subject().map(|subject| subject.as_str()), Some("*2"));
        }
    }

    #[test]
    fn a_bad_query_is_refused_with_what_would_be_right() {
        let refused = |query: &[(&str, &str)]| {
            let query: Vec<(String, String)> =
                query.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
            match Entry::find(["line"]).unwrap().from_query(&query) {
                Err(failure) => failure.to_string(),
                Ok(_) => panic!("{query:?} was accepted"),
            }
        };
        assert!(refused(&[]).contains("\"fen\" is missing"));
        assert!(refused(&[("fen", "x"), ("colour", "red")]).contains("it takes fen, metric"));
        assert!(refused(&[("fen", "x"), ("fen", "y")]).contains("given twice"));
    }

    #[test]
    fn no_two_questions_have_the_same_words() {
        let mut paths: Vec<_> = ALL.iter().map(|entry| entry.path).collect();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), ALL.len());
    }
}
