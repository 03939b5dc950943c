//! A folder of tables: one file for each class, opened when first asked for.

mod build;
mod captures;
mod checked;
mod convert;
mod count_slices;
mod discard;
mod elsewhere;
mod legality;
mod load;
mod parts;
mod save;
mod shelf;
mod sliced;
mod sub_tables;
mod table;
mod verify;

use std::collections::{HashMap, HashSet};
use std::io::ErrorKind;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard};
use std::time::Duration;

use nimzo_work::{Task, files, memory};
use rustc_hash::FxHashMap;

pub use build::{Built, Plan, Request};
pub use checked::solve_and_check;
pub use count_slices::planned_count;
pub use discard::{
    FindLongest, Longest, Summary, counting_bytes, solve_and_count, solve_and_count_together,
};
pub use elsewhere::ClassSolver;
pub use legality::legal_slots;
pub use load::Slices;
use save::{ClassValues, FileForm};
pub(crate) use shelf::Shelf;
pub use table::Table;
pub use verify::{Verified, Verifier, Whole};

use nimzo_chess::error::Remedy;
use nimzo_chess::{FewMen, Material, Metric};
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Solved, SubTables};
use shakmaty::Color;

use crate::castling::AppendixFile;
use crate::error::Error;
use crate::file::{Cache, FOUR, Header, SIX, Stream};
use crate::solved::SolvedSlices;

/// The name of a folder of tables that were made with promotion to queens only.
pub const QUEEN_ONLY: &str = "queen-only";
/// The ending of table files.
pub const ENDING: &str = "nimzo";
/// Bytes of decoded blocks kept for probing, if nothing else is asked for: a quarter of the memory that is free, but no less
/// and no more than this.
const CACHE_BYTES: RangeInclusive<u64> = 128 << 20..=1 << 30;

fn cache_bytes() -> usize {
    let quarter = memory::available().unwrap_or(0) / 4;
    quarter.clamp(*CACHE_BYTES.start(), *CACHE_BYTES.end()) as usize
}

/// The most that finished sub-tables may take in memory while larger classes are worked on.
const KEPT_BYTES: u64 = 5 << 30;

/// Tables of at most so many men are small: they are written for fast probes, with all depths.
const SMALL: usize = 4;

/// Classes with pawns of more men are solved slice by slice where that can be.
const WHOLE: usize = 5;

/// How often what is finished of a class that takes long is put aside.
const PARTS_EVERY: Duration = Duration::from_secs(30);

/// A folder of tables.
pub struct Store {
    folder: PathBuf,
    parts_every: Duration,
    small: usize,
    whole: usize,
    /// Whether pawns become queens only in its tables.
    queen_only: bool,
    cache: Arc<Cache>,
    version: u32,
    /// What a build may take.
    limits: Limits,
    open: RwLock<Open>,
    pub(crate) appendices: Mutex<HashMap<Material, Arc<AppendixFile>>>,
    solved: SolvedSlices,
}

#[derive(Default)]
struct Open {
    tables: HashMap<Material, Arc<Table>>,
    /// By the men in their colours, see [`FewMen::signature`].
    shelves: FxHashMap<u64, Arc<Shelf>>,
    opened: u32,
}

/// A table in the folder, as `table list` shows it.
#[derive(Debug, Clone)]
pub struct Listed {
    /// The class.
    pub class: Material,
    /// What it holds.
    pub metrics: Vec<Metric>,
    /// Made with promotion to queens only.
    pub queen_only: bool,
    /// Size of the file.
    pub bytes: u64,
    /// The version of its format.
    pub version: u32,
    /// What it is made up of.
    pub streams: Vec<ListedStream>,
}

/// A stream of a table, as `table list` shows it.
#[derive(Debug, Clone, Copy)]
pub struct ListedStream {
    /// What it holds.
    pub metric: Metric,
    /// The side to move whose depths it leaves out.
    pub left_out: Option<Color>,
    /// Bytes, with its index.
    pub bytes: u64,
}

impl Store {
    /// The tables in a folder, which need not exist. Those of a folder called [`QUEEN_ONLY`] are made
    /// with promotion to queens only, those of others are not: a table that is in the wrong one is
    /// refused, since its values are wrong there.
    pub fn at(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self {
            queen_only: folder.file_name().is_some_and(|name| name == QUEEN_ONLY),
            solved: SolvedSlices::beside(&folder),
            folder,
            parts_every: PARTS_EVERY,
            small: SMALL,
            whole: WHOLE,
            cache: Arc::new(Cache::new(cache_bytes())),
            version: FOUR,
            limits: Limits::PLENTY,
            open: RwLock::default(),
            appendices: Mutex::default(),
        }
    }

