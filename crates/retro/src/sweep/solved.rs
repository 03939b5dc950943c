//! What goes into the solver and what comes out of it.

use std::sync::Arc;

use nimzo_chess::{Depth, Material, Metric, PerMetric, Wdl, Wdl50};
use shakmaty::{ByColor, Color};

use crate::Error;
use crate::layout::{Colors, Layout};
use crate::planes::{DepthPlane, ResultPlanes, RulePlanes, WdlPlanes};
use crate::sweep::{Window, layout_of};

/// What to compute. Win, draw and loss always come with it; by default nothing else does.
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
    /// Keep no depth planes, only statistics, in a fraction of the memory.
    pub discard_depths: bool,
    /// Count positions: fills [`Solved::statistics`].
    pub count: bool,
    /// Plies without a zeroing move after which a game is drawn, for `dtz50`; 100 unless given.
    pub rule_limit: Option<u32>,
}

impl Goals {
    /// The goals that fill these metrics.
    pub fn of_metrics(metrics: &[Metric], queen_only: bool) -> Self {
        let wanted = |metric| metrics.contains(&metric);
        Self {
            dtm: wanted(Metric::Dtm),
            dtc: wanted(Metric::Dtc),
            dtz: wanted(Metric::Dtz),
            dtz50: wanted(Metric::Dtz50),
            queen_only,
            ..Self::default()
        }
    }
}

impl Goals {
    /// The metrics to run, the first of which also gives win, draw and loss.
    pub(crate) fn metrics(&self) -> Vec<Metric> {
        let depths: Vec<Metric> = self.depths().collect();
        if depths.is_empty() { vec![Metric::Wdl] } else { depths }
    }

    /// The depths that are wanted, in the order of the metrics.
    pub fn depths(&self) -> impl Iterator<Item = Metric> + use<> {
        let wanted = [
            (self.dtm, Metric::Dtm),
            (self.dtc, Metric::Dtc),
            (self.dtz, Metric::Dtz),
            (self.dtz50, Metric::Dtz50),
        ];
        wanted.into_iter().filter(|(wanted, _)| *wanted).map(|(_, metric)| metric)
    }
}

/// Depths of a slice with either side to move.
pub type Depths = Arc<ByColor<DepthPlane>>;

/// Values of one slice with either side to move.
#[derive(Debug, Clone)]
pub struct SliceValues {
    /// Win, draw, loss.
    pub wdl: Arc<ByColor<WdlPlanes>>,
    /// Which wins and losses stand under the fifty-move rule.
    pub rule: Option<Arc<ByColor<RulePlanes>>>,
    /// The depths that were computed.
    pub depths: PerMetric<Option<Depths>>,
}

impl SliceValues {
    /// Results, and no depths.
    pub fn results(wdl: Arc<ByColor<WdlPlanes>>) -> Self {
        Self { wdl, rule: None, depths: PerMetric::default() }
    }

    /// The same with depths of these metrics only.
    pub fn with_depths_of(mut self, metrics: &[Metric]) -> Self {
        for (metric, depths) in &mut self.depths {
            depths.take_if(|_| !metrics.contains(&metric));
        }
        self
    }

    /// The result of a slot; `None` where there is no legal position.
    pub fn wdl_at(&self, turn: Color, slot: usize) -> Option<Wdl> {
        self.wdl[turn].get(slot)
    }

    /// The result under the fifty-move rule, if it was computed and the position is legal.
    pub fn wdl50_at(&self, turn: Color, slot: usize) -> Option<Wdl50> {
        let wdl = self.wdl_at(turn, slot)?;
        Some(self.rule.as_ref()?[turn].get(slot, wdl))
    }

    /// A depth, if it was computed and the position is legal.
    pub fn depth_at(&self, metric: Metric, turn: Color, slot: usize) -> Option<Depth> {
        self.depths[metric].as_ref()?[turn].get(slot)
    }
}

/// How many positions of a slice have each value with one side to move, each position counted once
/// (see [`Layout::counted`]).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Positions won.
    pub wins: u64,
    /// Positions drawn.
    pub draws: u64,
    /// Positions lost.
    pub losses: u64,
    /// Wins by plies; empty for [`Metric::Wdl`].
    pub wins_by_plies: Vec<u64>,
    /// Losses by plies.
    pub losses_by_plies: Vec<u64>,
    /// The smallest slot that counts among the longest wins, and its plies.
    pub longest_win: Option<(u32, usize)>,
    /// The same for losses.
    pub longest_loss: Option<(u32, usize)>,
}

