//! Zugzwangs over real tables.

mod planes;
mod syzygy;
