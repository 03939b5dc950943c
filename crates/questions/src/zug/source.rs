//! Where the values come from: our tables, in files or solved in memory, or a user's Syzygy files.

use std::sync::{Arc, Mutex, PoisonError};

use nimzo_chess::probe::UnderRule;
use nimzo_chess::{FiftyMoveRule, Material, Probe};
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::{Store, Syzygy};
use nimzo_work::Task;
use nimzo_zugzwang::castling::{self, WithRights};
use nimzo_zugzwang::mining::blocks::BlocksUnderRule;
use nimzo_zugzwang::{Zugzwangs, mine, plain};
use schemars::JsonSchema;
use serde::Deserialize;

use crate::{Beside, Failure, Session};

/// Positions of both sides that are kept solved in memory for later questions; beyond that, what
/// was solved is forgotten before more is.
const MOST_KEPT: u64 = 400_000_000;

/// Options of every question that needs values.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
pub struct SourceArgs {
    /// Where values come from
    #[arg(long, value_enum, default_value_t = SourceKind::Tables)]
    source: SourceKind,
    /// Fifty moves without capture or pawn move make a draw
    #[arg(long)]
    fifty: bool,
}

/// Where values come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SourceKind {
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

/// Which source a session has open.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Key {
    kind: SourceKind,
    under_rule: bool,
}

/// An opened source.
pub struct Opened {
    from: From,
    /// What is asked where our tables have nothing and the class is too large to be solved by the way.
    beside: Option<Arc<Syzygy>>,
    rule: FiftyMoveRule,
}

enum From {
    Syzygy(Arc<Syzygy>),
    Tables(Arc<Store>, Box<Mutex<InMemoryTables>>),
}

/// What was solved for questions about classes that are not built.
#[derive(Default)]
struct InMemoryTables {
    results: Library,
    depths: Library,
    /// Positions of both sides that the two hold.
    positions: u64,
}

impl SourceArgs {
    /// Opens the source, under the fifty-move rule if that was asked.
    pub fn open(&self, session: &Session) -> Result<Arc<Opened>, Failure> {
        session.source(self.key(self.fifty))
    }

    /// Opens the source under the fifty-move rule.
    pub fn open_with_rule(&self, session: &Session) -> Result<Arc<Opened>, Failure> {
        session.source(self.key(true))
    }

    fn key(&self, under_rule: bool) -> Key {
        Key { kind: self.source, under_rule }
    }
}

impl Opened {
    /// Opens a source in a session.
    pub(crate) fn new(key: &Key, session: &Session) -> Result<Self, Failure> {
        let rule = match key.under_rule {
            true => FiftyMoveRule::Respected,
            false => FiftyMoveRule::Ignored,
        };
        let from = match key.kind {
            SourceKind::Tables => From::Tables(session.tables()?, Box::default()),
            SourceKind::Syzygy => From::Syzygy(session.syzygy()?.ok_or_else(|| {
                Failure::input("--source syzygy needs --syzygy DIR or NIMZO_SYZYGY")
            })?),
        };
        Ok(Self { from, beside: session.syzygy()?, rule })
    }

    /// Calls `ask` with a source that can answer about a class and all that follows from it.
    pub fn with<T>(
        &self,
        class: Material,
        need: Need,
        task: &Task,
        ask: impl FnOnce(&dyn Probe) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match &self.from {
            From::Syzygy(syzygy) => ask(&UnderRule::new(&**syzygy, self.rule)),
            From::Tables(store, _)
                if self.is_built(store, class)?
                    || is_solved_for_a_position(store, class)
                    || class.count() > 5 && self.beside.is_some() =>
            {
                let sources = Beside::new(Arc::clone(store), self.beside.clone());
                ask(&UnderRule::new(&sources, self.rule))
            }
            From::Tables(_, memory) => {
                let mut memory = memory.lock().unwrap_or_else(PoisonError::into_inner);
                let library = self.solved(&mut memory, class, need, task)?;
                ask(&UnderRule::new(library, self.rule))
            }
        }
    }

    /// Calls `ask` with a source that can answer about positions of a class with castling rights.
    pub fn with_castling<T>(
        &self,
        class: Material,
        session: &Session,
        task: &Task,
        ask: impl FnOnce(&dyn Probe) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        match &self.from {
            From::Syzygy(syzygy) => ask(&UnderRule::new(&**syzygy, self.rule)),
            From::Tables(..) => {
                let store = session.tables_with_castling(class, task)?;
                ask(&UnderRule::new(&*store, self.rule))
            }
        }
    }

