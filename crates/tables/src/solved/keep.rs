//! What a plan of one position's slices keeps: records in the files of the folder, for good.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use nimzo_chess::Material;
use nimzo_retro::layout::Layout;
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::reach::{Reach, Regions};
use nimzo_retro::slice_graph::{Entry, InMemory, Keep, Pack, Plan, Step, groups};
use nimzo_retro::sweep::SubTables;
use nimzo_work::Task;
use shakmaty::Color;

use super::SolvedSlices;
use super::file::{Name, SliceFile};
use crate::error::Error;

/// Keeps the slices of a plan in the folder.
pub(super) struct PlanKeep<'a> {
    solved: &'a SolvedSlices,
    tables: &'a dyn SubTables,
    plan: &'a Plan,
    regions: HashMap<(Material, Pawns), Regions>,
    groups: HashMap<Material, Vec<Vec<usize>>>,
    task: &'a Task,
    unsynced: Mutex<HashSet<Pack>>,
}

impl<'a> PlanKeep<'a> {
    pub fn new(
        solved: &'a SolvedSlices,
        tables: &'a dyn SubTables,
        reach: &Reach,
        plan: &'a Plan,
        task: &'a Task,
    ) -> Self {
        let all = reach.classes.iter();
        let regions = all
            .flat_map(|(class, slices)| {
                slices.iter().map(|slice| ((*class, slice.pawns), slice.regions))
            })
            .collect();
        solved.reopen();
        let layouts = plan.layouts.iter().filter(|(class, _)| !plan.known.contains(class));
        let groups = layouts.map(|(&class, layout)| (class, groups(layout))).collect();
        Self { solved, tables, plan, regions, groups, task, unsynced: Mutex::default() }
    }

    /// What a record is called, and for which regions it must hold.
    fn named(&self, pack: Pack, entry: Entry) -> Option<(Name, Regions)> {
        let class = match pack {
            Pack::Promotions { before, .. } => before,
            other => other.written_by(),
        };
        let pawns = self.plan.layouts.get(&class)?.pawns(entry.slice as usize);
        let regions = *self.regions.get(&(class, pawns))?;
        Some((Name { pawns, side: entry.side, square: entry.square }, regions))
    }

    fn has(&self, pack: Pack, entry: Entry) -> bool {
        let Some((name, regions)) = self.named(pack, entry) else { return false };
        self.found(self.solved.has(pack, name, &regions))
    }

    fn has_sighted(&self, step: &Step, slice: usize) -> bool {
        let Some(layout) = self.plan.layouts.get(&step.class) else { return false };
        let name = of_slice(layout.pawns(slice));
        self.found(self.solved.has_sighted(step, slice, name))
    }

    /// What was found; what is damaged counts as not there.
    fn found(&self, found: Result<bool, Error>) -> bool {
        found.unwrap_or_else(|error| {
            self.task.say(&format!("{error}; it is solved again"));
            false
        })
    }
}

impl PlanKeep<'_> {
    /// Whether something holds for all slices of a group.
    fn all_slices(
        &self,
        class: Material,
        group: usize,
        holds: impl Fn(&Step, &Layout, usize) -> bool,
    ) -> bool {
        let Some(step) = self.plan.steps.iter().find(|step| step.class == class) else {
            return false;
        };
        let Some(layout) = self.plan.layouts.get(&class) else { return false };
        let slices = self.groups.get(&class).and_then(|all| all.get(group));
        slices.is_some_and(|slices| slices.iter().all(|&slice| holds(step, layout, slice)))
    }

    /// Whether the values that are to be kept of a slice are there.
    fn has_values(&self, step: &Step, slice: usize) -> bool {
        let (class, entry) = (step.class, Entry::results(slice));
        let keeps = |pack| !step.keeps_depths || self.has(pack, entry);
        (!step.keeps_results || self.has(Pack::Results(class), entry))
            && (!step.goals.dtz50 || keeps(Pack::Rule(class)))
            && step.goals.depths().all(|metric| keeps(Pack::Depths(class, metric)))
            && self.has_sighted(step, slice)
            && step.windows.iter().all(|&window| {
                let (role, entry) = Entry::window(window);
                self.has(Pack::Windows(class, role), entry)
            })
    }

    /// Whether what promoting into a slice is worth is there.
    fn has_promotions(&self, step: &Step, layout: &Layout, slice: usize) -> bool {
        step.promotions.iter().all(|promotion| {
            let before = promotion.before;
            let Some(parent) = self.plan.layouts.get(&before) else { return true };
            promotion.pawns_before(parent, layout, slice).into_iter().all(|from| {
                let (slice, side) = (from.slice as u32, promotion.side);
                let entry = Entry { slice, side, square: from.square };
                self.has(Pack::Promotions { after: step.class, before }, entry)
            })
        })
    }
}

