//! The kernels, emulated, against the sweeps of the processor: plane by plane.

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::planes;
use nimzo_retro::slice_graph::Limits;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use nimzo_zugzwang::census::{self, finds::Finder};
use shakmaty::Color;

use crate::card::Card;
use crate::census::OnDevice;
use crate::device::Device;
use crate::emulated::Emulated;
use crate::sweep::{Wanted, men_that_fit};
use crate::tables::{self, BOARD_BYTES};

#[test]
fn structures_are_the_same_on_both_sides() {
    let emulated = Emulated::new();
    for (name, size) in [
        ("Class", size_of::<tables::Class>()),
        ("View", size_of::<tables::View>()),
        ("Edge", size_of::<tables::Edge>()),
        ("Sweep", size_of::<tables::Sweep>()),
        ("Folding", size_of::<tables::Folding>()),
        ("Parent", size_of::<tables::Parent>()),
        ("Search", size_of::<tables::Search>()),
        ("Widening", size_of::<tables::Widening>()),
        ("Board", BOARD_BYTES),
    ] {
        assert_eq!(emulated.number(&format!("size_of_{name}")), size as u64, "{name}");
    }
}

/// Solves classes on a device and holds them to the processor's planes.
pub(crate) fn held_equal(device: &Arc<dyn Device>, names: &[&str], metric: Metric) {
    let goals =
        Goals { dtc: metric == Metric::Dtc, dtz: metric == Metric::Dtz, ..Goals::default() };
    let mut card = Card::new(Arc::clone(device)).unwrap();
    let mut library = Library::new();
    for name in names {
        let class: Material = name.parse().unwrap();
        let wanted = Wanted { metric, count: false };
        let batches = card.solve(class, wanted, &Task::silent()).unwrap();
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let mut seen = 0;
        for batch in &batches {
            for (number, &slice) in batch.slices.iter().enumerate() {
                seen += 1;
                let expected = &solved.slices[slice];
                let wdl = batch.wdl(number).unwrap();
                let depths = batch.depths(number).unwrap();
                for side in Color::ALL {
                    let (one, other) = (&wdl[side], &expected.wdl[side]);
                    assert!(one.win[..] == other.win[..], "{name} {slice} {side}: wins");
                    assert!(one.draw[..] == other.draw[..], "{name} {slice} {side}: draws");
                    assert!(one.loss[..] == other.loss[..], "{name} {slice} {side}: losses");
                    let Some(depths) = &depths else { continue };
                    let expected = expected.depths[metric].as_ref().unwrap();
                    match (&depths[side].cells, &expected[side].cells) {
                        (planes::Cells::Narrow(one), planes::Cells::Narrow(other)) => {
                            assert!(one[..] == other[..], "{name} {slice} {side}: depths");
                        }
                        (planes::Cells::Wide(one), planes::Cells::Wide(other)) => {
                            assert!(one[..] == other[..], "{name} {slice} {side}: depths");
                        }
                        _ => panic!("{name} {slice} {side}: narrow and wide depths"),
                    }
                }
            }
        }
        assert_eq!(seen, solved.slices.len(), "{name}");
    }
}

#[test]
fn classes_without_pawns_equal_the_processor() {
    held_equal(&Emulated::device(), &["KQvK", "KRvK", "KQvKR", "KBNvK", "KRvKN"], Metric::Wdl);
}

#[test]
fn classes_with_pawns_equal_the_processor() {
    held_equal(&Emulated::device(), &["KPvK", "KPvKP", "KNvKP"], Metric::Wdl);
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
    held_equal(&Emulated::device(), &["KQvK", "KQvKR", "KBNvK"], Metric::Dtc);
}

#[test]
fn depths_to_a_zeroing_move_equal_the_processor() {
    held_equal(&Emulated::device(), &["KPvK", "KNvKP"], Metric::Dtz);
}

#[test]
fn men_fit_by_memory() {
    assert_eq!(men_that_fit(0), 2);
    assert_eq!(men_that_fit(1 << 30), 5);
    assert_eq!(men_that_fit(1 << 40), 6);
}
