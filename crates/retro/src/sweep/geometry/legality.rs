//! Which positions of a block are legal: men on different squares, and the king of the side that
//! has just moved not attacked.

use shakmaty::Color;

use super::moves::{column_man, distinct, row_man};
use super::rays::rays;
use super::{Geometry, OutsideMen};
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::frames::king_of;
use crate::layout::slices::squares;
use crate::layout::{BlockId, Layout};

/// The slots of a block with legal positions: men on different squares, kings apart, the king of the
/// side not to move not attacked.
pub fn legal_positions(layout: &Layout, id: BlockId) -> Block {
    let BlockId { slice, turn: side, block } = id;
    let geometry = &Geometry::bare(layout, layout.pawns(slice));
    let outside = &geometry.outside_men_of_block(block);
    let mut legal = [0; 64];
    kernel::run(Legal { geometry, side, outside, block: &mut legal });
    legal
}

/// Writes the legal positions of a block with `side` to move.
pub(crate) struct Legal<'a> {
    pub geometry: &'a Geometry<'a>,
    pub side: Color,
    pub outside: &'a OutsideMen,
    pub block: &'a mut Block,
}

impl Job for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        K::store(&legal::<K>(self.geometry, self.side, self.outside), self.block);
    }
}

#[inline(always)]
fn legal<K: Kernel>(geometry: &Geometry<'_>, side: Color, outside: &OutsideMen) -> K::Set {
    let mut words = [0; 64];
    distinct(outside, &mut words);
    let mut found = K::load(&words);
    if outside.distinct {
        let attacked = attacked::<K>(geometry, side, outside);
        K::remove(&mut found, &attacked);
    }
    found
}

/// The positions in which man `man` stands on `square`.
#[inline(always)]
fn standing(
    geometry: &Geometry<'_>,
    outside: &OutsideMen,
    man: usize,
    square: u8,
    block: &mut Block,
) {
    match man.checked_sub(geometry.outside_count()) {
        None if outside.squares[man] == square => *block = [!0; 64],
        None => {}
        Some(0) => block[usize::from(square)] = !0,
        Some(_) => block.iter_mut().for_each(|word| *word |= 1 << square),
    }
}

/// The positions in which men of `side` attack the enemy king.
#[inline(always)]
fn attacked<K: Kernel>(geometry: &Geometry<'_>, side: Color, outside: &OutsideMen) -> K::Set {
    let king = king_of(!side);
    let mut out = K::empty();
    for square in squares(pawn_attacks(geometry.pawns.sides[side], side)) {
        let mut block = [0; 64];
        standing(geometry, outside, king, square, &mut block);
        K::add(&mut out, &K::load(&block));
    }
    for (i, man) in geometry.men().iter().enumerate() {
        if man.side != side {
            continue;
        }
        match i.checked_sub(geometry.outside_count()) {
            None => {
                if i < 2 && king < geometry.outside_count() {
                    continue; // kings of a frame never touch
                }
                for ray in &rays(man.role)[usize::from(outside.squares[i])] {
                    let mut seen = K::empty();
                    let mut any = false;
                    for &square in ray.squares.iter().rev() {
                        if outside.blockers.set >> square & 1 != 0 {
                            seen = K::empty();
                            any = false;
                        }
                        if any {
                            K::pass_over(&mut seen, square);
                        }
                        let here =
                            king >= geometry.outside_count() || outside.squares[king] == square;
                        if here {
                            let mut block = [0; 64];
                            standing(geometry, outside, king, square, &mut block);
                            K::add(&mut seen, &K::load(&block));
                            any = true;
                        }
                    }
                    if any {
                        K::add(&mut out, &seen);
                    }
                }
            }
            Some(in_block) => {
                // The man on the king's square: its moves backwards from there.
                let on_king = on_king_square(geometry, outside, king, i);
                let set = K::load(&on_king);
                if in_block == 0 {
                    row_man::<K>(man.role, &set, outside.blockers, &mut out);
                } else {
                    column_man::<K>(man.role, &set, outside.blockers, &mut out);
                }
            }
        }
    }
    out
}

/// The positions in which man `man` of the block stands on the king's square.
#[inline(always)]
fn on_king_square(geometry: &Geometry<'_>, outside: &OutsideMen, king: usize, man: usize) -> Block {
    let mut block = [0; 64];
    if king < geometry.outside_count() {
        standing(geometry, outside, man, outside.squares[king], &mut block);
    } else {
        for (square, word) in block.iter_mut().enumerate() {
            *word = 1 << square;
        }
    }
    block
}

/// The squares that pawns of a side attack.
pub(crate) fn pawn_attacks(pawns: u64, side: Color) -> u64 {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let ahead = side.fold_wb(pawns << 8, pawns >> 8);
    (ahead & !A_FILE) >> 1 | (ahead & !(A_FILE << 7)) << 1
}
