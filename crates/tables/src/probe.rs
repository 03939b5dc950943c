//! Looking positions up in stored tables: any legal position of the built classes, in either colour.

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::successors::{Worth, from_successors, with_en_passant};
use nimzo_chess::{Depth, Known, Material, Metric, Probe, write_fen};
use shakmaty::{Chess, Position};

use crate::error::Error;
use crate::store::Store;

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
        if bare {
            let found: Known = from_successors(position, |next| {
                with_en_passant(next, &mut |p| {
                    self.look_up_stored(p, &[Metric::Dtz50]).map(|(known, _)| known)
                })
            })?;
            (known.dtz50, known.wdl50) = (found.dtz50, found.wdl50);
        }
        Ok(known)
    }
}

impl Store {
    /// What the tables have stored for a position, and whether that is a bare win or loss instead of
    /// its depth under the fifty-move rule. Successors may be looked up like this: after a move that
    /// zeroes the count only the result matters, and after any other it is the side to move whose
    /// depths are stored.
    fn look_up_stored(&self, position: &Chess, wanted: &[Metric]) -> Result<(Known, bool), Error> {
        let material = Material::of_board(position.board());
        if material == Material::BARE_KINGS {
            return Ok((Known::DRAW, false));
        }
        let metric = if let [metric] = wanted { *metric } else { Metric::Wdl };
        let Some(table) = self.table(material)? else {
            let solved = self.solved().look_up(position, wanted)?;
            return Ok((solved.ok_or_else(|| self.missing(material, metric))?, false));
        };
        let (board, turn) = in_class_colors(position);
        let unknown = || Error::Damaged {
            path: table.file().path().to_owned(),
            why: format!("no value for {}", write_fen(position)),
        };
        let address = table.layout().locate(&board).ok_or_else(unknown)?;
        let mut known: Option<Known> = None;
        let mut bare = false;
        for &metric in wanted {
            let Some(stream) = table.serving(metric) else { continue };
            let depth = table.at(stream, address, turn)?.ok_or_else(unknown)?;
            let so_far = known.unwrap_or(Known::result(depth.wdl()));
            known = Some(so_far.with(metric, depth));
            bare |=
                metric == Metric::Dtz50 && stream.left_out == Some(turn) && depth != Depth::Draw;
        }
        let mut known = match (known, table.serving(Metric::Wdl)) {
            (Some(known), _) => known,
            (None, Some(stream)) => {
                Known::result(table.at(stream, address, turn)?.ok_or_else(unknown)?.wdl())
            }
            (None, None) => return Err(unknown()),
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
