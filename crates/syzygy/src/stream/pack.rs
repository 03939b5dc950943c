//! Symbols as bits in blocks of like size, and the index of the blocks.

use std::ops::RangeInclusive;

use nimzo_tables::pairs::{Paired, Symbol, lengths};

/// The longest code that readers take.
const LONGEST: u8 = 32;

/// The most values of a block: their number less one is in two bytes.
const BLOCK_VALUES: u64 = 1 << 16;

/// Blocks to an entry of the index, about.
const BLOCKS_TO_ENTRY: u64 = 16;

/// The most values between two entries of the index, as a power of two.
const LONGEST_SPAN: u32 = 22;

/// Sizes of blocks to choose among, as powers of two.
pub type BlockSizes = RangeInclusive<u8>;

/// A table as the parts of a file.
#[derive(Debug, Default)]
pub struct Packed {
    /// How it is coded, without the flags.
    pub coding: Vec<u8>,
    /// For every so many values, the block that holds the one in the middle.
    pub index: Vec<u8>,
    /// How many values each block holds.
    pub lengths: Vec<u8>,
    /// The blocks.
    pub blocks: Vec<u8>,
}

impl Packed {
    /// Bytes of all parts.
    pub fn len(&self) -> usize {
        self.coding.len() + self.index.len() + self.lengths.len() + self.blocks.len()
    }
}

/// A code: its bits are the last ones of the number.
#[derive(Debug, Clone, Copy, Default)]
struct Code {
    bits: u64,
    length: u8,
}

/// Packs symbols into blocks of the size that takes least room.
pub fn pack(paired: &Paired, sizes: BlockSizes) -> Packed {
    let coding = Coding::new(paired);
    let starts = sizes.map(|size| (size, coding.block_starts(paired, size)));
    let room = |size: u8, blocks: usize| (blocks as u64) * ((1 << size) + 2);
    let (size, starts) =
        starts.min_by_key(|(size, starts)| room(*size, starts.len())).expect("a size of blocks");
    let values: u64 =
        paired.sequence.iter().map(|&symbol| u64::from(paired.values[usize::from(symbol)])).sum();
    let mut first_values = Vec::with_capacity(starts.len() + 1);
    let mut blocks = vec![0; starts.len() << size];
    let mut first_value = 0;
    for (number, &start) in starts.iter().enumerate() {
        first_values.push(first_value);
        let end = starts.get(number + 1).copied().unwrap_or(paired.sequence.len());
        let mut bits = Bits { bytes: &mut blocks[number << size..], at: 0 };
        for &symbol in &paired.sequence[start..end] {
            bits.put(coding.codes[usize::from(symbol)]);
            first_value += u64::from(paired.values[usize::from(symbol)]);
        }
    }
    first_values.push(values);
    let (span, index, beyond) = index(&first_values);
    let mut lengths: Vec<u8> = first_values
        .windows(2)
        .flat_map(|pair| ((pair[1] - pair[0] - 1) as u16).to_le_bytes())
        .collect();
    lengths.resize(lengths.len() + 2 * usize::from(beyond), 0xFF);
    let mut bytes = vec![size, span as u8, beyond];
    bytes.extend((starts.len() as u32).to_le_bytes());
    bytes.extend(&coding.bytes);
    Packed { coding: bytes, index, lengths, blocks }
}

/// The index of blocks that begin with these values: the power of two that it is kept for, its bytes,
/// and the blocks it names beyond the last.
fn index(first_values: &[u64]) -> (u32, Vec<u8>, u8) {
    let blocks = first_values.len() - 1;
    let values = first_values[blocks];
    let per_entry = (values * BLOCKS_TO_ENTRY / blocks as u64).max(2);
    let span = per_entry.ilog2().min(LONGEST_SPAN);
    let mut bytes = Vec::new();
    let mut block = 0;
    let mut beyond = 0;
    for entry in 0..values.div_ceil(1 << span) {
        let middle = (entry << span) + (1 << span) / 2;
        while block < blocks && first_values[block + 1] <= middle {
            block += 1;
        }
        let (named, first) = if block < blocks {
            (block as u32, first_values[block])
        } else {
            let further = (middle - values) / BLOCK_VALUES;
            beyond = further as u8 + 1;
            (block as u32 + further as u32, values + further * BLOCK_VALUES)
        };
        bytes.extend(named.to_le_bytes());
        bytes.extend(((middle - first) as u16).to_le_bytes());
    }
    (span, bytes, beyond)
}

