//! Building tables with all they need, in order: planned first, resumed where a build stopped.

use std::collections::HashSet;
use std::time::Instant;

use nimzo_chess::Metric;
use nimzo_chess::material::{Material, depth_first_order};
use nimzo_retro::layout::Layout;
use nimzo_retro::planes;
use nimzo_retro::sweep::{
    Company, Goals, Together, member_bytes, plan_bytes, shares_frames, solve_resumably,
    solve_together,
};
use nimzo_work::files::FolderLock;
use nimzo_work::{Task, files, memory};

use super::parts::Parts;
use super::sub_tables::KeptSubTables;
use super::{KEPT_BYTES, Store};
use crate::error::Error;

/// What to build.
#[derive(Debug, Clone)]
pub struct Request {
    /// The classes wanted; what they need is added.
    pub classes: Vec<Material>,
    /// What to compute of each.
    pub metrics: Vec<Metric>,
    /// Pawns become queens only.
    pub queen_only: bool,
}

/// What a build will do.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Classes to solve, in order, with what to compute of each.
    pub todo: Vec<(Material, Vec<Metric>)>,
    /// Classes that are there already, with what their tables hold.
    pub present: Vec<(Material, Vec<Metric>)>,
    /// Bytes of memory it takes at once.
    pub memory: u64,
    /// How many of them are for finished tables, which larger classes ask for again.
    pub kept: u64,
    /// Bytes of disk it may take, judged from what such tables have taken.
    pub disk: u64,
}

impl Plan {
    /// The plan in a line.
    pub fn describe(&self) -> String {
        format!(
            "{} classes to solve, {} already there; up to {} of memory, about {} of disk",
            self.todo.len(),
            self.present.len(),
            memory::human(self.memory),
            memory::human(self.disk)
        )
    }
}

/// A class that was built.
#[derive(Debug, Clone)]
pub struct Built {
    /// The class.
    pub class: Material,
    /// What it holds.
    pub metrics: Vec<Metric>,
    /// Seconds to solve and write it.
    pub seconds: f64,
    /// Bytes on disk.
    pub bytes: u64,
}

impl Store {
    /// What building would do. A table that lacks a metric is solved again for all it had and all
    /// that is wanted; one that was not asked for itself is left as it is if what the others need
    /// can be read off it. One of an older version is replaced.
    pub fn plan(&self, request: &Request) -> Result<Plan, Error> {
        let mut plan = Plan { todo: Vec::new(), present: Vec::new(), memory: 0, kept: 0, disk: 0 };
        // Of the classes that are solved slice by slice.
        let (mut memory, mut waiting) = (0, 0);
        let wanted: HashSet<Material> = request.classes.iter().map(|c| c.canonical()).collect();
        for class in self.build_order(request)? {
            let layout = Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?;
            let held = self.held(class)?;
            let suffices = |&metric: &Metric| {
                held.contains(&if wanted.contains(&class) { metric } else { below(metric) })
            };
            if !held.is_empty() && request.metrics.iter().all(suffices) {
                plan.present.push((class, held));
                continue;
            }
            let metrics = joined(&request.metrics, &held);
            let goals = Goals::of_metrics(&metrics, request.queen_only);
            if self.is_sliced(class, &goals) {
                let slices = self.slice_plan(class, goals)?;
                let left = slices.disk.saturating_sub(self.bytes_of_slices(class));
                (memory, waiting) = (slices.memory.max(memory), left.max(waiting));
            } else {
                plan.memory = plan.memory.max(plan_bytes(&layout, &goals));
            }
            plan.disk += disk_estimate(&layout, &metrics);
            plan.todo.push((class, metrics));
        }
        // Whoever writes a class that was solved slice by slice may read what captures lead to.
        let least = if memory > 0 { KEPT_FOR_SLICES } else { 0 };
        let room = room_for_kept(plan.memory, self.limits.memory);
        plan.kept = KEPT_BYTES.min(2 * plan.memory).min(room).max(least);
        plan.memory = with_what_is_kept(plan.memory, plan.kept).max(memory + least);
        plan.disk += waiting;
        Ok(plan)
    }

    /// The classes that a build goes through: those that are wanted, each after what it leads to. What a class
    /// that is solved slice by slice promotes into is solved along with it and forgotten.
    pub fn build_order(&self, request: &Request) -> Result<Vec<Material>, Error> {
        let wanted: HashSet<Material> = request.classes.iter().map(|c| c.canonical()).collect();
        let mut order = depth_first_order(request.classes.iter().copied());
        // What is solved whole leads to classes that are there or solved before.
        let (mut whole, mut any_sliced) = (HashSet::new(), false);
        for &class in &wanted {
            let metrics = joined(&request.metrics, &self.held(class)?);
            match self.is_sliced(class, &Goals::of_metrics(&metrics, request.queen_only)) {
                true => any_sliced = true,
                false => whole.extend(class.closure()),
            }
        }
        if any_sliced {
            let is_built = |class: &Material| {
                wanted.contains(class) || whole.contains(class) || class.count() <= self.whole
            };
            order.retain(is_built);
        }
        Ok(order)
    }

