//! `nimzo young value`

use nimzo_cgt::Nimber;
use nimzo_games::young::{Moveset, ValueMap};
use serde_json::json;

use super::{move_json, moves_text, moveset, partition};
use crate::app::{Answer, App, Failure, Outcome};

/// Normal and misère values of a partition, and the winning moves
#[derive(clap::Args)]
#[command(
    name = "value",
    after_help = "Examples:
  nimzo young value rook 5,4^3
  nimzo young value \"(1,2),(0,1)+\" 6,6,4
  printf '3,3\\n4,5\\n' | nimzo young value queen - --json"
)]
pub struct ValueOf {
    /// A piece or a moveset
    piece: String,
    /// A partition, or - for one a line on standard input
    #[arg(allow_negative_numbers = true)]
    parts: String,
}

impl ValueOf {
    /// Answers for one partition or many.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let moveset = moveset(&self.piece)?;
        app.answer_each(&self.parts, |parts| value(app, &moveset, parts))
    }
}

fn value(app: &App, moveset: &Moveset, parts: &str) -> Result<Answer, Failure> {
    let partition = partition(parts)?;
    let map = ValueMap::solve(&partition, moveset, &app.task)?;
    let pair = map.root();
    let (normal, misere) = map.winning_moves();
    let letter = |value: Nimber| if value.is_zero() { "P" } else { "N" };
    let document = json!({
        "piece": moveset.name(),
        "partition": partition.to_string(),
        "size": partition.size(),
        "sg": pair.normal.0,
        "misere": pair.misere.0,
        "outcome": letter(pair.normal),
        "misere_outcome": letter(pair.misere),
        "terminal": map.is_terminal(0, 0),
        "moves": map.options(0, 0).iter().map(|(made, _)| move_json(made)).collect::<Vec<_>>(),
        "winning": normal.iter().map(move_json).collect::<Vec<_>>(),
        "misere_winning": misere.iter().map(move_json).collect::<Vec<_>>(),
        "rank": partition.rank(),
        "durfee": partition.durfee(),
        "corners": partition.corners(),
        "conjugate": partition.conjugate().to_string(),
    });
    let told = |value: Nimber, moves| match value.is_zero() {
        true => "the player to move loses".to_owned(),
        false => format!("wins by removing (rows,columns) {moves}"),
    };
    let text = format!(
        "{} on {partition}: {pair}\n  normal: {}\n  misère: {}",
        moveset.name(),
        told(pair.normal, moves_text(&normal)),
        told(pair.misere, moves_text(&misere)),
    );
    Answer::new(&document, text)
}
