//! Legal positions of a class without pawns at random, always the same for the same seed.

use std::sync::Arc;

use nimzo_chess::rules::set_up;
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color};

use crate::layout::{Address, Layout};

/// Positions of a class, each counted once.
#[derive(Debug)]
pub struct Sample {
    layout: Arc<Layout>,
    slots: ByColor<Vec<u64>>,
}

/// Positions that are drawn with one stream of numbers.
const OF_A_STREAM: usize = 1024;

impl Sample {
    /// About so many positions with each side to move, or all there are if these are fewer.
    pub fn new(layout: Arc<Layout>, count: usize, seed: u64) -> Self {
        assert!(!layout.material().has_pawns(), "a class without pawns is one slice");
        let mut sample = Self { layout, slots: ByColor::default() };
        sample.slots = ByColor::new_with(|side| sample.draw(count, seed, side));
        sample
    }

    fn draw(&self, count: usize, seed: u64, side: Color) -> Vec<u64> {
        let all = self.layout.slots() as u64;
        let legal = |slot: u64| self.counts(slot) && self.position(slot, side).is_some();
        let mut slots: Vec<u64> = if all / 64 < count as u64 {
            (0..all).into_par_iter().filter(|&slot| legal(slot)).collect()
        } else {
            // One more than it takes, for slots that are drawn twice.
            let streams = count.div_ceil(OF_A_STREAM) as u64 + 1;
            let of_stream = |stream: u64| {
                let number = 2 * stream + u64::from(side.is_black());
                let mut chance = Chance(seed ^ number.wrapping_mul(0xA076_1D64_78BD_642F));
                let drawn = std::iter::repeat_with(move || chance.below(all));
                drawn.filter(|&slot| legal(slot)).take(OF_A_STREAM).collect::<Vec<_>>()
            };
            (0..streams).into_par_iter().flat_map_iter(of_stream).collect()
        };
        slots.par_sort_unstable();
        slots.dedup();
        // Of too many those that a number at random, which hangs on the slot, puts first.
        if slots.len() > count {
            slots.sort_by_cached_key(|&slot| Chance(seed ^ slot).next());
            slots.truncate(count);
        }
        slots.par_sort_unstable();
        slots
    }

    /// How the positions are numbered.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The positions with a side to move, ascending.
    pub fn slots(&self, side: Color) -> &[u64] {
        &self.slots[side]
    }

    /// The position of a slot, if it is a legal one.
    pub fn position(&self, slot: u64, side: Color) -> Option<Chess> {
        let board = self.layout.board(Address { slice: 0, slot: slot as usize })?;
        set_up(&board, side, None)
    }

    /// Whether it is the one of those which repeat each other that counts.
    fn counts(&self, slot: u64) -> bool {
        self.layout.counting_slot(0, slot as usize) == Some(slot as usize)
    }
}

/// Numbers at random: Steele, Lea and Flood's SplitMix, 2014.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}