    /// Puts aside what is finished of a class so often while it is built, instead of twice a minute.
    pub fn with_parts_every(self, parts_every: Duration) -> Self {
        Self { parts_every, ..self }
    }

    /// Writes tables of more than so many men to take little space, instead of those of more than four.
    pub fn with_space_saved_above(self, men: usize) -> Self {
        Self { small: men, ..self }
    }

    /// Solves classes with pawns of more than so many men slice by slice, instead of those of more than five.
    pub fn with_whole_up_to(self, men: usize) -> Self {
        Self { whole: men, ..self }
    }

    /// Lets a build take no more than this.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Writes tables in this version of the format, [`FOUR`], [`FIVE`](crate::file::FIVE) or [`SIX`], instead of the first. Small ones are
    /// never written in the last, since their probes are faster in the first.
    pub fn with_version(self, version: u32) -> Self {
        Self { version, ..self }
    }

    /// The version in which the table of a class is written.
    pub fn version_of(&self, class: Material) -> u32 {
        match self.version {
            SIX if class.count() <= self.small => FOUR,
            version => version,
        }
    }

    /// Keeps so many bytes of what was decoded for probes, instead of a quarter of the free memory, from 128 MiB to 1 GiB.
    pub fn with_cache_of(self, bytes: usize) -> Self {
        Self { cache: Arc::new(Cache::new(bytes)), ..self }
    }

    /// Bytes that are taken by what was decoded for probes.
    pub fn cached_bytes(&self) -> usize {
        self.cache.bytes()
    }

    /// The cache, and a number for a file that reads through it.
    pub(crate) fn share_in_cache(&self) -> (Arc<Cache>, u32) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.opened += 1;
        (Arc::clone(&self.cache), open.opened - 1)
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The slices that were solved for single positions.
    pub fn solved(&self) -> &SolvedSlices {
        &self.solved
    }

    /// The file of a class.
    pub fn path(&self, class: Material) -> PathBuf {
        self.folder.join(format!("{}.{ENDING}", class.canonical()))
    }

    /// The table of a class; `None` if it has not been built.
    pub fn table(&self, material: Material) -> Result<Option<Arc<Table>>, Error> {
        let class = material.canonical();
        if let Some(table) = self.opened().tables.get(&class) {
            return Ok(Some(Arc::clone(table)));
        }
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        self.table_among(&mut open, class)
    }

    /// Where the table of their class keeps men; `None` if it has not been built.
    pub(crate) fn shelf(&self, men: &FewMen) -> Result<Option<Arc<Shelf>>, Error> {
        if let Some(shelf) = self.opened().shelves.get(&men.signature()) {
            return Ok(Some(Arc::clone(shelf)));
        }
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        let table = self.table_among(&mut open, men.material().canonical())?;
        let shelf = table.and_then(|table| Shelf::of(men, table)).map(Arc::new);
        if let Some(shelf) = &shelf {
            open.shelves.insert(men.signature(), Arc::clone(shelf));
        }
        Ok(shelf)
    }

    fn opened(&self) -> RwLockReadGuard<'_, Open> {
        self.open.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table of a class, opened if it is not yet.
    fn table_among(&self, open: &mut Open, class: Material) -> Result<Option<Arc<Table>>, Error> {
        if let Some(table) = open.tables.get(&class) {
            return Ok(Some(Arc::clone(table)));
        }
        let path = self.path(class);
        let table = match Table::open(&path, class, Arc::clone(&self.cache), open.opened) {
            Ok(table) => Arc::new(self.of_this_folder(table)?),
            Err(Error::Io { source, .. }) if source.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(error),
        };
        open.opened += 1;
        open.tables.insert(class, Arc::clone(&table));
        Ok(Some(table))
    }

    /// The open tables, each at its number.
    pub(crate) fn tables_by_number(&self) -> Vec<Option<Arc<Table>>> {
        let open = self.opened();
        let mut tables = vec![None; open.opened as usize];
        for table in open.tables.values() {
            tables[table.number() as usize] = Some(Arc::clone(table));
        }
        tables
    }

    /// Refuses a table that was made by other rules than those of the folder. Without pawns the rules
    /// are the same.
    fn of_this_folder(&self, table: Table) -> Result<Table, Error> {
        let queen_only = table.file().header().queen_only;
        if queen_only == self.queen_only || !table.class().has_pawns() {
            return Ok(table);
        }
        let why = if queen_only {
            format!("made with promotion to queens only; its place is a folder called {QUEEN_ONLY}")
        } else {
            format!("made with all promotions; a folder called {QUEEN_ONLY} is not its place")
        };
        Err(Error::NotATable { path: table.file().path().to_owned(), why })
    }

