//! Where men stand and what they attack, for 64 positions of a block at a time: in a row only the
//! column man moves about, so a set of his squares is a word.

use nimzo_retro::Layout;
use nimzo_retro::kernel::Block;
use nimzo_retro::layout::BLOCK_SLOTS;
use nimzo_retro::layout::slices::squares;
use shakmaty::{Color, Piece, Role, Square, attacks};

use crate::language::{Men, Squares};

/// A man, and where he stands.
#[derive(Debug, Clone, Copy)]
struct Standing {
    piece: Piece,
    place: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// On this square.
    Fixed(u8),
    /// Anywhere: his square is the row.
    Row,
    /// Anywhere: his square is the bit.
    Column,
}

/// The men of a block.
#[derive(Debug)]
pub(crate) struct BlockMen {
    men: Vec<Standing>,
    /// Squares of those who stand still.
    fixed: u64,
}

impl BlockMen {
    pub fn new(layout: &Layout, slice: usize, block: usize) -> Self {
        let count = layout.men().len();
        let found = layout.squares(block * BLOCK_SLOTS);
        let mut men: Vec<Standing> = (layout.men().iter().enumerate())
            .map(|(i, man)| Standing {
                piece: man.role.of(man.side),
                place: match (i + 2).checked_sub(count) {
                    None => Place::Fixed(found[i]),
                    Some(0) => Place::Row,
                    Some(_) => Place::Column,
                },
            })
            .collect();
        for (color, set) in layout.pawns(slice).sides.zip_color() {
            let pawn =
                |square| Standing { piece: Role::Pawn.of(color), place: Place::Fixed(square) };
            men.extend(squares(set).map(pawn));
        }
        let fixed = men.iter().fold(0, |set, man| match man.place {
            Place::Fixed(square) => set | 1 << square,
            _ => set,
        });
        Self { men, fixed }
    }

    fn of(&self, men: Men) -> impl Iterator<Item = Standing> + '_ {
        self.men.iter().copied().filter(move |man| men.has(man.piece))
    }

    /// For each of these men the positions in which he stands on one of these squares.
    pub fn standing(&self, men: Men, on: Squares) -> impl Iterator<Item = Block> + '_ {
        self.of(men).map(move |man| match man.place {
            Place::Fixed(square) => [0u64.wrapping_sub(on.0 >> square & 1); 64],
            Place::Row => std::array::from_fn(|row| 0u64.wrapping_sub(on.0 >> row & 1)),
            Place::Column => [on.0; 64],
        })
    }

    /// The positions in which one of the first men attacks one of the second.
    pub fn attacks(&self, one: Men, two: Men) -> Block {
        let mut found = [0; 64];
        for attacker in self.of(one) {
            for target in self.of(two) {
                for (row, word) in found.iter_mut().enumerate() {
                    *word |= self.attack(attacker, target, row as u8);
                }
            }
        }
        found
    }

    /// The squares of the column man, in a row, with which one man attacks another.
    fn attack(&self, attacker: Standing, target: Standing, row: u8) -> u64 {
        let square = |man: Standing| match man.place {
            Place::Fixed(square) => Some(square),
            Place::Row => Some(row),
            Place::Column => None,
        };
        let occupied = self.fixed | 1 << row;
        match (square(attacker), square(target)) {
            (Some(from), Some(to)) if reach(attacker.piece, from, occupied) >> to & 1 != 0 => {
                let way = attacks::between(at(from), at(to));
                !u64::from(way)
            }
            (Some(_), Some(_)) | (None, None) => 0,
            (Some(from), None) => reach(attacker.piece, from, occupied),
            // Where he would be attacked from.
            (None, Some(to)) => reach(attacker.piece, to, occupied),
        }
    }

    /// For each bishop, of one side or of both, the positions in which he stands on these squares.
    pub fn bishops(&self, side: Option<Color>, on: Squares) -> Vec<Block> {
        let wanted = |color: Color| Men::one(Role::Bishop.of(color));
        let sides =
            Color::ALL.into_iter().filter(move |color| side.is_none_or(|one| one == *color));
        sides.flat_map(|color| self.standing(wanted(color), on).collect::<Vec<_>>()).collect()
    }
}

fn at(square: u8) -> Square {
    Square::new(square.into())
}

/// What a man attacks. Pawns are never men of the block, so where he is attacked from is the same.
fn reach(piece: Piece, from: u8, occupied: u64) -> u64 {
    attacks::attacks(at(from), piece, occupied.into()).into()
}
