//! From a file back to planes in memory, for the generator: what writing left out (which slots are
//! illegal, the slots that repeat others) is put back.

use std::sync::Arc;

use nimzo_chess::{Dtz50, Metric};
use nimzo_retro::kernel::{self, Job, Kernel};
use nimzo_retro::layout::{BLOCK_SLOTS, BLOCK_WORDS, BlockId};
use nimzo_retro::planes::{BitPlane, Buffer, Cells, DepthPlane, RulePlanes, WdlPlanes};
use nimzo_retro::sweep::{SliceValues, Solved, SubTables};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::captures::{SliceCaptures, raise};
use super::legality::stored_slots;
use super::sub_tables::KeptSubTables;
use super::table::Table;
use super::{KEPT_BYTES, Store};
use crate::error::Error;
use crate::file::Stream;

/// Results of codes, and with the fifty-move rule which of them stand.
fn results(codes: &Cells) -> WdlPlanes {
    read_results(codes, false).0
}

fn with_rule(codes: &Cells) -> (WdlPlanes, RulePlanes) {
    read_results(codes, true)
}

/// The planes under the rule are empty unless asked for.
fn read_results(codes: &Cells, under_rule: bool) -> (WdlPlanes, RulePlanes) {
    let words = match codes {
        Cells::Narrow(codes) => codes.len() / BLOCK_SLOTS * BLOCK_WORDS,
        Cells::Wide(codes) => codes.len() / BLOCK_SLOTS * BLOCK_WORDS,
    };
    let plane = || BitPlane::unfilled(words);
    let rule_plane = || BitPlane::unfilled(if under_rule { words } else { 0 });
    let mut wdl = WdlPlanes { win: plane(), draw: plane(), loss: plane() };
    let mut rule = RulePlanes { win: rule_plane(), loss: rule_plane() };
    let each = |number: usize, [win, draw, loss]: [&mut [u64]; 3], rule: [&mut [u64]; 2]| {
        for row in 0..win.len() {
            let word = number * PIECE + row;
            let found = match codes {
                Cells::Narrow(codes) => kernel::run(NarrowResults(row_at(codes, word))),
                Cells::Wide(codes) => wide_results(row_at(codes, word)),
            };
            (win[row], draw[row], loss[row]) = (found.win, found.draw, found.loss);
            if under_rule {
                (rule[0][row], rule[1][row]) = (found.standing_win, found.standing_loss);
            }
        }
    };
    let wdl_pieces = (wdl.win.par_chunks_mut(PIECE))
        .zip(wdl.draw.par_chunks_mut(PIECE))
        .zip(wdl.loss.par_chunks_mut(PIECE));
    if under_rule {
        let rule = rule.win.par_chunks_mut(PIECE).zip(rule.loss.par_chunks_mut(PIECE));
        wdl_pieces.zip(rule).enumerate().for_each(|(i, (((win, draw), loss), (won, lost)))| {
            each(i, [win, draw, loss], [won, lost]);
        });
    } else {
        wdl_pieces.enumerate().for_each(|(i, ((win, draw), loss))| {
            each(i, [win, draw, loss], [&mut [], &mut []]);
        });
    }
    (wdl, rule)
}

/// Words that a thread fills at a time.
const PIECE: usize = 4096;

fn row_at<T>(codes: &[T], word: usize) -> &[T; 64] {
    codes[word * 64..].first_chunk().expect("planes have whole blocks")
}

/// Marks of 64 slots.
struct RowResults {
    win: u64,
    draw: u64,
    loss: u64,
    standing_win: u64,
    standing_loss: u64,
}

const LIMIT: u16 = Dtz50::LIMIT;

struct NarrowResults<'a>(&'a [u8; 64]);

impl Job for NarrowResults<'_> {
    type Output = RowResults;

    #[inline(always)]
    fn run<K: Kernel>(self) -> RowResults {
        let legal = K::bytes_above(self.0, 0);
        let win = K::bytes_above(self.0, 0x80);
        let draw = K::bytes_equal(self.0, 0x80);
        RowResults {
            win,
            draw,
            loss: legal & !win & !draw,
            standing_win: K::bytes_above(self.0, (0xFF - LIMIT) as u8),
            standing_loss: legal & !K::bytes_above(self.0, 1 + LIMIT as u8),
        }
    }
}

