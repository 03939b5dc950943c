//! Looking many positions up at once: block by block, on all threads.

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::{Known, Material, Metric, Probe};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::store::Store;

/// Positions that a thread looks up before it asks whether to go on.
const TOGETHER: usize = 1024;

impl Store {
    /// What `read` makes of what is known of each position; the answers are those of
    /// [`Probe::probe`], and `read` is told which position it is.
    ///
    /// Positions of one block are looked up one after another, so that it is decoded once: of a
    /// million positions in disorder each would decode a block of its own.
    pub fn probe_many<T: Send>(
        &self,
        positions: &[Chess],
        wanted: &[Metric],
        task: &Task,
        read: impl Fn(usize, Result<Known, nimzo_chess::Error>) -> T + Sync,
    ) -> Result<Vec<T>, Interrupted> {
        let stage = task.stage("positions", positions.len() as u64);
        let placed = |(number, position)| (self.place(position), number);
        let mut order: Vec<((u32, u64), usize)> =
            positions.par_iter().enumerate().map(placed).collect();
        order.par_sort_unstable();
        let parts: Vec<Vec<(usize, T)>> = order
            .par_chunks(TOGETHER)
            .map(|part| {
                task.check()?;
                let look = |&(_, n): &(_, usize)| (n, read(n, self.probe(&positions[n], wanted)));
                let found = part.iter().map(look).collect();
                stage.advance(part.len() as u64);
                Ok(found)
            })
            .collect::<Result<_, Interrupted>>()?;
        let mut found: Vec<Option<T>> = positions.iter().map(|_| None).collect();
        for (number, answer) in parts.into_iter().flatten() {
            found[number] = Some(answer);
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Where a position is kept; those that no table holds come last.
    fn place(&self, position: &Chess) -> (u32, u64) {
        let place = || {
            let table = self.table(Material::of_board(position.board())).ok()??;
            let (board, turn) = in_class_colors(position);
            table.place(&board, turn)
        };
        place().unwrap_or((u32::MAX, u64::MAX))
    }
}
