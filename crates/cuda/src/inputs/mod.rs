//! What slices read: the edges to finished slices, put where the kernels find them.

pub mod structures;
pub mod tables;

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::Layout;
use nimzo_retro::sweep::{Child, Edges};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::device::{Device, Memory};
use crate::error::Result;
use structures::{Edge, Step, View};
use tables::{Part, Planes, Tables, number};

/// Which results a slice reads.
pub trait Results: Sync {
    /// The planes of a finished slice, those that values pass back from in this way among them.
    fn planes(&self, child: &Child<'_>, step: Step) -> Result<Planes>;

    /// The same as a parent sees it.
    fn view(&self, tables: &Tables, child: &Child<'_>, step: Step) -> Result<View> {
        tables.view(child, self.planes(child, step)?)
    }

    /// Where a slice leads, but for promotions of the sides for which they have been seen to.
    fn edges(
        &self,
        layout: &Arc<Layout>,
        slice: usize,
        seen_to: ByColor<bool>,
    ) -> Result<Edges<'_>> {
        Ok(Edges::new(layout, slice, false, seen_to)?)
    }

    /// Where it lies what the best promotion of a side is worth in a slice of the class being solved.
    fn promotions(&self, slice: usize, side: Color) -> Option<[u64; 2]>;
}

/// Where the inputs of a batch lie.
pub struct Inputs {
    /// Pawns of each slice.
    pub pawns: u64,
    /// Edges of all slices.
    pub edges: u64,
    /// Where those of each slice begin.
    pub start: u64,
    /// What promotions are worth.
    pub promotions: u64,
    /// Whether some depths take two bytes.
    pub wide: bool,
}

/// The edges of a slice: captures of White's and Black's men, their pawn moves, and answers en passant.
type SliceEdges = ([Vec<Edge>; 4], Vec<Edge>);

/// Puts on the device what slices lead to.
pub fn inputs(
    device: &Arc<dyn Device>,
    tables: &Tables,
    layout: &Arc<Layout>,
    slices: &[usize],
    results: &dyn Results,
    metric: Metric,
) -> Result<(Vec<Memory>, Inputs)> {
    let step = StepTo { class: layout.material(), metric };
    let promotions: Vec<ByColor<Option<[u64; 2]>>> = (slices.iter())
        .map(|&slice| ByColor::new_with(|side| results.promotions(slice, side)))
        .collect();
    let of_slices = (slices.par_iter().zip(&promotions))
        .map(|(&slice, promotions)| {
            let seen_to = promotions.as_ref().map(Option::is_some);
            let edges = results.edges(layout, slice, seen_to)?;
            slice_edges(tables, &edges, results, step)
        })
        .collect::<Result<Vec<SliceEdges>>>()?;
    let (edges, start, wide) = lay_out(device, &of_slices)?;
    let pawns: Vec<u64> = (slices.iter())
        .flat_map(|&slice| {
            let sides = layout.pawns(slice).sides;
            [sides.white, sides.black]
        })
        .collect();
    let promotions: Vec<u64> = (promotions.iter())
        .flat_map(|sides| [sides.white, sides.black].map(Option::unwrap_or_default))
        .flatten()
        .collect();
    let memories = vec![
        Memory::of(device, &pawns)?,
        edges,
        Memory::of(device, &start)?,
        Memory::of(device, &promotions)?,
    ];
    let at = |i: usize| memories[i].address();
    let inputs = Inputs { pawns: at(0), edges: at(1), start: at(2), promotions: at(3), wide };
    Ok((memories, inputs))
}

/// Slices whose edges are written to the device at a time.
const AT_ONCE: usize = 4096;

/// Lays out the edges of slices one after the other, and after all of them the answers en passant; tells where
/// each kind of edge begins in each slice, and whether some depths take two bytes.
fn lay_out(device: &Arc<dyn Device>, of_slices: &[SliceEdges]) -> Result<(Memory, Vec<u32>, bool)> {
    let (mut start, mut first_answers) = (Vec::new(), Vec::new());
    let (mut edges, mut answers) = (0u32, 0u32);
    for (parts, more) in of_slices {
        first_answers.push(answers);
        answers += more.len() as u32;
        for part in parts {
            start.push(edges);
            edges += part.len() as u32;
        }
    }
    start.push(edges);
    let memory = Memory::new(device, (edges + answers) as usize * size_of::<Edge>())?;
    let pieces = of_slices.par_chunks(AT_ONCE).zip(first_answers.par_chunks(AT_ONCE));
    let wide = pieces.enumerate().map(|(piece, (slices, first_answers))| -> Result<bool> {
        let (mut found, mut taking) = (Vec::new(), Vec::new());
        for ((parts, more), first) in slices.iter().zip(first_answers) {
            found.extend(parts.iter().flatten().map(|edge| edge.answered_from(edges + first)));
            taking.extend(more);
        }
        let at = |edge: u32| edge as usize * size_of::<Edge>();
        memory.write(at(start[4 * piece * AT_ONCE]), &found)?;
        memory.write(at(edges + first_answers[0]), &taking)?;
        Ok(found.iter().chain(&taking).any(|edge| edge.view.wide != 0))
    });
    let wide = wide.collect::<Result<Vec<bool>>>()?.contains(&true);
    Ok((memory, start, wide))
}

/// How values of children pass back.
#[derive(Debug, Clone, Copy)]
pub struct StepTo {
    /// The class that is solved.
    pub class: Material,
    /// What for.
    pub metric: Metric,
}

impl StepTo {
    /// The way from this child.
    pub fn from(self, child: &Child<'_>) -> Step {
        match self.metric {
            Metric::Dtm => Step::Moves,
            // A pawn that steps on converts nothing.
            Metric::Dtc if child.layout.material() == self.class => Step::Plies,
            Metric::Dtz50 => Step::Rule,
            _ => Step::Result,
        }
    }
}

fn slice_edges(
    tables: &Tables,
    edges: &Edges<'_>,
    results: &dyn Results,
    step: StepTo,
) -> Result<SliceEdges> {
    let edge = |child: &Child<'_>, part: Part, passes: Option<u8>| -> Result<Edge> {
        let step = step.from(child);
        let view = results.view(tables, child, step)?;
        Ok(Edge::new(view, part, passes).by(step))
    };
    let mut parts: [Vec<Edge>; 4] = Default::default();
    let mut answers = Vec::new();
    for side in Color::ALL {
        let [captures, pawn_moves] = [number(side), 2 + number(side)];
        for found in &edges.captures[side] {
            let taken = edge(&found.child, Part::Everywhere, None)?;
            let capture = |&capturer| taken.within(Part::Capture(found.victim, capturer));
            parts[captures].extend(found.capturers.iter().map(capture));
        }
        for moved in &edges.pawn_moves[side] {
            let part = match moved.takes {
                None => Part::Everywhere,
                Some((man, square)) => Part::Standing(man, square),
            };
            let mut found = edge(&moved.child, part, moved.passes)?;
            found.en_passant = answers.len() as u32;
            found.answers = moved.en_passant.len() as u32;
            for taking in &moved.en_passant {
                answers.push(edge(taking, Part::Everywhere, None)?);
            }
            parts[pawn_moves].push(found);
        }
    }
    Ok((parts, answers))
}
