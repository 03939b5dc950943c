//! The ways to solve one position, and what each takes.
//!
//! The *whole way* solves every slice that the position leads to. A *bounded way* leaves out what is many changes
//! away, or classes with many pieces, which promotions lead to, and solves the rest twice: once as if White won
//! everything beyond, once as if Black did. Where both agree, that is the value, and who wins although
//! the other is given everything beyond, wins.
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
use shakmaty::{Board, Chess, Color, Position};

use super::watched;
use super::way::{Bounds, Way};
use crate::error::Error;
use crate::store::Store;

/// A bounded way is tried first where the whole one takes longer than this, or has more slices than
/// [`FEW`].
const PATIENCE: Duration = Duration::from_secs(20);
const FEW: usize = 20_000;

/// The ways to solve a position, in the order in which they are tried. Each is found when it is asked
/// for, since finding it may take longer than going the one before.
pub struct Ways {
    position: Chess,
    others: Vec<Chess>,
    tables: HashSet<Material>,
    roots: Roots,
    rights: Option<Arc<RightsReach>>,
    wish: Wish,
    stage: Stage,
    whole: Option<Way>,
    /// Positions of the last attempt near the position.
    near: u64,
    /// Why not everything that the position leads to can be solved, once that has come out.
    pub refusal: Option<String>,
}

enum Stage {
    Begin,
    /// Near the position, by the number of the attempt.
    Near(usize),
    Bounded(usize),
    Whole,
    Done,
}

/// How many changes away is looked first.
const NEAR: [u32; 7] = [0, 1, 2, 4, 6, 8, 12];

/// The boards from which slices are to be found: those of the positions, and those after taking en
/// passant.
fn roots<'a>(positions: impl IntoIterator<Item = &'a Chess>) -> Roots {
    let boards = |position: &Chess| -> Vec<Board> {
        let taken = position.en_passant_moves();
        let after_taking = taken.iter().map(|&mv| after(position, mv).board().clone());
        std::iter::once(position.board().clone()).chain(after_taking).collect()
    };
    let boards: Vec<Board> = positions.into_iter().flat_map(boards).collect();
    boards.iter().collect()
}

