//! A position, and whether a square is attacked in it.

use super::men::{Man, Role, Side};

/// The place of a man: its file and its row, both counted from 0 at White's left hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The file.
    pub file: u8,
    /// The row.
    pub row: u8,
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", crate::pawns::file_name(self.file.into()), self.row + 1)
    }
}

/// Men on a board of some size, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) files: u8,
    pub(super) rows: u8,
    /// Row by row from White's side.
    pub(super) men: Vec<Option<Man>>,
    pub(super) to_move: Side,
    /// The square behind a pawn that has just stepped twice, if it can be captured there.
    pub(super) en_passant: Option<Square>,
    /// Where the kings stand, for each side.
    kings: [Option<Square>; 2],
    /// The same men as sets of files, row by row.
    masks: Vec<RowMasks>,
}

/// The files of a row on which the sides have men, a bit a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct RowMasks {
    /// Men of either side.
    pub(crate) men: [u128; 2],
    /// Those of them that are pawns.
    pub(crate) pawns: [u128; 2],
}

impl RowMasks {
    /// The files on which anybody stands.
    pub(crate) fn occupied(self) -> u128 {
        self.men[0] | self.men[1]
    }

    fn toggle(&mut self, file: u8, man: Man) {
        self.men[man.side as usize] ^= 1 << file;
        if man.role == Role::Pawn {
            self.pawns[man.side as usize] ^= 1 << file;
        }
    }
}

/// The least and the most files or rows of a board.
pub const SIZES: std::ops::RangeInclusive<usize> = 1..=120;
/// The double step needs a board at least this high.
const ROWS_FOR_DOUBLE_STEP: u8 = 6;

