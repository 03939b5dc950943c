//! Counting a class and holding positions of it to their successors, one ply at a time.

use std::time::{Duration, Instant};

use nimzo_chess::{Material, Metric, Wdl};
use nimzo_retro::consistency::{Captured, Checked, Known, Neighbourhood, Sample, Value};
use nimzo_work::Task;
use shakmaty::Color;

use crate::card::Card;
use crate::counting::Counted;
use crate::device::{Kernel, Memory, launch};
use crate::error::{Error, Result};
use crate::inputs::structures;
use crate::inputs::tables::number;
use crate::sweep::watch::{Sightings, value};

/// What is known of a neighbourhood once the class is solved.
struct Found {
    own: Sightings,
    /// Results in two bits, unwon and decided, of each group.
    captured: Vec<Vec<u8>>,
}

impl Known for Found {
    fn own(&self, turn: Color, number: usize) -> Option<Value> {
        value(self.own[self::number(turn)][number])
    }

    fn captured(&self, group: usize, number: usize) -> Option<Wdl> {
        match self.captured[group][number] {
            1 => Some(Wdl::Draw),
            2 => Some(Wdl::Win),
            3 => Some(Wdl::Loss),
            _ => None,
        }
    }
}

impl Card {
    /// [Counts](Card::count) a class without pawns by plies, and holds the positions of a sample to their
    /// successors; tells how much of the time it took to count.
    pub fn count_and_check(
        &mut self,
        class: Material,
        metric: Metric,
        sample: &Sample,
        task: &Task,
    ) -> Result<(Counted, Checked, Duration)> {
        let class = class.canonical();
        if !matches!(metric, Metric::Dtc | Metric::Dtz) || class.has_pawns() {
            return Err(Error::NotHere { class, metric });
        }
        let around = sample.neighbourhood()?;
        let begun = Instant::now();
        let (counted, own) = self.count_watching(class, metric, Some(&around.own), task)?;
        let solving = begun.elapsed();
        let own = own.ok_or(Error::NotHere { class, metric })?;
        let captured = self.captured(&around)?;
        let checked = sample.check(&around, &Found { own, captured })?;
        Ok((counted, checked, solving))
    }

    /// The results of positions after captures.
    fn captured(&self, around: &Neighbourhood) -> Result<Vec<Vec<u8>>> {
        let one = |Captured { class, turn, slots }: &Captured| -> Result<Vec<u8>> {
            let unsolved = nimzo_retro::Error::Unsolved { class: *class, metric: Metric::Wdl };
            let (batch, slice) = self.slice(*class, 0).ok_or(unsolved)?;
            let planes = batch.planes(*slice, *turn);
            let (from, to) =
                (Memory::of(&self.device, slots)?, Memory::new(&self.device, slots.len())?);
            let count = slots.len() as u64;
            let arguments = structures::Results {
                slots: from.address(),
                count,
                unwon: planes.unwon,
                decided: planes.decided,
                found: to.address(),
            };
            launch(&*self.device, Kernel::Results, &arguments, count.div_ceil(32))?;
            let mut found = vec![0u8; slots.len()];
            to.read(0, &mut found)?;
            Ok(found)
        };
        around.captured.iter().map(one).collect()
    }
}
