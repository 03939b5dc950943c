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
        let mut known = Known::result(values.wdl_at(turn, address.slot)?);
        if wanted.contains(&Metric::Dtz50) {
            known.wdl50 = values.wdl50_at(turn, address.slot);
        }
        for &metric in wanted {
            // Without pawns the depths to conversion and to a zeroing move are the same.
            let same = metric == Metric::Dtc && board.pawns().is_empty();
            let found = values
                .depth_at(metric, turn, address.slot)
                .or_else(|| values.depth_at(Metric::Dtz, turn, address.slot).filter(|_| same));
            known = found.map_or(known, |depth| known.with(metric, depth));
        }
        Some(known)
    }
}
