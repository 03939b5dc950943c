//! Looking many positions up at once: block by block, on all threads.

use std::sync::Arc;

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::{Depth, Dtz50, Known, Material, Metric, Probe};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Chess, Position};

use crate::error::Error;
use crate::store::{Place, Store, Table};

/// Positions that a thread looks up before it asks whether to go on.
const TOGETHER: usize = 1024;

/// A position by its number, and where its value is kept if a look there tells it.
type Placed = (Option<Place>, usize);

/// The table that a thread has asked the store for latest: mostly the next position is of it too, and
/// threads need not wait for each other.
struct Latest {
    material: Material,
    table: Option<Arc<Table>>,
}

impl Store {
    /// What `read` makes of what is known of each of so many positions; the answers are those of
    /// [`Probe::probe`], and `read` is told which position it is. Positions are made when they are needed,
    /// which may be twice, so that no more is held of them than where they are kept.
    ///
    /// Positions of one block are looked up one after another, so that it is decoded once: of a
    /// million positions in disorder each would decode a block of its own.
    pub fn probe_many<T: Send, E: From<Interrupted> + Send>(
        &self,
        count: usize,
        position: impl Fn(usize) -> Result<Chess, E> + Sync,
        wanted: &[Metric],
        task: &Task,
        read: impl Fn(usize, Result<Known, nimzo_chess::Error>) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let stage = task.stage("positions", count as u64);
        let placed = |latest: &mut Option<Latest>, number| {
            if number % TOGETHER == 0 {
                task.check()?;
            }
            Ok((self.place(&position(number)?, latest), number))
        };
        let numbers = (0..count).into_par_iter();
        let mut order: Vec<Placed> = numbers.map_init(|| None, placed).collect::<Result<_, E>>()?;
        order.par_sort_unstable();
        let tables = self.tables_by_number();
        let parts: Vec<Vec<(usize, T)>> = order
            .par_chunks(TOGETHER)
            .map(|part| {
                task.check()?;
                let mut found = Vec::with_capacity(part.len());
                let block = |place: Option<Place>| place.map(|place| (place.table, place.block));
                for group in part.chunk_by(|one, next| block(one.0) == block(next.0)) {
                    let results = match wanted {
                        [Metric::Wdl] => results_of_block(&tables, group).unwrap_or_default(),
                        _ => Vec::new(),
                    };
                    // Whatever asks for more than a look at the block is looked up by itself.
                    let results = results.into_iter().chain(std::iter::repeat(None));
                    for (&(_, n), result) in group.iter().zip(results) {
                        let known = match result {
                            Some(result) => Ok(result),
                            None => self.probe(&position(n)?, wanted),
                        };
                        found.push((n, read(n, known)?));
                    }
                }
                stage.advance(part.len() as u64);
                Ok(found)
            })
            .collect::<Result<_, E>>()?;
        let mut found: Vec<Option<T>> = (0..count).map(|_| None).collect();
        for (number, answer) in parts.into_iter().flatten() {
            found[number] = Some(answer);
        }
        Ok(found.into_iter().flatten().collect())
    }

    /// Where the value of a position is kept, if a table holds it and no right changes it.
    fn place(&self, position: &Chess, latest: &mut Option<Latest>) -> Option<Place> {
        if position.castles().any() || position.maybe_ep_square().is_some() {
            return None;
        }
        let material = Material::of_board(position.board());
        if latest.as_ref().is_none_or(|latest| latest.material != material) {
            *latest = Some(Latest { material, table: self.table(material).ok().flatten() });
        }
        let (board, turn) = in_class_colors(position);
        latest.as_ref()?.table.as_ref()?.place(&board, turn)
    }
}

/// The results of positions of one block, none of those that it does not have.
fn results_of_block(
    tables: &[Option<Arc<Table>>],
    group: &[Placed],
) -> Result<Vec<Option<Known>>, Error> {
    let mut results = Vec::new();
    let [(Some(Place { table, block, .. }), _), ..] = group else { return Ok(results) };
    let Some(Some(table)) = tables.get(*table as usize) else { return Ok(results) };
    let Some(stream) = table.serving(Metric::Wdl) else { return Ok(results) };
    let under_rule = table.results_under_rule() == Some(stream) && stream.metric == Metric::Wdl;
    let known = |depth: Depth| {
        let mut known = Known::result(depth.wdl());
        known.wdl50 = under_rule.then(|| Dtz50(depth).wdl50());
        known
    };
    let cells = group.iter().filter_map(|&(place, _)| Some(usize::from(place?.cell)));
    results.reserve(group.len());
    table.at_all(stream, *block, cells, |depth| results.push(depth.map(known)))?;
    Ok(results)
}
