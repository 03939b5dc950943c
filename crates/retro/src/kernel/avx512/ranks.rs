//! What the kernel does with registers of eight words, the squares of a rank of the row man.

// SAFETY, for every block: it is only reached through `Avx512`, which is only used inside `run`, hence where the
// instructions exist; loads go to arrays of the full size.
#![allow(clippy::undocumented_unsafe_blocks)]

use std::arch::x86_64::*;

pub(super) type Rank = __m512i;
pub(super) type Set = [Rank; 8];

/// A register's worth of constants.
#[repr(C, align(64))]
pub(super) struct Constants<T>(T);

/// Byte `c` of word `l` goes to byte `7 - l` of word `c`.
pub(super) static GATHER_REVERSED: Constants<[u8; 64]> = Constants(gathered(true));
/// Byte `c` of word `l` goes to byte `l` of word `c`.
pub(super) static GATHER: Constants<[u8; 64]> = Constants(gathered(false));

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
pub(super) static APART: Constants<[u64; 64]> = Constants(apart(false));
/// The same with files and ranks of the row man exchanged.
pub(super) static APART_EXCHANGED: Constants<[u64; 64]> = Constants(apart(true));

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
pub(super) const UNIT: i64 = 0x8040_2010_0804_0201u64 as i64;

#[inline(always)]
pub(super) fn constants<T>(from: &Constants<T>) -> Rank {
    unsafe { _mm512_load_si512((&raw const from.0).cast()) }
}

#[inline(always)]
pub(super) fn zero() -> Rank {
    unsafe { _mm512_setzero_si512() }
}

/// `x | (far & free)`.
#[inline(always)]
pub(super) fn nearer(x: Rank, far: Rank, free: Rank) -> Rank {
    unsafe { _mm512_ternarylogic_epi64::<0xF8>(x, far, free) }
}

#[inline(always)]
pub(super) fn or3(a: Rank, b: Rank, c: Rank) -> Rank {
    unsafe { _mm512_ternarylogic_epi64::<0xFE>(a, b, c) }
}

#[inline(always)]
pub(super) fn or(a: Rank, b: Rank) -> Rank {
    unsafe { _mm512_or_si512(a, b) }
}

/// Words one file towards h.
#[inline(always)]
pub(super) fn to_h(a: Rank) -> Rank {
    unsafe { _mm512_alignr_epi64::<7>(a, zero()) }
}

/// Words one file towards a.
#[inline(always)]
pub(super) fn to_a(a: Rank) -> Rank {
    unsafe { _mm512_alignr_epi64::<1>(zero(), a) }
}

/// The squares, rank by rank, on which neither blocker nor column man stands.
#[inline(always)]
pub(super) fn free(apart: &Constants<[u64; 64]>, blockers: u64) -> Set {
    let mut free = [zero(); 8];
    for (r, rank) in free.iter_mut().enumerate() {
        let open = (!blockers >> (8 * r)) as u8;
        *rank = unsafe { _mm512_maskz_load_epi64(open, apart.0.as_ptr().add(8 * r).cast()) };
    }
    free
}

#[inline(always)]
pub(super) fn along_files(x: &Set, free: &Set, out: &mut Set) {
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
pub(super) fn exchange(x: &Set) -> Set {
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
pub(super) fn reverse_bytes(x: Rank) -> Rank {
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
