//! Making the models of a file from a sample of its blocks.

use nimzo_retro::layout::BlockId;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::free::Sampling;
use super::model::Guide;
use super::neighbours::{ABSENT, CANDIDATES, FARTHEST, GRID, Neighbours, choose};
use super::tree::{Path, Tree};
use super::walk::{Coding, DEPTH_NEIGHBOURS, RESULT_NEIGHBOURS};
use super::write::{Known, Packer, slices_of};
use crate::error::Error;
use crate::file::{CaptureCodes, Header, Source};

/// From one block in so many a model is made,
const SAMPLED_OF: u64 = 16;
/// but from no fewer,
const FEWEST_SAMPLED: u64 = 64;
/// and from no more of each side.
const MOST_SAMPLED: u64 = 1024;
/// Blocks of each side by which neighbours are chosen.
const CHOSEN_BY: usize = 48;
/// How often a tree is made anew from what the one before it puts into free cells.
const REFILLED: usize = 2;

/// A guide, and what the blocks of its side take by it in bits.
type Costed = (Guide, u64);

/// The guides of all streams, and the side whose depths are left out: the one whose depths would take more,
/// if some source allows it.
pub fn models(
    sources: &[Source<'_>],
    captures: Option<&dyn CaptureCodes>,
    header: &Header,
) -> Result<Known, Error> {
    let numbers = sampled(header);
    if let Some(captures) = captures {
        captures.prepare(&slices_of(header, numbers.clone()))?;
    }
    let maker = Maker { sources, captures, header, numbers };
    let undecided = Known::default();
    // With open cells the results look otherwise once it is known which depths are there.
    let begin = if captures.is_some() { 1 } else { 0 };
    let made = maker.guides(begin..sources.len(), |_, _| Some(true), &undecided)?;
    let may_leave_out = || (0..sources.len()).filter(|&i| sources[i].may_leave_out);
    let cost_of = |i: usize, side: Color| {
        made.get(i.wrapping_sub(begin)).and_then(|sides| sides[side].as_ref()).map_or(0, |g| g.1)
    };
    let cost = |side: Color| may_leave_out().map(|i| cost_of(i, side)).sum::<u64>();
    let left_out = Color::from_white(cost(Color::White) > cost(Color::Black));
    let left_out = may_leave_out().next().map(|_| left_out);
    // Whether a stream is seen beside the first depths; none where it is not there.
    let first_is = sources.get(1).is_some_and(|first| first.may_leave_out);
    let seen = |stream: usize, side: Color| match left_out == Some(side) {
        true if sources[stream].may_leave_out => None,
        true => Some(!first_is),
        false => Some(true),
    };
    let mut known = Known { left_out, is_decided: true, guides: Vec::new() };
    if captures.is_some() {
        // Each stream is coded in view of what is written of those before it.
        for streams in [0..1, 1..2, 2..sources.len()] {
            if !streams.is_empty() && streams.end <= sources.len() {
                let guides = maker.guides(streams, seen, &known)?;
                known.guides.extend(guides.into_iter().map(bare));
            }
        }
        return Ok(known);
    }
    for (stream, sides) in made.into_iter().enumerate() {
        let mut sides = bare(sides);
        for side in Color::ALL {
            match seen(stream, side) {
                None => sides[side] = None,
                Some(true) => {}
                // It was made in view of depths that will not be there.
                Some(false) => sides[side] = Some(maker.guide(stream, false, side, &known)?.0),
            }
        }
        known.guides.push(sides);
    }
    Ok(known)
}

fn bare(sides: ByColor<Option<Costed>>) -> ByColor<Option<Guide>> {
    sides.map(|costed| costed.map(|(guide, _)| guide))
}

struct Maker<'a> {
    sources: &'a [Source<'a>],
    captures: Option<&'a dyn CaptureCodes>,
    header: &'a Header,
    /// The blocks of a side that are looked at.
    numbers: Vec<u64>,
}

