//! Short partizan games: finite, loop-free, with hash-consed canonical forms.
//!
//! A [`Universe`] owns the games; a [`Game`] is an id in it, and equal games have equal ids.
//! Here live their order, their sums and products, stops, heat, atomic weight. Text is next door
//! in `notation`, loops in `loopy`.

mod arithmetic;
mod canonical;
mod evaluate;
mod heat;
mod infinitesimals;
mod limits;
mod nus;
mod order;
mod play;
mod print;
mod products;
mod thermographs;
mod unfold;
mod universe;

pub use heat::Temper;
pub use infinitesimals::Uptimal;
pub use nus::Nus;
pub use order::Outcome;
pub use universe::{Game, Universe};
