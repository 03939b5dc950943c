//! Solving a class to count it, keeping nothing on disk.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_chess::Metric;
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::planes;
use nimzo_retro::slice_graph::{self, Cpu, InMemory, Limits, Plan, Visit, Visitor};
use nimzo_retro::sweep::{
    Company, Goals, Library, NoCheckpoint, Sharing, Solved, Statistics, Together, hand_out,
    layout_of, plan_bytes, share_bytes, shares_frames, solve, solve_together,
};
use nimzo_work::{Task, memory};
use shakmaty::{ByColor, Color};

use crate::error::Error;
use crate::stats::fen_of;

/// What was counted.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The class as it was asked for: its first side is White.
    pub material: Material,
    /// Legal positions, both sides to move, each counted once.
    pub positions: u64,
    /// Wins, draws and losses with White and with Black to move.
    pub totals: ByColor<[u64; 3]>,
    /// The longest win of White and of Black by each metric, when it is their move.
    pub longest: ByColor<Vec<Longest>>,
    /// The longest loss of White and of Black by each metric, when it is their move.
    pub longest_loss: ByColor<Vec<Longest>>,
    /// Seconds, sub-tables included.
    pub seconds: f64,
}

/// Where the longest win or loss of a side by a metric is, and how many plies it takes.
pub type FindLongest<'a> = &'a dyn Fn(Metric, Color) -> Option<(u32, Address)>;

impl Summary {
    /// What was counted of the class of a material, in the class's own colours.
    pub fn new(
        material: Material,
        layout: &Layout,
        metrics: &[Metric],
        totals: &ByColor<[u64; 3]>,
        [longest, longest_loss]: [FindLongest<'_>; 2],
        seconds: f64,
    ) -> Self {
        let flipped = material != layout.material();
        let totals = ByColor::new_with(|color| totals[color ^ flipped]);
        let all = |find: FindLongest<'_>| {
            ByColor::new_with(|color| {
                let side = color ^ flipped;
                let of = |&metric: &Metric| {
                    let (plies, at) = find(metric, side)?;
                    let fen = fen_of(layout, material, at, side)?;
                    (metric != Metric::Wdl).then_some(Longest { metric, plies, fen })
                };
                metrics.iter().filter_map(of).collect()
            })
        };
        Self {
            material,
            positions: totals.iter().flatten().sum(),
            totals,
            longest: all(longest),
            longest_loss: all(longest_loss),
            seconds,
        }
    }
}

/// A longest win or loss.
#[derive(Debug, Clone)]
pub struct Longest {
    /// Longest by this.
    pub metric: Metric,
    /// Its plies.
    pub plies: u32,
    /// One position that takes so long.
    pub fen: String,
}

/// Solves a class and all it needs in memory, no more of it than this, and counts it.
pub fn solve_and_count(
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
    memory: u64,
    task: &Task,
) -> Result<Summary, Error> {
    let plan = |class, goals: &Goals| slices_to_count(class, goals, memory);
    counted(material, metrics, queen_only, |class, goals| match plan(class, &goals)? {
        None => solve_whole(class, goals, None, memory, task),
        Some(plan) => solve_by_slices(class, &plan, task),
    })
}

/// How a class is solved slice by slice to be counted by these metrics, here or, if that is too little, where there is enough
/// of everything; `None` if it is solved whole.
pub fn planned_count(
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
) -> Result<Option<Plan>, Error> {
    let (class, goals) = (material.canonical(), counting_goals(metrics, queen_only));
    slices_to_count(class, &goals, u64::MAX)
        .or_else(|_| Ok(Some(Plan::new(&[class], goals, Limits::PLENTY)?)))
}

/// What is handed on slice by slice is results; a class without pawns is one slice.
fn slices_to_count(class: Material, goals: &Goals, memory: u64) -> Result<Option<Plan>, Error> {
    if goals.dtm || goals.dtz50 || goals.queen_only || !class.has_pawns() {
        return Ok(None);
    }
    counting_plan(class, *goals, memory).map(Some)
}

