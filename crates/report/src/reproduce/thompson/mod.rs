//! K. Thompson, Retrograde Analysis of Certain Endgames: five men, depths and percentages, the
//! longest lines, and a dispute. Everything is solved in memory; no tables need to be built.

mod dispute;
mod longest;
mod tables;

use std::sync::Arc;

use nimzo_tables::Material;
use nimzo_tables::sweep::{Goals, Library, Solved, solve};

use super::{Context, Effort, Reproduction};
use crate::Error;

/// The tables of the paper.
pub(super) const REPRODUCTIONS: &[Reproduction] = &[
    Reproduction {
        table: "table1",
        published: include_str!("../../../data/thompson/table1.toml"),
        effort: Effort::Always,
        compute: tables::table1,
    },
    Reproduction {
        table: "table2",
        published: include_str!("../../../data/thompson/table2.toml"),
        effort: Effort::Always,
        compute: tables::table2,
    },
    Reproduction {
        table: "table3",
        published: include_str!("../../../data/thompson/table3.toml"),
        effort: Effort::Always,
        compute: tables::table3,
    },
    Reproduction {
        table: "longest",
        published: include_str!("../../../data/thompson/longest.toml"),
        effort: Effort::Always,
        compute: longest::lines,
    },
    Reproduction {
        table: "dispute",
        published: include_str!("../../../data/thompson/dispute.toml"),
        effort: Effort::Always,
        compute: dispute::dispute,
    },
];

/// What differs, and why.
pub(super) const ERRATA: &str = include_str!("../../../data/thompson/errata.toml");

/// Solves a class for `goals`, and what it needs for no more than that requires.
fn solved(
    class: &str,
    goals: Goals,
    context: &Context<'_>,
) -> Result<(Material, Library, Arc<Solved>), Error> {
    let material: Material = class.parse().map_err(nimzo_tables::Error::from)?;
    let sub_goals = Goals {
        dtm: goals.dtm,
        count: goals.dtm,
        queen_only: goals.queen_only,
        ..Goals::default()
    };
    let mut library = Library::new();
    let mut order = material.closure();
    let root = order.pop().unwrap_or(material);
    for sub in order {
        library.solve(sub, sub_goals, context.task)?;
    }
    let solved = Arc::new(solve(root, &library, goals, context.task)?);
    library.insert(root, Arc::clone(&solved));
    Ok((material, library, solved))
}
