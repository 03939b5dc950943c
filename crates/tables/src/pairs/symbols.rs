//! Pairs of symbols that come one after another often become one symbol, and so on.

use nimzo_work::{Interrupted, Task};

/// Numbers of symbols are below this, which means "no pair" in a file.
pub const MOST_SYMBOLS: usize = 4095;

/// How far pairs are made of pairs.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The most values that a symbol stands for.
    pub values: u16,
    /// How many bits it takes to tell what a symbol stands for.
    pub symbol_bits: f64,
}

/// A value that is part of no pair: it keeps what is before it apart from what is behind it.
pub const BARRIER: u16 = u16::MAX;

/// How deep pairs may be made of pairs: some readers go down no further.
const MOST_DEPTH: u8 = 15;

/// What a symbol stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symbol {
    /// A value.
    Value(u16),
    /// Two symbols, one after the other.
    Pair(u16, u16),
}

impl Symbol {
    /// What keeps others apart.
    pub const BARRIER: Self = Self::Value(BARRIER);
}

/// Values as symbols.
#[derive(Debug)]
pub struct Paired {
    /// What each symbol stands for.
    pub symbols: Vec<Symbol>,
    /// How many values each symbol stands for.
    pub values: Vec<u16>,
    /// The symbols in order.
    pub sequence: Vec<u16>,
}

impl Paired {
    fn new(values: Vec<u16>, limits: Limits) -> (Self, Vec<u8>) {
        let highest = values.iter().copied().max().unwrap_or_default();
        let mut seen = vec![false; usize::from(highest) + 1];
        values.iter().for_each(|&value| seen[usize::from(value)] = true);
        let mut number = vec![0u16; seen.len()];
        let mut symbols = Vec::new();
        for (value, _) in seen.iter().enumerate().filter(|&(_, &seen)| seen) {
            number[value] = symbols.len() as u16;
            symbols.push(Symbol::Value(value as u16));
        }
        let mut sequence = values;
        sequence.iter_mut().for_each(|value| *value = number[usize::from(*value)]);
        // A barrier fills a symbol.
        let length = |symbol: &Symbol| if *symbol == Symbol::BARRIER { limits.values } else { 1 };
        let values: Vec<u16> = symbols.iter().map(length).collect();
        let depths = vec![0; symbols.len()];
        (Self { symbols, values, sequence }, depths)
    }

    /// Appends the values of a symbol.
    pub fn expand(&self, symbol: u16, values: &mut Vec<u16>) {
        match self.symbols[usize::from(symbol)] {
            Symbol::Value(value) => values.push(value),
            Symbol::Pair(left, right) => {
                self.expand(left, values);
                self.expand(right, values);
            }
        }
    }

    /// How often each symbol occurs.
    pub fn frequencies(&self) -> Vec<u64> {
        let mut found = vec![0; self.symbols.len()];
        self.sequence.iter().for_each(|&symbol| found[usize::from(symbol)] += 1);
        found
    }

    /// About how many bits the symbols will take: a code has at least one.
    fn bits(&self, limits: Limits) -> f64 {
        let total = self.sequence.len() as f64;
        let bits = |&count: &u64| match count {
            0 => 0.0,
            count => count as f64 * (total / count as f64).log2().max(1.0),
        };
        self.frequencies().iter().map(bits).sum::<f64>()
            + limits.symbol_bits * self.symbols.len() as f64
    }
}

/// Where a pair is counted.
#[inline(always)]
fn place(left: u16, right: u16) -> usize {
    usize::from(left) << 12 | usize::from(right)
}

/// Makes pairs of the pairs that occur most, again and again, as long as that saves room.
pub fn pair_up(values: Vec<u16>, limits: Limits, task: &Task) -> Result<Paired, Interrupted> {
    let (mut paired, mut depths) = Paired::new(values, limits);
    let mut counts = vec![0u32; 1 << 24];
    let mut seen = Vec::new();
    let mut bits = paired.bits(limits);
    loop {
        task.check()?;
        let chosen = choose(&paired, &depths, limits, &mut counts, &mut seen);
        if chosen.is_empty() {
            break;
        }
        for &(left, right) in &chosen {
            counts[place(left, right)] = paired.symbols.len() as u32;
            paired.symbols.push(Symbol::Pair(left, right));
            let of = |symbol: u16| paired.values[usize::from(symbol)];
            paired.values.push(of(left) + of(right));
            depths.push(1 + depths[usize::from(left)].max(depths[usize::from(right)]));
        }
        replace(&mut paired.sequence, &chosen, &counts);
        for &(left, right) in &chosen {
            counts[place(left, right)] = 0;
        }
        let now = paired.bits(limits);
        if now >= bits {
            break;
        }
        bits = now;
    }
    Ok(paired)
}

