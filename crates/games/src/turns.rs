//! Games of two who move in turn, and the plain way to solve one: write down everything that play
//! reaches, then go backwards from the ends.
//!
//! A game is a small implementation of [`TurnGame`] that reads like its rules: chess on a small
//! board, the pawn game beside a heap of Nim, a chess component beside a value. The fast solvers of
//! these games are held against [`Explored`] in their tests.

use std::hash::Hash;

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use crate::graph::{Forced, GameGraph, SolvedGraph, solve};
use crate::{Error, Result};

/// A game in which a position says who is to move. Play may go round in circles: that is a draw.
///
/// ```
/// use nimzo_games::graph::Forced;
/// use nimzo_games::turns::{Explored, TurnGame};
/// use nimzo_work::Task;
///
/// /// A king walks on a ring of seven squares, one or two at a time; who reaches 0 has won.
/// struct Ring;
/// impl TurnGame for Ring {
///     type Position = u32;
///     fn options(&self, at: &u32) -> Vec<u32> {
///         [1, 2].map(|steps| (at + steps) % 7).to_vec()
///     }
///     fn is_lost(&self, at: &u32) -> bool {
///         *at == 0
///     }
/// }
///
/// let solved = Explored::from(&Ring, &4, &Task::silent())?;
/// assert_eq!(solved.forced(&6), Some(Forced::Win(1)));
/// assert_eq!(solved.forced(&4), Some(Forced::Loss(2)));
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub trait TurnGame {
    /// A position, with the side to move in it.
    type Position: Clone + Eq + Hash;

    /// The positions that one move reaches, the other side to move. Repetitions are harmless.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;

    /// Whether the game is over and the side to move has lost it. A position without options that
    /// is not lost is a draw.
    fn is_lost(&self, position: &Self::Position) -> bool;
}

/// The most positions that are written down.
const MOST_POSITIONS: usize = 50_000_000;
/// The most moves of a position.
const MOST_MOVES: usize = u8::MAX as usize - 1;

/// Every position that play reaches from one, solved.
pub struct Explored<P> {
    numbers: FxHashMap<P, u32>,
    solved: SolvedGraph,
}

impl<P: Clone + Eq + Hash> Explored<P> {
    /// Solves a position and all that play reaches from it.
    pub fn from<G>(game: &G, start: &P, task: &Task) -> Result<Self>
    where
        G: TurnGame<Position = P>,
    {
        let mut numbers = FxHashMap::from_iter([(start.clone(), 0)]);
        let mut queue = vec![start.clone()];
        let mut graph = Backwards::default();
        let mut looked_at = 0u64;
        while let Some(position) = queue.pop() {
            if looked_at.is_multiple_of(1024) {
                task.check()?;
            }
            looked_at += 1;
            let here = numbers[&position];
            graph.moves.resize(numbers.len(), 0);
            if game.is_lost(&position) {
                graph.lost.push(here);
                continue;
            }
            let options = game.options(&position);
            within("moves of a position", options.len(), MOST_MOVES)?;
            within("positions", numbers.len(), MOST_POSITIONS)?;
            graph.moves[here as usize] = options.len() as u8;
            for option in options {
                let fresh = numbers.len() as u32;
                let number = *numbers.entry(option.clone()).or_insert(fresh);
                if number == fresh {
                    queue.push(option);
                }
                graph.edges.push((number, here));
            }
        }
        graph.moves.resize(numbers.len(), 0);
        graph.lost.sort_unstable();
        graph.edges.sort_unstable();
        let solved = solve(&graph, &[], task)?;
        Ok(Self { numbers, solved })
    }

    /// What best play forces in a position; `None` if play does not reach it.
    pub fn forced(&self, position: &P) -> Option<Forced> {
        Some(self.solved.of(*self.numbers.get(position)? as usize))
    }

    /// Every position with what best play forces in it.
    pub fn iter(&self) -> impl Iterator<Item = (&P, Forced)> {
        self.numbers.iter().map(|(position, &at)| (position, self.solved.of(at as usize)))
    }
}

/// Finds out who wins a game that cannot go round in circles and has no draws, position by position,
/// and stops looking as soon as a winning move is found.
pub struct Decider<G: TurnGame> {
    game: G,
    known: FxHashMap<G::Position, bool>,
    looked_at: u64,
}

impl<G: TurnGame> Decider<G> {
    /// One who knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, known: FxHashMap::default(), looked_at: 0 }
    }

    /// The game.
    pub fn game(&mut self) -> &mut G {
        &mut self.game
    }

    /// Whether the side to move wins; looks at `limit` positions at most.
    pub fn wins(&mut self, position: &G::Position, limit: u64, task: &Task) -> Result<bool> {
        let most = self.looked_at + limit;
        self.decide(position, most, limit, task)
    }

    fn decide(
        &mut self,
        position: &G::Position,
        most: u64,
        limit: u64,
        task: &Task,
    ) -> Result<bool> {
        if let Some(&wins) = self.known.get(position) {
            return Ok(wins);
        }
        if self.game.is_lost(position) {
            return Ok(false);
        }
        self.looked_at += 1;
        if self.looked_at.is_multiple_of(1024) {
            task.check()?;
        }
        if self.looked_at > most {
            let most = limit;
            return Err(Error::TooLargeToExplore { what: "positions", found: limit + 1, most });
        }
        let options = self.game.options(position);
        // Most wins are plain to see: look for one before playing any other move out.
        let lost = |option: &G::Position| {
            self.game.is_lost(option) || self.known.get(option) == Some(&false)
        };
        let mut wins = options.iter().any(lost);
        for option in &options {
            wins = wins || !self.decide(option, most, limit, task)?;
        }
        self.known.insert(position.clone(), wins);
        Ok(wins)
    }
}

fn within(what: &'static str, found: usize, most: usize) -> Result<()> {
    if found <= most {
        return Ok(());
    }
    Err(Error::TooLargeToExplore { what, found: found as u64, most: most as u64 })
}

/// The moves of a game, sorted by where they lead.
#[derive(Default)]
struct Backwards {
    moves: Vec<u8>,
    /// Those in which the side to move has lost, in the order of their numbers.
    lost: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl GameGraph for Backwards {
    fn size(&self) -> usize {
        self.moves.len()
    }

    fn is_lost(&self, position: usize) -> bool {
        self.lost.binary_search(&(position as u32)).is_ok()
    }

    fn moves(&self, position: usize) -> u8 {
        self.moves[position]
    }

    fn before(&self, position: usize, mut each: impl FnMut(usize)) {
        let first = self.edges.partition_point(|edge| (edge.0 as usize) < position);
        let here = self.edges[first..].iter().take_while(|edge| edge.0 as usize == position);
        here.for_each(|edge| each(edge.1 as usize));
    }
}
