//! Long work: in a thread of its own and without Python's lock, while the thread that waits for it hears
//! signals (Ctrl-C) and passes on how far the work has come.

use std::any::Any;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use nimzo_questions::Failure;
use nimzo_work::{Observer, Task};
use pyo3::prelude::*;

use crate::exceptions::raised;

/// How often signals are looked for.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
/// Games are worked out by recursion, deeper than the stack that threads have by default.
const STACK: usize = 64 << 20;

/// Does some work. `progress` is called every now and then with the stages under way, each
/// `(number, name, done, total)`, and with lines that the work said since; an exception in it stops the
/// work, as Ctrl-C does, and is raised when it has stopped.
pub fn run<T: Send>(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Task) -> Result<T, Failure> + Send,
) -> PyResult<T> {
    let stages = Arc::new(Stages::default());
    let task = match progress {
        Some(_) => Task::observed(stages.clone()),
        None => Task::silent(),
    };
    let look = |py: Python<'_>| {
        py.check_signals()?;
        match progress {
            Some(progress) => stages.tell(py, progress),
            None => Ok(()),
        }
    };
    let (found, stopped) = py.detach(|| wait(&task, work, || Python::attach(look)));
    let ended = match progress {
        Some(progress) if stopped.is_none() => stages.tell(py, progress),
        _ => Ok(()),
    };
    stopped.map_or(ended, Err)?;
    found.map_err(raised)
}

/// Runs the work and looks every now and then, until a look fails; then the work is asked to stop.
fn wait<T: Send>(
    task: &Task,
    work: impl FnOnce(&Task) -> Result<T, Failure> + Send,
    look: impl Fn() -> PyResult<()>,
) -> (Result<T, Failure>, Option<PyErr>) {
    thread::scope(|scope| {
        let (done, finished) = mpsc::channel();
        let doing = move || {
            let found = catch_unwind(AssertUnwindSafe(|| work(task)));
            // Whoever waits sees the channel closed, too.
            let _ = done.send(());
            found
        };
        let worker = match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, doing) {
            Ok(worker) => worker,
            Err(reason) => return (Err(Failure::machine(format!("no thread: {reason}"))), None),
        };
        let mut stopped = None;
        while let Err(RecvTimeoutError::Timeout) = finished.recv_timeout(BETWEEN_LOOKS) {
            if stopped.is_none()
                && let Err(error) = look()
            {
                task.stop();
                stopped = Some(error);
            }
        }
        let found = worker.join().unwrap_or_else(Err);
        (found.unwrap_or_else(|panic| Err(fault(&*panic))), stopped)
    })
}

/// A panic is our fault, and no reason to take Python down.
fn fault(panic: &(dyn Any + Send)) -> Failure {
    let said = panic.downcast_ref::<String>().map(String::as_str);
    let said = said.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason given");
    Failure::machine(format!("this is a fault of nimzo's, please report it: {said}"))
}

/// The stages under way, and lines not yet passed on.
#[derive(Default)]
struct Stages {
    under_way: Mutex<BTreeMap<u64, Stage>>,
    lines: Mutex<Vec<String>>,
}

/// A stage: name, steps done, steps in all.
type Stage = (String, u64, u64);

impl Stages {
    fn tell(&self, py: Python<'_>, progress: &Py<PyAny>) -> PyResult<()> {
        let stages: Vec<(u64, String, u64, u64)> = lock(&self.under_way)
            .iter()
            .map(|(&id, (what, done, total))| (id, what.clone(), *done, *total))
            .collect();
        let lines = std::mem::take(&mut *lock(&self.lines));
        progress.call1(py, (stages, lines)).map(drop)
    }
}

impl Observer for Stages {
    fn begin(&self, id: u64, what: &str, total: u64) {
        lock(&self.under_way).insert(id, (what.to_owned(), 0, total));
    }

    fn advance(&self, id: u64, amount: u64) {
        if let Some((_, done, _)) = lock(&self.under_way).get_mut(&id) {
            *done += amount;
        }
    }

    fn end(&self, id: u64) {
        lock(&self.under_way).remove(&id);
    }

    fn say(&self, line: &str) {
        lock(&self.lines).push(line.to_owned());
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
