//! The harness behind `nimzo reproduce`.
//!
//! A published table is a data file ([`Published`]); a function fills the same cells
//! ([`Computed`]); [`compare`] judges each cell: it *agrees*, it *differs*, or it *differs,
//! explained*, when an erratum ([`Erratum`], data too) names the cell, states the value that our
//! computation gives, and argues for it. An erratum excuses exactly the value it states: if our
//! computation drifts, the cell differs again.
//!
//! To add a table:
//! 1. write `data/<paper>/<table>.toml` (see [`Published`] for the format), and errata, if any, in
//!    `data/<paper>/errata.toml`;
//! 2. write a function `fn(&Context<'_>) -> Result<Computed, Error>` in `reproduce/<paper>.rs`;
//! 3. list both in that module's `REPRODUCTIONS`.

mod berlekamp;
mod bleicher;
mod compare;
mod computed;
mod elkies;
mod errata;
mod gottlieb;
mod published;
mod run;
mod thompson;
mod verdict;

pub use compare::{Comparison, compare};
pub use computed::{Computed, MoveList};
pub use errata::{Errata, Erratum};
pub use published::{Published, Row};
pub use run::{Context, Effort, Executors, Paper, Reproduction, run};
pub use verdict::{CellVerdict, PaperVerdict, Report, TableVerdict, Verdict};
