//! The kernel for processors with 512-bit registers: a set is eight of them, one for each rank of
//! the row man.
//!
//! It stays in one file: with the operations on registers in a module of their own a solve took four in a hundred longer.

// One reason holds for every block; it is written once, above the first.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

use super::{Block, Blockers, Job, Kernel};
use crate::layout::symmetry::Symmetry;

#[derive(Debug, Clone, Copy)]
pub(super) struct Avx512;

/// # Safety
/// The processor must have these instructions.
#[target_feature(
    enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,gfni,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
pub(super) unsafe fn run<J: Job>(job: J) -> J::Output {
    job.run::<Avx512>()
}

type Rank = __m512i;
type Set = [Rank; 8];

/// A register's worth of constants.
#[repr(C, align(64))]
struct Constants<T>(T);

/// Byte `c` of word `l` goes to byte `7 - l` of word `c`.
static GATHER_REVERSED: Constants<[u8; 64]> = Constants(gathered(true));
/// Byte `c` of word `l` goes to byte `l` of word `c`.
static GATHER: Constants<[u8; 64]> = Constants(gathered(false));

const fn gathered(reversed: bool) -> [u8; 64] {
    let mut order = [0; 64];
    let mut i = 0;
    while i < 64 {
        let (c, l) = (i / 8, i % 8);
        order[c * 8 + if reversed { 7 - l } else { l }] = (l * 8 + c) as u8;
        i += 1;
    }
    order
}

/// Positions in which the column man does not stand on the row man's square.
static APART: Constants<[u64; 64]> = Constants(apart(false));
/// The same with files and ranks of the row man exchanged.
static APART_EXCHANGED: Constants<[u64; 64]> = Constants(apart(true));

const fn apart(exchanged: bool) -> [u64; 64] {
    let mut words = [0; 64];
    let mut s = 0;
    while s < 64 {
        words[s] = !(1 << if exchanged { s >> 3 | (s & 7) << 3 } else { s });
        s += 1;
    }
    words
}

/// The unit matrix of the bit-matrix product, which with a reversed operand transposes 8 x 8 bits.
const UNIT: i64 = 0x8040_2010_0804_0201u64 as i64;

// SAFETY, for all that follows: `Avx512` is only used inside `run`, hence where the instructions
// exist; loads and stores go to arrays of the full size.

#[inline(always)]
fn constants<T>(from: &Constants<T>) -> Rank {
    unsafe { _mm512_load_si512((&raw const from.0).cast()) }
}

#[inline(always)]
fn zero() -> Rank {
    unsafe { _mm512_setzero_si512() }
}

/// `x | (far & free)`.
#[inline(always)]
fn nearer(x: Rank, far: Rank, free: Rank) -> Rank {
    unsafe { _mm512_ternarylogic_epi64::<0xF8>(x, far, free) }
}

#[inline(always)]
fn or3(a: Rank, b: Rank, c: Rank) -> Rank {
    unsafe { _mm512_ternarylogic_epi64::<0xFE>(a, b, c) }
}

#[inline(always)]
fn or(a: Rank, b: Rank) -> Rank {
    unsafe { _mm512_or_si512(a, b) }
}

/// Words one file towards h.
#[inline(always)]
fn to_h(a: Rank) -> Rank {
    unsafe { _mm512_alignr_epi64::<7>(a, zero()) }
}

/// Words one file towards a.
#[inline(always)]
fn to_a(a: Rank) -> Rank {
    unsafe { _mm512_alignr_epi64::<1>(zero(), a) }
}

/// The squares, rank by rank, on which neither blocker nor column man stands.
#[inline(always)]
fn free(apart: &Constants<[u64; 64]>, blockers: u64) -> Set {
    let mut free = [zero(); 8];
    for (r, rank) in free.iter_mut().enumerate() {
        let open = (!blockers >> (8 * r)) as u8;
        *rank = unsafe { _mm512_maskz_load_epi64(open, apart.0.as_ptr().add(8 * r).cast()) };
    }
    free
}

#[inline(always)]
fn along_files(x: &Set, free: &Set, out: &mut Set) {
    let mut seen = x[0];
    for r in 1..8 {
        out[r] = or(out[r], seen);
        if r < 7 {
            seen = nearer(x[r], seen, free[r]);
        }
    }
    let mut seen = x[7];
    for r in (0..7).rev() {
        out[r] = or(out[r], seen);
        if r > 0 {
            seen = nearer(x[r], seen, free[r]);
        }
    }
}

