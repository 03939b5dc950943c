//! Impartial games in general: what one is, and the plain solver every faster one is held against.

use std::hash::Hash;

use nimzo_cgt::ConwayPair;
use rustc_hash::FxHashMap;

/// An impartial game: from a position, both players may move to the same options.
///
/// Play must end: no position may be reachable from itself.
///
/// ```
/// use nimzo_games::impartial::{Impartial, Solver};
///
/// /// One heap; a move takes one, two or three.
/// struct TakeThree;
/// impl Impartial for TakeThree {
///     type Position = u32;
///     fn options(&self, heap: &u32) -> Vec<u32> {
///         (1..=3.min(*heap)).map(|taken| heap - taken).collect()
///     }
/// }
///
/// let mut solver = Solver::new(TakeThree);
/// assert_eq!(solver.pair(&7).to_string(), "(3,3)");
/// assert_eq!(solver.pair(&8).to_string(), "(0,1)");
/// ```
pub trait Impartial {
    /// A position of the game.
    type Position: Clone + Eq + Hash;

    /// The positions that one move reaches. Repetitions are harmless.
    fn options(&self, position: &Self::Position) -> Vec<Self::Position>;
}

/// Several positions of a game side by side: a move is made in one of them.
pub struct SumOf<G>(pub G);

impl<G: Impartial> SumOf<G>
where
    G::Position: Ord,
{
    /// The order of the parts does not matter: one order for all.
    pub fn sorted(mut parts: Vec<G::Position>) -> Vec<G::Position> {
        parts.sort_unstable();
        parts
    }
}

impl<G: Impartial> Impartial for SumOf<G>
where
    G::Position: Ord,
{
    type Position = Vec<G::Position>;

    fn options(&self, parts: &Vec<G::Position>) -> Vec<Vec<G::Position>> {
        let mut options = Vec::new();
        for (index, part) in parts.iter().enumerate() {
            for option in self.0.options(part) {
                let mut next = parts.clone();
                next[index] = option;
                options.push(Self::sorted(next));
            }
        }
        options
    }
}

/// Solves positions one by one from their options and remembers them.
///
/// This is the definition turned into code; it is meant to be obviously right rather than fast.
/// It keeps its own stack, so long games do not exhaust the thread's.
pub struct Solver<G: Impartial> {
    game: G,
    known: FxHashMap<G::Position, ConwayPair>,
}

impl<G: Impartial> Solver<G> {
    /// A solver that knows nothing yet.
    pub fn new(game: G) -> Self {
        Self { game, known: FxHashMap::default() }
    }

    /// The game being solved.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The normal and misère values of a position.
    pub fn pair(&mut self, position: &G::Position) -> ConwayPair {
        let mut open = vec![position.clone()];
        while let Some(current) = open.last() {
            let options = self.game.options(current);
            let before = open.len();
            open.extend(options.iter().filter(|option| !self.known.contains_key(*option)).cloned());
            if open.len() == before {
                let pair =
                    ConwayPair::from_options(options.iter().map(|option| self.known[option]));
                let solved = open.remove(before - 1);
                self.known.insert(solved, pair);
            }
        }
        self.known[position]
    }

    /// The options that leave the opponent a lost position in normal play.
    pub fn winning_options(&mut self, position: &G::Position) -> Vec<G::Position> {
        let mut options = self.game.options(position);
        options.retain(|option| self.pair(option).normal.is_zero());
        options
    }

    /// How many positions have been solved.
    pub fn solved(&self) -> usize {
        self.known.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimzo_cgt::Nimber;

    /// Nim with several heaps, kept sorted.
    struct Nim;

    impl Impartial for Nim {
        type Position = Vec<u32>;

        fn options(&self, heaps: &Vec<u32>) -> Vec<Vec<u32>> {
            let mut options = Vec::new();
            for (index, &heap) in heaps.iter().enumerate() {
                for left in 0..heap {
                    let mut option = heaps.clone();
                    option[index] = left;
                    option.sort_unstable();
                    options.push(option);
                }
            }
            options
        }
    }

    #[test]
    fn nim_is_exclusive_or_and_its_misere_form_is_bouton_s() {
        let mut solver = Solver::new(Nim);
        for a in 0..6u32 {
            for b in a..6 {
                for c in b..6 {
                    let pair = solver.pair(&vec![a, b, c]);
                    let sum = u64::from(a ^ b ^ c);
                    assert_eq!(pair.normal, Nimber(sum));
                    let misere = if c < 2 { 1 - sum } else { sum };
                    assert_eq!(pair.misere, Nimber(misere), "{a} {b} {c}");
                }
            }
        }
        assert!(solver.solved() >= 56);
    }

    #[test]
    fn winning_options_answer_the_position() {
        let mut solver = Solver::new(Nim);
        assert_eq!(solver.winning_options(&vec![1, 2, 4]), vec![vec![1, 2, 3]]);
        assert!(solver.winning_options(&vec![1, 2, 3]).is_empty());
    }
}
