//! Half-values: what one side of a move is worth.
//!
//! A move on a file splits its word in two, and apart from the two exceptions below the halves do
//! not know of each other: each is either loony or worth the nimber of its part without the file
//! next to the move. The value of a move is the nim-sum of its two half-values, the value of a
//! word the least nimber that no such sum equals.

use crate::pawns::word::File;

/// A left half-value, or this for a loony one. The two marks differ so that a sum with either is
/// told from every nimber by its size alone.
pub const LOONY_LEFT: u16 = 0x8000;
/// A right half-value, or this for a loony one.
pub const LOONY_RIGHT: u16 = 0x4000;
/// Nimbers stay below the marks.
pub const LARGEST_NIMBER: u16 = 0x3fff;

/// What a part of a word, read outwards from a move, tells: the first letters and the nimbers of
/// what is left of it.
pub trait Outward {
    /// The number of files in the part.
    fn len(&self) -> usize;
    /// The letter that is `index` files away from the nearest one.
    fn letter(&self, index: usize) -> File;
    /// The nimber of the part without its first `skipped` files; 0 when nothing is left.
    fn nimber_beyond(&self, skipped: usize) -> u16;
    /// Whether a move on a file with letter `u`, the first `skipped` files gone, would be sound.
    fn sound_beyond(&self, u: File, skipped: usize) -> bool;
}

/// Whether a move that leaves a pawn under attack at the END of a component is sound, that is, not
/// loony. `u` is the letter of the moved file, `part` the files beyond it.
///
/// A pawn that attacks one file only can be captured, which removes that file, or be answered by
/// an advance, which attacks the next file in turn. The move is loony when one of the two answers
/// suits every surrounding.
pub fn sound_at_end(u: File, part: &impl Outward) -> bool {
    match (part.len(), u) {
        (0, _) => true,
        (1, _) => false,
        (_, File::Open) => {
            let first = part.letter(0);
            !(part.sound_beyond(first, 1) && part.nimber_beyond(2) == part.nimber_beyond(1))
        }
        (_, File::Stopped) => {
            let second = part.letter(1);
            part.sound_beyond(second, 2) && part.nimber_beyond(3) == part.nimber_beyond(1)
        }
    }
}

/// Whether this half of a move in the INTERIOR of a component is sound. An attacked pawn on a
/// stopped file cannot profit from the attack: its half is never loony.
pub fn sound_inside(u: File, part: &impl Outward) -> bool {
    (part.len() > 0 && part.letter(0).is_stopped()) || sound_at_end(u, part)
}
