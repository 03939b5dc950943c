//! What is wrong with a text that is no position.

use shakmaty::{Color, Square};

use super::side_name;
use crate::error::Error;

/// Why a text is not a position of chess.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenFault {
    /// Nothing was written.
    #[error("it is empty; expected a board, the side to move, castling and en passant fields")]
    Empty,
    /// The board has too few or too many ranks.
    #[error("the board has {0} ranks separated by '/', expected 8")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {rank} (\"{text}\") has {squares} squares, expected 8")]
    RankWidth {
        /// The rank's number, 8 for the first one written.
        rank: usize,
        /// The rank as written.
        text: String,
        /// How many squares it describes.
        squares: usize,
    },
    /// A character that is neither a man nor a count of empty squares.
    #[error("'{found}' in rank {rank} is neither a man (KQRBNP, kqrbnp) nor a digit 1-8")]
    Character {
        /// The rank's number.
        rank: usize,
        /// The character.
        found: char,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is \"{0}\", expected 'w' or 'b'")]
    Side(String),
    /// The side to move is missing.
    #[error("the side to move is missing: write 'w' or 'b' after the board")]
    NoSide,
    /// The castling field is not one.
    #[error("the castling field is \"{0}\", expected '-' or letters of KQkq")]
    Castling(String),
    /// The castling field promises what king and rook cannot do.
    #[error("castling \"{0}\" needs a king and a rook on their home squares")]
    CastlingHome(String),
    /// The en passant field is not a square.
    #[error("the en passant field is \"{0}\", expected '-' or a square such as e3 or d6")]
    EnPassant(String),
    /// The en passant square cannot be one.
    #[error("the en passant square {square} is impossible: {why}")]
    EnPassantImpossible {
        /// The square as given.
        square: Square,
        /// What speaks against it.
        why: &'static str,
    },
    /// A move counter is not a number.
    #[error("the {what} is \"{found}\", expected a number")]
    Counter {
        /// Which counter.
        what: &'static str,
        /// What stood there.
        found: String,
    },
    /// Something stands after the last field.
    #[error("\"{0}\" stands after the last field; a FEN has six")]
    Trailing(String),
    /// A side has no king or several.
    #[error("{} has {found} kings, expected one", side_name(*.side))]
    Kings {
        /// Whose kings.
        side: Color,
        /// How many there are.
        found: usize,
    },
    /// A pawn stands where no pawn can.
    #[error("a pawn stands on {0}, where no pawn can")]
    PawnSquare(Square),
    /// The kings touch.
    #[error("the kings on {0} and {1} touch")]
    KingsTouch(Square, Square),
    /// The side that has just moved left its king in check.
    #[error("{} is not to move but its king on {king} is in check from {from}", side_name(*.side))]
    WrongCheck {
        /// The side not to move.
        side: Color,
        /// Its king.
        king: Square,
        /// The first checker.
        from: Square,
    },
    /// Anything else that `shakmaty` refuses.
    #[error("it is not legal ({0})")]
    Other(String),
}

impl FenFault {
    /// The error that names the text.
    pub fn of(self, text: &str) -> Error {
        Error::Fen { text: text.to_owned(), fault: self }
    }
}
