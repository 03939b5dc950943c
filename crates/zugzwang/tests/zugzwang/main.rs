//! Zugzwangs over real tables.

mod syzygy;
