//! `nimzo pawns value`

use std::fmt;

use nimzo_cgt::Nimber;
use nimzo_games::pawns::{Component, MoveReport, Word, file_name, report};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The nimber of a component, with the value of each move or why it is loony
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo pawns value 1000
  nimzo pawns value 101001000 --svg word.svg
  nimzo pawns value - --json < words.txt")]
pub struct Value {
    /// The word, or `-` to read one from each line of standard input
    word: String,
}

/// The nimber of a component and what each of its moves is worth.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsValueAnswer {
    /// The word.
    word: Shown<Word>,
    /// Its nimber.
    nimber: u64,
    /// A step on each of its files.
    moves: Vec<PawnsMove>,
}

/// A step of a pawn.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsMove {
    /// The file by its letter.
    file: String,
    /// Whether it is a mistake whatever else is on the board.
    loony: bool,
    /// The nimber that it leads to, unless it is loony.
    nimber: Option<u64>,
    /// What it leaves, in the paper's notation.
    leaves: Shown<Component>,
    /// Why it is loony.
    reason: Option<String>,
    #[serde(skip)]
    index: usize,
}

impl Question for Value {
    const PATH: &'static [&'static str] = &["pawns", "value"];
    const DRAWS: bool = true;
    type Answer = PawnsValueAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsValueAnswer, Failure> {
        let word: Word = self.word.parse()?;
        let (nimber, moves) = report(&word, task)?;
        let moves = moves.into_iter().map(PawnsMove::from).collect();
        Ok(PawnsValueAnswer { word: Shown(word), nimber: nimber.0, moves })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.word)
    }
}

impl From<MoveReport> for PawnsMove {
    fn from(one: MoveReport) -> Self {
        Self {
            file: file_name(one.file),
            loony: one.nimber().is_none(),
            nimber: one.nimber().map(|nimber| nimber.0),
            reason: one.reason(),
            leaves: Shown(one.leaves),
            index: one.file,
        }
    }
}

impl fmt::Display for PawnsValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.word, Nimber(self.nimber))?;
        for PawnsMove { file, nimber, leaves, reason, .. } in &self.moves {
            let value = match *nimber {
                Some(nimber) => format!("to {}", Nimber(nimber)),
                None => "loony".to_owned(),
            };
            write!(f, "\n  {file:<3} {value:<8} {leaves}")?;
            if let Some(reason) = reason {
                write!(f, " ({reason})")?;
            }
        }
        Ok(())
    }
}

impl Answer for PawnsValueAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let values: Vec<_> =
            self.moves.iter().map(|one| (one.index, one.nimber.map(Nimber))).collect();
        Ok(drawings::word(&self.word.0, Nimber(self.nimber), &values)?)
    }
}
