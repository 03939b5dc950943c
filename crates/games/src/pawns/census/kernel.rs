//! The inner loop: which nimbers the moves of many words reach.

use super::halves::NIMBER;

/// Words that are valued side by side.
pub const LANES: usize = 64;

/// For each lane a bit for every nimber reached.
pub type Reached = [u32; LANES];

/// One move in all lanes: the near half is the same in each, the far halves are a row of bytes.
#[derive(Clone, Copy)]
pub struct Move<'a> {
    /// The far halves, at least [`LANES`] of them.
    pub far: &'a [u8],
    /// The bits of a far half that count for this move: its nimber and one loony mark.
    pub keep: u8,
    /// The nimber of the near half.
    pub near: u8,
}

/// Notes the nimbers that the moves reach. A far half that is loony for its move reaches none:
/// its mark makes the sum larger than every nimber.
pub fn mark(moves: &[Move<'_>]) -> Reached {
    debug_assert!(moves.iter().all(|one| one.near <= NIMBER));
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has AVX-512 F.
            return unsafe { x86::mark_avx512(moves) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { x86::mark_avx2(moves) };
        }
    }
    mark_plain(moves)
}

/// [`mark`] as it reads; the vector versions do the same to several lanes at a time.
fn mark_plain(moves: &[Move<'_>]) -> Reached {
    let mut reached = [0; LANES];
    for one in moves {
        for (reached, far) in reached.iter_mut().zip(&one.far[..LANES]) {
            let nimber = u32::from((far & one.keep) ^ one.near);
            *reached |= 1u32.checked_shl(nimber).unwrap_or(0);
        }
    }
    reached
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{LANES, Move, Reached};
    use std::arch::x86_64::*;

    /// Four registers of sixteen lanes. Shifting by 32 or more gives 0, as the plain version says.
    #[target_feature(enable = "avx512f")]
    pub fn mark_avx512(moves: &[Move<'_>]) -> Reached {
        let one = _mm512_set1_epi32(1);
        let mut sets = [_mm512_setzero_si512(); LANES / 16];
        for each in moves {
            let far = &each.far[..LANES];
            let keep = _mm512_set1_epi32(each.keep.into());
            let near = _mm512_set1_epi32(each.near.into());
            for (set, bytes) in sets.iter_mut().zip(far.chunks_exact(16)) {
                // SAFETY: the chunk is sixteen bytes long.
                let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
                let far = _mm512_cvtepu8_epi32(bytes);
                let nimber = _mm512_xor_si512(_mm512_and_si512(far, keep), near);
                *set = _mm512_or_si512(*set, _mm512_sllv_epi32(one, nimber));
            }
        }
        let mut reached = [0; LANES];
        for (set, part) in sets.iter().zip(reached.chunks_exact_mut(16)) {
            // SAFETY: the chunk is sixteen words of 32 bits long.
            unsafe { _mm512_storeu_si512(part.as_mut_ptr().cast(), *set) };
        }
        reached
    }

    /// Eight registers of eight lanes.
    #[target_feature(enable = "avx2")]
    pub fn mark_avx2(moves: &[Move<'_>]) -> Reached {
        let one = _mm256_set1_epi32(1);
        let mut sets = [_mm256_setzero_si256(); LANES / 8];
        for each in moves {
            let far = &each.far[..LANES];
            let keep = _mm256_set1_epi32(each.keep.into());
            let near = _mm256_set1_epi32(each.near.into());
            for (set, bytes) in sets.iter_mut().zip(far.chunks_exact(8)) {
                // SAFETY: the chunk is eight bytes long.
                let bytes = unsafe { _mm_loadl_epi64(bytes.as_ptr().cast()) };
                let far = _mm256_cvtepu8_epi32(bytes);
                let nimber = _mm256_xor_si256(_mm256_and_si256(far, keep), near);
                *set = _mm256_or_si256(*set, _mm256_sllv_epi32(one, nimber));
            }
        }
        let mut reached = [0; LANES];
        for (set, part) in sets.iter().zip(reached.chunks_exact_mut(8)) {
            // SAFETY: the chunk is eight words of 32 bits long.
            unsafe { _mm256_storeu_si256(part.as_mut_ptr().cast(), *set) };
        }
        reached
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_versions_agree() {
        let mut dice = fastrand::Rng::with_seed(1);
        let bytes: Vec<u8> = (0..1000).map(|_| dice.u8(..)).collect();
        let keeps = [0b0011_1111, 0b0101_1111, 0b1001_1111];
        let moves: Vec<Move<'_>> = (0..200)
            .map(|i| Move { far: &bytes[i..], keep: keeps[i % 3], near: (i * 7 % 32) as u8 })
            .collect();
        for moves in [&moves[..3], &moves[..20], &moves[..]] {
            let plain = mark_plain(moves);
            assert_eq!(mark(moves), plain);
            #[cfg(target_arch = "x86_64")]
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                assert_eq!(unsafe { x86::mark_avx2(moves) }, plain);
            }
        }
    }
}
