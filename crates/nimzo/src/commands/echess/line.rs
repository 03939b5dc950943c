//! `nimzo echess line`

use std::fmt::Write;

use nimzo_games::echess::{After, End, Guide, Player, Position, Style};
use serde_json::json;

use super::{Edges, Side, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// A line of play between the dogmatic strategies, or between two players who err nowhere
///
/// After each move stands what the rest of the game is worth to the player whose turn it is.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess line '0,0 -3,-1 10,1'
  nimzo echess line --corner '2,2 0,0 1,1' --first white --style best")]
pub struct Line {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Black)]
    first: Side,
    /// How moves are chosen
    #[arg(long, value_enum, default_value_t = Choice::Dogma)]
    style: Choice,
    /// The most moves to play, both sides counted
    #[arg(long, value_name = "N", default_value_t = 100)]
    plies: usize,
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Choice {
    /// By the players' dogmas
    Dogma,
    /// For the best stop of this position alone
    Best,
}

/// Longer lines are refused.
const LONGEST: usize = 1000;

impl Line {
    /// Plays the line.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        if self.plies > LONGEST {
            return Err(Failure::input(format!(
                "--plies {} is too many; expected at most {LONGEST}",
                self.plies
            )));
        }
        let board = self.edges.board();
        if self.position != "-" {
            super::position(&self.position, board)?;
        }
        let solution = self.window.solution(app, board)?;
        let guide = Guide::new(&solution);
        app.answer_each(&self.position, |text| self.answer(guide, &super::position(text, board)?))
    }

    fn answer(&self, guide: Guide<'_>, start: &Position) -> Result<Answer, Failure> {
        let style = match self.style {
            Choice::Dogma => Style::Dogma,
            Choice::Best => Style::Best,
        };
        let first = self.first.player();
        guide.evaluate(start)?;
        let optimum = guide.worth(start, first, nimzo_cgt::Dyadic::ZERO)?;
        let line = guide.line(start, first, style, self.plies)?;
        let result = match line.end {
            End::Score(score) => Some(score.to_string()),
            End::Unfinished => None,
        };
        let moves: Vec<_> = line
            .plies
            .iter()
            .map(|ply| {
                let after = match ply.after {
                    After::Position(next) => Some(next.to_string()),
                    _ => None,
                };
                json!({
                    "player": ply.player.to_string(),
                    "move": ply.played.to_string(),
                    "worth": ply.worth.to_string(),
                    "after": after,
                })
            })
            .collect();
        let document = json!({
            "position": start.to_string(),
            "first": first.to_string(),
            "moves": moves,
            "result": result,
            "optimum": optimum.to_string(),
        });
        let mut text = format!("{start}, {first} first: best play brings {optimum}");
        for ply in &line.plies {
            let _ = write!(
                text,
                "\n  {:<5} {:<10} {}",
                name(ply.player),
                ply.played.to_string(),
                ply.worth
            );
        }
        let _ = match result {
            Some(result) => write!(text, "\nscore {result}"),
            None => write!(text, "\nunfinished after {} moves", line.plies.len()),
        };
        Answer::new(&document, text)
    }
}

fn name(player: Player) -> String {
    player.to_string()
}
