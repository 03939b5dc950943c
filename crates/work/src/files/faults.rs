//! Disks that fail on request: the calls of [`files`](super) in a folder are counted, and one of them
//! goes wrong.
//!
//! A test says what is to be done in a folder, and [`for_every_fault`] does it again and again, each
//! time with another call failing in another way, until all of them have:
//!
//! ```
//! use nimzo_work::files::{faults::for_every_fault, write_atomically};
//! use std::io::Write;
//! use std::path::Path;
//!
//! let tried = for_every_fault(
//!     || tempfile::tempdir().unwrap(),
//!     |folder: &Path| write_atomically(&folder.join("note"), |out| out.write_all(b"whole")),
//!     |folder, result, injected| {
//!         let note = std::fs::read(folder.join("note")).ok();
//!         assert!(note.is_none_or(|note| note == b"whole"), "{injected}");
//!     },
//! );
//! assert!(tried > 5);
//! ```
//!
//! Calls outside of the folder are left alone, so that tests may run side by side. The counting is in
//! the program that users run as well, where it costs one look at a number that is 0: tests are then
//! of the very code that users run, which need not be compiled twice.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What a program does with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Call {
    /// A new file.
    Create,
    /// An old file, to be read.
    Open,
    /// Bytes of a file.
    Read,
    /// Bytes into a file.
    Write,
    /// Files or names brought to the disk.
    Sync,
    /// Permissions of a file.
    SetMode,
    /// A file put into its place.
    Rename,
    /// A file taken away.
    Remove,
    /// The names in a folder.
    List,
    /// A new folder.
    CreateFolder,
}

/// What can go wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Nothing more can be written.
    FullDisk,
    /// Half of the bytes are written, and then nothing more.
    ShortWrite,
    /// Nothing may be changed in the folder any more.
    PermissionLost,
    /// A file may not be read.
    Unreadable,
    /// The device fails, once.
    Device,
    /// The file has gone.
    Vanished,
    /// The process dies: nothing that it would do afterwards happens.
    Killed,
}

impl Call {
    /// How this call can fail.
    fn faults(self) -> &'static [Fault] {
        use Fault::*;
        match self {
            Self::Create | Self::CreateFolder => &[FullDisk, PermissionLost, Killed],
            Self::Open => &[Vanished, Unreadable, Killed],
            Self::Read => &[Device, Killed],
            Self::Write => &[FullDisk, ShortWrite, Device, Killed],
            Self::Sync => &[FullDisk, Device, Killed],
            Self::SetMode => &[PermissionLost, Killed],
            Self::Rename => &[Device, PermissionLost, Killed],
            Self::Remove => &[Vanished, PermissionLost, Killed],
            Self::List => &[Unreadable, Killed],
        }
    }
}

impl Fault {
    /// Whether the fault, once there, also fails this later call.
    fn lasts_for(self, call: Call) -> bool {
        use Call::*;
        match self {
            Self::FullDisk | Self::ShortWrite => matches!(call, Create | Write | CreateFolder),
            Self::PermissionLost => {
                matches!(call, Create | CreateFolder | SetMode | Rename | Remove)
            }
            Self::Unreadable | Self::Device | Self::Vanished => false,
            Self::Killed => true,
        }
    }

    /// What the system says.
    fn error(self) -> io::Error {
        match self {
            Self::FullDisk | Self::ShortWrite => io::ErrorKind::StorageFull.into(),
            Self::PermissionLost | Self::Unreadable => io::ErrorKind::PermissionDenied.into(),
            Self::Device => io::Error::other("the device failed"),
            Self::Vanished => io::ErrorKind::NotFound.into(),
            Self::Killed => io::Error::other("killed"),
        }
    }
}

/// What was let fail.
#[derive(Debug, Clone)]
pub struct Injected {
    /// How many calls went before it.
    pub number: usize,
    /// The call.
    pub call: Call,
    /// The file or folder.
    pub path: PathBuf,
    /// What went wrong.
    pub fault: Fault,
}

impl fmt::Display for Injected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, call, path, fault } = self;
        write!(f, "{fault:?} in call {number} ({call:?} {})", path.display())
    }
}

/// What is to fail in a folder: a call, by its number, in one of the ways in which it can.
struct Plan {
    folder: PathBuf,
    number: usize,
    way: usize,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    calls: usize,
    injected: Option<Injected>,
}

/// How many plans there are.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);
static PLANS: Mutex<Vec<Arc<Plan>>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is to become of a call.
pub(super) enum Fate {
    Go,
    Half,
    Fail(io::Error),
}

/// What is to become of a call to a file or folder.
pub(super) fn fate(call: Call, path: &Path) -> Fate {
    if ACTIVE.load(Ordering::Relaxed) == 0 {
        return Fate::Go;
    }
    let plan = locked(&PLANS).iter().find(|plan| path.starts_with(&plan.folder)).cloned();
    plan.map_or(Fate::Go, |plan| plan.fate(call, path))
}