/// Codes of symbols, and the bytes that tell them.
struct Coding {
    codes: Vec<Code>,
    bytes: Vec<u8>,
}

impl Coding {
    /// Symbols are numbered from the longest code to the shortest; those that occur only in others have
    /// no code and come last.
    fn new(paired: &Paired) -> Self {
        let lengths = lengths(&paired.frequencies(), LONGEST);
        let mut order: Vec<usize> = (0..lengths.len()).collect();
        order.sort_by_key(|&symbol| match lengths[symbol] {
            0 => u8::MAX,
            length => LONGEST - length,
        });
        let mut numbers = vec![0u16; order.len()];
        for (number, &symbol) in order.iter().enumerate() {
            numbers[symbol] = number as u16;
        }
        let used = || lengths.iter().copied().filter(|&length| length > 0);
        let (longest, shortest) = (used().max().unwrap_or(1), used().min().unwrap_or(1));
        let mut bytes = vec![longest, shortest];
        let mut codes = vec![Code::default(); order.len()];
        let (mut lowest, mut base) = (0u16, 0u64);
        let mut lowest_of = Vec::new();
        for length in (shortest..=longest).rev() {
            lowest_of.push(lowest);
            let count = used().filter(|&used| used == length).count();
            for &symbol in &order[usize::from(lowest)..usize::from(lowest) + count] {
                let bits = base + u64::from(numbers[symbol] - lowest);
                codes[symbol] = Code { bits, length };
            }
            lowest += count as u16;
            base = (base + count as u64) / 2;
        }
        bytes.extend(lowest_of.iter().rev().flat_map(|lowest| lowest.to_le_bytes()));
        bytes.extend((order.len() as u16).to_le_bytes());
        for &symbol in &order {
            let (left, right) = match paired.symbols[symbol] {
                Symbol::Value(value) => (value, 0xFFF),
                Symbol::Pair(left, right) => {
                    (numbers[usize::from(left)], numbers[usize::from(right)])
                }
            };
            bytes.extend([left as u8, (left >> 8 | right << 4) as u8, (right >> 4) as u8]);
        }
        bytes.resize(bytes.len() + order.len() % 2, 0);
        Self { codes, bytes }
    }

    /// Where in the sequence blocks of a size begin.
    fn block_starts(&self, paired: &Paired, size: u8) -> Vec<usize> {
        let most_bits = 8u64 << size;
        let mut starts = vec![0];
        let (mut bits, mut values) = (0, 0);
        for (at, &symbol) in paired.sequence.iter().enumerate() {
            let length = u64::from(self.codes[usize::from(symbol)].length);
            let count = u64::from(paired.values[usize::from(symbol)]);
            if bits + length > most_bits || values + count > BLOCK_VALUES {
                starts.push(at);
                (bits, values) = (0, 0);
            }
            bits += length;
            values += count;
        }
        starts
    }
}

/// Bits put into bytes, the highest first.
struct Bits<'a> {
    bytes: &'a mut [u8],
    at: usize,
}

impl Bits<'_> {
    fn put(&mut self, code: Code) {
        let length = usize::from(code.length);
        // At most seven bits before it and 32 of its own.
        let shifted = code.bits << (64 - length) >> (self.at % 8);
        let bytes = shifted.to_be_bytes();
        for (byte, new) in self.bytes[self.at / 8..].iter_mut().zip(bytes) {
            *byte |= new;
        }
        self.at += length;
    }
}
