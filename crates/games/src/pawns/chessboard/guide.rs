//! The pawn game as a guide to chess: who wins an embedded sum, by playing the pawn game out.
//!
//! The solver of chess positions looks first where this points. It proves nothing.

use nimzo_work::Task;

use crate::board::{Guide, Position, RowMasks};
use crate::pawns::rules::{GOAL, HOME, MIDDLE, Pawns, Side};
use crate::pawns::{Referee, Word};

/// The most files of components whose pawn game is played out.
const MOST_FILES: usize = 16;

/// Knows the winner as long as only pawns of the components have moved.
pub struct PawnGuide {
    /// The board without the three rows of the pawn game.
    around: Vec<RowMasks>,
    middle: usize,
    files: usize,
    stopped: u32,
    referee: Referee,
}

impl PawnGuide {
    /// A guide to the sum of components that stands at the left edge of a board, around its middle
    /// row. `None` when it has too many files to be played out.
    pub(super) fn new(
        position: &Position,
        components: &[(usize, Word)],
        task: &Task,
    ) -> Option<Self> {
        let (start, last) = components.last()?;
        let files = start + last.len();
        if files > MOST_FILES {
            return None;
        }
        let stops = components.iter().flat_map(|(start, word)| {
            let stopped = word.files().iter().enumerate().filter(|(_, file)| file.is_stopped());
            stopped.map(move |(place, _)| 1 << (start + place))
        });
        let mut guide = Self {
            around: Vec::new(),
            middle: position.rows() / 2,
            files,
            stopped: stops.sum(),
            referee: Referee::watched_by(task),
        };
        guide.around = guide.without_game(position).collect();
        Some(guide)
    }

    fn without_game(&self, position: &Position) -> impl Iterator<Item = RowMasks> {
        let rows = self.middle - 1..=self.middle + 1;
        let others = !((1u128 << self.files) - 1);
        position.masks().iter().enumerate().map(move |(row, &masks)| {
            let keep = if rows.contains(&row) { others } else { u128::MAX };
            RowMasks {
                men: masks.men.map(|set| set & keep),
                pawns: masks.pawns.map(|set| set & keep),
            }
        })
    }

    fn pawns(&self, position: &Position) -> Pawns {
        let game = (1u128 << self.files) - 1;
        let row = |side: Side, row: usize| {
            let row = match side {
                Side::White => self.middle - 1 + row,
                Side::Black => self.middle + 1 - row,
            };
            (position.masks()[row].pawns[side as usize] & game) as u32
        };
        let men =
            [Side::White, Side::Black].map(|side| [HOME, MIDDLE, GOAL].map(|at| row(side, at)));
        Pawns::standing(self.files, self.stopped, men)
    }
}

impl Guide for PawnGuide {
    fn expects(&mut self, position: &Position) -> Option<Side> {
        if !self.without_game(position).eq(self.around.iter().copied()) {
            return None;
        }
        let pawns = self.pawns(position);
        let through = |side| pawns.row(side, GOAL) & !self.stopped != 0;
        match (through(Side::White), through(Side::Black)) {
            (true, true) => None,
            (true, false) => Some(Side::White),
            (false, true) => Some(Side::Black),
            (false, false) => {
                let mover = position.to_move();
                // Whoever asked to stop is told so by the solver.
                let wins = self.referee.wins(&pawns, mover).ok()? & 1 != 0;
                Some(if wins { mover } else { mover.other() })
            }
        }
    }
}
