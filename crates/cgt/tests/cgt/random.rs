//! Random numbers and random games, the same in every run.

use cgt::short::partizan::canonical_form::CanonicalForm;
use nimzo_cgt::{Game, Universe};

/// A small generator (xorshift), so that every run meets the same games.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }
}

/// The same game in our hands and in those of the `cgt` crate.
#[derive(Clone)]
pub struct Twin {
    pub ours: Game,
    pub theirs: CanonicalForm,
}

/// Games of random options, born day by day: `per_day` on each of the days 1 to 4.
pub fn twins(universe: &mut Universe, random: &mut Random, per_day: usize) -> Vec<Twin> {
    let mut games = vec![Twin { ours: universe.zero(), theirs: CanonicalForm::new_integer(0) }];
    for _day in 1..=4 {
        let born_before = games.len();
        for _ in 0..per_day {
            let mut side = || -> Vec<usize> {
                let size = random.below(4);
                (0..size).map(|_| random.below(born_before)).collect()
            };
            let (left, right) = (side(), side());
            let ours = |side: &[usize]| side.iter().map(|&i| games[i].ours).collect::<Vec<_>>();
            let theirs =
                |side: &[usize]| side.iter().map(|&i| games[i].theirs.clone()).collect::<Vec<_>>();
            let twin = Twin {
                ours: universe.game(&ours(&left), &ours(&right)).unwrap(),
                theirs: CanonicalForm::new_from_moves(theirs(&left), theirs(&right)),
            };
            games.push(twin);
        }
    }
    games
}
