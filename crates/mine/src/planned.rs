//! A class too large to be kept: solved slice by slice, searched while each slice is in memory, and
//! forgotten.

use std::sync::{Arc, Mutex, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::Error as Unsolved;
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_retro::slice_graph::{Cpu, InMemory, Limits, Plan, Visit, Visitor, run};
use nimzo_retro::sweep::{Departures, Ends, Goals, layout_of};
use nimzo_work::{Stage, Task};
use shakmaty::ByColor;

use crate::blocks::SliceScope;
use crate::error::{Error, Result};
use crate::language::{Expression, MoveTest, Query};
use crate::search::{Found, Tally, Wanted, images, move_tests, search_slice};

/// Searches a class while it is solved. Moves can be asked for where there are no pawns: all that they
/// lead to is there then, while a pawn's moves lead to slices that are forgotten. Mates and checks
/// after moves cannot, since they are found from what the classes below lead to.
pub fn search_by_plan(
    class: Material,
    query: &Query,
    wanted: Wanted,
    limits: Limits,
    task: &Task,
) -> Result<Found> {
    if !class.is_canonical() {
        return Err(Error::NotCanonical(class));
    }
    let mut metrics = query.metrics();
    metrics.extend(wanted.deepest_by);
    let there = |metric: &Metric| matches!(metric, Metric::Dtc | Metric::Dtz);
    let moves_are_there = !class.has_pawns() && !query.asks_for_marks();
    if query.asks_for_moves() && !moves_are_there || !metrics.iter().all(there) {
        return Err(Error::NeedsTables(class));
    }
    let plan = Plan::new(&[class], Goals::of_metrics(&metrics, false), limits)?;
    task.say(&plan.describe());
    let counting = task.stage(&format!("{class}, found"), 0);
    let miner = Miner {
        class,
        images: images(query, class),
        tests: move_tests(query),
        with_moves: query.asks_for_moves(),
        wanted,
        counting: &counting,
        task,
        tally: Mutex::default(),
        failure: Mutex::default(),
    };
    let done = run(&plan, &Cpu, &InMemory::default(), &miner, task);
    if let Some(failure) = miner.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(failure);
    }
    done?;
    let tally = miner.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.found(&*layout_of(class)?)
}

/// Looks at each slice of the class while it is there.
struct Miner<'a> {
    class: Material,
    images: Vec<(Symmetry, Expression)>,
    tests: ByColor<Vec<MoveTest>>,
    with_moves: bool,
    wanted: Wanted,
    counting: &'a Stage<'a>,
    task: &'a Task,
    tally: Mutex<Tally>,
    failure: Mutex<Option<Error>>,
}

impl Visitor for Miner<'_> {
    fn slice(&self, visit: &Visit<'_>) -> std::result::Result<(), Unsolved> {
        if visit.class != self.class {
            return Ok(());
        }
        let values = visit.finished.values.clone();
        let departures = match self.with_moves {
            true => {
                let own = Arc::clone(&values.wdl);
                let ends = Ends { own, siblings: &[], below: visit.subs };
                Some(Departures::new(visit.slice, visit.layout, ends, None)?)
            }
            false => None,
        };
        let scope = SliceScope {
            layout: visit.layout,
            slice: visit.slice,
            values,
            departures,
            marks: None,
            tests: &self.tests,
            source: None,
            left_out: &[],
        };
        match search_slice(&scope, &self.images, self.wanted, self.counting, self.task) {
            Ok(found) => {
                let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
                let before = std::mem::take(&mut *tally);
                *tally = before.join(found, self.wanted.limit);
                Ok(())
            }
            Err(Error::Tables(nimzo_tables::Error::Interrupted(stopped))) => Err(stopped.into()),
            Err(failure) => {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(failure);
                Err(nimzo_work::Interrupted.into())
            }
        }
    }

    fn groups(&self, _: Material, _: &[usize]) -> std::result::Result<(), Unsolved> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> std::result::Result<(), Unsolved> {
        Ok(())
    }
}
