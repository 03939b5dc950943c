//! Solving a class to count it, keeping nothing on disk.

use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_chess::Metric;
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::planes;
use nimzo_retro::sweep::{
    Company, Goals, Library, NoCheckpoint, Sharing, Solved, Together, hand_out, layout_of,
    plan_bytes, share_bytes, shares_frames, solve, solve_together,
};
use nimzo_work::{Task, memory};
use shakmaty::{ByColor, Color};

use super::count_slices::{slices_to_count, solve_by_slices};
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
        Some(plan) => solve_by_slices(class, &plan, None, task),
    })
}

/// As [`solve_and_count`], together with others. With pawns, slices that do not depend on each other are solved side by
/// side, each by one process. Without, of what the class leads to large classes are solved together too where only
/// results are read of them, and the others by each.
pub fn solve_and_count_together(
    company: &dyn Company,
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
    task: &Task,
) -> Result<Summary, Error> {
    let together = Some(Together { company, gather: false });
    counted(material, metrics, queen_only, |class, goals| {
        match slices_to_count(class, &goals, u64::MAX)? {
            None => solve_whole(class, goals, together, u64::MAX, task),
            Some(plan) => solve_by_slices(class, &plan, Some(company), task),
        }
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
pub(super) fn solve_whole(
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
    if let Ok(Some(plan)) = slices_to_count(material.canonical(), &goals, u64::MAX) {
        // What is merely held of smaller classes would be read again, if it had to be.
        return Some(plan.memory - plan.held + plan.disk);
    }
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
