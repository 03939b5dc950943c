//! How moves and squares are written and read, and why a move is refused.

use std::fmt;

use super::moves::{Move, Player};
use super::position::{Board, Position, Square};
use super::window::STEPS;
use crate::{Error, Result};

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::CashOut => f.write_str("cash"),
            Move::TakeRook(to) => write!(f, "KxR{to}"),
            Move::King(to) => write!(f, "K{to}"),
            Move::Rook(to) => write!(f, "R{to}"),
            Move::TakeKing => f.write_str("RxK"),
        }
    }
}

/// The compass, in the order of [`STEPS`].
const COMPASS: [&str; 8] = ["ne", "n", "e", "se", "nw", "s", "w", "sw"];

/// The step that a word of the compass names.
fn step_of(word: &str) -> Option<(i32, i32)> {
    COMPASS.iter().position(|name| name.eq_ignore_ascii_case(word)).map(|at| STEPS[at])
}

/// The word of the compass for a king's step.
pub fn compass(from: Square, to: Square) -> Option<&'static str> {
    STEPS.iter().position(|&step| from.by(step) == to).map(|at| COMPASS[at])
}

impl Square {
    /// The square as a chess player writes it, where it has such a name: a1 is (0, 0).
    pub fn chess_name(self) -> Option<String> {
        let file = u8::try_from(self.x).ok().filter(|&x| x < 26)?;
        (self.y >= -1).then(|| format!("{}{}", char::from(b'a' + file), self.y + 1))
    }
}

impl Position {
    /// Reads a move: `cash`, a step of the compass (`ne`), `K4,6` or `Kne`, `R6,1`; squares with
    /// chess names may be written so (`Re11`). A bare square or step is the king's.
    pub fn read_move(&self, player: Player, board: Board, text: &str) -> Result<Move> {
        let refuse = |reason: String| Error::EchessMove { text: text.trim().to_owned(), reason };
        let plain: String = text.trim().to_ascii_lowercase().replace([' ', '[', ']'], "");
        let plain = plain.replace("xr", "r");
        let played = if ["cash", "cashout"].contains(&plain.as_str()) {
            Move::CashOut
        } else if let Some(square) = plain.strip_prefix('r').and_then(read_square) {
            if player == Player::White {
                Move::Rook(square)
            } else {
                return Err(refuse("only White has a rook".to_owned()));
            }
        } else {
            let own = if player == Player::Black { self.black_king } else { self.white_king };
            let bare = plain.strip_prefix('k').unwrap_or(&plain);
            let bare = bare.strip_prefix('r').filter(|_| player == Player::Black).unwrap_or(bare);
            let to = step_of(bare).map(|step| own.by(step)).or_else(|| read_square(bare));
            match to {
                Some(to) if player == Player::Black && to == self.rook => Move::TakeRook(to),
                Some(to) => Move::King(to),
                None => return Err(refuse("it names no square and no step".to_owned())),
            }
        };
        self.check_move(player, board, played).map_err(refuse)?;
        Ok(played)
    }

    /// Why a move is not legal, if it is not.
    fn check_move(
        &self,
        player: Player,
        board: Board,
        played: Move,
    ) -> std::result::Result<(), String> {
        // Far enough to hold the rook's move, wherever it goes.
        let reach = match played {
            Move::Rook(to) => {
                let far = |square: Square| {
                    (square.x - self.black_king.x).abs().max((square.y - self.black_king.y).abs())
                };
                far(to).max(far(self.rook))
            }
            _ => 1,
        };
        if reach > FARTHEST_ROOK {
            return Err(format!("it is more than {FARTHEST_ROOK} squares from the Black king"));
        }
        if self.moves(player, board, reach).contains(&played) {
            return Ok(());
        }
        Err(match (player, played) {
            (Player::White, _) if self.in_check() => {
                "the Black king stands in check and White takes it".to_owned()
            }
            (Player::White, Move::CashOut) => "only Black cashes out".to_owned(),
            (_, Move::King(to) | Move::TakeRook(to) | Move::Rook(to)) if !board.holds(to) => {
                format!("{to} is off the board")
            }
            (Player::Black, Move::TakeRook(_)) => {
                "the rook is protected or not beside the king".to_owned()
            }
            (_, Move::King(to)) => {
                let (own, other) = match player {
                    Player::Black => (self.black_king, self.white_king),
                    Player::White => (self.white_king, self.black_king),
                };
                if !own.touches(to) || own == to {
                    format!("{to} is not one step from {own}")
                } else if to.touches(other) {
                    format!("{to} is next to the other king")
                } else if to == self.rook {
                    format!("the rook stands on {to}")
                } else {
                    format!("the rook attacks {to}")
                }
            }
            _ => format!("the rook cannot get there from {}", self.rook),
        })
    }
}

/// Rook moves further than this from the Black king are refused.
const FARTHEST_ROOK: i32 = 10_000;

/// Coordinates or a chess name.
fn read_square(text: &str) -> Option<Square> {
    if let Ok(square) = text.parse() {
        return Some(square);
    }
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: i32 = text[1..].parse().ok().filter(|row| (0..=FARTHEST_ROOK).contains(row))?;
    Some(Square { x: i32::from(file - b'a'), y: row - 1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_as_they_are_written_and_otherwise() {
        let here: Position = "2,2 0,0 1,1".parse().unwrap();
        for player in [Player::Black, Player::White] {
            for played in here.moves(player, Board::Corner, 5) {
                let text = played.to_string();
                assert_eq!(here.read_move(player, Board::Corner, &text).unwrap(), played, "{text}");
            }
        }
        let black = |text: &str| here.read_move(Player::Black, Board::Corner, text);
        assert_eq!(black("NE").unwrap(), Move::King(Square::new(3, 3)));
        assert_eq!(black("Kd4").unwrap(), Move::King(Square::new(3, 3)));
        assert_eq!(black("cash out").unwrap(), Move::CashOut);
        for (text, named) in [
            ("R3,1", "only White"),
            ("zz", "no square"),
            ("4,4", "not one step"),
            ("1,1", "protected"),
            ("1,2", "attacks"),
            ("", "no square"),
        ] {
            let refusal = black(text).unwrap_err().to_string();
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
        let white = |text: &str| here.read_move(Player::White, Board::Corner, text);
        assert_eq!(white("Rb9").unwrap(), Move::Rook(Square::new(1, 8)));
        for (text, named) in [
            ("cash", "only Black"),
            ("K1,1", "next to"),
            ("Kw", "off the board"),
            ("R2,2", "cannot get"),
            ("R1,99999", "squares from"),
        ] {
            let refusal = white(text).unwrap_err().to_string();
            assert!(refusal.contains(named), "{text}: {refusal}");
        }
    }
}
