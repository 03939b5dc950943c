//! What a plan of one position's slices keeps: records in the files of the folder. What only later classes of
//! the plan read is in a folder of its own there, and dropped as soon as they are done.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};

use nimzo_chess::Material;
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::reach::{Reach, Regions};
use nimzo_retro::slice_graph::{
    Entry, InMemory, Keep, Pack, Plan, Step, There, ToSolve, Work, groups,
};
use nimzo_retro::sweep::SubTables;
use nimzo_work::{Task, files};
use shakmaty::Color;

use super::SolvedSlices;
use super::file::{Name, SliceFile};
use crate::error::Error;

/// Keeps the slices of a plan in the folder: for good, or until they have been read.
pub(super) struct PlanKeep<'a> {
    records: Records<'a>,
    tables: &'a dyn SubTables,
    groups: HashMap<Material, Vec<Vec<usize>>>,
    /// What was not there, or was there in vain, when the plan was begun.
    to_solve: ToSolve,
    written: Mutex<HashMap<Pack, u64>>,
}

/// So many bytes of a file are written before it is brought to the disk; the rest in the end. Records tell themselves
/// whether they are whole, so this is not for correctness, and a small file would take longer to bring to the disk than to solve.
const UNSYNCED: u64 = 64 << 20;

/// Where the records of a plan are.
struct Records<'a> {
    plan: &'a Plan,
    regions: HashMap<(Material, Pawns), Regions>,
    /// Those that stay.
    solved: &'a SolvedSlices,
    /// Those that are dropped when the last class that reads them is done.
    passing: SolvedSlices,
    task: &'a Task,
}

impl<'a> PlanKeep<'a> {
    pub fn new(
        solved: &'a SolvedSlices,
        tables: &'a dyn SubTables,
        reach: &Reach,
        plan: &'a Plan,
        task: &'a Task,
    ) -> Result<Self, Error> {
        let all = reach.classes.iter();
        let regions = all
            .flat_map(|(class, slices)| {
                slices.iter().map(|slice| ((*class, slice.pawns), slice.regions))
            })
            .collect();
        solved.reopen();
        let layouts = plan.layouts.iter().filter(|(class, _)| !plan.known.contains(class));
        let groups = layouts.map(|(&class, layout)| (class, groups(layout))).collect();
        let records = Records { plan, regions, solved, passing: solved.passing(), task };
        let to_solve = plan.to_solve(&records, task)?;
        Ok(Self { records, tables, groups, to_solve, written: Mutex::default() })
    }

    /// Puts the folder of what passes away if nothing is left there.
    pub fn finish(self) -> Result<(), Error> {
        let written = self.written.into_inner().unwrap_or_else(PoisonError::into_inner);
        let stays = |pack: &Pack| !self.records.plan.passes(*pack);
        for pack in written.into_keys().filter(stays) {
            if let Some(file) = self.records.solved.open().get(&pack) {
                file.sync().map_err(Error::io(file.path()))?;
            }
        }
        let folder = &self.records.passing.folder;
        match files::list(folder) {
            Ok(left) if left.is_empty() => files::remove_folder(folder).map_err(Error::io(folder)),
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(folder)(error)),
            _ => Ok(()),
        }
    }
}

impl Records<'_> {
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

    /// Where a pack is written.
    fn place_of(&self, pack: Pack) -> &SolvedSlices {
        if self.plan.passes(pack) { &self.passing } else { self.solved }
    }

    /// The places where a pack may be read: what passes here may have been asked for by itself once, and so
    /// have stayed.
    fn places_of(&self, pack: Pack) -> impl Iterator<Item = &SolvedSlices> {
        [Some(self.solved), self.plan.passes(pack).then_some(&self.passing)].into_iter().flatten()
    }

    /// What was found; what is damaged counts as not there.
    fn found(&self, found: Result<bool, Error>) -> bool {
        found.unwrap_or_else(|error| {
            self.task.say(&format!("{error}; it is solved again"));
            false
        })
    }
}

impl There for Records<'_> {
    fn has(&self, pack: Pack, entry: Entry) -> bool {
        let Some((name, regions)) = self.named(pack, entry) else { return false };
        let mut places = self.places_of(pack);
        places.any(|place| self.found(place.has(pack, name, &regions)))
    }

    fn has_watched(&self, step: &Step, slice: usize) -> bool {
        let Some(layout) = self.plan.layouts.get(&step.class) else { return false };
        let name = of_slice(layout.pawns(slice));
        self.found(self.solved.has_sighted(step, slice, name))
    }
}

fn outside(error: Error) -> nimzo_retro::Error {
    error.into()
}

impl Keep for PlanKeep<'_> {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), nimzo_retro::Error> {
        let Some((name, regions)) = self.records.named(pack, entry) else { return Ok(()) };
        let mut places = self.records.places_of(pack);
        if places.any(|place| matches!(place.read(pack, name, &regions), Ok(Some(_)))) {
            return Ok(());
        }
        let place = self.records.place_of(pack);
        let path = place.path(pack);
        let failed = |error| outside(Error::io(&path)(error));
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        if self.records.plan.passes(pack) {
            files::create_folder(&place.folder).map_err(failed)?;
        }
        let mut open = place.open();
        if !written.contains_key(&pack) {
            open.insert(pack, SliceFile::open_to_write(&path).map_err(failed)?);
        }
        *written.entry(pack).or_default() += bytes.len() as u64;
        match open.get_mut(&pack) {
            Some(file) => file.append(name, regions, &bytes).map_err(failed),
            None => Ok(()),
        }
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        let Some((name, regions)) = self.records.named(pack, entry) else { return Ok(None) };
        for place in self.records.places_of(pack) {
            if let Some(bytes) = place.read(pack, name, &regions).map_err(outside)? {
                return Ok(Some(bytes));
            }
        }
        Ok(None)
    }

    fn forget(&self, pack: Pack) -> Result<(), nimzo_retro::Error> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.remove(&pack);
        self.records.passing.drop_pack(pack).map_err(outside)
    }

    /// Everything of the class that is to stay is there, and everything that somebody still reads.
    fn is_done(&self, class: Material, group: usize) -> bool {
        let slices = self.groups.get(&class).and_then(|all| all.get(group));
        let done = |&slice: &usize| self.to_solve.work(class, slice) == Work::Nothing;
        slices.is_some_and(|slices| slices.iter().all(done))
    }

    fn work(&self, class: Material, _: usize, slice: usize) -> Work {
        self.to_solve.work(class, slice)
    }

    fn is_wanted(&self, pack: Pack, entry: Entry) -> bool {
        self.to_solve.reads(pack, entry) && !self.records.has(pack, entry)
    }

    fn note_done(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        let mut written = self.written.lock().unwrap_or_else(PoisonError::into_inner);
        for (&pack, bytes) in written.iter_mut().filter(|(_, bytes)| **bytes >= UNSYNCED) {
            *bytes = 0;
            if let Some(file) = self.records.place_of(pack).open().get(&pack) {
                file.sync().map_err(|error| outside(Error::io(file.path())(error)))?;
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        let of = |place: &SolvedSlices| place.open().values().map(SliceFile::bytes).sum::<u64>();
        of(self.records.solved) + of(&self.records.passing)
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
