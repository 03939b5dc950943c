//! Moves in standard algebraic notation.

use super::men::Role;
use super::moves::Move;
use super::position::Position;
use crate::pawns::file_name;

impl Position {
    /// A legal move in standard algebraic notation.
    pub fn san(&self, one: Move) -> String {
        let Some(man) = self.man(one.from) else { return one.to_string() };
        let pawn = man.role == Role::Pawn;
        let capture = self.man(one.to).is_some() || (pawn && one.from.file != one.to.file);
        let mut text = String::new();
        if pawn {
            if capture {
                text += &file_name(one.from.file.into());
            }
        } else {
            text.push(man.role.letter());
            text += &self.told_apart(one);
        }
        if capture {
            text.push('x');
        }
        text += &one.to.to_string();
        if let Some(role) = one.promotion {
            text.push('=');
            text.push(role.letter());
        }
        let next = self.after(one);
        if next.in_check(next.to_move()) {
            text.push(if next.legal_moves().is_empty() { '#' } else { '+' });
        }
        text
    }

    /// What of its square must be named to tell a piece from others like it.
    fn told_apart(&self, one: Move) -> String {
        let rivals: Vec<Move> = self
            .legal_moves()
            .into_iter()
            .filter(|other| {
                other.to == one.to
                    && other.from != one.from
                    && self.man(other.from) == self.man(one.from)
            })
            .collect();
        if rivals.is_empty() {
            String::new()
        } else if rivals.iter().all(|rival| rival.from.file != one.from.file) {
            file_name(one.from.file.into())
        } else if rivals.iter().all(|rival| rival.from.row != one.from.row) {
            (one.from.row + 1).to_string()
        } else {
            one.from.to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, Chess, Position as _, fen::Fen, san::SanPlus};

    #[test]
    fn moves_are_called_as_shakmaty_calls_them() {
        for fen in [
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "5k2/8/8/Q2Q4/8/8/8/Q6K w - - 0 1",
        ] {
            let theirs: Chess =
                fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
            let mut expected: Vec<String> = theirs
                .legal_moves()
                .iter()
                .map(|one| SanPlus::from_move(theirs.clone(), *one).to_string())
                .collect();
            let ours: Position = fen.parse().unwrap();
            let mut names: Vec<String> =
                ours.legal_moves().into_iter().map(|one| ours.san(one)).collect();
            expected.sort();
            names.sort();
            assert_eq!(names, expected, "{fen}");
        }
    }
}
