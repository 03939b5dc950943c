//! Finite graphs of positions.

use rustc_hash::FxHashMap;

use super::pseudo::short_games;
use crate::{Dyadic, Error, Game, Result, Universe};

/// One of the two players.
///
/// ```
/// assert_eq!(nimzo_cgt::Side::Left.other(), nimzo_cgt::Side::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}

impl Side {
    /// The other player.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Side::Right.other(), nimzo_cgt::Side::Left);
    /// ```
    pub const fn other(self) -> Side {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }
}

/// A graph of positions; play starts at position 0.
///
/// ```
/// use nimzo_cgt::{Graph, Side};
/// // over = {0|over}
/// let over = Graph::new(vec![(vec![1], vec![0]), (vec![], vec![])]).unwrap();
/// assert_eq!(over.options(0, Side::Right), [0]);
/// assert!(over.is_stopper());
/// assert!(Graph::new(vec![(vec![7], vec![])]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Graph {
    left: Vec<Vec<usize>>,
    right: Vec<Vec<usize>>,
}

impl Graph {
    /// The most positions that a graph may have; comparisons look at all pairs.
    ///
    /// ```
    /// assert!(nimzo_cgt::Graph::MAX_POSITIONS > 100);
    /// ```
    pub const MAX_POSITIONS: usize = 1500;

    /// The graph with these Left and Right options of each position.
    ///
    /// ```
    /// use nimzo_cgt::Graph;
    /// let zero = Graph::new(vec![(vec![], vec![])]).unwrap();
    /// assert_eq!(zero.len(), 1);
    /// ```
    pub fn new(positions: Vec<(Vec<usize>, Vec<usize>)>) -> Result<Graph> {
        let count = positions.len();
        if count == 0 || count > Graph::MAX_POSITIONS {
            return Err(Error::TooLarge { what: format!("a loopy game of {count} positions") });
        }
        let mut graph = Graph::default();
        for (left, right) in positions {
            if let Some(&missing) = left.iter().chain(&right).find(|&&option| option >= count) {
                return Err(Error::NoSuchPosition { position: missing, count });
            }
            graph.left.push(left);
            graph.right.push(right);
        }
        Ok(graph.reachable())
    }

    /// The number of positions.
    ///
    /// ```
    /// use nimzo_cgt::Graph;
    /// // A second position that nobody can reach is left out.
    /// let zero = Graph::new(vec![(vec![], vec![]), (vec![], vec![])]).unwrap();
    /// assert_eq!(zero.len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether there are no positions at all, which never happens.
    ///
    /// ```
    /// use nimzo_cgt::Graph;
    /// assert!(!Graph::new(vec![(vec![], vec![])]).unwrap().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// The options of a player in a position.
    ///
    /// ```
    /// use nimzo_cgt::{Graph, Side};
    /// let on = Graph::new(vec![(vec![0], vec![])]).unwrap();
    /// assert_eq!(on.options(0, Side::Left), [0]);
    /// ```
    pub fn options(&self, position: usize, side: Side) -> &[usize] {
        match side {
            Side::Left => &self.left[position],
            Side::Right => &self.right[position],
        }
    }

    pub(super) fn options_mut(&mut self, position: usize, side: Side) -> &mut Vec<usize> {
        match side {
            Side::Left => &mut self.left[position],
            Side::Right => &mut self.right[position],
        }
    }

    /// The same game started elsewhere.
    pub(super) fn rooted_at(&self, root: usize) -> Graph {
        let mut order = vec![root];
        let mut place = vec![usize::MAX; self.len()];
        place[root] = 0;
        let mut next = 0;
        while next < order.len() {
            let position = order[next];
            next += 1;
            for &option in self.left[position].iter().chain(&self.right[position]) {
                if place[option] == usize::MAX {
                    place[option] = order.len();
                    order.push(option);
                }
            }
        }
        let renamed = |side: &[Vec<usize>]| {
            order
                .iter()
                .map(|&position| {
                    let mut options: Vec<usize> =
                        side[position].iter().map(|&option| place[option]).collect();
                    options.sort_unstable();
                    options.dedup();
                    options
                })
                .collect()
        };
        Graph { left: renamed(&self.left), right: renamed(&self.right) }
    }

