//! The kernels, emulated, against the sweeps of the processor: plane by plane.

mod seven_men;

use std::sync::Arc;

use nimzo_chess::{Dtz50, Material, Metric};
use nimzo_retro::layout::Address;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library, solve};
use nimzo_work::Task;
use nimzo_zugzwang::census::{self, finds::Finder};
use shakmaty::Color;

use crate::card::Card;
use crate::census::OnDevice;
use crate::compare;
use crate::device::emulated::Emulated;
use crate::finished::Finished;
use crate::inputs::structures;
use crate::inputs::tables::BOARD_BYTES;
use crate::sweep::{Wanted, men_that_fit};

#[test]
fn structures_are_the_same_on_both_sides() {
    let emulated = Emulated::new();
    for (name, size) in [
        ("Class", size_of::<structures::Class>()),
        ("View", size_of::<structures::View>()),
        ("Edge", size_of::<structures::Edge>()),
        ("Sweep", size_of::<structures::Sweep>()),
        ("Ply", size_of::<structures::Ply>()),
        ("Folding", size_of::<structures::Folding>()),
        ("Parent", size_of::<structures::Parent>()),
        ("Search", size_of::<structures::Search>()),
        ("Widening", size_of::<structures::Widening>()),
        ("Watch", size_of::<structures::Watch>()),
        ("Results", size_of::<structures::Results>()),
        ("Looking", size_of::<structures::Looking>()),
        ("Board", BOARD_BYTES),
    ] {
        assert_eq!(emulated.number(&format!("size_of_{name}")), size as u64, "{name}");
    }
}

/// Solves classes on a device and holds them to the processor's planes and counts.
fn held_equal(names: &[&str], metric: Metric) {
    held_equal_under(names, metric, u32::from(Dtz50::LIMIT));
}

/// The same where games are drawn after so many plies without a zeroing move.
fn held_equal_under(names: &[&str], metric: Metric, rule_limit: u32) {
    let wanted = Wanted { rule_limit, ..Wanted::kept(metric) };
    let goals = Goals { rule_limit: Some(rule_limit), ..compare::goals(metric) };
    let mut card = Card::new(Emulated::device()).unwrap();
    let mut library = Library::new();
    for name in names {
        let class: Material = name.parse().unwrap();
        let batches = card.solve(class, wanted, &Task::silent()).unwrap();
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let mut seen = 0;
        for batch in &batches {
            for (number, &slice) in batch.slices.iter().enumerate() {
                seen += 1;
                let found = compare::differences(batch, number, &solved.slices[slice]).unwrap();
                assert!(found.is_empty(), "{name} {slice}: {found:?}");
            }
        }
        assert_eq!(seen, solved.slices.len(), "{name}");
    }
}

/// Holds what is counted of a class, of which nothing is kept.
fn counted_equal(name: &str, metric: Metric) {
    let class: Material = name.parse().unwrap();
    let mut library = Library::new();
    library.prepare(class, compare::goals(metric), &Task::silent()).unwrap();
    let mut card = Card::new(Emulated::device()).unwrap();
    let counted = card.count(class, metric, &Task::silent()).unwrap();
    let goals = Goals { count: true, discard_depths: true, ..compare::goals(metric) };
    let expected = solve(class, &library, goals, &Task::silent()).unwrap();
    for side in Color::ALL {
        assert_eq!(counted.totals[side], expected.totals(side), "{class} {side}");
        let longest =
            |found: Option<(u32, Address)>| found.map(|(plies, at)| (plies, at.slice, at.slot));
        let (won, lost) = (longest(counted.longest_win[side]), longest(counted.longest_loss[side]));
        assert_eq!(won, expected.longest_win(metric, side), "{class} {side}: longest win");
        assert_eq!(lost, expected.longest_loss(metric, side), "{class} {side}: longest loss");
    }
}

#[test]
fn pairs_in_a_block_are_seen_as_one_by_one() {
    assert_eq!(Emulated::new().number("unequal_pairs"), 0);
}

#[test]
fn classes_without_pawns_equal_the_processor() {
    held_equal(&["KQvK", "KRvK", "KQvKR", "KBNvK", "KRvKN"], Metric::Wdl);
}

#[test]
fn classes_with_pawns_equal_the_processor() {
    held_equal(&["KPvK", "KPvKP", "KNvKP"], Metric::Wdl);
}

