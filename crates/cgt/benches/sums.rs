//! The same sums here and in the `cgt` crate, in one run: Domineering rectangles and sums of
//! random games. Every answer is compared before a time is printed.
//!
//! `cargo bench -p nimzo-cgt --bench sums`

use std::collections::HashMap;
use std::time::{Duration, Instant};

use cgt::grid::small_bit_grid::SmallBitGrid;
use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::short::partizan::games::domineering::{Domineering, Tile};
use cgt::short::partizan::partizan_game::PartizanGame;
use nimzo_cgt::{Dyadic, Game, Nimber, Nus, Universe};

type Board = Domineering<SmallBitGrid<Tile>>;

fn main() {
    println!("{:<34}{:>12}{:>12}{:>9}", "workload", "nimzo", "cgt", "ratio");
    for (rows, columns) in [(4, 4), (3, 6), (4, 5)] {
        domineering(rows, columns);
    }
    random_sums(20_000, 60_000);
    long_sums(100, 4);
    if let Some(peak) = nimzo_work::memory::peak() {
        println!("peak memory {}", nimzo_work::memory::human(peak));
    }
}

fn report(name: &str, work: usize, unit: &str, ours: Duration, theirs: Duration) {
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!(
        "{name:<34}{:>10.1}ms{:>10.1}ms{ratio:>8.1}x  {:.0} {unit}/s",
        ours.as_secs_f64() * 1e3,
        theirs.as_secs_f64() * 1e3,
        work as f64 / ours.as_secs_f64()
    );
}

/// The value of a board with the same walk over positions for both; only the values differ.
fn value<V: Clone>(
    board: &Board,
    known: &mut HashMap<Board, V>,
    zero: &V,
    add: &mut impl FnMut(&V, &V) -> V,
    make: &mut impl FnMut(&[V], &[V]) -> V,
) -> V {
    if let Some(found) = known.get(board) {
        return found.clone();
    }
    let mut sum = zero.clone();
    for part in board.decompositions() {
        let part_value = match known.get(&part) {
            Some(found) => found.clone(),
            None => {
                let left: Vec<V> =
                    part.left_moves().iter().map(|m| value(m, known, zero, add, make)).collect();
                let right: Vec<V> =
                    part.right_moves().iter().map(|m| value(m, known, zero, add, make)).collect();
                let made = make(&left, &right);
                known.insert(part, made.clone());
                made
            }
        };
        sum = add(&sum, &part_value);
    }
    known.insert(*board, sum.clone());
    sum
}

fn domineering(rows: u8, columns: u8) {
    let text = vec![".".repeat(columns.into()); rows.into()].join("|");
    let board: Board = text.parse().expect("a board");
    let start = Instant::now();
    let universe = std::cell::RefCell::new(Universe::new());
    let zero = universe.borrow().zero();
    let mut known = HashMap::new();
    let ours = value(
        &board,
        &mut known,
        &zero,
        &mut |&a, &b| universe.borrow_mut().add(a, b).expect("a sum"),
        &mut |left, right| universe.borrow_mut().game(left, right).expect("a game"),
    );
    let our_time = start.elapsed();
    let start = Instant::now();
    let theirs = value(
        &board,
        &mut HashMap::new(),
        &CanonicalForm::new_integer(0),
        &mut |a, b| CanonicalForm::construct_sum(a, b),
        &mut |left, right| CanonicalForm::new_from_moves(left.to_vec(), right.to_vec()),
    );
    let their_time = start.elapsed();
    assert_eq!(rebuilt(&mut universe.borrow_mut(), &theirs), ours, "{rows}x{columns}");
    let name = format!("Domineering {rows}x{columns}");
    report(&name, known.len(), "positions", our_time, their_time);
}

