//! Blocks filled slot by slot from any source: slow, and independent of the set-wise solver.

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Probe, Wdl};
use nimzo_retro::layout::{Address, BLOCK_SLOTS, Layout};
use nimzo_zugzwang::Result;
use nimzo_zugzwang::mining::blocks::{DrawsAndLosses, ResultBlock, ResultBlocks};
use shakmaty::{Board, Color};

/// Blocks made on demand from a source.
pub struct FromSource<'a> {
    layout: Layout,
    source: &'a dyn Probe,
}

impl<'a> FromSource<'a> {
    pub fn new(class: Material, source: &'a dyn Probe) -> Self {
        Self { layout: Layout::new(class).expect("a class with a layout"), source }
    }

    fn note(&self, board: &Board, turn: Color, side: &mut DrawsAndLosses, at: usize) -> Result<()> {
        let Some(position) = set_up(board, turn, None) else { return Ok(()) };
        match self.source.wdl(&position)? {
            Wdl::Win => {}
            Wdl::Draw => side.draw[at / 64] |= 1 << (at % 64),
            Wdl::Loss => side.loss[at / 64] |= 1 << (at % 64),
        }
        Ok(())
    }
}

impl ResultBlocks for FromSource<'_> {
    fn layout(&self) -> &Layout {
        &self.layout
    }

    fn read(&self, slice: usize, block: usize, into: &mut ResultBlock) -> Result<()> {
        *into = ResultBlock::default();
        for at in 0..BLOCK_SLOTS {
            let slot = block * BLOCK_SLOTS + at;
            let Some(board) = self.layout.board(Address { slice, slot }) else { continue };
            self.note(&board, Color::White, &mut into.white, at)?;
            self.note(&board, Color::Black, &mut into.black, at)?;
        }
        Ok(())
    }
}
