//! Making the books of a file from a sample of its blocks, and writing blocks by them.

use nimzo_chess::Metric;
use nimzo_retro::layout::BlockId;
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::book::{Book, Books, LONGEST};
use super::fit::{Pairing, Work, single};
use super::order::{Order, filled};
use super::{CELLS, LARGE, Ranges};
use crate::error::Error;
use crate::file::five::{DRAW, Known, Packer, Stored, sampled, slices_of};
use crate::file::{CaptureCodes, Header, Source};
use crate::pairs::{BARRIER, Limits, Paired, Symbol, lengths, pair_up};

/// Blocks of each side from which a book is made, at most.
const MOST_SAMPLED: usize = 512;
/// Bits that it takes to tell a symbol.
const SYMBOL_BITS: f64 = 24.0;

/// By what the blocks of a file are written.
pub struct Pairings {
    known: Known,
    /// By stream and side to move.
    made: Vec<ByColor<Option<Pairing>>>,
}

impl Pairings {
    /// Made from a sample. Left out is the side whose depths make more runs, if some source allows it.
    pub fn of(
        sources: &[Source<'_>],
        captures: Option<&dyn CaptureCodes>,
        header: &Header,
        task: &Task,
    ) -> Result<Self, Error> {
        let mut numbers = sampled(header);
        numbers.truncate(MOST_SAMPLED);
        if let Some(captures) = captures {
            captures.prepare(&slices_of(header, numbers.clone()))?;
        }
        let known = Known { is_decided: true, ..Known::default() };
        let mut pairings = Self { known, made: Vec::new() };
        let sampling = Sampling { sources, captures, header, numbers, task };
        pairings.known.left_out = sampling.left_out()?;
        // What stands in open results is known before depths are.
        for streams in [0..1, 1..sources.len()] {
            let jobs: Vec<(usize, Color)> = streams
                .flat_map(|stream| Color::ALL.map(|side| (stream, side)))
                .filter(|&(stream, side)| {
                    !sources[stream].may_leave_out || pairings.known.left_out != Some(side)
                })
                .collect();
            let made: Vec<Pairing> = jobs
                .par_iter()
                .map(|&(stream, side)| sampling.pairing(&pairings, stream, side))
                .collect::<Result<_, Error>>()?;
            for ((stream, side), pairing) in jobs.into_iter().zip(made) {
                pairings.made.resize_with(pairings.made.len().max(stream + 1), ByColor::default);
                pairings.made[stream][side] = Some(pairing);
            }
        }
        Ok(pairings)
    }

    /// The side whose depths are left out.
    pub fn left_out(&self) -> Option<Color> {
        self.known.left_out
    }

    /// The books of a stream.
    pub fn books(&self, stream: usize) -> Books {
        let book = |pairing: &Option<Pairing>| pairing.as_ref().map(|one| one.book().clone());
        Books::new(self.made[stream].as_ref().map(book))
    }
}

/// Packs blocks by pairings; each thread has its own.
pub struct PairPacker<'a> {
    packer: Packer<'a>,
    pairings: &'a Pairings,
    values: Box<[u8; CELLS]>,
    work: Work,
}

impl<'a> PairPacker<'a> {
    /// One that reads from these.
    pub fn new(
        sources: &'a [Source<'a>],
        captures: Option<&'a dyn CaptureCodes>,
        pairings: &'a Pairings,
    ) -> Self {
        let packer = Packer::new(sources, captures, &pairings.known);
        Self { packer, pairings, values: Box::new([0; CELLS]), work: Work::default() }
    }

    /// The bytes of a block in each stream that has it.
    pub fn pack(&mut self, id: BlockId) -> Result<Vec<Option<Vec<u8>>>, Error> {
        let there = |stream: &usize| self.pairings.made[*stream][id.turn].is_some();
        let streams: Vec<usize> = (0..self.pairings.made.len()).filter(there).collect();
        let stored = self.packer.load(id, &streams)?;
        let mut packed = vec![None; self.pairings.made.len()];
        for stream in streams {
            packed[stream] = self.stream(stream, id, &stored);
        }
        Ok(packed)
    }

    /// The bytes of a stream of the block that is loaded; first come the results, then each of the depths.
    fn stream(&mut self, stream: usize, id: BlockId, stored: &Stored) -> Option<Vec<u8>> {
        let Self { packer, pairings, values, work } = self;
        let pairing = pairings.made[stream][id.turn].as_ref()?;
        if stream > 0 {
            packer.load_depths(stream);
        }
        let bytes = pairing.pack(packer.ranges(), |cell| packer.depth(cell), values, work);
        if stream == 0 {
            packer.put_results(stored, values);
        }
        Some(bytes)
    }
}

