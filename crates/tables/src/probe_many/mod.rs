//! Looking many positions up at once: block by block, on all threads.

mod places;

use std::sync::Arc;

use nimzo_chess::{Depth, Dtz50, FewMen, Known, Metric, Probe};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::Chess;

use crate::file::Stream;
use crate::store::{Store, Table};
use places::{CellPlace, Shelves};

/// Positions that a thread looks up before it asks whether to go on.
const TOGETHER: usize = 1024;

impl Store {
    /// What `read` makes of what is known of each of so many positions; the answers are those of
    /// [`Probe::probe`], and `read` is told which position it is. `men` gives a position that has no rights as
    /// [`FewMen`], which tells where it is kept; `position` is asked for all others, and for those that are not
    /// legal. No more is held of them than where they are kept.
    ///
    /// Positions of one block are looked up one after another, so that it is decoded once: of a
    /// million positions in disorder each would decode a block of its own.
    pub fn probe_many<T: Default + Clone + Send, E: From<Interrupted> + Send>(
        &self,
        count: usize,
        men: impl Fn(usize) -> Option<FewMen> + Sync,
        position: impl Fn(usize) -> Result<Chess, E> + Sync,
        wanted: &[Metric],
        task: &Task,
        read: impl Fn(usize, Result<Known, nimzo_chess::Error>) -> Result<T, E> + Sync,
    ) -> Result<Vec<T>, E> {
        let stage = task.stage("positions", count as u64);
        let mut order = vec![CellPlace::default(); count];
        order.par_chunks_mut(TOGETHER).enumerate().try_for_each_init(
            || Shelves::of(self),
            |shelves, (part, places)| {
                task.check()?;
                for (number, place) in (part * TOGETHER..).zip(places) {
                    let found = men(number).and_then(|men| shelves.place(&men, number));
                    *place = found.unwrap_or(CellPlace::unknown(number));
                }
                Ok::<_, E>(())
            },
        )?;
        order.par_sort_unstable();
        let tables = self.tables_by_number();
        let mut answers = vec![T::default(); count];
        order.par_chunks(TOGETHER).zip(answers.par_chunks_mut(TOGETHER)).try_for_each_init(
            Vec::new,
            |depths, (places, answers)| {
                task.check()?;
                let mut answers = answers.iter_mut();
                for of_table in places.chunk_by(|one, next| one.table() == next.table()) {
                    let results = match wanted {
                        [Metric::Wdl] => Results::of_table(&tables, of_table),
                        _ => None,
                    };
                    for group in of_table.chunk_by(|one, next| one.block() == next.block()) {
                        depths.clear();
                        let results =
                            results.as_ref().filter(|results| results.read(group, depths));
                        for (member, (place, answer)) in group.iter().zip(&mut answers).enumerate()
                        {
                            let depth = depths.get(member).copied().flatten();
                            let known = match (results, depth) {
                                (Some(results), Some(depth)) if results.settles(depth) => {
                                    Ok(results.known(depth))
                                }
                                // Whatever asks for more than a look at the block is looked up by itself.
                                _ => self.probe(&position(place.number())?, wanted),
                            };
                            *answer = read(place.number(), known)?;
                        }
                    }
                }
                stage.advance(places.len() as u64);
                Ok::<_, E>(())
            },
        )?;
        let mut found = vec![T::default(); count];
        for (place, answer) in order.iter().zip(answers) {
            found[place.number()] = answer;
        }
        Ok(found)
    }
}

/// Results of a table, read block by block.
struct Results<'a> {
    table: &'a Table,
    stream: Stream,
    under_rule: bool,
}

impl<'a> Results<'a> {
    /// Those of the table in which these places are, which come in the order of their blocks.
    fn of_table(tables: &'a [Option<Arc<Table>>], places: &[CellPlace]) -> Option<Self> {
        let (first, last) = (places.first()?, places.last()?);
        let table = tables.get(first.table() as usize)?.as_ref()?;
        let stream = table.serving(Metric::Wdl)?;
        table.file().read_ahead(stream, first.block()..=last.block());
        Some(Self { table, stream, under_rule: table.results_are_under_rule() })
    }

    /// Reads the cells of places in one block. Says no if it cannot be read: who looks a position up by itself
    /// is told why.
    fn read(&self, group: &[CellPlace], depths: &mut Vec<Option<Depth>>) -> bool {
        let Some(first) = group.first() else { return false };
        let cells = group.iter().map(|place| place.cell());
        self.table.at_all(self.stream, first.block(), cells, |depth| depths.push(depth)).is_ok()
    }

    /// Whether what is stored is the result: it might be better by a capture where cells are open.
    fn settles(&self, depth: Depth) -> bool {
        let best = matches!(depth, Depth::Win(1));
        best || !self.table.file().header().is_open()
    }

    fn known(&self, depth: Depth) -> Known {
        let wdl50 = self.under_rule.then(|| Dtz50(depth).wdl50());
        Known { wdl50, ..Known::result(depth.wdl()) }
    }
}