    /// Every zugzwang with castling rights of each of these canonical classes, with values of their
    /// positions, in any order. What is not built is solved in memory.
    pub fn find_each_with_castling(
        &self,
        classes: &[Material],
        need: Need,
        task: &Task,
        mut each: impl FnMut(&dyn Probe, Material, Vec<WithRights>) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let store = match &self.from {
            From::Syzygy(_) => {
                let why = "Syzygy's files hold no castling rights; leave --source syzygy out";
                return Err(Failure::input(why));
            }
            From::Tables(store, _) => store,
        };
        let mut unbuilt = Vec::new();
        for &class in classes {
            if store.appendix(class)?.is_some() {
                let source = UnderRule::new(&**store, self.rule);
                let found = castling::find(&source, class, task)?;
                each(&source, class, found)?;
            } else {
                unbuilt.push(class);
            }
        }
        if unbuilt.is_empty() {
            return Ok(());
        }
        if self.rule == FiftyMoveRule::Respected {
            let class = unbuilt[0];
            return Err(Failure::missing(format!(
                "--fifty takes built tables; `nimzo table build {class} --castling` builds them"
            )));
        }
        unbuilt.iter().try_for_each(|&class| require_at_most_five(class))?;
        castling::find_each(&unbuilt, need == Need::Depths, task, each)
    }

    /// Every zugzwang of a canonical class.
    pub fn find(&self, class: Material, task: &Task) -> Result<Zugzwangs, Failure> {
        let mut found = None;
        self.find_each(&[class], task, |_, one| found = Some(one))?;
        found.ok_or_else(|| Failure::input(format!("{class} could not be solved")))
    }

    /// Every zugzwang of each of these canonical classes, handed over in any order. What is not
    /// built is solved in memory, each class once, and forgotten when nothing needs it any more.
    pub fn find_each(
        &self,
        classes: &[Material],
        task: &Task,
        mut each: impl FnMut(Material, Zugzwangs),
    ) -> Result<(), Failure> {
        let From::Tables(store, _) = &self.from else {
            return self.find_plainly(classes, task, each);
        };
        let under_rule = self.rule == FiftyMoveRule::Respected;
        let mut unbuilt = Vec::new();
        for &class in classes {
            match store.table(class)? {
                Some(table) if self.is_built(store, class)? => {
                    let probe = UnderRule::new(&**store, self.rule);
                    let found = if table.file().header().is_open() {
                        // What stands in such a file is not yet a result.
                        let solved = store.load_results(&table, task)?;
                        match under_rule {
                            true => mine(&BlocksUnderRule(&solved), Some(&probe), task)?,
                            false => mine(&solved, Some(&probe), task)?,
                        }
                    } else {
                        match under_rule {
                            true => mine(&BlocksUnderRule(&*table), Some(&probe), task)?,
                            false => mine(&*table, Some(&probe), task)?,
                        }
                    };
                    each(class, found);
                }
                _ => {
                    require_at_most_five(class)?;
                    unbuilt.push(class);
                }
            }
        }
        let goals = Goals { dtz50: under_rule, discard_depths: true, ..Goals::default() };
        Library::new().solve_each(&unbuilt, goals, task, |library, class, solved| {
            let probe = UnderRule::new(library, self.rule);
            let found = match under_rule {
                true => mine(&BlocksUnderRule(&**solved), Some(&probe), task)?,
                false => mine(&**solved, Some(&probe), task)?,
            };
            each(class, found);
            Ok::<(), Failure>(())
        })
    }

    /// Looks at every placement by itself.
    fn find_plainly(
        &self,
        classes: &[Material],
        task: &Task,
        mut each: impl FnMut(Material, Zugzwangs),
    ) -> Result<(), Failure> {
        for &class in classes {
            let found = self
                .with(class, Need::Results, task, |source| Ok(plain::find(source, class, task)?))?;
            each(class, found);
        }
        Ok(())
    }

    /// Whether the class and all that follows from it are in files.
    fn is_built(&self, store: &Store, class: Material) -> Result<bool, Failure> {
        let metric = self.rule.metric();
        if store.table(class)?.is_none() {
            return Ok(false);
        }
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
        task: &Task,
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
        if memory.positions > MOST_KEPT {
            *memory = InMemoryTables::default();
        }
        let library = if depths { &mut memory.depths } else { &mut memory.results };
        if class != Material::BARE_KINGS && library.get(class).is_none() {
            library.solve(class, goals, task).map_err(|error| match error {
                nimzo_retro::Error::DoesNotFit(reason) => Failure::TooLarge(format!(
                    "{reason}; `nimzo table build {class}` makes it in files, a class at a time"
                )),
                other => other.into(),
            })?;
            memory.positions += 2 * class.closure().iter().map(|one| one.positions()).sum::<u64>();
        }
        Ok(library)
    }
}

/// Whether a class that is too large to be solved for a question has slices that `solve` left.
fn is_solved_for_a_position(store: &Store, class: Material) -> bool {
    class.count() > 5 && store.solved().has_class(class)
}

fn require_at_most_five(class: Material) -> Result<(), Failure> {
    if class.count() > 5 {
        return Err(Failure::missing(format!(
            "{class} has more than five men; build it first with `nimzo table build {class}`"
        )));
    }
    Ok(())
}