/// The classes whose tables are read. A capture or a promotion ends depths to conversion and to a zeroing
/// move, so that results of other classes will do.
fn tables_to_read<'a>(
    mut positions: impl Iterator<Item = &'a Chess> + Clone,
    metric: Metric,
    store: &Store,
) -> Result<HashSet<Material>, Error> {
    let with_depths = store.classes_with(metric)?;
    let classes: Vec<Material> =
        positions.clone().map(|one| Material::of_board(one.board()).canonical()).collect();
    // Positions with castling rights are solved in several classes at once.
    let with_rights = positions.any(|position| position.castles().any());
    if with_rights || !matches!(metric, Metric::Dtc | Metric::Dtz) {
        return Ok(with_depths);
    }
    let mut all = store.classes_with(Metric::Wdl)?;
    all.retain(|class| !classes.contains(class) || with_depths.contains(class));
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
        Self::together(position, &[], wish, store)
    }

    /// The ways to solve a position and, without castling rights, some others together: what they share is solved
    /// once, and what passes need not be solved again.
    pub fn together(
        position: &Chess,
        others: &[Chess],
        wish: Wish,
        store: &Store,
    ) -> Result<Self, Error> {
        let all = std::iter::once(position).chain(others);
        Ok(Self {
            position: position.clone(),
            others: others.to_vec(),
            tables: tables_to_read(all.clone(), wish.metric, store)?,
            roots: roots(all),
            rights: None,
            wish,
            stage: Stage::Begin,
            whole: None,
            near: 0,
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
                        true => Stage::Near(0),
                        false => Stage::Whole,
                    };
                }
                Stage::Near(attempt) => {
                    let Some(&changes) = NEAR.get(attempt) else {
                        self.stage = Stage::Bounded(self.pieces());
                        continue;
                    };
                    self.stage = Stage::Near(attempt + 1);
                    if let Some(found) = self.near(changes, task)? {
                        self.near = found.positions();
                        return Ok(Some(found));
                    }
                }
                Stage::Bounded(KEPT_PIECES..) => self.stage = Stage::Whole,
                Stage::Bounded(pieces) => {
                    self.stage = Stage::Bounded(pieces + 1);
                    let bounds = Some(Bounds { pieces, changes: None });
                    let Ok(found) = self.way(self.wish.search.slices, bounds, task)? else {
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

    /// What is so many changes away, with as many promotions as there is time for, if that is more than what was
    /// tried before.
    fn near(&self, changes: u32, task: &Task) -> Result<Option<Way>, Error> {
        for promoted in [2, 1, 0] {
            let pieces = self.pieces() + promoted;
            let bounds = Bounds { pieces, changes: Some(changes) };
            if pieces > KEPT_PIECES {
                continue;
            }
            if let Ok(found) = self.way(self.wish.search.slices, Some(bounds), task)?
                && found.duration() <= PATIENCE
            {
                return Ok(Some(found).filter(|found| found.positions() > self.near));
            }
        }
        Ok(None)
    }

    /// Looks for the positions with castling rights, or says why that is of no use.
    fn find_rights(&mut self, task: &Task) -> Result<Result<(), String>, Error> {
        // What can be reached with rights can be reached without, which is quicker to look through.
        if let Err(why) = self.way(self.wish.search.slices, None, task)? {
            return Ok(Err(format!("even without castling rights, {why}")));
        }
        match RightsReach::of(&self.position, self.wish.search.with_rights, task) {
            Ok(reach) => {
                self.roots = roots(&self.others).joined(reach.outside());
                self.rights = Some(Arc::new(reach));
                Ok(Ok(()))
            }
            Err(Unbounded::Interrupted(stopped)) => Err(stopped.into()),
            Err(why) => Ok(Err(why.to_string())),
        }
    }

    fn positions(&self) -> impl Iterator<Item = &Chess> {
        std::iter::once(&self.position).chain(&self.others)
    }

    fn pieces(&self) -> usize {
        let pieces = |position: &Chess| Material::of_board(position.board()).pieces();
        self.positions().map(pieces).max().unwrap_or_default()
    }

    /// One way, or why there is none.
    pub(super) fn way(
        &self,
        slices: usize,
        bounds: Option<Bounds>,
        task: &Task,
    ) -> Result<Result<Way, String>, Error> {
        let first = match self.half(slices, bounds.map(|bounds| (bounds, Color::Black)), task)? {
            Ok(first) => first,
            Err(why) => return Ok(Err(why)),
        };
        let mut other = None;
        if let Some(bounds) = bounds {
            match self.half(slices, Some((bounds, Color::White)), task)? {
                Ok(half) => other = Some(Box::new(half)),
                Err(why) => return Ok(Err(why)),
            }
        }
        let (reach, plan) = first;
        let (position, metric, rights) =
            (self.position.clone(), self.wish.metric, self.rights.clone());
        let alone = self.others.is_empty();
        Ok(Ok(Way { bounds, position, alone, metric, reach, plan, other, rights }))
    }

    /// Everything, or as much as bounds ask for as if this side won what is left out.
    fn half(
        &self,
        slices: usize,
        bounds: Option<(Bounds, Color)>,
        task: &Task,
    ) -> Result<Result<(Reach, Plan), String>, Error> {
        let Wish { metric, limits, .. } = self.wish;
        let farthest = Horizon { slices, ..Horizon::FARTHEST };
        let horizon = match bounds {
            Some((Bounds { pieces, changes }, winner)) => {
                let (colors, against) = (Colors::OfBoard, Some(winner));
                Horizon { pieces, changes, against, colors, ..farthest }
            }
            None => farthest,
        };
        let reach = match Reach::of(&self.roots, &self.tables, horizon, task) {
            Ok(reach) => reach,
            Err(Unbounded::Interrupted(stopped)) => return Err(stopped.into()),
            Err(why) => return Ok(Err(why.to_string())),
        };
        if let (None, Some(class)) = (bounds, reach.beyond) {
            let many = class.pieces();
            return Ok(Err(format!(
                "promotions lead to {class}, which has {many} men beside pawns; at most {KEPT_PIECES} can be solved"
            )));
        }
        let goals = Goals::of_metrics(&[metric], false);
        if let Some(why) = without_depths(&reach, metric, self.rights.is_some()) {
            return Ok(Err(why));
        }
        match Plan::of_reach(&reach, goals, limits) {
            Ok(mut plan) => {
                self.positions().for_each(|one| plan.watch(&watched::around(one)));
                plan.beyond = bounds.map(|(_, winner)| winner);
                Ok(Ok((reach, plan)))
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
