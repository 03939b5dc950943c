//! Looking many positions up at once: block by block, on all threads.

use std::sync::Arc;

use nimzo_chess::rules::board_in_class_colors;
use nimzo_chess::{Depth, Dtz50, Known, Material, Metric, Probe};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Chess, Setup};

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
    /// [`Probe::probe`], and `read` is told which position it is. `setup` gives a position as
    /// [`parse_setup`](nimzo_chess::parse_setup) reads it, which tells where it is kept; `position` is asked for
    /// those of which that is not enough. No more is held of them than where they are kept.
    ///
    /// Positions of one block are looked up one after another, so that it is decoded once: of a
    /// million positions in disorder each would decode a block of its own.
    pub fn probe_many<T: Send, E: From<Interrupted> + Send>(
        &self,
        count: usize,
        setup: impl Fn(usize) -> Result<Setup, E> + Sync,
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
            Ok((self.place(&setup(number)?, latest), number))
        };
        let numbers = (0..count).into_par_iter();
        let mut order: Vec<Placed> = numbers.map_init(|| None, placed).collect::<Result<_, E>>()?;
        order.par_sort_unstable();
        let tables = self.tables_by_number();
        let parts: Vec<Vec<(usize, T)>> = order
            .par_chunks(TOGETHER)
            .map_init(Vec::new, |depths, part| {
                task.check()?;
                let mut found = Vec::with_capacity(part.len());
                let block = |place: Option<Place>| place.map(|place| (place.table, place.block));
                for group in part.chunk_by(|one, next| block(one.0) == block(next.0)) {
                    let results = match wanted {
                        [Metric::Wdl] => Results::of_block(&tables, group, depths),
                        _ => None,
                    };
                    for (member, &(_, n)) in group.iter().enumerate() {
                        let result = results
                            .zip(depths.get(member).copied().flatten())
                            .map(|(results, depth)| results.known(depth));
                        let known = match result {
                            Some(result) => Ok(result),
                            // Whatever asks for more than a look at the block is looked up by itself.
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
    fn place(&self, setup: &Setup, latest: &mut Option<Latest>) -> Option<Place> {
        if setup.castling_rights.any() || setup.ep_square.is_some() {
            return None;
        }
        let material = Material::of_board(&setup.board);
        if latest.as_ref().is_none_or(|latest| latest.material != material) {
            *latest = Some(Latest { material, table: self.table(material).ok().flatten() });
        }
        let (board, turn) = board_in_class_colors(&setup.board, setup.turn);
        latest.as_ref()?.table.as_ref()?.place(&board, turn)
    }
}

/// What the cells of a block tell of results.
#[derive(Clone, Copy)]
struct Results {
    under_rule: bool,
}

impl Results {
    /// Reads the cells of positions of one block; `None` if it cannot be read: who looks a position up by
    /// itself is told why.
    fn of_block(
        tables: &[Option<Arc<Table>>],
        group: &[Placed],
        depths: &mut Vec<Option<Depth>>,
    ) -> Option<Self> {
        let Place { table, block, .. } = group.first()?.0?;
        let table = tables.get(table as usize)?.as_ref()?;
        let stream = table.serving(Metric::Wdl)?;
        let cells = group.iter().filter_map(|&(place, _)| Some(usize::from(place?.cell)));
        depths.clear();
        table.at_all(stream, block, cells, |depth| depths.push(depth)).ok()?;
        let by_rule = table.results_under_rule() == Some(stream);
        Some(Self { under_rule: by_rule && stream.metric == Metric::Wdl })
    }

    fn known(self, depth: Depth) -> Known {
        let wdl50 = self.under_rule.then(|| Dtz50(depth).wdl50());
        Known { wdl50, ..Known::result(depth.wdl()) }
    }
}
