//! From planes in memory to a file.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use nimzo_chess::{Depth, Dtz50, Metric, PerMetric};
use nimzo_retro::layout::{BLOCK_SLOTS, BLOCK_WORDS, BlockId, Layout};
use nimzo_retro::planes::{
    BYTES_OF_BITS, Cells, DepthPlane, RulePlanes, Unit, WdlPlanes, encode, widened,
};
use nimzo_retro::sweep::{SliceValues, Solved, SubTables};
use nimzo_work::Task;

use super::captures::ClassCaptures;
use crate::error::Error;
use crate::file::four::{self, Purpose};
use crate::file::{self, CaptureCodes, FOUR, Header, ReadCells, Source, Stream};

/// The values of a class that is to be written.
pub(super) trait ClassValues: Sync {
    /// How its positions are numbered.
    fn layout(&self) -> &Arc<Layout>;
    /// The values of a slice.
    fn slice(&self, slice: usize) -> Result<Cow<'_, SliceValues>, Error>;
}

impl ClassValues for Solved {
    fn layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    fn slice(&self, slice: usize) -> Result<Cow<'_, SliceValues>, Error> {
        Ok(Cow::Borrowed(&self.slices[slice]))
    }
}

/// In what form a file is written.
#[derive(Debug, Clone, Copy)]
pub(super) struct FileForm {
    /// The version of the format.
    pub version: u32,
    /// Whether depths that follow from others are left out.
    pub saves_space: bool,
}

/// Writes the given metrics of a solved class; those it does not have are left out. In version 4 results get a
/// stream of their own only if no depth is written; in version 5 they always come first, under the fifty-move
/// rule if depths under it are written.
pub(super) fn save(
    path: &Path,
    solved: &dyn ClassValues,
    metrics: &[Metric],
    queen_only: bool,
    form: FileForm,
    below: &dyn SubTables,
    task: &Task,
) -> Result<u64, Error> {
    let layout = solved.layout();
    let (slices, blocks) = (layout.slices() as u64, layout.blocks() as u64);
    let header = Header::new(form.version, layout.material(), slices, blocks, queen_only);
    let wanted =
        Metric::DEPTHS.into_iter().filter(|metric| metrics.contains(metric)).filter(|&metric| {
            metric != Metric::Dtz
                || layout.material().has_pawns()
                || !metrics.contains(&Metric::Dtc)
        });
    let depths = streams_of(solved, wanted.collect())?;
    let depth_cells: Vec<_> = depths
        .iter()
        .map(|&(metric, stream)| {
            move |id: BlockId, cells: &mut Vec<u8>| {
                let values = solved.slice(id.slice)?;
                let planes = values.depths[metric].as_ref();
                let plane = &planes.expect("the stream exists because the planes do")[id.turn];
                let legal = copy_depths(plane, id.block, stream.width, cells);
                Ok(counted(solved, id, legal))
            }
        })
        .collect();
    let rule_stream = depths.iter().find(|(metric, _)| *metric == Metric::Dtz50);
    let rule_width = rule_stream.filter(|_| form.version == FOUR).map_or(1, |(_, s)| s.width);
    let result_cells = |id: BlockId, cells: &mut Vec<u8>| {
        let values = solved.slice(id.slice)?;
        let wdl = &values.wdl[id.turn];
        let legal = match values.rule.as_ref().filter(|_| rule_stream.is_some()) {
            Some(rule) => copy_results_under_rule(wdl, &rule[id.turn], id.block, rule_width, cells),
            None => copy_results(wdl, id.block, cells),
        };
        Ok(counted(solved, id, legal))
    };
    let result_stream = Stream::new(Metric::Wdl, 1, Unit::Plies);
    // Depths with one side to move follow from those with the other and from the tables below; under the
    // fifty-move rule from their results, which are all that larger classes ask for. Not so where pawns become
    // queens only: who probes such a table looks ahead by the ordinary rules.
    if form.version == FOUR {
        let mut sources: Vec<four::Source<'_>> = Vec::new();
        for (&(metric, stream), cells) in depths.iter().zip(&depth_cells) {
            let follows = metric == Metric::Dtz50 && !queen_only;
            let results: Option<&ReadCells<'_>> = if follows { Some(&result_cells) } else { None };
            sources.push(four::Source { stream, cells, results });
        }
        if sources.is_empty() {
            let (stream, cells) = (result_stream, &result_cells);
            sources.push(four::Source { stream, cells, results: None });
        }
        let purpose = if form.saves_space { Purpose::Space } else { Purpose::Speed };
        return four::write(path, header, &sources, purpose, task);
    }
    let mut sources =
        vec![Source { stream: result_stream, cells: &result_cells, may_leave_out: false }];
    for (&(metric, stream), cells) in depths.iter().zip(&depth_cells) {
        let follows = matches!(metric, Metric::Dtm | Metric::Dtz50) && !queen_only;
        sources.push(Source { stream, cells, may_leave_out: form.saves_space && follows });
    }
    // What captures settle is left to the tables below, where these are made by the rules of the game.
    let held: Vec<Metric> = sources.iter().map(|source| source.stream.metric).collect();
    let captures = ClassCaptures::new(layout, held, rule_stream.is_some(), below);
    let is_open = form.saves_space && !queen_only;
    let captures = is_open.then_some(&captures as &dyn CaptureCodes);
    file::write(path, header, &sources, captures, task)
}

