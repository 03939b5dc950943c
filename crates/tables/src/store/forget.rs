//! Solving a class to count it, keeping nothing on disk.

use std::time::Instant;

use nimzo_work::{Task, memory};

use crate::error::Error;
use crate::stats::fen_of;
use nimzo_chess::Material;
use nimzo_chess::Metric;
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::planes;
use nimzo_retro::sweep::{Goals, Library, Solved, plan_bytes, solve};

/// What was counted.
#[derive(Debug, Clone)]
pub struct Summary {
    /// The class as it was asked for: its first side is White.
    pub material: Material,
    /// Legal positions, both sides to move, each counted once.
    pub positions: u64,
    /// Wins, draws and losses with White and with Black to move.
    pub totals: [[u64; 3]; 2],
    /// The longest win of White and of Black by each metric, when it is their move.
    pub longest: [Vec<Longest>; 2],
    /// The longest loss of White and of Black by each metric, when it is their move.
    pub longest_loss: [Vec<Longest>; 2],
    /// Seconds, sub-tables included.
    pub seconds: f64,
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

/// Solves a class and all it needs in memory, and counts it.
pub fn solve_and_forget(
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
    task: &Task,
) -> Result<Summary, Error> {
    let begun = Instant::now();
    let class = material.canonical();
    let layout = Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?;
    let goals =
        Goals { count: true, discard_depths: true, ..Goals::of_metrics(metrics, queen_only) };
    let sub_goals = Goals { dtm: goals.dtm, dtz50: goals.dtz50, queen_only, ..Goals::default() };
    let mut subs = class.closure();
    subs.pop();
    let needed = subs
        .iter()
        .filter_map(|&sub| Layout::new(sub))
        .map(|l| plan_bytes(&l, &sub_goals))
        .sum::<u64>()
        + plan_bytes(&layout, &goals);
    task.say(&format!(
        "{class}: {} sub-classes; up to {} of memory",
        subs.len(),
        memory::human(needed)
    ));
    memory::require(&format!("solving {class} with its sub-classes"), needed)?;
    let mut library = Library::new();
    for sub in subs {
        library.solve(sub, sub_goals, task)?;
    }
    let solved = solve(class, &library, goals, task)?;
    drop(library);
    planes::release();
    Ok(summary(&solved, material, metrics, begun))
}

/// Plies, slice and slot of a longest win or loss.
type Place = Option<(u32, usize, usize)>;

fn summary(solved: &Solved, material: Material, metrics: &[Metric], begun: Instant) -> Summary {
    let flip = usize::from(material != solved.layout.material());
    let totals = [solved.totals(flip), solved.totals(1 - flip)];
    let all = |find: fn(&Solved, Metric, usize) -> Place| {
        [flip, 1 - flip].map(|side| {
            let of = |&metric: &Metric| {
                let (plies, slice, slot) = find(solved, metric, side)?;
                let fen = fen_of(&solved.layout, material, Address { slice, slot }, side)?;
                (metric != Metric::Wdl).then_some(Longest { metric, plies, fen })
            };
            metrics.iter().filter_map(of).collect()
        })
    };
    Summary {
        material,
        positions: totals.iter().flatten().sum(),
        totals,
        longest: all(Solved::longest_win),
        longest_loss: all(Solved::longest_loss),
        seconds: begun.elapsed().as_secs_f64(),
    }
}
