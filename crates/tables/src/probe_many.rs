//! Looking many positions up at once: block by block, on all threads.

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::{Depth, Dtz50, Known, Material, Metric, Probe};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::error::Error;
use crate::store::{Place, Store};

/// Positions that a thread looks up before it asks whether to go on.
const TOGETHER: usize = 1024;

/// A position by its number, and where it is kept if a table holds it.
type Placed = (Option<Place>, usize);

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
        let mut order: Vec<Placed> = positions.par_iter().enumerate().map(placed).collect();
        order.par_sort_unstable();
        let parts: Vec<Vec<(usize, T)>> = order
            .par_chunks(TOGETHER)
            .map(|part| {
                task.check()?;
                let mut found = Vec::with_capacity(part.len());
                let block = |place: Option<Place>| place.map(|place| (place.table, place.block));
                for group in part.chunk_by(|one, next| block(one.0) == block(next.0)) {
                    self.probe_group(positions, group, wanted, |n, known| {
                        found.push((n, read(n, known)));
                    });
                }
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

    /// Looks up positions of one block: results all at once, whatever asks for more one by one.
    fn probe_group(
        &self,
        positions: &[Chess],
        group: &[Placed],
        wanted: &[Metric],
        mut tell: impl FnMut(usize, Result<Known, nimzo_chess::Error>),
    ) {
        let results = match wanted {
            [Metric::Wdl] => self.results_of_block(positions, group).ok().flatten(),
            _ => None,
        };
        let at_once = results.into_iter().flatten().chain(std::iter::repeat(None));
        for (&(_, n), result) in group.iter().zip(at_once) {
            tell(n, result.map_or_else(|| self.probe(&positions[n], wanted), Ok));
        }
    }

    /// The results of positions of one block. None of those that ask for more than a look at it; if it
    /// cannot be read, [`Probe::probe`] says why.
    fn results_of_block(
        &self,
        positions: &[Chess],
        group: &[Placed],
    ) -> Result<Option<Vec<Option<Known>>>, Error> {
        let &[(Some(Place { block, .. }), first), ..] = group else { return Ok(None) };
        let Some(table) = self.table(Material::of_board(positions[first].board()))? else {
            return Ok(None);
        };
        let Some(stream) = table.serving(Metric::Wdl) else { return Ok(None) };
        let under_rule = table.results_under_rule() == Some(stream) && stream.metric == Metric::Wdl;
        let known = |depth: Depth| {
            let mut known = Known::result(depth.wdl());
            known.wdl50 = under_rule.then(|| Dtz50(depth).wdl50());
            known
        };
        let mut results = Vec::with_capacity(group.len());
        let cells = group.iter().filter_map(|&(place, _)| Some(usize::from(place?.cell)));
        table.at_all(stream, block, cells, |depth| results.push(depth.map(known)))?;
        for (result, &(_, n)) in results.iter_mut().zip(group) {
            // Rights change the value.
            let position = &positions[n];
            if position.castles().any() || position.maybe_ep_square().is_some() {
                *result = None;
            }
        }
        Ok(Some(results))
    }

    /// Where a position is kept, if a table holds it.
    fn place(&self, position: &Chess) -> Option<Place> {
        let table = self.table(Material::of_board(position.board())).ok()??;
        let (board, turn) = in_class_colors(position);
        table.place(&board, turn)
    }
}
