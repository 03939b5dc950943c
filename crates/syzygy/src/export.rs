//! From a folder of tables to a folder of Syzygy's files.

use std::io::Write;
use std::path::{Path, PathBuf};

use nimzo_chess::{Dtz50, Material, Metric};
use nimzo_retro::sweep::SliceValues;
use nimzo_tables::Store;
use nimzo_tables::store::{Slices, Table as OurTable};
use nimzo_work::files::{self, FolderLock};
use nimzo_work::{Interrupted, Task, memory};
use rayon::prelude::*;
use shakmaty::Color;

use crate::cells::{Below, DepthCell, Kind, Side};
use crate::collect::{Cells, Numbered};
use crate::file::{Content, Map, Table, Values, encode, flags};
use crate::index::orders;
use crate::stream::{
    BlockSizes, DepthRuns, Filled, ResultRuns, compress, fill_depths, fill_results,
};
use crate::{Error, MOST_MEN, MOST_PAWNS};

/// Small blocks, so that a result is found fast.
const RESULT_BLOCKS: BlockSizes = 5..=6;
/// Depths are asked for less often.
const DEPTH_BLOCKS: BlockSizes = 6..=10;

/// Up to so many men classes are worked on at the same time.
const SMALL: usize = 4;

/// Within this many plies of the fifty-move rule depths are not rounded: a ply too many would cost the win.
const EDGE: u16 = Dtz50::LIMIT - 2;

/// How depths are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depths {
    /// In moves, except near the fifty-move rule, as Syzygy's own files have them.
    #[default]
    Rounded,
    /// In plies, but those of wins that the rule spoils, for which the format has only moves.
    Exact,
}

/// What to write and where.
#[derive(Debug, Clone)]
pub struct Export {
    /// The classes.
    pub classes: Vec<Material>,
    /// The folder for the files.
    pub folder: PathBuf,
    /// How depths are written.
    pub depths: Depths,
}

/// What was written of a class.
#[derive(Debug, Clone)]
pub struct Exported {
    /// The class.
    pub class: Material,
    /// The file of results and that of depths.
    pub files: [WrittenFile; 2],
}

/// A file that was written.
#[derive(Debug, Clone)]
pub struct WrittenFile {
    /// Its name.
    pub name: String,
    /// Its size.
    pub bytes: u64,
}

impl Export {
    /// Writes the files of all classes, each when it is whole, smaller classes first. Whatever is
    /// missing is told before anything is written.
    pub fn run(&self, store: &Store, task: &Task) -> Result<Vec<Exported>, Error> {
        let mut classes: Vec<Material> = self.classes.iter().map(|one| one.canonical()).collect();
        classes.sort_by_key(|class| (class.count(), class.pawns(), class.to_string()));
        classes.dedup();
        for &class in &classes {
            require(store, class)?;
        }
        let _lock = FolderLock::enter(&self.folder, task).map_err(nimzo_tables::Error::from)?;
        let stage = task.stage("Syzygy's files", classes.len() as u64);
        let one = |class: &Material, below: &Below| {
            let exported = self.export(store, *class, below, task)?;
            stage.advance(1);
            Ok::<_, Error>(exported)
        };
        let mut done = Vec::new();
        let mut below = Below::default();
        for class in classes.iter().filter(|class| class.count() <= SMALL) {
            below.read(store, *class, task)?;
        }
        let small = classes.iter().filter(|class| class.count() <= SMALL).count();
        let (small, large) = classes.split_at(small);
        done.extend(
            small.par_iter().map(|class| one(class, &below)).collect::<Result<Vec<_>, _>>()?,
        );
        for class in large {
            below.read(store, *class, task)?;
            done.push(one(class, &below)?);
        }
        Ok(done)
    }

