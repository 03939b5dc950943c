//! Tests of tables against what nobody here computed: Syzygy's files, and published figures.

mod plain;
mod store;
mod syzygy;
