//! Tests of tables in files.

mod store;
mod syzygy;
