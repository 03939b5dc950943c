//! Where the values come from: our tables, in files or solved in memory, or a user's Syzygy files.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_zugzwang::{FiftyMoveRule, Found, InMemory, Source, Stored, Syzygy, mine, plain};

use crate::app::{App, Failure};

/// Options of every command that needs values.
#[derive(clap::Args)]
pub struct SourceArgs {
    /// Where values come from
    #[arg(long, value_enum, default_value_t = Kind::Tables)]
    source: Kind,
    /// Folder of Syzygy files, for --source syzygy
    #[arg(long, value_name = "DIR", env = "NIMZO_SYZYGY", hide_env_values = true)]
    syzygy: Option<PathBuf>,
    /// Fifty moves without capture or pawn move make a draw
    #[arg(long)]
    fifty: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Tables made by nimzo: built ones, else solved in memory for the question
    Tables,
    /// Syzygy files
    Syzygy,
}

/// What is asked of the values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Win, draw, loss.
    Results,
    /// Depths as well.
    Depths,
}

/// An opened source.
pub struct Opened {
    from: From,
    rule: FiftyMoveRule,
}

enum From {
    Syzygy(Box<Syzygy>),
    Tables(Store, Box<Mutex<InMemoryTables>>),
}

/// What was solved for questions about classes that are not built.
#[derive(Default)]
struct InMemoryTables {
    results: Library,
    depths: Library,
}

impl SourceArgs {
    /// Opens the source, under the fifty-move rule if that was asked.
    pub fn open(&self, app: &App) -> Result<Opened, Failure> {
        let rule = if self.fifty { FiftyMoveRule::Respected } else { FiftyMoveRule::Ignored };
        self.open_under(rule, app)
    }

    /// Opens the source under the fifty-move rule.
    pub fn open_with_rule(&self, app: &App) -> Result<Opened, Failure> {
        self.open_under(FiftyMoveRule::Respected, app)
    }

    fn open_under(&self, rule: FiftyMoveRule, app: &App) -> Result<Opened, Failure> {
        let from = match self.source {
            Kind::Tables => From::Tables(Store::at(app.tables()?), Box::default()),
            Kind::Syzygy => {
                let folder = self.syzygy.as_ref().ok_or_else(|| {
                    Failure::input("--source syzygy needs --syzygy DIR or NIMZO_SYZYGY")
                })?;
                From::Syzygy(Box::new(Syzygy::open(folder, rule)?))
            }
        };
        Ok(Opened { from, rule })
    }
}

impl Opened {
    /// Calls `ask` with a source that can answer about a class and all that follows from it.
    pub fn with<T>(
        &self,
        class: Material,
        need: Need,
        app: &App,
        ask: impl FnOnce(&dyn Source) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match &self.from {
            From::Syzygy(syzygy) => ask(&**syzygy),
            From::Tables(store, _) if self.is_built(store, class)? => {
                ask(&Stored::new(store, self.rule))
            }
            From::Tables(_, memory) => {
                let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
                let library = self.solved(&mut memory, class, need, app)?;
                ask(&InMemory::new(library, self.rule))
            }
        }
    }

    /// Every zugzwang of a canonical class.
    pub fn find(&self, class: Material, app: &App) -> Result<Found, Failure> {
        let mut found = None;
        self.find_each(&[class], app, |_, one| found = Some(one))?;
        found.ok_or_else(|| Failure::input(format!("{class} could not be solved")))
    }

    /// Every zugzwang of each of these canonical classes, handed over in any order. What is not
    /// built is solved in memory, each class once, and forgotten when nothing needs it any more.
    pub fn find_each(
        &self,
        classes: &[Material],
        app: &App,
        mut each: impl FnMut(Material, Found),
    ) -> Result<(), Failure> {
        let From::Tables(store, _) = &self.from else {
            return self.find_plainly(classes, app, each);
        };
        // Bits of files say nothing about the fifty-move rule.
        if self.rule == FiftyMoveRule::Respected {
            return self.find_plainly(classes, app, each);
        }
        let mut unbuilt = Vec::new();
        for &class in classes {
            match store.table(class)? {
                Some(table) if self.is_built(store, class)? => {
                    let source = Stored::new(store, self.rule);
                    each(class, mine(&*table, Some(&source), &app.task)?);
                }
                _ => {
                    require_at_most_five(class)?;
                    unbuilt.push(class);
                }
            }
        }
        Library::new().solve_each(
            &unbuilt,
            Goals::default(),
            &app.task,
            |library, class, solved| {
                let source = InMemory::new(library, self.rule);
                each(class, mine(&**solved, Some(&source), &app.task)?);
                Ok::<(), Failure>(())
            },
        )
    }

    /// Looks at every placement by itself.
    fn find_plainly(
        &self,
        classes: &[Material],
        app: &App,
        mut each: impl FnMut(Material, Found),
    ) -> Result<(), Failure> {
        for &class in classes {
            let found = self.with(class, Need::Results, app, |source| {
                Ok(plain::find(source, class, &app.task)?)
            })?;
            each(class, found);
        }
        Ok(())
    }

    /// Whether the class and all that follows from it are in files.
    fn is_built(&self, store: &Store, class: Material) -> Result<bool, Failure> {
        let metric = match self.rule {
            FiftyMoveRule::Ignored => Metric::Wdl,
            FiftyMoveRule::Respected => Metric::Dtz50,
        };
        for class in class.closure() {
            let table = store.table(class)?;
            if table.is_none_or(|table| table.serving(metric).is_none()) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn solved<'a>(
        &self,
        memory: &'a mut InMemoryTables,
        class: Material,
        need: Need,
        app: &App,
    ) -> Result<&'a Library, Failure> {
        let depths = need == Need::Depths;
        let goals = Goals {
            dtm: depths,
            dtz: depths,
            dtc: depths && class.has_pawns(),
            dtz50: self.rule == FiftyMoveRule::Respected,
            ..Goals::default()
        };
        require_at_most_five(class)?;
        let library = if depths { &mut memory.depths } else { &mut memory.results };
        if class != Material::BARE_KINGS {
            library.solve(class, goals, &app.task).map_err(|error| match error {
                nimzo_retro::Error::DoesNotFit(reason) => Failure::input(format!(
                    "{reason}; `nimzo table build {class}` makes it in files, a class at a time"
                )),
                other => other.into(),
            })?;
        }
        Ok(library)
    }
}

fn require_at_most_five(class: Material) -> Result<(), Failure> {
    if class.count() > 5 {
        return Err(Failure::input(format!(
            "{class} has more than five men; build it first with `nimzo table build {class}`"
        )));
    }
    Ok(())
}
