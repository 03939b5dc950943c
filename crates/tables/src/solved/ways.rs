//! The ways to solve one position, and what each takes.
//!
//! The *whole way* solves every slice that the position leads to. A *bounded way* leaves out classes
//! with many pieces, which promotions lead to, and solves the rest twice: once as if White won
//! everything beyond, once as if Black did. Where both agree, that is the value.
//!
//! Classes whose tables are in the folder are read and not solved. Positions with castling rights come
//! last, one by one.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use nimzo_chess::rules::after;
use nimzo_chess::{Material, Metric};
use nimzo_retro::castling::RightsReach;
use nimzo_retro::layout::{Colors, KEPT_PIECES};
use nimzo_retro::reach::{Horizon, Reach, Roots, Unbounded};
use nimzo_retro::slice_graph::{Limits, Plan};
use nimzo_retro::sweep::Goals;
use nimzo_work::Task;
use shakmaty::{Board, Chess, Position};

use super::watched;
use crate::error::Error;
use crate::store::Store;

/// A bounded way is tried first where the whole one takes longer than this, or has more slices than
/// [`FEW`].
const PATIENCE: Duration = Duration::from_secs(20);
const FEW: usize = 20_000;
/// Positions with castling rights that are solved in a second, about.
const RIGHTS_RATE: u32 = 20_000;

/// One way to solve a position.
#[derive(Debug, Clone)]
pub struct Way {
    /// The most men beside pawns that a class may have; `None` where nothing is left out.
    pub pieces: Option<usize>,
    pub(super) metric: Metric,
    pub(super) reach: Reach,
    pub(super) plan: Plan,
    pub(super) rights: Option<Arc<RightsReach>>,
}

/// The ways to solve a position, in the order in which they are tried. Each is found when it is asked
/// for, since finding it may take longer than going the one before.
pub struct Ways {
    position: Chess,
    tables: HashSet<Material>,
    roots: Roots,
    rights: Option<Arc<RightsReach>>,
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
    /// Watches this position as if depths of its class were too many to keep.
    #[cfg(test)]
    pub(super) fn watch_roots(&mut self, position: &Chess) {
        for step in &mut self.plan.steps {
            let watched = self.reach.roots.contains(&step.class);
            (step.goals.discard_depths, step.keeps_depths) = (watched, !watched);
        }
        self.plan.watch(&watched::around(position));
    }

    /// The same as if all classes but those that are asked about were too large to stay.
    #[cfg(test)]
    pub(super) fn nothing_stays(&mut self) {
        let goals = Goals::of_metrics(&[self.metric], false);
        let limits = Limits { memory: 1 << 40, disk: 1 << 40 };
        self.plan = Plan::of_reach_with(&self.reach, goals, limits, 0).expect("a plan");
    }

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

    /// Positions with castling rights, either side to move.
    pub fn with_rights(&self) -> usize {
        self.rights.as_ref().map_or(0, |rights| rights.len())
    }

    /// Classes whose tables are read.
    pub fn tables(&self) -> usize {
        self.reach.known.len()
    }

    /// The least bytes of memory that it takes.
    pub fn memory(&self) -> u64 {
        let rights = self.with_rights() as u64 * RightsReach::BYTES_EACH;
        rights + self.plan.memory - self.plan.held
    }

    /// The most bytes of disk that it takes at once.
    pub fn disk(&self) -> u64 {
        self.plan.disk
    }

    /// How many bytes of disk stay in the end.
    pub fn stays(&self) -> u64 {
        self.plan.stays
    }

    /// A first estimate of the time.
    pub fn duration(&self) -> Duration {
        let passes = if self.pieces.is_some() { 2 } else { 1 };
        // Beside the positions each slice takes some time of its own.
        let rights = Duration::from_secs(1) * self.with_rights() as u32 / RIGHTS_RATE;
        rights + passes * (self.plan.duration() + Duration::from_millis(1) * self.slices() as u32)
    }
}

