//! Solving one position: which way, what it takes, and the work itself.
//!
//! The *whole way* solves every slice that the position leads to. A *bounded way* leaves out classes
//! with many pieces, which promotions lead to, and solves the rest twice: once as if White won
//! everything beyond, once as if Black did. Where both agree, that is the value.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use nimzo_chess::rules::after;
use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::{Colors, MAX_PIECES};
use nimzo_retro::reach::{Horizon, Reach, Unbounded};
use nimzo_retro::slice_graph::{
    Cpu, Entry, InMemory, Keep, Limits, Pack, Plan, Visit, Visitor, agreed, run,
};
use nimzo_retro::sweep::Goals;
use nimzo_work::Task;
use nimzo_work::files::{self, FolderLock};
use shakmaty::{Board, Chess, Color, Position};

use super::SolvedSlices;
use super::file::SliceFile;
use super::keep::{PlanKeep, of_slice};
use crate::error::Error;

/// A bounded way is tried first where the whole one takes longer than this, or has more slices than
/// [`FEW`].
const PATIENCE: Duration = Duration::from_secs(20);
const FEW: usize = 20_000;

/// One way to solve a position.
#[derive(Debug, Clone)]
pub struct Way {
    /// The most men beside pawns that a class may have; `None` where nothing is left out.
    pub pieces: Option<usize>,
    reach: Reach,
    plan: Plan,
}

/// The ways to solve a position, in the order in which they are tried. Each is found when it is asked
/// for, since finding it may take longer than going the one before.
pub struct Ways {
    boards: Vec<Board>,
    pieces: usize,
    wish: Wish,
    stage: Stage,
    whole: Option<Way>,
    /// Why not everything that the position leads to can be solved, once that has come out.
    pub refusal: Option<String>,
}

enum Stage {
    Begin,
    Bounded(usize),
    Whole,
    Done,
}

impl Way {
    /// How many slices are solved.
    pub fn slices(&self) -> usize {
        self.reach.slices()
    }

    /// How many classes they belong to.
    pub fn classes(&self) -> usize {
        self.reach.classes.len()
    }

    /// Positions with one side to move.
    pub fn positions(&self) -> u64 {
        self.plan.positions()
    }

    /// The least bytes of memory that it takes.
    pub fn memory(&self) -> u64 {
        self.plan.memory - self.plan.held
    }

    /// Bytes of disk that it takes.
    pub fn disk(&self) -> u64 {
        self.plan.disk
    }

    /// A first estimate of the time.
    pub fn duration(&self) -> Duration {
        let passes = if self.pieces.is_some() { 2 } else { 1 };
        // Beside the positions each slice takes some time of its own.
        passes * (self.plan.duration() + Duration::from_millis(1) * self.slices() as u32)
    }
}

/// The boards from which slices are to be found: that of the position, and those after taking en
/// passant.
fn roots(position: &Chess) -> Vec<Board> {
    let taken = position.en_passant_moves();
    let after_taking = taken.iter().map(|&mv| after(position, mv).board().clone());
    std::iter::once(position.board().clone()).chain(after_taking).collect()
}

/// What is to be solved, and what that may take.
#[derive(Debug, Clone, Copy)]
pub struct Wish {
    /// Results, or one depth more.
    pub metric: Metric,
    /// What it may take.
    pub limits: Limits,
    /// Whether bounds will do where the whole way does not fit or takes long.
    pub bounds: bool,
    /// The most slices that are looked for.
    pub slices: usize,
}

impl Wish {
    /// As many slices as there may be.
    pub const MOST_SLICES: usize = Horizon::FARTHEST.slices;
}

impl Ways {
    /// The ways to solve a position.
    pub fn of(position: &Chess, wish: Wish) -> Self {
        let pieces = Material::of_board(position.board()).pieces();
        let (stage, whole, refusal) = (Stage::Begin, None, None);
        Self { boards: roots(position), pieces, wish, stage, whole, refusal }
    }

    /// The next way; `None` when there are no more.
    pub fn next(&mut self, task: &Task) -> Result<Option<Way>, Error> {
        loop {
            match self.stage {
                Stage::Begin => {
                    let few = Wish { slices: self.wish.slices.min(FEW), ..self.wish };
                    self.whole = way(&self.boards, few, None, task)?.ok();
                    let whole = self.whole.as_ref();
                    let at_once = whole.is_some_and(|way| way.duration() <= PATIENCE);
                    let bounded = self.wish.metric == Metric::Wdl && self.wish.bounds && !at_once;
                    self.stage = match bounded {
                        true => Stage::Bounded(self.pieces.max(3)),
                        false => Stage::Whole,
                    };
                }
                Stage::Bounded(MAX_PIECES..) => self.stage = Stage::Whole,
                Stage::Bounded(pieces) => {
                    self.stage = Stage::Bounded(pieces + 1);
                    let Ok(found) = way(&self.boards, self.wish, Some(pieces), task)? else {
                        continue;
                    };
                    let quicker = |whole: &Way| found.duration() * 4 < whole.duration();
                    if self.whole.as_ref().is_none_or(quicker) {
                        return Ok(Some(found));
                    }
                }
                Stage::Whole => {
                    self.stage = Stage::Done;
                    let found = match self.whole.take() {
                        Some(found) => Ok(found),
                        None => way(&self.boards, self.wish, None, task)?,
                    };
                    match found {
                        Ok(found) => return Ok(Some(found)),
                        Err(why) => self.refusal = Some(why),
                    }
                }
                Stage::Done => return Ok(None),
            }
        }
    }
}

