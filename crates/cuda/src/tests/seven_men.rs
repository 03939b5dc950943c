//! Three outer men and like men in a block. Whole classes of seven men are too large for a test: classes of fewer are
//! solved with like men in the block, and of seven men single blocks are held to moves made one by one.

use std::collections::{BTreeMap, BTreeSet};

use memmap2::{MmapMut, MmapOptions};
use nimzo_chess::{Material, Metric};
use nimzo_retro::consistency::Sample;
use nimzo_retro::layout::{BLOCK_SLOTS, Layout, Squares};
use nimzo_retro::sweep::layout_of;
use nimzo_work::Task;
use shakmaty::{Bitboard, Color, Piece, Square, attacks};

use super::counted_equal;
use crate::card::{Card, bytes_to_count};
use crate::device::emulated::Emulated;
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Error;
use crate::inputs::structures::Sweep;
use crate::inputs::tables::Tables;

#[test]
fn like_men_in_a_block_are_counted_as_by_the_processor() {
    for name in ["KRRvK", "KNNvK", "KQQvK"] {
        counted_equal(name, Metric::Dtc);
    }
    counted_equal("KQvKR", Metric::Dtz);
}

/// By itself, so that two cores share the work.
#[test]
fn like_men_in_a_block_are_counted_as_by_the_processor_with_a_man_outside() {
    counted_equal("KBBvKN", Metric::Dtc);
}

#[test]
fn positions_follow_from_their_successors() {
    for (name, count, expected) in [("KRRvK", 3000, 6000), ("KQvKR", 2000, 4000)] {
        let class: Material = name.parse().unwrap();
        let sample = Sample::new(layout_of(class).unwrap(), count, 1);
        let mut card = Card::new(Emulated::device()).unwrap();
        let (_, checked, _) =
            card.count_and_check(class, Metric::Dtc, &sample, &Task::silent()).unwrap();
        assert_eq!((checked.wrong, &checked.first), (0, &None), "{name}");
        assert_eq!(checked.positions.iter().sum::<u64>(), expected, "{name}");
        assert!(checked.moves > 10 * expected, "{name}");
    }
}

#[test]
fn of_seven_men_is_refused_what_no_card_solves() {
    let mut card = Card::new(Emulated::device()).unwrap();
    let mut count = |name: &str, metric| {
        card.count(name.parse().unwrap(), metric, &Task::silent()).map(drop).unwrap_err()
    };
    assert!(matches!(count("KRRNvKRR", Metric::Dtm), Error::OnlyCounted { .. }));
    let refused = count("KQRBvKRN", Metric::Dtc);
    assert!(matches!(refused, Error::NoTwins { .. }), "{refused}");
    // Eight sets of half a bit to a slot, and less than 6 GiB of results below.
    let bytes = bytes_to_count("KRRNvKRR".parse().unwrap(), Metric::Dtc).unwrap();
    assert!((117 << 30..130 << 30).contains(&bytes), "{bytes}");
}

/// Memory of which only those pages are there that something is written to.
struct Sparse {
    at: *mut u64,
    mapped: MmapMut,
}

impl Sparse {
    fn new(bytes: usize) -> Self {
        let mut mapped = MmapOptions::new().len(bytes).no_reserve_swap().map_anon().unwrap();
        Self { at: mapped.as_mut_ptr().cast(), mapped }
    }

    fn address(&self) -> u64 {
        self.at as u64
    }

    #[allow(clippy::mut_from_ref)] // as of memory of a device
    fn words(&self, at: usize, count: usize) -> &mut [u64] {
        assert!((at + count) * 8 <= self.mapped.len());
        // SAFETY: within the memory; the test has one thread and drops what it borrows before it asks again.
        unsafe { std::slice::from_raw_parts_mut(self.at.add(at), count) }
    }
}

/// A block of a class of seven men with like men in it, and bits at random that are the same with both exchanged.
struct Blocks<'a> {
    layout: &'a Layout,
}

