//! Growing a tree from samples: frequencies, and what they are worth.

use super::range::{TOTAL, TOTAL_BITS};
use super::tree::{BARE_BITS, ESCAPE, KIND_BITS, KINDS, LEVELS, Node, Tree};

impl Tree {
    /// The tree that takes least for samples, each of which stands for `weight` symbols, and what these
    /// take in bits.
    pub fn grow(samples: &mut [u64], weight: u64) -> (Self, u64) {
        samples.sort_unstable();
        let (trunk, cost) = Grown::of(samples, 0, &Costs::new(weight));
        let mut tree = Self::default();
        tree.plant(&trunk);
        (tree.linked(), (cost * weight) >> COST_BITS)
    }

    fn plant(&mut self, grown: &Grown) -> u16 {
        let number = self.nodes.len();
        let start = self.symbols.len() as u32;
        let mut sum = 0;
        for &(symbol, count) in &grown.counts {
            sum += count;
            self.symbols.push(symbol);
            self.upto.push(sum);
        }
        let end = self.symbols.len() as u32;
        self.nodes.push(Node { start, end, branches: 0, first: 0, span: 0 });
        let kinds: Vec<u8> = grown.branches.iter().map(|(kind, _)| *kind).collect();
        let at = self.branch(number, &kinds);
        for (kind, branch) in &grown.branches {
            // More nodes than can be numbered have never been seen; their symbols would be those of this one.
            if self.nodes.len() < usize::from(u16::MAX) {
                let next = self.plant(branch);
                self.branches[at + usize::from(kind - kinds[0])] = next;
            }
        }
        number as u16
    }
}

/// Fraction bits of costs, which are bits.
const COST_BITS: u32 = 8;

/// What a symbol of each frequency takes.
fn costs() -> Vec<u64> {
    // By squaring, so that they are the same on every machine.
    let cost = |frequency: u32| {
        let mut found = 0u64;
        let mut x = u64::from(frequency) << (32 - TOTAL_BITS);
        // x / 2^32 is between 0 and 1; its logarithm is taken bit by bit.
        while x < 1 << 31 {
            x <<= 1;
            found += 1;
        }
        let mut bits = found << COST_BITS;
        let mut y = u128::from(x);
        for bit in (0..COST_BITS).rev() {
            y = (y * y) >> 32;
            if y < 1 << 31 {
                y <<= 1;
                bits += 1 << bit;
            }
        }
        bits
    };
    let mut all = vec![u64::from(TOTAL_BITS) << COST_BITS];
    all.extend((1..=TOTAL).map(cost));
    all
}

/// What things take, in parts of a bit.
struct Costs {
    /// A symbol of each frequency.
    of_frequency: Vec<u64>,
    /// To have one more symbol in a node: what it takes in the file, shared among all that a sample stands for,
    /// and what is lost because the frequencies are known from a sample only.
    of_having: u64,
}

impl Costs {
    fn new(weight: u64) -> Self {
        let of_having = (3 << COST_BITS) / 2 + (13 << COST_BITS) / weight.max(1);
        Self { of_frequency: costs(), of_having }
    }
}

/// A node in the making.
struct Grown {
    /// Symbols and frequencies, the most frequent first.
    counts: Vec<(u8, u16)>,
    branches: Vec<(u8, Grown)>,
}

