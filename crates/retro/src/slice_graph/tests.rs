//! The graph against the engine that holds whole classes.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use nimzo_chess::{Depth, Material, Metric};
use nimzo_work::Task;
use shakmaty::{Board, Color};

use super::*;
use crate::Error;
use crate::layout::Address;
use crate::reach::{Horizon, Reach, Regions};
use crate::sweep::{Goals, Library, SliceValues};

/// Keeps the results of some classes.
#[derive(Default)]
struct Collect {
    wanted: Vec<Material>,
    found: Mutex<HashMap<(Material, usize), SliceValues>>,
}

impl Visitor for Collect {
    fn slice(&self, visit: &Visit<'_>) -> Result<(), Error> {
        if self.wanted.contains(&visit.class) {
            let values = visit.finished.values.clone();
            self.found.lock().unwrap().insert((visit.class, visit.slice), values);
        }
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), Error> {
        Ok(())
    }
}

const PLENTY: Limits = Limits { memory: 1 << 40, disk: 1 << 40 };

/// Solves classes by way of the graph and holds them to the library, plane by plane.
fn held_equal(names: &[&str], goals: Goals) {
    let wanted: Vec<Material> =
        names.iter().map(|name| name.parse::<Material>().unwrap().canonical()).collect();
    let plan = Plan::new(&wanted, goals, PLENTY).unwrap();
    let collect = Collect { wanted: wanted.clone(), ..Collect::default() };
    let keep = InMemory::default();
    run(&plan, &Cpu, &keep, &collect, &Task::silent()).unwrap();
    assert_eq!(keep.bytes(), 0, "everything is forgotten in the end");
    let found = collect.found.into_inner().unwrap();
    let mut library = Library::new();
    for &class in &wanted {
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        for (slice, values) in solved.slices.iter().enumerate() {
            let other = &found[&(class, slice)];
            for side in Color::ALL {
                let planes = |values: &SliceValues| {
                    let planes = &values.wdl[side];
                    [&planes.win, &planes.draw, &planes.loss].map(|plane| plane.to_vec())
                };
                assert!(planes(values) == planes(other), "{class}, slice {slice}, side {side}");
                let depths = |values: &SliceValues| {
                    let depths = &values.depths[Metric::Dtc].as_ref()?[side];
                    Some((0..depths.len()).map(|slot| depths.get(slot)).collect::<Vec<_>>())
                };
                assert!(depths(values) == depths(other), "{class}, slice {slice}, side {side}");
            }
        }
    }
}

#[test]
fn all_classes_of_four_men_with_pawns_equal_the_whole_class() {
    let names: Vec<String> = (Material::all(4).iter().chain(&Material::all(3)))
        .filter(|class| class.has_pawns())
        .map(ToString::to_string)
        .collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    held_equal(&names, Goals::default());
}

#[test]
fn depths_to_conversion_equal_those_of_the_whole_class() {
    held_equal(&["KPvKP", "KNvKP", "KPPvK"], Goals { dtc: true, ..Goals::default() });
}

#[test]
fn some_classes_of_five_men_equal_the_whole_class() {
    held_equal(&["KNPvKN"], Goals::default());
}

#[test]
#[ignore = "with everything that their pawns become these take minutes and gigabytes"]
fn thompsons_classes_of_five_men_with_pawns_equal_the_whole_class() {
    held_equal(&["KRPvKR", "KQPvKQ", "KPPvKP"], Goals::default());
}

#[test]
fn a_plan_says_what_would_do() {
    let wanted: Vec<Material> = vec!["KRPvKBN".parse().unwrap()];
    let plan = Plan::new(&wanted, Goals::default(), PLENTY).unwrap();
    assert!(plan.memory < 16 << 30, "{}", plan.describe());
    let small = Limits { memory: 1 << 30, disk: 1 << 40 };
    let refused = Plan::new(&wanted, Goals::default(), small).unwrap_err();
    assert!(refused.to_string().contains("of memory, and 1.0 GiB are allowed"), "{refused}");
    let least = plan.memory - plan.held;
    let enough = Limits { memory: least, disk: plan.disk };
    assert_eq!(Plan::new(&wanted, Goals::default(), enough).unwrap().held, 0);
}

/// Depths to mate of a position whose promotions are seen through windows, by the plan.
#[test]
fn a_plan_with_windows_equals_the_whole_class() {
    let board: Board = "8/8/8/8/1n6/8/4P3/K1k5".parse().unwrap();
    let class = Material::of_board(&board).canonical();
    let (roots, task) = ([&board].into_iter().collect(), Task::silent());
    let reach = Reach::of(&roots, &HashSet::new(), Horizon::FARTHEST, &task).unwrap();
    let goals = Goals { dtm: true, ..Goals::default() };
    let plan = Plan::of_reach_with(&reach, goals, PLENTY, 0).unwrap();
    let windowed = plan.steps.iter().filter(|step| !step.windows.is_empty());
    assert_eq!(windowed.count(), 4);
    let collect = Collect { wanted: vec![class], ..Collect::default() };
    run(&plan, &Cpu, &InMemory::default(), &collect, &task).unwrap();
    let found = collect.found.into_inner().unwrap();
    let mut library = Library::new();
    let solved = library.solve(class, goals, &task).unwrap();
    let layout = &plan.layouts[&class];
    let mut decided = 0;
    for reached in reach.of_class(class) {
        let (slice, _) = layout.slice_of(reached.pawns).unwrap();
        let (whole, _) = solved.layout.slice_of(reached.pawns).unwrap();
        for slot in 0..layout.slots() {
            let Some(board) = layout.board(Address { slice, slot }) else { continue };
            if !reached.regions.contain(&Regions::of_board(&board)) {
                continue;
            }
            for side in Color::ALL {
                let depth = found[&(class, slice)].depth_at(Metric::Dtm, side, slot);
                let expected = solved.slices[whole].depth_at(Metric::Dtm, side, slot);
                assert_eq!(depth, expected, "{board} {side:?}");
                decided += usize::from(!matches!(depth, None | Some(Depth::Draw)));
            }
        }
    }
    assert!(decided > 1000, "{decided}");
}
