//! Our record of the longest wins of six men (docs/performance/card.md) against the published lists.

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

/// How many of the endgames have a pawn; all those that have none must be there.
fn with_pawns(ours: &HashMap<&str, [&str; 2]>, published: &HashMap<&str, [&str; 2]>) -> usize {
    assert_eq!(published.len(), 365);
    let without: Vec<_> = published.keys().filter(|class| !class.contains('P')).collect();
    assert_eq!(without.len(), 170);
    assert!(without.iter().all(|class| ours.contains_key(*class)));
    ours.len() - without.len()
}

#[test]
fn mates_of_six_men_are_those_published() {
    let ours = plies(include_str!("../../../../docs/performance/longest-mates.csv"), [1, 3]);
    let published = plies(include_str!("../../data/thompson/longest_mates_six.csv"), [1, 2]);
    assert_eq!(with_pawns(&ours, &published), 21);
    for (class, longest) in ours {
        assert_eq!(published[class], longest, "{class}");
    }
}

#[test]
fn conversions_of_six_men_are_those_published() {
    let ours = plies(include_str!("../../../../docs/performance/longest-conversions.csv"), [1, 3]);
    let published = plies(include_str!("../../data/thompson/longest_conversions_six.csv"), [1, 2]);
    assert_eq!(with_pawns(&ours, &published), 58);
    let mut compared = [0, 0];
    for (class, longest) in ours {
        for (ours, published) in longest.into_iter().zip(published[class]) {
            if published != "beyond" {
                assert_eq!(published, ours, "{class}");
                compared[usize::from(class.contains('P'))] += 1;
            }
        }
    }
    // Without pawns and with them, either side's.
    assert_eq!(compared, [268, 115]);
}
