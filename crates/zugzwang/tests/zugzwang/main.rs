//! Zugzwangs over real tables.

mod castling;
mod counts;
mod faults;
mod planes;
mod syzygy;
