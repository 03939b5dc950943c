//! A finished slice of which each member has its own frames, brought together at the first one.

use std::sync::Arc;

use shakmaty::{ByColor, Color};

use super::{Sharing, Together, Unreadable};
use crate::Error;
use crate::kernel::Block;
use crate::layout::{BLOCK_SLOTS, BLOCK_WORDS, Layout};
use crate::planes::Cells;
use crate::sweep::children::FinishedSlice;
use crate::sweep::children::stalemates::Stalemates;

/// About the most that a member sends at once.
const AT_ONCE: usize = 32 << 20;

/// Gives the first member the values that the others have of their frames.
pub(crate) fn gather(
    finished: &mut FinishedSlice,
    layout: &Layout,
    together: Together<'_>,
    sharing: &Sharing,
) -> Result<(), Error> {
    let (me, size) = (together.company.me(), together.company.size());
    let frames: Vec<Vec<u16>> = (0..size).map(|member| sharing.frames_of(member)).collect();
    let places = layout.outer_places();
    let mut planes = planes_of(finished);
    let frame_bytes: usize = planes.iter().map(|plane| plane.frame_bytes(places)).sum();
    let at_once = (AT_ONCE / frame_bytes).max(1);
    let rounds = frames.iter().skip(1).map(|own| own.len().div_ceil(at_once)).max().unwrap_or(0);
    for round in 0..rounds {
        let some = |member: usize| frames[member].chunks(at_once).nth(round).unwrap_or(&[]);
        let mut outgoing = vec![Vec::new(); size];
        if me != 0 {
            for &frame in some(me) {
                for plane in &planes {
                    plane.read(usize::from(frame), places, &mut outgoing[0]);
                }
            }
        }
        let incoming = together.company.exchange(outgoing)?;
        for (member, message) in incoming.iter().enumerate().skip(1).filter(|_| me == 0) {
            let mut rest = &message[..];
            if rest.len() != some(member).len() * frame_bytes {
                return Err(Unreadable(member).into());
            }
            for &frame in some(member) {
                for plane in &mut planes {
                    let (bytes, after) = rest.split_at(plane.frame_bytes(places));
                    plane.write(usize::from(frame), places, bytes);
                    rest = after;
                }
            }
        }
    }
    gather_stalemates(&mut finished.stalemates, together)
}

/// One plane of a slice.
pub(super) enum Plane<'a> {
    Bits(&'a mut [u64]),
    Narrow(&'a mut [u8]),
    Wide(&'a mut [u16]),
}

impl Plane<'_> {
    /// Bytes of a frame of so many blocks.
    pub fn frame_bytes(&self, places: usize) -> usize {
        places
            * match self {
                Self::Bits(_) => 8 * BLOCK_WORDS,
                Self::Narrow(_) => BLOCK_SLOTS,
                Self::Wide(_) => 2 * BLOCK_SLOTS,
            }
    }

    /// Writes a frame behind others.
    pub fn read(&self, frame: usize, places: usize, out: &mut Vec<u8>) {
        let (words, slots) = (places * BLOCK_WORDS, places * BLOCK_SLOTS);
        match self {
            Self::Bits(plane) => {
                out.extend(
                    plane[frame * words..][..words].iter().flat_map(|word| word.to_le_bytes()),
                );
            }
            Self::Narrow(plane) => out.extend_from_slice(&plane[frame * slots..][..slots]),
            Self::Wide(plane) => {
                out.extend(
                    plane[frame * slots..][..slots].iter().flat_map(|cell| cell.to_le_bytes()),
                );
            }
        }
    }

    /// Takes a frame as it was written.
    pub fn write(&mut self, frame: usize, places: usize, bytes: &[u8]) {
        let (words, slots) = (places * BLOCK_WORDS, places * BLOCK_SLOTS);
        match self {
            Self::Bits(plane) => {
                let (chunks, _) = bytes.as_chunks::<8>();
                let into = plane[frame * words..][..words].iter_mut();
                into.zip(chunks).for_each(|(word, &bytes)| *word = u64::from_le_bytes(bytes));
            }
            Self::Narrow(plane) => plane[frame * slots..][..slots].copy_from_slice(bytes),
            Self::Wide(plane) => {
                let (chunks, _) = bytes.as_chunks::<2>();
                let into = plane[frame * slots..][..slots].iter_mut();
                into.zip(chunks).for_each(|(cell, &bytes)| *cell = u16::from_le_bytes(bytes));
            }
        }
    }
}

/// All planes of a slice, in an order that all members have.
fn planes_of(finished: &mut FinishedSlice) -> Vec<Plane<'_>> {
    const NEW: &str = "a slice that has just been finished has one owner";
    let mut planes = Vec::new();
    let values = &mut finished.values;
    for side in Arc::get_mut(&mut values.wdl).expect(NEW).iter_mut() {
        planes.extend([&mut side.win, &mut side.draw, &mut side.loss].map(|p| Plane::Bits(p)));
    }
    for side in values.rule.iter_mut().flat_map(|both| Arc::get_mut(both).expect(NEW).iter_mut()) {
        planes.extend([&mut side.win, &mut side.loss].map(|plane| Plane::Bits(plane)));
    }
    for (_, depths) in &mut values.depths {
        for plane in depths.iter_mut().flat_map(|both| Arc::get_mut(both).expect(NEW).iter_mut()) {
            planes.push(match &mut plane.cells {
                Cells::Narrow(cells) => Plane::Narrow(cells),
                Cells::Wide(cells) => Plane::Wide(cells),
            });
        }
    }
    planes
}

/// Side, block, positions.
const STALEMATE_BYTES: usize = 1 + 4 + 8 * BLOCK_WORDS;

fn gather_stalemates(
    stalemates: &mut ByColor<Stalemates>,
    together: Together<'_>,
) -> Result<(), Error> {
    let mut outgoing = vec![Vec::new(); together.company.size()];
    for (side, found) in stalemates.as_ref().zip_color() {
        for (number, block) in found.blocks() {
            outgoing[0].push(u8::from(side.is_white()));
            outgoing[0].extend(number.to_le_bytes());
            outgoing[0].extend(block.iter().flat_map(|word| word.to_le_bytes()));
        }
    }
    let incoming = together.company.exchange(outgoing)?;
    if together.company.me() != 0 {
        return Ok(());
    }
    let mut all: ByColor<Vec<(u32, Block)>> = ByColor::default();
    for (member, message) in incoming.iter().enumerate() {
        let (records, rest) = message.as_chunks::<STALEMATE_BYTES>();
        if !rest.is_empty() {
            return Err(Unreadable(member).into());
        }
        for record in records {
            let (number, words) = record[1..].split_first_chunk().ok_or(Unreadable(member))?;
            let (words, _) = words.as_chunks::<8>();
            let block = std::array::from_fn(|row| u64::from_le_bytes(words[row]));
            all[Color::from_white(record[0] != 0)].push((u32::from_le_bytes(*number), block));
        }
    }
    *stalemates = all.map(Stalemates::new);
    Ok(())
}
