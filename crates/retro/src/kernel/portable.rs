//! The plain kernel: loops over words, which any compiler can widen.

use super::{Block, Blockers, Job, Kernel};
use crate::layout::symmetry::Symmetry;

/// The kernel for any processor.
#[derive(Debug, Clone, Copy)]
pub struct Portable;

/// A rank of eight words: the row man on the eight squares of a rank.
type Rank = [u64; 8];

/// A set: eight ranks.
pub(super) type Set = [Rank; 8];

#[inline(always)]
fn each(a: &mut Set, b: &Set, f: impl Fn(u64, u64) -> u64) {
    for (a, b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a = f(*a, *b);
    }
}

/// Positions, by the row man's square, in which neither a blocker nor the column man is there.
#[inline(always)]
fn free(blockers: u64, exchanged: bool) -> Set {
    let mut free = [[0; 8]; 8];
    for (square, word) in free.as_flattened_mut().iter_mut().enumerate() {
        let real = if exchanged { square >> 3 | (square & 7) << 3 } else { square };
        let open = (blockers >> square & 1).wrapping_sub(1);
        *word = open & !(1 << real);
    }
    free
}

/// Files and ranks of the row man exchanged.
#[inline(always)]
fn exchange(x: &Set) -> Set {
    let mut y = [[0; 8]; 8];
    for r in 0..8 {
        for f in 0..8 {
            y[f][r] = x[r][f];
        }
    }
    y
}

#[inline(always)]
fn or_into(out: &mut Rank, more: &Rank) {
    for (out, more) in out.iter_mut().zip(more) {
        *out |= more;
    }
}

/// `x | (far & free)`: what is seen one step nearer.
#[inline(always)]
fn nearer(x: &Rank, far: &Rank, free: &Rank) -> Rank {
    std::array::from_fn(|f| x[f] | (far[f] & free[f]))
}

/// Moves the words of a rank `by` files towards h (or a, when negative).
#[inline(always)]
fn shift(rank: &Rank, by: isize) -> Rank {
    std::array::from_fn(|f| {
        let from = f as isize - by;
        if (0..8).contains(&from) { rank[from as usize] } else { 0 }
    })
}

/// Slides along the files, both ways; `skew` moves one file aside at each step.
#[inline(always)]
fn slide(x: &Set, free: &Set, skew: isize, out: &mut Set) {
    let mut seen = shift(&x[0], skew);
    for r in 1..8 {
        or_into(&mut out[r], &seen);
        if r < 7 {
            seen = shift(&nearer(&x[r], &seen, &free[r]), skew);
        }
    }
    let mut seen = shift(&x[7], skew);
    for r in (0..7).rev() {
        or_into(&mut out[r], &seen);
        if r > 0 {
            seen = shift(&nearer(&x[r], &seen, &free[r]), skew);
        }
    }
}

/// Rows and columns exchanged.
#[inline(always)]
pub(super) fn transposed(x: &Set) -> Set {
    let mut y = *x;
    let words = y.as_flattened_mut();
    let mut half = 32;
    let mut low = 0x0000_0000_FFFF_FFFFu64;
    while half > 0 {
        let mut group = 0;
        while group < 64 {
            for i in group..group + half {
                let swap = ((words[i] >> half) ^ words[i + half]) & low;
                words[i] ^= swap << half;
                words[i + half] ^= swap;
            }
            group += 2 * half;
        }
        half /= 2;
        low ^= low << half;
    }
    y
}

/// The set that holds a position exactly when `a` holds its image.
#[inline(always)]
pub(super) fn pulled(a: &Set, symmetry: Symmetry) -> Set {
    let mut y = *a;
    if symmetry.0 & 4 != 0 {
        y = exchange(&y);
    }
    if symmetry.0 & 2 != 0 {
        y.reverse();
    }
    if symmetry.0 & 1 != 0 {
        for rank in &mut y {
            rank.reverse();
        }
    }
    for word in y.as_flattened_mut() {
        *word = symmetry.pull(*word);
    }
    y
}

/// Moves along files and ranks.
#[inline(always)]
pub(super) fn rook(x: &Set, blockers: Blockers, out: &mut Set) {
    slide(x, &free(blockers.set, false), 0, out);
    let mut across = [[0; 8]; 8];
    slide(&exchange(x), &free(blockers.exchanged, true), 0, &mut across);
    each(out, &exchange(&across), |a, b| a | b);
}

/// Moves along diagonals.
#[inline(always)]
pub(super) fn bishop(x: &Set, blockers: Blockers, out: &mut Set) {
    let free = free(blockers.set, false);
    slide(x, &free, 1, out);
    slide(x, &free, -1, out);
}