    /// What the table of a class holds. One of an older version is replaced.
    fn held(&self, class: Material) -> Result<Vec<Metric>, Error> {
        match self.table(class) {
            Err(Error::OtherVersion { version, known, .. }) if version < known => Ok(Vec::new()),
            found => Ok(found?.map(|table| table.metrics()).unwrap_or_default()),
        }
    }

    /// Carries a plan out. Each class is whole on disk before the next begins, and slices of a
    /// class that takes long are put aside, so a build that was stopped goes on where it was when
    /// it is planned again.
    pub fn build(
        &self,
        plan: &Plan,
        queen_only: bool,
        task: &Task,
        done: impl FnMut(&Built),
    ) -> Result<(), Error> {
        self.build_by(None, plan, queen_only, task, done)
    }

    /// As [`Store::build`], together with others who have the same plan and see the same folder. The
    /// first of them writes the tables, and alone tells what was built.
    pub fn build_together(
        &self,
        company: &dyn Company,
        plan: &Plan,
        queen_only: bool,
        task: &Task,
        done: impl FnMut(&Built),
    ) -> Result<(), Error> {
        self.build_by(Some(Together { company, gather: true }), plan, queen_only, task, done)
    }

    fn build_by(
        &self,
        together: Option<Together<'_>>,
        plan: &Plan,
        queen_only: bool,
        task: &Task,
        mut done: impl FnMut(&Built),
    ) -> Result<(), Error> {
        let writes = together.is_none_or(|together| together.company.me() == 0);
        if plan.todo.is_empty() && writes {
            self.remove_outlived_parts(plan, queen_only)?;
        }
        if plan.todo.is_empty() {
            return Ok(());
        }
        let needed =
            together.map_or(Ok(plan.memory), |together| member_memory(plan, queen_only, together));
        memory::require_within("the build", needed?, self.limits.memory)?;
        let _lock = match writes {
            true => Some(self.make_ready(plan, queen_only, task)?),
            false => None,
        };
        wait_for_all(together)?;
        let order = plan.todo.iter().map(|&(class, _)| class).collect();
        let metrics: Vec<Metric> = plan.todo.iter().flat_map(|(_, m)| m.iter().copied()).collect();
        // Half of what nobody asked for may hold more of them, packed.
        let allowed = memory::available().unwrap_or(0).min(self.limits.memory);
        let spare = allowed.saturating_sub(plan.memory);
        let mut sub_tables = KeptSubTables::new(self, plan.kept, order, &metrics);
        // The rest of them waits on the disk, as far as that is not needed for the tables.
        let free = files::free_space(&self.folder).unwrap_or(0).min(self.limits.disk);
        let aside = free.saturating_sub(plan.disk);
        let packed = if aside > PACKED_BYTES { PACKED_BYTES.min(spare / 2) } else { spare / 2 };
        sub_tables = sub_tables.with_packed(packed).with_aside(&self.folder, aside);
        let stage = task.stage("classes", plan.todo.len() as u64);
        for (class, metrics) in &plan.todo {
            task.check()?;
            let begun = Instant::now();
            let goals = Goals::of_metrics(metrics, queen_only);
            let built = |bytes| {
                let seconds = begun.elapsed().as_secs_f64();
                Built { class: *class, metrics: metrics.clone(), seconds, bytes }
            };
            if together.is_none() && self.is_sliced(*class, &goals) {
                sub_tables.begin(*class, task);
                planes::release();
                let bytes = self.build_sliced(&sub_tables, *class, metrics, task)?;
                stage.advance(1);
                done(&built(bytes));
                continue;
            }
            let parts = Parts::open(&self.folder, *class, &goals, self.parts_every);
            if parts.slices() > 0 {
                task.say(&format!("{class}: goes on with {} slices done", parts.slices()));
            }
            sub_tables.begin(*class, task);
            let solved = match together {
                None => solve_resumably(*class, &sub_tables, goals, &parts, task)?,
                Some(together) => {
                    solve_together(*class, &sub_tables, goals, &parts, together, task)?
                }
            };
            let has_all = writes || !shares_frames(&solved.layout);
            let bytes = match writes {
                true => self.save_above(&sub_tables, &solved, metrics, queen_only, task)?,
                false => 0,
            };
            if writes {
                parts.remove()?;
            }
            wait_for_all(together)?;
            self.forget_open(*class);
            if has_all {
                for (slice, values) in solved.slices.into_iter().enumerate() {
                    sub_tables.keep(*class, slice, values);
                }
            }
            stage.advance(1);
            if writes {
                done(&built(bytes));
            }
        }
        planes::release();
        Ok(())
    }

