//! Looking positions up in classes that were solved and are still in memory.

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::successors::Worth;
use nimzo_chess::{Error, Known, Material, Metric, Probe};
use shakmaty::{Chess, Position};

use crate::sweep::{Library, Solved};

impl Probe for Library {
    fn name(&self) -> String {
        "tables in memory".to_owned()
    }

    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Result<Known, Error> {
        let material = Material::of_board(position.board());
        if material == Material::BARE_KINGS {
            return Ok(Known::DRAW);
        }
        let found = self.get(material).and_then(|solved| solved.look_up(position, wanted));
        found.ok_or_else(|| Error::missing(&self.name(), position, Metric::Wdl))
    }
}

impl Solved {
    /// What is known of a position of this class, as if it had no en passant right.
    fn look_up(&self, position: &Chess, wanted: &[Metric]) -> Option<Known> {
        let (board, turn) = in_class_colors(position);
        let address = self.layout.locate(&board)?;
        let values = &self.slices[address.slice];
        let side = turn.fold_wb(0, 1);
        let mut known = Known::result(values.wdl_at(side, address.slot)?);
        if wanted.contains(&Metric::Dtz50) {
            known.wdl50 = values.wdl50_at(side, address.slot);
        }
        for &metric in wanted {
            let planes = match metric {
                Metric::Wdl => &None,
                Metric::Dtm => &values.dtm,
                Metric::Dtz => &values.dtz,
                // Without pawns the two are the same.
                Metric::Dtc if values.dtc.is_none() && board.pawns().is_empty() => &values.dtz,
                Metric::Dtc => &values.dtc,
                Metric::Dtz50 => &values.dtz50,
            };
            if let Some(planes) = planes {
                known = known.with(metric, planes[side].get(address.slot)?);
            }
        }
        Some(known)
    }
}
