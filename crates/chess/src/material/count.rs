//! How many positions a class has.

use shakmaty::Role;

use super::{Material, ROLES};

impl Material {
    /// Positions of this class with one side to move, each counted once up to the symmetries of
    /// the board: men on different squares, pawns off the first and last rank, kings apart. Whether
    /// the side not to move stands in check is not asked.
    pub fn positions(self) -> u64 {
        if self.has_pawns() {
            self.placements() / 2
        } else {
            (self.placements() + 2 * self.on_diagonal()) / 8
        }
    }

    /// Placements of the men with no symmetry taken out.
    fn placements(self) -> u64 {
        king_pairs()
            .map(|(white, black)| {
                let on_pawn_ranks =
                    [white, black].iter().filter(|&&s| (8..56).contains(&s)).count();
                let mut pawn_room = 48 - on_pawn_ranks as u64;
                let mut room = 62;
                let mut ways = 1;
                for count in self.groups(|role| role == Role::Pawn) {
                    ways *= choose(pawn_room, count);
                    pawn_room -= count;
                    room -= count;
                }
                for count in self.groups(|role| role != Role::Pawn) {
                    ways *= choose(room, count);
                    room -= count;
                }
                ways
            })
            .sum()
    }

    /// Placements that reflection in one long diagonal leaves as they are.
    fn on_diagonal(self) -> u64 {
        fn rest(groups: &[u64], pairs: u64, diagonal: u64) -> u64 {
            let Some((&count, others)) = groups.split_first() else { return 1 };
            (0..=count / 2)
                .filter(|&twins| twins <= pairs && count - 2 * twins <= diagonal)
                .map(|twins| {
                    let single = count - 2 * twins;
                    choose(pairs, twins)
                        * choose(diagonal, single)
                        * rest(others, pairs - twins, diagonal - single)
                })
                .sum()
        }
        let kings = king_pairs().filter(|&(w, b)| w % 9 == 0 && b % 9 == 0).count() as u64;
        kings * rest(&self.groups(|_| true).collect::<Vec<_>>(), 28, 6)
    }

    /// The sizes of the groups of like men.
    fn groups(self, wanted: impl Fn(Role) -> bool) -> impl Iterator<Item = u64> {
        [self.white, self.black].into_iter().flat_map(move |army| {
            ROLES
                .into_iter()
                .filter(|&r| wanted(r))
                .map(|r| army.count(r) as u64)
                .collect::<Vec<_>>()
        })
    }
}

fn king_pairs() -> impl Iterator<Item = (u32, u32)> {
    let apart = |a: u32, b: u32| (a % 8).abs_diff(b % 8).max((a / 8).abs_diff(b / 8)) > 1;
    (0..64).flat_map(move |white| {
        (0..64).filter(move |&black| apart(white, black)).map(move |black| (white, black))
    })
}

fn choose(from: u64, count: u64) -> u64 {
    (0..count).fold(1, |ways, taken| ways * from.saturating_sub(taken) / (taken + 1))
}