/// Files and ranks of the row man exchanged: an 8 x 8 transposition of words.
#[inline(always)]
fn exchange(x: &Set) -> Set {
    unsafe {
        let even = gather_words([
            _mm512_unpacklo_epi64(x[0], x[1]),
            _mm512_unpacklo_epi64(x[2], x[3]),
            _mm512_unpacklo_epi64(x[4], x[5]),
            _mm512_unpacklo_epi64(x[6], x[7]),
        ]);
        let odd = gather_words([
            _mm512_unpackhi_epi64(x[0], x[1]),
            _mm512_unpackhi_epi64(x[2], x[3]),
            _mm512_unpackhi_epi64(x[4], x[5]),
            _mm512_unpackhi_epi64(x[6], x[7]),
        ]);
        [even[0], odd[0], even[1], odd[1], even[2], odd[2], even[3], odd[3]]
    }
}

/// Of four registers of 128-bit lanes, the first lanes of all, the second lanes of all, …
#[inline(always)]
fn gather_words([a, b, c, d]: [Rank; 4]) -> [Rank; 4] {
    unsafe {
        let even_ab = _mm512_shuffle_i64x2::<0x88>(a, b);
        let odd_ab = _mm512_shuffle_i64x2::<0xDD>(a, b);
        let even_cd = _mm512_shuffle_i64x2::<0x88>(c, d);
        let odd_cd = _mm512_shuffle_i64x2::<0xDD>(c, d);
        [
            _mm512_shuffle_i64x2::<0x88>(even_ab, even_cd),
            _mm512_shuffle_i64x2::<0x88>(odd_ab, odd_cd),
            _mm512_shuffle_i64x2::<0xDD>(even_ab, even_cd),
            _mm512_shuffle_i64x2::<0xDD>(odd_ab, odd_cd),
        ]
    }
}

/// Reverses the bytes of every word.
#[inline(always)]
fn reverse_bytes(x: Rank) -> Rank {
    unsafe {
        let order = _mm512_set_epi64(
            0x0809_0A0B_0C0D_0E0F,
            0x0001_0203_0405_0607,
            0x0809_0A0B_0C0D_0E0F,
            0x0001_0203_0405_0607,
            0x0809_0A0B_0C0D_0E0F,
            0x0001_0203_0405_0607,
            0x0809_0A0B_0C0D_0E0F,
            0x0001_0203_0405_0607,
        );
        _mm512_shuffle_epi8(x, order)
    }
}

impl Kernel for Avx512 {
    type Set = Set;

    #[inline(always)]
    fn enter<J: Job>(job: J) -> J::Output {
        unsafe { run(job) }
    }

    #[inline(always)]
    fn empty() -> Set {
        [zero(); 8]
    }

    #[inline(always)]
    fn load(block: &Block) -> Set {
        let mut set = Self::empty();
        for (r, rank) in set.iter_mut().enumerate() {
            *rank = unsafe { _mm512_loadu_si512(block.as_ptr().add(8 * r).cast()) };
        }
        set
    }

    #[inline(always)]
    fn store(set: &Set, block: &mut Block) {
        for (r, rank) in set.iter().enumerate() {
            unsafe { _mm512_storeu_si512(block.as_mut_ptr().add(8 * r).cast(), *rank) };
        }
    }

    #[inline(always)]
    fn add(a: &mut Set, b: &Set) {
        for r in 0..8 {
            a[r] = or(a[r], b[r]);
        }
    }

    #[inline(always)]
    fn keep(a: &mut Set, b: &Set) {
        for r in 0..8 {
            a[r] = unsafe { _mm512_and_si512(a[r], b[r]) };
        }
    }

    #[inline(always)]
    fn remove(a: &mut Set, b: &Set) {
        for r in 0..8 {
            a[r] = unsafe { _mm512_andnot_si512(b[r], a[r]) };
        }
    }

    #[inline(always)]
    fn any(a: &Set) -> bool {
        let all = or(or3(a[0], a[1], a[2]), or(or3(a[3], a[4], a[5]), or(a[6], a[7])));
        unsafe { _mm512_test_epi64_mask(all, all) != 0 }
    }

    #[inline(always)]
    fn rows(a: &Set) -> u64 {
        let mut rows = 0;
        for (r, &rank) in a.iter().enumerate() {
            let marks = unsafe { _mm512_test_epi64_mask(rank, rank) };
            rows |= u64::from(marks) << (8 * r);
        }
        rows
    }

    #[inline(always)]
    fn column(block: &Block, column: u8) -> u64 {
        let mut rows = 0;
        unsafe {
            let bit = _mm512_set1_epi64(1 << (column & 63));
            for (i, words) in block.chunks_exact(8).enumerate() {
                let words = _mm512_loadu_si512(words.as_ptr().cast());
                rows |= u64::from(_mm512_test_epi64_mask(words, bit)) << (8 * i);
            }
        }
        rows
    }

    #[inline(always)]
    fn transpose(a: &Set) -> Set {
        unsafe {
            let (gather_reversed, gather) = (constants(&GATHER_REVERSED), constants(&GATHER));
            let unit = _mm512_set1_epi64(UNIT);
            let mut y = *a;
            for rank in &mut y {
                let bytes = _mm512_permutexvar_epi8(gather_reversed, *rank);
                *rank = _mm512_gf2p8affine_epi64_epi8::<0>(unit, bytes);
            }
            let mut z = exchange(&y);
            for rank in &mut z {
                *rank = _mm512_permutexvar_epi8(gather, *rank);
            }
            z
        }
    }

