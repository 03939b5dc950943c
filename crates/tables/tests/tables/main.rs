//! Tests of tables in files.

mod faults;
mod store;
mod syzygy;