fn outside(error: Error) -> nimzo_retro::Error {
    error.into()
}

impl Keep for PlanKeep<'_> {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), nimzo_retro::Error> {
        let Some((name, regions)) = self.named(pack, entry) else { return Ok(()) };
        if matches!(self.solved.read(pack, name, &regions), Ok(Some(_))) {
            return Ok(());
        }
        let path = self.solved.path(pack);
        let failed = |error| outside(Error::io(&path)(error));
        let mut unsynced = self.unsynced.lock().unwrap_or_else(PoisonError::into_inner);
        let mut open = self.solved.open();
        if unsynced.insert(pack) {
            open.insert(pack, SliceFile::open_to_write(&path).map_err(failed)?);
        }
        match open.get_mut(&pack) {
            Some(file) => file.append(name, regions, &bytes).map_err(failed),
            None => Ok(()),
        }
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        let Some((name, regions)) = self.named(pack, entry) else { return Ok(None) };
        self.solved.read(pack, name, &regions).map_err(outside)
    }

    fn forget(&self, _: Pack) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    /// Everything that the class would hand on is there, and as it was written.
    fn is_done(&self, class: Material, group: usize) -> bool {
        self.all_slices(class, group, |step, layout, slice| {
            self.has_values(step, slice) && self.has_promotions(step, layout, slice)
        })
    }

    fn lacks_promotions_only(&self, class: Material, group: usize) -> bool {
        self.all_slices(class, group, |step, _, slice| {
            step.keeps_results && self.has_values(step, slice)
        })
    }

    fn note_done(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        let unsynced = self.unsynced.lock().unwrap_or_else(PoisonError::into_inner);
        let open = self.solved.open();
        for pack in unsynced.iter() {
            if let Some(file) = open.get(pack) {
                file.sync().map_err(|error| outside(Error::io(file.path())(error)))?;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.solved.open().values().map(SliceFile::bytes).sum()
    }

    fn tables(&self) -> Option<&dyn SubTables> {
        Some(self.tables)
    }
}

/// Keeps slices in memory, and has tables beside.
pub(super) struct BesideTables<'a> {
    pub kept: InMemory,
    pub tables: &'a dyn SubTables,
}

impl Keep for BesideTables<'_> {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), nimzo_retro::Error> {
        self.kept.put(pack, entry, bytes)
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        self.kept.get(pack, entry)
    }

    fn forget(&self, pack: Pack) -> Result<(), nimzo_retro::Error> {
        self.kept.forget(pack)
    }

    fn is_done(&self, class: Material, group: usize) -> bool {
        self.kept.is_done(class, group)
    }

    fn note_done(&self, class: Material, groups: &[usize]) -> Result<(), nimzo_retro::Error> {
        self.kept.note_done(class, groups)
    }

    fn bytes(&self) -> u64 {
        self.kept.bytes()
    }

    fn tables(&self) -> Option<&dyn SubTables> {
        Some(self.tables)
    }
}

/// Values of a slice itself.
pub(super) fn of_slice(pawns: Pawns) -> Name {
    Name { pawns, side: Color::White, square: 0 }
}
