//! The onside of a game that need not be a stopper.

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::order::equal;
use super::simplify::simplify;
use crate::{Error, Result};

/// How many times the bounds are moved before the search is given up.
const MAX_ROUNDS: usize = 12;

/// How many positions all bounds together may have.
const MOST_POSITIONS: usize = 50_000;

/// The canonical stopper that is the onside of a game, if one is found: by simplification where
/// that ends in a stopper, else by sidling down from `on`. Whatever is found was compared with the
/// game itself.
pub(super) fn onside(graph: &Graph, task: &Task) -> Result<Graph> {
    let graph = simplify(graph, task)?;
    if graph.is_stopper() {
        return Ok(graph);
    }
    sidle(&graph, task)?.ok_or(Error::NoStopperSide { positions: graph.len() })
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
