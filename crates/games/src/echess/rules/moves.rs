//! Moves of entrepreneurial chess on absolute squares: what is legal, what follows, how a move is
//! written and read. What a move is worth is told by `advice`; the window's own compact moves are
//! in `space`.

use std::fmt;

use crate::echess::rules::position::{Board, Position, Square};
use crate::echess::rules::space::STEPS;
use crate::{Error, Result};

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Left: the lone king.
    Black,
    /// Right: king and rook.
    White,
}

impl Player {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Black => "Black",
            Player::White => "White",
        })
    }
}

/// A move of either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Black takes his points and the board is removed.
    CashOut,
    /// The Black king takes the rook on this square.
    TakeRook(Square),
    /// The mover's king goes to this square.
    King(Square),
    /// The rook goes to this square.
    Rook(Square),
    /// White takes a king left in check.
    TakeKing,
}

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

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum After {
    /// The game goes on.
    Position(Position),
    /// Black has cashed out for this much.
    Cash(i64),
    /// The rook is gone: worth more than any number.
    RookTaken,
    /// The king is gone: worth less than any number.
    KingTaken,
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
    /// The square a step away.
    pub(crate) fn by(self, (dx, dy): (i32, i32)) -> Square {
        Square { x: self.x + dx, y: self.y + dy }
    }

    /// The square as a chess player writes it, where it has such a name: a1 is (0, 0).
    pub fn chess_name(self) -> Option<String> {
        let file = u8::try_from(self.x).ok().filter(|&x| x < 26)?;
        (self.y >= -1).then(|| format!("{}{}", char::from(b'a' + file), self.y + 1))
    }
}

impl Position {
    /// Black's legal moves, cashing out last.
    pub fn black_moves(&self, board: Board) -> Vec<Move> {
        let mut moves: Vec<Move> =
            STEPS.iter().filter_map(|&step| self.black_step(step, board)).collect();
        moves.push(Move::CashOut);
        moves
    }

    /// The legal move that this step of the Black king is, if it is one.
    pub(crate) fn black_step(&self, step: (i32, i32), board: Board) -> Option<Move> {
        let to = self.black_king.by(step);
        if !board.holds(to) || to.touches(self.white_king) {
            None
        } else if to == self.rook {
            // Next to the White king it would have been refused: the rook is protected there.
            Some(Move::TakeRook(to))
        } else {
            (!self.attacks(to)).then_some(Move::King(to))
        }
    }

    /// White's legal moves. On an endless line the rook's moves are listed as far as `reach`
    /// squares from the Black king, and one square beyond, which stands for all further ones.
    pub fn white_moves(&self, board: Board, reach: i32) -> Vec<Move> {
        if self.in_check() {
            return vec![Move::TakeKing];
        }
        let free =
            |to: &Square| board.holds(*to) && *to != self.rook && !to.touches(self.black_king);
        let king = STEPS.iter().map(|&step| self.white_king.by(step)).filter(free);
        let mut moves: Vec<Move> = king.map(Move::King).collect();
        for direction in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            moves.extend(self.rook_line(direction, board, reach).map(Move::Rook));
        }
        moves
    }

    /// The squares that the rook can go to in a direction.
    fn rook_line(
        &self,
        direction: (i32, i32),
        board: Board,
        reach: i32,
    ) -> impl Iterator<Item = Square> {
        let along = |square: Square| square.x * direction.0 + square.y * direction.1;
        let (rook, middle) = (along(self.rook), along(self.black_king));
        let across = |square: Square| if direction.0 == 0 { square.x } else { square.y };
        let blocked = across(self.white_king) == across(self.rook);
        let king = along(self.white_king);
        let end = if blocked && king > rook { king - 1 } else { i32::MAX };
        // A rook that comes from far away is not followed square by square until it is in view.
        let from = (rook + 1).max(middle - reach - 1);
        (from..=end.min(middle + reach + 1))
            .map(move |at| self.rook.by((direction.0 * (at - rook), direction.1 * (at - rook))))
            .take_while(move |&to| board.holds(to))
    }

    /// All legal moves of a player.
    pub fn moves(&self, player: Player, board: Board, reach: i32) -> Vec<Move> {
        match player {
            Player::Black => self.black_moves(board),
            Player::White => self.white_moves(board, reach),
        }
    }

    /// Plays a move that is legal.
    pub fn after(&self, player: Player, played: Move) -> After {
        match (player, played) {
            (_, Move::CashOut) => After::Cash(self.cash()),
            (_, Move::TakeRook(_)) => After::RookTaken,
            (_, Move::TakeKing) => After::KingTaken,
            (Player::Black, Move::King(to)) => {
                After::Position(Position { black_king: to, ..*self })
            }
            (Player::White, Move::King(to)) => {
                After::Position(Position { white_king: to, ..*self })
            }
            (_, Move::Rook(to)) => After::Position(Position { rook: to, ..*self }),
        }
    }

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
    use crate::echess::play::advice::SMALL;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    /// Absolute moves are those of the window, followed from a Black king anywhere.
    #[test]
    fn moves_are_those_of_the_window() {
        let window = &*SMALL;
        let near = |(x, y): (i32, i32), most: i32| x.abs() <= most && y.abs() <= most;
        let home = Square::new(7, -3);
        for men in window.men_in_view().filter(|men| near(men.king, 4) && near(men.rook, 5)) {
            let here = Position::new(home, home.by(men.king), home.by(men.rook)).unwrap();
            let black = here.black_moves(Board::Open);
            let ours = followers(&here, Player::Black, &black, 6);
            let theirs = window.space.black_steps(men).into_iter();
            let mut theirs: Vec<_> = theirs.map(|(_, next)| (next.king, next.rook)).collect();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{here}");
            if !here.in_check() {
                let ours = followers(&here, Player::White, &here.white_moves(Board::Open, 6), 6);
                let theirs = window.space.white_moves(men).into_iter();
                let mut theirs: Vec<_> = theirs.map(|next| (next.king, next.rook)).collect();
                theirs.sort_unstable();
                assert_eq!(ours, theirs, "{here}");
            }
        }
    }

    /// The men after each move as the window sees them, a far rook as far.
    fn followers(here: &Position, player: Player, moves: &[Move], reach: i32) -> Vec<Seen> {
        let far = |c: i32| if c.abs() > reach { c.signum() << 20 } else { c };
        let next = moves.iter().filter_map(|&played| match here.after(player, played) {
            After::Position(next) => {
                let men = next.men();
                Some((men.king, (far(men.rook.0), far(men.rook.1))))
            }
            _ => None,
        });
        let mut next: Vec<Seen> = next.collect();
        next.sort_unstable();
        next
    }

    type Seen = ((i32, i32), (i32, i32));

    #[test]
    fn moves_are_read_as_they_are_written_and_otherwise() {
        let here = position("2,2 0,0 1,1");
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

    #[test]
    fn a_king_in_check_is_taken() {
        let here = position("0,0 5,5 0,3");
        assert_eq!(here.white_moves(Board::Open, 5), [Move::TakeKing]);
        assert!(here.black_moves(Board::Open).contains(&Move::CashOut));
    }
}