    #[inline(always)]
    fn pull(a: &Set, symmetry: Symmetry) -> Set {
        let mut y = *a;
        unsafe {
            let unit = _mm512_set1_epi64(UNIT);
            if symmetry.0 & 4 != 0 {
                y = exchange(&y);
                for rank in &mut y {
                    *rank = _mm512_gf2p8affine_epi64_epi8::<0>(unit, reverse_bytes(*rank));
                }
            }
            if symmetry.0 & 2 != 0 {
                y.reverse();
                for rank in &mut y {
                    *rank = reverse_bytes(*rank);
                }
            }
            if symmetry.0 & 1 != 0 {
                let reversed = _mm512_setr_epi64(7, 6, 5, 4, 3, 2, 1, 0);
                for rank in &mut y {
                    let words = _mm512_permutexvar_epi64(reversed, *rank);
                    *rank = _mm512_gf2p8affine_epi64_epi8::<0>(words, unit);
                }
            }
        }
        y
    }

    #[inline(always)]
    fn rook(x: &Set, blockers: Blockers, out: &mut Set) {
        along_files(x, &free(&APART, blockers.set), out);
        let mut across = Self::empty();
        let free = free(&APART_EXCHANGED, blockers.exchanged);
        along_files(&exchange(x), &free, &mut across);
        Self::add(out, &exchange(&across));
    }

    #[inline(always)]
    fn bishop(x: &Set, blockers: Blockers, out: &mut Set) {
        let free = free(&APART, blockers.set);
        let (mut right, mut left) = (to_h(x[0]), to_a(x[0]));
        for r in 1..8 {
            out[r] = or3(out[r], right, left);
            if r < 7 {
                right = to_h(nearer(x[r], right, free[r]));
                left = to_a(nearer(x[r], left, free[r]));
            }
        }
        let (mut right, mut left) = (to_h(x[7]), to_a(x[7]));
        for r in (0..7).rev() {
            out[r] = or3(out[r], right, left);
            if r > 0 {
                right = to_h(nearer(x[r], right, free[r]));
                left = to_a(nearer(x[r], left, free[r]));
            }
        }
    }

    #[inline(always)]
    fn knight(x: &Set, out: &mut Set) {
        for r in 0..8usize {
            let (near, far) = unsafe {
                let twice_h = _mm512_alignr_epi64::<6>(x[r], zero());
                let twice_a = _mm512_alignr_epi64::<2>(zero(), x[r]);
                (or(to_h(x[r]), to_a(x[r])), or(twice_h, twice_a))
            };
            if r + 2 < 8 {
                out[r + 2] = or(out[r + 2], near);
            }
            if r >= 2 {
                out[r - 2] = or(out[r - 2], near);
            }
            if r + 1 < 8 {
                out[r + 1] = or(out[r + 1], far);
            }
            if r >= 1 {
                out[r - 1] = or(out[r - 1], far);
            }
        }
    }

    #[inline(always)]
    fn king(x: &Set, out: &mut Set) {
        for r in 0..8usize {
            let aside = or(to_h(x[r]), to_a(x[r]));
            let three = or(aside, x[r]);
            out[r] = or(out[r], aside);
            if r < 7 {
                out[r + 1] = or(out[r + 1], three);
            }
            if r > 0 {
                out[r - 1] = or(out[r - 1], three);
            }
        }
    }

    #[inline(always)]
    fn pass_over(found: &mut Set, square: u8) {
        unsafe {
            let free = _mm512_set1_epi64(!(1u64 << square) as i64);
            let own = _mm512_maskz_mov_epi64(!(1u8 << (square & 7)), free);
            for (r, rank) in found.iter_mut().enumerate() {
                let free = if r == usize::from(square >> 3) { own } else { free };
                *rank = _mm512_and_si512(*rank, free);
            }
        }
    }

    #[inline(always)]
    fn bytes_equal(row: &[u8; 64], code: u8) -> u64 {
        unsafe {
            let bytes = _mm512_loadu_si512(row.as_ptr().cast());
            _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(code as i8))
        }
    }

    #[inline(always)]
    fn bytes_above(row: &[u8; 64], code: u8) -> u64 {
        unsafe {
            let bytes = _mm512_loadu_si512(row.as_ptr().cast());
            _mm512_cmpgt_epu8_mask(bytes, _mm512_set1_epi8(code as i8))
        }
    }

    #[inline(always)]
    fn put_bytes(row: &mut [u8; 64], places: u64, code: u8) {
        unsafe {
            let code = _mm512_set1_epi8(code as i8);
            _mm512_mask_storeu_epi8(row.as_mut_ptr().cast(), places, code);
        }
    }
}