/// Knight moves.
#[inline(always)]
pub(super) fn knight(x: &Set, out: &mut Set) {
    for (r, rank) in x.iter().enumerate() {
        let mut near = shift(rank, 1);
        or_into(&mut near, &shift(rank, -1));
        let mut far = shift(rank, 2);
        or_into(&mut far, &shift(rank, -2));
        for (to, words) in
            [(r + 2, &near), (r.wrapping_sub(2), &near), (r + 1, &far), (r.wrapping_sub(1), &far)]
        {
            if to < 8 {
                or_into(&mut out[to], words);
            }
        }
    }
}

/// Steps of one square.
#[inline(always)]
pub(super) fn king(x: &Set, out: &mut Set) {
    for (r, rank) in x.iter().enumerate() {
        let mut aside = shift(rank, 1);
        or_into(&mut aside, &shift(rank, -1));
        or_into(&mut out[r], &aside);
        or_into(&mut aside, rank);
        for to in [r + 1, r.wrapping_sub(1)] {
            if to < 8 {
                or_into(&mut out[to], &aside);
            }
        }
    }
}

/// What takes many instructions is called and not inlined: a set lies in memory anyway, and each job
/// would hold several copies.
impl Kernel for Portable {
    type Set = Set;

    #[inline(never)]
    fn enter<J: Job>(job: J) -> J::Output {
        job.run::<Self>()
    }

    #[inline(always)]
    fn empty() -> Set {
        [[0; 8]; 8]
    }

    #[inline(always)]
    fn load(block: &Block) -> Set {
        let mut set = Self::empty();
        set.as_flattened_mut().copy_from_slice(block);
        set
    }

    #[inline(always)]
    fn store(set: &Set, block: &mut Block) {
        block.copy_from_slice(set.as_flattened());
    }

    #[inline(always)]
    fn add(a: &mut Set, b: &Set) {
        each(a, b, |a, b| a | b);
    }

    #[inline(always)]
    fn keep(a: &mut Set, b: &Set) {
        each(a, b, |a, b| a & b);
    }

    #[inline(always)]
    fn remove(a: &mut Set, b: &Set) {
        each(a, b, |a, b| a & !b);
    }

    #[inline(always)]
    fn any(a: &Set) -> bool {
        a.as_flattened().iter().fold(0, |all, word| all | word) != 0
    }

    #[inline(always)]
    fn rows(a: &Set) -> u64 {
        let words = a.as_flattened().iter().enumerate();
        words.fold(0, |rows, (i, &word)| rows | u64::from(word != 0) << i)
    }

    #[inline(always)]
    fn column(block: &Block, column: u8) -> u64 {
        let words = block.iter().enumerate();
        words.fold(0, |rows, (row, &word)| rows | (word >> column & 1) << row)
    }

    #[inline(never)]
    fn transpose(a: &Set) -> Set {
        transposed(a)
    }

    #[inline(never)]
    fn pull(a: &Set, symmetry: Symmetry) -> Set {
        pulled(a, symmetry)
    }

    #[inline(never)]
    fn rook(x: &Set, blockers: Blockers, out: &mut Set) {
        rook(x, blockers, out);
    }

    #[inline(never)]
    fn bishop(x: &Set, blockers: Blockers, out: &mut Set) {
        bishop(x, blockers, out);
    }

    #[inline(never)]
    fn knight(x: &Set, out: &mut Set) {
        knight(x, out);
    }

    #[inline(never)]
    fn king(x: &Set, out: &mut Set) {
        king(x, out);
    }

    #[inline(always)]
    fn pass_over(found: &mut Set, square: u8) {
        let free = !(1u64 << square);
        for word in found.as_flattened_mut() {
            *word &= free;
        }
        found.as_flattened_mut()[usize::from(square)] = 0;
    }

    #[inline(always)]
    fn bytes_equal(row: &[u8; 64], code: u8) -> u64 {
        row.iter().enumerate().fold(0, |set, (i, &byte)| set | u64::from(byte == code) << i)
    }

    #[inline(always)]
    fn bytes_above(row: &[u8; 64], code: u8) -> u64 {
        row.iter().enumerate().fold(0, |set, (i, &byte)| set | u64::from(byte > code) << i)
    }

    #[inline(always)]
    fn put_bytes(row: &mut [u8; 64], places: u64, code: u8) {
        for (i, byte) in row.iter_mut().enumerate() {
            *byte = if places >> i & 1 != 0 { code } else { *byte };
        }
    }
}
