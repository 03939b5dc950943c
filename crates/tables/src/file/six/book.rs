//! What a stream's blocks are read with: for each side to move the order of cells, and the symbols with their codes.

use shakmaty::{ByColor, Color};

use super::order::Order;
use super::{CELLS, LARGE};
use crate::pairs::{MOST_SYMBOLS, Symbol};

/// The level of zstd.
const LEVEL: i32 = 19;
/// More than any books take.
const MOST_BYTES: usize = 1 << 24;
/// The longest code.
pub const LONGEST: u8 = 16;
/// Codes of at most so many bits are found by one look.
const LOOKED_AT: u8 = 12;
/// Bits of a value that stands behind [`LARGE`].
const BARE: u8 = 16;

/// What blocks with one side to move are coded by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Book {
    pub order: Order,
    /// What symbols stand for; a pair comes after its parts.
    symbols: Vec<Symbol>,
    /// Bits of the code of each; 0 for those that only occur in pairs.
    lengths: Vec<u8>,
    /// How many cells each stands for.
    cells: Vec<u16>,
    /// The codes, whose first bit is the highest of sixteen.
    codes: Vec<u16>,
    /// By the first bits of what comes next: the symbol, see [`Entry`].
    table: Vec<u32>,
    /// Symbols with longer codes, which end below these.
    long: Vec<(u32, u32)>,
}

/// A symbol, the bits to pass over it, and its cells, in a word.
struct Entry(u32);

impl Entry {
    fn word(symbol: usize, bits: u8, cells: u16) -> u32 {
        symbol as u32 | u32::from(bits) << 12 | u32::from(cells) << 18
    }

    fn symbol(&self) -> usize {
        (self.0 & 0xFFF) as usize
    }

    fn bits(&self) -> usize {
        (self.0 >> 12 & 0x3F) as usize
    }

    fn cells(&self) -> usize {
        (self.0 >> 18) as usize
    }
}

impl Book {
    /// The book of these symbols with codes of these lengths; `None` if they make no sense.
    pub fn new(order: Order, symbols: Vec<Symbol>, lengths: Vec<u8>) -> Option<Self> {
        (symbols.len() <= MOST_SYMBOLS && symbols.len() == lengths.len()).then_some(())?;
        let mut cells: Vec<u16> = Vec::with_capacity(symbols.len());
        for symbol in &symbols {
            cells.push(match *symbol {
                Symbol::Value(value) => (value <= LARGE).then_some(1)?,
                Symbol::Pair(left, right) => {
                    let of = |part: u16| cells.get(usize::from(part)).copied();
                    let both = of(left)? + of(right)?;
                    (usize::from(both) <= CELLS).then_some(both)?
                }
            });
        }
        // Codes in the order of their lengths.
        let mut coded: Vec<usize> =
            (0..symbols.len()).filter(|&symbol| lengths[symbol] > 0).collect();
        coded.sort_by_key(|&symbol| lengths[symbol]);
        let mut codes = vec![0; symbols.len()];
        let mut table = vec![0; 1 << LOOKED_AT];
        let mut long = Vec::new();
        let mut begin = 0u32;
        for symbol in coded {
            let length = lengths[symbol];
            (length <= LONGEST).then_some(())?;
            let end = begin + (1 << (LONGEST - length));
            (end <= 1 << LONGEST).then_some(())?;
            codes[symbol] = begin as u16;
            let is_large = symbols[symbol] == Symbol::Value(LARGE);
            let bits = if is_large { length + BARE } else { length };
            let word = Entry::word(symbol, bits, cells[symbol]);
            if length <= LOOKED_AT {
                let shift = LONGEST - LOOKED_AT;
                table[(begin >> shift) as usize..(end >> shift) as usize].fill(word);
            } else {
                long.push((end, word));
            }
            begin = end;
        }
        Some(Self { order, symbols, lengths, cells, codes, table, long })
    }

    /// The code of a symbol: its bits are the highest ones; and how many there are.
    pub fn code(&self, symbol: u16) -> (u16, u8) {
        (self.codes[usize::from(symbol)], self.lengths[usize::from(symbol)])
    }

    /// What comes at so many bits; bytes end in eight that do not count.
    #[inline(always)]
    fn entry(&self, bytes: &[u8], at: usize) -> Option<(Entry, u64)> {
        let word = u64::from_be_bytes(*bytes.get(at / 8..)?.first_chunk()?) << (at % 8);
        let mut entry = self.table[(word >> (64 - LOOKED_AT)) as usize];
        if entry == 0 {
            let next = (word >> (64 - LONGEST)) as u32;
            entry = self.long.get(self.long.partition_point(|&(end, _)| end <= next))?.1;
        }
        Some((Entry(entry), word))
    }