fn hash(kind: u64, slot: usize) -> u64 {
    let mut x = (slot as u64) ^ kind << 56;
    for _ in 0..2 {
        x = (x ^ x >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
    x ^ x >> 29
}

impl Blocks<'_> {
    /// Whether a slot is in the set of a kind, one slot of so many.
    fn has(&self, kind: u64, one_of: u64, slot: usize) -> bool {
        let (block, row, column) = (slot / BLOCK_SLOTS, slot >> 6 & 63, slot & 63);
        let (first, last) = (row.min(column), row.max(column));
        let one = block * BLOCK_SLOTS + first * 64 + last;
        first != last && hash(kind, one).is_multiple_of(one_of)
    }

    /// Where half of a block keeps the bit of a row and a column: the word, and the place in it.
    fn place(row: usize, column: usize) -> (usize, usize) {
        let (first, last) = (row.min(column), row.max(column));
        match (first < 32, last < 32) {
            (true, false) => (first, last - 32),
            (true, true) => (first, 32 + last),
            _ => (last - 32, first),
        }
    }

    /// Writes a block of a set; tells which rows hold anything.
    fn fill(&self, field: &Sparse, block: usize, kind: u64, one_of: u64) -> u64 {
        let words = field.words(block * 32, 32);
        words.fill(0);
        let mut rows = 0;
        for cell in 0..BLOCK_SLOTS {
            let (row, column) = (cell >> 6, cell & 63);
            if self.has(kind, one_of, block * BLOCK_SLOTS + cell) {
                let (word, place) = Self::place(row, column);
                words[word] |= 1 << place;
                rows |= 1 << row;
            }
        }
        rows
    }

    fn reads(field: &Sparse, block: usize, cell: usize) -> bool {
        let (row, column) = (cell >> 6, cell & 63);
        let (word, place) = Self::place(row, column);
        row != column && field.words(block * 32 + word, 1)[0] >> place & 1 != 0
    }

    /// The slots that moves of a side lead to with the men on these squares, whatever stands there.
    fn moves(&self, men: &Squares, side: Color) -> Vec<usize> {
        let own = &men[..self.layout.men().len()];
        let occupied = own.iter().fold(0u64, |set, &square| set | 1 << square);
        let mut found = Vec::new();
        for (number, man) in self.layout.men().iter().enumerate() {
            if man.side != side {
                continue;
            }
            let piece = Piece { color: side, role: man.role };
            let from = Square::new(men[number].into());
            for to in attacks::attacks(from, piece, Bitboard(occupied)) {
                let mut after = *men;
                after[number] = u32::from(to) as u8;
                found.extend(self.layout.slot(&after));
            }
        }
        found
    }

    /// The squares of a slot, where all men stand on different ones.
    fn distinct(&self, slot: usize) -> Option<Squares> {
        let men = self.layout.squares(slot);
        let own = &men[..self.layout.men().len()];
        let set: BTreeSet<u8> = own.iter().copied().collect();
        (set.len() == own.len()).then_some(men)
    }

    /// How kernels number a block.
    fn number(&self, block: usize) -> usize {
        let places = self.layout.outer_places();
        let [first, second, third] = self.layout.outer_squares(block % places).map(usize::from);
        (block / places) << 18 | first << 12 | second << 6 | third
    }

    /// Flags a block, for both orders of a folded pair.
    fn flag(&self, flags: &mut [u64], block: usize) {
        let number = self.number(block);
        let (frame, outer) = (number >> 18, number & 0x3ffff);
        let exchanged = (outer >> 6 & 63) << 12 | outer >> 12 << 6 | outer & 63;
        for outer in [outer, if self.layout.is_folded() { exchanged } else { outer }] {
            flags[frame * 4096 + (outer >> 6)] |= 1 << (outer & 63);
        }
    }
}

/// Kernels on single blocks of a class of seven men.
fn single_blocks(name: &str, trials: u64) {
    let layout = layout_of(name.parse().unwrap()).unwrap();
    let device = Emulated::device();
    let tables = Tables::new(&device).unwrap();
    let blocks = Blocks { layout: &layout };
    let new = || [Sparse::new(layout.blocks() * 256), Sparse::new(layout.blocks() * 256)];
    let (open, unwon, lost) = (new(), new(), new());
    let rows = [Sparse::new(layout.blocks() * 8), Sparse::new(layout.blocks() * 8)];
    let addresses = |of: &[Sparse; 2]| [of[0].address(), of[1].address()];
    let words = layout.frames().len() * 4096;
    let pawns = Memory::of(&device, &[0u64; 2]).unwrap();
    let list = Memory::zeroed(&device, 64).unwrap();
    let listed = Memory::of(&device, &[1u32, 0]).unwrap();
    let flags = || [(); 2].map(|()| Memory::zeroed(&device, words * 8).unwrap());
    let (lost_flags, won_flags, alive) = (flags(), flags(), flags());
    let at = |of: &[Memory; 2]| [of[0].address(), of[1].address()];
    // SAFETY: numbers and addresses that nothing reads where they are 0.
    let nothing: Sweep = unsafe { std::mem::zeroed() };
    let arguments = Sweep {
        class: tables.class(&layout).unwrap(),
        slices: 1,
        pawns: pawns.address(),
        open: addresses(&open),
        unwon: addresses(&unwon),
        lost: addresses(&lost),
        lost_flags: at(&lost_flags),
        lost_rows: addresses(&rows),
        won_flags: at(&won_flags),
        alive: at(&alive),
        list: list.address(),
        listed: listed.address(),
        ..nothing
    };
    let mut seen = 0;
    for trial in 0.. {
        if seen == trials {
            break;
        }
        let block = hash(9, trial as usize) as usize % layout.blocks();
        let side = Color::from_white(trial % 2 == 0);
        let (own, enemy) = (side.fold_wb(0, 1), side.fold_wb(1, 0));
        let cells = (0..BLOCK_SLOTS).filter_map(|cell| {
            Some((cell, blocks.moves(&blocks.distinct(block * BLOCK_SLOTS + cell)?, side)))
        });
        let cells: BTreeMap<usize, Vec<usize>> = cells.collect();
        if cells.is_empty() {
            continue;
        }
        seen += 1;
        list.write(0, &[blocks.number(block) as u32 | (own as u32) << 31]).unwrap();
        let reached: BTreeSet<usize> =
            cells.values().flatten().map(|slot| slot / BLOCK_SLOTS).chain([block]).collect();
        let kind = 16 * trial;
        let mut of_flags = vec![0u64; words];
        for &reached in &reached {
            blocks.fill(&unwon[enemy], reached, kind, 20);
            let filled = blocks.fill(&lost[enemy], reached, kind + 1, 40);
            rows[enemy].words(reached, 1)[0] = filled;
            blocks.flag(&mut of_flags, reached);
        }
        lost_flags[enemy].write(0, &of_flags).unwrap();
        blocks.fill(&open[own], block, kind + 2, 2);
        let is_open = |cell| blocks.has(kind + 2, 2, block * BLOCK_SLOTS + cell);
        device_launch(&*device, Kernel::TwinLosses, &arguments);
        let (mut losses, mut wins) = (0, 0);
        for (&cell, moves) in &cells {
            let loses = !moves.iter().any(|&slot| blocks.has(kind, 20, slot));
            let expected = is_open(cell) && loses;
            assert_eq!(Blocks::reads(&lost[own], block, cell), expected, "{name} {block} {cell}");
            let left = is_open(cell) && !loses;
            assert_eq!(Blocks::reads(&open[own], block, cell), left, "{name} {block} {cell}");
            losses += u32::from(expected);
        }
        // Wins, of a block whose open positions are there again.
        blocks.fill(&open[own], block, kind + 2, 2);
        blocks.fill(&unwon[own], block, kind + 3, 1);
        device_launch(&*device, Kernel::TwinWins, &arguments);
        for (&cell, moves) in &cells {
            let won = is_open(cell) && moves.iter().any(|&slot| blocks.has(kind + 1, 40, slot));
            assert_eq!(Blocks::reads(&unwon[own], block, cell), !won, "{name} {block} {cell}");
            wins += u32::from(won);
        }
        assert!(losses > 50 && wins > 50, "{name}: {losses} {wins}");
    }
    // From where a move may lead into a flagged block.
    let all: Vec<u64> = vec![!0; words];
    let listed_blocks = Sparse::new(8 * words * 64);
    let arguments = Sweep { list: listed_blocks.address(), ..arguments };
    alive.iter().for_each(|alive| alive.write(0, &all).unwrap());
    let mut of_flags = vec![0u64; words];
    let mut expected = BTreeSet::new();
    let flagged: BTreeSet<usize> =
        (0..8).map(|trial| hash(7, trial) as usize % layout.blocks()).collect();
    for &block in &flagged {
        blocks.flag(&mut of_flags, block);
        for cell in (0..BLOCK_SLOTS).step_by(37) {
            let Some(men) = blocks.distinct(block * BLOCK_SLOTS + cell) else { continue };
            for side in Color::ALL {
                // Men come from where they go to, or where both kings stand on the diagonal to its image.
                for slot in blocks.moves(&men, side) {
                    let Some(before) = blocks.distinct(slot) else { continue };
                    let goes = |slot: &usize| flagged.contains(&(slot / BLOCK_SLOTS));
                    if blocks.moves(&before, side).iter().any(goes) {
                        let number = blocks.number(slot / BLOCK_SLOTS);
                        expected.insert(number as u32 | side.fold_wb(0, 1 << 31));
                    }
                }
            }
        }
    }
    lost_flags.iter().for_each(|flags| flags.write(0, &of_flags).unwrap());
    listed.write(0, &[0u32, 0]).unwrap();
    device_launch(&*device, Kernel::TwinWinCandidates, &arguments);
    let mut count = [0u32];
    listed.read(0, &mut count).unwrap();
    let found = listed_blocks.words(0, count[0].div_ceil(2) as usize);
    let found: BTreeSet<u32> =
        found.iter().flat_map(|&two| [two as u32, (two >> 32) as u32]).collect();
    assert!(expected.len() > 100, "{name}: {}", expected.len());
    let missing: Vec<&u32> = expected.difference(&found).collect();
    assert!(missing.is_empty(), "{name}: {} of {} missing", missing.len(), expected.len());
    assert!(found.len() < 40 * expected.len(), "{name}: {} listed", found.len());
}

fn device_launch(device: &dyn Device, kernel: Kernel, arguments: &Sweep) {
    launch(device, kernel, arguments, 1).unwrap();
}

#[test]
fn blocks_of_seven_men_equal_moves_one_by_one() {
    single_blocks("KRRNvKRR", 8);
    single_blocks("KQRRvKNN", 4);
}
