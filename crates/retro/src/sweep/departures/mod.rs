//! Every move that the positions of a block can make, in groups of like moves, with what it leads to.
//!
//! The sweeps fold moves together, since only the best counts for a value. Whoever asks how many moves
//! win, or whether one of them is a promotion to a knight, needs them one by one: a [`MoveGroup`] is
//! one man's moves of one kind, all at once for the positions of a block.

mod captures;
mod layers;
pub(super) mod quiet;

use std::sync::{Arc, OnceLock};

use nimzo_chess::Metric;
use shakmaty::{ByColor, Color, Role};

use super::SubTables;
use super::children::captures::Captures;
use super::children::pawn_moves::PawnMoves;
use super::children::{Children, FinishedSlice};
use super::geometry::{Geometry, OutsideMen};
use crate::Error;
use crate::kernel::{self, Block, Job, Kernel};
use crate::layout::Layout;
use crate::planes::WdlPlanes;
use layers::Way;

/// Three sets of positions of a block: won, drawn and lost for the side to move, or whatever else
/// planes of three hold.
pub type ThreeSets = [Block; 3];

/// Moves of one man that are alike: of positions of a block, each has at most one way to make each.
#[derive(Debug, Clone)]
pub struct MoveGroup {
    /// What moves.
    pub by: Role,
    /// What it takes.
    pub takes: Option<Role>,
    /// What it becomes.
    pub promotes: Option<Role>,
    /// Results of the positions after the moves, for the side then to move.
    pub results: ThreeSets,
    /// What the planes of marks hold of these positions; empty where there are none.
    pub marks: ThreeSets,
    way: Way,
}

impl MoveGroup {
    /// Given a set of the positions after the moves, shows for each single move the set of positions
    /// before it. Sets may hold positions that are not legal.
    #[inline(always)]
    pub fn each_move(&self, chosen: &Block, visit: impl FnMut(&Block)) {
        self.way.each_move(chosen, visit);
    }
}

/// Where the values of positions after moves are read: the slices of the class that are finished,
/// what is below it, and the slice itself.
#[derive(Clone)]
pub struct Ends<'a> {
    /// The slice that is left.
    pub own: Arc<ByColor<WdlPlanes>>,
    /// Slices of the class with fewer steps left to its pawns.
    pub siblings: &'a [OnceLock<FinishedSlice>],
    /// Smaller classes.
    pub below: &'a dyn SubTables,
}

/// The moves out of the blocks of one slice.
pub struct Departures<'a> {
    geometry: Geometry<'a>,
    results: Planes<'a>,
    marks: Option<Planes<'a>>,
}

/// One kind of planes with all that leads into them.
struct Planes<'a> {
    own: Arc<ByColor<WdlPlanes>>,
    captures: Captures,
    pawn_moves: PawnMoves<'a>,
}

impl<'a> Departures<'a> {
    /// Finds what the moves of a slice lead to. Marks are planes of three sets that go with the
    /// results: mates, stalemates and checks. They are read like results, except that en passant ends
    /// a mate or stalemate, and that bare kings have none.
    pub fn new(
        slice: usize,
        layout: &'a Arc<Layout>,
        results: Ends<'a>,
        marks: Option<Ends<'a>>,
    ) -> Result<Self, Error> {
        let geometry = Geometry::new(layout, layout.pawns(slice));
        let planes = |ends: Ends<'a>| {
            let children = Children::new(ends.below, layout, ends.siblings, Metric::Wdl);
            let captures = Captures::new(&geometry, &children)?;
            let pawn_moves = PawnMoves::new(slice, &geometry, &children)?;
            Ok::<_, Error>(Planes { own: ends.own, captures, pawn_moves })
        };
        let results = planes(results)?;
        let marks = marks.map(planes).transpose()?;
        Ok(Self { geometry, results, marks })
    }

    /// Shows the moves of `side` out of a block, kings first, until `visit` says that it has seen
    /// enough.
    pub fn each_group(&self, side: Color, block: usize, visit: &mut dyn FnMut(&MoveGroup) -> bool) {
        let outside = &self.geometry.outside_men_of_block(block);
        if outside.distinct {
            kernel::run(EachGroup { departures: self, side, outside, block, visit });
        }
    }

    /// Whether a capture leaves bare kings, of which there are no marks.
    fn captures_leave_kings(&self) -> bool {
        self.geometry.layout.material().count() == 3
    }

    /// Pawn moves, each a group.
    #[inline(always)]
    fn pawn_moves<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        visit: &mut dyn FnMut(&MoveGroup) -> bool,
    ) -> bool {
        for (i, pawn_move) in self.results.pawn_moves.of(side).iter().enumerate() {
            let mut group = MoveGroup::single(Role::Pawn);
            let what = pawn_move.what();
            (group.takes, group.promotes) = (what.takes, what.promotes);
            pawn_move.ends::<K>(outside, &mut group.results);
            if let Some(marks) = &self.marks {
                marks.pawn_moves.of(side)[i].marks::<K>(pawn_move, outside, &mut group.marks);
            }
            if !visit(&group) {
                return false;
            }
        }
        true
    }
}

impl MoveGroup {
    /// A group in which each position has one move at most, told by the position before it.
    fn single(by: Role) -> Self {
        let none = [[0; 64]; 3];
        Self { by, takes: None, promotes: None, results: none, marks: none, way: Way::Single }
    }
}

struct EachGroup<'s, 'a> {
    departures: &'s Departures<'a>,
    side: Color,
    outside: &'s OutsideMen,
    block: usize,
    visit: &'s mut dyn FnMut(&MoveGroup) -> bool,
}

impl Job for EachGroup<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self { departures, side, outside, block, visit } = self;
        let _ = departures.quiet_moves::<K>(side, outside, block, visit)
            && departures.captures::<K>(side, outside, visit)
            && departures.pawn_moves::<K>(side, outside, visit);
    }
}
