//! Memory of the host that a card's kernels reach by themselves: a tenth as fast as its own, for what waits
//! long and is looked at seldom when the card is small.

use std::ffi::c_void;

use cudarc::driver::sys;

use super::arena::{Arena, rounded};

/// What is taken from the host at a time: taking is slow, because the pages must stay where they are.
const STEP: u64 = 1 << 30;

/// Stretches of the host's memory, handed out in pieces. They are given back when all is done.
#[derive(Default)]
pub struct Beside {
    stretches: Vec<(u64, Arena)>,
}

impl Beside {
    /// Bytes taken from the host.
    pub fn size(&self) -> u64 {
        self.stretches.iter().map(|(_, pieces)| pieces.size()).sum()
    }

    /// Whether an address is one of these.
    pub fn holds(&self, address: u64) -> bool {
        self.stretch(address).is_some()
    }

    /// The address of so many bytes, for this thread's context; `None` when the host has no more.
    pub fn take(&mut self, bytes: u64) -> Option<u64> {
        let taken = |(start, pieces): &mut (u64, Arena)| Some(*start + pieces.take(bytes)?);
        if let Some(address) = self.stretches.iter_mut().find_map(taken) {
            return Some(address);
        }
        let size = rounded(bytes).max(STEP);
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE | sys::CU_MEMHOSTALLOC_DEVICEMAP;
        let mut start: *mut c_void = std::ptr::null_mut();
        // SAFETY: the pointer is to a value that lives here.
        unsafe { sys::cuMemHostAlloc(&mut start, size as usize, flags) }.result().ok()?;
        let mut pieces = Arena::default();
        pieces.grow(size);
        let at = pieces.take(bytes)?;
        self.stretches.push((start as u64, pieces));
        Some(start as u64 + at)
    }

    /// Gives memory back to whoever asks next.
    pub fn give_back(&mut self, address: u64, bytes: u64) {
        if let Some(number) = self.stretch(address) {
            let (start, pieces) = &mut self.stretches[number];
            pieces.give_back(address - *start, bytes);
        }
    }

    fn stretch(&self, address: u64) -> Option<usize> {
        self.stretches
            .iter()
            .position(|(start, pieces)| (*start..*start + pieces.size()).contains(&address))
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        for (start, _) in &self.stretches {
            // Nothing can be done about a driver that refuses.
            // SAFETY: taken above, and nobody uses it any more.
            let _ = unsafe { sys::cuMemFreeHost(*start as *mut c_void) };
        }
    }
}
