//! Promotions seen from behind: what promoting into a finished slice is worth in each position of the
//! slices before it, in two bits a position.
//!
//! A class that is solved hands this on to the classes it is a promotion of and can then be forgotten.
//! Here it is read off line by line for any layouts; where both have their kings outside the blocks,
//! which is where most positions are, `frames` does the same with whole
//! frames.

use std::sync::Arc;

use rayon::prelude::*;
use shakmaty::{ByColor, Color, Role};

mod frames;

use crate::kernel::{self, Job, Kernel};
use crate::layout::frames::KingsOutside;
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, MAX_PIECES, Man};
use crate::planes::{ResultPlanes, WdlPlanes};
use crate::sweep::children::line::Along;
use crate::sweep::children::regions::ManSquare;
use crate::sweep::children::steps::men_of;
use crate::sweep::children::view::{Data, View};
use crate::sweep::children::{arrange, material_of};
use crate::sweep::codes::Counting;
use crate::sweep::geometry::moves::distinct;
use crate::sweep::geometry::{Geometry, OutsideMen};
use crate::sweep::shared::SharedSets;
use frames::FrameFold;

/// A pawn that stands before promotion in a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PromotionFrom {
    /// The slice.
    pub slice: usize,
    /// The pawn's square.
    pub square: u8,
}

/// How the men of a slice before promotion lie in the class after it.
pub(super) struct Arrangement<'a> {
    /// The slice before promotion.
    pub geometry: Geometry<'a>,
    /// Which man of the class after promotion stands where.
    pub sources: [ManSquare; MAX_PIECES],
    /// What is done to all squares before they are looked up.
    pub reflection: Symmetry,
    /// The side to move after promotion, in the colours of that class.
    pub side: Color,
    /// The slice after promotion.
    pub slice: usize,
    /// Where the pawn promotes.
    pub to: u8,
}

impl<'a> Arrangement<'a> {
    pub(super) fn new(parent: &'a Layout, from: PromotionFrom, role: Role, child: &Layout) -> Self {
        let geometry = Geometry::new(parent, parent.pawns(from.slice));
        let mut pawns = geometry.pawns;
        let promoter = Color::from_white(pawns.sides.black >> from.square & 1 == 0);
        pawns.sides[promoter] &= !(1 << from.square);
        let to = promoter.fold_wb(from.square.wrapping_add(8), from.square.wrapping_sub(8));
        let mut men = men_of(parent.men());
        men.push((Man { side: promoter, role }, ManSquare::Fixed(to)));
        let flipped = material_of(&men, pawns) != child.material();
        let pawns = if flipped { pawns.flipped() } else { pawns };
        let (slice, mirror) = child.slice_of(pawns).expect("a set of pawns of this class");
        let turn = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
        Self {
            geometry,
            sources: arrange(child, &men, flipped),
            reflection: mirror.after_reflection(turn),
            side: !promoter ^ flipped,
            slice,
            to,
        }
    }
}

/// What promoting to `role` is worth to the owners of these pawns, pawn by pawn, when all of the
/// promotions lead to one finished slice of the class `child`. The pawns must be of one side.
///
/// Where men share a square the codes are all ones: they mean nothing and so take little room.
pub fn fold_promotions(
    parent: &Layout,
    pawns: &[PromotionFrom],
    role: Role,
    child: &Arc<Layout>,
    results: &Arc<ByColor<WdlPlanes>>,
) -> Vec<ResultPlanes> {
    let arranged: Vec<Arrangement<'_>> =
        pawns.iter().map(|&from| Arrangement::new(parent, from, role, child)).collect();
    let both = KingsOutside::Both;
    if child.kings_outside() == both && parent.kings_outside() == both {
        return FrameFold::new(parent, child, &arranged).run(results);
    }
    arranged.iter().map(|one| by_lines(one, child, results)).collect()
}

/// The same for one pawn, line by line; the class after promotion must not be folded.
pub(super) fn by_lines(
    arranged: &Arrangement<'_>,
    child: &Arc<Layout>,
    results: &Arc<ByColor<WdlPlanes>>,
) -> ResultPlanes {
    let geometry = &arranged.geometry;
    let Arrangement { sources, reflection, side, slice, .. } = *arranged;
    let child = (Arc::clone(child), slice);
    let data = Data::Wdl(Arc::clone(results));
    let view = &View::new(child, data, side, sources, reflection, Counting::Zeroing, 0);
    let blocks = geometry.layout.blocks();
    let planes = [SharedSets::unfilled(blocks), SharedSets::unfilled(blocks)];
    (0..geometry.layout.frames().len()).into_par_iter().with_min_len(16).for_each(|frame| {
        kernel::run(LinesOfFrame { geometry, view, frame, planes: &planes });
    });
    into_results(planes)
}

/// Fields as planes.
pub(super) fn into_results([unwon, decided]: [SharedSets; 2]) -> ResultPlanes {
    ResultPlanes { unwon: unwon.into_plane(), decided: decided.into_plane() }
}

struct LinesOfFrame<'a> {
    geometry: &'a Geometry<'a>,
    view: &'a View,
    frame: usize,
    planes: &'a [SharedSets; 2],
}

impl Job for LinesOfFrame<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        for outer in self.geometry.stored_outers() {
            let outside = self.geometry.outside_men(self.frame, outer);
            let block = self.geometry.block(self.frame, outer);
            // SAFETY: this thread alone has this frame.
            let [unwon, decided] = [0, 1].map(|i| unsafe { self.planes[i].block_mut(block) });
            for row in 0..64 {
                let line = self.view.line(&outside, Along::Column, row);
                let codes =
                    line.map(|line| self.view.results::<K>(line).codes()).unwrap_or_default();
                (unwon[usize::from(row)], decided[usize::from(row)]) = (codes.unwon, codes.decided);
            }
            fill_impossible(&outside, [unwon, decided]);
        }
    }
}

/// Sets all bits of positions in which men share a square.
#[inline(always)]
pub(super) fn fill_impossible(outside: &OutsideMen, planes: [&mut [u64; 64]; 2]) {
    let mut possible = [0; 64];
    distinct(outside, &mut possible);
    for plane in planes {
        plane.iter_mut().zip(&possible).for_each(|(word, possible)| *word |= !possible);
    }
}