/// An error if a call is to fail.
pub(super) fn ask(call: Call, path: &Path) -> io::Result<()> {
    match fate(call, path) {
        Fate::Fail(error) => Err(error),
        Fate::Go | Fate::Half => Ok(()),
    }
}

impl Plan {
    fn fate(&self, call: Call, path: &Path) -> Fate {
        let mut progress = locked(&self.progress);
        if let Some(injected) = &progress.injected {
            let fault = injected.fault;
            return if fault.lasts_for(call) { Fate::Fail(fault.error()) } else { Fate::Go };
        }
        let number = progress.calls;
        progress.calls += 1;
        let Some(&fault) = call.faults().get(self.way) else { return Fate::Go };
        if number != self.number {
            return Fate::Go;
        }
        progress.injected = Some(Injected { number, call, path: path.to_owned(), fault });
        if fault == Fault::ShortWrite { Fate::Half } else { Fate::Fail(fault.error()) }
    }
}

/// A plan in force.
struct InForce(Arc<Plan>);

impl InForce {
    fn new(folder: &Path, number: usize, way: usize) -> Self {
        let plan = Plan { folder: folder.to_owned(), number, way, progress: Mutex::default() };
        let plan = Arc::new(plan);
        locked(&PLANS).push(Arc::clone(&plan));
        ACTIVE.fetch_add(1, Ordering::Relaxed);
        Self(plan)
    }
}

impl Drop for InForce {
    fn drop(&mut self) {
        ACTIVE.fetch_sub(1, Ordering::Relaxed);
        locked(&PLANS).retain(|plan| !Arc::ptr_eq(plan, &self.0));
    }
}

/// Does `work` in a folder that `prepare` makes anew each time, with each of its calls failing in each
/// way, and lets `judge` look at the folder and the result after each, with the disk well again.
/// Gives back how many faults there were. Of work with many calls the later ones fail by sample, always the
/// same, unless `NIMZO_FAULTS=all` is in the environment.
///
/// # Panics
/// When `judge` does, when `work` fails without a fault, or when the error of `work` does not tell
/// what went wrong.
pub fn for_every_fault<F: AsRef<Path>, T, E: fmt::Display>(
    prepare: impl Fn() -> F,
    work: impl Fn(&Path) -> Result<T, E>,
    judge: impl Fn(&Path, Result<T, E>, &Injected),
) -> usize {
    let all = std::env::var("NIMZO_FAULTS").is_ok_and(|which| which == "all");
    let mut tried = 0;
    for number in (0..).filter(|&number| all || is_sampled(number)) {
        for way in 0.. {
            let prepared = prepare();
            let folder = prepared.as_ref();
            let plan = InForce::new(folder, number, way);
            let result = work(folder);
            let Progress { calls, injected } = std::mem::take(&mut *locked(&plan.0.progress));
            drop(plan);
            let Some(injected) = injected else {
                if let Err(error) = result {
                    panic!("failed without a fault: {error}");
                }
                if calls <= number {
                    return tried;
                }
                break;
            };
            if let Err(error) = &result {
                let (message, said) = (error.to_string(), injected.fault.error().to_string());
                // A file that has gone is a table that is not there.
                let gone = injected.fault == Fault::Vanished && message.contains("there is no");
                assert!(gone || message.contains(&said), "{injected}: {message:?} does not tell");
            }
            judge(folder, result, &injected);
            tried += 1;
        }
    }
    tried
}

/// Every call at the beginning, then one in five, at distances that fit no rhythm of the work.
fn is_sampled(number: usize) -> bool {
    number < 16 || matches!(number % 20, 0 | 3 | 10 | 14)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::files;

    #[test]
    fn every_call_fails_in_every_way_and_others_do_not() {
        let elsewhere = tempfile::tempdir().unwrap();
        let kept = elsewhere.path().join("kept");
        fs::write(&kept, "here").unwrap();
        let prepare = || {
            let folder = tempfile::tempdir().unwrap();
            fs::write(folder.path().join("old"), "text").unwrap();
            folder
        };
        let work = |folder: &Path| -> io::Result<String> {
            assert_eq!(files::read_to_string(&kept)?, "here");
            let text = files::read_to_string(&folder.join("old"))?;
            files::remove(&folder.join("old"))?;
            files::list(folder)?;
            Ok(text)
        };
        let seen = Mutex::new(Vec::new());
        let tried = for_every_fault(prepare, work, |folder, result, injected| {
            assert!(result.is_err(), "{injected}");
            assert_eq!(folder.join("old").exists(), injected.call != Call::List, "{injected}");
            locked(&seen).push((injected.call, injected.fault));
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), tried);
        for call in [Call::Open, Call::Read, Call::Remove, Call::List] {
            for &fault in call.faults() {
                assert!(seen.contains(&(call, fault)), "{call:?} never had {fault:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "does not tell")]
    fn an_error_that_hides_the_cause_is_found() {
        let work = |folder: &Path| files::create_folder(&folder.join("x")).map_err(|_| "oh dear");
        for_every_fault(|| tempfile::tempdir().unwrap(), work, |_, _, _| {});
    }
}
