//! The work itself: what is in the folder is not solved again.

use std::time::Instant;

use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::slice_graph::{Cpu, Entry, Executor, InMemory, Keep, Pack, agreed, run};
use nimzo_retro::sweep::SubTables;
use nimzo_work::Task;
use nimzo_work::files::{self, FolderLock};
use shakmaty::{Chess, Color};

use super::SolvedSlices;
use super::file::SliceFile;
use super::keep::{BesideTables, PlanKeep, of_slice};
use super::rights;
use super::watched::KeepSightings;
use super::ways::Way;
use crate::error::Error;
use crate::store::Store;

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
    match way.pieces {
        None => {
            let keep = PlanKeep::new(solved, &tables, &way.reach, &way.plan, task)?;
            run(&way.plan, executor, &keep, &KeepSightings(solved), task)?;
            keep.finish()?;
        }
        Some(_) => bounded(way, &tables, solved, task)?,
    }
    solved.reopen();
    if let Some(reach) = &way.rights {
        rights::solve(reach, way.metric, store, task)?;
        solved.reopen();
    }
    Ok(begun.elapsed().as_secs_f64())
}

fn bounded(
    way: &Way,
    tables: &dyn SubTables,
    solved: &SolvedSlices,
    task: &Task,
) -> Result<(), Error> {
    let one = |winner: Color| -> Result<BesideTables<'_>, Error> {
        let keep = BesideTables { kept: InMemory::default(), tables };
        run(&way.plan.clone().with_beyond(winner), &Cpu, &keep, &KeepSightings(solved), task)?;
        Ok(keep)
    };
    let (white, black) = (one(Color::White)?, one(Color::Black)?);
    for (class, slices) in &way.reach.classes {
        let Some(layout) = way.plan.layouts.get(class) else { continue };
        let path = solved.path(Pack::Proved(*class));
        let mut file = SliceFile::open_to_write(&path).map_err(Error::io(&path))?;
        for slice in slices {
            task.check()?;
            let Some((number, _)) = layout.slice_of(slice.pawns) else { continue };
            let (pack, entry) = (Pack::Results(*class), Entry::results(number));
            let (Some(high), Some(low)) = (white.get(pack, entry)?, black.get(pack, entry)?) else {
                continue;
            };
            let both = agreed(&high, &low, layout.slots() / 64).map_err(|_| {
                let why = "packed results in memory".to_owned();
                Error::Damaged { path: path.clone(), why }
            })?;
            file.append(of_slice(slice.pawns), slice.regions, &both).map_err(Error::io(&path))?;
        }
        file.sync().map_err(Error::io(&path))?;
    }
    Ok(())
}
