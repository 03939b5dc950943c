//! Heaps of Nim, and games whose genera and quotients are in the literature.

use nimzo_cgt::ConwayPair;
use nimzo_work::Task;

use super::*;
use crate::impartial::{Impartial, Solver, SumOf};
use crate::young::{ChessOnDiagrams, Partition, Piece};

/// One heap; any number is taken.
struct Nim;

impl Impartial for Nim {
    type Position = u32;
    fn options(&self, heap: &u32) -> Vec<u32> {
        (0..*heap).collect()
    }
}

/// A heap of so many, of which exactly the listed sizes may be left.
struct Leaves(&'static [(u32, &'static [u32])]);

impl Impartial for Leaves {
    type Position = u32;
    fn options(&self, at: &u32) -> Vec<u32> {
        let known = self.0.iter().find(|(here, _)| here == at);
        known.map_or(Vec::new(), |(_, options)| options.to_vec())
    }
}

#[test]
fn heaps_of_nim_are_tame() {
    for (heap, text) in [(0, "0^120"), (1, "1^031"), (2, "2^20"), (3, "3^31"), (4, "4^46")] {
        let found = genus(&Nim, &heap, &Task::silent()).unwrap();
        assert_eq!((found.to_string().as_str(), found.is_tame()), (text, true));
    }
    let two_heaps = genus(&SumOf(Nim), &vec![2, 2], &Task::silent()).unwrap();
    assert_eq!((two_heaps.to_string().as_str(), two_heaps.is_tame()), ("0^02", true));
}

/// The smallest wild games: a heap of two beside two heaps of two, as options of one game.
#[test]
fn a_wild_game_has_the_genus_of_its_definition() {
    // 10 = {*2}, 11 = {*2, 0}: numbers above 9 are games of their own, below they are heaps.
    const GAMES: Leaves = Leaves(&[
        (1, &[0]),
        (2, &[0, 1]),
        (3, &[0, 1, 2]),
        (10, &[2]),
        (11, &[0, 2]),
        (12, &[10, 3]),
    ]);
    for position in [1, 2, 3, 10, 11, 12] {
        let found = genus(&GAMES, &position, &Task::silent()).unwrap();
        let mut solver = Solver::new(SumOf(GAMES));
        for heaps in 0..6 {
            let sum: Vec<u32> = std::iter::once(position).chain(vec![2; heaps]).collect();
            let ConwayPair { misere, .. } = solver.pair(&SumOf::<Leaves>::sorted(sum));
            assert_eq!(found.misere(heaps), misere, "{position} beside {heaps} heaps of two");
        }
    }
}

/// Nim with heaps up to 1, 2-3, 4-7 has quotients of 2, 6, 10 elements.
#[test]
fn nim_has_the_known_quotients() {
    for (heap, order) in [(1, 2), (2, 6), (3, 6), (4, 10)] {
        let limits = QuotientLimits::default();
        let (quotient, _) = Quotient::of(&Nim, &[heap], limits, &Task::silent()).unwrap().unwrap();
        assert_eq!(quotient.order(), order, "heaps up to {heap}");
    }
}

/// What the quotient says of a sum, plain play of the sum says too.
#[test]
fn quotients_tell_the_outcome_of_random_sums() {
    let mut dice = fastrand::Rng::with_seed(7);
    for (piece, parts) in [
        (Piece::Rook, "3,2^2"),
        (Piece::King, "4,3"),
        (Piece::Queen, "3,3"),
        (Piece::Knight, "5^4"),
    ] {
        let partition: Partition = parts.parse().unwrap();
        let game = || ChessOnDiagrams(piece.moveset());
        let positions: Vec<Partition> =
            partition.cells().filter_map(|(row, column)| partition.sub(row, column)).collect();
        let limits = QuotientLimits::default();
        let found = Quotient::of(&game(), &positions, limits, &Task::silent()).unwrap();
        let (quotient, elements) = found.unwrap();
        let mut solver = Solver::new(SumOf(game()));
        for _ in 0..200 {
            let picks: Vec<usize> =
                (0..dice.usize(0..=4)).map(|_| dice.usize(..positions.len())).collect();
            let element =
                picks.iter().fold(0, |element, &pick| quotient.product(element, elements[pick]));
            let sum = SumOf::<ChessOnDiagrams>::sorted(
                picks.iter().map(|&pick| positions[pick].clone()).collect(),
            );
            let lost = solver.pair(&sum).misere.is_zero();
            assert_eq!(quotient.is_lost(element), lost, "{piece} {sum:?}");
        }
    }
}