/// The boards from which slices are to be found: that of the position, and those after taking en
/// passant.
fn roots(position: &Chess) -> Roots {
    let taken = position.en_passant_moves();
    let after_taking = taken.iter().map(|&mv| after(position, mv).board().clone());
    let boards: Vec<Board> =
        std::iter::once(position.board().clone()).chain(after_taking).collect();
    boards.iter().collect()
}

/// The classes whose tables are read. A capture or a promotion ends depths to conversion and to a zeroing
/// move, so that results of other classes will do.
fn tables_to_read(
    position: &Chess,
    metric: Metric,
    store: &Store,
) -> Result<HashSet<Material>, Error> {
    let with_depths = store.classes_with(metric)?;
    // Positions with castling rights are solved in several classes at once.
    let ends_with_class = matches!(metric, Metric::Dtc | Metric::Dtz) && !position.castles().any();
    if !ends_with_class {
        return Ok(with_depths);
    }
    let asked = Material::of_board(position.board()).canonical();
    let mut all = store.classes_with(Metric::Wdl)?;
    if !with_depths.contains(&asked) {
        all.remove(&asked);
    }
    Ok(all)
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
    /// How far to look for what the position leads to.
    pub search: Search,
}

/// How far to look for what a position leads to.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// The most slices.
    pub slices: usize,
    /// The most positions with castling rights.
    pub with_rights: usize,
}

impl Search {
    /// As far as can be solved; more positions with castling rights are too many to be solved one by one.
    pub const WHOLE: Self = Self { slices: Horizon::FARTHEST.slices, with_rights: 4_000_000 };
    /// As far as is looked through at once, for a hint by the way.
    pub const BRIEF: Self = Self { slices: 2_000, with_rights: 50_000 };
}

impl Ways {
    /// The ways to solve a position beside the tables of a store.
    pub fn of(position: &Chess, wish: Wish, store: &Store) -> Result<Self, Error> {
        Ok(Self {
            position: position.clone(),
            tables: tables_to_read(position, wish.metric, store)?,
            roots: roots(position),
            rights: None,
            wish,
            stage: Stage::Begin,
            whole: None,
            refusal: None,
        })
    }

