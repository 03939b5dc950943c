//! Progress and interruption.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Someone who wants to know how far a computation has come.
///
/// Calls arrive from several threads at once. Stages may nest; `id` tells them apart.
pub trait Observer: Send + Sync {
    /// A stage named `what` begins; it will advance to `total` (0 when nobody can tell).
    fn begin(&self, id: u64, what: &str, total: u64);
    /// The stage has done `amount` more.
    fn advance(&self, id: u64, amount: u64);
    /// The stage has ended, complete or not.
    fn end(&self, id: u64);
    /// A line worth keeping, such as a memory plan or a result found on the way.
    fn say(&self, line: &str);
}

/// Work was asked to stop before it was done; nothing half-made was left behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("interrupted")]
pub struct Interrupted;

/// The link between a long computation and the one who started it.
///
/// ```
/// use nimzo_work::Task;
/// let task = Task::silent();
/// let stage = task.stage("squares", 64);
/// for _ in 0..64 {
///     task.check()?;
///     stage.advance(1);
/// }
/// task.stop();
/// assert!(task.check().is_err());
/// # Ok::<(), nimzo_work::Interrupted>(())
/// ```
#[derive(Clone)]
pub struct Task {
    observer: Option<Arc<dyn Observer>>,
    stop: Arc<AtomicBool>,
    next_id: Arc<std::sync::atomic::AtomicU64>,
}

impl Task {
    /// Work that nobody watches and that runs to its end.
    pub fn silent() -> Self {
        Self { observer: None, stop: Arc::default(), next_id: Arc::default() }
    }

    /// Work watched by `observer`.
    pub fn observed(observer: Arc<dyn Observer>) -> Self {
        Self { observer: Some(observer), ..Self::silent() }
    }

    /// The same work for a part of it that tells nobody how far it has come: it stops when the
    /// whole does.
    pub fn unwatched(&self) -> Self {
        Self { observer: None, ..self.clone() }
    }

    /// Asks the work to stop at its next [`check`](Self::check).
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// `Err` once somebody has asked the work to stop. Cheap; call it every few milliseconds.
    pub fn check(&self) -> Result<(), Interrupted> {
        if self.stop.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
    }

    /// Begins a stage of `total` steps; it ends when the returned value is dropped.
    pub fn stage(&self, what: &str, total: u64) -> Stage<'_> {
        let id = self.next_id.fetch_add(1, Ordering::Relaxed);
        if let Some(observer) = &self.observer {
            observer.begin(id, what, total);
        }
        Stage { task: self, id }
    }

    /// Passes on a line worth keeping.
    pub fn say(&self, line: &str) {
        if let Some(observer) = &self.observer {
            observer.say(line);
        }
    }
}

impl Default for Task {
    fn default() -> Self {
        Self::silent()
    }
}

/// A stage of a [`Task`] under way.
pub struct Stage<'a> {
    task: &'a Task,
    id: u64,
}

impl Stage<'_> {
    /// Reports `amount` more steps done.
    pub fn advance(&self, amount: u64) {
        if let Some(observer) = &self.task.observer {
            observer.advance(self.id, amount);
        }
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        if let Some(observer) = &self.task.observer {
            observer.end(self.id);
        }
    }
}
