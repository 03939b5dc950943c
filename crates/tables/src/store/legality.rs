//! Which slots of a block hold a legal position. Files do not keep this: it is cheaper computed.

use nimzo_retro::layout::{BlockId, Layout};
pub use nimzo_retro::sweep::legal_positions as legal_slots;

/// The slots of a block whose cells are in the files: those that count and hold a legal position.
pub fn stored_slots(layout: &Layout, id: BlockId) -> [u64; 64] {
    let mut stored = legal_slots(layout, id);
    let counted = layout.counted(id.slice, id.block);
    stored.iter_mut().zip(counted).for_each(|(stored, counted)| *stored &= counted);
    stored
}

#[cfg(test)]
mod tests {
    use nimzo_chess::rules::legal;
    use nimzo_retro::layout::{Address, BLOCK_SLOTS};
    use shakmaty::{Color, Setup};

    use super::*;

    #[test]
    fn slots_are_legal_where_the_rules_say_so() {
        for name in ["KQvK", "KPvK", "KPvKP", "KQvKR", "KNvKP", "KBBvKN"] {
            let layout = Layout::new(name.parse().unwrap()).unwrap();
            let blocks = layout.slices() * layout.blocks();
            for i in (0..blocks).step_by((blocks / 40).max(1)) {
                let (slice, block) = (i / layout.blocks(), i % layout.blocks());
                for turn in Color::ALL {
                    let found = legal_slots(&layout, BlockId { slice, turn, block });
                    for cell in 0..BLOCK_SLOTS {
                        let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
                        let setup = |board| Setup { board, turn, ..Setup::empty() };
                        let expected =
                            layout.board(address).and_then(|b| legal(setup(b))).is_some();
                        let is_legal = found[cell >> 6] >> (cell & 63) & 1 != 0;
                        assert_eq!(is_legal, expected, "{name} {address:?} {turn}");
                    }
                }
            }
        }
    }
}
