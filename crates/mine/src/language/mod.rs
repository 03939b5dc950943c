//! The language of queries: tokens, the parser with its faults, and what a query is once read.
//!
//! ```text
//! query      = condition { "or" condition }, "and" binding closer and "not" closest, brackets
//! condition  = win(w) draw(b) loss(w) cursed(w) blessed(b)         values; the side named is to move
//!            | dtm(w) >= 100, winning_moves(b) in 1..2             numbers compared
//!            | K on d4, p on a-c 2-4, attacks(R, k)                men and squares
//!            | only_move(w), only_winning(w, promotion to N)       moves
//!            | every_move(w, loses), after(w, capture, draw)
//!            | zug, zug(A1), mutual, null(query)                   null moves
//!            | check mate stalemate legal reachable wtm btm
//!            | same_color_bishops opposite_color_bishops
//! ```

mod expression;
mod fault;
mod men;
mod parse;
mod parse_moves;
mod parse_squares;
mod token;
mod write;

pub use expression::{Expression, MoveTest, Number, Relation};
pub use fault::Fault;
pub use men::{Men, Squares};

use std::str::FromStr;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::symmetry::Symmetry;

/// A query, read and ready to be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// What must hold.
    pub expression: Expression,
}

impl FromStr for Query {
    type Err = Fault;

    fn from_str(text: &str) -> Result<Self, Fault> {
        Ok(Self { expression: parse::parse(text)? })
    }
}

impl Query {
    /// The expressions one of which holds in a position exactly if the query holds in one of its
    /// mirror images, each with the symmetry that leads to the image; those that are the same come once.
    pub fn images(&self, class: Material) -> Vec<(Symmetry, Expression)> {
        let symmetries = if class.has_pawns() { 2 } else { 8 };
        let mut found: Vec<(Symmetry, Expression)> = Vec::new();
        for symmetry in Symmetry::all().take(symmetries) {
            let image = self.expression.pulled(symmetry);
            if found.iter().all(|(_, known)| *known != image) {
                found.push((symmetry, image));
            }
        }
        found
    }

    /// The depths that it asks for.
    pub fn metrics(&self) -> Vec<Metric> {
        let asks =
            |metric: &Metric| {
                let spoilt = |part: &&Expression| matches!(part, Expression::Spoilt(..));
                (*metric == Metric::Dtz50 && self.expression.parts().iter().any(spoilt))
                    || self.expression.numbers().iter().any(
                        |number| matches!(number, Number::Depth(wanted, _) if wanted == metric),
                    )
            };
        Metric::DEPTHS.into_iter().filter(asks).collect()
    }

    /// Whether it looks at moves, if only at whether there are any.
    pub fn asks_for_moves(&self) -> bool {
        let moves = |number: &&Number| matches!(number, Number::Moves(..));
        self.expression.numbers().iter().any(moves) || self.asks_for_marks()
    }

    /// Whether it looks at mates and stalemates, or at checks that moves lead to.
    pub fn asks_for_marks(&self) -> bool {
        let end = |part: &&Expression| matches!(part, Expression::Mate | Expression::Stalemate);
        let after =
            |number: &&Number| matches!(number, Number::Moves(_, test) if test.asks_for_checks());
        self.expression.parts().iter().any(end) || self.expression.numbers().iter().any(after)
    }
}

#[cfg(test)]
mod tests;
