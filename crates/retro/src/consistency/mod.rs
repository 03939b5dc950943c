//! Whether depths that nobody keeps are right: positions at random, each of which must follow from its successors
//! by ordinary move lists. Whoever solves the class says when the positions and their successors were decided.
//!
//! Depths to conversion and to a zeroing move, of classes without pawns, where the two are the same: they rest on
//! the depths of the successors in the class, and on no more than results after captures.

mod sample;

use std::fmt;

use nimzo_chess::rules::{after, board_in_class_colors};
use nimzo_chess::{Material, Wdl};
use rayon::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Move, Position};

use crate::Error;
use crate::layout::Layout;
use crate::sweep::lasting_layout_of;
pub use sample::Sample;

/// What a position is worth to the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value {
    /// Won in so many plies.
    Win(u32),
    /// Drawn.
    Draw,
    /// Lost in so many plies.
    Loss(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win(plies) => write!(f, "won in {plies} plies"),
            Self::Draw => write!(f, "drawn"),
            Self::Loss(plies) => write!(f, "lost in {plies} plies"),
        }
    }
}

/// Positions of a class below that captures lead to.
#[derive(Debug, Clone)]
pub struct Captured {
    /// The class.
    pub class: Material,
    /// Who is to move, in its colours.
    pub turn: Color,
    /// Their slots, ascending.
    pub slots: Vec<u64>,
}

/// The slots that a sample asks about: its own, and those that moves lead to.
#[derive(Debug)]
pub struct Neighbourhood {
    /// In the class itself, ascending.
    pub own: ByColor<Vec<u64>>,
    /// After captures.
    pub captured: Vec<Captured>,
}

/// What is known of the slots of a neighbourhood, each by its number there.
pub trait Known: Sync {
    /// The value of a position of the class; `None` if there is no such legal position. Stalemates may be told as lost
    /// at ply 0.
    fn own(&self, turn: Color, number: usize) -> Option<Value>;
    /// The result of a position after a capture; `None` if there is no such legal position.
    fn captured(&self, group: usize, number: usize) -> Option<Wdl>;
}

/// What came of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Checked {
    /// Positions that follow from their successors, with White to move and with Black.
    pub positions: ByColor<u64>,
    /// Moves that were looked at.
    pub moves: u64,
    /// How many do not follow.
    pub wrong: u64,
    /// What is wrong with the first of those.
    pub first: Option<String>,
}

/// Where a move leads.
enum Leads {
    /// To a slot of the class.
    Stays(u64),
    /// To a slot of a smaller class with this side to move.
    Captures(Material, Color, u64),
    /// To the bare kings.
    Draws,
}

fn leads(layout: &Layout, mv: Move, next: &Chess) -> Result<Leads, Error> {
    if !mv.is_capture() {
        let address = layout.locate(next.board()).ok_or(Error::TooLarge(layout.material()))?;
        return Ok(Leads::Stays(address.slot as u64));
    }
    let (board, turn) = board_in_class_colors(next.board(), next.turn());
    let class = Material::of_board(&board);
    if class == Material::BARE_KINGS {
        return Ok(Leads::Draws);
    }
    let address = lasting_layout_of(class)?.locate(&board).ok_or(Error::TooLarge(class))?;
    Ok(Leads::Captures(class, turn, address.slot as u64))
}

impl Sample {
    /// All slots that are asked about.
    pub fn neighbourhood(&self) -> Result<Neighbourhood, Error> {
        let mut own: ByColor<Vec<u64>> = ByColor::default();
        let mut captured: Vec<Captured> = Vec::new();
        for side in Color::ALL {
            // Some at a time, so that lists of single positions do not pile up.
            for slots in self.slots(side).chunks(1 << 18) {
                let found = slots.par_iter().map(|&slot| self.successors(slot, side));
                own[side].extend(slots);
                for leads in found.collect::<Result<Vec<_>, _>>()?.into_iter().flatten() {
                    match leads {
                        Leads::Stays(slot) => own[side.other()].push(slot),
                        Leads::Draws => {}
                        Leads::Captures(class, turn, slot) => {
                            let same = |one: &&mut Captured| (one.class, one.turn) == (class, turn);
                            match captured.iter_mut().find(same) {
                                Some(group) => group.slots.push(slot),
                                None => captured.push(Captured { class, turn, slots: vec![slot] }),
                            }
                        }
                    }
                }
            }
        }
        let all = own.iter_mut().chain(captured.iter_mut().map(|group| &mut group.slots));
        for slots in all {
            slots.par_sort_unstable();
            slots.dedup();
        }
        Ok(Neighbourhood { own, captured })
    }

