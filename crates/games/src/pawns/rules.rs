//! The pawn game as its rules read: a board three rows high, pawns that step and capture like
//! chess pawns, stopped files, touchdown. No theory lives here.

pub use crate::board::Side;

use super::word::{File, Word};

/// Rows are counted from a player's own side: 0 at home, 1 in the middle, 2 at the goal.
pub const HOME: usize = 0;
/// The middle row, the same for both.
pub const MIDDLE: usize = 1;
/// The opponent's home row.
pub const GOAL: usize = 2;

/// A move of one pawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PawnMove {
    /// The file the pawn leaves, counted from 0.
    pub from: usize,
    /// The file it reaches; another one when it captures.
    pub to: usize,
    /// The row it leaves, from the mover's side.
    pub row: usize,
}

impl PawnMove {
    /// Whether the pawn captures.
    pub fn is_capture(self) -> bool {
        self.from != self.to
    }
}

/// How a pawn moves.
#[derive(Clone, Copy)]
enum Kind {
    Left,
    Right,
    Step,
}

impl Kind {
    /// The file that a pawn reaching `to` comes from.
    fn origin(self, to: usize) -> usize {
        match self {
            Kind::Left => to + 1,
            Kind::Right => to - 1,
            Kind::Step => to,
        }
    }
}

/// Pawns on the board and the stopped files; who is to move is told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pawns {
    files: usize,
    stopped: u32,
    /// For each side, its pawns by row from its own side, a bit a file.
    men: [[u32; 3]; 2],
}

/// The most files that a board of the referee can have.
pub const MOST_FILES: usize = 32;

impl Pawns {
    /// The start: the given components from left to right with an empty file between them.
    /// `None` when there are more than [`MOST_FILES`] files.
    pub fn start(components: &[Word]) -> Option<Self> {
        let mut pawns = Self { files: 0, stopped: 0, men: [[0; 3]; 2] };
        for (index, word) in components.iter().enumerate() {
            if index > 0 {
                pawns.files += 1;
            }
            for file in word.files() {
                if pawns.files >= MOST_FILES {
                    return None;
                }
                let bit = 1 << pawns.files;
                pawns.men[0][HOME] |= bit;
                pawns.men[1][HOME] |= bit;
                pawns.stopped |= if *file == File::Stopped { bit } else { 0 };
                pawns.files += 1;
            }
        }
        (pawns.files <= MOST_FILES).then_some(pawns)
    }

    /// Pawns anywhere: sets of files, a bit a file, for each side and row from its own home.
    pub fn standing(files: usize, stopped: u32, men: [[u32; 3]; 2]) -> Self {
        Self { files, stopped, men }
    }

    /// The same board with other pawns: for each side its pawns by row.
    pub(super) fn with_men(&self, rows: impl Fn(Side) -> [u32; 3]) -> Self {
        Self { men: [Side::White, Side::Black].map(rows), ..*self }
    }

    /// The width of the board.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Whether a file is stopped.
    pub fn is_stopped(&self, file: usize) -> bool {
        self.stopped >> file & 1 != 0
    }

    /// The pawns of a side on a row counted from its own home, a bit a file.
    pub fn row(&self, side: Side, row: usize) -> u32 {
        self.men[side as usize][row]
    }

    /// Whether a side has a pawn there; the row is counted from its own home.
    pub fn has(&self, side: Side, row: usize, file: usize) -> bool {
        self.men[side as usize][row] >> file & 1 != 0
    }

    /// The moves of a side: first captures to the left, then to the right, then steps; in each
    /// kind those from home first.
    pub fn moves(&self, side: Side) -> impl Iterator<Item = PawnMove> + use<> {
        let mine = self.men[side as usize];
        let theirs = self.men[side.other() as usize];
        let targets = move |kind: Kind, row: usize| match kind {
            Kind::Left => mine[row] >> 1 & theirs[GOAL - (row + 1)],
            Kind::Right => mine[row] << 1 & theirs[GOAL - (row + 1)],
            Kind::Step => mine[row] & !(mine[row + 1] | theirs[GOAL - (row + 1)]),
        };
        let kinds = [Kind::Left, Kind::Right, Kind::Step].into_iter();
        kinds.flat_map(move |kind| {
            [HOME, MIDDLE].into_iter().flat_map(move |row| {
                bits(targets(kind, row)).map(move |to| PawnMove { from: kind.origin(to), to, row })
            })
        })
    }

