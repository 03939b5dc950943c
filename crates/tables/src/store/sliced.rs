//! Tables of classes with pawns that do not fit into memory: solved slice by slice, with all that they lead
//! to, by the slice graph. The slices of the class are kept in a folder of their own until its file is
//! written, so that a build that was stopped goes on where it was.

use std::borrow::Cow;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::Layout;
use nimzo_retro::planes;
use nimzo_retro::slice_graph::{self, Cpu, Limits, Shelf, Visit, Visitor};
use nimzo_retro::sweep::{Goals, SliceValues, SubTables, layout_of};
use nimzo_work::{Task, files, memory};

use super::Store;
use super::save::ClassValues;
use crate::error::Error;
use crate::keep::FolderKeep;

/// What the name of the folder ends in.
const ENDING: &str = "building";

impl Store {
    /// Whether a class is solved in this way. What slices hand on is results, so depths that need those of
    /// other classes are not found so.
    pub(super) fn is_sliced(&self, class: Material, goals: &Goals) -> bool {
        let only_results_below = !(goals.dtm || goals.dtz50 || goals.queen_only);
        class.count() > self.whole && class.has_pawns() && only_results_below
    }

    /// How a class is solved in this way to be kept by these metrics; `None` if it is solved whole.
    pub fn planned_by_slices(
        &self,
        class: Material,
        metrics: &[Metric],
        queen_only: bool,
    ) -> Result<Option<slice_graph::Plan>, Error> {
        let goals = Goals::of_metrics(metrics, queen_only);
        if !self.is_sliced(class, &goals) {
            return Ok(None);
        }
        // Where it does not fit here, what it takes elsewhere.
        let plan = self.slice_plan(class, goals);
        plan.or_else(|_| Ok(slice_graph::Plan::keeping(class, goals, Limits::PLENTY)?)).map(Some)
    }

    /// What solving a class in this way takes.
    pub(super) fn slice_plan(
        &self,
        class: Material,
        goals: Goals,
    ) -> Result<slice_graph::Plan, Error> {
        let memory = memory::available().map_or(u64::MAX, |free| free / 8 * 7);
        let memory = memory.min(self.limits.memory);
        let free = files::free_space(&self.folder).unwrap_or(u64::MAX);
        let disk = free.saturating_add(self.bytes_of_slices(class)).min(self.limits.disk);
        Ok(slice_graph::Plan::keeping(class, goals, Limits { memory, disk })?)
    }

    /// Builds the table of a class above those of its captures; gives back its bytes.
    pub(super) fn build_sliced(
        &self,
        below: &dyn SubTables,
        class: Material,
        metrics: &[Metric],
        task: &Task,
    ) -> Result<u64, Error> {
        let goals = Goals::of_metrics(metrics, false);
        let plan = self.slice_plan(class, goals)?;
        task.say(&format!("{class}, slice by slice: {}", plan.describe()));
        let folder = self.slices_of(class);
        let keep = FolderKeep::open(&folder, &heading(class, metrics))?;
        slice_graph::run(&plan, &Cpu, &keep, &Nobody, task)?;
        let depths = goals.depths().collect();
        let shelf = Shelf::new(&keep, &plan);
        let kept = Kept { layout: layout_of(class)?, shelf, depths, latest: Mutex::default() };
        let bytes = self.save_above(below, &kept, metrics, false, task)?;
        drop(kept);
        drop(keep);
        planes::release();
        remove(&folder)?;
        Ok(bytes)
    }

    fn slices_of(&self, class: Material) -> PathBuf {
        self.folder.join(format!("{class}.{ENDING}"))
    }

    /// Removes slices of a table that stands and has all that they were solved for: a build that ended just after
    /// writing it left them.
    pub(super) fn remove_outlived_slices(
        &self,
        class: Material,
        held: &[Metric],
    ) -> Result<(), Error> {
        let folder = self.slices_of(class);
        let Some(text) = FolderKeep::plan_in(&folder)? else { return Ok(()) };
        match metrics_of(class, &text) {
            Some(metrics) if metrics.iter().all(|metric| held.contains(metric)) => remove(&folder),
            _ => Ok(()),
        }
    }

