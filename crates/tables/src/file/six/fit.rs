//! Writing blocks: cells that may be what they like let runs go on, and pairs are made as they were made of the sample.

use rustc_hash::FxHashMap;

use super::book::Book;
use super::order::filled;
use super::{ANY, CELLS, LARGE, Ranges};
use crate::pairs::Symbol;

/// The value of a block that needs no symbols, if that may stand in all its cells; the nearest to `favourite`.
pub fn single(ranges: &Ranges, favourite: u8) -> Option<u8> {
    let join = |[least, most]: [u8; 2], cell: &[u8; 2]| [least.max(cell[0]), most.min(cell[1])];
    let [least, most] = ranges.iter().fold(ANY, join);
    (least <= most && u16::from(least) < LARGE).then(|| favourite.clamp(least, most))
}

/// None, as a place or a symbol.
const NONE: u16 = u16::MAX;

/// A book, and what it takes to write by it.
pub struct Pairing {
    book: Book,
    /// The symbol of each value; that of [`LARGE`] where it has none.
    single: [u16; 256],
    /// The symbols of pairs.
    pairs: FxHashMap<u32, u16>,
    favourite: u8,
}

impl Pairing {
    /// Writes by a book, which must have [`LARGE`]. Where any of several values may stand, it is the one nearest to
    /// `favourite`.
    pub fn new(book: Book, favourite: u8) -> Self {
        let (mut single, mut pairs) = ([NONE; 256], FxHashMap::default());
        for (number, symbol) in book.symbols().iter().enumerate() {
            match *symbol {
                Symbol::Value(value) => single[usize::from(value)] = number as u16,
                Symbol::Pair(left, right) => {
                    pairs.insert(key(left, right), number as u16);
                }
            }
        }
        let large = single[usize::from(LARGE)];
        single.iter_mut().filter(|symbol| **symbol == NONE).for_each(|symbol| *symbol = large);
        Self { book, single, pairs, favourite }
    }

    /// The book.
    pub fn book(&self) -> &Book {
        &self.book
    }

    /// The bytes of a block whose cells may be this. What is written in them goes into `values`; `large` tells those that
    /// are no less than [`LARGE`].
    pub fn pack(
        &self,
        ranges: &Ranges,
        large: impl Fn(usize) -> u16,
        values: &mut [u8; CELLS],
        work: &mut Work,
    ) -> Vec<u8> {
        if ranges.iter().all(|&range| range == ANY) {
            return Vec::new();
        }
        if let Some(value) = single(ranges, self.favourite) {
            values.fill(value);
            return vec![value];
        }
        let order = self.book.order;
        let by_place = filled(&order.sorted(ranges), self.favourite);
        let mut bare = Vec::new();
        for (cell, value) in values.iter_mut().enumerate() {
            let place = order.place(cell);
            *value = by_place[place];
            let number = u16::from(*value);
            if number >= LARGE {
                bare.push((place, large(cell)));
            } else if self.book.symbols()[usize::from(self.single[usize::from(*value)])]
                == Symbol::Value(LARGE)
            {
                bare.push((place, number));
            }
        }
        bare.sort_unstable();
        let mut bare = bare.into_iter();
        let mut bits = Bits::default();
        for symbol in self.paired(&by_place, work) {
            bits.put(self.book.code(symbol));
            if self.book.symbols()[usize::from(symbol)] == Symbol::Value(LARGE) {
                bits.put((bare.next().map_or(0, |(_, number)| number), 16));
            }
        }
        bits.bytes()
    }

    /// The symbols of a block: pairs are made in the order in which they were found, as often as they come up.
    fn paired<'a>(
        &self,
        values: &[u8; CELLS],
        work: &'a mut Work,
    ) -> impl Iterator<Item = u16> + use<'a> {
        let Work { symbols, next, before, places } = work;
        let made = |left: u16, right: u16| self.pairs.get(&key(left, right)).copied();
        places.resize_with(places.len().max(self.book.symbols().len()), Vec::new);
        for (at, &value) in values.iter().enumerate() {
            symbols[at] = self.single[usize::from(value)];
            next[at] = at as u16 + 1;
            before[at] = (at as u16).wrapping_sub(1);
        }
        next[CELLS - 1] = NONE;
        for at in 0..CELLS - 1 {
            if let Some(pair) = made(symbols[at], symbols[at + 1]) {
                places[usize::from(pair)].push(at as u16);
            }
        }
        // A pair comes after its parts, so what is made of it comes up later.
        for pair in 0..self.book.symbols().len() as u16 {
            let mut at_these = std::mem::take(&mut places[usize::from(pair)]);
            for &at in &at_these {
                let (left, second) = (symbols[usize::from(at)], next[usize::from(at)]);
                if left == NONE
                    || second == NONE
                    || made(left, symbols[usize::from(second)]) != Some(pair)
                {
                    continue;
                }
                symbols[usize::from(at)] = pair;
                symbols[usize::from(second)] = NONE;
                let (first, third) = (before[usize::from(at)], next[usize::from(second)]);
                next[usize::from(at)] = third;
                if third != NONE {
                    before[usize::from(third)] = at;
                    if let Some(found) = made(pair, symbols[usize::from(third)]) {
                        places[usize::from(found)].push(at);
                    }
                }
                if first != NONE
                    && let Some(found) = made(symbols[usize::from(first)], pair)
                {
                    places[usize::from(found)].push(first);
                }
            }
            at_these.clear();
            places[usize::from(pair)] = at_these;
        }
        symbols.iter().copied().filter(|&symbol| symbol != NONE)
    }
}

/// Two symbols in a word.
fn key(left: u16, right: u16) -> u32 {
    u32::from(left) << 16 | u32::from(right)
}

/// Room in which pairs are made.
pub struct Work {
    /// By place the symbol that begins there, and where those next to it begin.
    symbols: Box<[u16; CELLS]>,
    next: Box<[u16; CELLS]>,
    before: Box<[u16; CELLS]>,
    /// For each symbol where it may be made.
    places: Vec<Vec<u16>>,
}

impl Default for Work {
    fn default() -> Self {
        let [symbols, next, before] = [(); 3].map(|()| Box::new([NONE; CELLS]));
        Self { symbols, next, before, places: Vec::new() }
    }
}

/// Bits, the highest of each byte first.
#[derive(Default)]
struct Bits {
    bytes: Vec<u8>,
    word: u64,
    there: u32,
}

impl Bits {
    /// Puts the highest of sixteen bits, so many of them.
    fn put(&mut self, (code, count): (u16, u8)) {
        self.word |= (u64::from(code) << 48) >> self.there;
        self.there += u32::from(count);
        while self.there >= 8 {
            self.bytes.push((self.word >> 56) as u8);
            self.word <<= 8;
            self.there -= 8;
        }
    }

    /// The bytes; more than one, which would be a value.
    fn bytes(mut self) -> Vec<u8> {
        if self.there > 0 {
            self.bytes.push((self.word >> 56) as u8);
        }
        let length = self.bytes.len().max(2);
        self.bytes.resize(length, 0);
        self.bytes
    }
}
