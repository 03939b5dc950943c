//! Slices that were solved for single positions, in the folder `solved` beside the tables: a file for
//! each class and kind of value. Looking a position up there is what `probe`, `line` and all others do
//! where no table of its class has been built.

mod file;
mod keep;
mod lists;
mod rights;
mod solve;
#[cfg(test)]
mod tests;
mod watched;
mod way;
mod ways;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimzo_chess::rules::{exchange_colors, in_class_colors};
use nimzo_chess::{Depth, Known, Material, Metric, Wdl};
use nimzo_retro::layout::{Colors, Layout};
use nimzo_retro::reach::{Regions, in_class};
use nimzo_retro::slice_graph::{Pack, Unpacked, peek_depth, peek_result};
use nimzo_work::files;
use shakmaty::{Board, Chess, Color, Position};

use crate::error::Error;
use file::{Name, SliceFile};
pub use solve::{is_known, solve, solve_by};
pub use way::{Bounds, Way};
pub use ways::{Search, Ways, Wish};

/// The folder beside the tables.
pub const FOLDER: &str = "solved";
/// The folder in it of what is dropped when it has been read.
const PASSING: &str = "passing";
const ENDING: &str = "slices";

/// A folder of solved slices, which need not exist.
#[derive(Debug)]
pub struct SolvedSlices {
    folder: PathBuf,
    open: Mutex<HashMap<Pack, SliceFile>>,
    /// Records that were once read and found whole, by where they begin. Whoever reads one for what it
    /// holds looks again.
    seen_whole: Mutex<HashSet<(Pack, u64)>>,
    unpacked: Mutex<Cache>,
}

/// Slices that were looked at, unpacked.
#[derive(Debug, Default)]
struct Cache {
    slices: HashMap<(Pack, Name), (Regions, Arc<Unpacked>)>,
    slots: usize,
}

/// Slices of more slots than this are not unpacked for a look-up: a part of them is.
const MOST_UNPACKED: usize = 1 << 24;
/// Slots of all that is unpacked at once.
const MOST_KEPT: usize = 1 << 27;

impl SolvedSlices {
    /// The slices solved beside the tables of a folder.
    pub fn beside(tables: &Path) -> Self {
        let (open, seen_whole, unpacked) = Default::default();
        Self { folder: tables.join(FOLDER), open, seen_whole, unpacked }
    }

