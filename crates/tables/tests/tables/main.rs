//! Tests of tables in files.

mod castling;
mod faults;
mod flips;
mod store;
mod syzygy;
