//! Play.

pub mod advice;
pub mod dogma;
pub mod game;
pub mod line;
pub mod sum;
