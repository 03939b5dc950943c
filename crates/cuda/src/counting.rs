//! Counting positions ply by ply: which slots count, and what came of it.

use std::cmp::Reverse;
use std::sync::Arc;

use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::sweep::Statistics;
use shakmaty::{ByColor, Color};

use crate::device::Memory;
use crate::error::Result;
use crate::finished::Finished;

/// Counts by ply, of all slices together.
pub fn read_tally(memory: &Memory) -> Result<ByColor<Statistics>> {
    let mut words = vec![0u64; memory.bytes() / 8];
    memory.read(0, &mut words)?;
    let mut found: ByColor<Statistics> = ByColor::default();
    for (number, pass) in words.as_chunks::<4>().0.iter().enumerate() {
        let (ply, wins) = (number / 2, number % 2 == 1);
        for (side, [count, first]) in
            [Color::White, Color::Black].into_iter().zip(pass.as_chunks::<2>().0)
        {
            if *count > 0 {
                let Statistics {
                    wins_by_plies, losses_by_plies, longest_win, longest_loss, ..
                } = &mut found[side];
                let (counts, longest) = match wins {
                    true => (wins_by_plies, longest_win),
                    false => (losses_by_plies, longest_loss),
                };
                counts.resize(ply + 1, 0);
                counts[ply] = *count;
                *longest = Some((ply as u32, *first as usize));
            }
        }
    }
    Ok(found)
}

/// Masks of counting slots by kind of frame and outer place, and the kind of each slice and frame.
pub fn counted_slots(layout: &Layout, slices: &[usize]) -> (Vec<u64>, Vec<u8>) {
    let places = layout.outer_places();
    let mut kinds: Vec<*const [u64; 64]> = Vec::new();
    let mut masks = Vec::new();
    let mut of_frames = Vec::new();
    for &slice in slices {
        for frame in 0..layout.frames().len() {
            let first = layout.counted(slice, frame * places);
            if first == &[0; 64] && places == 1 {
                of_frames.push(255);
                continue;
            }
            let known = kinds.iter().position(|&kind| std::ptr::eq(kind, first));
            let kind = known.unwrap_or_else(|| {
                kinds.push(first);
                for place in 0..places {
                    masks.extend(layout.counted(slice, frame * places + place));
                }
                kinds.len() - 1
            });
            of_frames.push(kind as u8);
        }
    }
    (masks, of_frames)
}

/// What was counted of a class.
#[derive(Debug)]
pub struct Counted {
    /// How its slots are numbered.
    pub layout: Arc<Layout>,
    /// Wins, draws and losses with White and with Black to move, each position once.
    pub totals: ByColor<[u64; 3]>,
    /// Wins by plies.
    pub wins_by_plies: ByColor<Vec<u64>>,
    /// Losses by plies.
    pub losses_by_plies: ByColor<Vec<u64>>,
    /// The plies of a longest win, and where one is.
    pub longest_win: ByColor<Option<(u32, Address)>>,
    /// The same for losses.
    pub longest_loss: ByColor<Option<(u32, Address)>>,
}

impl Counted {
    /// Nothing yet.
    pub(crate) fn new(layout: Arc<Layout>) -> Self {
        Self {
            layout,
            totals: ByColor::default(),
            wins_by_plies: ByColor::default(),
            losses_by_plies: ByColor::default(),
            longest_win: ByColor::default(),
            longest_loss: ByColor::default(),
        }
    }

    /// Adds the slices of a batch.
    pub(crate) fn add(&mut self, batch: &Finished) {
        let Some(tally) = &batch.tally else { return };
        let slots = self.layout.slots();
        for (side, counts) in tally.as_ref().zip_color() {
            let totals = [counts.wins, counts.draws, counts.losses];
            self.totals[side].iter_mut().zip(totals).for_each(|(all, more)| *all += more);
            add_up(&mut self.wins_by_plies[side], &counts.wins_by_plies);
            add_up(&mut self.losses_by_plies[side], &counts.losses_by_plies);
            for (longest, found) in [
                (&mut self.longest_win[side], counts.longest_win),
                (&mut self.longest_loss[side], counts.longest_loss),
            ] {
                let found = found.map(|(plies, slot)| {
                    (plies, Address { slice: batch.slices[slot / slots], slot: slot % slots })
                });
                // The first position of those that take as long.
                let order = |one: &(u32, Address)| (one.0, Reverse(one.1));
                *longest = longest.iter().copied().chain(found).max_by_key(order);
            }
        }
    }
}

fn add_up(counts: &mut Vec<u64>, more: &[u64]) {
    counts.resize(counts.len().max(more.len()), 0);
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}