impl Maker<'_> {
    /// The guides of some streams; `seen` tells which are in view of the first depths, and none where there is
    /// nothing to write.
    fn guides(
        &self,
        streams: std::ops::Range<usize>,
        seen: impl Fn(usize, Color) -> Option<bool> + Sync,
        known: &Known,
    ) -> Result<Vec<ByColor<Option<Costed>>>, Error> {
        let jobs: Vec<(usize, Color)> =
            streams.flat_map(|stream| Color::ALL.map(|side| (stream, side))).collect();
        let one = |&(stream, side): &(usize, Color)| {
            let first = seen(stream, side);
            first.map(|first| self.guide(stream, first, side, known)).transpose()
        };
        let made: Vec<Option<Costed>> = jobs.par_iter().map(one).collect::<Result<_, Error>>()?;
        let mut made = made.into_iter();
        let mut found = Vec::new();
        while let (Some(white), Some(black)) = (made.next(), made.next()) {
            found.push(ByColor { white, black });
        }
        Ok(found)
    }

    fn guide(
        &self,
        stream: usize,
        first: bool,
        side: Color,
        known: &Known,
    ) -> Result<Costed, Error> {
        let Self { sources, captures, header, numbers } = self;
        let id = |i: u64| {
            let (slice, block) = ((i / header.blocks) as usize, (i % header.blocks) as usize);
            BlockId { slice, turn: side, block }
        };
        let mut choosing = Choosing { is_result: stream == 0, distances: Vec::new() };
        let mut packer = Packer::new(sources, *captures, known);
        for &number in numbers.iter().step_by((numbers.len() / CHOSEN_BY).max(1)) {
            packer.walk(id(number), stream, first, &Neighbours::default(), &mut choosing)?;
        }
        let count = if stream == 0 { RESULT_NEIGHBOURS } else { DEPTH_NEIGHBOURS };
        let near = choose(&choosing.distances, count);
        let held = known.held(sources, stream, side);
        let grow = |before: Option<&Tree>| -> Result<(Tree, u64), Error> {
            let parts: Vec<Vec<u64>> = numbers
                .par_iter()
                .map_init(
                    || Packer::new(sources, *captures, known),
                    |packer, &number| {
                        let mut sampling = Sampling::by(before, held);
                        packer.walk(id(number), stream, first, &near, &mut sampling)?;
                        Ok(sampling.samples)
                    },
                )
                .collect::<Result<_, Error>>()?;
            let mut samples = parts.concat();
            let weight = (header.slices * header.blocks).div_ceil(numbers.len() as u64);
            Ok(Tree::grow(&mut samples, weight))
        };
        let (mut tree, mut cost) = grow(None)?;
        if captures.is_some() && known.is_decided {
            for _ in 0..REFILLED {
                (tree, cost) = grow(Some(&tree))?;
            }
        }
        Ok((Guide { near, tree }, cost))
    }
}

/// Some blocks, spread by hashing so that no place of the men is preferred.
pub fn sampled(header: &Header) -> Vec<u64> {
    let all = header.slices * header.blocks;
    let count = (all / SAMPLED_OF).clamp(FEWEST_SAMPLED, MOST_SAMPLED);
    if all <= count {
        return (0..all).collect();
    }
    (0..count).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 16) % all).collect()
}

/// Notes how far each candidate for a neighbour is from the cells.
struct Choosing {
    is_result: bool,
    distances: Vec<[u8; CANDIDATES.len()]>,
}

impl Coding for Choosing {
    const READS: bool = false;

    fn code(&mut self, _: Path, symbol: u8) -> u8 {
        symbol
    }

    fn bare(&mut self, number: u16) -> u16 {
        number
    }

    fn note(&mut self, grid: &[u8; GRID], place: usize, kind: u8) {
        // Results are alike or not.
        let between = |other: u8| match self.is_result {
            true => 8 * u8::from(other != kind),
            false => other.abs_diff(kind).min(FARTHEST),
        };
        let distance = |other: u8| if other == 0 { ABSENT } else { between(other) };
        self.distances.push(Neighbours::each_candidate(grid, place).map(distance));
    }
}
