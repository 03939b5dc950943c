//! Looking positions up: the trait of everything that knows values, and what is made of the answers,
//! a response about all moves and a line of best play.

mod known;
mod line;
mod response;

use shakmaty::fen::Fen;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position};

pub use known::Known;
pub use line::{Line, LineMove, line};
pub use response::{Category, MoveInfo, PositionInfo, Response, respond};

use crate::error::Error;
use crate::material::Material;
use crate::metric::Metric;

/// Who knows values of positions. `Err` is [`Error::Missing`] when a table is not there.
pub trait Probe {
    /// Everything known about a position.
    fn probe(&self, position: &Chess) -> Result<Known, Error>;
}

/// The board and side to move with colours exchanged where the class has them so.
pub fn canonical(position: &Chess) -> (Board, Color) {
    let mut board = position.board().clone();
    let mut turn = position.turn();
    if !Material::of_board(&board).is_canonical() {
        board.flip_vertical();
        board.swap_colors();
        turn = turn.other();
    }
    (board, turn)
}

/// A table of this class was wanted in this place and is not there.
pub fn missing_from(place: &str, material: Material, metric: Metric) -> Error {
    Error::Missing { class: material.canonical(), metric, place: place.into() }
}

/// Refuses a position with castling rights, which no table knows.
pub fn refuse_castling(position: &Chess) -> Result<(), Error> {
    if position.castles().any() {
        return Err(Error::Position {
            fen: Fen::from_position(position, EnPassantMode::Legal).to_string(),
            why: "tables hold positions without castling rights; write '-' for them to leave them out".to_owned(),
        });
    }
    Ok(())
}
