//! Tables made in memory for one run, shared by all that is computed from them.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::planes;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_tables::solved::{self, Search, Ways, Wish};
use nimzo_work::{files, memory};
use nimzo_zugzwang::{Result, Zugzwangs, mine};
use shakmaty::{Chess, Position};

use crate::Error;
use crate::reproduce::Context;

/// A position that would take longer than this, by the plan's estimate, is left out, unless more is asked for.
const PATIENCE: Duration = Duration::from_secs(15 * 60);
/// The estimate is the processor's. A card takes this share of the time, if not less.
const SHARE_OF_CARD: u32 = 8;

/// Tables for counting and tables for depths; a class is solved when first asked for.
#[derive(Default)]
pub struct Workshop {
    results: Mutex<Library>,
    depths: Mutex<Library>,
}

impl Workshop {
    /// The workshop of the run.
    pub fn of(context: &Context<'_>) -> std::result::Result<Arc<Self>, Error> {
        context.once(|_| Ok(Self::default()))
    }

    /// Every zugzwang of a class, en passant zone included.
    pub fn find(&self, class: Material, context: &Context<'_>) -> Result<Zugzwangs> {
        let mut library = lock(&self.results);
        let solved = library.solve_sparing(class, Goals::default(), context.task)?;
        mine(&*solved, Some(&*library), context.task)
    }

    /// Calls `ask` with the depths of a position's class and of all that captures lead to: to mate
    /// and to a zeroing move, or of five men, whose tables are large and not kept, by `metric` only.
    pub fn with_depths<T>(
        &self,
        position: &Chess,
        metric: Metric,
        context: &Context<'_>,
        ask: impl FnOnce(&dyn Probe) -> Result<T>,
    ) -> Result<T> {
        let class = Material::of_board(position.board()).canonical();
        if class.count() > 4 {
            let goals = Goals::of_metrics(&[metric], false);
            // Where the count starts anew with every capture, only who wins is asked below.
            let below = if goals.dtm { goals } else { Goals::default() };
            let mut library = Library::new();
            library.solve_above(class, goals, below, context.task)?;
            let answer = ask(&library);
            drop(library);
            planes::release();
            return answer;
        }
        let goals = Goals { dtm: true, dtz: true, ..Goals::default() };
        let mut library = lock(&self.depths);
        if class != Material::BARE_KINGS {
            library.solve_sparing(class, goals, context.task)?;
        }
        ask(&*library)
    }

    /// Calls `ask` with the tables in files, if they hold the depths to mate of a position's class
    /// and of all that it leads to, and `metric` of the class itself.
    pub fn with_files<T>(
        position: &Chess,
        metric: Metric,
        context: &Context<'_>,
        ask: impl FnOnce(&dyn Probe) -> Result<T>,
    ) -> Result<Option<T>> {
        let Some(folder) = &context.tables else { return Ok(None) };
        let store = Store::at(folder);
        let own = Material::of_board(position.board());
        for (class, metric) in (own.closure().into_iter().map(|class| (class, Metric::Dtm)))
            .chain([(own.canonical(), metric)])
        {
            let table = store.table(class)?;
            if table.is_none_or(|table| table.serving(metric).is_none()) {
                return Ok(None);
            }
        }
        ask(&store).map(Some)
    }

    fn limits(folder: &Path) -> Limits {
        let (memory, disk) = (memory::available(), files::free_space(folder));
        Limits { memory: memory.unwrap_or(u64::MAX), disk: disk.unwrap_or(u64::MAX) }
    }

    /// Calls `ask` with what solving this one position for a metric gives, kept in the folder of tables;
    /// or says why that is not done.
    pub fn with_solved<T>(
        position: &Chess,
        metric: Metric,
        context: &Context<'_>,
        ask: impl Fn(&dyn Probe) -> Result<T>,
    ) -> Result<std::result::Result<T, String>> {
        let Some(folder) = &context.tables else {
            return Ok(Err("there is no folder to keep what is solved in".to_owned()));
        };
        let limits = Self::limits(folder);
        // Bounds tell results only.
        let bounds = metric == Metric::Wdl;
        let wish = Wish { metric, limits, bounds, search: Search::WHOLE };
        let store = Store::at(folder);
        let answer = || match solved::is_known(&store, position, metric)? {
            true => match ask(&store) {
                // A null move may lead to where bounds do not meet.
                Err(nimzo_zugzwang::Error::Chess(nimzo_chess::Error::Missing { .. })) => Ok(None),
                answer => answer.map(Some),
            },
            false => Ok(None),
        };
        // An earlier run may have solved it, with more memory or patience.
        if let Some(found) = answer()? {
            return Ok(Ok(found));
        }
        let mut ways = Ways::of(position, wish, &store)?;
        let share = if context.executors.is_some() { SHARE_OF_CARD } else { 1 };
        let patience = context.patience.unwrap_or(share * PATIENCE);
        while let Some(way) = ways.next(context.task)? {
            if way.duration() > patience {
                let minutes = way.duration().as_secs() / 60;
                return Ok(Err(format!(
                    "its {} slices with {} positions a side would take {minutes} minutes",
                    way.slices(),
                    way.positions(),
                )));
            }
            match context.executors {
                Some(make) => solved::solve_by(&*make()?, &way, &store, context.task)?,
                None => solved::solve(&way, &store, context.task)?,
            };
            if let Some(found) = answer()? {
                return Ok(Ok(found));
            }
        }
        Ok(Err(ways.refusal.unwrap_or_else(|| "the bounds that fit do not meet".to_owned())))
    }
}

fn lock(library: &Mutex<Library>) -> MutexGuard<'_, Library> {
    library.lock().unwrap_or_else(PoisonError::into_inner)
}
