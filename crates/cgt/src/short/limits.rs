//! What keeps computations on short games within bounds: the task that may stop them, how deep they
//! go, how much they hold.

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::{Game, Universe};
use crate::{Error, Result};

impl Universe {
    /// How deep one computation may go down into its games before it gives up with an error.
    pub(super) const MAX_DEPTH: u32 = 1000;
    /// How much beside the games a universe holds for each game that it may hold.
    const HELD_PER_GAME: usize = 8;

    /// The same universe, whose computations end with [`Error::Interrupted`] once the task is asked
    /// to stop.
    ///
    /// ```
    /// use nimzo_cgt::Universe;
    /// use nimzo_work::Task;
    /// let task = Task::silent();
    /// let mut universe = Universe::new().watched_by(&task);
    /// task.stop();
    /// assert!(universe.parse("{1|0} + {2|0}").is_err());
    /// ```
    pub fn watched_by(mut self, task: &Task) -> Universe {
        self.task = task.clone();
        self
    }

    /// Has another task watch from now on.
    pub(crate) fn watch(&mut self, task: &Task) {
        self.task = task.clone();
    }

    /// The same game as one of another universe.
    pub(crate) fn adopt(
        &mut self,
        other: &mut Universe,
        game: Game,
        known: &mut FxHashMap<Game, Game>,
    ) -> Result<Game> {
        if let Some(nus) = other.as_nus(game) {
            return Ok(self.nus(nus));
        }
        if let Some(&adopted) = known.get(&game) {
            return Ok(adopted);
        }
        let (left, right) = other.options(game)?;
        let adopted = self.deeper(|universe| {
            let mut sides = [Vec::new(), Vec::new()];
            for (side, options) in sides.iter_mut().zip([left, right]) {
                for &option in options.iter() {
                    side.push(universe.adopt(other, option, known)?);
                }
            }
            universe.game(&sides[0], &sides[1])
        })?;
        known.insert(game, adopted);
        Ok(adopted)
    }

    /// The task that watches.
    pub(crate) fn task(&self) -> &Task {
        &self.task
    }

    /// Counts what is held beside the games, and refuses to hold too much.
    pub(super) fn hold(&mut self, more: usize) -> Result<()> {
        self.held += more;
        if self.held / Universe::HELD_PER_GAME > self.limit {
            let what = format!("the work on more than {} games", self.limit);
            return Err(Error::TooLarge { what });
        }
        Ok(())
    }

    /// Runs one step of a recursion one level deeper, if that is allowed and nobody asked to stop.
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.task.check()?;
        if self.depth >= Universe::MAX_DEPTH {
            return Err(Error::TooDeep { limit: Universe::MAX_DEPTH });
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }
}