/// A class with its values.
#[derive(Debug)]
pub struct Solved {
    /// How its slots are numbered.
    pub layout: Arc<Layout>,
    /// The values, slice by slice.
    pub slices: Vec<SliceValues>,
    /// Counts, slice by slice, for every metric computed, White to move first; empty unless
    /// [`Goals::count`] was set.
    pub statistics: Vec<Vec<(Metric, ByColor<Statistics>)>>,
}

impl Solved {
    /// The longest win of a side by this metric, in plies, with the slice and slot of an example.
    pub fn longest_win(&self, metric: Metric, side: Color) -> Option<(u32, usize, usize)> {
        self.longest(metric, side, |counts| counts.longest_win)
    }

    /// The longest loss of a side by this metric, likewise.
    pub fn longest_loss(&self, metric: Metric, side: Color) -> Option<(u32, usize, usize)> {
        self.longest(metric, side, |counts| counts.longest_loss)
    }

    fn longest(
        &self,
        metric: Metric,
        side: Color,
        of: fn(&Statistics) -> Option<(u32, usize)>,
    ) -> Option<(u32, usize, usize)> {
        let all = self.statistics.iter().enumerate().filter_map(|(slice, counted)| {
            let (_, both) = counted.iter().find(|(found, _)| *found == metric)?;
            of(&both[side]).map(|(plies, slot)| (plies, slice, slot))
        });
        all.reduce(|best, next| if next.0 > best.0 { next } else { best })
    }

    /// Wins, draws and losses of a side, each position counted once; all 0 if nothing was counted.
    pub fn totals(&self, side: Color) -> [u64; 3] {
        let mut totals = [0; 3];
        for (_, both) in self.statistics.iter().filter_map(|counted| counted.first()) {
            totals[0] += both[side].wins;
            totals[1] += both[side].draws;
            totals[2] += both[side].losses;
        }
        totals
    }
}

/// Finished values of smaller classes, in whatever way they are kept. Classes are canonical, and
/// planes lie in the order of the class's [`Layout`].
///
/// A slice is asked for as often as some slice of the parent needs it, but never by two threads at
/// once; an implementation that reads files should keep what it has read for a while.
pub trait SubTables: Sync {
    /// How a class is numbered here; `None` for one that no position in question leads to.
    fn layout(&self, class: Material) -> Result<Option<Arc<Layout>>, Error> {
        layout_of(class).map(Some)
    }

    /// The class that stands for a material here, and whether its colours are exchanged.
    fn class(&self, material: Material) -> (Material, bool) {
        Colors::OfClass.class(material)
    }

    /// Win, draw and loss of a slice.
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<ByColor<WdlPlanes>>, Error>;
    /// Which of them stand under the fifty-move rule.
    fn rule(&self, class: Material, slice: usize) -> Result<Arc<ByColor<RulePlanes>>, Error>;
    /// Depths to mate.
    fn dtm(&self, class: Material, slice: usize) -> Result<Depths, Error>;

    /// What the best promotion without capture is worth to a side in each position of a slice of the
    /// class being solved, where that has been found already; the classes that these promotions lead
    /// to are then not asked for. Depths to mate and depths under the fifty-move rule need more than
    /// results and are never found this way.
    fn promotions(
        &self,
        class: Material,
        slice: usize,
        side: Color,
    ) -> Result<Option<Arc<ResultPlanes>>, Error> {
        let _ = (class, slice, side);
        Ok(None)
    }

    /// Depths to mate of a window of a slice, where that is all that is there of it; they are of its side to
    /// move, and nothing is read of the other's.
    fn window(
        &self,
        class: Material,
        slice: usize,
        window: Window,
    ) -> Result<Option<Depths>, Error> {
        let _ = (class, slice, window);
        Ok(None)
    }

    /// Who wins where promotions lead to classes that are not asked for; `None` where such promotions
    /// do not occur.
    fn beyond(&self) -> Option<Color> {
        None
    }
}