fn counted(solved: &dyn ClassValues, id: BlockId, mut legal: [u64; 64]) -> [u64; 64] {
    let counted = solved.layout().counted(id.slice, id.block);
    legal.iter_mut().zip(counted).for_each(|(legal, counted)| *legal &= counted);
    legal
}

/// How metrics are stored: two bytes to a cell as soon as one slice needs them. Those that a slice lacks are left out.
fn streams_of(
    solved: &dyn ClassValues,
    mut metrics: Vec<Metric>,
) -> Result<Vec<(Metric, Stream)>, Error> {
    let mut found: PerMetric<Option<Stream>> = PerMetric::default();
    for slice in 0..if metrics.is_empty() { 0 } else { solved.layout().slices() } {
        let values = solved.slice(slice)?;
        metrics.retain(|&metric| values.depths[metric].is_some());
        for &metric in &metrics {
            for plane in values.depths[metric].iter().flat_map(|both| both.iter()) {
                let width = if matches!(plane.cells, Cells::Wide(_)) { 2 } else { 1 };
                let so_far = found[metric].get_or_insert(Stream::new(metric, width, plane.unit));
                so_far.width = so_far.width.max(width);
            }
        }
    }
    Ok(metrics.into_iter().filter_map(|metric| Some((metric, found[metric]?))).collect())
}

/// Copies a block's codes; tells which are legal.
fn copy_depths(plane: &DepthPlane, block: usize, width: u8, cells: &mut Vec<u8>) -> [u64; 64] {
    let slots = block * BLOCK_SLOTS..(block + 1) * BLOCK_SLOTS;
    let mut legal = [0u64; 64];
    let mut mark = |i: usize, code: u16| legal[i >> 6] |= u64::from(code != 0) << (i & 63);
    match (&plane.cells, width) {
        (Cells::Narrow(codes), 1) => {
            cells.extend_from_slice(&codes[slots]);
            cells.iter().enumerate().for_each(|(i, &code)| mark(i, u16::from(code)));
        }
        (Cells::Narrow(codes), _) => {
            for (i, &code) in codes[slots].iter().enumerate() {
                cells.extend_from_slice(&widened(code).to_le_bytes());
                mark(i, u16::from(code));
            }
        }
        (Cells::Wide(codes), _) => {
            for (i, &code) in codes[slots].iter().enumerate() {
                cells.extend_from_slice(&code.to_le_bytes());
                mark(i, code);
            }
        }
    }
    legal
}

/// Writes win, draw and loss as depths of 1, none and 0 plies; tells which slots are legal.
fn copy_results(planes: &WdlPlanes, block: usize, cells: &mut Vec<u8>) -> [u64; 64] {
    let words = block * BLOCK_WORDS;
    std::array::from_fn(|row| {
        let [win, draw, loss] =
            [&planes.win, &planes.draw, &planes.loss].map(|plane| plane[words + row]);
        put_codes([(win, 0xFF), (loss, 1), (!(win | loss), 0x80)], cells);
        win | draw | loss
    })
}

/// Writes results under the fifty-move rule as the least depths that have them; tells which slots are
/// legal.
fn copy_results_under_rule(
    planes: &WdlPlanes,
    rule: &RulePlanes,
    block: usize,
    width: u8,
    cells: &mut Vec<u8>,
) -> [u64; 64] {
    let spoilt = Dtz50::LIMIT + 1;
    let depths =
        [Depth::Draw, Depth::Win(1), Depth::Win(spoilt), Depth::Loss(1), Depth::Loss(spoilt)];
    let words = block * BLOCK_WORDS;
    std::array::from_fn(|row| {
        let at = words + row;
        let (win, loss) = (planes.win[at], planes.loss[at]);
        let (stands, holds) = (rule.win[at], rule.loss[at]);
        let sets = [!(win | loss), win & stands, win & !stands, loss & holds, loss & !holds];
        if width == 1 {
            let code = |depth| encode(Some(depth), 0x80, Unit::Plies) as u8;
            put_codes(std::array::from_fn::<_, 5, _>(|i| (sets[i], code(depths[i]))), cells);
        } else {
            let codes = depths.map(|depth| encode(Some(depth), 0x8000, Unit::Plies) as u16);
            for bit in 0..64 {
                let found = sets.iter().position(|set| set >> bit & 1 != 0);
                cells.extend_from_slice(&codes[found.unwrap_or(0)].to_le_bytes());
            }
        }
        win | planes.draw[at] | loss
    })
}

/// Writes 64 cells of a byte, each of which is in one of these sets.
fn put_codes<const N: usize>(sets: [(u64, u8); N], cells: &mut Vec<u8>) {
    for eight in 0..8 {
        let of = |&(set, code): &(u64, u8)| {
            BYTES_OF_BITS[usize::from((set >> (8 * eight)) as u8)] & u64::from_le_bytes([code; 8])
        };
        let codes = sets.iter().fold(0, |codes, set| codes | of(set));
        cells.extend_from_slice(&codes.to_le_bytes());
    }
}
