//! The sides of a loopy game: in simplest form, as stoppers wherever a stopper is found.

use std::fmt;

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::order::{at_least, equal};
use super::print;
use super::simplify::simplify;
use super::stopper::Stopper;
use crate::Result;

/// How many times the bounds are moved before the search is given up.
const MAX_ROUNDS: usize = 12;

/// How many positions all bounds together may have.
const MOST_POSITIONS: usize = 50_000;

/// One side of a loopy value.
///
/// ```
/// use nimzo_cgt::{Loopy, SideValue};
/// let dud = Loopy::parse("dud").unwrap();
/// assert!(matches!(dud.onside(), SideValue::Stopper(on) if on.to_string() == "on"));
/// ```
#[derive(Clone, Debug)]
pub enum SideValue {
    /// A stopper.
    Stopper(Stopper),
    /// A game in which alternating play may go on for ever, and then is won by one player: no
    /// stopper was found that equals it.
    Endless {
        /// The simplest form found.
        graph: Graph,
        /// Who wins endless play: Left on the onside, Right on the offside.
        winner: Side,
    },
}

impl SideValue {
    /// The onside of a game.
    pub(super) fn onside_of(graph: &Graph, task: &Task) -> Result<SideValue> {
        let Simplest { graph, stops } = simplest_side(graph, task)?;
        Ok(match stops {
            true => SideValue::Stopper(Stopper::from_simplest(graph)),
            false => SideValue::Endless { graph, winner: Side::Left },
        })
    }

    /// The offside of a game.
    pub(super) fn offside_of(graph: &Graph, task: &Task) -> Result<SideValue> {
        Ok(SideValue::onside_of(&graph.negative(), task)?.negative())
    }

    /// The positions.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert_eq!(Loopy::parse("dud").unwrap().offside().graph().len(), 1);
    /// ```
    pub fn graph(&self) -> &Graph {
        match self {
            SideValue::Stopper(stopper) => stopper.graph(),
            SideValue::Endless { graph, .. } => graph,
        }
    }

    /// The stopper, if it is one.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert!(Loopy::parse("over").unwrap().onside().as_stopper().is_some());
    /// ```
    pub fn as_stopper(&self) -> Option<&Stopper> {
        match self {
            SideValue::Stopper(stopper) => Some(stopper),
            SideValue::Endless { .. } => None,
        }
    }

    /// The other side of the negative.
    pub(super) fn negative(&self) -> SideValue {
        match self {
            SideValue::Stopper(stopper) => SideValue::Stopper(stopper.negative()),
            SideValue::Endless { graph, winner } => {
                SideValue::Endless { graph: graph.negative(), winner: winner.other() }
            }
        }
    }

    /// Whether this is at least the other, endless play being won by `winner` in both.
    pub(super) fn at_least(&self, other: &SideValue, winner: Side, task: &Task) -> Result<bool> {
        let (a, b) = (self.graph(), other.graph());
        let both_stop = self.as_stopper().is_some() && other.as_stopper().is_some();
        let order = match winner {
            Side::Left => at_least(a, b, task)?,
            Side::Right if both_stop => at_least(a, b, task)?,
            Side::Right => at_least(&b.negative(), &a.negative(), task)?,
        };
        Ok(order.get(0, 0))
    }
}

impl fmt::Display for SideValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print::text(self.graph()))
    }
}

/// The simplest graph found for an onside, and whether it is a stopper.
pub(super) struct Simplest {
    pub(super) graph: Graph,
    pub(super) stops: bool,
}

/// The onside of a game, as a stopper if one is found: by simplification where that ends in a
/// stopper, else by sidling down from `on`. Whatever is found was compared with the game itself.
pub(super) fn simplest_side(graph: &Graph, task: &Task) -> Result<Simplest> {
    let graph = simplify(graph, task)?;
    if graph.is_stopper() {
        return Ok(Simplest { graph, stops: true });
    }
    Ok(match sidle(&graph, task)? {
        Some(graph) => Simplest { graph, stops: true },
        None => Simplest { graph, stops: false },
    })
}

/// Upper bounds for all positions, each the braces of those before, until they stay.
fn sidle(graph: &Graph, task: &Task) -> Result<Option<Graph>> {
    let on = Graph::new(vec![(vec![0], vec![])])?;
    let mut bounds = vec![on; graph.len()];
    for _ in 0..MAX_ROUNDS {
        let Some(next) = lower_bounds(graph, &bounds, task)? else { return Ok(None) };
        if next.iter().all(Graph::is_stopper) && equal(&next[0], graph, task)? {
            return Ok(Some(next[0].clone()));
        }
        let mut stays = true;
        for (new, old) in next.iter().zip(&bounds) {
            stays = stays && equal(new, old, task)?;
        }
        if stays {
            return Ok(None);
        }
        bounds = next;
    }
    Ok(None)
}

/// The braces of the bounds before, unless they grow too large.
fn lower_bounds(graph: &Graph, bounds: &[Graph], task: &Task) -> Result<Option<Vec<Graph>>> {
    let (mut next, mut positions) = (Vec::new(), 0);
    for position in 0..graph.len() {
        let side = |side| -> Vec<&Graph> {
            graph.options(position, side).iter().map(|&option| &bounds[option]).collect()
        };
        let Ok(braces) = Graph::braces(&side(Side::Left), &side(Side::Right)) else {
            return Ok(None);
        };
        let bound = simplify(&braces, task)?;
        positions += bound.len();
        if positions > MOST_POSITIONS {
            return Ok(None);
        }
        next.push(bound);
    }
    Ok(Some(next))
}
