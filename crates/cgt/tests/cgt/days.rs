//! All games born by a day, by generation and canonicalisation.

use std::collections::BTreeSet;

use nimzo_cgt::{Game, Universe};

/// Sets of games of which none dominates another, given that of each pair it is known whether
/// they are comparable: those are the only option sets that matter.
fn antichains(universe: &mut Universe, games: &[Game]) -> Vec<Vec<Game>> {
    let mut found = vec![Vec::new()];
    for &game in games {
        for index in 0..found.len() {
            let apart = found[index]
                .clone()
                .iter()
                .all(|&other| universe.compare(game, other).unwrap().is_none());
            if apart {
                let mut larger: Vec<Game> = found[index].clone();
                larger.push(game);
                found.push(larger);
            }
        }
    }
    found
}

fn next_day(universe: &mut Universe, games: &BTreeSet<Game>) -> BTreeSet<Game> {
    let games: Vec<Game> = games.iter().copied().collect();
    let sides = antichains(universe, &games);
    let mut born = BTreeSet::new();
    for left in &sides {
        for right in &sides {
            born.insert(universe.game(left, right).unwrap());
        }
    }
    born
}

#[test]
fn counts_of_days_0_to_3() {
    let mut universe = Universe::new();
    let mut games = BTreeSet::from([universe.zero()]);
    let mut counts = vec![games.len()];
    for day in 1..=3 {
        games = next_day(&mut universe, &games);
        counts.push(games.len());
        assert!(games.iter().all(|&game| universe.birthday(game).unwrap() <= day));
    }
    assert_eq!(counts, [1, 4, 22, 1474]);
}

#[test]
fn day_2_by_all_subsets() {
    let mut universe = Universe::new();
    let day_1 = ["0", "1", "-1", "*"].map(|text| universe.parse(text).unwrap());
    let subset = |bits: usize| -> Vec<Game> {
        (0..4).filter(|i| bits >> i & 1 == 1).map(|i| day_1[i]).collect()
    };
    let mut born = BTreeSet::new();
    for left in 0..16 {
        for right in 0..16 {
            born.insert(universe.game(&subset(left), &subset(right)).unwrap());
        }
    }
    assert_eq!(born.len(), 22);
}