    /// Only what can be reached from the start.
    pub(super) fn reachable(&self) -> Graph {
        self.rooted_at(0)
    }

    /// The players change sides.
    pub(super) fn negative(&self) -> Graph {
        Graph { left: self.right.clone(), right: self.left.clone() }
    }

    /// Both games side by side; a move is a move in one of them.
    pub(super) fn sum(&self, other: &Graph) -> Result<Graph> {
        let (mut pairs, mut place) = (vec![(0, 0)], FxHashMap::default());
        place.insert((0, 0), 0);
        let mut positions = Vec::new();
        while positions.len() < pairs.len() {
            let (a, b) = pairs[positions.len()];
            let mut sides = [Vec::new(), Vec::new()];
            for (options, side) in sides.iter_mut().zip([Side::Left, Side::Right]) {
                let in_first = self.options(a, side).iter().map(|&x| (x, b));
                let in_second = other.options(b, side).iter().map(|&y| (a, y));
                for pair in in_first.chain(in_second) {
                    let index = *place.entry(pair).or_insert_with(|| {
                        pairs.push(pair);
                        pairs.len() - 1
                    });
                    options.push(index);
                }
            }
            if pairs.len() > Graph::MAX_POSITIONS {
                return Err(Error::TooLarge {
                    what: format!("a sum of more than {} positions", Graph::MAX_POSITIONS),
                });
            }
            let [left, right] = sides;
            positions.push((left, right));
        }
        Graph::new(positions)
    }

    /// A new start with these graphs as options.
    pub(super) fn braces(left: &[&Graph], right: &[&Graph]) -> Result<Graph> {
        let mut positions = vec![(Vec::new(), Vec::new())];
        for (graphs, side) in [(left, Side::Left), (right, Side::Right)] {
            for graph in graphs {
                let start = positions.len();
                match side {
                    Side::Left => positions[0].0.push(start),
                    Side::Right => positions[0].1.push(start),
                }
                positions.extend(graph.shifted(start));
            }
        }
        Graph::new(positions)
    }

    /// The options of all positions, as numbers that start elsewhere.
    pub(super) fn shifted(&self, by: usize) -> impl Iterator<Item = (Vec<usize>, Vec<usize>)> {
        let shift = move |options: &Vec<usize>| options.iter().map(|&option| option + by).collect();
        self.left.iter().zip(&self.right).map(move |(left, right)| (shift(left), shift(right)))
    }

    /// The graph of a short game.
    pub(super) fn of_short(universe: &mut Universe, game: Game) -> Result<Graph> {
        let mut positions = Vec::new();
        append_short(universe, &[game], &mut positions)?;
        Graph::new(positions)
    }

    /// The game plus a number, for a game that is no number: by number translation every position
    /// keeps its options, and only the numbers among them change.
    pub(super) fn translated(&self, universe: &mut Universe, by: Dyadic) -> Result<Graph> {
        let by = universe.number(by);
        let mut numbers = short_games(universe, self)?;
        for number in &mut numbers {
            *number = match *number {
                Some(game) if universe.as_number(game).is_some() => Some(universe.add(game, by)?),
                _ => None,
            };
        }
        let mut positions: Vec<_> = self.shifted(0).collect();
        let wanted: Vec<Game> = numbers.iter().flatten().copied().collect();
        let places = append_short(universe, &wanted, &mut positions)?;
        let mut place = places.into_iter();
        let targets: Vec<usize> = numbers
            .iter()
            .enumerate()
            .map(|(position, number)| match number {
                Some(_) => place.next().unwrap_or(position),
                None => position,
            })
            .collect();
        for (left, right) in &mut positions[..self.len()] {
            for option in left.iter_mut().chain(right) {
                *option = targets[*option];
            }
        }
        Graph::new(positions)
    }