#[test]
fn a_census_equals_the_processor() {
    let names = ["KPvK", "KPvKP", "KRvKN", "KNvKP", "KPPvK"];
    let classes: Vec<Material> = names.map(|name| name.parse().unwrap()).to_vec();
    let limits = Limits { memory: 1 << 40, disk: 1 << 40 };
    let found = |finder: Option<&dyn Finder>| {
        let mut found = Vec::new();
        census::find_by(finder, &classes, limits, &Task::silent(), |class, zugzwangs, _| {
            found.push((class, zugzwangs));
            Ok(())
        })
        .unwrap();
        found
    };
    let (one, other) = (found(Some(&OnDevice::new(Emulated::device()))), found(None));
    assert_eq!(one.len(), classes.len());
    for ((class, one), (same, other)) in one.iter().zip(&other) {
        assert_eq!(class, same);
        assert!(one == other, "{class}: {:?} {:?}", one.counts(false), other.counts(false));
    }
}

#[test]
fn depths_to_conversion_equal_the_processor() {
    held_equal(&["KQvKR", "KPvK", "KNvKP"], Metric::Dtc);
}

#[test]
fn depths_to_mate_equal_the_processor() {
    held_equal(&["KQvKR", "KPvK"], Metric::Dtm);
}

#[test]
#[ignore = "solves sixteen classes on the emulated card, half a minute: cargo test --release -p nimzo-cuda -- --ignored"]
fn depths_to_mate_with_en_passant_equal_the_processor() {
    held_equal(&["KPvKP", "KBNvK"], Metric::Dtm);
}

#[test]
fn counts_equal_the_processor() {
    counted_equal("KQvKN", Metric::Dtm);
    counted_equal("KPvK", Metric::Dtm);
    counted_equal("KPvK", Metric::Dtc);
    counted_equal("KRvKB", Metric::Wdl);
}

#[test]
fn depths_under_the_fifty_move_rule_equal_the_processor() {
    held_equal(&["KPvK"], Metric::Dtz50);
    // So that many wins are spoilt.
    held_equal_under(&["KQvKR", "KNvKP"], Metric::Dtz50, 12);
}

#[test]
fn depths_to_a_zeroing_move_equal_the_processor() {
    held_equal(&["KPvK", "KNvKP"], Metric::Dtz);
}

/// Depths to conversion take two bytes where there are pawns. Who reads no more than results of such a class keeps
/// depths in a byte, as the processor does, and so do files.
#[test]
fn depths_that_are_not_read_do_not_widen_those_of_parents() {
    let mut card = Card::new(Emulated::device()).unwrap();
    let solve = |card: &mut Card, name: &str, metric| {
        card.solve(name.parse().unwrap(), Wanted::kept(metric), &Task::silent()).unwrap()
    };
    let is_wide = |batch: &Arc<Finished>| batch.cells.as_ref().is_some_and(|cells| cells.wide);
    assert!(solve(&mut card, "KPvK", Metric::Dtc).iter().any(is_wide));
    let batches = solve(&mut card, "KNvKP", Metric::Dtz);
    assert!(batches.iter().all(|batch| batch.cells.is_some() && !is_wide(batch)));
}

/// What is left of a class that was counted is what those above it read.
#[test]
fn classes_that_were_counted_are_read_by_those_above() {
    let count = |card: &mut Card, class, metric| {
        let counted = card.count(class, metric, &Task::silent()).unwrap();
        let longest =
            |found: Option<(u32, Address)>| found.map(|(plies, at)| (plies, at.slice, at.slot));
        Color::ALL.map(|side| {
            let (won, lost) = (counted.longest_win[side], counted.longest_loss[side]);
            (counted.totals[side], longest(won), longest(lost))
        })
    };
    for metric in [Metric::Wdl, Metric::Dtm, Metric::Dtz50] {
        let mut card = Card::new(Emulated::device()).unwrap();
        for name in ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"] {
            let class = name.parse().unwrap();
            card.count_and_keep(class, metric, &Task::silent()).unwrap();
            assert!(card.slice(class, 0).is_some(), "{name} by {metric}");
        }
        for name in ["KPvK", "KNvKP"] {
            let class = name.parse().unwrap();
            let expected = count(&mut Card::new(Emulated::device()).unwrap(), class, metric);
            assert_eq!(count(&mut card, class, metric), expected, "{name} by {metric}");
        }
    }
}

#[test]
fn men_fit_by_memory() {
    assert_eq!(men_that_fit(0), 2);
    assert_eq!(men_that_fit(1 << 30), 5);
    assert_eq!(men_that_fit(1 << 40), 6);
}
