//! The kernel for processors with 256-bit registers: the plain one, compiled for them, with the
//! byte rows written out.

use std::arch::x86_64::*;

use super::portable::{self, Set};
use super::{Block, Blockers, Job, Kernel, Portable};
use crate::layout::symmetry::Symmetry;

#[derive(Debug, Clone, Copy)]
pub(super) struct Avx2;

/// # Safety
/// The processor must have these instructions.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
pub(super) unsafe fn run<J: Job>(job: J) -> J::Output {
    job.run::<Avx2>()
}

/// Functions of the plain kernel, compiled for these instructions.
macro_rules! compiled_anew {
    ($($name:ident($($argument:ident: $kind:ty),*) $(-> $output:ty)?;)*) => { $(
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
        #[inline(never)]
        fn $name($($argument: $kind),*) $(-> $output)? {
            portable::$name($($argument),*)
        }
    )* };
}

compiled_anew! {
    transposed(a: &Set) -> Set;
    pulled(a: &Set, symmetry: Symmetry) -> Set;
    rook(x: &Set, blockers: Blockers, out: &mut Set);
    bishop(x: &Set, blockers: Blockers, out: &mut Set);
    knight(x: &Set, out: &mut Set);
    king(x: &Set, out: &mut Set);
}

/// The marks of both halves of a row in one word.
#[inline(always)]
fn joined(low: __m256i, high: __m256i) -> u64 {
    // SAFETY: `Avx2` is only used where the instructions exist.
    unsafe {
        let low = u64::from(_mm256_movemask_epi8(low) as u32);
        low | u64::from(_mm256_movemask_epi8(high) as u32) << 32
    }
}

/// Both halves of a row.
#[inline(always)]
fn halves(row: &[u8; 64]) -> (__m256i, __m256i) {
    let start = row.as_ptr();
    // SAFETY: a row has 64 bytes; the instructions exist.
    unsafe { (_mm256_loadu_si256(start.cast()), _mm256_loadu_si256(start.add(32).cast())) }
}

impl Kernel for Avx2 {
    type Set = Set;

    #[inline(always)]
    fn enter<J: Job>(job: J) -> J::Output {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { run(job) }
    }

    #[inline(always)]
    fn empty() -> Set {
        Portable::empty()
    }
    #[inline(always)]
    fn load(block: &Block) -> Set {
        Portable::load(block)
    }
    #[inline(always)]
    fn store(set: &Set, block: &mut Block) {
        Portable::store(set, block);
    }
    #[inline(always)]
    fn add(a: &mut Set, b: &Set) {
        Portable::add(a, b);
    }
    #[inline(always)]
    fn keep(a: &mut Set, b: &Set) {
        Portable::keep(a, b);
    }
    #[inline(always)]
    fn remove(a: &mut Set, b: &Set) {
        Portable::remove(a, b);
    }
    #[inline(always)]
    fn any(a: &Set) -> bool {
        Portable::any(a)
    }
    #[inline(always)]
    fn rows(a: &Set) -> u64 {
        Portable::rows(a)
    }
    #[inline(always)]
    fn column(block: &Block, column: u8) -> u64 {
        let mut rows = 0;
        // SAFETY: as for the others; four words are read at a time from an array of 64.
        unsafe {
            let to_sign = _mm_cvtsi32_si128(63 - i32::from(column & 63));
            for (i, words) in block.chunks_exact(4).enumerate() {
                let words = _mm256_loadu_si256(words.as_ptr().cast());
                let signs = _mm256_castsi256_pd(_mm256_sll_epi64(words, to_sign));
                rows |= (_mm256_movemask_pd(signs) as u64) << (4 * i);
            }
        }
        rows
    }
    #[inline(always)]
    fn transpose(a: &Set) -> Set {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { transposed(a) }
    }
    #[inline(always)]
    fn pull(a: &Set, symmetry: Symmetry) -> Set {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { pulled(a, symmetry) }
    }
    #[inline(always)]
    fn rook(x: &Set, blockers: Blockers, out: &mut Set) {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { rook(x, blockers, out) }
    }
    #[inline(always)]
    fn bishop(x: &Set, blockers: Blockers, out: &mut Set) {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { bishop(x, blockers, out) }
    }
    #[inline(always)]
    fn knight(x: &Set, out: &mut Set) {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { knight(x, out) }
    }
    #[inline(always)]
    fn king(x: &Set, out: &mut Set) {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe { king(x, out) }
    }
    #[inline(always)]
    fn pass_over(found: &mut Set, square: u8) {
        Portable::pass_over(found, square);
    }

    #[inline(always)]
    fn bytes_equal(row: &[u8; 64], code: u8) -> u64 {
        // SAFETY: `Avx2` is only used where the instructions exist.
        unsafe {
            let code = _mm256_set1_epi8(code as i8);
            let (low, high) = halves(row);
            joined(_mm256_cmpeq_epi8(low, code), _mm256_cmpeq_epi8(high, code))
        }
    }

    #[inline(always)]
    fn bytes_above(row: &[u8; 64], code: u8) -> u64 {
        if code == u8::MAX {
            return 0;
        }
        // SAFETY: as above. Above `code` is where the maximum with `code + 1` changes nothing.
        unsafe {
            let next = _mm256_set1_epi8((code + 1) as i8);
            let (low, high) = halves(row);
            joined(
                _mm256_cmpeq_epi8(_mm256_max_epu8(low, next), low),
                _mm256_cmpeq_epi8(_mm256_max_epu8(high, next), high),
            )
        }
    }

    #[inline(always)]
    fn put_bytes(row: &mut [u8; 64], places: u64, code: u8) {
        // SAFETY: as above; both halves lie in the row.
        unsafe {
            let spread = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201u64 as i64);
            for (half, places) in [(0, places as u32), (1, (places >> 32) as u32)] {
                let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(places as i32), spread);
                let marked = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, bit), bit);
                let at = row.as_mut_ptr().add(32 * half).cast();
                let old = _mm256_loadu_si256(at);
                let new = _mm256_blendv_epi8(old, _mm256_set1_epi8(code as i8), marked);
                _mm256_storeu_si256(at, new);
            }
        }
    }
}
