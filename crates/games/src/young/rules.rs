//! The game as its rules read. No solver lives here.

use super::{Moveset, Partition};
use crate::impartial::Impartial;

/// Impartial chess as the plain recursion sees it: positions are partitions, one by one.
pub struct ChessOnDiagrams(pub Moveset);

impl Impartial for ChessOnDiagrams {
    type Position = Partition;

    fn options(&self, partition: &Partition) -> Vec<Partition> {
        let moves = self.0.within(partition.rows(), partition.columns());
        moves.iter().filter_map(|m| partition.sub(m.rows, m.columns)).collect()
    }
}
