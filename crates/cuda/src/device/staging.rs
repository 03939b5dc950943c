//! Memory of the host that a card copies from and to at its full speed. What is large goes through it piece by piece:
//! from elsewhere a card copies several times slower.

use std::ffi::c_void;

use cudarc::driver::sys;
use rayon::prelude::*;

/// Bytes of the memory.
const SIZE: usize = 256 << 20;
/// Fewer bytes are not worth the way round.
pub const WORTH_IT: usize = 32 << 20;
/// Bytes that a thread copies at a time.
const PART: usize = 1 << 20;

/// A stretch of such memory.
pub struct Staging {
    at: *mut u8,
}

// SAFETY: memory that whoever has this value may use from any thread.
unsafe impl Send for Staging {}

impl Staging {
    /// For this thread's context; `None` when the host has none to give.
    pub fn new() -> Option<Self> {
        let mut at: *mut c_void = std::ptr::null_mut();
        let flags = sys::CU_MEMHOSTALLOC_PORTABLE;
        // SAFETY: the pointer is to a value that lives here.
        unsafe { sys::cuMemHostAlloc(&mut at, SIZE, flags) }.result().ok()?;
        // SAFETY: so many bytes were just taken; from now on they are never uninitialised.
        unsafe { std::ptr::write_bytes(at.cast::<u8>(), 0, SIZE) };
        Some(Self { at: at.cast() })
    }

    fn bytes(&mut self) -> &mut [u8] {
        // SAFETY: taken and filled in `new`, and borrowed as long as this is.
        unsafe { std::slice::from_raw_parts_mut(self.at, SIZE) }
    }

    /// Copies from a card, piece by piece as `read` does it.
    pub fn read<E>(
        &mut self,
        to: &mut [u8],
        mut read: impl FnMut(usize, &mut [u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (piece, to) in to.chunks_mut(SIZE).enumerate() {
            let here = &mut self.bytes()[..to.len()];
            read(piece * SIZE, here)?;
            let parts = to.par_chunks_mut(PART).zip(here.par_chunks(PART));
            parts.for_each(|(to, from)| to.copy_from_slice(from));
        }
        Ok(())
    }

    /// Copies to a card, likewise.
    pub fn write<E>(
        &mut self,
        from: &[u8],
        mut write: impl FnMut(usize, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        for (piece, from) in from.chunks(SIZE).enumerate() {
            let here = &mut self.bytes()[..from.len()];
            let parts = here.par_chunks_mut(PART).zip(from.par_chunks(PART));
            parts.for_each(|(to, from)| to.copy_from_slice(from));
            write(piece * SIZE, here)?;
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Nothing can be done about a driver that refuses.
        // SAFETY: taken in `new`, and nobody uses it any more.
        let _ = unsafe { sys::cuMemFreeHost(self.at.cast()) };
    }
}
