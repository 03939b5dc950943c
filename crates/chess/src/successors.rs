//! The value of a position from those of its successors: the definition that everything faster is
//! held to. Also the one place that knows how en passant rights change a value.

use shakmaty::{Chess, Move, Position};

use crate::rules::{after, step, without_en_passant};
use crate::values::{Step, Values};

/// What positions are worth, in whatever detail.
pub trait Worth: Copy {
    /// Mated.
    const MATED: Self;
    /// Drawn.
    const DRAW: Self;
    /// What a move of this kind into a position of this worth is worth to the mover.
    fn before(self, step: Step) -> Self;
    /// The better of two moves' worths.
    fn best(self, other: Self) -> Self;
}

impl Worth for Values {
    const MATED: Self = Values::MATED;
    const DRAW: Self = Values::DRAW;

    fn before(self, step: Step) -> Self {
        Values::before(self, step)
    }

    fn best(self, other: Self) -> Self {
        Values::best(self, other)
    }
}

/// The best that the side to move can reach, where `value` tells what its successors are worth to
/// the side then to move; mate and stalemate where it cannot move.
pub fn from_successors<V: Worth, E>(
    position: &Chess,
    mut value: impl FnMut(&Chess) -> Result<V, E>,
) -> Result<V, E> {
    match best_of(position, &position.legal_moves(), &mut value)? {
        Some(best) => Ok(best),
        None => Ok(if position.is_check() { V::MATED } else { V::DRAW }),
    }
}

/// The value of a position that may have an en passant right, where `table` knows positions
/// without one.
///
/// The right adds moves to those the table knew of, so the value is the better of the table's and
/// the captures'. If the captures are the only legal moves, the table saw a mate or stalemate that
/// is none, and the captures alone count.
pub fn with_en_passant<V: Worth, E>(
    position: &Chess,
    table: &mut impl FnMut(&Chess) -> Result<V, E>,
) -> Result<V, E> {
    if position.maybe_ep_square().is_none() {
        return table(position);
    }
    let captures = position.en_passant_moves();
    match best_of(position, &captures, table)? {
        None => table(position),
        Some(captured) if captures.len() == position.legal_moves().len() => Ok(captured),
        Some(captured) => Ok(table(&without_en_passant(position))?.best(captured)),
    }
}

fn best_of<V: Worth, E>(
    position: &Chess,
    moves: &[Move],
    value: &mut impl FnMut(&Chess) -> Result<V, E>,
) -> Result<Option<V>, E> {
    let mut best: Option<V> = None;
    for &mv in moves {
        let worth = value(&after(position, mv))?.before(step(mv));
        best = Some(best.map_or(worth, |so_far| so_far.best(worth)));
    }
    Ok(best)
}