/// The steps of a king, and of a queen's lines: rows and files first.
pub(super) const DIRECTIONS: [(i8, i8); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
pub(super) const KNIGHT_JUMPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Position {
    /// An empty board.
    pub fn empty(files: usize, rows: usize, to_move: Side) -> Option<Self> {
        if !SIZES.contains(&files) || !SIZES.contains(&rows) {
            return None;
        }
        let men = vec![None; files * rows];
        Some(Self {
            files: files as u8,
            rows: rows as u8,
            men,
            to_move,
            en_passant: None,
            kings: [None; 2],
            masks: vec![RowMasks::default(); rows],
        })
    }

    /// The number of files.
    pub fn files(&self) -> usize {
        self.files.into()
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows.into()
    }

    /// Whose turn it is.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The same position with a side to move.
    #[must_use]
    pub fn with_turn(mut self, side: Side) -> Self {
        self.to_move = side;
        self.en_passant = None;
        self
    }

    /// The man on a square.
    pub fn man(&self, square: Square) -> Option<Man> {
        self.men[self.index(square)]
    }

    /// Puts a man on a square, or takes it off.
    pub fn put(&mut self, square: Square, man: Option<Man>) {
        let index = self.index(square);
        let before = std::mem::replace(&mut self.men[index], man);
        let masks = &mut self.masks[usize::from(square.row)];
        before.into_iter().chain(man).for_each(|man| masks.toggle(square.file, man));
        if let Some(Man { side, role: Role::King }) = before
            && self.kings[side as usize] == Some(square)
        {
            self.kings[side as usize] = None;
        }
        if let Some(Man { side, role: Role::King }) = man {
            self.kings[side as usize] = Some(square);
        }
    }

    /// Every man with its square, row by row from White's side.
    pub fn men(&self) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.chosen(RowMasks::occupied)
    }

    /// The men of a side with their squares.
    pub(super) fn men_of(&self, side: Side) -> impl Iterator<Item = (Square, Man)> + '_ {
        self.chosen(move |masks| masks.men[side as usize])
    }

    fn chosen(&self, files: impl Fn(RowMasks) -> u128) -> impl Iterator<Item = (Square, Man)> {
        (0u8..).zip(&self.masks).flat_map(move |(row, &masks)| {
            bits(files(masks)).filter_map(move |file| {
                let square = Square { file, row };
                self.man(square).map(|man| (square, man))
            })
        })
    }

    /// Whether a side has a queen.
    pub(super) fn has_queen(&self, side: Side) -> bool {
        let officers = (0u8..).zip(&self.masks).flat_map(|(row, masks)| {
            let [men, pawns] = [masks.men, masks.pawns].map(|both| both[side as usize]);
            bits(men & !pawns).map(move |file| Square { file, row })
        });
        let queen = Some(Man { side, role: Role::Queen });
        officers.into_iter().any(|square| self.man(square) == queen)
    }

    /// The men of each row as sets of files, from White's side.
    pub(crate) fn masks(&self) -> &[RowMasks] {
        &self.masks
    }

    /// The square of a side's king.
    pub fn king(&self, side: Side) -> Option<Square> {
        self.kings[side as usize]
    }

    pub(super) fn index(&self, square: Square) -> usize {
        usize::from(square.row) * self.files() + usize::from(square.file)
    }

    /// The square some files to the right and rows up, if it is on the board.
    pub(crate) fn step(&self, from: Square, (files, rows): (i8, i8)) -> Option<Square> {
        let file = from.file.checked_add_signed(files)?;
        let row = from.row.checked_add_signed(rows)?;
        (file < self.files && row < self.rows).then_some(Square { file, row })
    }

    /// The direction in which a side's pawns move.
    pub(crate) fn ahead(side: Side) -> i8 {
        match side {
            Side::White => 1,
            Side::Black => -1,
        }
    }

    /// The row on which a side's pawns promote.
    pub(super) fn last_row(&self, side: Side) -> u8 {
        match side {
            Side::White => self.rows - 1,
            Side::Black => 0,
        }
    }

    /// The row from which a side's pawns may step twice, if the board is high enough.
    pub(super) fn double_step_row(&self, side: Side) -> Option<u8> {
        let row = match side {
            Side::White => 1,
            Side::Black => self.rows.checked_sub(2)?,
        };
        (self.rows >= ROWS_FOR_DOUBLE_STEP).then_some(row)
    }

    /// Whether a side attacks a square.
    pub fn attacks(&self, by: Side, square: Square) -> bool {
        let is = |at: Option<Square>, role| {
            at.is_some_and(|at| self.man(at) == Some(Man { side: by, role }))
        };
        let back = -Self::ahead(by);
        [-1, 1].into_iter().any(|side| is(self.step(square, (side, back)), Role::Pawn))
            || KNIGHT_JUMPS.iter().any(|&jump| is(self.step(square, jump), Role::Knight))
            || DIRECTIONS.iter().any(|&direction| {
                is(self.step(square, direction), Role::King)
                    || self.line_hits(by, square, direction)
            })
    }

    /// The squares that an officer attacks or defends, up to the first man on each line; a pawn's
    /// two squares.
    pub(crate) fn controlled_from(&self, from: Square) -> Vec<Square> {
        let Some(Man { side, role }) = self.man(from) else { return Vec::new() };
        let near =
            |steps: &[(i8, i8)]| steps.iter().filter_map(|&step| self.step(from, step)).collect();
        let along = |directions: &[(i8, i8)]| {
            let mut squares = Vec::new();
            for &direction in directions {
                let mut at = from;
                while let Some(next) = self.step(at, direction) {
                    squares.push(next);
                    if self.man(next).is_some() {
                        break;
                    }
                    at = next;
                }
            }
            squares
        };
        match role {
            Role::King => near(&DIRECTIONS),
            Role::Knight => near(&KNIGHT_JUMPS),
            Role::Pawn => near(&[(-1, Self::ahead(side)), (1, Self::ahead(side))]),
            Role::Rook => along(&DIRECTIONS[..4]),
            Role::Bishop => along(&DIRECTIONS[4..]),
            Role::Queen => along(&DIRECTIONS),
        }
    }

    /// Whether the first man in a direction is a side's man that moves along it.
    fn line_hits(&self, by: Side, square: Square, direction: (i8, i8)) -> bool {
        let straight = direction.0 == 0 || direction.1 == 0;
        let along = if straight { Role::Rook } else { Role::Bishop };
        let mut at = square;
        while let Some(next) = self.step(at, direction) {
            if let Some(man) = self.man(next) {
                return man.side == by && (man.role == Role::Queen || man.role == along);
            }
            at = next;
        }
        false
    }

    /// Whether the side's king stands in check.
    pub fn in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.attacks(side.other(), king))
    }
}

/// The bits of a set, the lowest first.
fn bits(mut set: u128) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let lowest = set.trailing_zeros() as u8;
            set &= set - 1;
            lowest
        })
    })
}
