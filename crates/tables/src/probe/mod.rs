//! Looking positions up in stored tables: any legal position of the built classes, in either colour.

mod open;

use nimzo_chess::rules::{after, step};
use nimzo_chess::successors::{Worth, with_en_passant};
use nimzo_chess::{Depth, Dtz50, FewMen, Known, Material, Metric, Probe, Wdl, write_fen};
use nimzo_retro::layout::Address;
use shakmaty::{Chess, Color, Position};

use crate::error::Error;
use crate::store::{Store, Table};

impl Probe for Store {
    fn name(&self) -> String {
        "tables".to_owned()
    }

    fn knows_castling(&self) -> bool {
        true
    }

    /// Depths that the tables have left out are found from the successors.
    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, nimzo_chess::Error> {
        if position.castles().any() {
            return Ok(self.look_up_castling(position, wanted)?);
        }
        let (mut known, bare) = self.look_up_stored(position, wanted)?;
        if !bare.is_empty() {
            let found = self.best_move(position, known.wdl, &bare)?;
            if bare.contains(&Metric::Dtm) {
                known.dtm = found.dtm;
            }
            if bare.contains(&Metric::Dtz50) {
                (known.dtz50, known.wdl50) = (found.dtz50, found.wdl50);
            }
        }
        Ok(known)
    }
}

impl Store {
    /// The best that a side can reach that has won or lost. Who has won need look at those moves only after
    /// which the opponent has lost.
    fn best_move(
        &self,
        position: &Chess,
        wdl: Wdl,
        wanted: &[Metric],
    ) -> Result<Known, nimzo_chess::Error> {
        let mut best: Option<Known> = None;
        for mv in position.legal_moves() {
            let next = after(position, mv);
            if wdl == Wdl::Win && self.wdl(&next)? != Wdl::Loss {
                continue;
            }
            let known: Known = with_en_passant(&next, &mut |p| self.look_up_after(p, wanted))?;
            let worth = known.before(step(mv));
            best = Some(best.map_or(worth, |so_far| so_far.best(worth)));
        }
        match best {
            Some(best) => Ok(best),
            None if position.is_check() => Ok(Known::MATED),
            None => Ok(Known::DRAW),
        }
    }

    /// What is known of a position after a move from one whose depths are left out. If the move was quiet
    /// the depths of this one are stored. If not, the count under the fifty-move rule starts anew and only
    /// the result matters; but mate has to be found as for any position.
    fn look_up_after(
        &self,
        position: &Chess,
        wanted: &[Metric],
    ) -> Result<Known, nimzo_chess::Error> {
        let (mut known, bare) = self.look_up_stored(position, wanted)?;
        if bare.contains(&Metric::Dtm) {
            known.dtm = self.look_up(position, &[Metric::Dtm])?.dtm;
        }
        Ok(known)
    }

    /// What the tables have stored for a position, and of which metrics that is a bare win or loss instead
    /// of its depth.
    fn look_up_stored(
        &self,
        position: &Chess,
        wanted: &[Metric],
    ) -> Result<(Known, Vec<Metric>), Error> {
        if position.board().occupied() == position.board().kings() {
            return Ok((Known::DRAW, Vec::new()));
        }
        let metric = if let [metric] = wanted { *metric } else { Metric::Wdl };
        let men = FewMen::of_board(position.board(), position.turn());
        let shelf = men.map_or(Ok(None), |men| self.shelf(&men))?;
        let (Some(men), Some(shelf)) = (men, shelf) else {
            let missing = || self.missing(Material::of_board(position.board()), metric);
            let solved = self.solved().look_up(position, wanted)?;
            return Ok((solved.ok_or_else(missing)?, Vec::new()));
        };
        let table = shelf.table();
        let unknown = || Error::Damaged {
            path: table.file().path().to_owned(),
            why: format!("no value for {}", write_fen(position)),
        };
        let (address, turn) = shelf.place(&men).ok_or_else(unknown)?;
        let (mut known, bare) = match table.file().header().is_open() {
            true => self.read_open(position, wanted, table, (address, turn))?,
            false => read_stored(wanted, table, (address, turn), unknown)?,
        };
        // What the table lacks may have been solved for a position.
        let lacks = |metric: &Metric| table.serving(*metric).is_none();
        let lacking: Vec<Metric> = wanted.iter().copied().filter(lacks).collect();
        if !lacking.is_empty()
            && let Some(more) = self.solved().look_up(position, &lacking)?
        {
            for metric in lacking {
                if let Some(depth) = more.depth(metric).and_then(|depth| depth.exact()) {
                    known = known.with(metric, depth);
                }
            }
        }
        Ok((known, bare))
    }
}

/// What a table has stored at a place, and of which metrics that is a bare win or loss.
fn read_stored(
    wanted: &[Metric],
    table: &Table,
    (address, turn): (Address, Color),
    unknown: impl Fn() -> Error,
) -> Result<(Known, Vec<Metric>), Error> {
    let mut bare = Vec::new();
    let result = || table.result_at(address, turn)?.ok_or_else(&unknown);
    let mut known: Option<Known> = None;
    for &metric in wanted {
        let Some(stream) = table.serving(metric) else { continue };
        if metric == Metric::Wdl {
            let depth = result()?;
            let so_far = known.get_or_insert(Known::result(depth.wdl()));
            if table.results_are_under_rule() {
                so_far.wdl50 = Some(Dtz50(depth).wdl50());
            }
            continue;
        }
        let depth = table.at(stream, address, turn)?.ok_or_else(&unknown)?;
        let so_far = known.unwrap_or(Known::result(depth.wdl()));
        known = Some(so_far.with(metric, depth));
        if metric == stream.metric && stream.left_out == Some(turn) && depth != Depth::Draw {
            bare.push(metric);
        }
    }
    let known = match known {
        Some(known) => known,
        None => Known::result(result()?.wdl()),
    };
    Ok((known, bare))
}