    /// Whether no play with the players alternating can go on for ever, from any position.
    ///
    /// ```
    /// use nimzo_cgt::Graph;
    /// // dud = {dud|dud}
    /// assert!(!Graph::new(vec![(vec![0], vec![0])]).unwrap().is_stopper());
    /// ```
    pub fn is_stopper(&self) -> bool {
        let alternating = |(position, side): (usize, Side)| {
            let other = side.other();
            self.options(position, side).iter().map(move |&option| (option, other)).collect()
        };
        let starts = (0..self.len()).flat_map(|p| [(p, Side::Left), (p, Side::Right)]);
        acyclic(starts, |(p, side)| 2 * p + side as usize, 2 * self.len(), alternating)
    }

    /// For each position, whether no play at all can go on for ever from it: its options are
    /// counted off as they are found to be so.
    pub(super) fn loop_free(&self) -> Vec<bool> {
        let mut parents = vec![Vec::new(); self.len()];
        let mut open: Vec<usize> = Vec::with_capacity(self.len());
        for position in 0..self.len() {
            let options = self.left[position].iter().chain(&self.right[position]);
            options.for_each(|&option| parents[option].push(position));
            open.push(self.left[position].len() + self.right[position].len());
        }
        let mut found: Vec<usize> = (0..self.len()).filter(|&p| open[p] == 0).collect();
        let mut free = vec![false; self.len()];
        while let Some(position) = found.pop() {
            free[position] = true;
            for &parent in &parents[position] {
                open[parent] -= 1;
                if open[parent] == 0 {
                    found.push(parent);
                }
            }
        }
        free
    }
}

/// Puts short games and all their positions behind those that are there, each once, and tells
/// where the games themselves are.
pub(super) fn append_short(
    universe: &mut Universe,
    games: &[Game],
    positions: &mut Vec<(Vec<usize>, Vec<usize>)>,
) -> Result<Vec<usize>> {
    let start = positions.len();
    let mut waiting: Vec<Game> = Vec::new();
    let mut place = FxHashMap::default();
    let mut index_of = |game: Game, waiting: &mut Vec<Game>| {
        *place.entry(game).or_insert_with(|| {
            waiting.push(game);
            start + waiting.len() - 1
        })
    };
    let places = games.iter().map(|&game| index_of(game, &mut waiting)).collect();
    while positions.len() < start + waiting.len() {
        let game = waiting[positions.len() - start];
        let mut side = |options: &[Game]| -> Vec<usize> {
            options.iter().map(|&option| index_of(option, &mut waiting)).collect()
        };
        let options = (universe.left_options(game)?, universe.right_options(game)?);
        positions.push((side(&options.0), side(&options.1)));
        if start + waiting.len() > Graph::MAX_POSITIONS {
            let what = format!("{} as a graph of positions", universe.show(waiting[0]));
            return Err(Error::TooLarge { what });
        }
    }
    Ok(places)
}

/// Whether no cycle can be reached from the starts.
fn acyclic<S: Copy>(
    starts: impl IntoIterator<Item = S>,
    index: impl Fn(S) -> usize,
    count: usize,
    next: impl Fn(S) -> Vec<S>,
) -> bool {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; count];
    for start in starts {
        if marks[index(start)] != Mark::New {
            continue;
        }
        marks[index(start)] = Mark::Open;
        let mut path = vec![(start, next(start))];
        while let Some((state, waiting)) = path.last_mut() {
            match waiting.pop() {
                None => {
                    marks[index(*state)] = Mark::Done;
                    path.pop();
                }
                Some(follower) => match marks[index(follower)] {
                    Mark::Open => return false,
                    Mark::Done => {}
                    Mark::New => {
                        marks[index(follower)] = Mark::Open;
                        path.push((follower, next(follower)));
                    }
                },
            }
        }
    }
    true
}
