//! The longest mates of all endgames of few men, as others have published them.

use nimzo_chess::{Material, Metric};
use nimzo_retro::sweep::{Goals, Library};
use shakmaty::Color;

use crate::Error;
use crate::drawings::solved_depths;
use crate::reproduce::{Computed, Context, Published};

/// Men that take seconds; those with one more take minutes.
const QUICK: usize = 4;

const ONLY_FULL: &str = "only with --full: all endgames of five men take minutes";

/// Solves the endgames of the list and asks each for the longest win of either side. The one with the longest
/// of all is drawn.
pub(super) fn table(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("thompson/longest_mates.toml", published)?;
    let mut computed = Computed::new();
    let mut classes = Vec::new();
    for row in &published.rows {
        let class: Material = row.name.parse().map_err(nimzo_tables::Error::from)?;
        if class.count() <= QUICK || context.full {
            classes.push(class);
        } else {
            row.cells().for_each(|(column, _)| computed.skip(&row.name, column, ONLY_FULL));
        }
    }
    let goals = Goals { dtm: true, count: true, ..Goals::default() };
    let mut longest = 0;
    Library::new().solve_each(&classes, goals, context.task, |_, class, solved| {
        for (side, column) in [(Color::White, "White"), (Color::Black, "Black")] {
            let same = side == Color::Black && class.is_symmetric();
            if let Some((plies, ..)) = solved.longest_win(Metric::Dtm, side).filter(|_| !same) {
                computed.set(class, column, plies);
                if plies > longest {
                    longest = plies;
                    computed.pictures = vec![solved_depths(solved, class, Metric::Dtm)?];
                }
            }
        }
        Ok::<(), Error>(())
    })?;
    Ok(computed)
}
