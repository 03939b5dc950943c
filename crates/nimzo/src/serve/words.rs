//! From a request's path and query to the words of a command line.
//!
//! `/api/young/value?piece=ROOK&parts=5,4` becomes `nimzo young value -- ROOK 5,4`. Only commands
//! in [`OFFERED`] exist here, and no option of theirs that takes a path: a request cannot name a
//! file even by mistake, because the type of the option's value forbids it.

use std::any::TypeId;
use std::path::PathBuf;
use std::sync::OnceLock;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction};

use crate::app::Failure;
use crate::cli;

/// Commands that a request may run, by how they are run.
pub enum Manner {
    /// Answered at once; as a job where that is asked for.
    Question,
    /// Runs as a job only.
    Job,
}

/// The commands offered over HTTP. Those that write files of the user's choice, read standard
/// input, or start servers are not.
const OFFERED: &[(&str, Manner)] = &[
    ("young value", Manner::Question),
    ("young map", Manner::Question),
    ("young classify", Manner::Question),
    ("young conjecture", Manner::Question),
    ("young search", Manner::Question),
    ("young census", Manner::Question),
    ("young graph", Manner::Question),
    ("young equal", Manner::Question),
    ("pawns value", Manner::Question),
    ("pawns census", Manner::Question),
    ("pawns periodic", Manner::Question),
    ("pawns search", Manner::Question),
    ("pawns embed", Manner::Question),
    ("pawns play", Manner::Question),
    ("echess krk", Manner::Question),
    ("echess eval", Manner::Question),
    ("echess map", Manner::Question),
    ("echess hottest", Manner::Question),
    ("echess moves", Manner::Question),
    ("echess regions", Manner::Question),
    ("echess line", Manner::Question),
    ("echess sum", Manner::Question),
    ("echess play", Manner::Question),
];

/// A command offered over HTTP.
pub struct Offer {
    /// Its words: `["young", "value"]`.
    pub path: Vec<String>,
    /// Its definition.
    pub command: clap::Command,
    /// How it is run.
    pub manner: &'static Manner,
}

/// Everything on offer that this program has.
pub fn offers() -> &'static [Offer] {
    static OFFERS: OnceLock<Vec<Offer>> = OnceLock::new();
    OFFERS.get_or_init(find_offers)
}

fn find_offers() -> Vec<Offer> {
    let mut definition = cli::definition();
    // Arguments learn their places only when the definition is built.
    definition.build();
    let find = |path: &str| {
        path.split(' ')
            .try_fold(&definition, |command, word| command.find_subcommand(word))
            .cloned()
    };
    OFFERED
        .iter()
        .filter_map(|(path, manner)| {
            let command = find(path)?;
            Some(Offer { path: path.split(' ').map(str::to_owned).collect(), command, manner })
        })
        .collect()
}

impl Offer {
    /// The offered command whose path a request names with slashes.
    pub fn find(path: &str) -> Option<&'static Self> {
        offers().iter().find(|offer| offer.path.join("/") == path.trim_matches('/'))
    }

    /// The arguments that a request may give.
    pub fn arguments(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_arguments().filter(|arg| is_open_to_requests(arg))
    }

    /// The words of a command line for a request's query.
    pub fn words(&self, query: &[(String, String)]) -> Result<Vec<String>, Failure> {
        let mut options = Vec::new();
        let mut positionals: Vec<(usize, String)> = Vec::new();
        for (name, value) in query {
            let arg = self.arguments().find(|arg| is_called(arg, name)).ok_or_else(|| {
                let known: Vec<&str> = self.arguments().map(|arg| arg.get_id().as_str()).collect();
                let path = self.path.join(" ");
                Failure::input(format!("{path} takes no {name:?}; it takes {}", known.join(", ")))
            })?;
            match (arg.get_index(), arg.get_long()) {
                (Some(index), _) => positionals.push((index, value.clone())),
                (None, Some(long)) if takes_value(arg) => options.push(format!("--{long}={value}")),
                (None, Some(long)) => match value.as_str() {
                    "" | "1" | "true" => options.push(format!("--{long}")),
                    "0" | "false" => {}
                    _ => {
                        return Err(Failure::input(format!(
                            "{name} is true or false, not {value:?}"
                        )));
                    }
                },
                (None, None) => {}
            }
        }
        positionals.sort_by_key(|(index, _)| *index);
        let mut words = vec!["nimzo".to_owned()];
        words.extend(self.path.iter().cloned());
        words.extend(options);
        words.push("--".to_owned());
        words.extend(positionals.into_iter().map(|(_, value)| value));
        Ok(words)
    }
}

/// Whether an argument takes a value, as opposed to being a mere flag.
pub fn takes_value(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Set | ArgAction::Append)
}

/// By its own name, its option's, or, where it stands by its place, by what the help calls it.
fn is_called(arg: &Arg, name: &str) -> bool {
    let in_help = || arg.get_value_names().unwrap_or_default().iter();
    arg.get_id().as_str().eq_ignore_ascii_case(name)
        || arg.get_long() == Some(name)
        || (arg.is_positional() && in_help().any(|shown| is_shown_as(shown, name)))
}

/// An endgame is a CLASS in some commands' help; requests may call it their material everywhere.
fn is_shown_as(shown: &str, name: &str) -> bool {
    shown.eq_ignore_ascii_case(name) || (shown == "CLASS" && name.eq_ignore_ascii_case("material"))
}

/// Paths, and the options of the program as a whole, are not a request's business.
fn is_open_to_requests(arg: &Arg) -> bool {
    let is_path = arg.get_value_parser().type_id() == ValueParser::path_buf().type_id()
        || arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
    let is_ours = matches!(
        arg.get_action(),
        ArgAction::Help | ArgAction::HelpShort | ArgAction::HelpLong | ArgAction::Version
    );
    !is_path && !is_ours && !arg.is_global_set()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_offered_argument_takes_a_path() {
        for offer in offers() {
            for arg in offer.arguments() {
                for forbidden in ["svg", "png", "out", "tables", "syzygy", "file"] {
                    assert!(!is_called(arg, forbidden), "{:?} {forbidden}", offer.path);
                }
            }
        }
    }

    #[test]
    fn arguments_by_place_answer_to_the_names_in_the_help() {
        for (command, name) in [("zug/list", "material")] {
            let words = Offer::find(command).unwrap().words(&[(name.into(), "x".into())]);
            assert_eq!(words.unwrap().last().map(String::as_str), Some("x"), "{command} {name}");
        }
    }

    #[test]
    fn a_value_cannot_become_an_option() {
        let offer = Offer::find("reproduce").unwrap();
        let query = [("papers".to_owned(), "--full".to_owned())];
        assert_eq!(offer.words(&query).unwrap(), ["nimzo", "reproduce", "--", "--full"]);
        assert!(offer.words(&[("out".to_owned(), "x".to_owned())]).is_err());
    }
}
