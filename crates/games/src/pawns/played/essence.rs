//! What of a position can still matter, so that the referee plays equal things out once.
//!
//! A pawn changes its file only by a capture on the next one, so an empty file stays empty, and
//! the *islands* of files between empty ones never meet again. Which of them stands further left
//! and which end of one is its left end makes no difference to any move; and an island in which
//! neither side has a move will never have one. This is all that is used: the rules, no theory.

use std::ops::Range;

use crate::pawns::rules::{GOAL, HOME, MIDDLE, MOST_FILES, Pawns, Side};

/// Equal for two positions only if they are the same game for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Essence([u64; MOST_FILES / 8]);

/// The most islands that there is room for.
const MOST_ISLANDS: usize = MOST_FILES / 2;

impl Essence {
    /// The islands that are alive, each turned so that it reads as the larger one, in order.
    pub(super) fn of(pawns: &Pawns) -> Self {
        let pawns = without_idle_goals(pawns);
        let mobile = mobile(&pawns);
        let mut files = [0u8; MOST_FILES];
        let mut islands: [(usize, usize); MOST_ISLANDS] = [(0, 0); MOST_ISLANDS];
        let mut count = 0;
        for island in self::islands(occupied(&pawns)) {
            if mobile & files_in(&island) == 0 {
                continue;
            }
            island.clone().for_each(|file| files[file] = code(&pawns, file));
            let codes = &mut files[island.clone()];
            if codes.iter().rev().gt(codes.iter()) {
                codes.reverse();
            }
            islands[count] = (island.start, island.end);
            count += 1;
        }
        let islands = &mut islands[..count];
        islands.sort_unstable_by(|a, b| files[a.0..a.1].cmp(&files[b.0..b.1]));
        let mut words = [[0u8; 8]; MOST_FILES / 8];
        let bytes = words.as_flattened_mut();
        let mut at = 0;
        for &(start, end) in islands.iter() {
            let next = at + end - start;
            bytes[at..next].copy_from_slice(&files[start..end]);
            at = next + 1;
        }
        Self(words.map(u64::from_le_bytes))
    }
}

/// A pawn at its goal, on a stopped file, can neither move nor be captured. All it does is to keep
/// its own side from stepping there, and where no pawn of its side can come to the middle of the
/// file it does nothing.
fn without_idle_goals(pawns: &Pawns) -> Pawns {
    pawns.with_men(|side| {
        let [home, middle, goal] = [HOME, MIDDLE, GOAL].map(|row| pawns.row(side, row));
        [home, middle, goal & (middle | home | home << 1 | home >> 1)]
    })
}

fn occupied(pawns: &Pawns) -> u32 {
    let rows = [HOME, MIDDLE, GOAL];
    rows.iter().fold(0, |all, &row| all | pawns.row(Side::White, row) | pawns.row(Side::Black, row))
}

/// The files with a pawn that could move if its side were to move.
fn mobile(pawns: &Pawns) -> u32 {
    let mut files = 0;
    for side in [Side::White, Side::Black] {
        for row in [HOME, MIDDLE] {
            let mine = pawns.row(side, row);
            let opposite = pawns.row(side.other(), GOAL - (row + 1));
            files |= mine & !(pawns.row(side, row + 1) | opposite);
            files |= mine & (opposite << 1 | opposite >> 1);
        }
    }
    files
}

/// The runs of consecutive files.
fn islands(mut files: u32) -> impl Iterator<Item = Range<usize>> {
    std::iter::from_fn(move || {
        (files != 0).then(|| {
            let start = files.trailing_zeros() as usize;
            let island = start..start + (files >> start).trailing_ones() as usize;
            files &= !files_in(&island);
            island
        })
    })
}

fn files_in(island: &Range<usize>) -> u32 {
    (u32::MAX >> (MOST_FILES - island.len())) << island.start
}

/// All there is on a file as one number, never 0 where there is a pawn.
fn code(pawns: &Pawns, file: usize) -> u8 {
    let bit = |set: u32| (set >> file & 1) as u8;
    let rows = |side| {
        bit(pawns.row(side, HOME))
            | bit(pawns.row(side, MIDDLE)) << 1
            | bit(pawns.row(side, GOAL)) << 2
    };
    rows(Side::White) | rows(Side::Black) << 3 | u8::from(pawns.is_stopped(file)) << 6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::Word;

    fn essence(words: &[&str]) -> Essence {
        let words: Vec<Word> = words.iter().map(|word| word.parse().unwrap()).collect();
        Essence::of(&Pawns::start(&words).unwrap())
    }

    #[test]
    fn the_order_of_components_and_their_ends_do_not_matter() {
        assert_eq!(essence(&["1000", "00", "010"]), essence(&["010", "0001", "00"]));
        assert_ne!(essence(&["1000"]), essence(&["0100"]));
        assert_ne!(essence(&["00"]), essence(&["0", "0"]));
        assert_ne!(essence(&["000"]), essence(&["00", "0"]));
        let wide = "0".repeat(MOST_FILES);
        assert_ne!(essence(&[&wide]), essence(&[&wide[1..]]));
    }

    #[test]
    fn blocked_pawns_are_forgotten_and_free_ones_are_not() {
        let blocked = Pawns::standing(3, 0, [[0, 1, 0], [1, 0, 0]]);
        let nothing = Pawns::standing(3, 0, [[0; 3]; 2]);
        assert_eq!(Essence::of(&blocked), Essence::of(&nothing));
        // The pawn that has come through on a stopped file still blocks the one behind it.
        let behind = Pawns::standing(1, 1, [[1, 0, 1], [0, 0, 0]]);
        let alone = Pawns::standing(1, 1, [[1, 0, 0], [0, 0, 0]]);
        assert_ne!(Essence::of(&behind), Essence::of(&alone));
    }
}
