use std::collections::HashMap;

use super::*;

fn layout(name: &str) -> Layout {
    Layout::new(name.parse().unwrap()).unwrap()
}

/// Every image of a board under the symmetries its class has.
fn images(board: &Board, pawns: bool) -> Vec<Board> {
    let reflections = if pawns { 2 } else { 8 };
    (0..reflections)
        .map(|i| {
            let mut image = board.clone();
            if i & 1 != 0 {
                image.flip_horizontal();
            }
            if i & 2 != 0 {
                image.flip_vertical();
            }
            if i & 4 != 0 {
                image.flip_diagonal();
            }
            image
        })
        .collect()
}

#[test]
fn outer_places_read_back() {
    for name in ["KNNvKRN", "KRNvKNN", "KQRBvKN", "KRBvKR", "KRvKR", "KRRNvKRR", "KQRBvKRN"] {
        let layout = layout(name);
        for place in 0..layout.outer_places() {
            let outer @ [first, second, third] = layout.outer_squares(place);
            assert_eq!(layout.outer_place(outer), place, "{name}");
            if layout.is_folded() {
                assert_eq!(layout.outer_place([second, first, third]), place, "{name}");
            }
        }
    }
    assert!(layout("KRNvKNN").is_folded());
    assert_eq!(layout("KRNvKNN").outer_places(), 2080);
    assert_eq!(layout("KRRNvKRR").outer_places(), 2080 * 64);
}

/// Of seven men one like pair comes first and another one last, if there are two.
#[test]
fn seven_men_have_pairs_where_they_are_folded() {
    for (name, order, twins) in [
        ("KRRNvKRR", "KkRRNrr", true),
        ("KQRRvKNN", "KknnQRR", true),
        ("KRRRvKNN", "KknnRRR", true),
        ("KQQQQvKQ", "KkQQqQQ", true),
        ("KNNNNNvK", "KkNNNNN", true),
        ("KQRBvKNN", "KknnBRQ", false),
        ("KQRBvKRN", "KknBRrQ", false),
    ] {
        let layout = layout(name);
        let letter = |man: &Man| man.role.of(man.side).char();
        assert_eq!(layout.men().iter().map(letter).collect::<String>(), order, "{name}");
        assert_eq!(layout.has_twins(), twins, "{name}");
    }
    assert!(Layout::new("KRRNPvKR".parse().unwrap()).is_some());
    assert!(Layout::new("KRRNPvKRR".parse().unwrap()).is_none());
}

#[test]
fn slots_and_boards_read_back_and_images_share_a_slot() {
    for name in [
        "KQvK", "KPvK", "KRvKN", "KNNvK", "KPvKP", "KPPvK", "KRPvKR", "KRRvKR", "KRNvKNN",
        "KRRNvKRR", "KQRBvKRN", "KRRRvKNN",
    ] {
        let layout = layout(name);
        let total = layout.slices() * layout.slots();
        let step = (total / 40_000).max(1) | 1;
        let mut boards = 0;
        // Eight slots of a block, for which is found once which count. Where all slots are looked at, these
        // are the next eight by their last digits, so that none is left out.
        for first in (0..total).step_by(8 * step) {
            let (slice, place) = (first / layout.slots(), first % layout.slots());
            let block = place / BLOCK_SLOTS;
            let counted = layout.counted(slice, block);
            for cell in (0..8).map(|i| (place + 521 * i) % BLOCK_SLOTS) {
                let address = Address { slice, slot: block * BLOCK_SLOTS + cell };
                let Some(board) = layout.board(address) else { continue };
                let Some(found) = layout.locate(&board) else {
                    assert!(layout.kings_outside() != KingsOutside::Both, "{name} {address:?}");
                    continue;
                };
                boards += 1;
                let counts = counted[cell >> 6] >> (cell & 63) & 1 != 0;
                assert_eq!(counts, found == address, "{name} {address:?} {found:?}");
                for image in images(&board, layout.material().has_pawns()) {
                    assert_eq!(layout.locate(&image), Some(found), "{name} {board}");
                }
            }
        }
        assert!(boards > 1000, "{name}");
    }
}

#[test]
fn counted_slots_are_as_many_as_positions() {
    for name in ["KQvK", "KPvK", "KNNvK", "KPPvK"] {
        let layout = layout(name);
        let mut positions = 0u64;
        let mut seen: HashMap<Address, ()> = HashMap::new();
        for slice in 0..layout.slices() {
            for block in 0..layout.blocks() {
                let counted = layout.counted(slice, block);
                for slot in block * BLOCK_SLOTS..(block + 1) * BLOCK_SLOTS {
                    if counted[slot >> 6 & 63] >> (slot & 63) & 1 == 0 {
                        continue;
                    }
                    let address = Address { slice, slot };
                    let Some(board) = layout.board(address) else { continue };
                    let kings = [Color::White, Color::Black].map(|c| board.king_of(c).unwrap());
                    if kings[0].distance(kings[1]) > 1 {
                        positions += 1;
                        if slice == 0 {
                            assert!(seen.insert(address, ()).is_none());
                        }
                    }
                }
            }
        }
        assert_eq!(positions, layout.material().positions(), "{name}");
    }
}

#[test]
fn repeats_are_the_slots_that_do_not_count() {
    for name in ["KQvK", "KQRvK", "KBBvK", "KQQvKQ", "KBBBvK", "KPvKP", "KPPvK", "KNNvKP"] {
        let layout = layout(name);
        let slices = layout.slices();
        for slice in (0..slices).step_by((slices / 6).max(1)) {
            for block in (0..layout.blocks()).step_by((layout.blocks() / 97).max(1)) {
                let mut expected = Vec::new();
                for cell in 0..BLOCK_SLOTS {
                    let slot = block * BLOCK_SLOTS + cell;
                    let counts = layout.counted(slice, block)[cell >> 6] >> (cell & 63) & 1 != 0;
                    if !counts && let Some(counting) = layout.counting_slot(slice, slot) {
                        expected.push((cell, counting));
                    }
                }
                let mut found = Vec::new();
                layout.each_repeat(slice, block, |cell, counting| found.push((cell, counting)));
                assert_eq!(found, expected, "{name}, slice {slice}, block {block}");
            }
        }
    }
}
