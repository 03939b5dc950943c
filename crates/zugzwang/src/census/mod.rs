//! The census of six-man endgames: each class is solved (win, draw, loss) as far as is needed, its
//! zugzwangs are listed and counted, and its table is thrown away.
//!
//! A census keeps a folder: one file of positions for each class, and the record of what was found. A
//! class whose record and file agree is not done again. While it runs, what classes hand on to each other
//! and what was found in classes under way is in the folder `work`; a census that was stopped, or killed,
//! goes on where it was.

pub mod finds;
mod group;
mod harvest;
pub mod record;
mod slice;
mod summary;
mod together;

pub use group::{Group, UnknownGroup};
pub use record::Entry;
pub use summary::Summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use nimzo_chess::Material;
use nimzo_chess::rules::set_up;
use nimzo_retro::slice_graph::{Cpu, InMemory, Limits, Plan, run, run_together};
use nimzo_retro::sweep::{Company, Goals};
use nimzo_tables::keep::FolderKeep;
use nimzo_work::Task;
use nimzo_work::files::{self, FolderLock, write_atomically};
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use crate::definition::kind::Kind;
use crate::error::{Error, Result};
use crate::list::epd_line;
use crate::mining::placement::Placement;
use crate::mining::zugzwangs::Zugzwangs;
use finds::Finder;
use harvest::{Basket, Harvest, InFolder, InHand};
use together::{Apart, First};

/// The zugzwangs of some classes, with nothing kept in files; `each` is given those of a class as soon
/// as they are there, with the seconds it took.
pub fn find(
    classes: &[Material],
    limits: Limits,
    task: &Task,
    each: impl FnMut(Material, Zugzwangs, f64) -> Result<()> + Send,
) -> Result<()> {
    find_by(None, classes, limits, task, each)
}

/// The same; classes are solved by this machine's processor unless a finder does it.
pub fn find_by(
    finder: Option<&dyn Finder>,
    classes: &[Material],
    limits: Limits,
    task: &Task,
    mut each: impl FnMut(Material, Zugzwangs, f64) -> Result<()> + Send,
) -> Result<()> {
    let classes: Vec<Material> = classes.iter().map(|class| class.canonical()).collect();
    let plan = Plan::new(&classes, Goals::default(), limits)?;
    let basket = InHand::default();
    let harvest = Harvest::new(&classes, &basket, &mut each);
    match finder {
        Some(finder) => finder.run(&plan, &classes.iter().copied().collect(), &harvest, task),
        None => Ok(run(&plan, &Cpu, &InMemory::default(), &harvest, task)?),
    }
}

/// Where a census is kept.
#[derive(Debug, Clone)]
pub struct Folder {
    path: PathBuf,
}

/// The first line of the file that says which classes a census under way is of.
const PLAN_HEADING: &str = "nimzo census plan 1";

