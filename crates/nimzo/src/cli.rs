//! From the words on the command line to a question, and from its answer to an exit status.
//!
//! The definition is made from the list of questions; only what is no question (the server,
//! completions) is defined here.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use nimzo_questions::echess::Play as EchessPlay;
use nimzo_questions::{ALL, Entry, Failure, Folders, GROUPS, Group, Question, Rights, Session};
use nimzo_work::Task;

use crate::commands;
use crate::console::{Console, Outcome};
use crate::picture_files::PictureFiles;
use crate::progress;

/// The folder of the report on the papers where none is named.
pub const REPORTS: &str = "nimzo-report";

/// The laboratory where chess endgames meet combinatorial game theory.
///
/// Exact values of endgame positions, zugzwangs, pawn games, impartial chess on Young diagrams and
/// entrepreneurial chess, each checked against the literature by `nimzo reproduce`.
#[derive(Parser)]
#[command(name = "nimzo", version, propagate_version = true, arg_required_else_help = true)]
#[command(
    subcommand_required = true,
    after_help = "Examples:
  nimzo reproduce                 recompute the published tables, cell by cell
  nimzo help reproduce            what a command takes, with an example

Exit status: 0 done; 1 the answer is \"no\" or a check failed; 2 the input was bad, or what it asks
for cannot be had here (a damaged file, a full disk)."
)]
struct Global {
    #[command(flatten)]
    options: Options,
}

/// Options that every command takes.
#[derive(clap::Args)]
struct Options {
    /// Answer with one JSON document on standard output
    #[arg(long, global = true)]
    json: bool,
    /// Folder of generated endgame tables [default: $NIMZO_TABLES, or else the platform's data folder]
    // Read from the environment by hand: clap would take a set variable for a word of the user's
    // and show no help where there is none.
    #[arg(long, global = true, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Folder of Syzygy files, asked where our tables have nothing [default: $NIMZO_SYZYGY]
    #[arg(long, global = true, value_name = "DIR")]
    syzygy: Option<PathBuf>,
    /// Number of threads [default: one per core]
    #[arg(long, global = true, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// No progress and no talk: only the answer
    #[arg(short, long, global = true)]
    quiet: bool,
}

/// The definition of the whole command line: the questions in their order, each group where its
/// first question stands, and what is no question last.
pub fn definition() -> Command {
    let questions = ALL.iter().fold(Global::command(), |definition, entry| match entry.path {
        [name, _] => {
            let definition = match definition.find_subcommand(name) {
                Some(_) => definition,
                None => GROUPS
                    .iter()
                    .filter(|group| group.name == *name)
                    .fold(definition, |definition, group| definition.subcommand(command_of(group))),
            };
            definition.mut_subcommand(name, |group| group.subcommand(leaf(entry)))
        }
        _ => definition.subcommand(leaf(entry)),
    });
    // Adding the commands must not replace what the program says of itself.
    let (about, long_about) = (questions.get_about().cloned(), questions.get_long_about().cloned());
    commands::Command::augment_subcommands(questions)
        .about(Resettable::from(about))
        .long_about(Resettable::from(long_about))
}

fn command_of(group: &Group) -> Command {
    let command = Command::new(group.name)
        .about(group.about)
        .subcommand_required(true)
        .arg_required_else_help(true);
    let command = match group.examples {
        "" => command,
        examples => command.after_help(examples),
    };
    match group.notation {
        "" => command,
        notation => command.long_about(format!("{}\n\n{notation}", group.about)),
    }
}

fn leaf(entry: &Entry) -> Command {
    let command = (entry.command)();
    if !entry.draws {
        return command;
    }
    // Adding the options must not replace what the command says of itself.
    let (about, long_about) = (command.get_about().cloned(), command.get_long_about().cloned());
    let command = PictureFiles::augment_args(command);
    command.about(Resettable::from(about)).long_about(Resettable::from(long_about))
}

