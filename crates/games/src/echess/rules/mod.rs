//! The rules.

pub(crate) mod edges;
pub(crate) mod ground;
pub mod moves;
pub mod position;
pub(crate) mod space;
pub(crate) mod terrain;
