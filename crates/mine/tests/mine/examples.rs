//! The examples and the named questions run, and find something where they should.

use nimzo_chess::Material;
use nimzo_mine::{EXAMPLES, NAMED, Query, Wanted, named, search};
use nimzo_work::Task;

use super::tables;

fn count(class: &str, query: &str, wanted: Wanted) -> u64 {
    let store = tables(&[class]);
    let class: Material = class.parse().unwrap();
    let query: Query = query.parse().unwrap_or_else(|fault| panic!("{query}: {fault}"));
    search(store, class, &query, wanted, &Task::silent()).unwrap().count()
}

#[test]
fn all_twenty_examples_find_something() {
    assert_eq!(EXAMPLES.len(), 20);
    for example in EXAMPLES {
        let found = count(example.class, example.query, Wanted::default());
        assert!(found > 0, "{} {}", example.class, example.query);
    }
}

#[test]
fn named_questions_are_read_and_asked() {
    for question in NAMED {
        let wanted = Wanted { limit: 1, deepest_by: question.deepest_by };
        count("KPvK", question.query, wanted);
        assert_eq!(named(question.name).map(|found| found.query), Some(question.query));
    }
}

/// What endgame books tell.
#[test]
fn known_numbers_are_found() {
    // Queen against rook takes 35 moves to mate at most.
    assert!(count("KQvKR", "dtm(w) > 69", Wanted::default()) == 0);
    assert!(count("KQvKR", "dtm(w) = 69", Wanted::default()) > 0);
    // Two knights mate only where they mate at once.
    assert_eq!(
        count("KNNvK", "win(w)", Wanted::default()),
        count("KNNvK", "after(w, mate)", Wanted::default())
    );
    // A pawn that holds against a rook as a knight only.
    assert!(count("KRvKP", "only_drawing(b, promotion to N)", Wanted::default()) > 0);
    // A pawn that becomes a bishop to win needs more men than three.
    assert_eq!(count("KPvK", "only_winning(w, promotion to B)", Wanted::default()), 0);
}
