use proptest::collection::vec;
use proptest::prelude::*;

use super::book::{Book, Books, LONGEST};
use super::fit::{Pairing, Work};
use super::order::{Order, filled, runs};
use super::{ANY, CELLS, LARGE, Ranges};
use crate::pairs::{Limits, Symbol, lengths, pair_up};
use nimzo_work::Task;

/// A block made up: what its cells may be, and what stands in them. Runs are likely.
fn block(seed: u64, most: u16) -> (Box<Ranges>, Vec<u16>) {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (changes, free) = (dice.u8(1..100), dice.u8(..100));
    let mut value = 0;
    let mut ranges = Box::new([ANY; CELLS]);
    let mut values = Vec::new();
    for range in ranges.iter_mut() {
        if dice.u8(..100) < changes {
            value = dice.u16(0..most);
        }
        values.push(value);
        let own = value.min(LARGE) as u8;
        *range = match dice.u8(..100) < free {
            true if dice.bool() => ANY,
            true if value < LARGE - 1 => [own, dice.u8(own..LARGE as u8)],
            _ => [own, own],
        };
    }
    (ranges, values)
}

/// A pairing for blocks like those of some seeds.
fn pairing(seeds: &[u64], most: u16, order: u8) -> Pairing {
    let mut values: Vec<u16> = vec![7, 3];
    seeds.iter().for_each(|&seed| values.extend(&block(seed, most).1));
    values.retain(|&value| value < LARGE);
    let limits = Limits { values: 4096, symbol_bits: 2.0 };
    let paired = pair_up(values, limits, &Task::silent()).unwrap();
    let mut often: Vec<u64> = paired.frequencies().iter().map(|&count| count.max(1)).collect();
    let mut symbols = paired.symbols.clone();
    symbols.push(Symbol::Value(LARGE));
    often.push(1);
    let order = Order::of_code(order).unwrap();
    let book = Book::new(order, symbols, lengths(&often, LONGEST)).unwrap();
    let books = Books::new(shakmaty::ByColor { white: None, black: Some(book.clone()) });
    assert_eq!(Books::decode(&books.encode().unwrap()), Some(books));
    Pairing::new(book, 2)
}

fn read(book: &Book, bytes: &[u8]) -> Vec<u16> {
    let mut by_place = [0; CELLS];
    book.values(&[bytes, &[0; 8]].concat(), &mut by_place).unwrap();
    (0..CELLS).map(|cell| by_place[book.order.place(cell)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Blocks come back, whole and cell by cell, also by a book that was made for others.
    #[test]
    fn blocks_read_back(
        seed: u64,
        others in vec(any::<u64>(), 0..3),
        most in 1u16..400,
        own: bool,
        order in 0u8..24,
    ) {
        let mut samples = others;
        if own {
            samples.push(seed);
        }
        let pairing = pairing(&samples, most, order);
        let (ranges, values) = block(seed, most);
        let mut written = [0; CELLS];
        let bytes = pairing.pack(&ranges, |cell| values[cell], &mut written, &mut Work::default());
        prop_assume!(!bytes.is_empty());
        let found = read(pairing.book(), &bytes);
        let behind = [&bytes[..], &[0; 8]].concat();
        for cell in (0..CELLS).filter(|&cell| ranges[cell] != ANY) {
            let [least, most] = ranges[cell].map(u16::from);
            match least {
                LARGE => prop_assert_eq!(found[cell], values[cell]),
                _ => prop_assert!(least <= found[cell] && found[cell] <= most, "{cell}"),
            }
            prop_assert_eq!(found[cell].min(LARGE), u16::from(written[cell]));
            let alone = pairing.book().value(&behind, pairing.book().order.place(cell));
            prop_assert_eq!(alone, Some(found[cell]));
        }
    }

    /// Whatever stands in a file, reading it ends.
    #[test]
    fn any_bytes_are_read_or_refused(
        seed: u64,
        mut bytes in vec(any::<u8>(), 0..300),
        books in vec(any::<u8>(), 0..300),
        lengths in vec(0u8..20, 0..60),
        parts in vec((0u16..70, 0u16..70), 0..60),
    ) {
        let _ = Books::decode(&books);
        let _ = Books::decode(&zstd::bulk::compress(&books, 1).unwrap());
        let order = Order::of_code(3).unwrap();
        let symbols: Vec<Symbol> = std::iter::once(Symbol::Value(4))
            .chain(parts.into_iter().map(|(left, right)| Symbol::Pair(left, right)))
            .collect();
        let made = Book::new(order, symbols, lengths);
        bytes.extend([0; 8]);
        for book in [Some(pairing(&[seed], 90, 1).book().clone()), made].into_iter().flatten() {
            let _ = book.values(&bytes, &mut [0; CELLS]);
            (0..CELLS).step_by(97).for_each(|place| _ = book.value(&bytes, place));
        }
    }
}

#[test]
fn orders_are_all_different_and_go_through_all_cells() {
    let all: Vec<Vec<usize>> =
        Order::all().map(|order| (0..CELLS).map(|cell| order.place(cell)).collect()).collect();
    assert_eq!(all.len(), 24);
    for (number, places) in all.iter().enumerate() {
        assert!(!all[..number].contains(places));
        let mut sorted = places.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..CELLS));
    }
    assert_eq!(Order::of_code(24), None);
}

/// The order in which like cells follow each other is found.
#[test]
fn the_order_with_the_longest_runs_is_chosen() {
    let mut dice = fastrand::Rng::with_seed(4);
    for order in Order::all() {
        // Each stretch of eight places is alike.
        let stretches: Vec<u8> = (0..CELLS / 8).map(|_| dice.u8(..250)).collect();
        let mut block = Box::new([ANY; CELLS]);
        for (cell, range) in block.iter_mut().enumerate() {
            *range = [stretches[order.place(cell) / 8]; 2];
        }
        let (found, count) = Order::best(std::iter::once(&*block));
        assert!(count <= runs(&order.sorted(&block)).len());
        let together = (0..CELLS).filter(|&cell| order.place(cell) < 8);
        let mut places: Vec<usize> = together.map(|cell| found.place(cell) / 8).collect();
        places.dedup();
        assert_eq!(places.len(), 1);
    }
}

/// Free cells make no runs of their own, and let those beside them end at round places.
#[test]
fn free_cells_go_with_runs() {
    let mut block = Box::new([ANY; CELLS]);
    (block[5], block[100], block[4000]) = ([3, 9], [7, 7], [1, 2]);
    assert_eq!(runs(&block).len(), 2);
    let values = filled(&block, 0);
    assert!(values[..2048].iter().all(|&value| value == 7));
    assert!(values[2048..].iter().all(|&value| value == 1));
}
