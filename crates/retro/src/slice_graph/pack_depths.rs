//! Depths, and results under the fifty-move rule, packed into bytes in the same way as results.

use nimzo_chess::{Depth, Metric, Wdl};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::pack::{Damaged, PIECE, join, pack, part, pieces, unpack, unpack_results};
use crate::planes::{BitPlane, Buffer, Cells, DepthPlane, ResultBits, RulePlanes, Unit, WdlPlanes};
use crate::planes::{decode, widened};

/// Cells in a piece.
const CELLS: usize = 1 << 18;
const LEVEL: i32 = 1;

/// Which wins and losses of a slice stand under the rule.
pub(super) fn pack_rule(rule: &ByColor<RulePlanes>) -> Vec<u8> {
    pack(2, rule.white.win.len(), |side, at| {
        let planes = if side == 0 { &rule.white } else { &rule.black };
        ResultBits { unwon: planes.loss[at], decided: planes.win[at] }
    })
}

/// Reads them back.
pub(super) fn unpack_rule(bytes: &[u8], words: usize) -> Result<ByColor<RulePlanes>, Damaged> {
    let mut rule = ByColor::new_with(|_| RulePlanes {
        win: BitPlane::unfilled(words),
        loss: BitPlane::unfilled(words),
    });
    let pieces = pieces(bytes, 2, words)?;
    for (planes, pieces) in rule.iter_mut().zip(pieces.chunks(words.div_ceil(PIECE))) {
        (planes.win.par_chunks_mut(PIECE))
            .zip(planes.loss.par_chunks_mut(PIECE))
            .zip(pieces)
            .try_for_each(|((win, loss), piece)| {
                unpack(piece, win.len(), |at, bits| {
                    (win[at], loss[at]) = (bits.decided, bits.unwon);
                })
            })?;
    }
    Ok(rule)
}

/// The depths of a slice, both sides to move: two bytes a cell, in pieces.
pub(super) fn pack_depths(depths: &ByColor<DepthPlane>) -> Vec<u8> {
    pack_planes(&[&depths.white, &depths.black])
}

/// The depths of a window in the same way.
pub(super) fn pack_window(depths: &DepthPlane) -> Vec<u8> {
    pack_planes(&[depths])
}

fn pack_planes(planes: &[&DepthPlane]) -> Vec<u8> {
    let packed: Vec<Vec<u8>> = planes
        .iter()
        .flat_map(|plane| (0..plane.len().div_ceil(CELLS)).map(move |piece| (plane, piece)))
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(plane, piece)| {
            let range = piece * CELLS..plane.len().min((piece + 1) * CELLS);
            let mut raw = Vec::with_capacity(2 * range.len());
            match &plane.cells {
                Cells::Narrow(cells) => {
                    raw.extend(cells[range.clone()].iter().map(|&code| widened(code) as u8));
                    raw.extend(cells[range].iter().map(|&code| (widened(code) >> 8) as u8));
                }
                Cells::Wide(cells) => {
                    raw.extend(cells[range.clone()].iter().map(|&code| code as u8));
                    raw.extend(cells[range].iter().map(|&code| (code >> 8) as u8));
                }
            }
            zstd::bulk::compress(&raw, LEVEL).expect("room for compressed bytes")
        })
        .collect();
    join(&packed)
}

fn depth_pieces(bytes: &[u8], planes: usize, slots: usize) -> Result<Vec<&[u8]>, Damaged> {
    part(bytes, planes * slots.div_ceil(CELLS))
}

/// The bytes of a piece: the low ones of all codes, then the high ones.
fn piece_bytes(piece: &[u8], cells: usize) -> Result<Vec<u8>, Damaged> {
    let raw = zstd::bulk::decompress(piece, 2 * cells).map_err(|_| Damaged)?;
    if raw.len() == 2 * cells { Ok(raw) } else { Err(Damaged) }
}

/// The codes of a piece.
fn piece_codes(piece: &[u8], cells: usize) -> Result<Vec<u16>, Damaged> {
    let raw = piece_bytes(piece, cells)?;
    let (low, high) = raw.split_at(cells);
    Ok(low.iter().zip(high).map(|(&low, &high)| u16::from_le_bytes([low, high])).collect())
}

fn unit_of(metric: Metric) -> Unit {
    if metric == Metric::Dtm { Unit::Moves } else { Unit::Plies }
}

/// Reads back the depths of a slice of so many slots.
pub(super) fn unpack_depths(
    bytes: &[u8],
    slots: usize,
    metric: Metric,
) -> Result<ByColor<DepthPlane>, Damaged> {
    let pieces = depth_pieces(bytes, 2, slots)?;
    let mut sides = pieces.chunks(slots.div_ceil(CELLS));
    let mut one = || unpack_plane(sides.next().ok_or(Damaged)?, slots, unit_of(metric));
    Ok(ByColor { white: one()?, black: one()? })
}

