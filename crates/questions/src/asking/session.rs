//! What outlives a question: the folder, open tables, solved windows, and what is allowed.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, TryLockError};
use std::time::Duration;

use nimzo_chess::{Material, Metric};
use nimzo_games::echess::{Board, Solution};
use nimzo_tables::{Store, Syzygy};
use nimzo_work::{Task, files};
use shakmaty::{Chess, Position};

use crate::zug::source::{self, Opened};
use crate::{Beside, Failure};

/// Solved windows of entrepreneurial chess that are kept at once: each may take some hundred MB.
const MOST_WINDOWS: usize = 3;

/// Where questions are asked: what they share, and what they may do.
pub struct Session {
    folders: Folders,
    rights: Rights,
    tables: RwLock<Option<Arc<Store>>>,
    syzygy: Mutex<Option<Arc<Syzygy>>>,
    scratch: Mutex<Option<Scratch>>,
    /// Which tables answer about a class, once that is known.
    serving: Mutex<HashMap<Material, Arc<Store>>>,
    sources: Mutex<HashMap<source::Key, Arc<Opened>>>,
    windows: Mutex<HashMap<(Board, u64), Arc<Solution>>>,
}

/// The folders that a session works in.
#[derive(Debug, Clone, Default)]
pub struct Folders {
    /// Generated tables; where none is named, the platform's data folder.
    pub tables: Option<PathBuf>,
    /// The reports on the papers.
    pub reports: PathBuf,
    /// A user's Syzygy files, to be asked where our tables have nothing.
    pub syzygy: Option<PathBuf>,
}

/// What those who ask may do and see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rights {
    /// Whether questions may keep files in the tables folder. Where they may not, whatever they
    /// work out is forgotten with the session.
    pub write: bool,
    /// Whether answers may name folders of this machine.
    pub see_folders: bool,
}

impl Rights {
    /// Someone at this machine.
    pub const OWNER: Self = Self { write: true, see_folders: true };
    /// A question from elsewhere.
    pub const GUEST: Self = Self { write: false, see_folders: false };
    /// A job that was asked for from elsewhere.
    pub const JOB: Self = Self { write: true, see_folders: false };
}

/// Small tables that the user has not built, made for this session in a folder of their own.
struct Scratch {
    store: Arc<Store>,
    // Removed when dropped.
    _folder: tempfile::TempDir,
}

impl Session {
    /// A session over these folders.
    pub fn new(folders: Folders, rights: Rights) -> Self {
        Self {
            folders,
            rights,
            tables: RwLock::default(),
            syzygy: Mutex::default(),
            scratch: Mutex::default(),
            serving: Mutex::default(),
            sources: Mutex::default(),
            windows: Mutex::default(),
        }
    }

    /// What those who ask may do and see.
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// A folder's or file's name, where whoever asks may see it.
    pub fn shown(&self, place: &Path) -> Option<String> {
        self.rights.see_folders.then(|| place.display().to_string())
    }

    /// A failure's message, as whoever asks may see it.
    pub fn told(&self, failure: &Failure) -> String {
        if self.rights.see_folders { failure.to_string() } else { failure.for_strangers() }
    }

    /// The folder of reports on the papers.
    pub fn reports(&self) -> &Path {
        &self.folders.reports
    }

    /// The folder of generated tables, which need not exist.
    pub fn folder(&self) -> Result<PathBuf, Failure> {
        match &self.folders.tables {
            Some(folder) => Ok(folder.clone()),
            None => directories::ProjectDirs::from("", "", "nimzo")
                .map(|project| project.data_dir().join("tables"))
                .ok_or_else(|| {
                    Failure::input("no home folder to keep tables in; name one with --tables DIR")
                }),
        }
    }

    /// The folder of generated tables, made if it was missing and proved writable.
    pub fn writable_folder(&self) -> Result<PathBuf, Failure> {
        let folder = self.folder()?;
        let prove =
            || files::create_folder(&folder).and_then(|()| files::require_writable(&folder));
        prove().map_err(|reason| {
            let advice = "name another folder with --tables DIR";
            Failure::machine_at(&folder, format!("cannot write tables: {reason}; {advice}"))
        })?;
        Ok(folder)
    }

    /// The tables in the folder, kept open from question to question.
    pub fn tables(&self) -> Result<Arc<Store>, Failure> {
        if let Some(open) = &*self.tables.read().unwrap_or_else(PoisonError::into_inner) {
            return Ok(Arc::clone(open));
        }
        let mut tables = self.tables.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = &*tables {
            return Ok(Arc::clone(open));
        }
        Ok(Arc::clone(tables.insert(Arc::new(Store::at(self.folder()?)))))
    }

    /// Looks at the folder afresh: a table may have been built again, with more in it.
    pub fn reopen_tables(&self) {
        *self.tables.write().unwrap_or_else(PoisonError::into_inner) = None;
        lock(&self.serving).clear();
        lock(&self.sources).clear();
    }

