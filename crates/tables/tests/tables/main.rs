//! Tests of tables in files.

mod castling;
mod faults;
mod flips;
mod solved;
mod store;
mod syzygy;
mod versions;
