//! Stoppers in simplest form: their order, their stops, and the way back to short games.

use std::cmp::Ordering;

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::order::at_least;
use super::pseudo::{PseudoNumber, pseudo_numbers, short_games};
use super::sides::simplest_side;
use crate::{Dyadic, Error, Game, Result, Universe};

/// A loopy game that ends whenever the players alternate, in simplest form.
///
/// ```
/// use nimzo_cgt::{Graph, Stopper};
/// let over = Stopper::new(&Graph::new(vec![(vec![1], vec![0]), (vec![], vec![])]).unwrap());
/// assert_eq!(over.unwrap().to_string(), "over");
/// let dud = Graph::new(vec![(vec![0], vec![0])]).unwrap();
/// assert!(Stopper::new(&dud).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Stopper {
    graph: Graph,
}

impl Stopper {
    /// The simplest form of a game that is a stopper.
    ///
    /// ```
    /// use nimzo_cgt::{Graph, Stopper};
    /// // {*|*} is 0.
    /// let graph = vec![(vec![1], vec![1]), (vec![2], vec![2]), (vec![], vec![])];
    /// let zero = Stopper::new(&Graph::new(graph).unwrap()).unwrap();
    /// assert_eq!(zero.graph().len(), 1);
    /// ```
    pub fn new(graph: &Graph) -> Result<Stopper> {
        if !graph.is_stopper() {
            return Err(Error::NotAStopper { positions: graph.len() });
        }
        Ok(Stopper { graph: simplest_side(graph, &Task::silent())?.graph })
    }

    /// A graph in simplest form that is known to be a stopper.
    pub(super) fn from_simplest(graph: Graph) -> Stopper {
        Stopper { graph }
    }

    /// The positions.
    ///
    /// ```
    /// use nimzo_cgt::{Graph, Stopper};
    /// let on = Stopper::new(&Graph::new(vec![(vec![0], vec![])]).unwrap()).unwrap();
    /// assert_eq!(on.graph().len(), 1);
    /// ```
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// A short game as a stopper.
    ///
    /// ```
    /// use nimzo_cgt::{Stopper, Universe};
    /// let mut universe = Universe::new();
    /// let game = universe.parse("{3||2*|1*}").unwrap();
    /// assert_eq!(Stopper::from_short(&mut universe, game).unwrap().to_string(), "{3||2*|1*}");
    /// ```
    pub fn from_short(universe: &mut Universe, game: Game) -> Result<Stopper> {
        Ok(Stopper { graph: Graph::of_short(universe, game)? })
    }

    /// The short game that a stopper is, if it has no loops.
    ///
    /// ```
    /// use nimzo_cgt::{Loopy, Universe};
    /// let mut universe = Universe::new();
    /// let sum = Loopy::parse("on - on + 0").unwrap();
    /// assert!(sum.as_stopper().is_none());
    /// let half = Loopy::parse("{0|1}").unwrap();
    /// let game = half.as_stopper().unwrap().to_short(&mut universe).unwrap().unwrap();
    /// assert_eq!(universe.show(game), "1/2");
    /// ```
    pub fn to_short(&self, universe: &mut Universe) -> Result<Option<Game>> {
        Ok(short_games(universe, &self.graph)?[0])
    }

    /// The negative.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let over = Loopy::parse("over").unwrap();
    /// assert_eq!(over.as_stopper().unwrap().negative().to_string(), "under");
    /// ```
    pub fn negative(&self) -> Stopper {
        Stopper { graph: self.graph.negative() }
    }

    /// The sum with a number, for a stopper that is not short.
    pub(super) fn translated(&self, universe: &mut Universe, by: Dyadic) -> Result<Stopper> {
        Ok(Stopper { graph: self.graph.translated(universe, by)? })
    }

