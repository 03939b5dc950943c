//! Partizan games in general: what one is, and its canonical value through the options of both
//! players.

use std::hash::Hash;

use nimzo_cgt::{Game, Universe};
use nimzo_work::Task;
use rustc_hash::FxHashMap;

use crate::impartial::Impartial;
use crate::{Error, Result};

/// The two players of the theory. White is Left wherever a game has colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Positive values are good for Left.
    Left = 0,
    /// Negative values are good for Right.
    Right = 1,
}

impl Player {
    /// Both, Left first.
    pub const BOTH: [Player; 2] = [Player::Left, Player::Right];

    /// The opponent.
    pub const fn other(self) -> Self {
        match self {
            Player::Left => Player::Right,
            Player::Right => Player::Left,
        }
    }
}

/// Where a move leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Reached<P> {
    /// To a position in which either may move next.
    Position(P),
    /// To the end of everything: the player who made the move has won, whatever else is going on.
    Win,
}

/// A game in which the players may have different moves.
///
/// Play must end: no position may be reachable from itself, whoever moves.
///
/// ```
/// use nimzo_games::partizan::{Partizan, PartizanSolver, Player, Reached};
/// use nimzo_work::Task;
///
/// /// A row of squares; Left takes the last one, or the last two; Right the last two only.
/// struct Squares;
/// impl Partizan for Squares {
///     type Position = u32;
///     fn options(&self, squares: &u32, player: Player) -> Vec<Reached<u32>> {
///         let sizes: &[u32] = if player == Player::Left { &[1, 2] } else { &[2] };
///         let fits = sizes.iter().filter_map(|size| squares.checked_sub(*size));
///         fits.map(Reached::Position).collect()
///     }
/// }
///
/// let mut solver = PartizanSolver::new(Squares, &Task::silent());
/// let value = solver.value(&2)?;
/// assert_eq!(solver.universe().show(value), "{1|0}");
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub trait Partizan {
    /// A position; it does not say who is to move.
    type Position: Clone + Eq + Hash;

    /// Where the moves of a player lead. Repetitions are harmless.
    fn options(&self, position: &Self::Position, player: Player) -> Vec<Reached<Self::Position>>;
}

/// An impartial game as a partizan one in which both have the same moves.
#[derive(Debug, Clone, Copy)]
pub struct SameMoves<G>(pub G);

impl<G: Impartial> Partizan for SameMoves<G> {
    type Position = G::Position;

    fn options(&self, position: &G::Position, _: Player) -> Vec<Reached<G::Position>> {
        self.0.options(position).into_iter().map(Reached::Position).collect()
    }
}

/// What a won game counts in values: more moves than any board has.
pub const WIN: i64 = 1 << 20;

/// The most positions that are valued for one.
const MOST_POSITIONS: usize = 1 << 23;

/// Values positions one by one from their options and remembers them.
///
/// A move that wins the whole game leads to the number [`WIN`] (or its negative). That is exact as
/// long as no line has both players win: a value without such numbers in its canonical form still
/// has to be proved where both could.
pub struct PartizanSolver<G: Partizan> {
    game: G,
    universe: Universe,
    known: FxHashMap<G::Position, Game>,
    task: Task,
}

impl<G: Partizan> PartizanSolver<G> {
    /// A solver that knows nothing yet, and stops when the task is asked to.
    pub fn new(game: G, task: &Task) -> Self {
        let universe = Universe::new().watched_by(task);
        Self { game, universe, known: FxHashMap::default(), task: task.clone() }
    }

    /// The game being solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Where the values live.
    pub fn universe(&mut self) -> &mut Universe {
        &mut self.universe
    }

    /// The canonical value of a position. Refused where too many positions are new.
    pub fn value(&mut self, position: &G::Position) -> Result<Game> {
        let most = self.known.len() + MOST_POSITIONS;
        let mut open = vec![position.clone()];
        while let Some(current) = open.last() {
            self.task.check()?;
            if self.known.len() > most {
                let found = MOST_POSITIONS as u64;
                return Err(Error::TooLargeToExplore { what: "positions", found, most: found });
            }
            let before = open.len();
            let options = Player::BOTH.map(|player| self.game.options(current, player));
            for option in options.iter().flatten() {
                if let Reached::Position(option) = option
                    && !self.known.contains_key(option)
                {
                    open.push(option.clone());
                }
            }
            if open.len() == before {
                let [left, right] = options;
                let left = self.values(&left, WIN);
                let right = self.values(&right, -WIN);
                let value = self.universe.game(&left, &right)?;
                let solved = open.remove(before - 1);
                self.known.insert(solved, value);
            }
        }
        Ok(self.known[position])
    }

    fn values(&mut self, options: &[Reached<G::Position>], win: i64) -> Vec<Game> {
        let value = |option: &Reached<G::Position>| match option {
            Reached::Position(option) => self.known[option],
            Reached::Win => self.universe.integer(win),
        };
        options.iter().map(value).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::impartial::Solver;
    use crate::young::{ChessOnDiagrams, Partition, Piece};

    #[test]
    fn impartial_games_have_the_values_of_their_heaps() {
        let partition: Partition = "4,3,3,1".parse().unwrap();
        for piece in Piece::ALL {
            let mut plain = Solver::new(ChessOnDiagrams(piece.moveset()));
            let mut partizan =
                PartizanSolver::new(SameMoves(ChessOnDiagrams(piece.moveset())), &Task::silent());
            for (row, column) in partition.cells() {
                let sub = partition.sub(row, column).unwrap();
                let heap = plain.pair(&sub).normal;
                let value = partizan.value(&sub).unwrap();
                assert_eq!(partizan.universe().nimber(heap), value, "{piece} {sub}");
            }
        }
    }

    /// Whoever moves wins at once.
    struct Race;

    impl Partizan for Race {
        type Position = ();
        fn options(&self, (): &(), _: Player) -> Vec<Reached<()>> {
            vec![Reached::Win]
        }
    }

    #[test]
    fn a_win_counts_more_than_any_moves() {
        let mut solver = PartizanSolver::new(Race, &Task::silent());
        let value = solver.value(&()).unwrap();
        assert_eq!(solver.universe().show(value), format!("+-{WIN}"));
    }
}