/// Reads back the depths of a window of so many cells with one side to move; of the other there are none.
pub(super) fn unpack_window(
    bytes: &[u8],
    cells: usize,
    side: Color,
) -> Result<ByColor<DepthPlane>, Damaged> {
    let plane = unpack_plane(&depth_pieces(bytes, 1, cells)?, cells, Unit::Moves)?;
    let none = DepthPlane { unit: Unit::Moves, cells: Cells::Narrow(Buffer::zeroed(0)) };
    Ok(match side {
        Color::White => ByColor { white: plane, black: none },
        Color::Black => ByColor { white: none, black: plane },
    })
}

/// Depths take one byte if they can.
fn unpack_plane(pieces: &[&[u8]], slots: usize, unit: Unit) -> Result<DepthPlane, Damaged> {
    let mut narrow = Buffer::<u8>::unfilled(slots);
    let fits = narrow.par_chunks_mut(CELLS).zip(pieces).map(|(cells, piece)| {
        let raw = piece_bytes(piece, cells.len())?;
        let (low, high) = raw.split_at(cells.len());
        let mut fits = true;
        for ((to, &low), &high) in cells.iter_mut().zip(low).zip(high) {
            *to = if high == 0x80 { 0x80 } else { low };
            fits &= widened(*to) == u16::from_le_bytes([low, high]);
        }
        Ok(fits)
    });
    if fits.try_reduce(|| true, |one, other| Ok(one && other))? {
        return Ok(DepthPlane { unit, cells: Cells::Narrow(narrow) });
    }
    drop(narrow);
    let mut wide = Buffer::<u16>::unfilled(slots);
    wide.par_chunks_mut(CELLS).zip(pieces).try_for_each(|(cells, piece)| {
        cells.copy_from_slice(&piece_codes(piece, cells.len())?);
        Ok(())
    })?;
    Ok(DepthPlane { unit, cells: Cells::Wide(wide) })
}

/// A packed slice, unpacked for many look-ups.
#[derive(Debug)]
pub enum Unpacked {
    /// Results.
    Results(ByColor<WdlPlanes>),
    /// Depths.
    Depths(ByColor<DepthPlane>),
}

impl Unpacked {
    /// Results of a slice of so many slots.
    pub fn results(bytes: &[u8], slots: usize) -> Result<Self, Damaged> {
        unpack_results(bytes, slots / 64).map(Self::Results)
    }

    /// Depths of a slice of so many slots.
    pub fn depths(bytes: &[u8], slots: usize, metric: Metric) -> Result<Self, Damaged> {
        unpack_depths(bytes, slots, metric).map(Self::Depths)
    }

    /// The depth of a slot; of results it is any that has them.
    pub fn depth(&self, turn: Color, slot: usize) -> Option<Depth> {
        match self {
            Self::Depths(planes) => planes[turn].get(slot),
            Self::Results(planes) => {
                let planes = &planes[turn];
                let bit = |plane: &BitPlane| plane[slot / 64] >> (slot % 64) & 1 != 0;
                let values = [
                    (&planes.win, Depth::Win(1)),
                    (&planes.draw, Depth::Draw),
                    (&planes.loss, Depth::Loss(2)),
                ];
                values.into_iter().find(|(plane, _)| bit(plane)).map(|(_, depth)| depth)
            }
        }
    }
}

/// The depth of one slot.
pub fn peek_depth(
    bytes: &[u8],
    slots: usize,
    metric: Metric,
    turn: Color,
    slot: usize,
) -> Result<Option<Depth>, Damaged> {
    let of_side = slots.div_ceil(CELLS);
    let pieces = depth_pieces(bytes, 2, slots)?;
    let piece = slot / CELLS;
    let cells = slots.min((piece + 1) * CELLS) - piece * CELLS;
    let codes = piece_codes(pieces[turn.fold_wb(0, of_side) + piece], cells)?;
    Ok(decode(u32::from(codes[slot % CELLS]), 0x8000, unit_of(metric)))
}

/// The result of one slot of packed results.
pub fn peek_result(
    bytes: &[u8],
    slots: usize,
    turn: Color,
    slot: usize,
) -> Result<Option<Wdl>, Damaged> {
    let words = slots / 64;
    let of_side = words.div_ceil(PIECE);
    let pieces = pieces(bytes, 2, words)?;
    let piece = slot / 64 / PIECE;
    let in_piece = words.min((piece + 1) * PIECE) - piece * PIECE;
    let mut found = (false, false);
    unpack(pieces[turn.fold_wb(0, of_side) + piece], in_piece, |at, bits| {
        if at == slot / 64 % PIECE {
            let bit = |word: u64| word >> (slot % 64) & 1 != 0;
            found = (bit(bits.unwon), bit(bits.decided));
        }
    })?;
    Ok(match found {
        (false, false) => None,
        (false, true) => Some(Wdl::Win),
        (true, false) => Some(Wdl::Draw),
        (true, true) => Some(Wdl::Loss),
    })
}