impl Folder {
    /// A census in this folder, which is made if it does not exist.
    pub fn open(path: &Path) -> Result<Self> {
        files::create_folder(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
        Ok(Self { path: path.to_owned() })
    }

    /// A census in this folder, which need not exist, to be looked at.
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The file of the record.
    pub fn record(&self) -> PathBuf {
        self.path.join("census.csv")
    }

    /// The file of a class's positions.
    pub fn positions(&self, class: Material) -> PathBuf {
        self.path.join(format!("{class}.epd"))
    }

    /// What is known already of some classes.
    pub fn entries(&self, classes: &[Material]) -> Result<Vec<Entry>> {
        let mut held = Vec::new();
        for entry in record::read(&self.record())? {
            if classes.contains(&entry.class) && self.holds(&entry)? {
                held.push(entry);
            }
        }
        Ok(held)
    }

    /// The plan for the classes that are not done yet; `None` if all are. A plan that was being carried
    /// out and has all of them is taken up again.
    pub fn plan(&self, classes: &[Material], limits: Limits) -> Result<Option<Plan>> {
        let todo = self.todo(classes)?;
        match todo.is_empty() {
            true => Ok(None),
            false => Ok(Some(Plan::new(&todo, Goals::default(), limits)?)),
        }
    }

    /// The classes of the plan to be carried out.
    fn todo(&self, classes: &[Material]) -> Result<Vec<Material>> {
        let known = self.entries(classes)?;
        let missing: Vec<Material> = (classes.iter().copied())
            .filter(|class| known.iter().all(|entry| entry.class != *class))
            .collect();
        let begun = FolderKeep::plan_in(&self.work())?.and_then(|text| parse_plan(&text));
        match begun {
            Some(begun) if missing.iter().all(|class| begun.contains(class)) => {
                Ok(if missing.is_empty() { missing } else { begun })
            }
            _ => Ok(missing),
        }
    }

    /// Where things are kept that are gone in the end.
    fn work(&self) -> PathBuf {
        self.path.join("work")
    }

    /// Runs over the classes, leaving out those that are done already; gives back the entries of
    /// all of them, in the order asked for. `each` is told of every entry, those done before first.
    pub fn run(
        &self,
        classes: &[Material],
        limits: Limits,
        task: &Task,
        each: impl FnMut(&Entry, bool) + Send,
    ) -> Result<Vec<Entry>> {
        self.run_by(None, classes, limits, task, each)
    }

    /// The same; classes are solved by this machine's processor unless a finder does it.
    pub fn run_by(
        &self,
        finder: Option<&dyn Finder>,
        classes: &[Material],
        limits: Limits,
        task: &Task,
        mut each: impl FnMut(&Entry, bool) + Send,
    ) -> Result<Vec<Entry>> {
        let classes: Vec<Material> = classes.iter().map(|class| class.canonical()).collect();
        for entry in &self.entries(&classes)? {
            each(entry, true);
        }
        let todo = self.todo(&classes)?;
        if !todo.is_empty() {
            // One census at a time; what a killed one left half-written goes.
            let _lock = FolderLock::enter(&self.path, task).map_err(nimzo_tables::Error::from)?;
            let plan = Plan::new(&todo, Goals::default(), limits)?;
            let mut class_done = self.enters(&classes, &mut each);
            if let Some(finder) = finder {
                let basket = InHand::default();
                let wanted = todo.iter().copied().collect();
                let harvest = Harvest::new(&todo, &basket, &mut class_done);
                finder.run(&plan, &wanted, &harvest, task)?;
            } else {
                let keep = FolderKeep::open(&self.work(), &plan_text(&todo))?;
                let basket = InFolder::open(self.work())?;
                let harvest = Harvest::new(&todo, &basket as &dyn Basket, &mut class_done);
                run(&plan, &Cpu, &keep, &harvest, task)?;
                drop(keep);
                self.remove_work()?;
            }
        }
        self.all_entries(&classes)
    }

    /// As [`Folder::run`], together with others who see the same folder and have the same plan: slices that do not
    /// depend on each other are solved side by side, each by one process. The first of them writes, and alone
    /// tells of the entries.
    pub fn run_together(
        &self,
        company: &dyn Company,
        classes: &[Material],
        limits: Limits,
        task: &Task,
        mut each: impl FnMut(&Entry, bool) + Send,
    ) -> Result<Vec<Entry>> {
        let classes: Vec<Material> = classes.iter().map(|class| class.canonical()).collect();
        let todo = self.todo(&classes)?;
        let first = company.me() == 0;
        for entry in self.entries(&classes)?.iter().filter(|_| first) {
            each(entry, true);
        }
        // Nobody writes before all have seen what is there.
        let wait_for_all = || company.exchange(vec![Vec::new(); company.size()]).map(drop);
        wait_for_all()?;
        if !todo.is_empty() {
            let plan = Plan::new(&todo, Goals::default(), limits)?;
            match first {
                true => self.lead(&plan, &todo, &classes, company, task, &mut each)?,
                false => {
                    let apart = Apart::new(&self.work());
                    let mut never = |_, _, _| Ok(());
                    let harvest = Harvest::new(&todo, &apart, &mut never);
                    run_together(&plan, &Cpu, &apart, &harvest, &apart, company, task)?;
                }
            }
        }
        // The record is read by all, and is whole now.
        wait_for_all()?;
        self.all_entries(&classes)
    }

    /// What the first of several does.
    fn lead(
        &self,
        plan: &Plan,
        todo: &[Material],
        classes: &[Material],
        company: &dyn Company,
        task: &Task,
        each: &mut (dyn FnMut(&Entry, bool) + Send),
    ) -> Result<()> {
        let _lock = FolderLock::enter(&self.path, task).map_err(nimzo_tables::Error::from)?;
        let mut class_done = self.enters(classes, each);
        let keep = FolderKeep::open(&self.work(), &plan_text(todo))?;
        let basket = InFolder::open(self.work())?;
        let harvest = Harvest::new(todo, &basket as &dyn Basket, &mut class_done);
        let handover = First { keep: &keep, basket: &basket };
        run_together(plan, &Cpu, &keep, &harvest, &handover, company, task)?;
        drop(keep);
        self.remove_work()
    }

    /// Enters what was found of a class, and tells `each` of it if it is one of these.
    fn enters<'a>(
        &'a self,
        classes: &'a [Material],
        each: &'a mut (dyn FnMut(&Entry, bool) + Send),
    ) -> impl FnMut(Material, Zugzwangs, f64) -> Result<()> + Send + 'a {
        move |class, found: Zugzwangs, seconds| {
            if self.entries(&[class])?.is_empty() {
                let entry = self.enter(class, &found, seconds)?;
                if classes.contains(&class) {
                    each(&entry, false);
                }
            }
            Ok(())
        }
    }

    fn remove_work(&self) -> Result<()> {
        let work = self.work();
        files::remove_folder(&work).map_err(|source| Error::Io { path: work, source })
    }

    /// The entries of all classes, which are done.
    fn all_entries(&self, classes: &[Material]) -> Result<Vec<Entry>> {
        let known = self.entries(classes)?;
        let entry = |class: &Material| {
            let found = known.iter().find(|entry| entry.class == *class).cloned();
            found.ok_or_else(|| self.lost(*class))
        };
        classes.iter().map(entry).collect()
    }

    /// What was found of a class has gone from the folder since.
    fn lost(&self, class: Material) -> Error {
        let gone = io::ErrorKind::NotFound;
        let why = format!("{gone}: what was found of {class} is lost; run the census again");
        Error::Io { path: self.record(), source: io::Error::new(gone, why) }
    }

    /// Writes the positions of a class and enters it in the record.
    fn enter(&self, class: Material, found: &Zugzwangs, seconds: f64) -> Result<Entry> {
        let counts = found.counts(class.is_symmetric());
        let mut entry = Entry::new(class, &counts, seconds);
        let text = positions(class, found);
        entry.lines = text.lines().count() as u64;
        entry.checksum = xxh3_64(text.as_bytes());
        let path = self.positions(class);
        write_atomically(&path, |out| out.write_all(text.as_bytes()))
            .map_err(|source: io::Error| Error::Io { path, source })?;
        let mut known = record::read(&self.record())?;
        known.retain(|old| old.class != class);
        known.push(entry.clone());
        record::write(&self.record(), &known)?;
        Ok(entry)
    }

    /// Whether the file of positions is the one that the entry was made with.
    fn holds(&self, entry: &Entry) -> Result<bool> {
        let path = self.positions(entry.class);
        match files::read(&path) {
            Ok(text) => Ok(xxh3_64(&text) == entry.checksum),
            Err(gone) if gone.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(source) => Err(Error::Io { path, source }),
        }
    }
}

