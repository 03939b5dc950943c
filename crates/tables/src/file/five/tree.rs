//! How likely each symbol is, given what is known beside it: a tree whose branches are the *circumstances*
//! of a symbol, one after the other, each a number below [`KINDS`].
//!
//! Each node has the frequencies of the symbols that come in its circumstances. A branch is there only if it
//! saves more than its frequencies take in the file; where there is none, the frequencies of the node serve.
//! A node has those symbols that came up among the samples from which it was made. Any other is written as an
//! *escape* and then bare.

use super::range::{Decoder, Encoder, TOTAL, TOTAL_BITS};

/// What a circumstance may be is less than this.
pub const KINDS: usize = 128;
const KIND_BITS: u32 = KINDS.ilog2();
/// How many circumstances a symbol has.
pub const LEVELS: usize = 6;
/// Stands for all symbols that a node does not have.
const ESCAPE: u8 = u8::MAX;
/// Bits of a bare symbol.
const BARE_BITS: u32 = 8;
/// What a circumstance is worth where nothing is known.
const NONE: u16 = 0;

/// The circumstances of a symbol.
pub type Path = [u8; LEVELS];

/// A symbol in its circumstances, in a number: sorted, those of one node stand together.
pub fn sample(path: Path, symbol: u8) -> u64 {
    path.iter().fold(0, |word, &kind| word << KIND_BITS | u64::from(kind)) << 8 | u64::from(symbol)
}

/// The tree.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The symbols of all nodes, the most frequent of each first.
    symbols: Vec<u8>,
    /// Sums of frequencies up to and with each symbol.
    upto: Vec<u16>,
    /// For each node with branches, the node that each leads to, or 0: from its first branch to its last.
    branches: Vec<u16>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Node {
    start: u32,
    end: u32,
    /// Where its branches are.
    branches: u32,
    /// The first of them, and how many kinds there are from it to the last.
    first: u8,
    span: u8,
}

impl Tree {
    #[inline(always)]
    fn find(&self, path: Path) -> Node {
        let mut node = self.nodes[0];
        for kind in path {
            let branch = kind.wrapping_sub(node.first);
            if branch >= node.span {
                break;
            }
            let next = self.branches[node.branches as usize + usize::from(branch)];
            if next == NONE {
                break;
            }
            node = self.nodes[usize::from(next)];
        }
        node
    }

    /// Writes a symbol.
    #[inline(always)]
    pub fn put(&self, path: Path, symbol: u8, out: &mut Encoder<'_>) {
        let node = self.find(path);
        let symbols = &self.symbols[node.start as usize..node.end as usize];
        let upto = &self.upto[node.start as usize..node.end as usize];
        let found = symbols.iter().position(|&one| one == symbol);
        let at = found.or_else(|| symbols.iter().position(|&one| one == ESCAPE));
        let at = at.expect("every node has an escape");
        let below = if at == 0 { 0 } else { u32::from(upto[at - 1]) };
        out.put(below, u32::from(upto[at]) - below);
        if found.is_none() {
            out.put_bits(u32::from(symbol), BARE_BITS);
        }
    }

    /// The likeliest symbol from `least` to `most`, if one of them is likely at all. A favourite counts so many times
    /// as often as it comes.
    #[inline]
    pub fn likeliest(
        &self,
        path: Path,
        [least, most]: [u8; 2],
        favourite: Option<(u8, u32)>,
    ) -> Option<u8> {
        let node = self.find(path);
        let symbols = &self.symbols[node.start as usize..node.end as usize];
        let fits = |symbol: u8| symbol != ESCAPE && (least..=most).contains(&symbol);
        // The most frequent stand first.
        let first = symbols.iter().position(|&symbol| fits(symbol))?;
        let frequency = |at: usize| {
            let upto = &self.upto[node.start as usize..];
            u32::from(upto[at]) - if at == 0 { 0 } else { u32::from(upto[at - 1]) }
        };
        if let Some((symbol, counts)) = favourite.filter(|&(symbol, _)| fits(symbol)) {
            let found = symbols.iter().position(|&one| one == symbol);
            if found.is_some_and(|at| counts * frequency(at) > frequency(first)) {
                return Some(symbol);
            }
        }
        Some(symbols[first])
    }

