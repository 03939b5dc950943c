//! The miner: zugzwangs of a whole class, 64 placements at a time.
//!
//! A placement without en passant right is a zugzwang exactly if its values with either side to
//! move stand so: lost for both (A3), drawn with White to move and lost with Black to move (A1), or
//! the other way round (A2). On planes of bits that is one word operation each. Zugzwangs are few,
//! so each bit found is set up on a board and brought to its canonical form; nothing is divided by
//! the number of images.
//!
//! A zugzwang with an en passant right needs no walk of its own. If p3 has a legal move, v1 is at
//! least v3, so v3 < v2 and the placement is among the ordinary zugzwangs; otherwise p3 is
//! stalemate, and stalemates in the en passant zone are few enough to be looked at one by one.

pub mod blocks;
pub mod counts;
pub mod placement;
pub mod plain;
pub mod zugzwangs;

use nimzo_chess::Probe;
use nimzo_chess::rules::{en_passant_squares, set_up};
use nimzo_retro::layout::{Address, Layout};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Board, ByColor, Color, Position, Role};

use crate::definition::kind::Kind;
use crate::definition::null_move::Triple;
use crate::error::Result;
use crate::mining::blocks::{ResultBlock, ResultBlocks};
use crate::mining::placement::Placement;
use crate::mining::plain::level_a;
use crate::mining::zugzwangs::Zugzwangs;

/// Blocks that one piece of work reads.
const CHUNK: usize = 64;

/// Finds every zugzwang of a class from its values. `source` is asked only about placements in the
/// en passant zone; without one, that zone is left out.
pub fn mine(
    blocks: &dyn ResultBlocks,
    source: Option<&dyn Probe>,
    task: &Task,
) -> Result<Zugzwangs> {
    let layout = blocks.layout();
    let all = layout.slices() * layout.blocks();
    let stage = task.stage(&format!("{}, zugzwangs", layout.material()), all as u64);
    (0..all.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            task.check()?;
            let numbers = chunk * CHUNK..all.min((chunk + 1) * CHUNK);
            stage.advance(numbers.len() as u64);
            let mut walk = Walk { layout, source, found: Zugzwangs::default() };
            let mut block = ResultBlock::default();
            for number in numbers {
                let (slice, at) = (number / layout.blocks(), number % layout.blocks());
                blocks.read(slice, at, &mut block)?;
                walk.block(slice, at, &block, None)?;
            }
            Ok(walk.found)
        })
        .try_reduce(Zugzwangs::default, |one, two| Ok(one.merge(two)))
}

/// A walk over blocks, with what it has found.
pub(crate) struct Walk<'a> {
    pub layout: &'a Layout,
    /// Who knows the values after en passant captures; without one, that zone is left out.
    pub source: Option<&'a dyn Probe>,
    pub found: Zugzwangs,
}

/// The stalemates of a block with White and with Black to move.
pub(crate) type Stalemates<'a> = ByColor<Option<&'a [u64; 64]>>;

impl Walk<'_> {
    /// Looks at a block. Stalemates that are not given are looked for among the draws.
    pub fn block(
        &mut self,
        slice: usize,
        at: usize,
        block: &ResultBlock,
        stalemates: Option<Stalemates<'_>>,
    ) -> Result<()> {
        let zone = self.source.filter(|_| has_en_passant(self.layout, slice));
        for row in 0..64 {
            let word = at * 64 + row;
            let (white, black) = (&block.white, &block.black);
            let a1 = white.draw[row] & black.loss[row];
            let a2 = white.loss[row] & black.draw[row];
            let a3 = white.loss[row] & black.loss[row];
            for (kind, bits) in [(Kind::A1, a1), (Kind::A2, a2), (Kind::A3, a3)] {
                self.ordinary(slice, word, bits, kind, zone)?;
            }
            if let Some(source) = zone {
                let quiet = !(a1 | a2 | a3);
                // The first player is stalemated in p3 and does not lose in p2.
                let stuck = [
                    (Color::White, white.draw[row] & (black.draw[row] | black.loss[row])),
                    (Color::Black, black.draw[row] & (white.draw[row] | white.loss[row])),
                ];
                for (first, bits) in stuck {
                    let known = stalemates.map_or(!0, |known| known[first].map_or(0, |b| b[row]));
                    let bits = bits & known;
                    self.stalemates(slice, word, bits & quiet, first, source)?;
                }
            }
        }
        Ok(())
    }

    /// Notes the zugzwangs of a word, and those that an en passant right makes of them.
    fn ordinary(
        &mut self,
        slice: usize,
        word: usize,
        bits: u64,
        kind: Kind,
        zone: Option<&dyn Probe>,
    ) -> Result<()> {
        for board in boards(self.layout, slice, word, bits) {
            // Blocks may hold anything where no legal position is.
            if !is_legal(&board) {
                continue;
            }
            self.found.add(&board, kind);
            if let Some(source) = zone {
                for first in Color::ALL {
                    judge_en_passant(source, &board, first, &mut self.found)?;
                }
            }
        }
        Ok(())
    }

    fn stalemates(
        &mut self,
        slice: usize,
        word: usize,
        bits: u64,
        first: Color,
        source: &dyn Probe,
    ) -> Result<()> {
        for board in boards(self.layout, slice, word, bits) {
            if is_stalemate(&board, first) {
                judge_en_passant(source, &board, first, &mut self.found)?;
            }
        }
        Ok(())
    }
}

/// Whether neither king is attacked: then either side may be to move.
fn is_legal(board: &Board) -> bool {
    Color::ALL.into_iter().all(|side| {
        let king = board.king_of(side);
        king.is_some_and(|king| board.attacks_to(king, !side, board.occupied()).is_empty())
    })
}

/// The boards of the slots whose bits are set in a word.
fn boards(
    layout: &Layout,
    slice: usize,
    word: usize,
    mut bits: u64,
) -> impl Iterator<Item = Board> + '_ {
    std::iter::from_fn(move || {
        while bits != 0 {
            let slot = word * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if let Some(board) = layout.board(Address { slice, slot }) {
                return Some(board);
            }
        }
        None
    })
}

/// Whether pawns of both colours of this slice stand side by side on a rank reached by a double
/// step.
pub(crate) fn has_en_passant(layout: &Layout, slice: usize) -> bool {
    let ByColor { white, black } = layout.pawns(slice).sides;
    let beside = |pawns: u64| {
        const NOT_A: u64 = !0x0101_0101_0101_0101;
        (pawns & NOT_A) >> 1 | (pawns & !0x8080_8080_8080_8080) << 1
    };
    const FOURTH: u64 = 0xFF << 24;
    const FIFTH: u64 = 0xFF << 32;
    (beside(white) & black & (FOURTH | FIFTH)) != 0
}

fn is_stalemate(board: &Board, side: Color) -> bool {
    // Cheapest first: a king with a free neighbouring square is rarely stuck.
    en_passant_squares(board, side).next().is_some()
        && set_up(board, side, None).is_some_and(|position| position.is_stalemate())
}

pub(crate) fn judge_en_passant(
    source: &dyn Probe,
    board: &Board,
    first: Color,
    found: &mut Zugzwangs,
) -> Result<()> {
    if board.by_piece(Role::Pawn.of(first)).is_empty() {
        return Ok(());
    }
    for square in en_passant_squares(board, first) {
        let Some(p1) = set_up(board, first, Some(square)) else { continue };
        let Ok(triple) = Triple::of(&p1) else { continue };
        if let Some(kind) = level_a(source, &triple)? {
            found.add_en_passant(&Placement::of(board, Some(square)), first, kind);
        }
    }
    Ok(())
}
