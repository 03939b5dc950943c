//! Slices of sub-tables in less room: packed in memory, or on the disk where there is not enough of it.

use std::collections::HashMap;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::SliceValues;
use nimzo_work::files::Scratch;
use xxhash_rust::xxh3::xxh3_64;

/// The values of a slice in less room.
#[derive(Clone)]
pub(super) struct Packed {
    kept: Kept,
    /// Of the bytes as they are unpacked.
    length: usize,
    slots: usize,
    has_rule: bool,
    has_mates: bool,
}

/// Where the bytes are.
#[derive(Clone)]
enum Kept {
    InMemory(Arc<Vec<u8>>),
    OnDisk { file: Arc<Mutex<Scratch>>, at: u64, length: usize, checksum: u64 },
}

impl Packed {
    /// How fast rather than how small.
    const LEVEL: i32 = 1;

    /// Results, and depths to mate if there are some.
    pub fn of(values: &SliceValues) -> Option<Self> {
        let bytes = values.to_bytes();
        let packed = zstd::bulk::compress(&bytes, Self::LEVEL).ok()?;
        Some(Self {
            kept: Kept::InMemory(Arc::new(packed)),
            length: bytes.len(),
            slots: 64 * values.wdl.white.win.len(),
            has_rule: values.rule.is_some(),
            has_mates: values.depths[Metric::Dtm].is_some(),
        })
    }

    /// `None` if what was put on the disk cannot be read back as it was.
    pub fn unpacked(&self) -> Option<SliceValues> {
        let bytes = match &self.kept {
            Kept::InMemory(packed) => zstd::bulk::decompress(packed, self.length).ok()?,
            Kept::OnDisk { file, at, length, checksum } => {
                let mut packed = vec![0; *length];
                locked(file).read_exact_at(&mut packed, *at).ok()?;
                let is_sound = xxh3_64(&packed) == *checksum;
                is_sound.then(|| zstd::bulk::decompress(&packed, self.length).ok())??
            }
        };
        let depths = self.has_mates.then_some(Metric::Dtm);
        SliceValues::from_bytes(&bytes, self.slots, self.has_rule, depths)
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> u64 {
        match &self.kept {
            Kept::InMemory(packed) => packed.len() as u64,
            Kept::OnDisk { .. } => 0,
        }
    }
}

/// What is packed and put on the disk: for each class a file without a name, gone when nothing of it is wanted.
pub(super) struct Aside {
    folder: PathBuf,
    /// Bytes that it may take at once.
    most: u64,
    files: Mutex<HashMap<Material, OfClass>>,
}

struct OfClass {
    file: Arc<Mutex<Scratch>>,
    bytes: u64,
}

impl Aside {
    /// Nothing yet. Files are made in this folder when they are needed.
    pub fn within(folder: PathBuf, most: u64) -> Self {
        Self { folder, most, files: Mutex::default() }
    }

    /// Bytes that are still free.
    fn left(&self) -> u64 {
        let taken = locked(&self.files).values().map(|of_class| of_class.bytes).sum();
        self.most.saturating_sub(taken)
    }

    /// The same slice on the disk; `None` if there is no room for it.
    pub fn put(&self, class: Material, packed: &Packed) -> Option<Packed> {
        let Kept::InMemory(bytes) = &packed.kept else { return Some(packed.clone()) };
        let length = bytes.len();
        if self.left() < length as u64 {
            return None;
        }
        // What does not work here costs time later and nothing else.
        let file = self.file_of(class).ok()?;
        let at = locked(&file).put(bytes).ok()?;
        if let Some(of_class) = locked(&self.files).get_mut(&class) {
            of_class.bytes += length as u64;
        }
        let kept = Kept::OnDisk { file, at, length, checksum: xxh3_64(bytes) };
        Some(Packed { kept, ..packed.clone() })
    }

    fn file_of(&self, class: Material) -> io::Result<Arc<Mutex<Scratch>>> {
        let mut files = locked(&self.files);
        if let Some(of_class) = files.get(&class) {
            return Ok(Arc::clone(&of_class.file));
        }
        let path = self.folder.join(format!("{class}.aside"));
        let file = Arc::new(Mutex::new(Scratch::beside(&path)?.unnamed()));
        files.insert(class, OfClass { file: Arc::clone(&file), bytes: 0 });
        Ok(file)
    }

    /// Forgets the classes that are not wanted any more.
    pub fn retain(&self, is_wanted: impl Fn(Material) -> bool) {
        locked(&self.files).retain(|&class, _| is_wanted(class));
    }
}

fn locked<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use nimzo_retro::slice_graph::Limits;
    use nimzo_retro::sweep::SubTables;
    use nimzo_work::Task;
    use nimzo_work::files::faults::for_every_fault;

    use super::*;
    use crate::file::{FIVE, FOUR};
    use crate::store::sub_tables::KeptSubTables;
    use crate::store::{Request, Store};

