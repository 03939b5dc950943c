//! Zugzwangs over real tables.

mod counts;
mod planes;
mod syzygy;