/// The least count of a pair that is worth a symbol.
const LEAST: u32 = 5;

/// The pairs to be made next: the most frequent one, and those nearly as frequent that do not overlap
/// with it or each other.
fn choose(
    paired: &Paired,
    depths: &[u8],
    limits: Limits,
    counts: &mut [u32],
    seen: &mut Vec<u32>,
) -> Vec<(u16, u16)> {
    let room = MOST_SYMBOLS - paired.symbols.len();
    count_pairs(&paired.sequence, counts, seen);
    let fits = |&pair: &u32| {
        let (left, right) = ((pair >> 12) as usize, (pair & 0xFFF) as usize);
        u32::from(paired.values[left]) + u32::from(paired.values[right]) <= u32::from(limits.values)
            && depths[left].max(depths[right]) < MOST_DEPTH
    };
    let mut found: Vec<(u32, u32)> = (seen.iter().copied().filter(fits))
        .map(|pair| (counts[pair as usize], pair))
        .filter(|&(count, _)| count >= LEAST)
        .collect();
    seen.drain(..).for_each(|pair| counts[pair as usize] = 0);
    let most = found.iter().map(|&(count, _)| count).max().unwrap_or_default();
    found.retain(|&(count, _)| u64::from(count) * 10 >= u64::from(most) * 8);
    found.sort_unstable_by(|a, b| b.cmp(a));
    let symbols = paired.symbols.len();
    let (mut is_left, mut is_right) = (vec![false; symbols], vec![false; symbols]);
    let mut chosen = Vec::new();
    for (_, pair) in found {
        let (left, right) = ((pair >> 12) as usize, (pair & 0xFFF) as usize);
        if chosen.len() == room {
            break;
        }
        if is_right[left] || is_left[right] {
            continue;
        }
        (is_left[left], is_right[right]) = (true, true);
        chosen.push((left as u16, right as u16));
    }
    chosen
}

/// Counts the pairs of a sequence, a run of like symbols as if its pairs did not overlap.
fn count_pairs(sequence: &[u16], counts: &mut [u32], seen: &mut Vec<u32>) {
    let mut skip = false;
    for pair in sequence.windows(2) {
        let at = place(pair[0], pair[1]);
        if pair[0] == pair[1] && skip {
            skip = false;
            continue;
        }
        skip = pair[0] == pair[1];
        if counts[at] == 0 {
            seen.push(at as u32);
        }
        counts[at] += 1;
    }
}

/// Replaces the chosen pairs, whose new symbols are in `counts`.
fn replace(sequence: &mut Vec<u16>, chosen: &[(u16, u16)], counts: &[u32]) {
    let mut is_left = [false; MOST_SYMBOLS + 1];
    chosen.iter().for_each(|&(left, _)| is_left[usize::from(left)] = true);
    let (mut from, mut to) = (0, 0);
    while from < sequence.len() {
        let symbol = sequence[from];
        let next = sequence.get(from + 1).copied();
        let made = match next {
            Some(next) if is_left[usize::from(symbol)] => counts[place(symbol, next)],
            _ => 0,
        };
        sequence[to] = if made > 0 { made as u16 } else { symbol };
        from += if made > 0 { 2 } else { 1 };
        to += 1;
    }
    sequence.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_stand_for_the_values_they_were_made_of() {
        let mut random = fastrand::Rng::with_seed(23);
        for length in [0, 1, 2, 3, 1000, 30_000] {
            for most in [1, 2, 5, 200] {
                let mut values = Vec::new();
                while values.len() < length {
                    let value = random.u16(0..most);
                    let run = random.usize(1..40).min(length - values.len());
                    values.extend(std::iter::repeat_n(value, run));
                }
                let limits = Limits { values: 256, symbol_bits: 24.0 };
                let paired = pair_up(values.clone(), limits, &Task::silent()).expect("pairs");
                let mut found = Vec::new();
                for &symbol in &paired.sequence {
                    let before = found.len();
                    paired.expand(symbol, &mut found);
                    let count = usize::from(paired.values[usize::from(symbol)]);
                    assert_eq!(found.len() - before, count);
                    assert!(count <= 256);
                }
                assert_eq!(found, values);
                assert!(length < 30_000 || paired.sequence.len() * 4 <= length);
            }
        }
    }
}