impl Grown {
    /// The best subtree for some samples, and what they take with it.
    fn of(samples: &[u64], level: usize, costs: &Costs) -> (Self, u64) {
        let all = count(samples);
        let own = frequencies(&all);
        let prices = prices(&own, costs);
        let mut left = all;
        let mut branches = Vec::new();
        let mut cost = 0;
        if level < LEVELS {
            let shift = 8 + KIND_BITS * (LEVELS - 1 - level) as u32;
            let kind = |sample: &u64| (sample >> shift) as u8 & (KINDS - 1) as u8;
            for group in samples.chunk_by(|a, b| kind(a) == kind(b)) {
                let counts = count(group);
                let bare = price(&counts, &prices);
                // Nothing can be gained that is more than all of it takes.
                if bare < 4 * costs.of_having {
                    continue;
                }
                let (branch, taken) = Self::of(group, level + 1, costs);
                let taken = taken + 2 * costs.of_having;
                if taken < bare {
                    left.iter_mut().zip(counts).for_each(|(left, moved)| *left -= moved);
                    branches.push((kind(&group[0]), branch));
                    cost += taken;
                }
            }
        }
        if left.iter().all(|&count| count == 0) {
            return (Self { counts: own, branches }, cost);
        }
        let counts = frequencies(&left);
        cost += price(&left, &self::prices(&counts, costs));
        cost += counts.len() as u64 * costs.of_having;
        (Self { counts, branches }, cost)
    }
}

fn count(samples: &[u64]) -> [u32; 256] {
    let mut counts = [0; 256];
    for sample in samples {
        counts[(sample & 255) as usize] += 1;
    }
    counts
}

/// Frequencies like these counts, the most frequent first, with an escape.
fn frequencies(counts: &[u32; 256]) -> Vec<(u8, u16)> {
    // Twice the counts. What comes up once tells how likely it is that something new will.
    let twice: u64 = counts.iter().map(|&count| 2 * u64::from(count)).sum();
    let once = counts.iter().filter(|&&count| count == 1).count() as u64;
    let escape = (once + 1).max(twice / u64::from(TOTAL));
    let total = twice + escape;
    let mut found: Vec<(u8, u16)> = Vec::new();
    let frequency = |part: u64| (part + total / 2) / total;
    for (symbol, &count) in counts.iter().enumerate().take(usize::from(ESCAPE)) {
        let part = 2 * u64::from(count) * u64::from(TOTAL);
        if part > total / 4 {
            found.push((symbol as u8, frequency(part).clamp(1, u64::from(TOTAL) - 1) as u16));
        }
    }
    let part = escape * u64::from(TOTAL);
    found.push((ESCAPE, frequency(part).clamp(1, u64::from(TOTAL)) as u16));
    found.sort_by_key(|&(symbol, frequency)| (std::cmp::Reverse(frequency), symbol));
    // What rounding has taken or given is taken from or given to the most frequent, as far as it has it.
    let mut sum: i32 = found.iter().map(|&(_, frequency)| i32::from(frequency)).sum();
    if sum < TOTAL as i32 {
        found[0].1 += (TOTAL as i32 - sum) as u16;
        sum = TOTAL as i32;
    }
    while sum > TOTAL as i32 {
        for entry in &mut found {
            if sum > TOTAL as i32 && entry.1 > 1 {
                let less = (sum - TOTAL as i32)
                    .min(i32::from(entry.1) / 8 + 1)
                    .min(i32::from(entry.1) - 1);
                entry.1 -= less as u16;
                sum -= less;
            }
        }
    }
    found.sort_by_key(|&(symbol, frequency)| (std::cmp::Reverse(frequency), symbol));
    found
}

/// What each symbol takes with these frequencies.
fn prices(counts: &[(u8, u16)], costs: &Costs) -> [u64; 256] {
    let costs = &costs.of_frequency;
    let escape = counts.iter().find(|&&(symbol, _)| symbol == ESCAPE);
    let escape = escape.map_or(0, |&(_, frequency)| costs[usize::from(frequency)]);
    let mut prices = [escape + (u64::from(BARE_BITS) << COST_BITS); 256];
    for &(symbol, frequency) in counts.iter().filter(|&&(symbol, _)| symbol != ESCAPE) {
        prices[usize::from(symbol)] = costs[usize::from(frequency)];
    }
    prices
}

fn price(counts: &[u32; 256], prices: &[u64; 256]) -> u64 {
    counts.iter().zip(prices).map(|(&count, &price)| u64::from(count) * price).sum()
}
