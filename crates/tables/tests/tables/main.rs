//! Tests of tables in files.

mod store;
