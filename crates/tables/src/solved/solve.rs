//! The work itself: what is in the folder is not solved again.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use nimzo_chess::{Material, Metric, Probe, Wdl};
use nimzo_retro::layout::Layout;
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::reach::{Reach, Reached, Regions};
use nimzo_retro::slice_graph::{
    Cpu, Entry, Executor, InMemory, Keep, Pack, Plan, peek_result, proved, run,
};
use nimzo_retro::sweep::SubTables;
use nimzo_work::Task;
use nimzo_work::files::{self, FolderLock};
use shakmaty::{ByColor, Chess, Color, Position};

use super::file::SliceFile;
use super::keep::{BesideTables, PlanKeep, of_slice};
use super::rights;
use super::watched::KeepSightings;
use super::way::Way;
use super::{SolvedSlices, Spot};
use crate::error::Error;
use crate::store::Store;

/// The other half of bounds is solved where this is no longer needed, if both take no longer than this.
const SECONDS: Duration = Duration::from_secs(20);

/// Whether the value of a position is known, with its depth where one is asked for.
pub fn is_known(store: &Store, position: &Chess, metric: Metric) -> Result<bool, Error> {
    match store.probe(position, &[metric]) {
        Ok(known) => Ok(known.depth(metric).is_some()),
        Err(nimzo_chess::Error::Missing { .. }) => Ok(false),
        Err(other) => Err(other.into()),
    }
}

/// Solves the slices of a way and keeps them beside the tables. What is there already is not solved
/// again. Gives the seconds it took.
pub fn solve(way: &Way, store: &Store, task: &Task) -> Result<f64, Error> {
    solve_by(&Cpu, way, store, task)
}

/// The same with somebody else to solve slices, for this way alone. Bounds and positions with castling rights are
/// found by the processor.
pub fn solve_by(
    executor: &dyn Executor,
    way: &Way,
    store: &Store,
    task: &Task,
) -> Result<f64, Error> {
    let begun = Instant::now();
    let solved = store.solved();
    files::create_folder(&solved.folder).map_err(Error::io(&solved.folder))?;
    let _lock = FolderLock::take(&solved.folder)?;
    let classes: Vec<Material> = way.reach.classes.iter().map(|&(class, _)| class).collect();
    let tables = store.sub_tables(way.plan.held / 2, classes, &[way.metric], task);
    match &way.other {
        None => {
            let keep = PlanKeep::new(solved, &tables, &way.reach, &way.plan, task)?;
            run(&way.plan, executor, &keep, &KeepSightings(solved), task)?;
            keep.finish()?;
        }
        Some(other) => bounded(way, other, &tables, solved, task)?,
    }
    solved.reopen();
    if let Some(reach) = &way.rights {
        rights::solve(reach, way.metric, store, task)?;
        solved.reopen();
    }
    Ok(begun.elapsed().as_secs_f64())
}

/// What was solved as if one side won what lies beyond.
struct Half<'a> {
    reach: &'a Reach,
    plan: &'a Plan,
    keep: BesideTables<'a>,
}

impl<'a> Half<'a> {
    fn solve(
        reach: &'a Reach,
        plan: &'a Plan,
        tables: &'a dyn SubTables,
        solved: &SolvedSlices,
        task: &Task,
    ) -> Result<Self, Error> {
        let keep = BesideTables { kept: InMemory::default(), tables };
        run(plan, &Cpu, &keep, &KeepSightings(solved), task)?;
        Ok(Self { reach, plan, keep })
    }

    /// The packed results of a slice.
    fn results(&self, class: Material, pawns: Pawns) -> Result<Option<Vec<u8>>, Error> {
        let layout = self.plan.layouts.get(&class);
        let Some((slice, _)) = layout.and_then(|layout| layout.slice_of(pawns)) else {
            return Ok(None);
        };
        Ok(self.keep.get(Pack::Results(class), Entry::results(slice))?)
    }

    /// Whether a position is won for a side.
    fn is_won(&self, position: &Chess, side: Color) -> Result<bool, Error> {
        let Some(spot) = Spot::of(position.board(), position.turn()) else { return Ok(false) };
        let Some(bytes) = self.results(spot.material, spot.name.pawns)? else { return Ok(false) };
        let found = peek_result(&bytes, spot.slots, spot.turn, spot.slot);
        let wanted = if spot.turn == side { Wdl::Win } else { Wdl::Loss };
        Ok(found.is_ok_and(|found| found == Some(wanted)))
    }
}

fn bounded(
    way: &Way,
    other: &(Reach, Plan),
    tables: &dyn SubTables,
    solved: &SolvedSlices,
    task: &Task,
) -> Result<(), Error> {
    let first = Half::solve(&way.reach, &way.plan, tables, solved, task)?;
    // With an en passant right it is the positions after taking, too, that must be known; and where it takes but
    // seconds, what other moves are worth is worth knowing.
    let enough = way.alone && way.position.maybe_ep_square().is_none() && way.duration() > SECONDS;
    if enough && first.is_won(&way.position, Color::White)? {
        return keep_proved(ByColor { white: None, black: Some(&first) }, solved, task);
    }
    let second = Half::solve(&other.0, &other.1, tables, solved, task)?;
    keep_proved(ByColor { white: Some(&second), black: Some(&first) }, solved, task)
}

/// Writes what the halves prove, each by who wins beyond.
fn keep_proved(
    halves: ByColor<Option<&Half<'_>>>,
    solved: &SolvedSlices,
    task: &Task,
) -> Result<(), Error> {
    let mut slices: HashMap<Material, HashMap<Pawns, Regions>> = HashMap::new();
    for (class, all) in halves.iter().copied().flatten().flat_map(|half| &half.reach.classes) {
        let of_class = slices.entry(*class).or_default();
        for &Reached { pawns, regions } in all {
            let known = of_class.entry(pawns).or_insert(regions);
            *known = known.common(&regions);
        }
    }
    for (class, all) in slices {
        let path = solved.path(Pack::Proved(class));
        let mut file = SliceFile::open_to_write(&path).map_err(Error::io(&path))?;
        for (pawns, regions) in all {
            task.check()?;
            let Some(layout) = Layout::listed(class, [pawns]) else { continue };
            let get = |half: Option<&Half<'_>>| match half {
                Some(half) => half.results(class, pawns),
                None => Ok(None),
            };
            let found = ByColor { white: get(halves.white)?, black: get(halves.black)? };
            let found = found.as_ref().map(|bytes| bytes.as_deref());
            // What was proved before stays; what is damaged counts as not there.
            let earlier = file.read(of_slice(pawns), &regions).map_err(Error::io(&path))?;
            let earlier = earlier.and_then(Result::ok).map(|(_, bytes)| bytes);
            let all = proved(found, earlier.as_deref(), layout.slots() / 64).map_err(|_| {
                let why = "packed results in memory".to_owned();
                Error::Damaged { path: path.clone(), why }
            })?;
            file.append(of_slice(pawns), regions, &all).map_err(Error::io(&path))?;
        }
        file.sync().map_err(Error::io(&path))?;
    }
    Ok(())
}
