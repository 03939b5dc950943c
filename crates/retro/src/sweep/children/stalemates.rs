//! The stalemates of a slice: few, and needed twice, so kept as a list of blocks.

use crate::kernel::Block;

/// Stalemates with one side to move, by block number.
#[derive(Debug, Default)]
pub struct Stalemates {
    blocks: Vec<(u32, Block)>,
}

impl Stalemates {
    /// From blocks in any order.
    pub fn new(mut blocks: Vec<(u32, Block)>) -> Self {
        blocks.sort_unstable_by_key(|&(block, _)| block);
        Self { blocks }
    }

    /// The blocks that have any, in order.
    pub fn blocks(&self) -> &[(u32, Block)] {
        &self.blocks
    }

    /// Those of a block.
    #[inline(always)]
    pub fn block(&self, block: usize) -> Option<&Block> {
        if self.blocks.is_empty() {
            return None;
        }
        let found = self.blocks.binary_search_by_key(&(block as u32), |&(b, _)| b).ok()?;
        Some(&self.blocks[found].1)
    }

    /// Whether a slot is one.
    #[inline(always)]
    pub fn contains(&self, slot: usize) -> bool {
        self.block(slot >> 12).is_some_and(|block| block[slot >> 6 & 63] >> (slot & 63) & 1 != 0)
    }
}
