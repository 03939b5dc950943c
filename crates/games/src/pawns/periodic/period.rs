//! Periods, and the bound that proves them.

use nimzo_work::Task;

use super::family::Family;
use crate::Result;

/// A proved period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// Words of lengths `n` and `n + length` that begin at the same file of the pattern have the
    /// same nimber …
    pub length: usize,
    /// … for all `n` from here on.
    pub preperiod: usize,
    /// The period of the prefixes alone, which may be shorter, …
    pub of_prefixes: usize,
    /// … and the length from which on they keep it.
    pub prefixes_from: usize,
    /// From this length on the half-values repeat too, loony ones included.
    pub halves_from: usize,
    /// The length to which repetition had to be seen to be sure that it goes on.
    pub checked_to: usize,
}

/// Looks for a period, the shortest first.
///
/// Let all half-values repeat with period `P`, a multiple of the pattern's length, from parts of
/// length `s` on, as far as lengths to `M` tell. A word of length `n + P > M` has the same moves as
/// the word of length `n` that begins alike if in each of its moves one part can be shortened by
/// `P`, and in each move of the shorter one a part can be lengthened: in both cases some part has
/// to have at least `s` (or `s + P`) files, and one does when `n >= 2 s + P`. So if `M >= 2 s + 2 P`
/// all lengths above `M` follow by induction. The half-values of parts of a length need the
/// nimbers of the words one and two files shorter and the marks of parts one and two files
/// shorter; three more lengths make sure that those have settled too.
pub fn find(family: &Family, task: &Task) -> Result<Option<Period>> {
    let longest = family.valued();
    let step = family.period();
    let fits = |length: &usize| 2 * length + SLACK <= longest;
    for length in (1..).map(|times| times * step).take_while(fits) {
        task.check()?;
        let start = repeats_from(family, length);
        let checked_to = 2 * start + 2 * length + SLACK;
        if checked_to <= longest {
            return Ok(Some(describe(family, length, start, checked_to)));
        }
    }
    Ok(None)
}

const SLACK: usize = 3;

/// The least length from which on everything repeats to the end of what was valued.
fn repeats_from(family: &Family, period: usize) -> usize {
    let half = |residue, length, leftwards| family.half(residue, length, leftwards);
    last_difference(0..=family.valued() - period, |length| {
        (0..family.period()).all(|residue| {
            family.nimber(residue, length) == family.nimber(residue, length + period)
                && [false, true].into_iter().all(|leftwards| {
                    half(residue, length, leftwards) == half(residue, length + period, leftwards)
                })
        })
    })
}

/// The length after the last one that is not alike, or 0.
fn last_difference(
    lengths: impl DoubleEndedIterator<Item = usize>,
    alike: impl Fn(usize) -> bool,
) -> usize {
    lengths.rev().find(|&length| !alike(length)).map_or(0, |length| length + 1)
}

/// The nimbers may repeat sooner than the half-values, and the prefixes faster.
fn describe(family: &Family, length: usize, halves_from: usize, checked_to: usize) -> Period {
    let alike = |residue: usize, n: usize, period: usize| {
        family.nimber(residue, n) == family.nimber(residue, n + period)
    };
    let preperiod =
        last_difference(0..halves_from, |n| (0..family.period()).all(|r| alike(r, n, length)));
    let of_prefixes = (1..=length)
        .filter(|shorter| length.is_multiple_of(*shorter))
        .find(|&shorter| (halves_from..=checked_to - length).all(|n| alike(0, n, shorter)))
        .unwrap_or(length);
    let prefixes_from = last_difference(0..halves_from, |n| alike(0, n, of_prefixes));
    Period { length, preperiod, of_prefixes, prefixes_from, halves_from, checked_to }
}
