//! The census of six-man endgames without pawns: each class is solved (win, draw, loss), its
//! zugzwangs are listed and counted, and its table is thrown away.
//!
//! A census keeps a folder: one file of positions for each class, and the record of what was
//! found. A class whose record and file agree is not done again, so that a census which was
//! stopped goes on where it was.

mod group;
pub mod record;
mod summary;

pub use group::{Group, UnknownGroup};
pub use record::Entry;
pub use summary::Summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_retro::sweep::{Goals, Library, solve};
use nimzo_work::Task;
use nimzo_work::files::write_atomically;
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::{Error, Result};
use crate::found::Found;
use crate::kind::Kind;
use crate::list::epd_line;
use crate::mine::mine;
use nimzo_chess::rules::set_up;

/// How many of the classes to come have their sub-tables kept in memory.
const AHEAD: usize = 10;

/// Finds the zugzwangs of classes without pawns one after another, with the sub-tables of those to
/// come kept in memory.
#[derive(Default)]
pub struct Census {
    library: Library,
}

impl Census {
    /// Nothing solved yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The zugzwangs of a class. `to_come` are classes that will be asked for next.
    pub fn find(&mut self, class: Material, to_come: &[Material], task: &Task) -> Result<Found> {
        if class.has_pawns() {
            let why = "the census is of endgames without pawns; count it with `zug count`";
            return Err(Error::WrongClass { class, why });
        }
        let class = class.canonical();
        for sub in class.sub_games() {
            self.library.solve(sub, Goals::default(), task)?;
        }
        let solved = solve(class, &self.library, Goals::default(), task)?;
        let found = mine(&solved, None, task)?;
        drop(solved);
        let wanted: Vec<Material> =
            to_come.iter().take(AHEAD).flat_map(|class| class.canonical().sub_games()).collect();
        self.library.retain(|kept| kept.count() < class.count() - 1 || wanted.contains(&kept));
        Ok(found)
    }
}

/// Where a census is kept.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A census in this folder, which is made if it does not exist.
    pub fn open(path: &Path) -> Result<Self> {
        std::fs::create_dir_all(path)
            .map_err(|source| Error::Io { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned() })
    }

    /// The file of the record.
    pub fn record(&self) -> PathBuf {
        self.path.join("census.csv")
    }

    /// The file of a class's positions.
    pub fn positions(&self, class: Material) -> PathBuf {
        self.path.join(format!("{class}.epd"))
    }

    /// Runs over the classes, leaving out those that are done already; gives back the entries of
    /// all of them, in the order asked for. `each` is told of every entry.
    pub fn run(
        &self,
        classes: &[Material],
        task: &Task,
        mut each: impl FnMut(&Entry, bool),
    ) -> Result<Vec<Entry>> {
        let mut known = record::read(&self.record())?;
        let mut census = Census::new();
        let stage = task.stage("census", classes.len() as u64);
        let mut entries = Vec::new();
        for (i, class) in classes.iter().enumerate() {
            task.check()?;
            let class = class.canonical();
            let known_entry =
                known.iter().find(|entry| entry.class == class && self.holds(entry)).cloned();
            let was_done = known_entry.is_some();
            let entry = match known_entry {
                Some(entry) => entry,
                None => {
                    let entry = self.solve_one(&mut census, class, &classes[i + 1..], task)?;
                    known.retain(|old| old.class != class);
                    known.push(entry.clone());
                    record::write(&self.record(), &known)?;
                    entry
                }
            };
            each(&entry, was_done);
            entries.push(entry);
            stage.advance(1);
        }
        Ok(entries)
    }

    fn solve_one(
        &self,
        census: &mut Census,
        class: Material,
        to_come: &[Material],
        task: &Task,
    ) -> Result<Entry> {
        let begun = Instant::now();
        let found = census.find(class, to_come, task)?;
        let counts = found.counts(class.white == class.black);
        let mut entry = Entry::new(class, &counts, begun.elapsed().as_secs_f64());
        let text = positions(class, &found);
        entry.lines = text.lines().count() as u64;
        entry.checksum = xxh3_64(text.as_bytes());
        let path = self.positions(class);
        write_atomically(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|source: io::Error| Error::Io { path, source })?;
        Ok(entry)
    }

    /// Whether the file of positions is the one that the entry was made with.
    fn holds(&self, entry: &Entry) -> bool {
        std::fs::read(self.positions(entry.class))
            .is_ok_and(|text| xxh3_64(&text) == entry.checksum)
    }
}

/// The zugzwangs as EPD, those first that sort first; for equal forces without the mirrored A2 and
/// with each A3 once.
fn positions(class: Material, found: &Found) -> String {
    let equal = class.white == class.black;
    let mut seen = std::collections::BTreeSet::new();
    let mut text = String::new();
    let mut number = 0;
    for (placement, &kind) in &found.ordinary {
        let mirrored = match kind {
            Kind::A2 => equal,
            Kind::A3 => equal && !seen.insert(placement.canonical_up_to_colour()),
            _ => false,
        };
        let position = set_up(&placement.board(), Color::White, None);
        if let (false, Some(position)) = (mirrored, position) {
            number += 1;
            text.push_str(&epd_line(&position, kind, &format!("{class} {number}")));
            text.push('\n');
        }
    }
    text
}