/// One way, or why there is none.
fn way(
    boards: &[Board],
    wish: Wish,
    pieces: Option<usize>,
    task: &Task,
) -> Result<Result<Way, String>, Error> {
    let farthest = Horizon { slices: wish.slices, ..Horizon::FARTHEST };
    let horizon = match pieces {
        Some(pieces) => Horizon { pieces, colors: Colors::OfBoard, ..farthest },
        None => farthest,
    };
    let reach = match Reach::of(boards, horizon, task) {
        Ok(reach) => reach,
        Err(Unbounded::Interrupted(stopped)) => return Err(stopped.into()),
        Err(why) => return Ok(Err(why.to_string())),
    };
    if let (None, Some(class)) = (pieces, reach.beyond) {
        let many = class.pieces();
        return Ok(Err(format!(
            "promotions lead to {class}, which has {many} men beside pawns; at most {MAX_PIECES} can be solved"
        )));
    }
    let goals = Goals::of_metrics(&[wish.metric], false);
    // Where what promotions are worth is not handed on, their classes are read as they lie.
    let read = goals.dtm || goals.dtz50;
    let layouts = if read { reach.layouts() } else { HashMap::new() };
    if let Some((class, _)) = layouts.iter().find(|(_, layout)| layout.is_folded()) {
        let metric = wish.metric;
        return Ok(Err(format!("{class}, which promotions lead to, is not solved for {metric}")));
    }
    match Plan::of_reach(&reach, goals, wish.limits) {
        Ok(plan) => Ok(Ok(Way { pieces, reach, plan })),
        Err(nimzo_retro::Error::TooLittle(why)) => Ok(Err(why.to_string())),
        Err(other) => Err(other.into()),
    }
}

/// Solves the slices of a way and keeps them beside the tables. What is there already is not solved
/// again. Gives the seconds it took.
pub fn solve(way: &Way, solved: &SolvedSlices, task: &Task) -> Result<f64, Error> {
    let begun = Instant::now();
    files::create_folder(&solved.folder).map_err(Error::io(&solved.folder))?;
    let _lock = FolderLock::take(&solved.folder)?;
    match way.pieces {
        None => {
            let keep = PlanKeep::new(solved, &way.reach, &way.plan, task);
            run(&way.plan, &Cpu, &keep, &Nobody, task)?;
        }
        Some(_) => bounded(way, solved, task)?,
    }
    solved.open().clear();
    Ok(begun.elapsed().as_secs_f64())
}

fn bounded(way: &Way, solved: &SolvedSlices, task: &Task) -> Result<(), Error> {
    let one = |winner: Color| -> Result<InMemory, Error> {
        let keep = InMemory::default();
        run(&way.plan.clone().with_beyond(winner), &Cpu, &keep, &Nobody, task)?;
        Ok(keep)
    };
    let (white, black) = (one(Color::White)?, one(Color::Black)?);
    for (class, slices) in &way.reach.classes {
        let Some(layout) = way.plan.layouts.get(class) else { continue };
        let path = solved.path(Pack::Proved(*class));
        let mut file = SliceFile::open_to_write(&path).map_err(Error::io(&path))?;
        for slice in slices {
            task.check()?;
            let Some((number, _)) = layout.slice_of(slice.pawns) else { continue };
            let (pack, entry) = (Pack::Results(*class), Entry::results(number));
            let (Some(high), Some(low)) = (white.get(pack, entry)?, black.get(pack, entry)?) else {
                continue;
            };
            let both = agreed(&high, &low, layout.slots() / 64).map_err(|_| {
                let why = "packed results in memory".to_owned();
                Error::Damaged { path: path.clone(), why }
            })?;
            file.append(of_slice(slice.pawns), slice.regions, &both).map_err(Error::io(&path))?;
        }
        file.sync().map_err(Error::io(&path))?;
    }
    Ok(())
}

/// Nobody looks at slices on the way.
struct Nobody;

impl Visitor for Nobody {
    fn slice(&self, _: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}
