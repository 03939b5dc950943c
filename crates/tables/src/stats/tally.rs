//! Counts of one metric with one side to move.

use nimzo_chess::{Dtz50, Metric};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, BlockId};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::Color;

use super::blocks::{Blocks, HALF};
use crate::error::Error;

/// Addresses of deepest positions that are kept; beyond this they are only counted.
const KEPT: usize = 10_000;

/// How many positions have each value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Wins, by plies.
    pub wins: Vec<u64>,
    /// Losses, by plies.
    pub losses: Vec<u64>,
    /// Draws.
    pub draws: u64,
    /// The longest wins.
    pub longest_win: Deepest,
    /// The longest losses.
    pub longest_loss: Deepest,
}

/// The positions of greatest depth.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Deepest {
    /// Their depth in plies; `None` if there are none.
    pub plies: Option<usize>,
    /// Where they are, in order (not all of them where there are very many).
    pub at: Vec<Address>,
}

impl Deepest {
    fn add(&mut self, plies: usize, address: Address) {
        if self.plies < Some(plies) {
            self.plies = Some(plies);
            self.at.clear();
        }
        if self.plies == Some(plies) && self.at.len() < KEPT {
            self.at.push(address);
        }
    }

    fn merge(&mut self, other: Self) {
        if other.plies > self.plies {
            *self = other;
        } else if other.plies == self.plies {
            self.at.extend(other.at);
            self.at.sort_unstable();
            self.at.truncate(KEPT);
        }
    }

    /// Their depth in moves of the winner.
    pub fn moves(&self) -> Option<usize> {
        self.plies.map(|plies| plies.div_ceil(2))
    }
}

impl Tally {
    /// Positions won.
    pub fn win(&self) -> u64 {
        self.wins.iter().sum()
    }

    /// Positions lost.
    pub fn loss(&self) -> u64 {
        self.losses.iter().sum()
    }

    /// All positions.
    pub fn legal(&self) -> u64 {
        self.win() + self.draws + self.loss()
    }

    /// Wins deeper than the fifty-move rule lets them be (of a tally of [`Metric::Dtz50`]).
    pub fn cursed_wins(&self) -> u64 {
        self.wins.iter().skip(usize::from(Dtz50::LIMIT) + 1).sum()
    }

    /// Losses deeper than the fifty-move rule lets them be (of a tally of [`Metric::Dtz50`]).
    pub fn blessed_losses(&self) -> u64 {
        self.losses.iter().skip(usize::from(Dtz50::LIMIT) + 1).sum()
    }

    /// Adds another tally, of other positions.
    pub fn merge(&mut self, other: Self) {
        add_all(&mut self.wins, &other.wins);
        add_all(&mut self.losses, &other.losses);
        self.draws += other.draws;
        self.longest_win.merge(other.longest_win);
        self.longest_loss.merge(other.longest_loss);
    }

    fn count(&mut self, code: u16, address: Address) {
        let code = usize::from(code);
        let half = HALF as usize;
        if code == half {
            self.draws += 1;
        } else if code > half {
            let plies = 2 * half - code;
            add_one(&mut self.wins, plies);
            self.longest_win.add(plies, address);
        } else if code > 0 {
            add_one(&mut self.losses, code - 1);
            self.longest_loss.add(code - 1, address);
        }
    }
}

fn add_one(counts: &mut Vec<u64>, at: usize) {
    if counts.len() <= at {
        counts.resize(at + 1, 0);
    }
    counts[at] += 1;
}

fn add_all(counts: &mut Vec<u64>, others: &[u64]) {
    if counts.len() < others.len() {
        counts.resize(others.len(), 0);
    }
    counts.iter_mut().zip(others).for_each(|(count, other)| *count += other);
}

/// Counts one metric of the given slices with one side to move.
pub fn tally(
    source: &impl Blocks,
    metric: Metric,
    slices: &[usize],
    turn: Color,
    task: &Task,
) -> Result<Tally, Error> {
    let blocks = source.layout().blocks();
    let all = slices.len() * blocks;
    let stage =
        task.stage(&format!("count {metric} of {}", source.layout().material()), all as u64);
    let one_block = |mut found: Tally, i: usize| -> Result<Tally, Error> {
        if i.is_multiple_of(256) {
            task.check()?;
            stage.advance((all - i).min(256) as u64);
        }
        let (slice, block) = (slices[i / blocks], i % blocks);
        let mut codes = [0; BLOCK_SLOTS];
        source.block(metric, BlockId { slice, turn, block }, &mut codes)?;
        for (cell, &code) in codes.iter().enumerate().filter(|(_, code)| **code != 0) {
            found.count(code, Address { slice, slot: block * BLOCK_SLOTS + cell });
        }
        Ok(found)
    };
    (0..slices.len() * blocks)
        .into_par_iter()
        .with_min_len(64)
        .try_fold(Tally::default, one_block)
        .try_reduce(Tally::default, |mut all, part| {
            all.merge(part);
            Ok(all)
        })
}
