//! Tests of tables in files.

mod castling;
mod faults;
mod store;
mod syzygy;
