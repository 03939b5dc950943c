//! The zugzwangs of one slice, while its values are in memory.

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::successors::Worth;
use nimzo_chess::{Known, Material, Metric, Probe, Wdl};
use nimzo_retro::slice_graph::Visit;
use nimzo_retro::sweep::layout_of;
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::mining::Walk;
use crate::mining::blocks::ResultBlock;
use crate::mining::zugzwangs::Zugzwangs;

/// Blocks that one piece of work reads.
const CHUNK: usize = 64;

/// Finds every zugzwang of a slice that has just been solved, with and without en passant right.
pub(super) fn mine_slice(visit: &Visit<'_>) -> crate::Result<Zugzwangs> {
    let layout = visit.layout;
    let planes = &visit.finished.values.wdl;
    (0..layout.blocks().div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            let source = SliceValues(visit);
            let mut walk = Walk { layout, source: Some(&source), found: Zugzwangs::default() };
            let mut block = ResultBlock::default();
            for at in chunk * CHUNK..layout.blocks().min((chunk + 1) * CHUNK) {
                let words = at * 64..(at + 1) * 64;
                for (side, planes) in block.iter_mut().zip(planes.iter()) {
                    side.draw.copy_from_slice(&planes.draw[words.clone()]);
                    side.loss.copy_from_slice(&planes.loss[words.clone()]);
                }
                let stalemates = visit.finished.stalemates.as_ref().map(|side| side.block(at));
                walk.block(visit.slice, at, &block, Some(stalemates))?;
            }
            Ok(walk.found)
        })
        .try_reduce(Zugzwangs::default, |one, two| Ok(one.merge(two)))
}

/// The values of a slice and of what captures lead to.
struct SliceValues<'a, 'v>(&'a Visit<'v>);

impl Probe for SliceValues<'_, '_> {
    fn name(&self) -> String {
        "what was solved".to_owned()
    }

    fn look_up(&self, position: &Chess, _: &[Metric]) -> Result<Known, nimzo_chess::Error> {
        let visit = self.0;
        let class = Material::of_board(position.board()).canonical();
        if class == Material::BARE_KINGS {
            return Ok(Known::DRAW);
        }
        let (board, turn) = in_class_colors(position);
        let value = if class == visit.class {
            let at = visit.layout.locate(&board).filter(|at| at.slice == visit.slice);
            at.and_then(|at| visit.finished.values.wdl_at(turn, at.slot))
        } else {
            let read = || -> Result<Option<Wdl>, nimzo_retro::Error> {
                match layout_of(class)?.locate(&board) {
                    Some(at) => Ok(visit.subs.wdl(class, at.slice)?[turn].get(at.slot)),
                    None => Ok(None),
                }
            };
            read().map_err(|error| nimzo_chess::Error::Table(Box::new(error)))?
        };
        let missing = || nimzo_chess::Error::missing(&self.name(), position, Metric::Wdl);
        value.map(Known::result).ok_or_else(missing)
    }
}
