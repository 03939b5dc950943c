//! What is found while a class is solved and forgotten is what its tables say.

use nimzo_chess::{Material, Metric};
use nimzo_mine::{Error, Query, Wanted, search, search_by_plan};
use nimzo_retro::slice_graph::Limits;
use nimzo_work::Task;

use super::tables;

#[test]
fn a_plan_finds_what_tables_hold() {
    let classes = ["KPvKP", "KQvKR", "KRvKP"];
    let store = tables(&classes);
    let limits = Limits { memory: 4 << 30, disk: 4 << 30 };
    for name in classes {
        let class: Material = name.parse().unwrap();
        for (text, deepest_by) in [
            ("mutual", None),
            ("draw(w) and K on a1 and not check", None),
            ("win(b) and dtz(b) > 3", Some(Metric::Dtz)),
        ] {
            let query: Query = text.parse().unwrap();
            let wanted = Wanted { limit: 5, deepest_by };
            let task = &Task::silent();
            let planned = search_by_plan(class, &query, wanted, limits, task).unwrap();
            let found = search(store, class, &query, wanted, task).unwrap();
            assert_eq!(planned.counts, found.counts, "{name}: {text}");
            assert_eq!(planned.positions, found.positions, "{name}: {text}");
        }
        let query: Query = "stalemate".parse().unwrap();
        let refused = search_by_plan(class, &query, Wanted::default(), limits, &Task::silent());
        assert!(matches!(refused, Err(Error::NeedsTables(_))));
    }
}

#[test]
fn a_plan_knows_the_moves_where_there_are_no_pawns() {
    let store = tables(&["KQvKR"]);
    let limits = Limits { memory: 4 << 30, disk: 4 << 30 };
    let wanted = Wanted { limit: 5, deepest_by: None };
    let task = &Task::silent();
    for text in ["only_move(b)", "winning_moves(w, capture of R) = 1", "every_move(b, king, loses)"]
    {
        let query: Query = text.parse().unwrap();
        let class: Material = "KQvKR".parse().unwrap();
        let planned = search_by_plan(class, &query, wanted, limits, task).unwrap();
        let found = search(store, class, &query, wanted, task).unwrap();
        assert!(found.count() > 0, "{text}");
        assert_eq!(planned.counts, found.counts, "{text}");
        assert_eq!(planned.positions, found.positions, "{text}");

        let class: Material = "KRvKP".parse().unwrap();
        let refused = search_by_plan(class, &query, wanted, limits, task);
        assert!(matches!(refused, Err(Error::NeedsTables(_))), "{text}");
    }
}
