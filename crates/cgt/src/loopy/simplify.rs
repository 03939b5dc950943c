//! Simplification of loopy games on their onside: equal positions fused, dominated options out,
//! reversible ones bypassed. A step is kept only if the value, by the game of comparing, is still
//! that of the game we started from.

use std::hash::BuildHasher;

use nimzo_work::Task;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::graph::{Graph, Side};
use super::order::{AtLeast, at_least, equal};
use crate::Result;

const SIDES: [Side; 2] = [Side::Left, Side::Right];

/// The simplest graph found with the same onside.
pub(super) fn simplify(graph: &Graph, task: &Task) -> Result<Graph> {
    let mut graph = graph.reachable();
    let mut seen = Seen::default();
    seen.insert(&graph);
    while let Some(simpler) = step(&graph, &seen, task)? {
        seen.insert(&simpler);
        graph = simpler;
    }
    Ok(graph)
}

/// Graphs met before. A bypass may leave as many positions as there were, so what was seen must
/// not come back. Only fingerprints are kept: two graphs that share one cost at most a step.
#[derive(Default)]
struct Seen(FxHashSet<u64>);

impl Seen {
    fn insert(&mut self, graph: &Graph) {
        self.0.insert(FxBuildHasher.hash_one(graph));
    }

    fn contains(&self, graph: &Graph) -> bool {
        self.0.contains(&FxBuildHasher.hash_one(graph))
    }
}

/// One step to a graph not seen, of no more positions and of the same value, if there is one.
fn step(graph: &Graph, seen: &Seen, task: &Task) -> Result<Option<Graph>> {
    let order = at_least(graph, graph, task)?;
    let keeps = |candidate: &Graph| -> Result<bool> {
        task.check()?;
        Ok(candidate.len() <= graph.len()
            && !seen.contains(candidate)
            && equal(graph, candidate, task)?)
    };
    let all_at_once = [fuse(graph, &order), prune(graph, &order, |_, _| true)];
    let one_pruned = (0..graph.len())
        .flat_map(|p| SIDES.map(|side| (p, side)))
        .map(|place| prune(graph, &order, |position, side| (position, side) == place));
    let one_fused = pairs(graph.len())
        .filter(|&(i, j)| order.get(i, j) && order.get(j, i))
        .map(|(i, j)| redirect(graph, |position| if position == j { i } else { position }));
    let candidates = all_at_once.into_iter().chain(one_pruned);
    for candidate in candidates.chain(bypasses(graph, &order)).chain(one_fused) {
        if keeps(&candidate)? {
            return Ok(Some(candidate));
        }
    }
    Ok(None)
}

fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |j| (0..j).map(move |i| (i, j)))
}

/// Every position stands for the first one that equals it.
fn fuse(graph: &Graph, order: &AtLeast) -> Graph {
    let first_equal = |position: usize| {
        let mut earlier = 0..position;
        earlier.find(|&p| order.get(p, position) && order.get(position, p)).unwrap_or(position)
    };
    redirect(graph, first_equal)
}

fn redirect(graph: &Graph, target: impl Fn(usize) -> usize) -> Graph {
    let mut changed = graph.clone();
    for position in 0..graph.len() {
        for side in SIDES {
            for option in changed.options_mut(position, side) {
                *option = target(*option);
            }
        }
    }
    changed.rooted_at(target(0))
}

/// Whether option `x` is at least as good for the player as option `y`.
fn as_good(order: &AtLeast, side: Side, x: usize, y: usize) -> bool {
    match side {
        Side::Left => order.get(x, y),
        Side::Right => order.get(y, x),
    }
}

/// Dominated options left out at the chosen places; of equal ones the first stays.
fn prune(graph: &Graph, order: &AtLeast, chosen: impl Fn(usize, Side) -> bool) -> Graph {
    let mut changed = graph.clone();
    for position in 0..graph.len() {
        for side in SIDES {
            if !chosen(position, side) {
                continue;
            }
            let options = graph.options(position, side);
            changed.options_mut(position, side).retain(|&option| {
                !options.iter().any(|&other| {
                    other != option
                        && as_good(order, side, other, option)
                        && (other < option || !as_good(order, side, option, other))
                })
            });
        }
    }
    changed.reachable()
}

/// All graphs in which one reversible option is replaced by the options behind the answer to it.
fn bypasses<'a>(graph: &'a Graph, order: &'a AtLeast) -> impl Iterator<Item = Graph> + 'a {
    let places = (0..graph.len()).flat_map(|position| SIDES.map(|side| (position, side)));
    places.flat_map(move |(position, side)| {
        graph.options(position, side).iter().flat_map(move |&option| {
            let answers = graph.options(option, side.other()).iter();
            // The answer is no better for the player than where he started.
            let back = answers.filter(move |&&answer| as_good(order, side, position, answer));
            back.map(move |&answer| {
                let mut changed = graph.clone();
                let mut options = graph.options(position, side).to_vec();
                options.extend(graph.options(answer, side));
                options.retain(|&other| other != option);
                *changed.options_mut(position, side) = options;
                changed.reachable()
            })
        })
    })
}
