//! Whether a win of the least depth is won by a capture or pawn move.

use nimzo_chess::Wdl50;
use nimzo_retro::layout::slices::squares;
use nimzo_retro::layout::{Address, Squares};
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Position, Role, Setup};

use super::Side;
use super::captures::{Captures, attacked_by};

/// What wins at once in a slice.
pub struct Zeroing<'a> {
    side: &'a Side<'a>,
    captures: &'a Captures,
    has_pawns: bool,
    /// The men of the side to move that are not pawns.
    own: Vec<(usize, Role)>,
    /// The other side's king.
    king: usize,
}

impl<'a> Zeroing<'a> {
    pub fn new(side: &'a Side<'a>, captures: &'a Captures) -> Self {
        let men = side.layout.men().iter().zip(0..);
        let own = men.clone().filter(|(man, _)| man.side == side.turn);
        let king = men.clone().find(|(man, _)| man.side != side.turn && man.role == Role::King);
        Self {
            side,
            captures,
            has_pawns: side.layout.pawns(side.slice).sides[side.turn] != 0,
            own: own.map(|(man, i)| (i, man.role)).collect(),
            king: king.map_or(0, |(_, i)| i),
        }
    }

    /// Whether a capture or pawn move of a position wins, given that the position is won in the least
    /// depth. If neither a capture does it nor a quiet move of another man, a pawn move must do it.
    pub fn wins(&self, men: &Squares, occupied: u64, result: Wdl50) -> bool {
        self.captures.reach(self.side.layout, men, occupied, result)
            || self.has_pawns && !self.quiet_move_wins(men, occupied, result)
    }

    /// Whether a quiet move of a man that is no pawn wins at once: by mate, or if the win is spoilt, by
    /// leaving one whose depth is just within the fifty moves.
    fn quiet_move_wins(&self, men: &Squares, occupied: u64, result: Wdl50) -> bool {
        self.own.iter().any(|&(by, role)| {
            let moves = attacked_by(role, men[by], occupied) & !occupied;
            let tried = match result {
                Wdl50::Win => moves & self.checks(men, occupied, by, role),
                _ => moves,
            };
            squares(tried).any(|to| {
                let mut after = *men;
                after[by] = to;
                let Some(slot) = self.side.layout.slot(&after) else { return false };
                self.side.values.wdl50_at(!self.side.turn, slot) == Some(Wdl50::Loss)
                    && (result != Wdl50::Win || self.is_mate(slot))
            })
        })
    }

    /// The squares from which a man gives check, or uncovers one.
    fn checks(&self, men: &Squares, occupied: u64, by: usize, role: Role) -> u64 {
        let without = occupied & !(1 << men[by]);
        let king = men[self.king];
        let uncovers = self.own.iter().any(|&(other, role)| {
            other != by && attacked_by(role, men[other], without) >> king & 1 != 0
        });
        match role {
            _ if uncovers => !0,
            Role::King => 0,
            _ => attacked_by(role, king, without),
        }
    }

    /// Whether the other side is mated in a slot.
    fn is_mate(&self, slot: usize) -> bool {
        let address = Address { slice: self.side.slice, slot };
        let Some(board) = self.side.layout.board(address) else { return false };
        let turn: Color = !self.side.turn;
        let setup = Setup { board, turn, ..Setup::empty() };
        Chess::from_setup(setup, CastlingMode::Standard)
            .is_ok_and(|position| position.is_checkmate())
    }
}
