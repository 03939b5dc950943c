//! From the words on the command line to a running command, and from its end to an exit status.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};

use crate::app::{App, Failure, Outcome};
use crate::commands::Command;

/// The laboratory where chess endgames meet combinatorial game theory.
///
/// Exact values of endgame positions, zugzwangs, pawn games, impartial chess on Young diagrams and
/// entrepreneurial chess, each checked against the literature by `nimzo reproduce`.
#[derive(Parser)]
#[command(name = "nimzo", version, propagate_version = true, arg_required_else_help = true)]
#[command(after_help = "Examples:
  nimzo reproduce                 recompute the published tables, cell by cell
  nimzo help reproduce            what a command takes, with an example

Exit status: 0 done; 1 the answer is \"no\" or a check failed; 2 the input was bad.")]
pub struct Cli {
    #[command(flatten)]
    global: Global,
    #[command(subcommand)]
    pub command: Command,
}

/// Options that every command takes.
#[derive(clap::Args)]
pub struct Global {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true)]
    pub json: bool,
    /// Folder of generated endgame tables [default: $NIMZO_TABLES, or else the platform's data folder]
    // Read by `App`: clap would take a set variable for a word of the user's and show no help where
    // there is none.
    #[arg(long, global = true, value_name = "DIR")]
    pub tables: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// No progress and no talk: only the answer
    #[arg(short, long, global = true)]
    pub quiet: bool,
}

/// The definition of the whole command line, for completions.
pub fn definition() -> clap::Command {
    Cli::command()
}

/// Parses, runs, and tells the shell how it went.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refusal) => return refuse(&refusal),
    };
    let outcome = App::start(&cli.global).and_then(|app| {
        cli.command.run(&app).map_err(|failure| match app.task.check() {
            Err(_) => Failure::Interrupted,
            Ok(()) => failure,
        })
    });
    match outcome {
        Ok(Outcome::Done) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(failure) => {
            if let Some(message) = failure.message() {
                eprintln!("error: {message}");
            }
            ExitCode::from(failure.status())
        }
    }
}

/// Help and version go to standard output in full; a mistake gets one line.
fn refuse(refusal: &clap::Error) -> ExitCode {
    match refusal.kind() {
        ErrorKind::DisplayHelp
        | ErrorKind::DisplayVersion
        | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            // A closed pipe while printing help is nobody's problem.
            let _ = refusal.print();
            ExitCode::from(if refusal.use_stderr() { 2 } else { 0 })
        }
        _ => {
            eprintln!("{}", in_one_line(&refusal.to_string()));
            ExitCode::from(2)
        }
    }
}

/// Folds clap's paragraph into one line: what was wrong, what would be right, where to read on.
pub fn in_one_line(message: &str) -> String {
    let usage = message.lines().find_map(|line| line.trim().strip_prefix("Usage: "));
    let wrong: Vec<&str> = message
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty())
        .collect();
    let wrong = wrong.join(" ").replace(" tip: ", "; ");
    match usage {
        Some(usage) => format!("{wrong} (usage: {usage})"),
        None => format!("{wrong} (see nimzo --help)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definition_is_consistent() {
        definition().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        fn visit(command: &clap::Command, path: &str) {
            for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
                let path = format!("{path} {}", sub.get_name());
                if sub.has_subcommands() {
                    visit(sub, &path);
                } else {
                    let help = sub.get_after_help().map(ToString::to_string).unwrap_or_default();
                    assert!(help.contains(&path), "`{path} --help` shows no example of {path}");
                }
            }
        }
        visit(&definition(), "nimzo");
    }

    #[test]
    fn mistakes_are_told_in_one_line() {
        for words in [
            &["nimzo", "frobnicate"][..],
            &["nimzo", "completions"],
            &["nimzo", "--threads", "0", "reproduce"],
        ] {
            let Err(refusal) = Cli::try_parse_from(words) else { panic!("{words:?} was accepted") };
            let line = in_one_line(&refusal.to_string());
            assert!(line.starts_with("error: ") && !line.contains('\n'), "{line}");
        }
    }
}
