//! Pairs of values, kept in the narrowest numbers that hold every value there can be.

use crate::young::{Moveset, Partition};

/// A number that values are kept in.
pub(super) trait Narrow: Copy + Default {
    /// The value in this width. The caller has made sure that it fits.
    fn narrow(value: u32) -> Self;
    /// The value itself.
    fn value(self) -> u32;
}

macro_rules! narrow {
    ($($number:ty),*) => {$(
        impl Narrow for $number {
            fn narrow(value: u32) -> Self {
                debug_assert!(value <= u32::from(Self::MAX));
                value as Self
            }
            fn value(self) -> u32 {
                self.into()
            }
        }
    )*};
}
narrow!(u8, u16, u32);

/// The pairs of one diagram, cell by cell.
pub(super) enum Pairs {
    Bytes(Vec<[u8; 2]>),
    Shorts(Vec<[u16; 2]>),
    Longs(Vec<[u32; 2]>),
}

impl Pairs {
    /// The pair of a cell.
    pub(super) fn get(&self, at: usize) -> [u32; 2] {
        match self {
            Pairs::Bytes(pairs) => pairs[at].map(Narrow::value),
            Pairs::Shorts(pairs) => pairs[at].map(Narrow::value),
            Pairs::Longs(pairs) => pairs[at].map(Narrow::value),
        }
    }

    /// The bytes that a pair takes where no value exceeds `largest`.
    pub(super) fn bytes_each(largest: u32) -> u64 {
        match largest {
            0..=0xff => 2,
            0x100..=0xffff => 4,
            _ => 8,
        }
    }
}

/// A bound for the values of both kinds of play: a value exceeds neither the number of options nor
/// the number of moves that can be made one after the other, but a terminal position has the misère
/// value 1.
pub(super) fn largest_value(partition: &Partition, moveset: &Moveset) -> u32 {
    let (down, right) = (partition.rows() - 1, partition.columns() - 1);
    let times = |far: usize, step: usize| far.checked_div(step).unwrap_or(usize::MAX);
    let slides = moveset.slides().iter().map(|m| times(down, m.rows).min(times(right, m.columns)));
    let options = moveset.steps().len() + slides.sum::<usize>();
    // Sides are at most a million, so this fits.
    options.min(down + right).max(1) as u32
}