    fn export(
        &self,
        store: &Store,
        class: Material,
        below: &Below,
        task: &Task,
    ) -> Result<Exported, Error> {
        let table = store.require(class, Metric::Dtz50)?;
        let stored = store.slices(&table, &[Metric::Dtz50], task);
        let maker = Maker { table: &table, stored, below, depths: self.depths, task };
        let [results, depths] = maker.files()?;
        let write = |content: Content, bytes: Vec<u8>| -> Result<WrittenFile, Error> {
            let name = format!("{class}.{}", content.ending());
            write(&self.folder.join(&name), &bytes)?;
            Ok(WrittenFile { name, bytes: bytes.len() as u64 })
        };
        let results = encode(class, Content::Results, &results);
        let depths = encode(class, Content::Depths, &depths);
        task.check()?;
        let files = [write(Content::Results, results)?, write(Content::Depths, depths)?];
        Ok(Exported { class, files })
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    files::write_atomically(path, |draft| draft.write_all(bytes)).map_err(Error::io(path))
}

/// Refuses a class that cannot be written, or of which something is missing.
fn require(store: &Store, class: Material) -> Result<(), Error> {
    let pawns = |color: Color| class.army(color).count(shakmaty::Role::Pawn);
    if class.count() > MOST_MEN || Color::ALL.into_iter().any(|color| pawns(color) > MOST_PAWNS) {
        return Err(Error::TooLarge(class));
    }
    let table = store.require(class, Metric::Dtz50)?;
    if table.file().header().queen_only && class.has_pawns() {
        return Err(Error::QueenOnly(class));
    }
    let fewer = |below: &Material| below.count() < class.count();
    for below in class.sub_games().into_iter().filter(fewer) {
        store.require(below, Metric::Dtz50)?;
    }
    // Slots of a file of leading pawns with a set of results, a depth and its values each, twice.
    let layout = table.layout();
    let slots = layout.slots() as u64
        * (layout.slices() as u64).div_ceil(if class.has_pawns() { 4 } else { 1 });
    memory::require(&format!("writing {class} as Syzygy's files"), slots * 14)?;
    Ok(())
}

/// Makes the tables of a class.
struct Maker<'a> {
    table: &'a OurTable,
    stored: Slices<'a>,
    below: &'a Below,
    depths: Depths,
    task: &'a Task,
}

/// Tables of a file of leading pawns: of results with either side to move, of depths with those sides to
/// move of which there are some.
struct OfFile {
    results: Vec<Table>,
    depths: Vec<Table>,
}

impl Maker<'_> {
    fn class(&self) -> Material {
        self.table.class()
    }

    /// The tables of both files.
    fn files(&self) -> Result<[Vec<Vec<Table>>; 2], Error> {
        let count = if self.class().has_pawns() { 4 } else { 1 };
        let made: Vec<OfFile> = if self.class().count() <= SMALL {
            (0..count).into_par_iter().map(|file| self.of_file(file)).collect::<Result<_, _>>()?
        } else {
            (0..count).map(|file| self.of_file(file)).collect::<Result<_, _>>()?
        };
        let (results, mut depths): (Vec<Vec<Table>>, Vec<Vec<Table>>) =
            made.into_iter().map(|file| (file.results, file.depths)).unzip();
        // One side to move is enough.
        let bytes = |side: usize| depths.iter().map(|file| file[side].len()).sum::<usize>();
        let smallest = (0..depths[0].len()).min_by_key(|&side| bytes(side)).unwrap_or_default();
        for file in &mut depths {
            *file = vec![file.swap_remove(smallest)];
        }
        Ok([results, depths])
    }

    /// The sides to move of which there are results.
    fn sides(&self) -> &'static [Color] {
        if self.class().is_symmetric() { &[Color::White] } else { &Color::ALL }
    }

    fn of_file(&self, file: u8) -> Result<OfFile, Error> {
        self.task.check()?;
        let (class, layout) = (self.class(), self.table.layout());
        let nothing: Cells<u8> = vec![Vec::new(); layout.slices()];
        let any_order = orders(class).swap_remove(0);
        let mut needed: Vec<usize> =
            Numbered::by(any_order, file, layout, &nothing).needed_slices().collect();
        needed.sort_unstable();
        needed.dedup();
        let mut values: Vec<Option<SliceValues>> = vec![None; layout.slices()];
        for &slice in &needed {
            values[slice] = Some(self.stored.load(&[Metric::Dtz50], slice, self.task)?);
        }
        let side_of = |slice: usize, turn: Color| {
            let values = values[slice].as_ref()?;
            Some(Side { layout, slice, values, turn })
        };
        let results = self.sides().par_iter().map(|&turn| {
            let of_slice = |slice| match side_of(slice, turn) {
                Some(side) => side.results(self.below, self.task),
                None => Ok(Vec::new()),
            };
            let cells: Cells<u8> = (0..layout.slices()).map(of_slice).collect::<Result<_, _>>()?;
            Ok(self.results(file, &cells)?)
        });
        let results = results.collect::<Result<Vec<Table>, Error>>()?;
        let left_out = self.table.left_out(Metric::Dtz50);
        let depths = self.sides().par_iter().filter(|&&turn| left_out != Some(turn)).map(|&turn| {
            let of_slice = |slice| match side_of(slice, turn) {
                Some(side) => side.depths(self.below, self.task),
                None => Ok(Vec::new()),
            };
            let cells: Cells<u16> = (0..layout.slices()).map(of_slice).collect::<Result<_, _>>()?;
            Ok(self.depths(file, turn, &cells)?)
        });
        let depths = depths.collect::<Result<Vec<Table>, Error>>()?;
        Ok(OfFile { results, depths })
    }

    fn results(&self, file: u8, cells: &Cells<u8>) -> Result<Table, Interrupted> {
        let layout = self.table.layout();
        let numbered =
            Numbered::in_best_order::<ResultRuns>(self.class(), file, layout, cells, self.task)?;
        let collected = numbered.collect(self.task)?;
        let values = match fill_results(&collected) {
            Filled::Single(value) => Values::Single(value as u8),
            Filled::Values(values) => {
                let allows = |at: usize, value: u16| collected[at] >> value & 1 != 0;
                Values::Packed(compress(values, RESULT_BLOCKS, allows, self.task)?)
            }
        };
        Ok(Table { order: numbered.order().clone(), flags: 0, values, map: None })
    }

    fn depths(&self, file: u8, turn: Color, cells: &Cells<u16>) -> Result<Table, Interrupted> {
        let layout = self.table.layout();
        let numbered =
            Numbered::in_best_order::<DepthRuns>(self.class(), file, layout, cells, self.task)?;
        let collected = numbered.collect(self.task)?;
        let units = Units::of(&collected, self.depths);
        let map = units.map(&collected);
        let mut number = vec![Vec::new(); Kind::ALL.len()];
        for (numbers, depths) in number.iter_mut().zip(&map) {
            numbers.resize(depths.iter().max().map_or(0, |&most| usize::from(most) + 1), 0);
            for (value, &depth) in depths.iter().enumerate() {
                numbers[usize::from(depth)] = value as u16;
            }
        }
        let number = |cell: DepthCell| number[cell.kind as usize][usize::from(units.of_cell(cell))];
        let is_least = map.iter().flatten().all(|&depth| depth == 0);
        let allows = |at: usize, value: u16| {
            DepthCell::read(collected[at]).is_none_or(|cell| number(cell) == value)
        };
        let (values, map) = match fill_depths(&collected, number) {
            _ if is_least => (Values::Single(0), None),
            Filled::Single(value) => {
                let values = vec![value; collected.len()];
                (Values::Packed(compress(values, DEPTH_BLOCKS, allows, self.task)?), Some(map))
            }
            Filled::Values(values) => {
                (Values::Packed(compress(values, DEPTH_BLOCKS, allows, self.task)?), Some(map))
            }
        };
        let flags = turn.fold_wb(0, flags::BLACK) | units.flags();
        Ok(Table { order: numbered.order().clone(), flags, values, map })
    }
}

