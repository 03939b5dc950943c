//! What one position with castling rights can become, as long as some right is left: positions one by
//! one, and the boards without rights that their moves lead to.

use std::collections::{BTreeMap, HashMap};

use nimzo_chess::rules::{after, legal, without_en_passant};
use nimzo_chess::{CastlingRights, Values};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Setup};

use crate::graph::{self, Node};
use crate::reach::{Roots, Unbounded, pawns_of};

/// What tells positions with rights apart; en passant rights are left out.
type Key = (Board, Color, CastlingRights);

/// Rights left, men, pawns, steps left to the pawns. Quiet moves that keep all rights stay on a level,
/// all others lead to a lower one.
type Level = (usize, usize, usize, u32);

/// The positions with castling rights that games from one position, with either side to move, come to.
#[derive(Debug)]
pub struct RightsReach {
    positions: Vec<Key>,
    numbers: HashMap<Key, u32>,
    outside: Roots,
}

fn key(position: &Chess) -> Key {
    (position.board().clone(), position.turn(), CastlingRights::of(position))
}

fn level((board, _, rights): &Key) -> Level {
    let pawns = board.pawns().count();
    (rights.rooks().count(), board.occupied().count(), pawns, pawns_of(board).steps_left())
}

impl RightsReach {
    /// Bytes that solving takes for each position, about.
    pub const BYTES_EACH: u64 = 700;

    /// Looks for the positions, of which there may be `most`.
    pub fn of(position: &Chess, most: usize, task: &Task) -> Result<Self, Unbounded> {
        let (positions, numbers, outside) = (Vec::new(), HashMap::new(), Roots::default());
        let mut reach = Self { positions, numbers, outside };
        reach.arrive(position);
        // With the other side to move too: that is what a null move asks about.
        let setup = without_en_passant(position).to_setup(EnPassantMode::Legal);
        if let Some(passed) = legal(Setup { turn: !setup.turn, ..setup }) {
            reach.arrive(&passed);
        }
        let mut next = 0;
        while next < reach.positions.len() {
            if next.is_multiple_of(4096) {
                task.check()?;
            }
            if reach.positions.len() > most {
                return Err(Unbounded::Rights(most));
            }
            if let Some(position) = set_up(&reach.positions[next]) {
                for mv in position.legal_moves() {
                    reach.arrive(&after(&position, mv));
                }
            }
            next += 1;
        }
        Ok(reach)
    }

    /// A move leads to a position, which may have an en passant right.
    fn arrive(&mut self, position: &Chess) {
        for mv in position.en_passant_moves() {
            self.note(&after(position, mv));
        }
        self.note(position);
    }

    fn note(&mut self, position: &Chess) {
        if position.castles().is_empty() {
            return self.outside.add(position.board());
        }
        let key = key(position);
        let number = self.positions.len() as u32;
        self.numbers.entry(key).or_insert_with_key(|key| {
            self.positions.push(key.clone());
            number
        });
    }

