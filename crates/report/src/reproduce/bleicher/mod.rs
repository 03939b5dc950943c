//! E. Bleicher, G. Haworth: 6-man Chess and Zugzwangs.
//!
//! Every table is computed from endgame tables that are solved in memory for the run.

mod census;
mod counts;
mod positions;
mod studies;
mod workshop;

use super::{Effort, Reproduction};
use crate::Error;

/// Where the paper is wrong, or was scanned wrong.
pub const ERRATA: &str = include_str!("../../../data/bleicher/errata.toml");

macro_rules! published {
    ($table:literal) => {
        include_str!(concat!("../../../data/bleicher/", $table, ".toml"))
    };
}

/// The tables that are reproduced.
pub const REPRODUCTIONS: &[Reproduction] = &[
    Reproduction {
        table: "small",
        published: published!("small"),
        effort: Effort::Always,
        compute: counts::small,
    },
    Reproduction {
        table: "five",
        published: published!("five"),
        effort: Effort::Always,
        compute: counts::five,
    },
    Reproduction {
        table: "table1",
        published: published!("table1"),
        effort: Effort::Always,
        compute: |context| positions::table(context, "table1", published!("table1")),
    },
    Reproduction {
        table: "table2",
        published: published!("table2"),
        effort: Effort::Always,
        compute: census::table2,
    },
    Reproduction {
        table: "census",
        published: published!("census"),
        effort: Effort::Always,
        compute: |context| census::census(context, published!("census")),
    },
    Reproduction {
        table: "census_pawns",
        published: published!("census_pawns"),
        effort: Effort::FullOnly,
        compute: |context| census::census_with_pawns(context, published!("census_pawns")),
    },
    Reproduction {
        table: "table3",
        published: published!("table3"),
        effort: Effort::Always,
        compute: |context| counts::table3(context, published!("table3")),
    },
    Reproduction {
        table: "table4",
        published: published!("table4"),
        effort: Effort::Always,
        compute: |context| positions::table(context, "table4", published!("table4")),
    },
    Reproduction {
        table: "table5",
        published: published!("table5"),
        effort: Effort::Always,
        compute: |context| positions::table(context, "table5", published!("table5")),
    },
    Reproduction {
        table: "studies",
        published: published!("studies"),
        effort: Effort::Always,
        compute: |context| studies::table(context, published!("studies")),
    },
];

/// An error of a computation behind one of the tables.
fn failed(table: &str) -> impl Fn(nimzo_zugzwang::Error) -> Error + '_ {
    move |error| match error {
        nimzo_zugzwang::Error::Interrupted(interrupted) => interrupted.into(),
        other => {
            Error::Computation { table: format!("bleicher/{table}"), reason: other.to_string() }
        }
    }
}