fn wide_results(codes: &[u16; 64]) -> RowResults {
    let marks = |holds: &dyn Fn(u16) -> bool| {
        codes.iter().rev().fold(0, |word, &code| word << 1 | u64::from(holds(code)))
    };
    RowResults {
        win: marks(&|code| code > 0x8000),
        draw: marks(&|code| code == 0x8000),
        loss: marks(&|code| code != 0 && code < 0x8000),
        standing_win: marks(&|code| code > 0xFFFF - LIMIT),
        standing_loss: marks(&|code| code != 0 && code <= 1 + LIMIT),
    }
}

/// The cells of one block, to be filled.
enum BlockMut<'a> {
    Narrow(&'a mut [u8]),
    Wide(&'a mut [u16]),
}

impl BlockMut<'_> {
    fn fill(&mut self, cells: &[u8]) {
        match self {
            Self::Narrow(block) => block.copy_from_slice(cells),
            Self::Wide(block) => {
                let (cells, _) = cells.as_chunks();
                for (found, &cell) in block.iter_mut().zip(cells) {
                    *found = u16::from_le_bytes(cell);
                }
            }
        }
    }
}

impl Table {
    /// The codes of some streams, given in the order of the file, of one slice and side, with 0 where
    /// no legal position is.
    fn codes(
        &self,
        streams: &[Stream],
        slice: usize,
        turn: Color,
        captures: Option<&SliceCaptures<'_>>,
        task: &Task,
    ) -> Result<Vec<Cells>, Error> {
        let layout = self.layout();
        let of_width = |stream: &Stream| match stream.width {
            1 => Cells::Narrow(Buffer::unfilled(layout.slots())),
            _ => Cells::Wide(Buffer::unfilled(layout.slots())),
        };
        let mut codes: Vec<Cells> = streams.iter().map(of_width).collect();
        let mut blocks: Vec<Vec<BlockMut<'_>>> = Vec::new();
        blocks.resize_with(layout.blocks(), || Vec::with_capacity(streams.len()));
        for codes in &mut codes {
            match codes {
                Cells::Narrow(codes) => {
                    (blocks.iter_mut().zip(codes.chunks_exact_mut(BLOCK_SLOTS)))
                        .for_each(|(block, codes)| block.push(BlockMut::Narrow(codes)))
                }
                Cells::Wide(codes) => (blocks.iter_mut().zip(codes.chunks_exact_mut(BLOCK_SLOTS)))
                    .for_each(|(block, codes)| block.push(BlockMut::Wide(codes))),
            }
        }
        blocks.par_iter_mut().enumerate().try_for_each_init(
            || (vec![Vec::new(); streams.len()], Box::new([0; BLOCK_SLOTS])),
            |(cells, captured), (block, found)| {
                task.check()?;
                let id = BlockId { slice, turn, block };
                let stored = stored_slots(layout, id);
                let number = self.file().header().block_number(id);
                self.file().read_several(streams, number, &stored, cells)?;
                for (stream, cells) in streams.iter().zip(&mut *cells) {
                    let Some(captures) = captures.filter(|_| stream.open) else { continue };
                    match stream.left_out == Some(turn) {
                        true => captures.best_bare(stream.metric, id, captured),
                        false => captures.best(stream.metric, id, captured),
                    }
                    raise(cells, stream.width, captured);
                }
                found.iter_mut().zip(cells).for_each(|(found, cells)| found.fill(cells));
                Ok::<(), Error>(())
            },
        )?;
        drop(blocks);
        let repeated = codes.into_iter().map(|codes| match codes {
            Cells::Narrow(codes) => Cells::Narrow(layout.fill_repeats(slice, codes)),
            Cells::Wide(codes) => Cells::Wide(layout.fill_repeats(slice, codes)),
        });
        Ok(repeated.collect())
    }

