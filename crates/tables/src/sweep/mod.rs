//! The set-wise solver: 64 x 64 positions at a time, from the ends of the game backwards.
//!
//! `solve(material, &subs, goals, &task)` takes a class, the finished values of the classes that its captures and promotions
//! lead to (a [`SubTables`]) and what is wanted ([`Goals`]);
//! it gives back a [`Solved`]: for every slice, both sides to move, planes in the order of the
//! [`Layout`]. How positions are numbered is the layout's business, how values are kept on disk is
//! the store's.

use std::sync::Arc;

use crate::layout::Layout;
use crate::planes::{DepthPlane, RulePlanes, WdlPlanes};
use crate::{Error, Material};

/// What to compute. Win, draw and loss always come with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Goals {
    /// Depth to mate. Needs the sub-tables' depths to mate.
    pub dtm: bool,
    /// Depth to conversion (mate, capture, promotion).
    pub dtc: bool,
    /// Depth to a zeroing move (mate, capture, pawn move).
    pub dtz: bool,
    /// The same under the fifty-move rule, and the five-valued result. Needs the sub-tables'
    /// five-valued results.
    pub dtz50: bool,
    /// Pawns may become queens only. The sub-tables must have been made by the same rule.
    pub queen_only: bool,
    /// Keep no depth planes, only their histograms and a position of the longest win.
    pub discard_depths: bool,
}

/// Values of one slice, `[0]` with White to move and `[1]` with Black to move.
#[derive(Debug, Clone)]
pub struct SliceValues {
    /// Win, draw, loss.
    pub wdl: Arc<[WdlPlanes; 2]>,
    /// Which wins and losses stand under the fifty-move rule.
    pub rule: Option<Arc<[RulePlanes; 2]>>,
    /// Depth to mate.
    pub dtm: Option<Arc<[DepthPlane; 2]>>,
    /// Depth to conversion.
    pub dtc: Option<Arc<[DepthPlane; 2]>>,
    /// Depth to a zeroing move.
    pub dtz: Option<Arc<[DepthPlane; 2]>>,
    /// Depth to a zeroing move under the fifty-move rule.
    pub dtz50: Option<Arc<[DepthPlane; 2]>>,
}

/// How many positions have each value, each position counted once. Index: plies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Wins by plies.
    pub wins: Vec<u64>,
    /// Losses by plies.
    pub losses: Vec<u64>,
    /// Draws.
    pub draws: u64,
}

/// A class with its values.
#[derive(Debug)]
pub struct Solved {
    /// How its slots are numbered.
    pub layout: Arc<Layout>,
    /// The values, slice by slice.
    pub slices: Vec<SliceValues>,
}

/// Finished values of smaller classes, in whatever way they are kept. Classes are canonical, and
/// planes lie in the order of the class's [`Layout`].
///
/// A slice is asked for at most a few times; an implementation that reads files need not cache.
pub trait SubTables: Sync {
    /// Win, draw and loss of a slice.
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error>;
    /// Which of them stand under the fifty-move rule.
    fn rule(&self, class: Material, slice: usize) -> Result<Arc<[RulePlanes; 2]>, Error>;
    /// Depths to mate.
    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error>;
}
