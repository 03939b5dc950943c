//! Our record of the longest mates of six men (docs/performance/card.md) against the published list.

use std::collections::HashMap;

/// The winners' plies of each endgame, White first: those in two columns of a file.
fn plies(text: &str, columns: [usize; 2]) -> HashMap<&str, [&str; 2]> {
    let rows = text.lines().filter(|line| !line.starts_with('#')).skip(1);
    rows.map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        (cells[0], columns.map(|column| cells[column]))
    })
    .collect()
}

#[test]
fn mates_of_six_men_are_those_published() {
    let ours = plies(include_str!("../../../../docs/performance/longest-mates.csv"), [1, 3]);
    let published = plies(include_str!("../../data/thompson/longest_mates_six.csv"), [1, 2]);
    assert_eq!(published.len(), 365);
    assert_eq!(ours.len(), 191);
    let without_pawns = published.keys().filter(|class| !class.contains('P'));
    assert!(
        without_pawns.clone().count() == 170
            && without_pawns.into_iter().all(|c| ours.contains_key(c))
    );
    for (class, longest) in ours {
        assert_eq!(published[class], longest, "{class}");
    }
}