/// In what wins and losses are counted.
#[derive(Debug, Clone, Copy)]
struct Units {
    win_plies: bool,
    loss_plies: bool,
}

impl Units {
    fn of(cells: &[u16], depths: Depths) -> Self {
        let deepest = |kind: Kind| {
            let of_kind = cells.iter().filter_map(|&cell| DepthCell::read(cell));
            of_kind.filter(|cell| cell.kind == kind).map(|cell| cell.plies).max()
        };
        let plies =
            |kind| depths == Depths::Exact || deepest(kind).is_some_and(|plies| plies >= EDGE);
        Self { win_plies: plies(Kind::Win), loss_plies: plies(Kind::Loss) }
    }

    fn flags(self) -> u8 {
        let flag = |set: bool, flag: u8| if set { flag } else { 0 };
        flag(self.win_plies, flags::WIN_PLIES) | flag(self.loss_plies, flags::LOSS_PLIES)
    }

    #[inline(always)]
    fn of_cell(self, cell: DepthCell) -> u16 {
        match cell.kind {
            Kind::Win if self.win_plies => cell.plies,
            Kind::Loss if self.loss_plies => cell.plies,
            _ => cell.plies / 2,
        }
    }

    /// The depths of each kind, the most frequent first.
    fn map(self, cells: &[u16]) -> Map {
        let mut often: [Vec<u64>; Kind::ALL.len()] = Default::default();
        for cell in cells.iter().filter_map(|&cell| DepthCell::read(cell)) {
            let (counts, depth) = (&mut often[cell.kind as usize], self.of_cell(cell));
            if counts.len() <= usize::from(depth) {
                counts.resize(usize::from(depth) + 1, 0);
            }
            counts[usize::from(depth)] += 1;
        }
        often.map(|counts| {
            let mut depths: Vec<u16> =
                (0..counts.len() as u16).filter(|&depth| counts[usize::from(depth)] > 0).collect();
            depths.sort_by_key(|&depth| std::cmp::Reverse(counts[usize::from(depth)]));
            depths
        })
    }
}
