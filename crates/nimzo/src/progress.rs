//! How progress is shown: bars on a terminal, plain lines elsewhere. A counted stage shorter than
//! a second is not shown at all.

use std::collections::HashMap;
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use nimzo_work::{Observer, Task};

const WORTH_SHOWING: Duration = Duration::from_secs(1);
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// Work whose progress is shown on standard error in the way that fits it, or not at all.
pub fn task(quiet: bool) -> Task {
    if quiet {
        Task::silent()
    } else if io::stderr().is_terminal() {
        Task::observed(Arc::new(Bars::default()))
    } else {
        Task::observed(Arc::new(Lines::default()))
    }
}

/// A stage under way, with whatever shows it.
struct Stage<Shown> {
    what: String,
    total: u64,
    done: u64,
    begun: Instant,
    shown: Option<Shown>,
}

impl<Shown> Stage<Shown> {
    fn new(what: &str, total: u64) -> Self {
        Self { what: what.to_owned(), total, done: 0, begun: Instant::now(), shown: None }
    }

    fn is_long(&self) -> bool {
        self.begun.elapsed() > WORTH_SHOWING
    }
}

/// Stages by their number.
type Stages<Shown> = Mutex<HashMap<u64, Stage<Shown>>>;

/// A panic elsewhere must not take the progress display down with it.
fn lock<Shown>(stages: &Stages<Shown>) -> MutexGuard<'_, HashMap<u64, Stage<Shown>>> {
    stages.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bars with rate and time left; a spinner where nobody can tell how much there is to do.
#[derive(Default)]
struct Bars {
    display: MultiProgress,
    stages: Stages<ProgressBar>,
}

impl Bars {
    fn show(&self, stage: &Stage<ProgressBar>) -> ProgressBar {
        let (bar, template) = if stage.total == 0 {
            (ProgressBar::new_spinner(), "{spinner} {msg} [{elapsed}]")
        } else {
            let template = "{msg} {wide_bar} {human_pos}/{human_len} {per_sec} {eta} left";
            (ProgressBar::new(stage.total), template)
        };
        // A template that does not parse leaves the default look.
        let bar = match ProgressStyle::with_template(template) {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        };
        self.display.add(bar.with_message(stage.what.clone()).with_elapsed(stage.begun.elapsed()))
    }
}

impl Observer for Bars {
    fn begin(&self, id: u64, what: &str, total: u64) {
        let mut stage = Stage::new(what, total);
        if total == 0 {
            let spinner = self.show(&stage);
            spinner.enable_steady_tick(Duration::from_millis(100));
            stage.shown = Some(spinner);
        }
        lock(&self.stages).insert(id, stage);
    }

    fn advance(&self, id: u64, amount: u64) {
        if let Some(stage) = lock(&self.stages).get_mut(&id) {
            stage.done += amount;
            if stage.shown.is_none() && stage.is_long() {
                stage.shown = Some(self.show(stage));
            }
            if let Some(bar) = &stage.shown {
                bar.set_position(stage.done);
            }
        }
    }

    fn end(&self, id: u64) {
        if let Some(bar) = lock(&self.stages).remove(&id).and_then(|stage| stage.shown) {
            bar.finish_and_clear();
        }
    }

    fn say(&self, line: &str) {
        // Printing fails only when the terminal is gone, and then nobody reads it.
        let _ = self.display.println(line);
    }
}

/// One line when a stage has proved long, one every ten seconds, one at its end.
#[derive(Default)]
struct Lines {
    stages: Stages<Instant>,
}

impl Stage<Instant> {
    fn line(&self) -> String {
        let seconds = self.begun.elapsed().as_secs_f64();
        if self.total == 0 {
            let count = if self.done == 0 { String::new() } else { format!("{}, ", self.done) };
            return format!("{}: {count}{seconds:.0} s", self.what);
        }
        let share = 100.0 * self.done as f64 / self.total as f64;
        format!("{}: {} of {} ({share:.0}%), {seconds:.0} s", self.what, self.done, self.total)
    }
}

impl Observer for Lines {
    fn begin(&self, id: u64, what: &str, total: u64) {
        lock(&self.stages).insert(id, Stage::new(what, total));
    }

    fn advance(&self, id: u64, amount: u64) {
        if let Some(stage) = lock(&self.stages).get_mut(&id) {
            stage.done += amount;
            let due = match stage.shown {
                None => stage.is_long(),
                Some(last) => last.elapsed() > BETWEEN_LINES,
            };
            if due {
                stage.shown = Some(Instant::now());
                eprintln!("{}", stage.line());
            }
        }
    }

    fn end(&self, id: u64) {
        if let Some(stage) = lock(&self.stages).remove(&id)
            && stage.is_long()
        {
            eprintln!("{}, ended", stage.line());
        }
    }

    fn say(&self, line: &str) {
        eprintln!("{line}");
    }
}
