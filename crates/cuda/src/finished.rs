//! Finished slices on a device, and how they come back from it.

use nimzo_chess::Metric;
use nimzo_retro::planes::{self, Buffer, DepthPlane, RulePlanes, Unit, WdlPlanes};
use nimzo_retro::sweep::Statistics;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::device::Memory;
use crate::error::Result;
use crate::inputs::tables::{Planes, number};
use crate::sweep::watch::Sightings;

/// Slices of a class that were solved together.
pub struct Finished {
    /// Which.
    pub slices: Vec<usize>,
    /// What they were solved for.
    pub metric: Metric,
    /// Words of a plane to each slice.
    pub words: usize,
    /// Drawn or lost, White to move and Black; nothing in particular where plies were only counted.
    pub unwon: [Memory; 2],
    /// Won or lost.
    pub decided: [Memory; 2],
    /// Stalemates, where pawns of both sides may make something of them.
    pub stuck: Option<[Memory; 2]>,
    /// What stands under the fifty-move rule, where that was asked for.
    pub stands: Option<[Memory; 2]>,
    /// Depths.
    pub cells: Option<Cells>,
    /// Counts by ply over all slices.
    pub tally: Option<ByColor<Statistics>>,
    /// What was noted of positions that were watched.
    pub sightings: Option<Sightings>,
}

/// Depths on a device.
pub struct Cells {
    /// Both sides to move.
    pub memory: [Memory; 2],
    /// Whether they take two bytes.
    pub wide: bool,
}

impl Finished {
    /// Where the planes of one of the slices lie.
    pub fn planes(&self, number: usize, side: Color) -> Planes {
        let (at, side) = ((number * self.words * 8) as u64, self::number(side));
        Planes {
            unwon: self.unwon[side].address() + at,
            decided: self.decided[side].address() + at,
            stuck: self.stuck.as_ref().map_or(0, |stuck| stuck[side].address() + at),
            stands: self.stands.as_ref().map_or(0, |stands| stands[side].address() + at),
            cells: self.cells.as_ref().map_or(0, |cells| {
                cells.memory[side].address() + at * if cells.wide { 16 } else { 8 }
            }),
            wide: self.cells.as_ref().is_some_and(|cells| cells.wide),
        }
    }

    /// The results of one of the slices, on the host.
    pub fn wdl(&self, number: usize) -> Result<ByColor<WdlPlanes>> {
        let read = |side: Color| -> Result<WdlPlanes> {
            let at = number * self.words * 8;
            let mut unwon = Buffer::<u64>::unfilled(self.words);
            let mut decided = Buffer::<u64>::unfilled(self.words);
            let mut loss = Buffer::<u64>::unfilled(self.words);
            self.unwon[self::number(side)].read(at, &mut unwon)?;
            self.decided[self::number(side)].read(at, &mut decided)?;
            let words = unwon.par_iter_mut().zip(&mut decided[..]).zip(&mut loss[..]);
            words.with_min_len(1 << 14).for_each(|((unwon, decided), loss)| {
                *loss = *unwon & *decided;
                (*unwon, *decided) = (*unwon & !*decided, *decided & !*unwon);
            });
            Ok(WdlPlanes { win: decided, draw: unwon, loss })
        };
        Ok(ByColor { white: read(Color::White)?, black: read(Color::Black)? })
    }

    /// The depths of one of the slices, on the host.
    pub fn depths(&self, number: usize) -> Result<Option<ByColor<DepthPlane>>> {
        let Some(cells) = &self.cells else { return Ok(None) };
        let slots = self.words * 64;
        let unit = if self.metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
        let read = |side: Color| -> Result<DepthPlane> {
            let memory = &cells.memory[self::number(side)];
            let cells = if cells.wide {
                let mut wide = Buffer::<u16>::unfilled(slots);
                memory.read(2 * number * slots, &mut wide)?;
                planes::Cells::Wide(wide)
            } else {
                let mut narrow = Buffer::<u8>::unfilled(slots);
                memory.read(number * slots, &mut narrow)?;
                planes::Cells::Narrow(narrow)
            };
            Ok(DepthPlane { unit, cells })
        };
        Ok(Some(ByColor { white: read(Color::White)?, black: read(Color::Black)? }))
    }

    /// What of one of the slices stands under the fifty-move rule, on the host.
    pub fn rule(&self, number: usize) -> Result<Option<ByColor<RulePlanes>>> {
        let Some(stands) = &self.stands else { return Ok(None) };
        let read = |side: Color, results: WdlPlanes| -> Result<RulePlanes> {
            let mut all = vec![0u64; self.words];
            stands[self::number(side)].read(number * self.words * 8, &mut all)?;
            let WdlPlanes { mut win, mut loss, .. } = results;
            for plane in [&mut win, &mut loss] {
                let words = plane.par_iter_mut().zip(&all).with_min_len(1 << 14);
                words.for_each(|(word, stands)| *word &= stands);
            }
            Ok(RulePlanes { win, loss })
        };
        let ByColor { white, black } = self.wdl(number)?;
        Ok(Some(ByColor { white: read(Color::White, white)?, black: read(Color::Black, black)? }))
    }
}
