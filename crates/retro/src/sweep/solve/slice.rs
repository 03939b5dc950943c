//! Solves one slice for one metric: start, sweeps, and the planes that come out.

use nimzo_chess::{Depth, Metric};
use nimzo_work::Task;
use shakmaty::ByColor;

use super::counts;
use super::finish::finish;
use super::pawn_results::PawnResults;
use super::ply::{Mode, SideSets, Sweep, Tally, TooDeep};
use super::watch::{self, Spot};
use crate::Error;
use crate::planes::{Buffer, Cells, DepthPlane, RulePlanes, WdlPlanes};
use crate::sweep::children::captures::Captures;
use crate::sweep::children::inputs::{SliceInputs, SliceSuccessors};
use crate::sweep::children::pawn_moves::PawnMoves;
use crate::sweep::children::stalemates::Stalemates;
use crate::sweep::codes::Code;
use crate::sweep::company::part::Part;
use crate::sweep::company::{Sharing, Together};
use crate::sweep::geometry::Geometry;
use crate::sweep::shared::{SharedCells, SharedFlags, SharedSets};
use crate::sweep::window::{Window, WindowCells};

/// How to do it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SliceOptions<'a> {
    pub metric: Metric,
    /// Keep the depths.
    pub keep_depths: bool,
    /// Count positions ply by ply.
    pub counting: bool,
    /// Share the slice between threads.
    pub parallel: bool,
    /// Begin with wide cells.
    pub wide: bool,
    /// The positions of this slice whose depths are noted one by one.
    pub watched: &'a [Spot],
    /// The windows of depths to mate that are kept.
    pub windows: &'a [Window],
}

/// Those who solve a slice together, and who of them has which frames.
pub(crate) type Shared<'a> = (Together<'a>, &'a Sharing);

/// What comes out.
pub(crate) struct SliceRun {
    pub wdl: ByColor<WdlPlanes>,
    pub depths: Option<ByColor<DepthPlane>>,
    pub rule: Option<ByColor<RulePlanes>>,
    pub stalemates: ByColor<Stalemates>,
    pub tally: ByColor<Tally>,
    /// Wins, draws and losses, each position once.
    pub totals: ByColor<[u64; 3]>,
    /// The depths of watched positions.
    pub seen: Vec<(Spot, Option<Depth>)>,
    pub windows: Vec<(Window, DepthPlane)>,
    /// Whether wide cells were needed.
    pub wide: bool,
}

/// A kind of cell together with the planes made of it.
pub(crate) trait PlaneCode: Code {
    fn cells(buffer: Buffer<Self>) -> Cells;
}

impl PlaneCode for u8 {
    fn cells(buffer: Buffer<Self>) -> Cells {
        Cells::Narrow(buffer)
    }
}

impl PlaneCode for u16 {
    fn cells(buffer: Buffer<Self>) -> Cells {
        Cells::Wide(buffer)
    }
}

/// Solves a slice for one of its metrics.
pub(crate) fn solve_slice(
    inputs: &SliceInputs<'_>,
    successors: &SliceSuccessors<'_>,
    options: SliceOptions<'_>,
    shared: Option<Shared<'_>>,
    task: &Task,
) -> Result<SliceRun, Error> {
    let SliceInputs { slice, ref geometry, rule_limit, .. } = *inputs;
    let SliceSuccessors { captures, pawn_moves, .. } = successors;
    let mut work = Work { slice, geometry, captures, pawn_moves, shared };
    let wide = options.wide || successors.is_wide();
    if !wide && let Ok(done) = work.sweep::<u8>(options, rule_limit, task)? {
        return Ok(done);
    }
    match work.sweep::<u16>(options, rule_limit, task)? {
        Ok(done) => Ok(done),
        Err(TooDeep) => Err(Error::TooDeep(geometry.layout.material())),
    }
}

struct Work<'a> {
    slice: usize,
    geometry: &'a Geometry<'a>,
    captures: &'a Captures,
    pawn_moves: &'a PawnMoves<'a>,
    shared: Option<Shared<'a>>,
}

impl Work<'_> {
    fn sweep<T: PlaneCode>(
        &mut self,
        options: SliceOptions<'_>,
        rule_limit: u32,
        task: &Task,
    ) -> Result<Result<SliceRun, TooDeep>, Error> {
        let blocks = self.geometry.layout.blocks();
        let mode = match options.metric {
            Metric::Wdl => Mode::Results,
            Metric::Dtm => Mode::Mate,
            Metric::Dtc | Metric::Dtz => Mode::Plies { limit: None },
            Metric::Dtz50 => Mode::Plies { limit: Some(rule_limit) },
        };
        let needs_plane = match options.metric {
            Metric::Wdl => false,
            // What stands under the rule is read off the depths.
            Metric::Dtz50 => true,
            Metric::Dtm | Metric::Dtc | Metric::Dtz => options.keep_depths,
        };
        let (frames, words) = (self.geometry.layout.frames().len(), self.geometry.flag_words);
        let moves = |side, results| (mode == Mode::Results) == results && self.pawn_moves.any(side);
        let pawns = |side| moves(side, false).then(|| SharedCells::unfilled(blocks));
        let results =
            |side| moves(side, true).then(|| PawnResults::unfilled(blocks, frames, words));
        let mut sweep = Sweep::<T> {
            geometry: self.geometry,
            slice: self.slice,
            part: Part::new(self.geometry.layout, self.shared),
            mode,
            captures: self.captures,
            pawn_moves: self.pawn_moves,
            sides: ByColor::new_with(|_| self.side(mode)),
            plane: needs_plane.then(|| ByColor::new_with(|_| SharedCells::unfilled(blocks))),
            pawns: ByColor::new_with(pawns),
            pawn_results: ByColor::new_with(results),
            capture_notes: None,
            pawn_notes: ByColor::default(),
            stalemates: Default::default(),
            tally: Default::default(),
            watched: watch::slots(options.watched),
            windows: self.windows(mode, options.windows),
            counting: options.counting && options.metric != Metric::Wdl,
            parallel: options.parallel,
        };
        sweep.start(task)?;
        if let Err(too_deep) = sweep.run(task)? {
            return Ok(Err(too_deep));
        }
        let mut run = finish(sweep, options, rule_limit);
        if let (Some((together, _)), true) = (self.shared, options.counting) {
            counts::add_up(&mut run, together)?;
        }
        Ok(Ok(run))
    }

    fn windows<T: Code>(&self, mode: Mode, wanted: &[Window]) -> ByColor<Vec<WindowCells<T>>> {
        let wanted = if mode == Mode::Mate { wanted } else { &[] };
        ByColor::new_with(|side| {
            let of_side = wanted.iter().filter(|window| window.side() == side);
            of_side.filter_map(|&window| WindowCells::new(self.geometry.layout, window)).collect()
        })
    }

    fn side(&self, mode: Mode) -> SideSets {
        let layout = self.geometry.layout;
        let (blocks, frames) = (layout.blocks(), layout.frames().len());
        let flags = || SharedFlags::new(frames, self.geometry.flag_words);
        let second = matches!(mode, Mode::Plies { .. }).then(|| SharedSets::unfilled(blocks));
        SideSets {
            open: SharedSets::unfilled(blocks),
            unwon: SharedSets::unfilled(blocks),
            lost: [Some(SharedSets::unfilled(blocks)), second],
            lost_flags: [flags(), flags()],
            won_flags: [flags(), flags()],
        }
    }
}
