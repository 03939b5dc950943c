//! Results in two bits, packed into bytes: pieces of the planes, each compressed by itself so that
//! threads share the work, with a checksum over all.

use std::cell::RefCell;

use rayon::prelude::*;
use shakmaty::{ByColor, Color};
use xxhash_rust::xxh3::xxh3_64;
use zstd::bulk::{Compressor, Decompressor};

use crate::planes::{BitPlane, ResultBits, ResultPlanes, WdlPlanes};

/// Words of each plane in a piece.
pub(super) const PIECE: usize = 64 * 64;
/// How fast rather than how small: what is packed lives for minutes.
const LEVEL: i32 = 1;

/// Packed bytes that are not what they should be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("packed results are damaged")]
pub struct Damaged;

/// Packs pairs of planes of so many words each: the codes that `word` gives for the number of a pair and
/// of a word.
pub(super) fn pack(
    pairs: usize,
    words: usize,
    word: impl Fn(usize, usize) -> ResultBits + Sync,
) -> Vec<u8> {
    let of_pair = words.div_ceil(PIECE);
    let pieces: Vec<Vec<u8>> = (0..pairs * of_pair)
        .into_par_iter()
        .map(|number| {
            let (pair, piece) = (number / of_pair, number % of_pair);
            let range = piece * PIECE..words.min((piece + 1) * PIECE);
            PACKER.with_borrow_mut(|Packer { compressor, raw, .. }| {
                raw.clear();
                raw.extend(range.clone().flat_map(|at| word(pair, at).unwon.to_le_bytes()));
                raw.extend(range.flat_map(|at| word(pair, at).decided.to_le_bytes()));
                compressor.compress(raw).expect("room for compressed bytes")
            })
        })
        .collect();
    join(&pieces)
}

/// Packed pieces one after another, behind a checksum and their lengths.
pub(super) fn join(pieces: &[Vec<u8>]) -> Vec<u8> {
    let size = pieces.iter().map(|piece| piece.len() + 4).sum::<usize>();
    let mut bytes = Vec::with_capacity(size + 8);
    bytes.extend([0; 8]);
    pieces.iter().for_each(|piece| bytes.extend((piece.len() as u32).to_le_bytes()));
    pieces.iter().for_each(|piece| bytes.extend_from_slice(piece));
    let checksum = xxh3_64(&bytes[8..]).to_le_bytes();
    bytes[..8].copy_from_slice(&checksum);
    bytes
}

/// Whether packed bytes are as they were written.
pub fn is_whole(bytes: &[u8]) -> bool {
    let sum = bytes.split_first_chunk::<8>();
    sum.is_some_and(|(checksum, rest)| xxh3_64(rest).to_le_bytes() == *checksum)
}

/// So many packed pieces as they were [joined](join).
pub(super) fn part(bytes: &[u8], count: usize) -> Result<Vec<&[u8]>, Damaged> {
    let (checksum, rest) = bytes.split_first_chunk::<8>().ok_or(Damaged)?;
    if xxh3_64(rest).to_le_bytes() != *checksum {
        return Err(Damaged);
    }
    let (lengths, mut rest) = rest.split_at_checked(4 * count).ok_or(Damaged)?;
    let mut pieces = Vec::with_capacity(count);
    for &length in lengths.as_chunks::<4>().0 {
        let (piece, after) =
            rest.split_at_checked(u32::from_le_bytes(length) as usize).ok_or(Damaged)?;
        pieces.push(piece);
        rest = after;
    }
    Ok(pieces)
}

/// The pieces of packed bits.
pub(super) fn pieces(bytes: &[u8], pairs: usize, words: usize) -> Result<Vec<&[u8]>, Damaged> {
    part(bytes, pairs * words.div_ceil(PIECE))
}

/// What a thread packs and unpacks with: to make it anew for each of many small slices would take longer
/// than to pack them.
struct Packer {
    compressor: Compressor<'static>,
    decompressor: Decompressor<'static>,
    raw: Vec<u8>,
}

thread_local! {
    static PACKER: RefCell<Packer> = RefCell::new(Packer {
        compressor: Compressor::new(LEVEL).expect("a level of the compressor"),
        decompressor: Decompressor::new().expect("a decompressor"),
        raw: Vec::new(),
    });
}

/// Unpacks a piece of so many words and shows the codes of each.
pub(super) fn unpack(
    piece: &[u8],
    words: usize,
    mut each: impl FnMut(usize, ResultBits),
) -> Result<(), Damaged> {
    PACKER.with_borrow_mut(|Packer { decompressor, raw, .. }| {
        raw.resize(16 * words, 0);
        match decompressor.decompress_to_buffer(piece, raw) {
            Ok(length) if length == 16 * words => {}
            _ => return Err(Damaged),
        }
        let (unwon, decided) = raw.as_chunks::<8>().0.split_at(words);
        for (at, (&unwon, &decided)) in unwon.iter().zip(decided).enumerate() {
            let [unwon, decided] = [unwon, decided].map(u64::from_le_bytes);
            each(at, ResultBits { unwon, decided });
        }
        Ok(())
    })
}

/// The results of a slice, both sides to move.
pub(super) fn pack_results(results: &ByColor<WdlPlanes>) -> Vec<u8> {
    pack(2, results.white.win.len(), |side, at| {
        let planes = if side == 0 { &results.white } else { &results.black };
        let loss = planes.loss[at];
        ResultBits { unwon: planes.draw[at] | loss, decided: planes.win[at] | loss }
    })
}

/// Reads back the results of a slice of so many words.
pub(super) fn unpack_results(bytes: &[u8], words: usize) -> Result<ByColor<WdlPlanes>, Damaged> {
    unpack_some(bytes, words, |_| true)
}

