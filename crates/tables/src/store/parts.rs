//! What is finished of a class that takes long, kept beside the tables: a build that was stopped
//! goes on at the slice where it was.
//!
//! A part is a file `CLASS.part0`, `CLASS.part1`, ...: a line that says what it belongs to, then
//! slices, each with its number, the length and the checksum of its compressed bytes. A part is
//! written beside and renamed; one that is damaged or belongs to another question is passed over,
//! and all are removed once the table stands.

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use nimzo_chess::Material;
use nimzo_retro::sweep::{Checkpoint, Goals};
use nimzo_work::files::{self, write_atomically};
use rayon::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use crate::error::Error;

/// How fast rather than how small: a part lives for minutes.
const LEVEL: i32 = 1;

/// The parts of one class.
pub(super) struct Parts {
    folder: PathBuf,
    class: Material,
    /// What the parts belong to, the first line of each.
    heading: String,
    every: Duration,
    /// Slices of an earlier build, compressed.
    found: Mutex<HashMap<usize, Vec<u8>>>,
    writing: Mutex<Writing>,
}

struct Writing {
    next: usize,
    last: Instant,
}

impl Parts {
    /// Looks for what an earlier build left of a class; new parts are written every so often.
    pub fn open(folder: &Path, class: Material, goals: &Goals, every: Duration) -> Self {
        let heading = heading(class, goals);
        let mut found = HashMap::new();
        let mut next = 0;
        for number in numbers(folder, class).unwrap_or_default() {
            if let Ok(bytes) = files::read(&path(folder, class, number)) {
                found.extend(slices_of(&bytes, &heading).unwrap_or_default());
            }
            next = number + 1;
        }
        Self {
            folder: folder.to_owned(),
            class,
            heading,
            every,
            found: Mutex::new(found),
            writing: Mutex::new(Writing { next, last: Instant::now() }),
        }
    }

    /// How many slices an earlier build left.
    pub fn slices(&self) -> usize {
        self.found.lock().unwrap_or_else(PoisonError::into_inner).len()
    }

    /// Removes parts that belong to a table which stands: a build that ended between writing the one
    /// and removing the others left them.
    pub fn remove_outlived(folder: &Path, class: Material, goals: &Goals) -> Result<(), Error> {
        let heading = heading(class, goals);
        for number in numbers(folder, class).unwrap_or_default() {
            let path = path(folder, class, number);
            let mut begin = vec![0; heading.len()];
            let read = files::open(&path).and_then(|mut file| file.read_exact(&mut begin));
            if read.is_ok() && begin == heading.as_bytes() {
                remove_if_there(&path).map_err(Error::io(&path))?;
            }
        }
        Ok(())
    }

    /// Removes the parts.
    pub fn remove(&self) -> Result<(), Error> {
        let numbers = numbers(&self.folder, self.class).map_err(Error::io(&self.folder))?;
        for number in numbers {
            let path = path(&self.folder, self.class, number);
            remove_if_there(&path).map_err(Error::io(&path))?;
        }
        Ok(())
    }
}

