//! Counting a class and holding positions of it to their successors, one ply at a time.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

use nimzo_chess::{Depth, Material, Metric, Wdl};
use nimzo_retro::consistency::{Checked, Known, Neighbourhood, Sample, Value};
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::planes::{self, WdlPlanes};
use nimzo_retro::sweep::{Library, Partial, Sighting, Solved, Spot, SubTables};
use nimzo_work::{Task, memory};
use shakmaty::{ByColor, Color};

use super::discard::{Summary, below, counting_goals, goals_below, summary, whole_bytes};
use crate::error::Error;

/// What is known of a neighbourhood once the class is solved.
struct Found<'a> {
    around: &'a Neighbourhood,
    own: HashMap<(bool, u64), Value>,
    captured: Vec<Arc<ByColor<WdlPlanes>>>,
}

impl Known for Found<'_> {
    fn own(&self, turn: Color, number: usize) -> Option<Value> {
        self.own.get(&(turn.is_black(), self.around.own[turn][number])).copied()
    }

    fn captured(&self, group: usize, number: usize) -> Option<Wdl> {
        let captured = &self.around.captured[group];
        self.captured[group][captured.turn].get(captured.slots[number] as usize)
    }
}

/// As [`solve_and_count`](super::solve_and_count), of a class without pawns, and holds the positions of a sample to their
/// successors by the first of the metrics that counts plies to a conversion or a zeroing move.
pub fn solve_and_check(
    material: Material,
    metrics: &[Metric],
    sample: &Sample,
    memory: u64,
    task: &Task,
) -> Result<(Summary, Checked), Error> {
    let (begun, class) = (Instant::now(), material.canonical());
    let goals = counting_goals(metrics, false);
    let layout = Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?;
    let needed = whole_bytes(&layout, &goals, 1, 0);
    memory::require_within(&format!("solving {class} with its sub-classes"), needed, memory)?;
    let mut library = Library::new();
    for sub in below(class) {
        library.solve(sub, goals_below(&goals), task)?;
    }
    let around = sample.neighbourhood()?;
    let spot = |turn: Color| {
        let spot =
            move |&slot: &u64| Spot { address: Address { slice: 0, slot: slot as usize }, turn };
        around.own[turn].iter().map(spot)
    };
    let spots: Vec<Spot> = spot(Color::White).chain(spot(Color::Black)).collect();
    let mut partial = Partial::new(class, &library, goals)?.watching(&spots);
    let stage = task.stage(&format!("solve {class}"), 1);
    partial.solve(&[0], &stage, task, |_, _| Ok(()))?;
    let counted = |one: &&Sighting| matches!(one.metric, Metric::Dtc | Metric::Dtz);
    let metric = partial.sightings(0).iter().find(counted).map(|one| one.metric);
    let of_metric = partial.sightings(0).iter().filter(|one| Some(one.metric) == metric);
    let value = |one: &Sighting| {
        let value = match one.depth? {
            Depth::Win(plies) => Value::Win(plies.into()),
            Depth::Draw => Value::Draw,
            Depth::Loss(plies) => Value::Loss(plies.into()),
        };
        Some(((one.spot.turn.is_black(), one.spot.address.slot as u64), value))
    };
    let own = of_metric.filter_map(value).collect();
    let results = around.captured.iter().map(|group| library.wdl(group.class, 0));
    let captured = results.collect::<Result<Vec<_>, _>>()?;
    let checked = sample.check(&around, &Found { around: &around, own, captured })?;
    let statistics = vec![partial.statistics(0).to_vec()];
    let solved = Solved { layout: Arc::clone(partial.layout()), slices: Vec::new(), statistics };
    planes::release();
    Ok((summary(&solved, material, metrics, begun), checked))
}