    /// Parts of tables that stand have outlived them.
    pub(super) fn remove_outlived_parts(&self, plan: &Plan, queen_only: bool) -> Result<(), Error> {
        plan.present.iter().try_for_each(|(class, held)| {
            self.remove_outlived_slices(*class, held)?;
            Parts::remove_outlived(&self.folder, *class, &Goals::of_metrics(held, queen_only))
        })
    }

    /// Makes the folder ready to be written into by this process alone.
    pub(super) fn make_ready(
        &self,
        plan: &Plan,
        queen_only: bool,
        task: &Task,
    ) -> Result<FolderLock, Error> {
        self.remove_outlived_parts(plan, queen_only)?;
        let lock = FolderLock::enter(&self.folder, task)?;
        self.require_disk(plan.disk)?;
        Ok(lock)
    }

    /// Whether a class is small enough to be made for a single question, and is not here with all
    /// that it needs.
    pub fn is_small_and_missing(&self, material: Material) -> Result<bool, Error> {
        if material.count() > super::SMALL || material == Material::BARE_KINGS {
            return Ok(false);
        }
        let (classes, metrics) = (vec![material], Metric::ALL.to_vec());
        let plan = self.plan(&Request { classes, metrics, queen_only: false })?;
        Ok(!plan.todo.is_empty())
    }

    /// Builds what is missing for a class of at most four men, which takes seconds, and says so.
    pub fn ensure_small(
        &self,
        material: Material,
        metrics: &[Metric],
        task: &Task,
    ) -> Result<(), Error> {
        if material.count() > 4 || material == Material::BARE_KINGS {
            return Ok(());
        }
        let request =
            Request { classes: vec![material], metrics: metrics.to_vec(), queen_only: false };
        let plan = self.plan(&request)?;
        if plan.todo.is_empty() {
            return Ok(());
        }
        task.say(&format!("building {}: {}", material.canonical(), plan.describe()));
        self.build(&plan, false, task, |_| {})
    }

    fn require_disk(&self, needed: u64) -> Result<(), Error> {
        let folder = self.folder.clone();
        match files::free_space(&self.folder) {
            _ if self.limits.disk < needed => {
                Err(Error::MoreDisk { needed, allowed: self.limits.disk })
            }
            Some(free) if free < needed => Err(Error::DiskFull { folder, needed, free }),
            _ => Ok(()),
        }
    }
}

/// Metrics of either list, in their order.
fn joined(one: &[Metric], other: &[Metric]) -> Vec<Metric> {
    Metric::ALL.into_iter().filter(|m| one.contains(m) || other.contains(m)).collect()
}

/// What is kept of finished tables at least where a class is solved slice by slice.
const KEPT_FOR_SLICES: u64 = 512 << 20;

/// The most that packed slices of finished tables take in memory where there is a disk for them.
const PACKED_BYTES: u64 = 1 << 30;

/// The memory of a build whose largest class takes `solving`, and which keeps so much of finished tables.
fn with_what_is_kept(solving: u64, kept: u64) -> u64 {
    let memory = solving + kept + solving.min(planes::POOLED_BYTES as u64);
    // For reading and writing.
    memory + memory / 16
}

/// How much may be kept of finished tables, so that this memory suffices.
fn room_for_kept(solving: u64, memory: u64) -> u64 {
    let pooled = solving.min(planes::POOLED_BYTES as u64);
    (memory / 17 * 16).saturating_sub(solving + pooled)
}

/// The memory of a build in the process of one of those who build together.
fn member_memory(plan: &Plan, queen_only: bool, together: Together<'_>) -> Result<u64, Error> {
    let mut most = 0;
    for (class, metrics) in &plan.todo {
        let layout = Layout::new(*class).ok_or(nimzo_retro::Error::TooLarge(*class))?;
        let goals = Goals::of_metrics(metrics, queen_only);
        most = most.max(member_bytes(&layout, &goals, together));
    }
    Ok(with_what_is_kept(most, plan.kept))
}

/// Waits until all who build together are here.
fn wait_for_all(together: Option<Together<'_>>) -> Result<(), Error> {
    if let Some(Together { company, .. }) = together {
        company.exchange(vec![Vec::new(); company.size()])?;
    }
    Ok(())
}

/// What a metric needs to know of the classes below: where the count starts anew with every capture
/// and promotion, only who wins.
fn below(metric: Metric) -> Metric {
    match metric {
        Metric::Dtc | Metric::Dtz => Metric::Wdl,
        Metric::Wdl | Metric::Dtm | Metric::Dtz50 => metric,
    }
}

/// Bytes that a table may take, judged from all tables of three to five men: of each depth somewhat less
/// than a tenth of its cells.
fn disk_estimate(layout: &Layout, metrics: &[Metric]) -> u64 {
    let cells = 2 * (layout.slices() * layout.slots()) as u64;
    let depths = metrics.iter().filter(|&&metric| metric != Metric::Wdl).count() as u64;
    cells * depths.max(1) / 10 + (64 << 10)
}
