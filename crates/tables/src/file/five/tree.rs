//! How likely each symbol is, given what is known beside it: a tree whose branches are the *circumstances*
//! of a symbol, one after the other, each a number below [`KINDS`].
//!
//! Each node has the frequencies of the symbols that come in its circumstances. A branch is there only if it
//! saves more than its frequencies take in the file; where there is none, the frequencies of the node serve.
//! A node has those symbols that came up among the samples from which it was made. Any other is written as an
//! *escape* and then bare.

use super::range::{Decoder, Encoder, TOTAL};
use super::walk::Coding;

/// What a circumstance may be is less than this.
pub const KINDS: usize = 128;
pub(super) const KIND_BITS: u32 = KINDS.ilog2();
/// How many circumstances a symbol has.
pub const LEVELS: usize = 6;
/// Stands for all symbols that a node does not have.
pub(super) const ESCAPE: u8 = u8::MAX;
/// Bits of a bare symbol.
pub(super) const BARE_BITS: u32 = 8;
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
    pub(super) nodes: Vec<Node>,
    /// The symbols of all nodes, the most frequent of each first.
    pub(super) symbols: Vec<u8>,
    /// Sums of frequencies up to and with each symbol.
    pub(super) upto: Vec<u16>,
    /// For each node with branches, the node that each leads to, or 0: from its first branch to its last.
    pub(super) branches: Vec<u16>,
    /// The same as it is walked along: all that is asked of a node, in the place of its number.
    links: Vec<Link>,
    root: Link,
}

/// A node as those that come along see it. One that is not there has no symbols.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Link {
    /// Where its branches are.
    branches: u32,
    /// Where its symbols are.
    start: u32,
    count: u16,
    /// The first branch, and how many kinds there are from it to the last.
    first: u8,
    span: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Node {
    pub start: u32,
    pub end: u32,
    /// Where its branches are.
    pub branches: u32,
    /// The first of them, and how many kinds there are from it to the last.
    pub first: u8,
    pub span: u8,
}

impl Link {
    #[inline(always)]
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + usize::from(self.count)
    }
}

impl Tree {
    #[inline(always)]
    fn find(&self, path: Path) -> Link {
        let mut found = self.root;
        for kind in path {
            let branch = kind.wrapping_sub(found.first);
            if branch >= found.span {
                break;
            }
            let next = self.links[found.branches as usize + usize::from(branch)];
            if next.count == 0 {
                break;
            }
            found = next;
        }
        found
    }

    /// Makes the tree ready to be walked along.
    pub(super) fn linked(mut self) -> Self {
        let link = |&Node { start, end, branches, first, span }: &Node| Link {
            branches,
            start,
            count: (end - start) as u16,
            first,
            span,
        };
        let next = |&branch: &u16| match branch {
            NONE => Link::default(),
            _ => link(&self.nodes[usize::from(branch)]),
        };
        self.links = self.branches.iter().map(next).collect();
        self.root = link(&self.nodes[0]);
        self
    }

    /// The same, if it is not where it was the last time: runs of equal cells are in the same circumstances.
    #[inline(always)]
    fn find_again(&self, path: Path, last: &mut Last) -> Link {
        if path != last.path || last.link.count == 0 {
            *last = Last { path, link: self.find(path) };
        }
        last.link
    }

    /// Writes a symbol.
    #[inline(always)]
    pub fn put(&self, path: Path, symbol: u8, out: &mut Encoder<'_>) {
        let node = self.find(path);
        let symbols = &self.symbols[node.range()];
        let upto = &self.upto[node.range()];
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
        let symbols = &self.symbols[node.range()];
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
    fn get(&self, path: Path, last: &mut Last, from: &mut Decoder<'_>) -> u8 {
        let node = self.find_again(path, last);
        let at = from.get(&self.upto[node.range()]);
        match self.symbols[node.start as usize + at] {
            ESCAPE => from.get_bits(BARE_BITS) as u8,
            symbol => symbol,
        }
    }

    /// Makes room for the branches of a node, whose kinds ascend, and tells where it is.
    pub(super) fn branch(&mut self, number: usize, kinds: &[u8]) -> usize {
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
        bytes.is_empty().then(|| tree.linked())
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

/// Writes symbols.
pub struct Writing<'a, 'b> {
    /// How likely they are.
    pub tree: &'a Tree,
    /// Where they go.
    pub out: Encoder<'b>,
}

impl Coding for Writing<'_, '_> {
    const READS: bool = false;

    #[inline(always)]
    fn code(&mut self, path: Path, symbol: u8) -> u8 {
        self.tree.put(path, symbol, &mut self.out);
        symbol
    }

    fn bare(&mut self, number: u16) -> u16 {
        self.out.put_bits(u32::from(number >> 8), 8);
        self.out.put_bits(u32::from(number & 255), 8);
        number
    }
}

/// Reads symbols.
pub struct Reading<'a, 'b> {
    /// How likely they are.
    pub tree: &'a Tree,
    /// Where they come from.
    pub from: Decoder<'b>,
    last: Last,
}

/// Where in a tree the last symbol was.
#[derive(Default)]
struct Last {
    path: Path,
    link: Link,
}

impl<'a, 'b> Reading<'a, 'b> {
    /// Reads bytes by a tree.
    pub fn new(tree: &'a Tree, bytes: &'b [u8]) -> Self {
        Self { tree, from: Decoder::new(bytes), last: Last::default() }
    }
}

impl Coding for Reading<'_, '_> {
    const READS: bool = true;

    #[inline(always)]
    fn code(&mut self, path: Path, _: u8) -> u8 {
        self.tree.get(path, &mut self.last, &mut self.from)
    }

    fn bare(&mut self, _: u16) -> u16 {
        (self.from.get_bits(8) << 8 | self.from.get_bits(8)) as u16
    }
}
