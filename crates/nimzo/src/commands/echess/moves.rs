//! `nimzo echess moves`

use std::fmt::Write;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Advice, Guide, Player, Position, dogma};
use serde_json::{Value, json};

use super::{Edges, Side, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// The legal moves of a position, what each is worth, and the best one
///
/// A move is worth what the position after it brings when the other player goes on. With --tax the
/// comparison is made at that temperature, as in a larger sum.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess moves '0,0 -3,-1 10,1' --player black
  nimzo echess moves '0,0 8,5 -4,1' --player white --tax 1/2")]
pub struct Moves {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Whose move it is
    #[arg(long, value_enum, default_value_t = Side::Black)]
    player: Side,
    /// The tax on a move
    #[arg(long, value_name = "T", default_value = "0")]
    tax: String,
    /// How many rook moves to show at most; the best come first
    #[arg(long, value_name = "N", default_value_t = 12)]
    most: usize,
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
}

impl Moves {
    /// Lists the moves.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = self.edges.board();
        let tax: Dyadic = self.tax.parse().map_err(|_| self.bad_tax())?;
        if tax < Dyadic::ZERO {
            return Err(self.bad_tax());
        }
        if self.position != "-" {
            super::position(&self.position, board)?;
        }
        let solution = self.window.solution(app, board)?;
        let guide = Guide::new(&solution);
        app.answer_each(&self.position, |text| {
            self.answer(guide, &super::position(text, board)?, tax)
        })
    }

    fn bad_tax(&self) -> Failure {
        Failure::input(format!(
            "--tax `{}` is not a tax; expected a fraction from 0 up, as in 3/4",
            self.tax
        ))
    }

    fn answer(
        &self,
        guide: Guide<'_>,
        position: &Position,
        tax: Dyadic,
    ) -> Result<Answer, Failure> {
        let player = self.player.player();
        // A White king outside the window is refused here.
        guide.evaluate(position)?;
        let advice = guide.advise(position, player, tax)?;
        let dogma = dogma::choose(guide, position, player)?;
        let document = json!({
            "position": position.to_string(),
            "player": player.to_string(),
            "tax": tax.to_string(),
            "score": guide.worth(position, player, tax)?.to_string(),
            "best": advice.first().map(|advice| advice.played.to_string()),
            "dogma": dogma.map(|played| played.to_string()),
            "moves": advice.iter().map(|advice| told(position, player, advice)).collect::<Vec<_>>(),
        });
        let mut text = format!(
            "{player} to move: {}; by dogma {}",
            guide.worth(position, player, tax)?,
            dogma.map_or("no move".to_owned(), |played| played.to_string())
        );
        for advice in advice.iter().take(self.most) {
            let _ = write!(text, "\n  {:<10} {}", advice.played.to_string(), advice.worth);
        }
        if advice.len() > self.most {
            let _ = write!(text, "\n  and {} more", advice.len() - self.most);
        }
        Answer::new(&document, text)
    }
}

/// A move for programs.
pub(super) fn told(position: &Position, player: Player, advice: &Advice) -> Value {
    use nimzo_games::echess::{After, Move, compass};
    let from = match player {
        Player::Black => position.black_king,
        Player::White => position.white_king,
    };
    let step = match advice.played {
        Move::King(to) | Move::TakeRook(to) => compass(from, to),
        _ => None,
    };
    let after = match position.after(player, advice.played) {
        After::Position(next) => Some(next.to_string()),
        _ => None,
    };
    json!({
        "move": advice.played.to_string(),
        "step": step,
        "worth": advice.worth.to_string(),
        "exact": advice.worth.is_exact(),
        "after": after,
    })
}
