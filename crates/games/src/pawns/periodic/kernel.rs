//! The inner loops: which nimbers the pairs of two rows of half-values reach, and whether one
//! nimber is among them. Both are written once and compiled for several vector units; the best
//! one is chosen when the program runs.

use crate::pawns::theory::LARGEST_NIMBER;

/// Nimbers reached, a stamp each; everything loony shares the last place.
pub struct Reached {
    stamps: Vec<u8>,
    stamp: u8,
}

const PLACES: usize = LARGEST_NIMBER as usize + 1;
const LOONY: u16 = LARGEST_NIMBER;

impl Reached {
    /// Nothing reached yet.
    pub fn new() -> Self {
        Self { stamps: vec![0; PLACES], stamp: 0 }
    }

    /// Forgets what was reached.
    pub fn clear(&mut self) {
        if self.stamp == u8::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Notes the nimbers that pairs of half-values reach, taken side by side.
    pub fn mark(&mut self, left: &[u16], right: &[u16]) {
        debug_assert_eq!(left.len(), right.len());
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512bw") {
                // SAFETY: the processor has AVX-512 BW.
                return unsafe { mark_avx512(self, left, right) };
            }
            if is_x86_feature_detected!("avx2") {
                // SAFETY: the processor has AVX2.
                return unsafe { mark_avx2(self, left, right) };
            }
        }
        mark_any(self, left, right);
    }

    /// Notes one nimber; a sum with a loony half counts as none.
    pub fn note(&mut self, sum: u16) {
        self.stamps[usize::from(sum.min(LOONY))] = self.stamp;
    }

    /// Whether a nimber was reached.
    pub fn has(&self, nimber: u16) -> bool {
        self.stamps[usize::from(nimber)] == self.stamp
    }

    /// The least nimbers not reached, `count` of them unless there are no more.
    pub fn missing(&self, count: usize) -> Vec<u16> {
        (0..LOONY).filter(|&nimber| !self.has(nimber)).take(count).collect()
    }
}

/// Pairs handled between two looks at memory: the sums go through the first-level cache.
const BLOCK: usize = 128;

#[inline(always)]
fn mark_any(reached: &mut Reached, left: &[u16], right: &[u16]) {
    let stamp = reached.stamp;
    let Ok(stamps) = <&mut [u8; PLACES]>::try_from(&mut reached.stamps[..]) else { return };
    let mut sums = [0u16; BLOCK];
    for (left, right) in left.chunks(BLOCK).zip(right.chunks(BLOCK)) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum = (left ^ right).min(LOONY);
        }
        for &sum in &sums[..left.len()] {
            stamps[usize::from(sum & LOONY)] = stamp;
        }
    }
}

/// Whether some pair reaches a nimber. Loony sums are larger than every nimber.
pub fn reaches(left: &[u16], right: &[u16], nimber: u16) -> bool {
    #[cfg(target_arch = "x86_64")]
    {
        if is_x86_feature_detected!("avx512bw") {
            // SAFETY: the processor has AVX-512 BW.
            return unsafe { reaches_avx512(left, right, nimber) };
        }
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has AVX2.
            return unsafe { reaches_avx2(left, right, nimber) };
        }
    }
    reaches_any(left, right, nimber)
}

#[inline(always)]
fn reaches_any(left: &[u16], right: &[u16], nimber: u16) -> bool {
    left.chunks(BLOCK).zip(right.chunks(BLOCK)).any(|(left, right)| {
        left.iter().zip(right).fold(false, |found, (left, right)| found | (left ^ right == nimber))
    })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,avx512vl,avx512f,bmi2")]
fn mark_avx512(reached: &mut Reached, left: &[u16], right: &[u16]) {
    mark_any(reached, left, right);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn mark_avx2(reached: &mut Reached, left: &[u16], right: &[u16]) {
    mark_any(reached, left, right);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512bw,avx512vl,avx512f")]
fn reaches_avx512(left: &[u16], right: &[u16], nimber: u16) -> bool {
    reaches_any(left, right, nimber)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn reaches_avx2(left: &[u16], right: &[u16], nimber: u16) -> bool {
    reaches_any(left, right, nimber)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pawns::theory::{LOONY_LEFT, LOONY_RIGHT};

    #[test]
    fn marks_are_the_sums_that_are_not_loony() {
        let left: Vec<u16> =
            (0..1000u16).map(|i| if i % 7 == 0 { LOONY_LEFT } else { i % 37 * 13 }).collect();
        let right: Vec<u16> =
            (0..1000u16).map(|i| if i % 5 == 0 { LOONY_RIGHT } else { i % 91 * 5 }).collect();
        let mut reached = Reached::new();
        for _ in 0..600 {
            reached.clear();
            reached.mark(&left, &right);
        }
        for nimber in 0..1024 {
            let plain = left.iter().zip(&right).any(|(l, r)| l ^ r == nimber);
            assert_eq!(reached.has(nimber), plain, "{nimber}");
            assert_eq!(reaches(&left, &right, nimber), plain, "{nimber}");
        }
    }
}
