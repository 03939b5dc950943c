//! Tests of the solvers against what nobody here computed: Syzygy's files, and published figures.

mod castling;
mod dtm50;
mod plain;
mod set_wise;
mod syzygy;
