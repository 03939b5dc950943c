//! The plain generator against Syzygy and against known longest mates.

use nimzo_chess::{Depth, Material};
use nimzo_retro::plain::PlainTables;
use nimzo_work::Task;
use shakmaty::{Chess, EnPassantMode, FromSetup, Position};

use crate::syzygy;

fn solved(names: &[&str]) -> PlainTables {
    let mut tables = PlainTables::new();
    for name in names {
        tables.solve(name.parse().unwrap(), &Task::silent()).unwrap();
    }
    tables
}

fn longest_mate(tables: &PlainTables, name: &str) -> u16 {
    let mut longest = 0;
    tables.for_each(name.parse().unwrap(), |_, values| {
        if let Depth::Win(_) = values.dtm.0 {
            longest = longest.max(values.dtm.0.moves().unwrap());
        }
    });
    longest
}

#[test]
fn longest_mates_of_three_men() {
    let tables = solved(&["KPvK", "KBvK", "KNvK"]);
    for (name, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28), ("KBvK", 0), ("KNvK", 0)] {
        assert_eq!(longest_mate(&tables, name), moves, "{name}");
    }
}

#[test]
fn three_men_agree_with_syzygy() {
    let (syzygy, _) = syzygy::tables();
    let tables = solved(&["KPvK", "KBvK", "KNvK"]);
    for class in Material::all(3) {
        let mut seen = 0u64;
        tables.for_each(class, |position, values| {
            syzygy::check(&syzygy, position, values.dtz50);
            assert_eq!(values.dtm.wdl(), values.dtz50.wdl());
            assert_eq!(values.dtc.wdl(), values.dtz.wdl());
            seen += 1;
        });
        assert!(seen > 50_000, "{class}: {seen} positions");
    }
}

#[test]
fn both_colours_have_the_same_value() {
    let tables = solved(&["KPvK"]);
    for class in ["KPvK", "KRvK"] {
        tables.for_each(class.parse().unwrap(), |position, values| {
            let mut setup = position.to_setup(EnPassantMode::Legal);
            setup.board.flip_vertical();
            setup.board.swap_colors();
            setup.turn = !setup.turn;
            let turned = Chess::from_setup(setup, shakmaty::CastlingMode::Standard);
            let turned = turned.or_else(shakmaty::PositionError::ignore_impossible_check).unwrap();
            assert_eq!(tables.probe(&turned), Some(values));
        });
    }
}
