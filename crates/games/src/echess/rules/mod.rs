//! The rules, and how much of the board is told apart: positions on absolute squares with their
//! legal moves ([`Position`], [`Move`]), and the [`Window`] around the Black king in which positions
//! are states with numbers. What positions are worth is no matter of this room.

mod edges;
mod moves;
mod notation;
mod numbering;
mod position;
mod view;
mod window;

pub(crate) use edges::{Edges, Room};
pub use moves::{After, Move, Player};
pub use notation::compass;
pub(crate) use position::rook_attacks;
pub use position::{Board, Position, Square};
pub(crate) use view::View;
pub(crate) use window::{Cell, STEPS, State, Window, distance};