    fn class(name: &str) -> Material {
        name.parse().unwrap()
    }

    /// Tables that leave out and open what those of five men do.
    fn store_of(folder: &Path, version: u32) -> Store {
        Store::at(folder).with_version(version).with_space_saved_above(2)
    }

    fn request(class: Material) -> Request {
        let metrics = vec![Metric::Wdl, Metric::Dtm, Metric::Dtz50];
        Request { classes: vec![class], metrics, queen_only: false }
    }

    fn built(folder: &Path, version: u32, class: Material) -> Store {
        let store = store_of(folder, version);
        let plan = store.plan(&request(class)).unwrap();
        store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
        store
    }

    const METRICS: [Metric; 2] = [Metric::Dtm, Metric::Dtz50];

    /// The slices of a class as those who lead to it see them.
    fn seen(tables: &KeptSubTables<'_>, class: Material, slices: usize) -> Option<Vec<Vec<u8>>> {
        let one = |slice| {
            let mut values = SliceValues::results(tables.wdl(class, slice).ok()?);
            values.depths[Metric::Dtm] = Some(tables.dtm(class, slice).ok()?);
            values.rule = Some(tables.rule(class, slice).ok()?);
            Some(values.to_bytes())
        };
        (0..slices).map(one).collect()
    }

    #[test]
    fn what_is_in_the_way_is_read_once_and_waits_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let (above, below) = (class("KPPvK"), class("KQPvK"));
        for version in [FOUR, FIVE] {
            let folder = folder.path().join(version.to_string());
            let store = built(&folder, version, above);
            let slices = store.table(below).unwrap().unwrap().layout().slices();
            let kept = KeptSubTables::new(&store, 1, vec![above, class("KRvK")], &METRICS)
                .with_packed(0)
                .with_aside(&folder, u64::MAX);
            kept.begin(above, &Task::silent());
            let plain = store.sub_tables(1 << 30, vec![above], &METRICS, &Task::silent());
            let expected = seen(&plain, below, slices).unwrap();
            assert!(seen(&kept, below, slices).unwrap() == expected, "{version}");
            let gone = folder.join("gone");
            fs::rename(store.path(below), &gone).unwrap();
            store.forget_open(below);
            assert!(seen(&kept, below, slices).unwrap() == expected, "{version}: from the disk");
            kept.begin(class("KRvK"), &Task::silent());
            assert!(seen(&kept, below, slices).is_none(), "{version}: no more is wanted of it");
            fs::rename(&gone, store.path(below)).unwrap();
        }
    }

    #[test]
    fn a_build_with_hardly_any_room_writes_the_same_tables() {
        let above = class("KNPvK");
        for version in [FOUR, FIVE] {
            let (plenty, little) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
            built(plenty.path(), version, above);
            let store = store_of(little.path(), version);
            let nothing = Limits { memory: 1, ..Limits::PLENTY };
            let plan = store.with_limits(nothing).plan(&request(above)).unwrap();
            assert_eq!(plan.kept, 0);
            let limits = Limits { memory: plan.memory, ..Limits::PLENTY };
            let store = store_of(little.path(), version).with_limits(limits);
            store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
            for sub in above.closure().into_iter().chain([above]) {
                let [one, other] = [plenty.path(), little.path()]
                    .map(|folder| fs::read(Store::at(folder).path(sub)).unwrap());
                assert!(one == other, "{sub}, format {version}");
            }
            let left = fs::read_dir(little.path()).unwrap().map(|entry| entry.unwrap().path());
            let is_table = |path: &PathBuf| path.extension().is_some_and(|end| end == "nimzo");
            let others: Vec<PathBuf> = left.filter(|path| !is_table(path)).collect();
            assert!(others.iter().all(|path| path.ends_with(".lock")), "{others:?}");
        }
    }

    #[test]
    fn a_disk_that_fails_costs_time_and_no_values() {
        let folder = tempfile::tempdir().unwrap();
        let (above, below) = (class("KPvK"), class("KQvK"));
        built(folder.path(), FIVE, above);
        let expected = {
            let store = store_of(folder.path(), FIVE);
            let plain = store.sub_tables(1 << 30, vec![above], &METRICS, &Task::silent());
            seen(&plain, below, 1)
        };
        assert!(expected.is_some());
        let tried = for_every_fault(
            || tempfile::tempdir().unwrap(),
            |aside| {
                let store = store_of(folder.path(), FIVE);
                let tables = KeptSubTables::new(&store, 1, vec![above], &METRICS)
                    .with_packed(0)
                    .with_aside(aside, u64::MAX);
                tables.begin(above, &Task::silent());
                let first = seen(&tables, below, 1);
                Ok::<_, std::io::Error>([first, seen(&tables, below, 1)])
            },
            |_, result, injected| {
                let found = result.expect("what fails there is no fault");
                assert!(found.iter().all(|found| *found == expected), "{injected}: other values");
            },
        );
        assert!(tried > 3, "{tried}");
    }
}