    /// The boards without rights that moves lead to.
    pub fn outside(&self) -> &Roots {
        &self.outside
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// The positions, in the order in which [`solve`](Self::solve) gives their values.
    pub fn positions(&self) -> impl Iterator<Item = Chess> {
        self.positions.iter().filter_map(set_up)
    }

    /// The values of all positions, where `outside` knows those without rights.
    pub fn solve<E: From<Interrupted> + Send>(
        &self,
        outside: impl Fn(&Chess) -> Result<Values, E> + Sync,
        task: &Task,
    ) -> Result<Vec<Values>, E> {
        let mut levels: BTreeMap<Level, Vec<u32>> = BTreeMap::new();
        for (number, key) in self.positions.iter().enumerate() {
            levels.entry(level(key)).or_default().push(number as u32);
        }
        let mut values: Vec<Option<Values>> = vec![None; self.positions.len()];
        let mut places: Vec<Option<u32>> = vec![None; self.positions.len()];
        let stage = task.stage("positions with castling rights", self.positions.len() as u64);
        for numbers in levels.values() {
            for (place, &number) in numbers.iter().enumerate() {
                places[number as usize] = Some(place as u32);
            }
            let known = Solving { reach: self, values: &values, places: &places };
            let node = |&number: &u32| {
                if number.is_multiple_of(4096) {
                    task.check()?;
                }
                let position = set_up(&self.positions[number as usize]);
                position.map(|position| known.node(&position, &outside)).transpose()
            };
            let nodes = numbers.par_iter().map(node).collect::<Result<Vec<_>, E>>()?;
            for (&number, value) in numbers.iter().zip(graph::solve(&nodes)) {
                values[number as usize] = value;
                places[number as usize] = None;
            }
            stage.advance(numbers.len() as u64);
        }
        Ok(values.into_iter().map(|value| value.unwrap_or(Values::DRAW)).collect())
    }
}

fn set_up((board, turn, rights): &Key) -> Option<Chess> {
    let castling_rights = rights.rooks();
    legal(Setup { board: board.clone(), turn: *turn, castling_rights, ..Setup::empty() })
}

/// A level being solved: the values of those below it, and where its positions stand in it.
struct Solving<'a> {
    reach: &'a RightsReach,
    values: &'a [Option<Values>],
    places: &'a [Option<u32>],
}

impl Solving<'_> {
    fn node<E>(
        &self,
        position: &Chess,
        outside: &impl Fn(&Chess) -> Result<Values, E>,
    ) -> Result<Node, E> {
        let staying = |p: &Chess| self.number(p).and_then(|number| self.places[number]);
        Node::of(position, staying, |p| {
            match self.number(p).and_then(|number| self.values[number]) {
                Some(values) => Ok(values),
                None => outside(p),
            }
        })
    }

    fn number(&self, position: &Chess) -> Option<usize> {
        if position.castles().is_empty() {
            return None;
        }
        self.reach.numbers.get(&key(position)).map(|&number| number as usize)
    }
}

#[cfg(test)]
mod tests {
    use nimzo_chess::{Material, Metric, Probe, parse_fen};

    use super::super::{Appendices, filled};
    use super::*;
    use crate::sweep::{Goals, Library};

    /// Positions that lead to few others: rights of one side and of both, and a pawn.
    const FEW: [&str; 3] = [
        "4k2r/8/8/8/8/8/8/4K3 w k - 0 1",
        "r3k3/8/8/8/8/8/8/4K2R b Kq - 0 1",
        "4k3/8/1p6/8/8/8/8/R3K3 w Q - 0 1",
    ];

    #[test]
    fn positions_from_one_equal_their_class() {
        let metrics = [Metric::Dtm, Metric::Dtz];
        for fen in FEW {
            let root = parse_fen(fen).unwrap();
            let class = Material::of_board(root.board()).canonical();
            let task = Task::silent();
            let mut library = Library::new();
            let goals = Goals { dtm: true, dtz: true, ..Goals::default() };
            library.solve(class, goals, &task).unwrap();
            let mut appendices = Appendices::of(&metrics);
            for sub in class.closure() {
                appendices.solve(sub, &library, &task).unwrap();
            }
            let reach = RightsReach::of(&root, 1 << 20, &task).unwrap();
            let outside = |position: &Chess| -> Result<Values, Interrupted> {
                Ok(filled(library.probe(position, &metrics).unwrap()))
            };
            let values = reach.solve(outside, &task).unwrap();
            assert_eq!(values.len(), reach.len());
            let both = appendices.beside(&library);
            for (position, found) in reach.positions().zip(&values).step_by(37) {
                let known = both.probe(&position, &metrics).unwrap();
                let depth = |metric| known.depth(metric).and_then(|depth| depth.exact());
                assert_eq!(Some(found.dtm.0), depth(Metric::Dtm), "{position:?}");
                assert_eq!(Some(found.dtz.0), depth(Metric::Dtz), "{position:?}");
            }
        }
    }
}
