//! Pawns of both colours on neighbouring files, and nothing else: the rules of a component.
//!
//! Pawns step, step twice, capture and capture in passing as on a chessboard of so many rows.
//! Promotion wins, unless it is said that the other side wins by promoting right after. A player who has no move here may have one elsewhere: that is the sum's business.

use crate::board::{Man, Position, Role, Side, Square};
use crate::partizan::{Partizan, Player, Reached};

/// The most squares on the files of a component.
pub const MOST_SQUARES: usize = 128;
/// The double step needs a board at least this high, as on the [`board`](crate::board).
const ROWS_FOR_DOUBLE_STEP: u8 = 6;

/// Pawns on neighbouring files of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PawnGroup {
    files: u8,
    rows: u8,
    /// The pawns of each side, a bit a square, file by file from White's side.
    pawns: [u128; 2],
    /// The square behind a pawn that has just stepped twice, if it can be captured there.
    passed: Option<u8>,
    /// The side whose promotion still wins when it comes right after the other's.
    late: Option<Side>,
}

/// A move of a pawn of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GroupMove {
    /// Where the pawn stands; files are counted from the group's first.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// Colours and players: White is Left.
pub fn player(side: Side) -> Player {
    match side {
        Side::White => Player::Left,
        Side::Black => Player::Right,
    }
}

/// The colour of a player.
pub fn side(player: Player) -> Side {
    match player {
        Player::Left => Side::White,
        Player::Right => Side::Black,
    }
}

impl PawnGroup {
    /// No pawns on so many files; `None` where that is none or too many squares.
    pub fn empty(files: usize, rows: usize) -> Option<Self> {
        let fits = (1..=MOST_SQUARES).contains(&files.checked_mul(rows)?) && rows >= 3;
        let (files, rows) = (u8::try_from(files).ok()?, u8::try_from(rows).ok()?);
        fits.then_some(Self { files, rows, pawns: [0; 2], passed: None, late: None })
    }

    /// The group with one pawn more. The square is on the board and not in a last row.
    #[must_use]
    pub fn with(mut self, side: Side, square: Square) -> Self {
        self.pawns[side as usize] |= self.bit(square);
        self
    }

    /// The same where a side's promotion still wins when it comes right after the other's: its new
    /// queen gives mate, say, and the other one's does not.
    #[must_use]
    pub fn with_late(mut self, late: Option<Side>) -> Self {
        self.late = late;
        self
    }

    /// The side whose promotion still wins when it comes right after the other's.
    pub fn late(&self) -> Option<Side> {
        self.late
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.files.into()
    }

