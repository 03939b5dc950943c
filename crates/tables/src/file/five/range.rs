//! A range coder: symbols of known frequency to bytes and back.
//!
//! Frequencies are parts of [`TOTAL`]. The last bytes that are zero are not written: a reader takes what
//! lies behind the end for zeros.

/// The logarithm of the sum of all frequencies.
pub const TOTAL_BITS: u32 = 12;
/// The sum of all frequencies.
pub const TOTAL: u32 = 1 << TOTAL_BITS;
/// The range is kept at least so large.
const LEAST: u32 = 1 << 24;

/// Writes symbols.
pub struct Encoder<'a> {
    bytes: &'a mut Vec<u8>,
    start: usize,
    low: u64,
    range: u32,
}

impl<'a> Encoder<'a> {
    /// Writes behind what `bytes` already holds.
    pub fn behind(bytes: &'a mut Vec<u8>) -> Self {
        let start = bytes.len();
        Self { bytes, start, low: 0, range: u32::MAX }
    }

    /// Writes a symbol of frequency `count`, where those before it have `below` together.
    #[inline(always)]
    pub fn put(&mut self, below: u32, count: u32) {
        let part = self.range >> TOTAL_BITS;
        self.low += u64::from(part * below);
        self.range = part * count;
        while self.range < LEAST {
            self.push();
            self.range <<= 8;
        }
    }

    /// Writes a number of so many bits, all of which are equally likely.
    pub fn put_bits(&mut self, number: u32, bits: u32) {
        self.put(number << (TOTAL_BITS - bits), 1 << (TOTAL_BITS - bits));
    }

    /// Moves the highest byte of `low` out.
    #[inline(always)]
    fn push(&mut self) {
        if self.low >> 32 != 0 {
            self.carry();
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = self.low << 8 & 0xFFFF_FFFF;
    }

    #[cold]
    fn carry(&mut self) {
        for byte in self.bytes[self.start..].iter_mut().rev() {
            *byte = byte.wrapping_add(1);
            if *byte != 0 {
                break;
            }
        }
    }

    /// Writes what is left.
    pub fn finish(mut self) {
        // The range is at least as large as what the lower three bytes can make up.
        self.low = (self.low + u64::from(LEAST - 1)) & !u64::from(LEAST - 1);
        self.push();
        while self.bytes.len() > self.start && self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
    }
}

/// Reads symbols.
pub struct Decoder<'a> {
    rest: &'a [u8],
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    /// Reads what an encoder has written.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { rest: bytes, range: u32::MAX, code: 0 };
        (0..4).for_each(|_| decoder.take());
        decoder
    }

    #[inline(always)]
    fn take(&mut self) {
        let next = match self.rest.split_first() {
            Some((&first, rest)) => {
                self.rest = rest;
                first
            }
            None => 0,
        };
        self.code = self.code << 8 | u32::from(next);
    }

    /// Reads a symbol: `upto` are the sums of frequencies up to and with each symbol, of which the last
    /// is [`TOTAL`]; the place of the symbol among them is returned.
    #[inline(always)]
    pub fn get(&mut self, upto: &[u16]) -> usize {
        let part = self.range >> TOTAL_BITS;
        let mut below = 0;
        let mut place = 0;
        let last = upto.len() - 1;
        let mut above = part * u32::from(upto[0]);
        while self.code >= above && place < last {
            below = above;
            place += 1;
            above = part * u32::from(upto[place]);
        }
        self.code = self.code.wrapping_sub(below);
        self.range = above - below;
        while self.range < LEAST {
            self.take();
            self.range <<= 8;
        }
        place
    }

    /// Reads a number of so many bits.
    pub fn get_bits(&mut self, bits: u32) -> u32 {
        let part = (self.range >> TOTAL_BITS) << (TOTAL_BITS - bits);
        let number = (self.code / part).min((1 << bits) - 1);
        self.code = self.code.wrapping_sub(number * part);
        self.range = part;
        while self.range < LEAST {
            self.take();
            self.range <<= 8;
        }
        number
    }
}
