//! Cells in a row, in memory from the [pool](super::pool).

use std::mem::ManuallyDrop;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU64, Ordering};

use super::pool::{Raw, TOO_LARGE};

/// A number that may lie in a [`Buffer`]: any bits are a value of it, and all zero ones its default.
/// There are no others: a buffer hands out memory that others have used before.
pub trait Cell: Copy + Default + Send + Sync + sealed::Number + 'static {}

mod sealed {
    pub trait Number {}

    impl Number for u8 {}
    impl Number for u16 {}
    impl Number for u64 {}
}

impl<T: Copy + Default + Send + Sync + sealed::Number + 'static> Cell for T {}

/// A fixed number of cells, aligned for the widest loads.
pub struct Buffer<T: Cell> {
    start: *mut T,
    len: usize,
    raw: ManuallyDrop<Raw>,
}

// SAFETY: a buffer owns its cells, which are plain numbers.
unsafe impl<T: Cell> Send for Buffer<T> {}
// SAFETY: shared access only reads.
unsafe impl<T: Cell> Sync for Buffer<T> {}

impl<T: Cell> Buffer<T> {
    /// Cells that are all zero.
    pub fn zeroed(len: usize) -> Self {
        let (mut buffer, clean) = Self::take(len);
        if !clean {
            buffer.fill(T::default());
        }
        buffer
    }

    /// Cells with any values: those left over from whoever had the memory before.
    pub fn unfilled(len: usize) -> Self {
        Self::take(len).0
    }

    fn take(len: usize) -> (Self, bool) {
        let bytes = len.checked_mul(size_of::<T>()).expect(TOO_LARGE);
        let (raw, clean) = Raw::take(bytes);
        (Self { start: raw.start.cast(), len, raw: ManuallyDrop::new(raw) }, clean)
    }
}

/// A buffer that several threads fill at once, each a part of its own.
///
/// Nothing is read or written but through the parts, and no part is handed out for writing while
/// somebody else has a reference into it: that is what its users promise.
pub struct SharedBuffer<T: Cell>(Buffer<T>);

impl<T: Cell> From<Buffer<T>> for SharedBuffer<T> {
    fn from(buffer: Buffer<T>) -> Self {
        Self(buffer)
    }
}

impl<T: Cell> From<SharedBuffer<T>> for Buffer<T> {
    fn from(shared: SharedBuffer<T>) -> Self {
        shared.0
    }
}

impl<T: Cell> SharedBuffer<T> {
    /// Where the `N` cells from `start` on are.
    #[inline(always)]
    fn at<const N: usize>(&self, start: usize) -> *mut [T; N] {
        debug_assert!(start + N <= self.0.len);
        self.0.start.wrapping_add(start).cast()
    }

    /// The `N` cells from `start` on.
    ///
    /// # Safety
    /// They are within the buffer, and nobody writes any of them while the reference lives.
    #[inline(always)]
    pub unsafe fn part<const N: usize>(&self, start: usize) -> &[T; N] {
        // SAFETY: by the caller's promise; the cells are initialised, whatever their values.
        unsafe { &*self.at(start) }
    }

    /// The `N` cells from `start` on, to be written.
    ///
    /// # Safety
    /// They are within the buffer, and nobody else has a reference into them while this one lives.
    #[inline(always)]
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn part_mut<const N: usize>(&self, start: usize) -> &mut [T; N] {
        // SAFETY: by the caller's promise. The pointer is the one that the memory was taken with, so
        // writing through it is allowed.
        unsafe { &mut *self.at(start) }
    }

    /// Has the `N` cells from `start` on brought nearer, before they are read.
    #[inline(always)]
    pub fn prefetch<const N: usize>(&self, start: usize) {
        #[cfg(target_arch = "x86_64")]
        for line in (0..N * size_of::<T>()).step_by(64) {
            // SAFETY: a hint, which reads nothing.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T0>(self.at::<N>(start).cast::<i8>().wrapping_add(line));
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = start;
    }
}

impl SharedBuffer<u64> {
    /// Adds bits to a word, whoever else adds some in the same way.
    ///
    /// Panics if there is no such word.
    ///
    /// # Safety
    /// Nobody has a reference to the word while it is called.
    pub unsafe fn raise(&self, word: usize, bits: u64) {
        assert!(word < self.0.len);
        // SAFETY: the word is within the buffer and aligned, and only such calls have to do with it now.
        unsafe { AtomicU64::from_ptr(self.0.start.wrapping_add(word)) }
            .fetch_or(bits, Ordering::Relaxed);
    }
}

impl<T: Cell> AsMut<[T]> for SharedBuffer<T> {
    fn as_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T: Cell> Deref for Buffer<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        // SAFETY: `start` points to at least `len` initialised cells.
        unsafe { std::slice::from_raw_parts(self.start, self.len) }
    }
}

impl<T: Cell> DerefMut for Buffer<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        // SAFETY: as above, and `self` is borrowed alone.
        unsafe { std::slice::from_raw_parts_mut(self.start, self.len) }
    }
}

impl<T: Cell> Drop for Buffer<T> {
    fn drop(&mut self) {
        // SAFETY: taken once, here.
        unsafe { ManuallyDrop::take(&mut self.raw) }.put_back();
    }
}

impl<T: Cell> Clone for Buffer<T> {
    fn clone(&self) -> Self {
        let mut copy = Self::unfilled(self.len);
        copy.copy_from_slice(self);
        copy
    }
}

impl<T: Cell> std::fmt::Debug for Buffer<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Buffer({} cells)", self.len)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pool::{LARGE, release};
    use super::*;

    /// Cells that the ordinary allocator has no room for.
    const MANY: usize = 2 * LARGE / size_of::<u64>() + 1000;

    #[test]
    fn used_memory_comes_back_clean_when_asked() {
        for len in [10, MANY] {
            for _ in 0..3 {
                let mut buffer = Buffer::<u64>::zeroed(len);
                assert!(buffer.iter().all(|&cell| cell == 0));
                assert_eq!(buffer.as_ptr() as usize % 64, 0);
                buffer.fill(7);
            }
        }
        release();
    }

    #[test]
    fn threads_fill_parts_of_a_shared_buffer() {
        const PART: usize = 64;
        for parts in [3, MANY / PART] {
            let shared = SharedBuffer::from(Buffer::<u64>::unfilled(parts * PART));
            std::thread::scope(|scope| {
                for first in 0..3 {
                    let shared = &shared;
                    scope.spawn(move || {
                        for part in (first..parts).step_by(3) {
                            // SAFETY: every thread has parts of its own.
                            let cells = unsafe { shared.part_mut::<PART>(part * PART) };
                            cells.fill(part as u64);
                            // SAFETY: the reference above is no longer used.
                            let [cell] = unsafe { shared.part(part * PART + PART - 1) };
                            assert_eq!(*cell, part as u64);
                        }
                    });
                }
            });
            let buffer = Buffer::from(shared);
            assert!(buffer.iter().enumerate().all(|(i, &cell)| cell == (i / PART) as u64));
        }
    }

    #[test]
    #[should_panic(expected = "within the address space")]
    fn a_size_that_overflows_is_refused() {
        Buffer::<u64>::zeroed(usize::MAX / 8 + 2);
    }
}