    /// The value at a place of a block, whose bytes are followed by eight that do not count; `None` if it makes no sense.
    pub fn value(&self, bytes: &[u8], place: usize) -> Option<u16> {
        if let [value, _, _, _, _, _, _, _, _] = bytes {
            return Some((*value).into());
        }
        let (mut at, mut left) = (0, place);
        let (mut symbol, word) = loop {
            let (entry, word) = self.entry(bytes, at)?;
            if left < entry.cells() {
                break (entry.symbol(), word);
            }
            left -= entry.cells();
            at += entry.bits();
        };
        loop {
            match self.symbols[symbol] {
                Symbol::Value(LARGE) => {
                    let length = self.lengths[symbol];
                    return Some((word << length >> (64 - BARE)) as u16);
                }
                Symbol::Value(value) => return Some(value),
                Symbol::Pair(first, second) => {
                    let cells = usize::from(self.cells[usize::from(first)]);
                    let is_first = left < cells;
                    left = if is_first { left } else { left - cells };
                    symbol = usize::from(if is_first { first } else { second });
                }
            }
        }
    }

    /// All values of a block in the order of their places.
    pub fn values(&self, bytes: &[u8], values: &mut [u16; CELLS]) -> Option<()> {
        if let [value, _, _, _, _, _, _, _, _] = bytes {
            values.fill((*value).into());
            return Some(());
        }
        let (mut at, mut place) = (0, 0);
        let mut open = Vec::new();
        while place < CELLS {
            let (entry, word) = self.entry(bytes, at)?;
            at += entry.bits();
            open.push(entry.symbol());
            while let Some(symbol) = open.pop() {
                let value = values.get_mut(place)?;
                match self.symbols[symbol] {
                    Symbol::Value(LARGE) => {
                        *value = (word << self.lengths[symbol] >> (64 - BARE)) as u16;
                        place += 1;
                    }
                    Symbol::Value(one) => {
                        *value = one;
                        place += 1;
                    }
                    Symbol::Pair(first, second) => {
                        open.push(usize::from(second));
                        open.push(usize::from(first));
                    }
                }
            }
        }
        Some(())
    }

    /// What symbols stand for.
    pub fn symbols(&self) -> &[Symbol] {
        &self.symbols
    }

    fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.order.code());
        bytes.extend_from_slice(&(self.symbols.len() as u16).to_le_bytes());
        bytes.extend_from_slice(&self.lengths);
        for symbol in &self.symbols {
            let (left, right) = match *symbol {
                Symbol::Value(value) => (value, u16::MAX),
                Symbol::Pair(left, right) => (left, right),
            };
            bytes.extend_from_slice(&left.to_le_bytes());
            bytes.extend_from_slice(&right.to_le_bytes());
        }
    }

    fn decode(mut bytes: &[u8]) -> Option<Self> {
        let order = Order::of_code(*bytes.split_off_first()?)?;
        let count = usize::from(u16::from_le_bytes(*bytes.split_off(..2)?.first_chunk()?));
        let lengths = bytes.split_off(..count)?.to_vec();
        (bytes.len() == 4 * count).then_some(())?;
        let number = |two: &[u8]| u16::from_le_bytes([two[0], two[1]]);
        let symbols = bytes.chunks_exact(4).map(|four| match number(&four[2..]) {
            u16::MAX => Symbol::Value(number(four)),
            right => Symbol::Pair(number(four), right),
        });
        Self::new(order, symbols.collect(), lengths)
    }
}

/// The books of a stream; a side that is left out has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Books {
    books: ByColor<Option<Book>>,
}

impl Books {
    /// These books.
    pub fn new(books: ByColor<Option<Book>>) -> Self {
        Self { books }
    }

    /// The book of a side.
    pub fn book(&self, side: Color) -> Option<&Book> {
        self.books[side].as_ref()
    }

    /// The books in bytes: for each side the length of what follows, and the book, all compressed together.
    pub fn encode(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for book in &self.books {
            let mut part = Vec::new();
            book.iter().for_each(|book| book.encode(&mut part));
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&part);
        }
        zstd::bulk::compress(&bytes, LEVEL)
    }

    /// The books that bytes tell of; `None` if they make no sense.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let whole = zstd::bulk::decompress(bytes, MOST_BYTES).ok()?;
        let mut rest = &whole[..];
        let mut books = ByColor::default();
        for book in &mut books {
            let length = u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
            let part = rest.split_off(..length as usize)?;
            if !part.is_empty() {
                *book = Some(Book::decode(part)?);
            }
        }
        rest.is_empty().then_some(Self { books })
    }
}
