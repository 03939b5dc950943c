//! The pawn game beside a heap of Nim as a game of two who move in turn.

use crate::pawns::rules::{Pawns, Side};
use crate::turns::TurnGame;

/// The pawn game and one heap: whoever reaches the far row of an open file has won, and whoever
/// cannot move has lost.
#[derive(Debug, Clone, Copy, Default)]
pub struct PawnsAndHeap;

/// Pawns beside a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Beside {
    /// The pawns.
    pub pawns: Pawns,
    /// The stones of the heap.
    pub stones: u32,
    /// Who is to move.
    pub side: Side,
    /// Whether the other side has just reached its goal.
    pub touched_down: bool,
}

impl TurnGame for PawnsAndHeap {
    type Position = Beside;

    fn options(&self, position: &Beside) -> Vec<Beside> {
        let Beside { pawns, stones, side, .. } = *position;
        let next = Beside { side: side.other(), touched_down: false, ..*position };
        let by_pawns = pawns.moves(side).map(|one| Beside {
            pawns: pawns.after(side, one),
            touched_down: pawns.is_touchdown(one),
            ..next
        });
        by_pawns.chain((0..stones).map(|stones| Beside { stones, ..next })).collect()
    }

    fn is_lost(&self, position: &Beside) -> bool {
        position.touched_down || self.options(position).is_empty()
    }
}
