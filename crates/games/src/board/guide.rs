//! Where a search for a proof looks first. Nothing here proves anything.

use super::men::{Role, Side};
use super::position::Position;
use super::solver::Numbers;

/// Somebody who has an opinion on positions.
pub trait Guide {
    /// The side that wins, as far as the guide can tell.
    fn expects(&mut self, position: &Position) -> Option<Side>;
}

/// Has no opinion.
pub struct NoGuide;

impl Guide for NoGuide {
    fn expects(&mut self, _: &Position) -> Option<Side> {
        None
    }
}

/// Expects the side that is ahead in material to win: for boards with officers.
pub struct MaterialGuide {
    /// How far ahead, in pawns; a queen counts nine of them, a rook five, bishop and knight three.
    pub lead: i32,
}

impl Guide for MaterialGuide {
    fn expects(&mut self, position: &Position) -> Option<Side> {
        let ahead: i32 = position
            .men()
            .map(|(_, man)| match man.side {
                Side::White => worth(man.role),
                Side::Black => -worth(man.role),
            })
            .sum();
        (ahead.abs() >= self.lead).then_some(if ahead > 0 { Side::White } else { Side::Black })
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
    }
}

/// What a step of a free pawn counts, found by trial.
const STEP: u32 = 20;
/// From here on steps make no difference.
const FAR: u32 = 5;
/// What an opinion of the guide counts: more than any pawn.
const OPINION: u32 = 2 * STEP * FAR;

/// The numbers of a position not seen before: a side is near its goal when the guide says so, or
/// when a pawn of its own is near the last row with nothing before it.
pub(super) fn first_numbers(position: &Position, attacker: Side, guide: &mut dyn Guide) -> Numbers {
    match guide.expects(position) {
        Some(side) if side == attacker => Numbers { proof: 1, disproof: OPINION },
        Some(_) => Numbers { proof: OPINION, disproof: 1 },
        None => {
            let number = |side| 1 + STEP * steps_to_promotion(position, side).min(FAR);
            Numbers { proof: number(attacker), disproof: number(attacker.other()) }
        }
    }
}

/// Steps that the foremost free pawn of a side has to go; none with a queen already there, [`FAR`]
/// where there is neither.
fn steps_to_promotion(position: &Position, side: Side) -> u32 {
    if position.has_queen(side) {
        return 0;
    }
    let masks = position.masks();
    let mut blocked = 0;
    let mut steps = 0;
    let mut visit = |row: usize| {
        let masks = masks[row];
        let free = masks.pawns[side as usize] & !blocked != 0;
        blocked |= masks.occupied();
        steps += 1;
        free.then_some(steps - 1)
    };
    let found = match side {
        Side::White => (0..masks.len()).rev().find_map(&mut visit),
        Side::Black => (0..masks.len()).find_map(&mut visit),
    };
    found.unwrap_or(FAR)
}