    /// Tables that can answer about a class. Where a small class has not been built, it is made for
    /// this session beside the folder: a question never writes into the user's tables.
    pub fn tables_for(&self, class: Material, task: &Task) -> Result<Arc<Store>, Failure> {
        let class = class.canonical();
        if let Some(known) = lock(&self.serving).get(&class) {
            return Ok(Arc::clone(known));
        }
        let tables = self.tables()?;
        let found = if tables.is_small_and_missing(class)? {
            let mut scratch = wait_for(&self.scratch, task)?;
            let made = match &mut *scratch {
                Some(made) => made,
                empty => empty.insert(Scratch::new()?),
            };
            made.store.ensure_small(class, &Metric::ALL, task)?;
            Arc::clone(&made.store)
        } else {
            tables
        };
        lock(&self.serving).insert(class, Arc::clone(&found));
        Ok(found)
    }

    /// Tables that can answer about a position, whatever rights it has.
    pub fn tables_for_position(
        &self,
        position: &Chess,
        task: &Task,
    ) -> Result<Arc<Store>, Failure> {
        let class = Material::of_board(position.board());
        match position.castles().any() {
            true => self.tables_with_castling(class, task),
            false => self.tables_for(class, task),
        }
    }

    /// Tables that can answer about positions with castling rights of a class. What is missing of a
    /// small class is made for this session.
    pub fn tables_with_castling(
        &self,
        class: Material,
        task: &Task,
    ) -> Result<Arc<Store>, Failure> {
        let tables = self.tables_for(class, task)?;
        if class.count() > 4 || tables.appendix(class)?.is_some() {
            return Ok(tables);
        }
        let mut scratch = wait_for(&self.scratch, task)?;
        let made = match &mut *scratch {
            Some(made) => made,
            empty => empty.insert(Scratch::new()?),
        };
        made.store.ensure_small(class, &Metric::ALL, task)?;
        made.store.ensure_small_castling(class, task)?;
        Ok(Arc::clone(&made.store))
    }

    /// The user's Syzygy files, kept open; `None` where no folder of them was named.
    pub fn syzygy(&self) -> Result<Option<Arc<Syzygy>>, Failure> {
        let Some(folder) = &self.folders.syzygy else { return Ok(None) };
        let mut open = lock(&self.syzygy);
        if open.is_none() {
            *open = Some(Arc::new(Syzygy::open(folder)?));
        }
        Ok(open.clone())
    }

    /// The folder of the user's Syzygy files.
    pub fn syzygy_folder(&self) -> Option<&Path> {
        self.folders.syzygy.as_deref()
    }

    /// All that can answer about a position: [tables](Self::tables_for_position), and Syzygy's files
    /// beside them.
    pub fn sources_for_position(&self, position: &Chess, task: &Task) -> Result<Beside, Failure> {
        Ok(Beside::new(self.tables_for_position(position, task)?, self.syzygy()?))
    }

    /// The tables in the folder, and Syzygy's files beside them.
    pub fn sources(&self) -> Result<Beside, Failure> {
        Ok(Beside::new(self.tables()?, self.syzygy()?))
    }

    /// A source of values for questions about zugzwangs, kept open.
    pub(crate) fn source(&self, key: source::Key) -> Result<Arc<Opened>, Failure> {
        if let Some(open) = lock(&self.sources).get(&key) {
            return Ok(Arc::clone(open));
        }
        let opened = Arc::new(Opened::new(&key, self)?);
        lock(&self.sources).insert(key, Arc::clone(&opened));
        Ok(opened)
    }

    /// The values of entrepreneurial chess in a window around the Black king: kept in the session,
    /// read from the folder where they are, and kept there where that is allowed.
    pub fn window(&self, board: Board, reach: u64, task: &Task) -> Result<Arc<Solution>, Failure> {
        if let Some(solved) = lock(&self.windows).get(&(board, reach)) {
            return Ok(Arc::clone(solved));
        }
        let folder = self.folder()?;
        let is_there = Solution::file_in(&folder, board, reach).is_file();
        let solved = Arc::new(match is_there || self.rights.write {
            true => Solution::load_or_compute(&folder, board, reach, task)?,
            false => Solution::compute_on(board, reach, task)?,
        });
        let mut windows = lock(&self.windows);
        if windows.len() >= MOST_WINDOWS {
            windows.clear();
        }
        windows.insert((board, reach), Arc::clone(&solved));
        Ok(solved)
    }
}

impl Scratch {
    fn new() -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("nimzo-").tempdir().map_err(|reason| {
            Failure::machine_at(&std::env::temp_dir(), format!("no temporary folder: {reason}"))
        })?;
        Ok(Self { store: Arc::new(Store::at(folder.path())), _folder: folder })
    }
}

/// A panic of one question must not take the session down with it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The same where whoever has it may have it for long: waits until the task is stopped.
fn wait_for<'a, T>(mutex: &'a Mutex<T>, task: &Task) -> Result<MutexGuard<'a, T>, Failure> {
    loop {
        task.check()?;
        match mutex.try_lock() {
            Ok(locked) => return Ok(locked),
            Err(TryLockError::Poisoned(left)) => return Ok(left.into_inner()),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
        }
    }
}
