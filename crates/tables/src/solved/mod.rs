//! Slices that were solved for single positions, in the folder `solved` beside the tables: a file for
//! each class and kind of value. Looking a position up there is what `probe`, `line` and all others do
//! where no table of its class has been built.

mod file;
mod keep;
mod rights;
mod solve;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::rules::{exchange_colors, in_class_colors};
use nimzo_chess::{Known, Material, Metric};
use nimzo_retro::layout::{Colors, Layout};
use nimzo_retro::reach::{Regions, in_class};
use nimzo_retro::slice_graph::{Pack, peek_depth, peek_result};
use shakmaty::{Board, Chess, Color, Position};

use crate::error::Error;
use file::{Name, SliceFile};
pub use solve::{Way, Ways, Wish, is_known, solve};

/// The folder beside the tables.
pub const FOLDER: &str = "solved";
const ENDING: &str = "slices";

/// A folder of solved slices, which need not exist.
#[derive(Debug)]
pub struct SolvedSlices {
    folder: PathBuf,
    open: Mutex<HashMap<Pack, SliceFile>>,
}

impl SolvedSlices {
    /// The slices solved beside the tables of a folder.
    pub fn beside(tables: &Path) -> Self {
        Self { folder: tables.join(FOLDER), open: Mutex::default() }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether something of a class was solved.
    pub fn has_class(&self, class: Material) -> bool {
        let flipped = class.flipped();
        let packs = [Pack::Results(class.canonical()), Pack::Proved(class), Pack::Proved(flipped)];
        let rights = Metric::ALL.map(|metric| Pack::Rights(class.canonical(), metric));
        packs.into_iter().chain(rights).any(|pack| self.path(pack).is_file())
    }

    fn open(&self) -> MutexGuard<'_, HashMap<Pack, SliceFile>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn path(&self, pack: Pack) -> PathBuf {
        self.folder.join(format!("{pack}.{ENDING}"))
    }

    /// A record; `Err` of [`Error::Damaged`] where it is not what was written.
    fn read(&self, pack: Pack, name: Name, regions: &Regions) -> Result<Option<Vec<u8>>, Error> {
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
        let found = file.read(name, regions).map_err(Error::io(&path))?;
        found
            .transpose()
            .map_err(|at| Error::Damaged { path, why: format!("the slice at byte {}", at.0) })
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

    fn result(&self, spot: &Spot, pack: Pack) -> Result<Option<nimzo_chess::Wdl>, Error> {
        let Some(bytes) = self.read(pack, spot.name, &spot.regions)? else { return Ok(None) };
        let Spot { slots, turn, slot, .. } = *spot;
        peek_result(&bytes, slots, turn, slot).map_err(|_| self.damaged(pack))
    }

    fn exact(&self, spot: &Spot, wanted: &[Metric]) -> Result<Option<Known>, Error> {
        let Some(wdl) = self.result(spot, Pack::Results(spot.material))? else { return Ok(None) };
        let mut known = Known::result(wdl);
        for &metric in wanted.iter().filter(|&&metric| metric != Metric::Wdl) {
            let pack = Pack::Depths(spot.material, metric);
            let Some(bytes) = self.read(pack, spot.name, &spot.regions)? else { continue };
            let depth = peek_depth(&bytes, spot.slots, metric, spot.turn, spot.slot)
                .map_err(|_| self.damaged(pack))?;
            known = depth.map_or(known, |depth| known.with(metric, depth));
        }
        Ok(Some(known))
    }

    fn damaged(&self, pack: Pack) -> Error {
        Error::Damaged { path: self.path(pack), why: "a slice cannot be unpacked".to_owned() }
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
