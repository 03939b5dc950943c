//! Looking positions up in stored tables: any legal position of the built classes, either colour, en
//! passant rights honoured, castling rights refused.

use nimzo_chess::probe::{Known, Probe, canonical, refuse_castling};
use nimzo_chess::successors::{Worth, from_successors, with_en_passant};
use nimzo_chess::{Depth, Dtc, Dtm, Dtz, Dtz50, Material, Metric, Wdl};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::error::Error;
use crate::store::Store;

impl Probe for Store {
    fn probe(&self, position: &Chess) -> Result<Known, nimzo_chess::Error> {
        refuse_castling(position)?;
        Ok(with_en_passant(position, &mut |p| self.look_up(p))?)
    }
}

impl Store {
    /// One metric of a position: cheaper than everything that is known.
    pub fn probe_metric(&self, position: &Chess, metric: Metric) -> Result<Known, Error> {
        refuse_castling(position)?;
        with_en_passant(position, &mut |p| self.look_up_some(p, &[metric]))
    }

    fn look_up(&self, position: &Chess) -> Result<Known, Error> {
        self.look_up_some(position, &Metric::ALL[1..])
    }

    /// The value of a position whose en passant right, if it has one, is left out. Depths that the
    /// tables have left out are found from the successors.
    fn look_up_some(&self, position: &Chess, metrics: &[Metric]) -> Result<Known, Error> {
        let (mut known, bare) = self.look_up_stored(position, metrics)?;
        if bare {
            let found: Known = from_successors(position, |next| {
                with_en_passant(next, &mut |p| {
                    self.look_up_stored(p, &[Metric::Dtz50]).map(|(known, _)| known)
                })
            })?;
            known.dtz50 = found.dtz50;
        }
        Ok(known)
    }

    /// What the tables have stored for a position, and whether that is a bare win or loss instead of
    /// its depth under the fifty-move rule. Successors may be looked up like this: after a move that
    /// zeroes the count only the result matters, and after any other it is the side to move whose
    /// depths are stored.
    fn look_up_stored(&self, position: &Chess, metrics: &[Metric]) -> Result<(Known, bool), Error> {
        let material = Material::of_board(position.board());
        if material == Material::BARE_KINGS {
            return Ok((Known::DRAW, false));
        }
        let table = self.require(
            material,
            metrics.first().copied().filter(|_| metrics.len() == 1).unwrap_or(Metric::Wdl),
        )?;
        let (board, turn) = canonical(position);
        let unknown = || Error::Damaged {
            path: table.file().path().to_owned(),
            why: format!("no value for {}", Fen::from_position(position, EnPassantMode::Legal)),
        };
        let address = table.layout().locate(&board).ok_or_else(unknown)?;
        let side = turn.fold_wb(0, 1);
        let mut known = Known { wdl: Wdl::Draw, dtm: None, dtc: None, dtz: None, dtz50: None };
        let mut wdl = None;
        let mut bare = false;
        for &metric in metrics {
            let Some(stream) = table.serving(metric) else { continue };
            let depth = table.at(stream, address, side)?.ok_or_else(unknown)?;
            wdl = Some(depth.wdl());
            match metric {
                Metric::Wdl => {}
                Metric::Dtm => known.dtm = Some(Dtm(depth)),
                Metric::Dtc => known.dtc = Some(Dtc(depth)),
                Metric::Dtz => known.dtz = Some(Dtz(depth)),
                Metric::Dtz50 => {
                    known.dtz50 = Some(Dtz50(depth));
                    bare = stream.left_out == Some(side) && depth != Depth::Draw;
                }
            }
        }
        known.wdl = match (wdl, table.serving(Metric::Wdl)) {
            (Some(wdl), _) => wdl,
            (None, Some(stream)) => table.at(stream, address, side)?.ok_or_else(unknown)?.wdl(),
            (None, None) => return Err(unknown()),
        };
        Ok((known, bare))
    }
}
