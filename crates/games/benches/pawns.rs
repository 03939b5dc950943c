//! The heavy computations of the pawn game, each with its answer asserted.
//!
//! `cargo bench -p nimzo-games --bench pawns` runs all of them, `… -- NAME…` those whose name
//! contains one of the words given.

use std::ops::RangeInclusive;
use std::time::Instant;

use nimzo_cgt::Nimber;
use nimzo_games::board::{Limits, Proved, Solver};
use nimzo_games::pawns::{self, BestKnown, Referee, Values, Word};
use nimzo_work::{Task, memory};
use rayon::prelude::*;

/// A named computation that tells how many steps it did, and of what.
type Bench = (&'static str, fn() -> (u64, &'static str));

const BENCHES: [Bench; 11] = [
    ("period6-61985", || period_6(&LENGTHS[..9])),
    ("period6-187193", || period_6(&LENGTHS)),
    ("solve-diagram-7a", diagram_7a),
    ("embed-4", embed_4),
    ("search-16", search_16),
    ("search-31", || search_for(17..=31, 6000, 2)),
    ("search-39", || search_for(32..=39, 2500, 1)),
    ("referee-13", referee_13),
    ("census-38", || census(38, 14)),
    ("census-42", || census(42, 15)),
    ("census-45", || census(45, 16)),
];

fn main() {
    let wanted: Vec<String> =
        std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    for (name, bench) in BENCHES {
        if !wanted.is_empty() && !wanted.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let begun = Instant::now();
        let (steps, what) = bench();
        let seconds = begun.elapsed().as_secs_f64();
        let peak = memory::peak().map_or_else(String::new, memory::human);
        let rate = steps as f64 / seconds / 1e6;
        println!("{name}: {seconds:.2} s, {rate:.3} M {what}/s, peak memory so far {peak}");
    }
}

/// All words to a length; the largest nimber among them is asserted through its least length.
fn census(longest: usize, largest: usize) -> (u64, &'static str) {
    const LEAST: [usize; 16] = [1, 4, 6, 9, 11, 14, 16, 20, 22, 25, 27, 30, 32, 37, 39, 43];
    let found = pawns::census(longest, &Task::silent()).expect("there is enough memory");
    let lengths: Vec<usize> = found.first.iter().map(|first| first.length).collect();
    assert_eq!(lengths[1..], LEAST[..largest]);
    (found.lengths.iter().map(pawns::Counts::words).sum(), "words")
}

/// First lengths of *8, *16 and so on when every sixth file is stopped.
const LENGTHS: [usize; 10] = [51, 111, 202, 497, 1414, 3545, 8255, 21208, 61985, 187193];

fn period_6(lengths: &[usize]) -> (u64, &'static str) {
    let to = lengths[lengths.len() - 1];
    let pattern = "000100".parse().expect("a word");
    let found = pawns::periodic(&pattern, to, &Task::silent()).expect("there is enough memory");
    let found: Vec<usize> = found.first[3..].iter().map(|first| first.length).collect();
    assert_eq!(found, lengths);
    // Six words of each length, half of them mirror images of the others.
    (3 * (to as u64) * (to as u64) / 2, "moves")
}

/// Every word to length 13 played out beside heaps of 0 to 7 stones. Of a word and its mirror image
/// one is played; each thread has a referee who remembers all words of a length.
fn referee_13() -> (u64, &'static str) {
    let mut positions = 0;
    for length in 1..=13 {
        let words: Vec<Word> = Word::all(length).filter(|word| *word <= word.reversed()).collect();
        let share = words.len().div_ceil(rayon::current_num_threads());
        positions += words.par_chunks(share).map(played_out).sum::<u64>();
    }
    (positions, "positions")
}

fn played_out(words: &[Word]) -> u64 {
    let mut referee = Referee::new();
    for word in words {
        assert_eq!(referee.nimber(word), Ok(Some(Values::nimber_of(word))), "{word}");
    }
    referee.positions()
}

fn diagram_7a() -> (u64, &'static str) {
    let position: nimzo_games::board::Position =
        "11k/p9pP/P5p3P1/pppp3p1p2/6pP4/PPPP2P2P2/p6P2p1/P9Pp/11K".parse().expect("a position");
    let task = Task::silent();
    let proof = Solver::new(&task)
        .prove(&position, Limits { positions: 1 << 22 })
        .expect("nobody interrupts");
    let winning: Vec<String> = proof
        .moves
        .iter()
        .filter(|(_, outcome)| *outcome == Proved::Win)
        .map(|&(one, _)| position.san(one))
        .collect();
    assert_eq!(winning, ["b5"]);
    assert!(proof.moves.iter().all(|(_, outcome)| *outcome != Proved::Unproved));
    (proof.positions, "positions")
}

/// A component of value *4 on the smallest board: every move proved.
fn embed_4() -> (u64, &'static str) {
    let words: [Word; 1] = ["101001000".parse().expect("a word")];
    let embedding = pawns::embed(&words, pawns::least_rows(&words)).expect("there is room");
    let limits = Limits { positions: 200_000 };
    let proof = embedding.prove(limits, &Task::silent()).expect("nobody interrupts");
    let with = |wanted| {
        let moves = proof.moves.iter().filter(move |(_, outcome)| *outcome == wanted);
        moves.map(|&(one, _)| embedding.position.san(one)).collect::<Vec<_>>()
    };
    assert_eq!(with(Proved::Win), ["b5"]);
    assert_eq!(with(Proved::Loss).len() + 1, proof.moves.len());
    (proof.positions, "positions")
}

/// A search that knows no words finds the shortest one of *16.
fn search_16() -> (u64, &'static str) {
    let search = pawns::BeamSearch { width: 3000, longest: 43, seed: 1 };
    let finds = search.run(None, &[], &Task::silent()).expect("nobody interrupts");
    let lengths: Vec<usize> = (8..=16).map(|k| finds[&Nimber(k)].len()).collect();
    assert_eq!(lengths, [20, 22, 25, 27, 30, 32, 37, 39, 43]);
    (3000 * 43, "words kept")
}

/// A search that knows no words finds the shortest ones known of these nimbers, letter for letter.
fn search_for(nimbers: RangeInclusive<u64>, width: usize, seed: u64) -> (u64, &'static str) {
    let known = |one: &BestKnown| nimbers.contains(&one.nimber.0);
    let known: Vec<BestKnown> = pawns::best_known().filter(known).collect();
    let longest = known.iter().map(|one| one.word.len()).max().expect("words are known");
    let search = pawns::BeamSearch { width, longest, seed };
    let finds = search.run(None, &[], &Task::silent()).expect("nobody interrupts");
    for one in &known {
        assert_eq!(finds.get(&one.nimber), Some(&one.word), "{}", one.nimber);
    }
    ((width * longest) as u64, "words kept")
}