    /// The position with the sides exchanged: the same game with the colours the other way round.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { men: [self.men[1], self.men[0]], ..*self }
    }

    /// Whether a move reaches the goal on a file that is not stopped: it wins at once.
    pub fn is_touchdown(&self, pawn_move: PawnMove) -> bool {
        pawn_move.row + 1 == GOAL && !self.is_stopped(pawn_move.to)
    }

    /// The pawns after a move of `side`.
    #[must_use]
    pub fn after(&self, side: Side, pawn_move: PawnMove) -> Self {
        let mut next = *self;
        let to = 1u32 << pawn_move.to;
        next.men[side as usize][pawn_move.row] &= !(1 << pawn_move.from);
        next.men[side as usize][pawn_move.row + 1] |= to;
        next.men[side.other() as usize][GOAL - (pawn_move.row + 1)] &= !to;
        next
    }

    /// Whether `side`, to move, can reach the goal now.
    pub fn can_touch_down(&self, side: Side) -> bool {
        let pawns = self.men[side as usize][MIDDLE];
        let home = self.men[side.other() as usize][HOME];
        let blocked = home | self.men[side as usize][GOAL];
        let steps = pawns & !blocked;
        let captures = (pawns << 1 | pawns >> 1) & home;
        (steps | captures) & !self.stopped != 0
    }
}

/// The places of the set bits.
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            place
        })
    })
}

impl std::fmt::Display for Pawns {
    /// Three rows from the top, `P` White, `p` Black, and below them `^` under a stopped file.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in (HOME..=GOAL).rev() {
            for file in 0..self.files {
                let white = self.has(Side::White, row, file);
                let black = self.has(Side::Black, GOAL - row, file);
                f.write_str(if white {
                    "P"
                } else if black {
                    "p"
                } else {
                    "."
                })?;
            }
            f.write_str("\n")?;
        }
        let marks: String =
            (0..self.files).map(|file| if self.is_stopped(file) { '^' } else { ' ' }).collect();
        writeln!(f, "{}", marks.trim_end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(words: &[&str]) -> Pawns {
        let words: Vec<Word> = words.iter().map(|word| word.parse().unwrap()).collect();
        Pawns::start(&words).unwrap()
    }

    fn step(file: usize) -> PawnMove {
        PawnMove { from: file, to: file, row: HOME }
    }

    #[test]
    fn a_step_threatens_touchdown_on_both_sides() {
        let pawns = start(&["000"]).after(Side::White, step(1));
        assert!(pawns.can_touch_down(Side::White));
        let replies: Vec<PawnMove> = pawns.moves(Side::Black).filter(|m| m.is_capture()).collect();
        assert_eq!(replies.iter().map(|m| m.from).collect::<Vec<_>>(), [2, 0]);
        assert_eq!(pawns.to_string(), "ppp\n.P.\nP.P\n\n");
    }

    #[test]
    fn touchdown_does_not_count_on_a_stopped_file() {
        let pawns = start(&["010"]).after(Side::White, step(0));
        assert!(!pawns.can_touch_down(Side::White));
        let onto_the_stop = PawnMove { from: 0, to: 1, row: MIDDLE };
        assert!(pawns.moves(Side::White).any(|m| m == onto_the_stop));
        assert!(!pawns.is_touchdown(onto_the_stop));
    }

    #[test]
    fn the_bitwise_test_for_touchdown_is_the_rule() {
        let mut queue = vec![(start(&["01001"]), Side::White)];
        let mut seen = std::collections::HashSet::new();
        while let Some((pawns, side)) = queue.pop() {
            if !seen.insert((pawns, side)) {
                continue;
            }
            let by_moves = pawns.moves(side).any(|m| pawns.is_touchdown(m));
            assert_eq!(by_moves, pawns.can_touch_down(side), "{pawns}");
            queue.extend(pawns.moves(side).map(|m| (pawns.after(side, m), side.other())));
        }
        assert!(seen.len() > 1000);
    }
}