    /// What is solved on the way and read by what comes later, in a folder within.
    fn passing(&self) -> Self {
        let (open, seen_whole, unpacked) = Default::default();
        Self { folder: self.folder.join(PASSING), open, seen_whole, unpacked }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether something of a class was solved.
    pub fn has_class(&self, class: Material) -> bool {
        let flipped = class.flipped();
        let canonical = class.canonical();
        let packs = [Pack::Results(canonical), Pack::Proved(class), Pack::Proved(flipped)];
        let lists = Metric::ALL
            .into_iter()
            .flat_map(|metric| [Pack::Rights(canonical, metric), Pack::Watched(canonical, metric)]);
        packs.into_iter().chain(lists).any(|pack| self.path(pack).is_file())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Pack, SliceFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what was read of files that have changed since.
    fn reopen(&self) {
        self.open().retain(|_, file| file.is_current());
        *self.unpacked() = Cache::default();
    }

    /// Removes the file of a pack, if there is one.
    fn drop_pack(&self, pack: Pack) -> Result<(), Error> {
        self.open().remove(&pack);
        let mut seen = self.seen_whole.lock().unwrap_or_else(PoisonError::into_inner);
        seen.retain(|&(other, _)| other != pack);
        let path = self.path(pack);
        match files::remove(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(Error::io(&path)(error)),
            _ => Ok(()),
        }
    }

    fn unpacked(&self) -> MutexGuard<'_, Cache> {
        self.unpacked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, pack: Pack) -> PathBuf {
        self.folder.join(format!("{pack}.{ENDING}"))
    }

    /// A record; `Err` of [`Error::Damaged`] where it is not what was written.
    fn read(&self, pack: Pack, name: Name, regions: &Regions) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.read_with_regions(pack, name, regions)?.map(|(_, bytes)| bytes))
    }

    /// A record with its regions.
    fn read_with_regions(
        &self,
        pack: Pack,
        name: Name,
        regions: &Regions,
    ) -> Result<Option<(Regions, Vec<u8>)>, Error> {
        let found = self.in_file(pack, |file| file.read(name, regions))?.flatten();
        found.transpose().map_err(|at| {
            let (path, why) = (self.path(pack), format!("the slice at byte {}", at.0));
            Error::Damaged { path, why }
        })
    }

    /// Asks the file of a pack; `None` where there is none.
    fn in_file<T>(
        &self,
        pack: Pack,
        ask: impl FnOnce(&mut SliceFile) -> io::Result<T>,
    ) -> Result<Option<T>, Error> {
        let path = self.path(pack);
        let mut open = self.open();
        let file = match open.entry(pack) {
            Entry::Occupied(open) => open.into_mut(),
            Entry::Vacant(place) => match SliceFile::open(&path) {
                Ok(file) => place.insert(file),
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(Error::io(&path)(error)),
            },
        };
        ask(file).map(Some).map_err(Error::io(&path))
    }

    /// Whether a record is there; it is read the first time, to see that it is whole.
    fn has(&self, pack: Pack, name: Name, regions: &Regions) -> Result<bool, Error> {
        let start = self.in_file(pack, |file| Ok(file.start_of(name, regions)))?.flatten();
        let Some(start) = start else { return Ok(false) };
        let seen = || self.seen_whole.lock().unwrap_or_else(PoisonError::into_inner);
        if !seen().contains(&(pack, start)) {
            self.read(pack, name, regions)?;
            seen().insert((pack, start));
        }
        Ok(true)
    }

    /// What is known of a position as if it had no en passant right; `None` if it was not solved.
    pub fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Option<Known>, Error> {
        let (board, turn) = in_class_colors(position);
        let spot = Spot::of(&board, turn);
        if let Some(known) = spot.and_then(|spot| self.exact(&spot, wanted).transpose()) {
            return known.map(Some);
        }
        let (mut other, mut turned) = (position.board().clone(), position.turn());
        exchange_colors(&mut other, &mut turned);
        for (board, turn) in [(position.board().clone(), position.turn()), (other, turned)] {
            let Some(spot) = Spot::of(&board, turn) else { continue };
            if let Some(wdl) = self.result(&spot, Pack::Proved(spot.material))? {
                return Ok(Some(Known::result(wdl)));
            }
        }
        Ok(None)
    }

    fn result(&self, spot: &Spot, pack: Pack) -> Result<Option<Wdl>, Error> {
        let Some(found) = self.slice(spot, pack, Metric::Wdl)? else { return Ok(None) };
        Ok(found.map(Depth::wdl))
    }

    fn exact(&self, spot: &Spot, wanted: &[Metric]) -> Result<Option<Known>, Error> {
        let wdl = self.result(spot, Pack::Results(spot.material))?;
        let mut known = wdl.map(Known::result);
        for &metric in wanted.iter().filter(|&&metric| metric != Metric::Wdl) {
            let pack = Pack::Depths(spot.material, metric);
            let depth = match self.slice(spot, pack, metric)?.flatten() {
                Some(depth) => Some(depth),
                None => self.sighted(spot, metric)?,
            };
            if let Some(depth) = depth {
                let so_far = known.unwrap_or(Known::result(depth.wdl()));
                known = Some(so_far.with(metric, depth));
            }
        }
        Ok(known)
    }

    /// What a slice has at a spot, where it is kept at all.
    fn slice(
        &self,
        spot: &Spot,
        pack: Pack,
        metric: Metric,
    ) -> Result<Option<Option<Depth>>, Error> {
        let Spot { slots, turn, slot, .. } = *spot;
        let key = (pack, spot.name);
        if let Some((regions, found)) = self.unpacked().slices.get(&key)
            && regions.contain(&spot.regions)
        {
            return Ok(Some(found.depth(turn, slot)));
        }
        let Some((regions, bytes)) = self.read_with_regions(pack, spot.name, &spot.regions)? else {
            return Ok(None);
        };
        let damaged = |_| self.damaged(pack);
        if slots > MOST_UNPACKED {
            let found = match metric {
                Metric::Wdl => {
                    peek_result(&bytes, slots, turn, slot).map(|wdl| wdl.map(some_depth))
                }
                _ => peek_depth(&bytes, slots, metric, turn, slot),
            };
            return found.map(Some).map_err(damaged);
        }
        let unpacked = match metric {
            Metric::Wdl => Unpacked::results(&bytes, slots),
            _ => Unpacked::depths(&bytes, slots, metric),
        };
        let unpacked = Arc::new(unpacked.map_err(damaged)?);
        let found = unpacked.depth(turn, slot);
        let mut cache = self.unpacked();
        if cache.slots + slots > MOST_KEPT {
            *cache = Cache::default();
        }
        cache.slots += slots;
        cache.slices.insert(key, (regions, unpacked));
        Ok(Some(found))
    }

    fn damaged(&self, pack: Pack) -> Error {
        Error::Damaged { path: self.path(pack), why: "a slice cannot be unpacked".to_owned() }
    }
}

/// Some depth that has this result.
fn some_depth(result: Wdl) -> Depth {
    match result {
        Wdl::Win => Depth::Win(1),
        Wdl::Draw => Depth::Draw,
        Wdl::Loss => Depth::Loss(2),
    }
}

/// Where the value of a position would be.
struct Spot {
    material: Material,
    name: Name,
    regions: Regions,
    turn: Color,
    slots: usize,
    slot: usize,
}

impl Spot {
    fn of(board: &Board, turn: Color) -> Option<Self> {
        let (material, here) = in_class(board, Colors::OfBoard);
        let layout = Layout::listed(material, [here.pawns])?;
        let slot = layout.locate(board)?.slot;
        let name = Name { pawns: here.pawns, side: Color::White, square: 0 };
        Some(Self { material, name, regions: here.regions, turn, slots: layout.slots(), slot })
    }
}
