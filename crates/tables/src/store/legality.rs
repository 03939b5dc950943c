//! Which slots of a block hold a legal position. Files do not keep this: it is cheaper computed.

use shakmaty::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use shakmaty::{Bitboard, Role, Square};

use crate::layout::{BLOCK_SLOTS, Layout, color_of};

/// The slots of a block with legal positions when `side` is to move: men on different squares,
/// kings apart, the king of the side not to move not attacked.
pub fn legal_slots(layout: &Layout, slice: usize, block: usize, side: usize) -> [u64; 64] {
    let pawns = layout.pawns(slice);
    let men = layout.men();
    let mut legal = [0; 64];
    let first = layout.squares(block * BLOCK_SLOTS);
    let (row, column) = (men.len() - 2, men.len() - 1);
    let mut squares = first;
    let Some(outside) = distinct(&first[..row], pawns.occupied()) else { return legal };
    for y in 0..64u8 {
        if outside >> y & 1 != 0 {
            continue;
        }
        squares[row] = y;
        for x in (0..64u8).filter(|&x| x != y && outside >> x & 1 == 0) {
            squares[column] = x;
            let occupied = outside | 1 << y | 1 << x;
            let position = Men { layout, squares: &squares, pawns: pawns.sides[side], occupied };
            legal[usize::from(y)] |= u64::from(!position.king_attacked_by(side)) << x;
        }
    }
    legal
}

/// The union of squares, unless two men share one.
fn distinct(squares: &[u8], pawns: u64) -> Option<u64> {
    squares.iter().try_fold(pawns, |taken, &square| {
        let bit = 1u64 << (square & 63);
        (taken & bit == 0).then_some(taken | bit)
    })
}

struct Men<'a> {
    layout: &'a Layout,
    squares: &'a [u8],
    /// Pawns of the side to move.
    pawns: u64,
    occupied: u64,
}

impl Men<'_> {
    fn king_attacked_by(&self, side: usize) -> bool {
        let king = Square::new(u32::from(self.squares[1 - side]));
        let occupied = Bitboard(self.occupied);
        let hits = |from: Bitboard, square: u8| from.0 >> square & 1 != 0;
        let by_pawn = pawn_attacks(color_of(1 - side), king).0 & self.pawns != 0;
        by_pawn
            || self.layout.men().iter().zip(self.squares).any(|(man, &square)| {
                man.side == side
                    && match man.role {
                        Role::King => hits(king_attacks(king), square),
                        Role::Knight => hits(knight_attacks(king), square),
                        Role::Bishop => hits(bishop_attacks(king, occupied), square),
                        Role::Rook => hits(rook_attacks(king, occupied), square),
                        Role::Queen => hits(
                            rook_attacks(king, occupied) | bishop_attacks(king, occupied),
                            square,
                        ),
                        Role::Pawn => false,
                    }
            })
    }
}
