//! The part of a slice that is swept here: all of it, or one's own frames.

use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::{Sharing, Together, Unreadable, changes};
use crate::Error;
use crate::kernel::Block;
use crate::layout::Layout;

/// The frames that are swept here.
pub(crate) struct Part<'a> {
    pub frames: Vec<u16>,
    /// For White and for Black, in groups within which only that side's king moves.
    pub groups: ByColor<Vec<Vec<u16>>>,
    pub others: Option<Others<'a>>,
}

/// Those who sweep the other frames.
pub(crate) struct Others<'a> {
    together: Together<'a>,
    sharing: &'a Sharing,
    /// Frames of theirs that are read here, in the sets of White and of Black.
    pub ghosts: ByColor<Vec<u16>>,
    /// What each is to be told after the pass.
    outboxes: Vec<Mutex<Vec<u8>>>,
}

impl<'a> Part<'a> {
    /// The frames of a member, or all.
    pub fn new(layout: &Layout, shared: Option<(Together<'a>, &'a Sharing)>) -> Self {
        let all = layout.frames();
        let Some((together, sharing)) = shared else {
            let frames = (0..all.len() as u16).collect();
            return Self { frames, groups: all.groups.clone(), others: None };
        };
        let me = together.company.me();
        let frames = sharing.frames_of(me);
        let own = |group: &Vec<u16>| -> Vec<u16> {
            group.iter().copied().filter(|frame| frames.binary_search(frame).is_ok()).collect()
        };
        let groups = all
            .groups
            .as_ref()
            .map(|groups| groups.iter().map(own).filter(|group| !group.is_empty()).collect());
        let others = Others {
            ghosts: ByColor::new_with(|side| sharing.ghosts_of(me, side)),
            outboxes: (0..together.company.size()).map(|_| Mutex::default()).collect(),
            together,
            sharing,
        };
        Self { frames, groups, others: Some(others) }
    }

    /// Notes new wins or losses of a block for those who read them.
    #[inline(always)]
    pub fn changed(&self, side: Color, frame: usize, outer: usize, new: &Block) {
        if let Some(others) = &self.others {
            let readers = others.sharing.readers(side, frame);
            if !readers.is_empty() {
                others.note(readers, side, frame, outer, new);
            }
        }
    }
}

impl Others<'_> {
    fn note(&self, readers: &[u16], side: Color, frame: usize, outer: usize, new: &Block) {
        let mut bytes = Vec::with_capacity(changes::MOST);
        changes::put(side, frame, outer, new, &mut bytes);
        for &reader in readers {
            let outbox = &self.outboxes[usize::from(reader)];
            outbox.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&bytes);
        }
    }

    /// After a pass: tells what has changed here, and shows `apply` every block that has changed
    /// elsewhere. Tells whether anything has changed anywhere.
    ///
    /// Blocks of one frame are shown one after the other, and all of them belong to others.
    pub fn exchange(
        &self,
        changed: bool,
        apply: impl Fn(Color, usize, usize, &Block) + Sync,
    ) -> Result<bool, Error> {
        let take = |outbox: &Mutex<Vec<u8>>| {
            let mut bytes = outbox.lock().unwrap_or_else(PoisonError::into_inner);
            bytes.push(u8::from(changed));
            std::mem::take(&mut *bytes)
        };
        let outgoing = self.outboxes.iter().map(take).collect();
        let incoming = self.together.company.exchange(outgoing)?;
        let me = self.together.company.me();
        let read = |(member, message): (usize, &Vec<u8>)| {
            let (&flag, mut rest) = message.split_last().ok_or(Unreadable(member))?;
            while let Some(change) = changes::take(&mut rest) {
                if self.sharing.owner(change.frame) != Some(member) || member == me {
                    return Err(Unreadable(member));
                }
                apply(change.side, change.frame, change.outer, &change.positions);
            }
            if rest.is_empty() { Ok(flag != 0) } else { Err(Unreadable(member)) }
        };
        let changed: Result<Vec<bool>, Unreadable> =
            incoming.par_iter().enumerate().map(read).collect();
        Ok(changed?.contains(&true))
    }

    /// The numbers that any member has, ascending.
    pub fn union(&self, numbers: &[u32]) -> Result<Vec<u32>, Error> {
        let mine: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let mut all = Vec::new();
        for message in self.together.tell_all(&mine)? {
            let (chunks, _) = message.as_chunks::<4>();
            all.extend(chunks.iter().map(|&bytes| u32::from_le_bytes(bytes)));
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }
}
