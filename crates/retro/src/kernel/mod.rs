//! What is done to whole blocks of 64 x 64 positions, behind one small interface.
//!
//! A block is 64 words of 64 bits: word `r`, bit `c` is the position with the *row man* on square
//! `r` and the *column man* on square `c`, all other men fixed. A [`Kernel`] says how such sets of
//! positions are combined and how they spread along the moves of the row man; the column man's
//! moves are the same after a transposition. [`Portable`] says it in plain Rust and is what the
//! others are held equal to; the best one for the processor is picked at run time by [`run`].
//!
//! Nothing here knows what the bits mean.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;

use std::sync::atomic::{AtomicU8, Ordering};

pub use portable::Portable;

use crate::layout::symmetry::{Symmetry, exchange_files_and_ranks};

/// A block in memory.
pub type Block = [u64; 64];

/// Squares that are occupied whatever the men of the block do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Blockers {
    /// As a set of squares.
    pub set: u64,
    /// The same with files and ranks exchanged.
    pub exchanged: u64,
}

impl Blockers {
    /// The blockers of a set.
    #[inline(always)]
    pub fn new(set: u64) -> Self {
        Self { set, exchanged: exchange_files_and_ranks(set) }
    }
}

/// Operations on sets of 64 x 64 positions.
///
/// The move functions add to `out` every position from which the row man has a move into `x`. A
/// slider is stopped by the blockers and by the column man.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// A set held in registers.
    type Set: Copy;

    /// Does a job with this kernel in a function of its own, so that what several jobs need is
    /// compiled once.
    fn enter<J: Job>(job: J) -> J::Output;

    /// The empty set.
    fn empty() -> Self::Set;
    /// A set from memory.
    fn load(block: &Block) -> Self::Set;
    /// A set to memory.
    fn store(set: &Self::Set, block: &mut Block);
    /// Union.
    fn add(a: &mut Self::Set, b: &Self::Set);
    /// Intersection.
    fn keep(a: &mut Self::Set, b: &Self::Set);
    /// Difference.
    fn remove(a: &mut Self::Set, b: &Self::Set);
    /// Whether anything is in the set.
    fn any(a: &Self::Set) -> bool;
    /// The rows that hold anything.
    fn rows(a: &Self::Set) -> u64;
    /// The rows of a block whose bit `column` is set.
    fn column(block: &Block, column: u8) -> u64;
    /// Rows and columns exchanged.
    fn transpose(a: &Self::Set) -> Self::Set;
    /// The set that holds a position exactly when `a` holds its image.
    fn pull(a: &Self::Set, symmetry: Symmetry) -> Self::Set;
    /// Moves along files and ranks.
    fn rook(x: &Self::Set, blockers: Blockers, out: &mut Self::Set);
    /// Moves along diagonals.
    fn bishop(x: &Self::Set, blockers: Blockers, out: &mut Self::Set);
    /// Knight moves.
    fn knight(x: &Self::Set, out: &mut Self::Set);
    /// Steps of one square.
    fn king(x: &Self::Set, out: &mut Self::Set);
    /// One step of a ray of a man outside the block, from its far end towards the man: what was
    /// found so far stays where neither man of the block stands on `square`.
    fn pass_over(found: &mut Self::Set, square: u8);

    /// The places of a row of bytes that equal `code`.
    fn bytes_equal(row: &[u8; 64], code: u8) -> u64;
    /// The places of a row of bytes that are greater than `code`.
    fn bytes_above(row: &[u8; 64], code: u8) -> u64;
    /// Writes `code` into the marked places of a row.
    fn put_bytes(row: &mut [u8; 64], places: u64, code: u8);
}

/// A piece of work that is written once for all kernels.
pub trait Job {
    /// What comes out.
    type Output;
    /// Does it. Implementations must be `#[inline(always)]`, and so must what they call, for the
    /// instructions of the kernel to reach them.
    fn run<K: Kernel>(self) -> Self::Output;
}

/// The instruction sets that have a kernel, from the plainest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Instructions {
    /// Any processor.
    Portable,
    /// 256-bit registers.
    Avx2,
    /// 512-bit registers with byte permutations and bit-matrix products.
    Avx512,
}

const ALL: [Instructions; 3] = [Instructions::Portable, Instructions::Avx2, Instructions::Avx512];
static CEILING: AtomicU8 = AtomicU8::new(Instructions::Avx512 as u8);

impl Instructions {
    /// The best that this processor has and [`Instructions::limit`] allows.
    pub fn best() -> Self {
        let ceiling = ALL[usize::from(CEILING.load(Ordering::Relaxed))];
        ceiling.min(detected())
    }

    /// Uses nothing beyond this from now on, in the whole process: for measurements and tests.
    pub fn limit(ceiling: Self) {
        CEILING.store(ceiling as u8, Ordering::Relaxed);
    }

    /// Those this processor has.
    pub fn available() -> impl Iterator<Item = Self> {
        ALL.into_iter().filter(|&set| set <= detected())
    }
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Instructions {
    let wide = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("gfni");
    let bits = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt");
    if wide && bits {
        Instructions::Avx512
    } else if is_x86_feature_detected!("avx2") && bits {
        Instructions::Avx2
    } else {
        Instructions::Portable
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Instructions {
    Instructions::Portable
}

/// Does a job with the best kernel there is.
#[inline]
pub fn run<J: Job>(job: J) -> J::Output {
    run_with(Instructions::best(), job)
}

/// Does a job with the kernel for `instructions`, or the best below it that the processor has.
#[inline]
pub fn run_with<J: Job>(instructions: Instructions, job: J) -> J::Output {
    #[cfg(target_arch = "x86_64")]
    match instructions.min(detected()) {
        // SAFETY: the processor has been asked.
        Instructions::Avx512 => return unsafe { avx512::run(job) },
        // SAFETY: the processor has been asked.
        Instructions::Avx2 => return unsafe { avx2::run(job) },
        Instructions::Portable => {}
    }
    let _ = instructions;
    Portable::enter(job)
}

#[cfg(test)]
mod tests;
