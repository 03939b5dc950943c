//! Counting positions ply by ply: which slots count, and what came of it.

use nimzo_retro::Layout;
use nimzo_retro::sweep::Statistics;
use shakmaty::{ByColor, Color};

use crate::device::Memory;
use crate::error::Result;

/// Counts by ply, of all slices together.
pub fn read_tally(memory: &Memory) -> Result<ByColor<Statistics>> {
    let mut words = vec![0u64; memory.bytes() / 8];
    memory.read(0, &mut words)?;
    let mut found: ByColor<Statistics> = ByColor::default();
    for (number, pass) in words.as_chunks::<4>().0.iter().enumerate() {
        let (ply, wins) = (number / 2, number % 2 == 1);
        for (side, [count, first]) in
            [Color::White, Color::Black].into_iter().zip(pass.as_chunks::<2>().0)
        {
            if *count > 0 {
                let Statistics {
                    wins_by_plies, losses_by_plies, longest_win, longest_loss, ..
                } = &mut found[side];
                let (counts, longest) = match wins {
                    true => (wins_by_plies, longest_win),
                    false => (losses_by_plies, longest_loss),
                };
                counts.resize(ply + 1, 0);
                counts[ply] = *count;
                *longest = Some((ply as u32, *first as usize));
            }
        }
    }
    Ok(found)
}

/// Masks of counting slots by kind of frame and outer place, and the kind of each slice and frame.
pub fn counted_slots(layout: &Layout, slices: &[usize]) -> (Vec<u64>, Vec<u8>) {
    let places = layout.outer_places();
    let mut kinds: Vec<*const [u64; 64]> = Vec::new();
    let mut masks = Vec::new();
    let mut of_frames = Vec::new();
    for &slice in slices {
        for frame in 0..layout.frames().len() {
            let first = layout.counted(slice, frame * places);
            if first == &[0; 64] && places == 1 {
                of_frames.push(255);
                continue;
            }
            let known = kinds.iter().position(|&kind| std::ptr::eq(kind, first));
            let kind = known.unwrap_or_else(|| {
                kinds.push(first);
                for place in 0..places {
                    masks.extend(layout.counted(slice, frame * places + place));
                }
                kinds.len() - 1
            });
            of_frames.push(kind as u8);
        }
    }
    (masks, of_frames)
}
