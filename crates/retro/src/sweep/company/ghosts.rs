//! Frames of others that are read here.
//!
//! Of each the positions that are not won are kept like those of one's own frames. Losses are read in the
//! pass after the one that found them and never again, and most plies find few: they are kept as they
//! were sent.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use shakmaty::{ByColor, Color};

use super::{Sharing, changes};
use crate::kernel::Block;
use crate::layout::Layout;

/// The frames, in the sets of White and of Black.
pub(crate) struct Ghosts {
    pub frames: ByColor<Vec<u16>>,
    /// Which of them each frame is, from 1; 0 for others.
    ranks: ByColor<Vec<u16>>,
    places: usize,
}

impl Ghosts {
    pub fn new(layout: &Layout, sharing: &Sharing, me: usize) -> Self {
        let frames = ByColor::new_with(|side| sharing.ghosts_of(me, side));
        let ranks = frames.as_ref().map(|frames| {
            let mut ranks = vec![0; layout.frames().len()];
            (1..).zip(frames).for_each(|(rank, &frame)| ranks[usize::from(frame)] = rank);
            ranks
        });
        Self { frames, ranks, places: layout.outer_places() }
    }

    /// Whether a frame is read here.
    pub fn has(&self, side: Color, frame: usize) -> bool {
        self.ranks[side].get(frame).is_some_and(|&rank| rank > 0)
    }

    /// The number of a block among those of the ghosts.
    #[inline(always)]
    fn number(&self, side: Color, frame: usize, block: usize) -> Option<usize> {
        let rank = usize::from(*self.ranks[side].get(frame)?);
        rank.checked_sub(1).map(|rank| rank * self.places + block % self.places)
    }
}

/// What was found lost in ghosts at one ply.
pub(crate) struct GhostLosses {
    messages: Vec<Vec<u8>>,
    /// Those of the ply under way, which nobody reads yet.
    coming: Mutex<Vec<Vec<u8>>>,
    /// Message and place in it of each block that has losses; of the others it means nothing.
    index: ByColor<Vec<AtomicU64>>,
}

impl GhostLosses {
    pub fn new(ghosts: &Ghosts) -> Self {
        let blocks = |frames: &Vec<u16>| frames.len() * ghosts.places;
        let index = ghosts.frames.as_ref().map(blocks);
        let index = index.map(|blocks| (0..blocks).map(|_| AtomicU64::new(0)).collect());
        Self { messages: Vec::new(), coming: Mutex::default(), index }
    }

    /// Forgets the losses of an earlier ply.
    pub fn clear(&mut self) {
        self.messages = Vec::new();
    }

    /// A number for a message.
    pub fn expect(&self) -> usize {
        let mut coming = self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        coming.push(Vec::new());
        coming.len() - 1
    }

    /// Notes in which message, and where in it, the losses of a block are.
    pub fn note(
        &self,
        ghosts: &Ghosts,
        side: Color,
        frame: usize,
        block: usize,
        (message, at): (usize, usize),
    ) {
        if let Some(number) = ghosts.number(side, frame, block) {
            self.index[side][number].store((message as u64) << 32 | at as u64, Ordering::Relaxed);
        }
    }

    /// Keeps a message that was expected.
    pub fn keep(&self, message: usize, bytes: Vec<u8>) {
        self.coming.lock().unwrap_or_else(PoisonError::into_inner)[message] = bytes;
    }

    /// The ply is over: from now on its losses are read.
    pub fn settle(&mut self) {
        let coming = self.coming.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.messages = std::mem::take(coming);
    }

    /// Where the losses of a block are that has some; `None` if it is no ghost's.
    #[inline(always)]
    pub fn place(&self, ghosts: &Ghosts, side: Color, frame: usize, block: usize) -> Option<u64> {
        let number = ghosts.number(side, frame, block)?;
        Some(self.index[side][number].load(Ordering::Relaxed))
    }

    /// Adds the losses of a place to a block.
    #[inline(never)]
    pub fn add(&self, place: u64, block: &mut Block) {
        let message = self.messages.get((place >> 32) as usize);
        let bytes = message.and_then(|bytes| bytes.get(place as u32 as usize..)).unwrap_or(&[]);
        // What came was looked through when it was worked off.
        let _ = changes::each_row(bytes, |row, word| block[row] |= word);
    }
}