/// What is handed on waits in memory, too: a quarter of it is for that.
fn counting_plan(class: Material, goals: Goals, memory: u64) -> Result<Plan, Error> {
    let free = memory::available().unwrap_or(1 << 50).min(memory);
    let limits = Limits { memory: free / 4 * 3, disk: free / 4 };
    Plan::new(&[class], goals, limits).map_err(|error| match error {
        nimzo_retro::Error::TooLittle(mut little) => {
            // As a part of all memory, which is what there is a limit for.
            let part = if little.what == "disk" { 1 } else { 3 };
            little.needed = (little.needed / part * 4).saturating_add(4);
            (little.what, little.allowed) = ("memory", free);
            nimzo_retro::Error::TooLittle(little).into()
        }
        other => other.into(),
    })
}

/// As [`solve_and_count`], together with others. Of what the class leads to, large classes without pawns are
/// solved together too where only results are read of them, and the others by each.
pub fn solve_and_count_together(
    company: &dyn Company,
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
    task: &Task,
) -> Result<Summary, Error> {
    counted(material, metrics, queen_only, |class, goals| {
        solve_whole(class, goals, Some(Together { company, gather: false }), u64::MAX, task)
    })
}

/// The counts of a class that `solve` solves.
fn counted(
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
    solve: impl FnOnce(Material, Goals) -> Result<Solved, Error>,
) -> Result<Summary, Error> {
    let begun = Instant::now();
    let goals = counting_goals(metrics, queen_only);
    let solved = solve(material.canonical(), goals)?;
    planes::release();
    Ok(summary(&solved, material, metrics, begun))
}

/// Solves a class with all that it leads to in memory.
fn solve_whole(
    class: Material,
    goals: Goals,
    together: Option<Together<'_>>,
    memory: u64,
    task: &Task,
) -> Result<Solved, Error> {
    let layout = Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?;
    let together = together.filter(|_| shares_frames(&layout));
    let sub_goals = goals_below(&goals);
    let subs = below(class);
    let (members, member) =
        together.map_or((1, 0), |Together { company, .. }| (company.size(), company.me()));
    let needed = whole_bytes(&layout, &goals, members, member);
    task.say(&format!(
        "{class}: {} sub-classes; up to {} of memory",
        subs.len(),
        memory::human(needed)
    ));
    memory::require_within(&format!("solving {class} with its sub-classes"), needed, memory)?;
    let mut library = Library::new();
    for sub in subs {
        let shared =
            together.filter(|_| layout_of(sub).is_ok_and(|l| is_shared(&l, &layout, &sub_goals)));
        match shared {
            None => library.solve(sub, sub_goals, task).map(drop)?,
            Some(together) => {
                let one = Together { gather: false, ..together };
                let mut solved =
                    solve_together(sub, &library, sub_goals, &NoCheckpoint, one, task)?;
                hand_out(&mut solved, &layout, one)?;
                library.insert(sub, Arc::new(solved));
            }
        }
    }
    let Some(together) = together else { return Ok(solve(class, &library, goals, task)?) };
    let read = class.sub_games();
    library.retain(|sub| read.contains(&sub));
    Ok(solve_together(class, &library, goals, &NoCheckpoint, together, task)?)
}

/// All classes that a class leads to, the smaller ones first.
pub(super) fn below(class: Material) -> Vec<Material> {
    let mut subs = class.closure();
    subs.pop();
    subs
}

/// What is asked of them.
pub(super) fn goals_below(&Goals { dtm, dtz50, queen_only, .. }: &Goals) -> Goals {
    Goals { dtm, dtz50, queen_only, ..Goals::default() }
}