    /// The next way; `None` when there are no more.
    pub fn next(&mut self, task: &Task) -> Result<Option<Way>, Error> {
        loop {
            match self.stage {
                Stage::Begin if self.position.castles().any() && self.rights.is_none() => {
                    if let Err(why) = self.find_rights(task)? {
                        self.refusal = Some(why);
                        self.stage = Stage::Done;
                    }
                }
                Stage::Begin => {
                    self.whole = self.way(self.wish.search.slices.min(FEW), None, task)?.ok();
                    let whole = self.whole.as_ref();
                    let at_once = whole.is_some_and(|way| way.duration() <= PATIENCE);
                    let results = self.wish.metric == Metric::Wdl && self.rights.is_none();
                    self.stage = match results && self.wish.bounds && !at_once {
                        true => Stage::Bounded(self.pieces()),
                        false => Stage::Whole,
                    };
                }
                Stage::Bounded(KEPT_PIECES..) => self.stage = Stage::Whole,
                Stage::Bounded(pieces) => {
                    self.stage = Stage::Bounded(pieces + 1);
                    let Ok(found) = self.way(self.wish.search.slices, Some(pieces), task)? else {
                        continue;
                    };
                    let quicker = |whole: &Way| found.duration() * 4 < whole.duration();
                    // Where nothing may promote, little but a blocked position is decided.
                    let worth_it = pieces > 2 || found.duration() <= PATIENCE;
                    if worth_it && self.whole.as_ref().is_none_or(quicker) {
                        return Ok(Some(found));
                    }
                }
                Stage::Whole => {
                    self.stage = Stage::Done;
                    let found = match self.whole.take() {
                        Some(found) => Ok(found),
                        None => self.way(self.wish.search.slices, None, task)?,
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

    /// Looks for the positions with castling rights, or says why that is of no use.
    fn find_rights(&mut self, task: &Task) -> Result<Result<(), String>, Error> {
        // What can be reached with rights can be reached without, which is quicker to look through.
        if let Err(why) = self.way(self.wish.search.slices, None, task)? {
            return Ok(Err(format!("even without castling rights, {why}")));
        }
        match RightsReach::of(&self.position, self.wish.search.with_rights, task) {
            Ok(reach) => {
                self.roots = reach.outside().clone();
                self.rights = Some(Arc::new(reach));
                Ok(Ok(()))
            }
            Err(Unbounded::Interrupted(stopped)) => Err(stopped.into()),
            Err(why) => Ok(Err(why.to_string())),
        }
    }

    fn pieces(&self) -> usize {
        Material::of_board(self.position.board()).pieces()
    }

    /// One way, or why there is none.
    pub(super) fn way(
        &self,
        slices: usize,
        pieces: Option<usize>,
        task: &Task,
    ) -> Result<Result<Way, String>, Error> {
        let Wish { metric, limits, .. } = self.wish;
        let farthest = Horizon { slices, ..Horizon::FARTHEST };
        let horizon = match pieces {
            Some(pieces) => Horizon { pieces, colors: Colors::OfBoard, ..farthest },
            None => farthest,
        };
        let reach = match Reach::of(&self.roots, &self.tables, horizon, task) {
            Ok(reach) => reach,
            Err(Unbounded::Interrupted(stopped)) => return Err(stopped.into()),
            Err(why) => return Ok(Err(why.to_string())),
        };
        if let (None, Some(class)) = (pieces, reach.beyond) {
            let many = class.pieces();
            return Ok(Err(format!(
                "promotions lead to {class}, which has {many} men beside pawns; at most {KEPT_PIECES} can be solved"
            )));
        }
        let goals = Goals::of_metrics(&[metric], false);
        if let Some(why) = without_depths(&reach, metric, self.rights.is_some()) {
            return Ok(Err(why));
        }
        let rights = self.rights.clone();
        match Plan::of_reach(&reach, goals, limits) {
            Ok(mut plan) => {
                plan.watch(&watched::around(&self.position));
                Ok(Ok(Way { pieces, metric, reach, plan, rights }))
            }
            Err(nimzo_retro::Error::TooLittle(why)) => Ok(Err(why.to_string())),
            Err(other) => Err(other.into()),
        }
    }
}

/// Why depths cannot be found, if they are asked for: those of some class are too many to keep, and more
/// of them is read than single positions and the windows of promotions.
fn without_depths(reach: &Reach, metric: Metric, with_rights: bool) -> Option<String> {
    if metric == Metric::Wdl {
        return None;
    }
    // Where what promotions are worth is not handed on, their classes are read as they lie.
    let read = matches!(metric, Metric::Dtm | Metric::Dtz50);
    let layouts = reach.layouts();
    let solved: Vec<Material> = reach.classes.iter().map(|&(class, _)| class).collect();
    let too_large = |class: &Material| {
        let layout = layouts.get(class)?;
        if Plan::keeps_depths_of(layout) {
            return None;
        }
        let mut readers =
            solved.iter().filter(|other| *other != class && other.closure().contains(class));
        let lacks = match reach.roots.contains(class) {
            true => with_rights || (read && readers.next().is_some()),
            false if metric == Metric::Dtm => {
                class.has_pawns() || readers.any(|reader| reader.count() > class.count())
            }
            false => read,
        };
        lacks.then(|| (layout.slots(), *class))
    };
    let (slots, class) = solved.iter().filter_map(too_large).max_by_key(|&(slots, _)| slots)?;
    Some(format!(
        "{metric} asks for depths of {class}, whose slices have {slots} positions a side: too many"
    ))
}