    /// A slice with those of these metrics that the table holds, read together, as it was when it had
    /// just been solved; but of depths that are [left out](Self::left_out) there are only the results. Where
    /// cells are open, what captures lead to is asked of the tables below.
    pub(super) fn load_slice(
        &self,
        metrics: &[Metric],
        slice: usize,
        below: &dyn SubTables,
        task: &Task,
    ) -> Result<SliceValues, Error> {
        let is_wanted =
            |stream: &Stream| stream.metric == Metric::Wdl || metrics.contains(&stream.metric);
        let held = self.file().header().streams.iter().copied();
        let mut streams: Vec<Stream> = held.filter(is_wanted).collect();
        if streams.is_empty() {
            streams.extend(self.serving(Metric::Wdl));
        }
        let captures = match streams.iter().any(|stream| stream.open) {
            true => {
                let metrics: Vec<Metric> = streams.iter().map(|stream| stream.metric).collect();
                let under_rule = self.results_are_under_rule();
                Some(SliceCaptures::new(self.layout(), slice, &metrics, under_rule, below)?)
            }
            false => None,
        };
        let codes = |turn| self.codes(&streams, slice, turn, captures.as_ref(), task);
        let (white, black) = (codes(Color::White)?, codes(Color::Black)?);
        let planes = |(stream, (white, black)): (&Stream, (Cells, Cells))| {
            let both = ByColor { white, black };
            (stream.metric, both.map(|cells| DepthPlane { unit: stream.unit, cells }))
        };
        let depths: Vec<(Metric, ByColor<DepthPlane>)> =
            streams.iter().zip(white.into_iter().zip(black)).map(planes).collect();
        let under_rule = self.results_under_rule().map(|stream| stream.metric);
        let under_rule = depths.iter().find(|(metric, _)| Some(*metric) == under_rule);
        let (wdl, rule) = match (under_rule, depths.first()) {
            (Some((_, depths)), _) => {
                let ByColor { white, black } = depths.as_ref().map(|side| with_rule(&side.cells));
                let rule = ByColor { white: white.1, black: black.1 };
                (ByColor { white: white.0, black: black.0 }, Some(Arc::new(rule)))
            }
            (None, Some((_, depths))) => (depths.as_ref().map(|side| results(&side.cells)), None),
            (None, None) => {
                let why = "it holds no values".to_owned();
                return Err(Error::NotATable { path: self.file().path().to_owned(), why });
            }
        };
        let mut values = SliceValues { rule, ..SliceValues::results(Arc::new(wdl)) };
        for (metric, depths) in depths.into_iter().filter(|(metric, _)| metrics.contains(metric)) {
            if metric != Metric::Wdl {
                values.depths[metric] = Some(Arc::new(depths));
            }
        }
        Ok(values)
    }
}

/// The slices of a table, with what is read of the tables below for them.
pub struct Slices<'a> {
    table: &'a Table,
    below: KeptSubTables<'a>,
}

impl Store {
    /// The slices of a table, of which some of these metrics will be asked for.
    pub fn slices<'a>(&'a self, table: &'a Table, metrics: &[Metric], task: &Task) -> Slices<'a> {
        // Results under the rule may have to be read off such depths below.
        let metrics = [metrics, &[Metric::Dtz50]].concat();
        let below = KeptSubTables::new(self, KEPT_BYTES, vec![table.class()], &metrics);
        if table.file().header().is_open() {
            below.begin(table.class(), task);
        }
        Slices { table, below }
    }

    /// Win, draw and loss of a whole table.
    pub fn load_results(&self, table: &Table, task: &Task) -> Result<Solved, Error> {
        let stored = self.slices(table, &[], task);
        let one = |slice: usize| stored.load(&[], slice, task);
        let slices = (0..table.layout().slices()).map(one).collect::<Result<_, Error>>()?;
        Ok(Solved { layout: Arc::clone(table.layout()), slices, statistics: Vec::new() })
    }
}

impl Slices<'_> {
    /// A slice with those of these metrics that the table holds, read together, as it was when it had just been
    /// solved; but of depths that are [left out](Table::left_out) there are only the results.
    pub fn load(
        &self,
        metrics: &[Metric],
        slice: usize,
        task: &Task,
    ) -> Result<SliceValues, Error> {
        self.table.load_slice(metrics, slice, &self.below, task)
    }
}