    /// The table of a class that must hold a metric.
    pub fn require(&self, material: Material, metric: Metric) -> Result<Arc<Table>, Error> {
        let class = material.canonical();
        let found = self.table(class)?.filter(|table| table.serving(metric).is_some());
        found.ok_or_else(|| self.missing(class, metric))
    }

    /// A table that would be needed is not there.
    pub(crate) fn missing(&self, material: Material, metric: Metric) -> Error {
        let class = material.canonical();
        let (place, remedy) = (self.folder.clone(), Remedy::Build);
        nimzo_chess::Error::Missing { class, metric, place, remedy }.into()
    }

    /// Refuses a class that has no table. A damaged one is for whoever verifies it to report.
    pub fn require_present(&self, material: Material) -> Result<(), Error> {
        match self.require(material, Metric::Wdl) {
            Ok(_)
            | Err(Error::Damaged { .. } | Error::OtherVersion { .. } | Error::NotATable { .. }) => {
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// Writes a solved class. What its captures lead to may be asked for.
    pub fn save(
        &self,
        solved: &Solved,
        metrics: &[Metric],
        queen_only: bool,
        task: &Task,
    ) -> Result<u64, Error> {
        let classes = vec![solved.layout.material()];
        let below = self.sub_tables(KEPT_BYTES, classes, metrics, task);
        self.save_above(&below, solved, metrics, queen_only, task)
    }

    /// The same above these tables, from wherever the values are.
    fn save_above(
        &self,
        below: &dyn SubTables,
        solved: &dyn ClassValues,
        metrics: &[Metric],
        queen_only: bool,
        task: &Task,
    ) -> Result<u64, Error> {
        files::create_folder(&self.folder).map_err(Error::io(&self.folder))?;
        let class = solved.layout().material();
        let saves_space = class.count() > self.small;
        let form = FileForm { version: self.version_of(class), saves_space };
        let path = self.path(class);
        let bytes = save::save(&path, solved, metrics, queen_only, form, below, task)?;
        self.forget_open(class);
        Ok(bytes)
    }

    /// Opens a table anew when it is next asked for.
    fn forget_open(&self, class: Material) {
        let mut open = self.open.write().unwrap_or_else(PoisonError::into_inner);
        open.tables.remove(&class);
        open.shelves.clear();
    }

    /// All tables in the folder, smaller classes first. Files that are no tables are passed over;
    /// damaged tables are reported.
    pub fn list(&self) -> Result<Vec<Result<Listed, Error>>, Error> {
        let mut classes = Vec::new();
        let paths = match files::list(&self.folder) {
            Ok(paths) => paths,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(Error::io(&self.folder)(error)),
        };
        for path in paths {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let is_table = path.extension().is_some_and(|ending| ending == ENDING);
            if let (true, Ok(class)) = (is_table, stem.parse::<Material>()) {
                classes.push(class);
            }
        }
        classes.sort_by_key(|class| (class.count(), class.pawns(), class.to_string()));
        Ok(classes.into_iter().map(|class| self.listed(class)).collect())
    }

    /// The classes whose tables hold a metric and are made by the rules of the game.
    pub fn classes_with(&self, metric: Metric) -> Result<HashSet<Material>, Error> {
        let has = |listed: &Listed| {
            let table = self.table(listed.class).ok().flatten();
            !listed.queen_only && table.is_some_and(|table| table.serving(metric).is_some())
        };
        // One that cannot be opened counts as not there.
        let sound = self.list()?.into_iter().flatten();
        Ok(sound.filter(has).map(|listed| listed.class).collect())
    }

    fn listed(&self, class: Material) -> Result<Listed, Error> {
        let gone = || Error::Io { path: self.path(class), source: ErrorKind::NotFound.into() };
        let table = self.table(class)?.ok_or_else(gone)?;
        let header = table.file().header();
        let &Header { version, length: bytes, queen_only, .. } = header;
        let stream = |&stream: &Stream| {
            let Stream { metric, left_out, .. } = stream;
            ListedStream { metric, left_out, bytes: header.stream_bytes(stream) }
        };
        let streams = header.streams.iter().map(stream).collect();
        Ok(Listed { class, metrics: table.metrics(), queen_only, bytes, version, streams })
    }
}
