//! Mutual zugzwangs are those that `zug count` counts.

use nimzo_chess::Material;
use nimzo_mine::{Query, Wanted, search};
use nimzo_work::Task;
use nimzo_zugzwang::{Kind, mine};

use super::tables;

#[test]
fn mutual_zugzwangs_are_the_counted_ones() {
    let classes = ["KPvK", "KRvKP", "KPvKP", "KQvKR", "KBNvK", "KRvKN"];
    let store = tables(&classes);
    for name in classes {
        let class: Material = name.parse().unwrap();
        let table = store.table(class).unwrap().expect("it was built");
        let counts = mine(&*table, None, &Task::silent()).unwrap().counts(class.is_symmetric());
        for kind in [Kind::A1, Kind::A2, Kind::A3] {
            let query: Query = format!("zug({kind})").parse().unwrap();
            let found = search(store, class, &query, Wanted::default(), &Task::silent()).unwrap();
            let expected = match kind {
                Kind::A3 => counts.physical_a3,
                _ => counts.white[kind],
            };
            assert_eq!(found.counts.white, expected, "{name} {kind}");
            let black = match kind {
                Kind::A3 => counts.physical_a3,
                _ => counts.black()[kind],
            };
            assert_eq!(found.counts.black, black, "{name} {kind}");
        }
    }
}
