//! `nimzo pawns value`

use nimzo_games::pawns::{MoveReport, Word, file_name, report};
use nimzo_report::drawings;
use serde::Serialize;

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// The nimber of a component, with the value of each move or why it is loony
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo pawns value 1000
  nimzo pawns value 101001000 --svg word.svg
  nimzo pawns value - --json < words.txt")]
pub struct Value {
    /// The word, or `-` to read one from each line of standard input
    word: String,
    #[command(flatten)]
    picture: PictureFiles,
}

#[derive(Serialize)]
struct Document {
    word: String,
    nimber: u64,
    moves: Vec<Move>,
}

#[derive(Serialize)]
struct Move {
    file: String,
    loony: bool,
    nimber: Option<u64>,
    leaves: String,
    reason: Option<String>,
}

impl From<&MoveReport> for Move {
    fn from(one: &MoveReport) -> Self {
        Self {
            file: file_name(one.file),
            loony: one.nimber().is_none(),
            nimber: one.nimber().map(|nimber| nimber.0),
            leaves: one.leaves.to_string(),
            reason: one.reason(),
        }
    }
}

impl Value {
    /// Values, draws, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        app.answer_each(&self.word, |text| {
            let word: Word = text.parse()?;
            let (nimber, moves) = report(&word, &app.task)?;
            if self.word != "-" {
                let values: Vec<_> = moves.iter().map(|one| (one.file, one.nimber())).collect();
                app.draw(&self.picture, || drawings::word(&word, nimber, &values))?;
            }
            let moves: Vec<Move> = moves.iter().map(Move::from).collect();
            let lines = moves.iter().map(line).collect::<Vec<_>>().join("\n");
            let text = format!("{word} = {nimber}\n{lines}");
            Answer::new(&Document { word: word.to_string(), nimber: nimber.0, moves }, text)
        })
    }
}

fn line(one: &Move) -> String {
    let value = match one.nimber {
        Some(nimber) => format!("to {}", nimzo_cgt::Nimber(nimber)),
        None => "loony".to_owned(),
    };
    let reason = one.reason.as_deref().map_or(String::new(), |reason| format!(" ({reason})"));
    format!("  {:<3} {:<8} {}{reason}", one.file, value, one.leaves)
}
