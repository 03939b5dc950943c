//! Tests of tables in files.

mod castling;
mod faults;
mod flips;
mod left_out;
mod solved;
mod store;
mod syzygy;
mod versions;
