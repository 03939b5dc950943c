//! Zugzwangs over real tables.

mod counts;
mod faults;
mod planes;
mod syzygy;