    fn successors(&self, slot: u64, side: Color) -> Result<Vec<Leads>, Error> {
        let position = self.position(slot, side).expect("samples are legal positions");
        let moves = position.legal_moves();
        moves.iter().map(|&mv| leads(self.layout(), mv, &after(&position, mv))).collect()
    }

    /// Holds every position of the sample to its successors.
    pub fn check(&self, around: &Neighbourhood, known: &dyn Known) -> Result<Checked, Error> {
        let mut all = Checked::default();
        for side in Color::ALL {
            let one = |&slot: &u64| self.check_one(around, known, slot, side);
            let found: Vec<(u64, Option<String>)> =
                self.slots(side).par_iter().map(one).collect::<Result<_, _>>()?;
            for (moves, fault) in found {
                all.moves += moves;
                match fault {
                    None => all.positions[side] += 1,
                    Some(fault) => {
                        all.wrong += 1;
                        all.first.get_or_insert(fault);
                    }
                }
            }
        }
        Ok(all)
    }

    /// How many moves a position has, and what is wrong with its value.
    fn check_one(
        &self,
        around: &Neighbourhood,
        known: &dyn Known,
        slot: u64,
        side: Color,
    ) -> Result<(u64, Option<String>), Error> {
        let position = self.position(slot, side).expect("samples are legal positions");
        let moves = position.legal_moves();
        let mut best = None;
        for &mv in &moves {
            let next = after(&position, mv);
            let worth = match leads(self.layout(), mv, &next)? {
                Leads::Draws => Some(Value::Draw),
                Leads::Stays(slot) => own_value(around, known, &next, slot).map(before),
                Leads::Captures(class, turn, slot) => {
                    let of_group = |one: &Captured| (one.class, one.turn) == (class, turn);
                    let group = around.captured.iter().position(of_group);
                    group.and_then(|group| {
                        let number = around.captured[group].slots.binary_search(&slot).ok()?;
                        Some(after_capture(known.captured(group, number)?))
                    })
                }
            };
            let Some(worth) = worth else {
                return Ok((moves.len() as u64, Some(fault(&next, "no value is known of it"))));
            };
            best = Some(best.map_or(worth, |best| better(best, worth)));
        }
        let nothing = if position.is_check() { Value::Loss(0) } else { Value::Draw };
        let follows = best.unwrap_or(nothing);
        let wrong = match own_value(around, known, &position, slot) {
            Some(found) if found == follows => None,
            Some(found) => Some(format!("{found}, but {follows} by its moves")),
            None => Some(format!("no value is known of it, but {follows} by its moves")),
        };
        Ok((moves.len() as u64, wrong.map(|wrong| fault(&position, &wrong))))
    }
}

fn fault(position: &Chess, what: &str) -> String {
    format!("{}: {what}", Fen::from_position(position, EnPassantMode::Legal))
}

/// The value of a position of the class. Without a move and without a check it is stalemate.
fn own_value(
    around: &Neighbourhood,
    known: &dyn Known,
    position: &Chess,
    slot: u64,
) -> Option<Value> {
    let turn = position.turn();
    let number = around.own[turn].binary_search(&slot).ok()?;
    match known.own(turn, number)? {
        Value::Loss(0) if !position.is_check() => Some(Value::Draw),
        value => Some(value),
    }
}

/// What a successor is worth to who moves there.
fn before(successor: Value) -> Value {
    match successor {
        Value::Win(plies) => Value::Loss(plies + 1),
        Value::Draw => Value::Draw,
        Value::Loss(plies) => Value::Win(plies + 1),
    }
}

/// What a result after a capture is worth to who captures.
fn after_capture(result: Wdl) -> Value {
    match result {
        Wdl::Win => Value::Loss(1),
        Wdl::Draw => Value::Draw,
        Wdl::Loss => Value::Win(1),
    }
}

fn better(one: Value, other: Value) -> Value {
    // Quick wins before slow ones, slow losses before quick ones.
    let rank = |value: Value| match value {
        Value::Win(plies) => (2, -i64::from(plies)),
        Value::Draw => (1, 0),
        Value::Loss(plies) => (0, i64::from(plies)),
    };
    if rank(other) > rank(one) { other } else { one }
}

#[cfg(test)]
mod tests;
