//! All that one position leads to, position by position: the plain twin of solving its slices.

use std::collections::HashMap;

use nimzo_chess::{Depth, Values};
use shakmaty::{Chess, EnPassantMode, Position, Setup};

use crate::graph::{self, Node};

/// Every position that games from here can come to, with its depth to mate. `None` if there are more
/// than `most`.
pub fn reachable(root: &Chess, most: usize) -> Option<Vec<(Chess, Depth)>> {
    let mut numbers: HashMap<Setup, u32> = HashMap::new();
    let mut positions = vec![root.clone()];
    let mut nodes: Vec<Option<Node>> = Vec::new();
    numbers.insert(name(root), 0);
    while nodes.len() < positions.len() {
        let position = positions[nodes.len()].clone();
        let mut node = Node { staying: Vec::new(), leaving: None };
        for mv in position.legal_moves() {
            let next = nimzo_chess::rules::after(&position, mv);
            let number = *numbers.entry(name(&next)).or_insert(positions.len() as u32);
            if number as usize == positions.len() {
                positions.push(next);
            }
            node.staying.push(number);
        }
        if node.staying.is_empty() {
            node.leaving = Some(if position.is_check() { Values::MATED } else { Values::DRAW });
        }
        nodes.push(Some(node));
        if positions.len() > most {
            return None;
        }
    }
    let values = graph::solve(&nodes);
    let known = positions.into_iter().zip(values);
    known.map(|(position, values)| Some((position, values?.dtm.0))).collect()
}

/// What tells positions apart: not how many moves were made.
fn name(position: &Chess) -> Setup {
    let setup = position.to_setup(EnPassantMode::Legal);
    Setup { halfmoves: 0, fullmoves: std::num::NonZeroU32::MIN, ..setup }
}
