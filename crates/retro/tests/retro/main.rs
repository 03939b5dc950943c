//! Tests of the solvers against what nobody here computed: Syzygy's files, and published figures.

mod castling;
mod plain;
mod set_wise;
mod syzygy;
