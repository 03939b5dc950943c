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

use std::sync::Arc;

use nimzo_tables::Material;
use nimzo_tables::layout::{Address, BLOCK_WORDS, Layout};
use nimzo_tables::planes::WdlPlanes;
use nimzo_tables::sweep::SubTables;
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Board, Color, Position, Role};

use crate::error::{Error, Result};
use crate::found::Found;
use crate::kind::Kind;
use crate::null::Triple;
use crate::orbit::Placement;
use crate::plain::{en_passant_squares, level_a, set_up};
use crate::source::Source;

/// The two sides' planes of a slice: `[0]` with White to move.
type Sides = [WdlPlanes; 2];

/// Finds every zugzwang of a canonical class from finished planes. `source` is asked only about
/// placements in the en passant zone; without one, that zone is left out.
pub fn mine(
    tables: &dyn SubTables,
    source: Option<&dyn Source>,
    class: Material,
    task: &Task,
) -> Result<Found> {
    let layout = Layout::new(class).ok_or(Error::WrongClass {
        class,
        why: "more than six men beside the pawns have no tables",
    })?;
    let stage = task.stage(&format!("{class}, zugzwangs"), layout.slices() as u64);
    (0..layout.slices())
        .into_par_iter()
        .map(|slice| {
            task.check()?;
            let planes = tables.wdl(class, slice)?;
            let found = mine_slice(&layout, slice, &planes, source)?;
            stage.advance(1);
            Ok(found)
        })
        .try_reduce(Found::default, |one, two| Ok(one.merge(two)))
}

/// Finds the zugzwangs of one slice.
pub fn mine_slice(
    layout: &Layout,
    slice: usize,
    planes: &Arc<Sides>,
    source: Option<&dyn Source>,
) -> Result<Found> {
    const CHUNK: usize = 256;
    let zone = source.filter(|_| has_en_passant(layout, slice));
    (0..layout.blocks().div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let first = chunk * CHUNK * BLOCK_WORDS;
            let last = layout.blocks().min((chunk + 1) * CHUNK) * BLOCK_WORDS;
            let mut found = Found::default();
            for word in first..last {
                mine_word(layout, slice, planes, word, zone, &mut found)?;
            }
            Ok(found)
        })
        .try_reduce(Found::default, |one, two| Ok(one.merge(two)))
}

fn mine_word(
    layout: &Layout,
    slice: usize,
    [white, black]: &Sides,
    word: usize,
    zone: Option<&dyn Source>,
    found: &mut Found,
) -> Result<()> {
    let a1 = white.draw[word] & black.loss[word];
    let a2 = white.loss[word] & black.draw[word];
    let a3 = white.loss[word] & black.loss[word];
    for (kind, bits) in [(Kind::A1, a1), (Kind::A2, a2), (Kind::A3, a3)] {
        for board in boards(layout, slice, word, bits) {
            found.add(&board, kind);
            if let Some(source) = zone {
                for first in Color::ALL {
                    judge_en_passant(source, &board, first, found)?;
                }
            }
        }
    }
    if let Some(source) = zone {
        let quiet = |bits: u64| bits & !(a1 | a2 | a3);
        // A stalemated first player gains nothing unless the second player does not win in p2.
        let white_stuck = quiet(white.draw[word] & (black.draw[word] | black.loss[word]));
        let black_stuck = quiet(black.draw[word] & (white.draw[word] | white.loss[word]));
        for (first, bits) in [(Color::White, white_stuck), (Color::Black, black_stuck)] {
            for board in boards(layout, slice, word, bits) {
                if is_stalemate(&board, first) {
                    judge_en_passant(source, &board, first, found)?;
                }
            }
        }
    }
    Ok(())
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
fn has_en_passant(layout: &Layout, slice: usize) -> bool {
    let [white, black] = layout.pawns(slice).sides;
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

fn judge_en_passant(
    source: &dyn Source,
    board: &Board,
    first: Color,
    found: &mut Found,
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
