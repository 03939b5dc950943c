//! The onside of a game that need not be a stopper.

use super::graph::{Graph, Side};
use super::order::equal;
use super::simplify::simplify;
use crate::{Error, Result};

/// How many times the bounds are moved before the search is given up.
const MAX_ROUNDS: usize = 12;

/// The canonical stopper that is the onside of a game, if one is found: by simplification where
/// that ends in a stopper, else by sidling down from `on`. Whatever is found was compared with the
/// game itself.
pub(super) fn onside(graph: &Graph) -> Result<Graph> {
    let graph = simplify(graph);
    if graph.is_stopper() {
        return Ok(graph);
    }
    sidle(&graph).ok_or(Error::NoStopperSide { positions: graph.len() })
}

/// Upper bounds for all positions, each the braces of those before, until they stay.
fn sidle(graph: &Graph) -> Option<Graph> {
    let on = Graph::new(vec![(vec![0], vec![])]).ok()?;
    let mut bounds = vec![on; graph.len()];
    for _ in 0..MAX_ROUNDS {
        let next = lower_bounds(graph, &bounds)?;
        if next.iter().all(Graph::is_stopper) && equal(&next[0], graph) {
            return Some(next[0].clone());
        }
        let stays = next.iter().zip(&bounds).all(|(new, old)| equal(new, old));
        if stays {
            return None;
        }
        bounds = next;
    }
    None
}

fn lower_bounds(graph: &Graph, bounds: &[Graph]) -> Option<Vec<Graph>> {
    let step = |position: usize| {
        let side = |side| -> Vec<&Graph> {
            graph.options(position, side).iter().map(|&option| &bounds[option]).collect()
        };
        let braces = Graph::braces(&side(Side::Left), &side(Side::Right)).ok()?;
        Some(simplify(&braces))
    };
    (0..graph.len()).map(step).collect()
}
