//! Classes solved on a device to be written into files: their values are brought back, and what they lead to stays
//! on the device, or is solved there again.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::sync::Arc;

use nimzo_chess::material::dependency_order;
use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::{Goals, SliceValues, Solved, layout_of};
use nimzo_tables::store::ClassSolver;
use nimzo_work::Task;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::card::{Card, Slices, keep_batch};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::finished::Finished;
use crate::sweep::Wanted;

/// Threads that bring values back and lay out what kernels read, beside those that write files.
const THREADS: usize = 4;

/// Solves classes one after another on a device.
pub struct Builder {
    /// Classes are kept by what is read of them: results, depths to mate, or what stands under the fifty-move rule.
    cards: [Card; 3],
    pool: Arc<ThreadPool>,
}

impl Builder {
    /// A device on which nothing is solved yet.
    pub fn new(device: &Arc<dyn Device>) -> Result<Self> {
        let card = || Card::new(Arc::clone(device));
        let pool = ThreadPoolBuilder::new().num_threads(THREADS).build();
        let pool = pool.map_err(|error| nimzo_retro::Error::Outside(Box::new(error)))?;
        Ok(Self { cards: [card()?, card()?, card()?], pool: Arc::new(pool) })
    }

    /// Solves a class; what none of the later ones leads to is forgotten first.
    fn class(
        &mut self,
        class: Material,
        goals: &Goals,
        later: &[Material],
        task: &Task,
    ) -> Result<Solved> {
        // Not only what is read at once: what that leads to would be solved again otherwise.
        let open = later.iter().copied().chain([class]);
        let read: HashSet<Material> = dependency_order(open).into_iter().collect();
        self.cards.iter_mut().for_each(|card| card.retain(|one| read.contains(&one)));
        match self.with_all_there_is(class, goals, task) {
            // What others left is in the way.
            Err(Error::Full { .. }) => {
                self.cards.iter_mut().for_each(|card| card.retain(|_| false));
                self.with_all_there_is(class, goals, task)
            }
            solved => solved,
        }
    }

    fn with_all_there_is(&mut self, class: Material, goals: &Goals, task: &Task) -> Result<Solved> {
        let layout = layout_of(class)?;
        let mut found: Vec<Option<SliceValues>> = vec![None; layout.slices()];
        let depths: Vec<Metric> = goals.depths().collect();
        let metrics = if depths.is_empty() { vec![Metric::Wdl] } else { depths };
        for metric in metrics {
            let card = &mut self.cards[match metric {
                Metric::Dtm => 1,
                Metric::Dtz50 => 2,
                Metric::Wdl | Metric::Dtc | Metric::Dtz => 0,
            }];
            let wanted = Wanted::kept(metric);
            let wanted =
                Wanted { rule_limit: goals.rule_limit.unwrap_or(wanted.rule_limit), ..wanted };
            card.solve_below(class, wanted, task)?;
            let mut slices = Slices::new();
            card.solve_class(class, wanted, &|_, _| None, None, task, &mut |_, batch| {
                bring_back(batch, &mut found)?;
                keep_batch(&mut slices, batch)
            })?;
            card.insert(class, slices);
        }
        let slices: Option<Vec<SliceValues>> = found.into_iter().collect();
        let unsolved = nimzo_retro::Error::Unsolved { class, metric: Metric::Wdl };
        Ok(Solved { layout, slices: slices.ok_or(unsolved)?, statistics: Vec::new() })
    }
}

/// Adds to the values of slices what a batch has of them.
fn bring_back(batch: &Finished, found: &mut [Option<SliceValues>]) -> Result<()> {
    let one = |number: usize| -> Result<(usize, SliceValues)> {
        let slice = batch.slices[number];
        let mut values = match &found[slice] {
            Some(values) => values.clone(),
            None => SliceValues::results(Arc::new(batch.wdl(number)?)),
        };
        if let Some(rule) = batch.rule(number)? {
            values.rule = Some(Arc::new(rule));
        }
        if let Some(depths) = batch.depths(number)? {
            values.depths[batch.metric] = Some(Arc::new(depths));
        }
        Ok((slice, values))
    };
    let all = (0..batch.slices.len()).into_par_iter().with_max_len(1).map(one);
    for (slice, values) in all.collect::<Result<Vec<_>>>()? {
        found[slice] = Some(values);
    }
    Ok(())
}

impl ClassSolver for Builder {
    fn solve(
        &mut self,
        class: Material,
        goals: &Goals,
        later: &[Material],
        task: &Task,
    ) -> std::result::Result<Solved, nimzo_retro::Error> {
        let pool = Arc::clone(&self.pool);
        let solved = pool.install(|| self.class(class, goals, later, task));
        solved.map_err(|error| match error {
            Error::Interrupted(stopped) => stopped.into(),
            Error::Retro(error) => error,
            error => nimzo_retro::Error::Outside(Box::new(error)),
        })
    }
}