/// Removes a part, unless somebody else already has.
fn remove_if_there(path: &Path) -> io::Result<()> {
    match files::remove(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

fn path(folder: &Path, class: Material, number: usize) -> PathBuf {
    folder.join(format!("{class}.part{number}"))
}

/// The numbers of the parts of a class that are in a folder, in order.
fn numbers(folder: &Path, class: Material) -> io::Result<Vec<usize>> {
    let number = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        name.strip_prefix(&format!("{class}.part"))?.parse().ok()
    };
    let mut numbers: Vec<usize> = files::list(folder)?.into_iter().filter_map(number).collect();
    numbers.sort_unstable();
    Ok(numbers)
}

fn heading(class: Material, goals: &Goals) -> String {
    let Goals { dtm, dtc, dtz, dtz50, queen_only, rule_limit, .. } = goals;
    let asked = [dtm, dtc, dtz, dtz50, queen_only].map(|&flag| if flag { '1' } else { '0' });
    let asked: String = asked.into_iter().collect();
    format!("nimzo part 1 {class} {asked} {}\n", rule_limit.unwrap_or_default())
}

/// The slices of a part, if it is whole and belongs to the question.
fn slices_of(bytes: &[u8], heading: &str) -> Option<Vec<(usize, Vec<u8>)>> {
    let mut rest = bytes.strip_prefix(heading.as_bytes())?;
    let mut slices = Vec::new();
    while !rest.is_empty() {
        let (head, after) = rest.split_first_chunk::<24>()?;
        let (numbers, _) = head.as_chunks::<8>();
        let [slice, length, checksum] =
            [numbers[0], numbers[1], numbers[2]].map(u64::from_le_bytes);
        let (packed, after) = after.split_at_checked(usize::try_from(length).ok()?)?;
        if xxh3_64(packed) != checksum {
            return None;
        }
        slices.push((usize::try_from(slice).ok()?, packed.to_vec()));
        rest = after;
    }
    Some(slices)
}

impl Parts {
    /// Writes slices into a file of their own.
    fn put_aside(&self, slices: Vec<(usize, Vec<u8>)>) -> Result<(), Error> {
        let mut writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let path = path(&self.folder, self.class, writing.next);
        let pack = |(slice, bytes): (usize, Vec<u8>)| {
            zstd::encode_all(&bytes[..], LEVEL).map(|packed| (slice, packed))
        };
        let packed: Result<Vec<_>, _> = slices.into_par_iter().map(pack).collect();
        let packed = packed.map_err(Error::io(&path))?;
        let written: io::Result<()> = write_atomically(&path, |out| {
            out.write_all(self.heading.as_bytes())?;
            packed.iter().try_for_each(|(slice, packed)| {
                for number in [*slice as u64, packed.len() as u64, xxh3_64(packed)] {
                    out.write_all(&number.to_le_bytes())?;
                }
                out.write_all(packed)
            })
        });
        written.map_err(Error::io(&path))?;
        *writing = Writing { next: writing.next + 1, last: Instant::now() };
        Ok(())
    }
}

impl Checkpoint for Parts {
    fn recall(&self, slice: usize) -> Option<Vec<u8>> {
        let packed = self.found.lock().unwrap_or_else(PoisonError::into_inner).remove(&slice)?;
        zstd::decode_all(&packed[..]).ok()
    }

    fn is_due(&self) -> bool {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        writing.last.elapsed() >= self.every
    }

    fn keep(&self, slices: Vec<(usize, Vec<u8>)>) -> Result<(), nimzo_retro::Error> {
        Ok(self.put_aside(slices)?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use nimzo_chess::Metric;
    use nimzo_work::{Observer, Task};

    use super::*;
    use crate::store::{Request, Store};

    /// Stops the task after so many steps of its slices, and counts them.
    struct StopAfter {
        steps: u64,
        seen: AtomicU64,
        task: Mutex<Option<Task>>,
    }

    impl Observer for StopAfter {
        fn begin(&self, _: u64, _: &str, _: u64) {}
        fn advance(&self, _: u64, amount: u64) {
            if self.seen.fetch_add(amount, Ordering::Relaxed) + amount == self.steps
                && let Some(task) = &*self.task.lock().unwrap()
            {
                task.stop();
            }
        }
        fn end(&self, _: u64) {}
        fn say(&self, _: &str) {}
    }

    fn parts_in(folder: &Path) -> usize {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains(".part")).count()
    }

    #[test]
    fn a_build_that_was_stopped_goes_on_at_its_slice() {
        let class: Material = "KPvKP".parse().unwrap();
        let request = Request {
            classes: vec![class],
            metrics: vec![Metric::Dtm, Metric::Dtc, Metric::Dtz50],
            queen_only: false,
        };
        let (whole, stopped) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let store = Store::at(whole.path());
        let plan = store.plan(&request).unwrap();
        store.build(&plan, false, &Task::silent(), |_| {}).unwrap();

        let store = Store::at(stopped.path()).with_parts_every(Duration::ZERO);
        let last = plan.todo.iter().position(|(todo, _)| *todo == class).unwrap();
        let mut before = plan.clone();
        before.todo.truncate(last);
        store.build(&before, false, &Task::silent(), |_| {}).unwrap();
        let observer =
            Arc::new(StopAfter { steps: 300, seen: AtomicU64::new(0), task: Mutex::new(None) });
        let task = Task::observed(observer.clone());
        *observer.task.lock().unwrap() = Some(task.clone());
        let plan = store.plan(&request).unwrap();
        assert!(store.build(&plan, false, &task, |_| {}).is_err());
        let parts = parts_in(stopped.path());
        assert!(parts > 0, "no part was kept");
        // A damaged part costs its slices and nothing else.
        let first = path(stopped.path(), class, 0);
        let mut bytes = fs::read(&first).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&first, bytes).unwrap();

        let goals = Goals::of_metrics(&plan.todo[0].1, false);
        let recalled = Parts::open(stopped.path(), class, &goals, Duration::ZERO).slices();
        assert!(parts == 1 || recalled > 0, "nothing was recalled");
        let other = Goals { dtc: false, ..goals };
        assert_eq!(Parts::open(stopped.path(), class, &other, Duration::ZERO).slices(), 0);
        store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
        assert_eq!(parts_in(stopped.path()), 0);
        let file = |folder: &Path| fs::read(folder.join("KPvKP.nimzo")).unwrap();
        assert!(file(whole.path()) == file(stopped.path()), "the tables differ");
    }
}
