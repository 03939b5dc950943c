//! Planes filled slot by slot from any source: slow, and independent of the set-wise solver.

use std::sync::Arc;

use nimzo_tables::layout::{Address, Layout};
use nimzo_tables::planes::{Buffer, DepthPlane, RulePlanes, WdlPlanes};
use nimzo_tables::sweep::SubTables;
use nimzo_tables::{Error, Material, Wdl};
use nimzo_zugzwang::Source;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, PositionError, Setup};

/// Planes made on demand from a source.
pub struct FromSource<'a>(pub &'a dyn Source);

impl SubTables for FromSource<'_> {
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error> {
        let layout = Layout::new(class).expect("a class with a layout");
        Ok(Arc::new([Color::White, Color::Black].map(|turn| self.side(&layout, slice, turn))))
    }

    fn rule(&self, _: Material, _: usize) -> Result<Arc<[RulePlanes; 2]>, Error> {
        unreachable!("zugzwangs are mined without the fifty-move rule")
    }

    fn dtm(&self, _: Material, _: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        unreachable!("zugzwangs are mined without depths")
    }
}

impl FromSource<'_> {
    fn side(&self, layout: &Layout, slice: usize, turn: Color) -> WdlPlanes {
        let words = layout.slots() / 64;
        let mut planes = WdlPlanes {
            win: Buffer::zeroed(words),
            draw: Buffer::zeroed(words),
            loss: Buffer::zeroed(words),
        };
        for slot in 0..layout.slots() {
            let Some(board) = layout.board(Address { slice, slot }) else { continue };
            let setup = Setup { board, turn, ..Setup::empty() };
            let Ok(position) = Chess::from_setup(setup, CastlingMode::Standard)
                .or_else(PositionError::ignore_impossible_check)
            else {
                continue;
            };
            let plane = match self.0.value(&position).expect("the source covers the class") {
                Wdl::Win => &mut planes.win,
                Wdl::Draw => &mut planes.draw,
                Wdl::Loss => &mut planes.loss,
            };
            plane[slot / 64] |= 1 << (slot % 64);
        }
        planes
    }
}
