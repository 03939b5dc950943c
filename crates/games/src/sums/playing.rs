//! Pawn groups and a value side by side, played out: the rules of the sum and no theory.
//!
//! Whoever gets through has won, and whoever cannot move has lost. The value is a short game whose
//! options are read off its canonical form; it stands for what else is on the board.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use nimzo_cgt::{Game, Universe};
use rustc_hash::FxHashMap;

use super::group::{PawnGroup, side};
use crate::Result;
use crate::partizan::{Player, Reached};
use crate::turns::TurnGame;

/// Pawn groups beside a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SumPosition {
    groups: Vec<PawnGroup>,
    beside: Game,
    mover: Player,
    /// Whether the other player has just got through.
    won: bool,
}

impl SumPosition {
    /// Groups, a value and who is to move. What cannot move any more is left out, and the order
    /// does not matter.
    pub fn new(groups: impl IntoIterator<Item = PawnGroup>, beside: Game, mover: Player) -> Self {
        let lives = |group: &PawnGroup| {
            Player::BOTH.into_iter().any(|player| !group.moves(side(player)).is_empty())
        };
        let groups = groups.into_iter().filter(lives).map(PawnGroup::or_mirrored);
        let mut groups: Vec<PawnGroup> = groups.collect();
        groups.sort_unstable();
        Self { groups, beside, mover, won: false }
    }
}

/// The rules; it knows the options of the values that were made known to it.
#[derive(Default)]
pub struct SumRules {
    values: FxHashMap<Game, [Arc<[Game]>; 2]>,
}

impl SumRules {
    /// Makes a value and all that play in it reaches known.
    pub fn admit(&mut self, value: Game, universe: &mut Universe) -> Result<()> {
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if let Entry::Vacant(unknown) = self.values.entry(value) {
                let options = [universe.left_options(value)?, universe.right_options(value)?];
                open.extend(options.iter().flat_map(|options| options.iter().copied()));
                unknown.insert(options);
            }
        }
        Ok(())
    }
}

impl TurnGame for SumRules {
    type Position = SumPosition;

    fn options(&self, position: &SumPosition) -> Vec<SumPosition> {
        let SumPosition { groups, beside, mover, .. } = position;
        let next = mover.other();
        let mut options = Vec::new();
        for (index, group) in groups.iter().enumerate() {
            let others = groups.iter().enumerate().filter(|(at, _)| *at != index);
            let others = others.map(|(_, other)| other.waited());
            for one in group.moves(side(*mover)) {
                options.push(match group.after(side(*mover), one) {
                    Reached::Win => {
                        SumPosition { groups: vec![], beside: *beside, mover: next, won: true }
                    }
                    Reached::Position(after) => {
                        SumPosition::new(others.clone().chain([after]), *beside, next)
                    }
                });
            }
        }
        let waited = || groups.iter().map(|group| group.waited());
        let values = self.values.get(beside).map(|options| &options[*mover as usize]);
        let values = values.into_iter().flat_map(|values| values.iter());
        options.extend(values.map(|&beside| SumPosition::new(waited(), beside, next)));
        options
    }

    fn is_lost(&self, position: &SumPosition) -> bool {
        position.won || self.options(position).is_empty()
    }
}