    /// Reads a symbol.
    #[inline(always)]
    pub fn get(&self, path: Path, from: &mut Decoder<'_>) -> u8 {
        let node = self.find(path);
        let (start, end) = (node.start as usize, node.end as usize);
        let at = from.get(&self.upto[start..end]);
        match self.symbols[start + at] {
            ESCAPE => from.get_bits(BARE_BITS) as u8,
            symbol => symbol,
        }
    }

    /// The tree that takes least for samples, each of which stands for `weight` symbols, and what these
    /// take in bits.
    pub fn grow(samples: &mut [u64], weight: u64) -> (Self, u64) {
        samples.sort_unstable();
        let (trunk, cost) = Grown::of(samples, 0, &Costs::new(weight));
        let mut tree = Self::default();
        tree.plant(&trunk);
        (tree, (cost * weight) >> COST_BITS)
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

    /// Makes room for the branches of a node, whose kinds ascend, and tells where it is.
    fn branch(&mut self, number: usize, kinds: &[u8]) -> usize {
        let at = self.branches.len();
        if let (Some(&first), Some(&last)) = (kinds.first(), kinds.last()) {
            let node = &mut self.nodes[number];
            (node.branches, node.first, node.span) = (at as u32, first, last - first + 1);
            self.branches.resize(at + usize::from(node.span), NONE);
        }
        at
    }

    /// The tree in bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode_node(0, &mut bytes);
        bytes
    }

    fn encode_node(&self, number: usize, bytes: &mut Vec<u8>) {
        let node = self.nodes[number];
        let range = node.start as usize..node.end as usize;
        let mut below = 0;
        bytes.push((range.len() - 1) as u8);
        bytes.extend_from_slice(&self.symbols[range.clone()]);
        for &upto in &self.upto[range] {
            let count = upto - below;
            below = upto;
            // One or two bytes: few frequencies are large.
            if count >= 0x80 {
                bytes.push((count >> 7) as u8 | 0x80);
            }
            bytes.push((count & 0x7F) as u8);
        }
        let branches = &self.branches[node.branches as usize..][..usize::from(node.span)];
        let branches = || branches.iter().enumerate().filter(|&(_, &branch)| branch != NONE);
        bytes.push(branches().count() as u8);
        bytes.extend(branches().map(|(kind, _)| node.first + kind as u8));
        for (_, &branch) in branches() {
            self.encode_node(usize::from(branch), bytes);
        }
    }

    /// The tree that bytes tell of; `None` if they make no sense.
    pub fn decode(mut bytes: &[u8]) -> Option<Self> {
        let mut tree = Self::default();
        tree.decode_node(&mut bytes, 0)?;
        bytes.is_empty().then_some(tree)
    }

    fn decode_node(&mut self, rest: &mut &[u8], level: usize) -> Option<u16> {
        let number = u16::try_from(self.nodes.len()).ok()?;
        let count = usize::from(*rest.split_off_first()?) + 1;
        let symbols = rest.split_off(..count)?;
        symbols.contains(&ESCAPE).then_some(())?;
        let start = self.symbols.len() as u32;
        self.symbols.extend_from_slice(symbols);
        let mut sum = 0;
        for _ in 0..count {
            let mut frequency = u32::from(*rest.split_off_first()?);
            if frequency & 0x80 != 0 {
                frequency = (frequency & 0x7F) << 7 | u32::from(*rest.split_off_first()? & 0x7F);
            }
            (frequency > 0).then_some(())?;
            sum += frequency;
            self.upto.push(u16::try_from(sum).ok()?);
        }
        (sum == TOTAL).then_some(())?;
        let end = self.symbols.len() as u32;
        self.nodes.push(Node { start, end, branches: 0, first: 0, span: 0 });
        let count = usize::from(*rest.split_off_first()?);
        let kinds = rest.split_off(..count)?;
        let ascend = kinds.is_sorted_by(|a, b| a < b);
        let sound = ascend && kinds.iter().all(|&kind| usize::from(kind) < KINDS);
        (sound && (level < LEVELS || kinds.is_empty())).then_some(())?;
        let at = self.branch(usize::from(number), kinds);
        for kind in kinds {
            let next = self.decode_node(rest, level + 1)?;
            self.branches[at + usize::from(kind - kinds[0])] = next;
        }
        Some(number)
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