fn plan_text(classes: &[Material]) -> String {
    let names: Vec<String> = classes.iter().map(ToString::to_string).collect();
    format!("{PLAN_HEADING}\n{}\n", names.join("\n"))
}

fn parse_plan(text: &str) -> Option<Vec<Material>> {
    let classes = text.strip_prefix(PLAN_HEADING)?;
    classes.split_whitespace().map(|name| name.parse().ok()).collect()
}

/// The zugzwangs as EPD: those without en passant right, White's with one, Black's with one, and of each
/// those first that sort first; for equal forces without those that merely mirror others.
fn positions(class: Material, found: &Zugzwangs) -> String {
    let equal = class.is_symmetric();
    let mut seen = std::collections::BTreeSet::new();
    let mut text = String::new();
    let mut number = 0;
    let mut add = |placement: &Placement, first: Color, kind: Kind| {
        if let Some(position) = set_up(&placement.board(), first, placement.en_passant()) {
            number += 1;
            text.push_str(&epd_line(&position, kind, &format!("{class} {number}")));
            text.push('\n');
        }
    };
    for (placement, &kind) in &found.ordinary {
        let mirrored = match kind {
            Kind::A2 => equal,
            Kind::A3 => equal && !seen.insert(placement.canonical_up_to_colour()),
            _ => false,
        };
        if !mirrored {
            add(placement, Color::White, kind);
        }
    }
    for (placement, &kind) in &found.white_en_passant {
        add(placement, Color::White, kind);
    }
    for (placement, &kind) in found.black_en_passant.iter().filter(|_| !equal) {
        add(placement, Color::Black, kind);
    }
    text
}

#[cfg(test)]
mod tests;