    /// The number of rows of the board.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// The pawns with their squares.
    pub fn men(&self) -> impl Iterator<Item = (Square, Side)> + '_ {
        [Side::White, Side::Black].into_iter().flat_map(move |side| {
            squares(self.pawns[side as usize]).map(move |at| (self.square(at), side))
        })
    }

    /// Whether there is a pawn of a side on a square.
    pub fn has(&self, side: Side, square: Square) -> bool {
        self.pawns[side as usize] & self.bit(square) != 0
    }

    /// The same with the chance to capture in passing gone.
    #[must_use]
    pub fn waited(mut self) -> Self {
        self.passed = None;
        self
    }

    /// The same with files from right to left, or itself, whichever comes first: they have the same
    /// value.
    #[must_use]
    pub fn or_mirrored(self) -> Self {
        let flip = |at: u8| (self.files - 1 - at / self.rows) * self.rows + at % self.rows;
        let pawns = self.pawns.map(|set| squares(set).fold(0, |set, at| set | 1 << flip(at)));
        self.min(Self { pawns, passed: self.passed.map(flip), ..self })
    }

    /// The group with colours exchanged and rows reversed: its value is the negative.
    #[must_use]
    pub fn negative(self) -> Self {
        let flip = |at: u8| at - at % self.rows + self.rows - 1 - at % self.rows;
        let [white, black] =
            self.pawns.map(|set| squares(set).fold(0, |set, at| set | 1 << flip(at)));
        Self {
            pawns: [black, white],
            passed: self.passed.map(flip),
            late: self.late.map(Side::other),
            ..self
        }
    }

    /// The moves of a side.
    pub fn moves(&self, side: Side) -> Vec<GroupMove> {
        let mut moves = Vec::new();
        let occupied = self.pawns[0] | self.pawns[1];
        let theirs = self.pawns[side.other() as usize];
        for at in squares(self.pawns[side as usize]) {
            let from = self.square(at);
            for file in [from.file.checked_sub(1), from.file.checked_add(1)].into_iter().flatten() {
                let Some(to) = self.ahead(side, Square { file, ..from }) else { continue };
                let passing = self.passed == Some(self.index(to))
                    && to.row == if side == Side::White { self.rows - 3 } else { 2 };
                if theirs & self.bit(to) != 0 || passing {
                    moves.push(GroupMove { from, to });
                }
            }
            let Some(to) = self.ahead(side, from).filter(|&to| occupied & self.bit(to) == 0) else {
                continue;
            };
            moves.push(GroupMove { from, to });
            let start = if side == Side::White { 1 } else { self.rows - 2 };
            if from.row == start && self.rows >= ROWS_FOR_DOUBLE_STEP {
                let further = self.ahead(side, to).filter(|&to| occupied & self.bit(to) == 0);
                moves.extend(further.map(|to| GroupMove { from, to }));
            }
        }
        if self.late == Some(side.other()) {
            moves.retain(|&one| !self.comes_too_early(side, one));
        }
        moves
    }

    /// Whether a move promotes only to let the other side promote at once and win.
    fn comes_too_early(&self, side: Side, one: GroupMove) -> bool {
        let last = self.last_row(side);
        let mut next = self.waited().with_late(None);
        next.pawns[side as usize] &= !self.bit(one.from);
        next.pawns[side.other() as usize] &= !self.bit(one.to);
        let answers = || next.moves(side.other()).into_iter();
        one.to.row == last && answers().any(|answer| answer.to.row == self.last_row(side.other()))
    }

    fn last_row(&self, side: Side) -> u8 {
        match side {
            Side::White => self.rows - 1,
            Side::Black => 0,
        }
    }

    /// What a move of a side leads to.
    pub fn after(&self, side: Side, one: GroupMove) -> Reached<Self> {
        if one.to.row == self.last_row(side) {
            return Reached::Win;
        }
        let mut next = self.waited();
        let (own, theirs) = (side as usize, side.other() as usize);
        next.pawns[own] = self.pawns[own] & !self.bit(one.from) | self.bit(one.to);
        next.pawns[theirs] &= !self.bit(one.to);
        if one.from.file != one.to.file && self.passed == Some(self.index(one.to)) {
            next.pawns[theirs] &= !self.bit(Square { file: one.to.file, row: one.from.row });
        }
        if one.from.row.abs_diff(one.to.row) == 2 && self.can_be_passed(side, one.to) {
            let row = (one.from.row + one.to.row) / 2;
            next.passed = Some(self.index(Square { row, ..one.to }));
        }
        Reached::Position(next)
    }

    /// Whether a hostile pawn stands beside the end of a double step.
    fn can_be_passed(&self, side: Side, end: Square) -> bool {
        let beside = [end.file.checked_sub(1), end.file.checked_add(1)].into_iter().flatten();
        beside
            .filter(|&file| file < self.files)
            .any(|file| self.has(side.other(), Square { file, ..end }))
    }

    /// The square before another one, if both are on the group's files.
    fn ahead(&self, side: Side, from: Square) -> Option<Square> {
        let row = match side {
            Side::White => from.row + 1,
            Side::Black => from.row.checked_sub(1)?,
        };
        (from.file < self.files && row < self.rows).then_some(Square { row, ..from })
    }

    fn index(&self, square: Square) -> u8 {
        square.file * self.rows + square.row
    }

    fn square(&self, index: u8) -> Square {
        Square { file: index / self.rows, row: index % self.rows }
    }

    fn bit(&self, square: Square) -> u128 {
        1 << self.index(square)
    }

    /// Puts the pawns on a board, the group's first file on `first`.
    pub fn put_on(&self, position: &mut Position, first: usize) {
        for (square, side) in self.men() {
            let at = Square { file: square.file + first as u8, ..square };
            position.put(at, Some(Man { side, role: Role::Pawn }));
        }
    }
}

impl std::fmt::Display for PawnGroup {
    /// The pawns by their squares, White's first: `a2 b3 / a5 b6`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = |side| {
            let own = self.men().filter(move |man| man.1 == side);
            own.map(|(square, _)| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        write!(f, "{} / {}", names(Side::White), names(Side::Black))
    }
}

fn squares(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}

/// Pawn groups as a partizan game: White is Left.
#[derive(Debug, Clone, Copy, Default)]
pub struct PawnRules;

impl Partizan for PawnRules {
    type Position = PawnGroup;

    fn options(&self, group: &PawnGroup, player: Player) -> Vec<Reached<PawnGroup>> {
        let side = side(player);
        let reached = group.moves(side).into_iter().map(|one| group.after(side, one));
        reached
            .map(|reached| match reached {
                Reached::Position(next) => Reached::Position(next.or_mirrored()),
                Reached::Win => Reached::Win,
            })
            .collect()
    }
}
