//! Tests of tables against what nobody here computed: Syzygy's files, and published figures.

mod plain;
mod set_wise;
mod store;
mod syzygy;