/// The same with one side to move; of the other nothing is there.
pub(super) fn unpack_results_of(
    side: Color,
    bytes: &[u8],
    words: usize,
) -> Result<ByColor<WdlPlanes>, Damaged> {
    unpack_some(bytes, words, |one| one == side)
}

fn unpack_some(
    bytes: &[u8],
    words: usize,
    is_wanted: impl Fn(Color) -> bool,
) -> Result<ByColor<WdlPlanes>, Damaged> {
    let mut results = ByColor::new_with(|side| {
        let plane = || BitPlane::unfilled(if is_wanted(side) { words } else { 0 });
        WdlPlanes { win: plane(), draw: plane(), loss: plane() }
    });
    let pieces = pieces(bytes, 2, words)?;
    for (planes, pieces) in results.iter_mut().zip(pieces.chunks(words.div_ceil(PIECE))) {
        (planes.win.par_chunks_mut(PIECE))
            .zip(planes.draw.par_chunks_mut(PIECE))
            .zip(planes.loss.par_chunks_mut(PIECE))
            .zip(pieces)
            .try_for_each(|(((win, draw), loss), piece)| {
                unpack(piece, win.len(), |at, bits| {
                    (win[at], draw[at], loss[at]) = (bits.won(), bits.drawn(), bits.lost());
                })
            })?;
    }
    Ok(results)
}

/// What two bounds of a slice of so many words prove: packed results found as if White won whatever lies beyond, and
/// as if Black did. Either may be lacking; a win of a side that stands although the other is given everything
/// beyond is proved by itself. What was proved earlier stays.
pub fn proved(
    bounds: ByColor<Option<&[u8]>>,
    earlier: Option<&[u8]>,
    words: usize,
) -> Result<Vec<u8>, Damaged> {
    let unpack = |bytes: Option<&[u8]>| bytes.map(|bytes| unpack_results(bytes, words)).transpose();
    let bounds = ByColor { white: unpack(bounds.white)?, black: unpack(bounds.black)? };
    let earlier = unpack(earlier)?;
    Ok(pack(2, words, |number, at| {
        let side = Color::ALL[number];
        let get = |winner: Color, pick: fn(&WdlPlanes) -> &BitPlane| {
            bounds[winner].as_ref().map_or(0, |planes| pick(&planes[side])[at])
        };
        let before = earlier.as_ref().map(|planes| &planes[side]);
        let known = |pick: fn(&WdlPlanes) -> &BitPlane| before.map_or(0, |all| pick(all)[at]);
        let won = get(!side, |planes| &planes.win) | known(|planes| &planes.win);
        let lost = get(side, |planes| &planes.loss) | known(|planes| &planes.loss);
        let both = get(side, |planes| &planes.draw) & get(!side, |planes| &planes.draw);
        let drawn = both | known(|planes| &planes.draw);
        ResultBits { unwon: drawn | lost, decided: won | lost }
    }))
}

/// What moves are worth in a slice, for one side.
pub(super) fn pack_moves(moves: &ResultPlanes) -> Vec<u8> {
    pack(1, moves.unwon.len(), |_, at| moves.word(at))
}

/// Raises moves to those that are packed where they are better.
pub(super) fn raise_to_packed(moves: &mut ResultPlanes, bytes: &[u8]) -> Result<(), Damaged> {
    let pieces = pieces(bytes, 1, moves.unwon.len())?;
    let targets =
        (moves.unwon.par_chunks_mut(PIECE)).zip(moves.decided.par_chunks_mut(PIECE)).zip(pieces);
    targets.try_for_each(|((unwon, decided), piece)| {
        unpack(piece, unwon.len(), |at, more| {
            let best = ResultBits { unwon: unwon[at], decided: decided[at] }.best(more);
            (unwon[at], decided[at]) = (best.unwon, best.decided);
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planes(words: usize, seed: u64) -> ResultPlanes {
        let mut state = seed;
        let mut plane = || {
            let mut plane = BitPlane::zeroed(words);
            for word in plane.iter_mut() {
                state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                *word = state ^ state >> 31;
            }
            plane
        };
        ResultPlanes { unwon: plane(), decided: plane() }
    }

    #[test]
    fn packed_planes_read_back_and_damage_is_seen() {
        for words in [64, 64 * 65, 64 * 64 * 3] {
            let results = ByColor { white: 1, black: 2 }.map(|seed| {
                let codes = planes(words, seed);
                let of = |pick: fn(ResultBits) -> u64| {
                    let mut plane = BitPlane::zeroed(words);
                    (0..words).for_each(|word| plane[word] = pick(codes.word(word)));
                    plane
                };
                WdlPlanes {
                    win: of(ResultBits::won),
                    draw: of(ResultBits::drawn),
                    loss: of(ResultBits::lost),
                }
            });
            let mut packed = pack_results(&results);
            let back = unpack_results(&packed, words).unwrap();
            for (one, other) in results.iter().zip(&back) {
                assert!(one.win[..] == other.win[..] && one.draw[..] == other.draw[..]);
                assert!(one.loss[..] == other.loss[..]);
            }
            for side in Color::ALL {
                let one = unpack_results_of(side, &packed, words).unwrap();
                assert!(one[side].win[..] == results[side].win[..] && one[!side].win.is_empty());
                assert!(one[side].loss[..] == results[side].loss[..]);
            }
            *packed.last_mut().unwrap() ^= 1;
            assert!(matches!(unpack_results(&packed, words), Err(Damaged)));
            let (one, mut best) = (planes(words, 3), planes(words, 4));
            let expected: Vec<_> =
                (0..words).map(|word| one.word(word).best(best.word(word))).collect();
            raise_to_packed(&mut best, &pack_moves(&one)).unwrap();
            assert!((0..words).all(|word| best.word(word) == expected[word]));
        }
    }
}
