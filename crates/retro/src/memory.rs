//! Looking positions up in classes that were solved and are still in memory.

use nimzo_chess::probe::{Known, Probe, canonical, missing_from, refuse_castling};
use nimzo_chess::successors::{Worth, with_en_passant};
use nimzo_chess::{Depth, Dtc, Dtm, Dtz, Dtz50, Error, Material, Metric};
use shakmaty::{Chess, Position};

use crate::planes::DepthPlane;
use crate::sweep::{Library, Solved};

impl Probe for Library {
    fn probe(&self, position: &Chess) -> Result<Known, Error> {
        refuse_castling(position)?;
        with_en_passant(position, &mut |p| {
            let material = Material::of_board(p.board());
            if material == Material::BARE_KINGS {
                return Ok(Known::DRAW);
            }
            let found = self.get(material).and_then(|solved| look_up(solved, p));
            found.ok_or_else(|| missing_from("memory", material, Metric::Wdl))
        })
    }
}

/// What a solved class knows of a position without en passant rights.
fn look_up(solved: &Solved, position: &Chess) -> Option<Known> {
    let (board, turn) = canonical(position);
    let address = solved.layout.locate(&board)?;
    let values = &solved.slices[address.slice];
    let side = turn.fold_wb(0, 1);
    let depth =
        |planes: Option<&[DepthPlane; 2]>| -> Option<Depth> { planes?[side].get(address.slot) };
    Some(Known {
        wdl: values.wdl[side].get(address.slot)?,
        dtm: depth(values.dtm.as_deref()).map(Dtm),
        dtc: depth(values.dtc.as_deref()).map(Dtc),
        dtz: depth(values.dtz.as_deref()).map(Dtz),
        dtz50: depth(values.dtz50.as_deref()).map(Dtz50),
    })
}