/// Where books are made from.
struct Sampling<'a> {
    sources: &'a [Source<'a>],
    captures: Option<&'a dyn CaptureCodes>,
    header: &'a Header,
    /// The blocks of a side that are looked at.
    numbers: Vec<u64>,
    task: &'a Task,
}

impl Sampling<'_> {
    fn id(&self, number: u64, turn: Color) -> BlockId {
        let blocks = self.header.blocks;
        BlockId { slice: (number / blocks) as usize, turn, block: (number % blocks) as usize }
    }

    /// The side whose depths are left out.
    fn left_out(&self) -> Result<Option<Color>, Error> {
        let may: Vec<usize> =
            (0..self.sources.len()).filter(|&i| self.sources[i].may_leave_out).collect();
        if may.is_empty() {
            return Ok(None);
        }
        let undecided = Known::default();
        let runs_of = |side: Color| -> Result<usize, Error> {
            let mut all = 0;
            for &stream in &may {
                let blocks = self.blocks(side, |id| {
                    let mut packer = Packer::new(self.sources, self.captures, &undecided);
                    packer.load(id, &[stream])?;
                    packer.load_depths(stream);
                    Ok(Box::new(*packer.ranges()))
                })?;
                all += Order::best(blocks.iter().map(|block| &**block)).1;
            }
            Ok(all)
        };
        Ok(Some(Color::from_white(runs_of(Color::White)? > runs_of(Color::Black)?)))
    }

    fn blocks(
        &self,
        side: Color,
        ranges: impl Fn(BlockId) -> Result<Box<Ranges>, Error> + Sync,
    ) -> Result<Vec<Box<Ranges>>, Error> {
        self.numbers.par_iter().map(|&number| ranges(self.id(number, side))).collect()
    }

    /// A pairing for a stream and side; for depths above the results as they are written.
    fn pairing(&self, pairings: &Pairings, stream: usize, side: Color) -> Result<Pairing, Error> {
        let favourite = if self.sources[stream].stream.metric == Metric::Wdl { DRAW } else { 0 };
        let mut blocks = self.blocks(side, |id| {
            let mut worker = PairPacker::new(self.sources, self.captures, pairings);
            let stored = worker.packer.load(id, &[stream])?;
            if stream > 0 {
                worker.stream(0, id, &stored);
                worker.packer.load_depths(stream);
            }
            Ok(Box::new(*worker.packer.ranges()))
        })?;
        blocks.retain(|block| single(block, favourite).is_none());
        let (order, _) = Order::best(blocks.iter().map(|block| &**block));
        let sorted: Vec<Box<Ranges>> =
            blocks.into_par_iter().map(|block| order.sorted(&block)).collect();
        let weight = (self.header.slices * self.header.blocks) as f64 / self.numbers.len() as f64;
        let limits = Limits { values: CELLS as u16, symbol_bits: SYMBOL_BITS / weight.max(1.0) };
        let mut values = Vec::with_capacity(sorted.len() * (CELLS + 1));
        for block in &sorted {
            let filled = filled(block, favourite);
            values.extend(filled.iter().map(|&value| match u16::from(value) {
                LARGE.. => BARRIER,
                value => value,
            }));
            values.push(BARRIER);
        }
        let paired = pair_up(values, limits, self.task)?;
        Ok(Pairing::new(book(order, &paired), favourite))
    }
}

/// The book of what values were made into, and of [`LARGE`].
fn book(order: Order, paired: &Paired) -> Book {
    let counts = paired.frequencies();
    // What is needed: what stands somewhere, and its parts, which come before it.
    let mut needed: Vec<bool> = counts.iter().map(|&count| count > 0).collect();
    for (number, symbol) in paired.symbols.iter().enumerate().rev() {
        match *symbol {
            Symbol::Pair(left, right) if needed[number] => {
                needed[usize::from(left)] = true;
                needed[usize::from(right)] = true;
            }
            Symbol::Pair(..) => {}
            Symbol::Value(value) => needed[number] = value != BARRIER,
        }
    }
    let mut numbers = vec![0; paired.symbols.len()];
    let (mut symbols, mut often) = (Vec::new(), Vec::new());
    for (number, symbol) in paired.symbols.iter().enumerate().filter(|&(at, _)| needed[at]) {
        numbers[number] = symbols.len() as u16;
        let of = |part: u16| numbers[usize::from(part)];
        symbols.push(match *symbol {
            Symbol::Pair(left, right) => Symbol::Pair(of(left), of(right)),
            value => value,
        });
        // In other blocks any of them may stand by itself.
        often.push(counts[number].max(1));
    }
    symbols.push(Symbol::Value(LARGE));
    often.push(1);
    let codes = lengths(&often, LONGEST);
    Book::new(order, symbols, codes).expect("symbols and codes of our own")
}
