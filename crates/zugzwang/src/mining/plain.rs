//! The plain counter: walks over every placement, sets it up, asks for the values, and keeps each
//! orbit once. It is the reference for the set-wise miner and works over any source.

use nimzo_chess::rules::{en_passant_squares, set_up};
use nimzo_chess::{Material, Probe};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::definition::kind::Kind;
use crate::definition::null_move::Triple;
use crate::error::Result;
use crate::mining::placement::Placement;
use crate::mining::zugzwangs::Zugzwangs;

/// Finds every zugzwang of a class, White's men as the class names them.
pub fn find(source: &dyn Probe, class: Material, task: &Task) -> Result<Zugzwangs> {
    let men: Vec<(Color, Role)> = class.men().collect();
    let white_kings: Vec<Square> = Square::ALL
        .into_iter()
        .filter(|square| {
            let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
            file < 4 && (class.has_pawns() || (rank < 4 && rank <= file))
        })
        .collect();
    let stage = task.stage(&format!("{class}, placement by placement"), white_kings.len() as u64);
    white_kings
        .into_par_iter()
        .map(|king| {
            task.check()?;
            let mut walk = Walk { source, men: &men, found: Zugzwangs::default() };
            let mut board = Board::empty();
            board.set_piece_at(king, Color::White.king());
            walk.place(&mut board, 1, king)?;
            stage.advance(1);
            Ok(walk.found)
        })
        .try_reduce(Zugzwangs::default, |one, two| Ok(one.merge(two)))
}

struct Walk<'a> {
    source: &'a dyn Probe,
    men: &'a [(Color, Role)],
    found: Zugzwangs,
}

impl Walk<'_> {
    /// Puts the men from `next` on everywhere; like men in ascending order of squares.
    fn place(&mut self, board: &mut Board, next: usize, last: Square) -> Result<()> {
        let Some(&(color, role)) = self.men.get(next) else { return self.judge(board) };
        let mut room = !board.occupied();
        if role == Role::Pawn {
            room &= !Bitboard::BACKRANKS;
        }
        for square in room {
            if self.men[next - 1] == (color, role) && square < last {
                continue;
            }
            board.set_piece_at(square, role.of(color));
            self.place(board, next + 1, square)?;
            board.discard_piece_at(square);
        }
        Ok(())
    }

    /// Both sides to move must be legal: neither king attacked.
    fn judge(&mut self, board: &Board) -> Result<()> {
        let king = |side| board.king_of(side).expect("one king each");
        let attacked = |side: Color| board.attacks_to(king(side), !side, board.occupied()).any();
        if attacked(Color::White) || attacked(Color::Black) {
            return Ok(());
        }
        if let Some(kind) = self.kind(board, Color::White, None)? {
            self.found.add(board, kind);
        }
        for first in Color::ALL {
            for square in en_passant_squares(board, first) {
                if let Some(kind) = self.kind(board, first, Some(square))? {
                    self.found.add_en_passant(&Placement::of(board, Some(square)), first, kind);
                }
            }
        }
        Ok(())
    }

    fn kind(&self, board: &Board, first: Color, ep: Option<Square>) -> Result<Option<Kind>> {
        let Some(p1) = set_up(board, first, ep) else { return Ok(None) };
        let Ok(triple) = Triple::of(&p1) else { return Ok(None) };
        level_a(self.source, &triple)
    }
}

/// The type of level A of three positions.
pub fn level_a(source: &dyn Probe, triple: &Triple) -> Result<Option<Kind>> {
    let v1 = source.wdl(&triple.p1)?;
    if v1 == nimzo_chess::Wdl::Win {
        return Ok(None);
    }
    let v2 = -source.wdl(&triple.p2)?;
    if v2 <= v1 {
        return Ok(None);
    }
    let v3 = match triple.en_passant() {
        None => v1,
        Some(_) => source.wdl(&triple.p3)?,
    };
    Ok(Kind::of(v1, v2, v3))
}