/// The most bytes that one of so many members takes to solve a class with all that it leads to.
pub(super) fn whole_bytes(layout: &Layout, goals: &Goals, members: usize, member: usize) -> u64 {
    let bytes = |layout: &Layout, goals: &Goals, shared: bool| match shared && members > 1 {
        true => share_bytes(layout, goals, &Sharing::new(layout, members), member),
        false => plan_bytes(layout, goals),
    };
    let sub_goals = goals_below(goals);
    let subs = below(layout.material()).into_iter().filter_map(Layout::new);
    let subs = subs.map(|sub| bytes(&sub, &sub_goals, is_shared(&sub, layout, &sub_goals)));
    subs.sum::<u64>() + bytes(layout, goals, shares_frames(layout))
}

/// The most bytes that one of so many members is planned to take to count a class, beside the program and
/// messages; `None` where there is no layout.
pub fn counting_bytes(
    material: Material,
    metrics: &[Metric],
    members: usize,
    member: usize,
) -> Option<u64> {
    let goals = counting_goals(metrics, false);
    Some(whole_bytes(&Layout::new(material.canonical())?, &goals, members, member))
}

pub(super) fn counting_goals(metrics: &[Metric], queen_only: bool) -> Goals {
    Goals { count: true, discard_depths: true, ..Goals::of_metrics(metrics, queen_only) }
}

/// Whether a class that a larger one leads to is solved together with others, each of whom then has the
/// results in its own frames: where it is large enough to gain by it, only results are read of it, and no pawns
/// make the frames of the larger one others.
fn is_shared(layout: &Layout, larger: &Layout, goals: &Goals) -> bool {
    let only_results = !goals.dtm && !goals.dtz50;
    let same_frames = shares_frames(larger) && !larger.material().has_pawns();
    only_results && same_frames && shares_frames(layout) && layout.outer_men() > 0
}

/// Solves a class slice by slice, keeping of all others what is read, in memory.
fn solve_by_slices(class: Material, plan: &Plan, task: &Task) -> Result<Solved, Error> {
    task.say(&format!("{class}: {}", plan.describe()));
    let counted = Counted { class, slices: Mutex::default() };
    slice_graph::run(plan, &Cpu, &InMemory::default(), &counted, task)?;
    let statistics = counted.slices.into_inner().unwrap_or_else(PoisonError::into_inner);
    let statistics = statistics.into_values().collect();
    Ok(Solved { layout: layout_of(class)?, slices: Vec::new(), statistics })
}

/// Counts of a slice by each metric.
type SliceCounts = Vec<(Metric, ByColor<Statistics>)>;

/// Collects the counts of a class, slice by slice.
struct Counted {
    class: Material,
    slices: Mutex<BTreeMap<usize, SliceCounts>>,
}

impl Visitor for Counted {
    fn slice(&self, visit: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        if visit.class == self.class {
            let mut slices = self.slices.lock().unwrap_or_else(PoisonError::into_inner);
            slices.insert(visit.slice, visit.statistics.to_vec());
        }
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

pub(super) fn summary(
    solved: &Solved,
    material: Material,
    metrics: &[Metric],
    begun: Instant,
) -> Summary {
    let at = |(plies, slice, slot)| (plies, Address { slice, slot });
    let totals = ByColor::new_with(|side| solved.totals(side));
    let longest = |metric, side| solved.longest_win(metric, side).map(at);
    let longest_loss = |metric, side| solved.longest_loss(metric, side).map(at);
    let seconds = begun.elapsed().as_secs_f64();
    Summary::new(material, &solved.layout, metrics, &totals, [&longest, &longest_loss], seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slice_by_slice_counts_are_those_of_the_whole_class() {
        for name in ["KPvKP", "KNvKP", "KRvKN"] {
            let class: Material = name.parse().unwrap();
            let metrics = [Metric::Wdl, Metric::Dtc, Metric::Dtz];
            let goals = counting_goals(&metrics, false);
            let whole = solve_whole(class, goals, None, u64::MAX, &Task::silent()).unwrap();
            let plan = counting_plan(class, goals, u64::MAX).unwrap();
            let slices = solve_by_slices(class, &plan, &Task::silent()).unwrap();
            assert_eq!(whole.statistics, slices.statistics, "{name}");
        }
    }
}