/// Their canonical form as a game of ours.
fn rebuilt(universe: &mut Universe, theirs: &CanonicalForm) -> Game {
    if let Some(nus) = theirs.to_nus() {
        let number = Dyadic::new(nus.number().numerator(), nus.number().denominator_exponent())
            .expect("fits");
        let star = Nimber(nus.nimber().value().into());
        return universe.nus(Nus { number, ups: nus.up_multiple().into(), star });
    }
    let left: Vec<Game> = theirs.left_moves().map(|g| rebuilt(universe, g.as_ref())).collect();
    let right: Vec<Game> = theirs.right_moves().map(|g| rebuilt(universe, g.as_ref())).collect();
    universe.game(&left, &right).expect("a game")
}

/// A small generator (xorshift), so that every run meets the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// Random games of three days, as the `cgt` crate has them.
fn random_games(count: usize) -> Vec<CanonicalForm> {
    let mut random = Random(0xfeed);
    let mut games = vec![CanonicalForm::new_integer(0)];
    for day in 1..=3 {
        let born_before = games.len();
        while games.len() < count * day / 3 {
            let mut side = || -> Vec<CanonicalForm> {
                (0..random.below(4)).map(|_| games[random.below(born_before)].clone()).collect()
            };
            let (left, right) = (side(), side());
            games.push(CanonicalForm::new_from_moves(left, right));
        }
    }
    games
}

fn random_sums(count: usize, pairs: usize) {
    let theirs = random_games(count);
    let mut universe = Universe::new();
    let ours: Vec<Game> = theirs.iter().map(|game| rebuilt(&mut universe, game)).collect();
    let mut random = Random(0xabc);
    let pairs: Vec<(usize, usize)> =
        (0..pairs).map(|_| (random.below(count), random.below(count))).collect();
    let start = Instant::now();
    let our_sums: Vec<Game> =
        pairs.iter().map(|&(a, b)| universe.add(ours[a], ours[b]).expect("a sum")).collect();
    let our_time = start.elapsed();
    let start = Instant::now();
    let their_sums: Vec<CanonicalForm> =
        pairs.iter().map(|&(a, b)| CanonicalForm::construct_sum(&theirs[a], &theirs[b])).collect();
    let their_time = start.elapsed();
    for (&ours, theirs) in our_sums.iter().zip(&their_sums) {
        assert_eq!(rebuilt(&mut universe, theirs), ours);
    }
    report("sums of two random games", pairs.len(), "sums", our_time, their_time);
}

/// Sums of many small hot games, added one after the other.
fn long_sums(count: usize, terms: usize) {
    let mut random = Random(0xdef);
    let switches: Vec<Vec<[i64; 3]>> = (0..count)
        .map(|_| {
            let mut number = || random.below(5) as i64;
            (0..terms).map(|_| [number() + 4, number(), number() - 4]).collect()
        })
        .collect();
    let start = Instant::now();
    let mut universe = Universe::new();
    let mut ours = Vec::new();
    for sum in &switches {
        let mut total = universe.zero();
        for &[a, b, c] in sum {
            let [a, b, c] = [a, b, c].map(|n| universe.integer(n));
            let right = universe.game(&[b], &[c]).expect("a switch");
            let game = universe.game(&[a], &[right]).expect("a game");
            total = universe.add(total, game).expect("a sum");
        }
        ours.push(total);
    }
    let our_time = start.elapsed();
    let start = Instant::now();
    let mut theirs = Vec::new();
    for sum in &switches {
        let mut total = CanonicalForm::new_integer(0);
        for &[a, b, c] in sum {
            let [a, b, c] = [a, b, c].map(CanonicalForm::new_integer);
            let right = CanonicalForm::new_from_moves(vec![b], vec![c]);
            let game = CanonicalForm::new_from_moves(vec![a], vec![right]);
            total = CanonicalForm::construct_sum(&total, &game);
        }
        theirs.push(total);
    }
    let their_time = start.elapsed();
    for (&ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(rebuilt(&mut universe, theirs), ours);
    }
    let name = format!("sums of {terms} games {{a||b|c}}");
    report(&name, count, "sums", our_time, their_time);
}