/// Parses, runs, and tells the shell how it went.
pub fn main() -> ExitCode {
    match run() {
        Ok(Outcome::Done | Outcome::ReaderGone) => ExitCode::SUCCESS,
        Ok(Outcome::No) => ExitCode::from(1),
        Err(Refused::ByClap(refusal)) => refuse(&refusal),
        Err(Refused::ByUs(failure)) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.status())
        }
    }
}

/// Why nothing was answered.
enum Refused {
    /// The words make no command; help and version are told like this, too.
    ByClap(clap::Error),
    /// The command failed.
    ByUs(Failure),
}

impl From<clap::Error> for Refused {
    fn from(refusal: clap::Error) -> Self {
        Self::ByClap(refusal)
    }
}

impl From<Failure> for Refused {
    fn from(failure: Failure) -> Self {
        Self::ByUs(failure)
    }
}

fn run() -> Result<Outcome, Refused> {
    let matches = definition().try_get_matches()?;
    let global = Options::from_arg_matches(&matches)?;
    if let Some(threads) = global.threads {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.into());
        pool.build_global().map_err(Failure::input)?;
    }
    let task = progress::task(global.quiet);
    stop_on_ctrl_c(&task)?;
    let named = |variable| {
        std::env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from)
    };
    let tables = global.tables.clone().or(named("NIMZO_TABLES"));
    let syzygy = global.syzygy.clone().or(named("NIMZO_SYZYGY"));
    let folders = Folders { tables, reports: REPORTS.into(), syzygy };
    let session = Arc::new(Session::new(folders, Rights::OWNER));
    let (path, leaf) = innermost(&matches);
    let outcome = match Entry::find(path.iter().copied()) {
        Some(entry) if entry.path == EchessPlay::PATH && !leaf.contains_id("moves") => {
            let game = EchessPlay::from_arg_matches(leaf)?;
            commands::echess_play::run(&game, &Console::new(global.json), &session, &task)
        }
        Some(entry) => {
            let question = entry.read_matches(leaf)?;
            let pictures = match entry.draws {
                true => PictureFiles::from_arg_matches(leaf)?,
                false => PictureFiles::default(),
            };
            Console::new(global.json).answer(question, &pictures, &session, &task)
        }
        None => {
            let console = Console::new(global.json);
            commands::Command::from_arg_matches(&matches)?.run(&console, &session, &task)
        }
    };
    // Whatever went wrong after somebody asked it to stop, it was stopped.
    outcome.map_err(|failure| match task.check() {
        Err(stopped) => Refused::ByUs(stopped.into()),
        Ok(()) => failure.into(),
    })
}

/// The words of the command that was chosen, and what it was given.
fn innermost(matches: &ArgMatches) -> (Vec<&str>, &ArgMatches) {
    let mut path = Vec::new();
    let mut matches = matches;
    while let Some((name, inner)) = matches.subcommand() {
        path.push(name);
        matches = inner;
    }
    (path, matches)
}

/// The first Ctrl-C asks the work to stop at a good place; the second, or five seconds without
/// such a place, ends the process. Files are renamed into place only when whole, so even that
/// leaves nothing half-made.
fn stop_on_ctrl_c(task: &Task) -> Result<(), Failure> {
    let task = task.clone();
    ctrlc::set_handler(move || {
        if task.check().is_err() {
            std::process::exit(130);
        }
        task.stop();
        std::thread::spawn(|| {
            std::thread::sleep(std::time::Duration::from_secs(5));
            std::process::exit(130);
        });
    })
    .map_err(|reason| Failure::machine(reason.to_string()))
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
        fn visit(command: &Command, path: &str) {
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
            let Err(refusal) = definition().try_get_matches_from(words) else {
                panic!("{words:?} was accepted")
            };
            let line = in_one_line(&refusal.to_string());
            assert!(line.starts_with("error: ") && !line.contains('\n'), "{line}");
        }
    }
}
