//! K. Thompson, Retrograde Analysis of Certain Endgames: five men, depths and percentages, the
//! longest lines, and a dispute; and the longest mates of all endgames as published since. Everything is solved in memory; no tables need to be built.
//!
//! The same endgames stand behind several of the tables, so each is solved once and asked for all
//! that is printed about it.

mod dispute;
mod longest;
mod mates;
mod tables;

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::{Goals, Library, Solved, solve};
use shakmaty::Color;

use super::{Computed, Context, Effort, Published, Reproduction};
use crate::Error;
use crate::drawings;
use crate::pictures::Picture;

const TABLE1: &str = include_str!("../../../data/thompson/table1.toml");

const LONGEST_MATES: &str = include_str!("../../../data/thompson/longest_mates.toml");

/// The tables of the paper, and a list of later years that goes on where it ends.
pub(super) const REPRODUCTIONS: &[Reproduction] = &[
    Reproduction {
        table: "table1",
        published: TABLE1,
        effort: Effort::Always,
        compute: |context| Ok(results(context)?.table1.clone()),
    },
    Reproduction {
        table: "table2",
        published: include_str!("../../../data/thompson/table2.toml"),
        effort: Effort::Always,
        compute: |context| Ok(results(context)?.table2.clone()),
    },
    Reproduction {
        table: "table3",
        published: include_str!("../../../data/thompson/table3.toml"),
        effort: Effort::Always,
        compute: |context| Ok(results(context)?.table3.clone()),
    },
    Reproduction {
        table: "longest",
        published: include_str!("../../../data/thompson/longest.toml"),
        effort: Effort::Always,
        compute: |context| Ok(results(context)?.longest.clone()),
    },
    Reproduction {
        table: "dispute",
        published: include_str!("../../../data/thompson/dispute.toml"),
        effort: Effort::Always,
        compute: |context| Ok(results(context)?.dispute.clone()),
    },
    Reproduction {
        table: "longest_mates",
        published: LONGEST_MATES,
        effort: Effort::Always,
        compute: |context| mates::table(context, LONGEST_MATES),
    },
];

/// What differs, and why.
pub(super) const ERRATA: &str = include_str!("../../../data/thompson/errata.toml");

/// All tables of the paper, filled.
#[derive(Clone, Default)]
struct Results {
    table1: Computed,
    table2: Computed,
    table3: Computed,
    longest: Computed,
    dispute: Computed,
}

/// An endgame solved for what is printed about it, with what it needs.
struct Endgame {
    material: Material,
    library: Library,
    root: Arc<Solved>,
}

impl Endgame {
    fn solve(class: &str, goals: Goals, context: &Context<'_>) -> Result<Self, Error> {
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
        Ok(Self { material, library, root: solved })
    }

    /// The side in the solved class that is White in the endgame as written.
    fn white(&self) -> Color {
        Color::from_white(self.material == self.root.layout.material())
    }

    /// How many positions are won in each number of moves.
    fn depths(&self, metric: Metric) -> Result<Picture, Error> {
        drawings::solved_depths(&self.root, self.material, metric)
    }

    fn part(&self, class: Material) -> Option<&Solved> {
        self.library.get(class).map(|solved| &**solved)
    }
}

/// The results, computed when first asked for.
fn results(context: &Context<'_>) -> Result<Arc<Results>, Error> {
    context.once(compute)
}

fn compute(context: &Context<'_>) -> Result<Results, Error> {
    let mut results = Results::default();
    let lines = longest::printed_lines()?;
    for row in Published::parse("thompson/table1.toml", TABLE1)?.rows {
        let to_mate = row.cells().any(|(column, _)| column == "mate");
        let goals = Goals { dtm: to_mate, dtc: !to_mate, count: true, ..Goals::default() };
        let endgame = Endgame::solve(&row.name, goals, context)?;
        tables::pawnless_row(&mut results.table1, &row.name, &endgame, to_mate);
        let metric = if to_mate { Metric::Dtm } else { Metric::Dtc };
        results.table1.pictures.push(endgame.depths(metric)?);
        longest::judge_lines(&mut results.longest, &lines, Metric::Dtc, &endgame, context)?;
    }
    for queen_only in [true, false] {
        let goals = Goals { dtz: true, count: true, queen_only, ..Goals::default() };
        let endgame = Endgame::solve("KQPvKQ", goals, context)?;
        tables::pawn_rows(&mut results.table2, &endgame, queen_only, true);
        let promotions = if queen_only { "promotion to a queen only" } else { "all promotions" };
        let picture = endgame.depths(Metric::Dtz)?;
        let title = format!("{}, {promotions}", picture.title());
        results.table2.pictures.push(picture.titled(title));
        dispute::remarks(&mut results.dispute, &endgame, queen_only)?;
        if queen_only {
            longest::judge_lines(&mut results.longest, &lines, Metric::Dtz, &endgame, context)?;
        }
    }
    let goals = Goals { dtz: true, count: true, ..Goals::default() };
    let endgame = Endgame::solve("KRPvKR", goals, context)?;
    tables::pawn_rows(&mut results.table3, &endgame, false, false);
    results.table3.pictures.push(endgame.depths(Metric::Dtz)?);
    longest::judge_lines(&mut results.longest, &lines, Metric::Dtz, &endgame, context)?;
    results.table1.note("Beside the printed columns: the longest mate with all five men on the board, and won over legal positions with all men on the board, each counted once.");
    Ok(results)
}