    /// Bytes that slices of a class take which were solved already.
    pub(super) fn bytes_of_slices(&self, class: Material) -> u64 {
        let files = files::list(&self.slices_of(class)).unwrap_or_default();
        let length = |path: PathBuf| files::open(&path).and_then(|file| file.length()).ok();
        files.into_iter().filter_map(length).sum()
    }
}

/// What slices of a class are solved for, as it stands in their folder.
fn heading(class: Material, metrics: &[Metric]) -> String {
    let names: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
    format!("nimzo table {class} {}\n", names.join(","))
}

/// The metrics of a heading.
fn metrics_of(class: Material, heading: &str) -> Option<Vec<Metric>> {
    let names = heading.strip_prefix(&format!("nimzo table {class} "))?.trim_end();
    names.split(',').map(|name| name.parse().ok()).collect()
}

fn remove(folder: &Path) -> Result<(), Error> {
    match files::remove_folder(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done.map_err(Error::io(folder)),
    }
}

/// Slices are read when all are done.
struct Nobody;

impl Visitor for Nobody {
    fn slice(&self, _: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

/// Slices that are held unpacked while the file is written: the one that is written and the next.
const HELD: usize = 2;

/// The slices of a class, unpacked when they are asked for.
struct Kept<'a> {
    layout: Arc<Layout>,
    shelf: Shelf<'a>,
    depths: Vec<Metric>,
    latest: Mutex<Vec<(usize, SliceValues)>>,
}

impl ClassValues for Kept<'_> {
    fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    fn slice(&self, slice: usize) -> Result<Cow<'_, SliceValues>, Error> {
        let latest = || self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, values)) = latest().iter().find(|(held, _)| *held == slice) {
            return Ok(Cow::Owned(values.clone()));
        }
        // Not under the lock: a thread that waits for others to unpack may take up work that asks here again.
        let class = self.layout.material();
        let mut values = SliceValues::results(self.shelf.wdl(class, slice)?);
        for &metric in &self.depths {
            values.depths[metric] = Some(self.shelf.depths(class, slice, metric)?);
        }
        let mut latest = latest();
        if latest.iter().all(|(held, _)| *held != slice) {
            if latest.len() == HELD {
                latest.remove(0);
            }
            latest.push((slice, values.clone()));
        }
        Ok(Cow::Owned(values))
    }
}

#[cfg(test)]
mod tests {
    use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
    use shakmaty::Color;

    use super::*;
    use crate::stats::Blocks;
    use crate::store::Request;

    #[test]
    fn tables_solved_slice_by_slice_are_those_solved_whole() {
        let request = |class: &str, metrics: &[Metric]| Request {
            classes: vec![class.parse().unwrap()],
            metrics: metrics.to_vec(),
            queen_only: false,
        };
        let (whole, sliced) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        for (class, metrics) in [
            ("KPvKP", &[Metric::Wdl][..]),
            ("KNvKP", &[Metric::Dtc, Metric::Dtz]),
            ("KPPvK", &[Metric::Wdl, Metric::Dtc]),
        ] {
            let [whole, sliced] = [(&whole, 6), (&sliced, 3)].map(|(folder, men)| {
                let store = Store::at(folder.path()).with_whole_up_to(men);
                let request = request(class, metrics);
                let plan = store.plan(&request).unwrap();
                store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
                store.whole(request.classes[0], &Task::silent()).unwrap()
            });
            assert_eq!(whole.metrics(), sliced.metrics());
            let layout = whole.layout();
            let ids = (0..layout.slices()).flat_map(|slice| {
                let of_turn = move |turn| BlockId { slice, turn, block: 0 };
                Color::ALL.map(of_turn)
            });
            let mut decided = 0;
            for id in
                ids.flat_map(|id| (0..layout.blocks()).map(move |block| BlockId { block, ..id }))
            {
                for &metric in &whole.metrics() {
                    let [mut one, mut other] = [[0; BLOCK_SLOTS]; 2];
                    whole.block(metric, id, &mut one).unwrap();
                    sliced.block(metric, id, &mut other).unwrap();
                    assert!(one == other, "{class} {metric} {id:?}");
                    decided += one.iter().filter(|&&code| code > 1).count();
                }
            }
            assert!(decided > 10_000, "{class}");
        }
        let left = std::fs::read_dir(sliced.path()).unwrap().map(|entry| entry.unwrap().path());
        assert!(left.into_iter().all(|path| path.extension().is_none_or(|end| end != ENDING)));
    }
}
