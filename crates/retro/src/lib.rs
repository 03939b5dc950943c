//! Solving endgames backwards: how positions of a class are numbered, sets of positions and the
//! kernels that move them, the solver slice by slice, and a plain solver that it is held to. Files are
//! not known here.

mod error;
pub mod kernel;
pub mod layout;
mod memory;
pub mod plain;
pub mod planes;
pub mod sweep;

pub use error::Error;
pub use layout::Layout;
