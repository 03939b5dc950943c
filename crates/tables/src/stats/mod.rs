//! Counting: how many positions are won, drawn and lost, how deep, and which are deepest.
//!
//! Every position is counted once, whatever symmetries and like men do to its slots. Counting
//! works on anything that hands out [`Blocks`]: a table's file, or a class just solved.

mod blocks;
mod kept;
mod tally;
mod thompson;

pub use blocks::Blocks;
pub use tally::{Deepest, Tally, tally};
pub use thompson::{Codes, pawn_codes, pawnless_codes};

use nimzo_chess::rules::{exchange_colors, legal};
use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{Address, Layout};
use nimzo_work::Task;
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Color, EnPassantMode, Setup};

use crate::error::Error;

/// Statistics of one side to move.
#[derive(Debug, Clone, Default)]
pub struct SideStats {
    /// One tally for each metric that the table holds.
    pub tallies: Vec<(Metric, Tally)>,
}

impl SideStats {
    /// The tally of a metric.
    pub fn of(&self, metric: Metric) -> Option<&Tally> {
        self.tallies.iter().find(|(found, _)| *found == metric).map(|(_, tally)| tally)
    }

    /// Any of the tallies, for what does not depend on the metric.
    pub fn any(&self) -> Option<&Tally> {
        self.tallies.first().map(|(_, tally)| tally)
    }
}

/// Statistics of a class, or of those of its slices that were asked for.
#[derive(Debug, Clone)]
pub struct ClassStats {
    /// The class as it was asked for: its first side is White.
    pub material: Material,
    /// With White and with Black to move.
    pub sides: ByColor<SideStats>,
}

/// Counts the given slices of a class. If `material` is the class with its sides exchanged, so are
/// the answers.
pub fn class_stats(
    source: &impl Blocks,
    material: Material,
    slices: &[usize],
    task: &Task,
) -> Result<ClassStats, Error> {
    let flipped = material != source.layout().material();
    let mut sides: ByColor<SideStats> = ByColor::default();
    for turn in Color::ALL {
        for metric in source.metrics() {
            let found = tally(source, metric, slices, turn, task)?;
            sides[turn ^ flipped].tallies.push((metric, found));
        }
    }
    Ok(ClassStats { material, sides })
}

/// The position at an address as FEN, with the sides of `material` (which may be the class with
/// its sides exchanged).
pub fn fen_of(
    layout: &Layout,
    material: Material,
    address: Address,
    turn: Color,
) -> Option<String> {
    let mut setup = Setup { board: layout.board(address)?, turn, ..Setup::empty() };
    if material != layout.material() {
        exchange_colors(&mut setup.board, &mut setup.turn);
    }
    Some(Fen::from_position(&legal(setup)?, EnPassantMode::Legal).to_string())
}
