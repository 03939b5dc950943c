//! Which pawns can ever meet: by the squares that each can come to while the core stays as it is.
//!
//! The squares are those of play, or more: a pawn goes ahead until a man of the core or a hostile
//! pawn stands in its way, and further once that pawn could have captured or been captured. Who
//! captures goes on from there, past everything but the core.

use std::collections::BTreeSet;

use crate::board::{Position, Role, Side, Square};

/// Pawns and where they can come to.
pub(super) struct Reach {
    pawns: Vec<Walker>,
}

/// Pawns that belong together, and the squares that they can come to.
pub(super) struct Together {
    pub(super) pawns: Vec<(Square, Side)>,
    pub(super) squares: Vec<Square>,
}

struct Walker {
    at: Square,
    side: Side,
    /// Squares on other files that it can capture on.
    landings: BTreeSet<Square>,
    squares: BTreeSet<Square>,
    /// Whether it may leave its file or vanish.
    moves_out: bool,
    /// The first of the pawns that it belongs together with.
    leader: usize,
}

impl Reach {
    /// The pawns of a position that are not in the core.
    pub(super) fn of(position: &Position, core: &BTreeSet<Square>) -> Self {
        let pawns = position
            .men()
            .filter(|(at, man)| man.role == Role::Pawn && !core.contains(at))
            .enumerate()
            .map(|(leader, (at, man))| Walker {
                at,
                side: man.side,
                landings: BTreeSet::new(),
                squares: BTreeSet::new(),
                moves_out: false,
                leader,
            });
        let mut reach = Self { pawns: pawns.collect() };
        reach.join_files();
        while reach.walk(position, core) | reach.capture() {}
        reach
    }

    /// The pawns in groups that cannot meet, from left to right.
    pub(super) fn groups(&self) -> Vec<Together> {
        let leaders: BTreeSet<usize> = self.pawns.iter().map(|pawn| pawn.leader).collect();
        let mut groups: Vec<Together> = leaders
            .into_iter()
            .map(|leader| {
                let members = || self.pawns.iter().filter(move |pawn| pawn.leader == leader);
                let squares: BTreeSet<Square> =
                    members().flat_map(|pawn| pawn.squares.iter().copied()).collect();
                Together {
                    pawns: members().map(|pawn| (pawn.at, pawn.side)).collect(),
                    squares: squares.into_iter().collect(),
                }
            })
            .collect();
        groups.sort_by_key(|group| group.pawns.iter().map(|(at, _)| at.file).min());
        groups
    }

    /// Pawns of one file belong together.
    fn join_files(&mut self) {
        for one in 0..self.pawns.len() {
            for other in 0..one {
                if self.pawns[one].at.file == self.pawns[other].at.file {
                    self.join(one, other);
                }
            }
        }
    }

    fn join(&mut self, one: usize, other: usize) {
        let [one, other] = [one, other].map(|index| self.pawns[index].leader);
        let (first, second) = (one.min(other), one.max(other));
        for pawn in self.pawns.iter_mut().filter(|pawn| pawn.leader == second) {
            pawn.leader = first;
        }
    }

    /// Goes ahead with every pawn; tells whether a new square was reached.
    fn walk(&mut self, position: &Position, core: &BTreeSet<Square>) -> bool {
        let mut found = false;
        for index in 0..self.pawns.len() {
            let Walker { at: home, side, .. } = self.pawns[index];
            let starts: Vec<Square> =
                self.pawns[index].landings.iter().copied().chain([home]).collect();
            for start in starts {
                let mut next = Some(start);
                while let Some(at) = next {
                    found |= self.pawns[index].squares.insert(at);
                    let held = |to: &Square| {
                        core.contains(to) || (start == home && self.is_held(side, *to))
                    };
                    next = position.step(at, (0, Position::ahead(side))).filter(|to| !held(to));
                }
            }
        }
        found
    }

    /// Whether a hostile pawn that never leaves its file stands there.
    fn is_held(&self, side: Side, to: Square) -> bool {
        self.pawns.iter().any(|other| other.at == to && other.side != side && !other.moves_out)
    }

    /// Captures whatever can be met; tells whether somebody could capture anew.
    fn capture(&mut self) -> bool {
        let mut found = false;
        for taker in 0..self.pawns.len() {
            for taken in 0..self.pawns.len() {
                if self.pawns[taker].side == self.pawns[taken].side {
                    continue;
                }
                let landings = self.meetings(taker, taken);
                if landings.is_empty() {
                    continue;
                }
                found |= !(self.pawns[taker].moves_out && self.pawns[taken].moves_out);
                for landing in landings {
                    found |= self.pawns[taker].landings.insert(landing);
                }
                self.pawns[taker].moves_out = true;
                self.pawns[taken].moves_out = true;
                self.join(taker, taken);
            }
        }
        found
    }

    /// The squares on which one pawn could capture another.
    fn meetings(&self, taker: usize, taken: usize) -> Vec<Square> {
        let up = Position::ahead(self.pawns[taker].side);
        let below = |to: &Square| {
            let row = to.row.checked_add_signed(-up)?;
            let files = [to.file.checked_sub(1), to.file.checked_add(1)];
            Some(files.into_iter().flatten().map(move |file| Square { file, row }))
        };
        let met = self.pawns[taken].squares.iter().filter(|to| {
            below(to).is_some_and(|mut from| from.any(|at| self.pawns[taker].squares.contains(&at)))
        });
        met.copied().collect()
    }
}