    /// The order of two stoppers, `None` if they are confused.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use nimzo_cgt::Loopy;
    /// let [over, half] = ["over", "1/2"].map(|text| Loopy::parse(text).unwrap());
    /// let order = over.as_stopper().unwrap().compare(half.as_stopper().unwrap());
    /// assert_eq!(order, Some(Ordering::Less));
    /// ```
    pub fn compare(&self, other: &Stopper) -> Option<Ordering> {
        never_stopped(self.compare_within(other, &Task::silent()))
    }

    /// The order of two stoppers, unless the task is asked to stop.
    pub(crate) fn compare_within(&self, other: &Stopper, task: &Task) -> Result<Option<Ordering>> {
        if self.graph == other.graph {
            return Ok(Some(Ordering::Equal));
        }
        Ok(order_of(self.at_least_within(other, task)?, other.at_least_within(self, task)?))
    }

    /// Whether this is at least the other: Left survives the difference, moving second.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let on = Loopy::parse("on").unwrap();
    /// assert!(on.as_stopper().unwrap().at_least(on.as_stopper().unwrap()));
    /// ```
    pub fn at_least(&self, other: &Stopper) -> bool {
        never_stopped(self.at_least_within(other, &Task::silent()))
    }

    /// Whether this is at least the other, unless the task is asked to stop.
    pub(super) fn at_least_within(&self, other: &Stopper, task: &Task) -> Result<bool> {
        Ok(at_least(&self.graph, &other.graph, task)?.get(0, 0))
    }

    /// The pseudonumber reached when `first` starts and both play for the best one.
    ///
    /// ```
    /// use nimzo_cgt::{Loopy, Side};
    /// let game = Loopy::parse("{on|over}").unwrap();
    /// let stopper = game.as_stopper().unwrap();
    /// assert_eq!(stopper.stop(Side::Left).unwrap().to_string(), "on");
    /// assert_eq!(stopper.stop(Side::Right).unwrap().to_string(), "over");
    /// ```
    pub fn stop(&self, first: Side) -> Result<PseudoNumber> {
        let mut stops: Vec<_> =
            self.pseudo_numbers()?.into_iter().map(|pseudo| [pseudo, pseudo]).collect();
        stop_at(&self.graph, &mut stops, 0, first)
    }

    /// For every position the pseudonumber that it is, if it is one.
    pub(super) fn pseudo_numbers(&self) -> Result<Vec<Option<PseudoNumber>>> {
        let mut universe = Universe::new();
        let games = short_games(&mut universe, &self.graph)?;
        Ok(pseudo_numbers(&self.graph, &universe, &games))
    }
}

/// The order of two games from whether the first is at least the second, and the other way round.
pub(super) fn order_of(at_least: bool, at_most: bool) -> Option<Ordering> {
    match (at_least, at_most) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Greater),
        (false, true) => Some(Ordering::Less),
        (false, false) => None,
    }
}

/// The answer of work that fails only when asked to stop, which nobody can ask of a silent task.
pub(super) fn never_stopped<T>(answer: Result<T>) -> T {
    answer.unwrap_or_else(|error| unreachable!("nobody asked to stop: {error}"))
}

/// Play alternates, and a stopper's alternating play ends: so the recursion does. `stops` holds
/// what is known of each position, Left's start first.
fn stop_at(
    graph: &Graph,
    stops: &mut [[Option<PseudoNumber>; 2]],
    position: usize,
    first: Side,
) -> Result<PseudoNumber> {
    if let Some(stop) = stops[position][first as usize] {
        return Ok(stop);
    }
    let mut best = None;
    for &option in graph.options(position, first) {
        let stop = stop_at(graph, stops, option, first.other())?;
        let better = best.is_none_or(|best| match first {
            Side::Left => stop > best,
            Side::Right => stop < best,
        });
        if better {
            best = Some(stop);
        }
    }
    stops[position][first as usize] = best;
    best.ok_or(Error::NotAStopper { positions: graph.len() })
}

impl std::fmt::Display for Stopper {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&super::print::text(&self.graph))
    }
}
