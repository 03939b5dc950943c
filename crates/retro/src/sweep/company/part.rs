//! The part of a slice that is swept here: all of it, or one's own frames.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::ghosts::{GhostLosses, Ghosts};
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
    /// Frames of theirs that are read here.
    pub ghosts: Ghosts,
    /// Losses found in them in the last pass, and in the one before where plies of both parities occur.
    pub losses: [GhostLosses; 2],
    /// What each is to be told after the pass.
    outboxes: Vec<Mutex<Outbox>>,
}

/// Bytes to be sent, in pieces of about this size: a large pass is told in several rounds, so that little is
/// on its way at a time.
const PIECE: usize = 2 << 20;

#[derive(Default)]
struct Outbox(VecDeque<Vec<u8>>);

impl Outbox {
    fn push(&mut self, bytes: &[u8]) {
        match self.0.back_mut().filter(|piece| piece.len() + bytes.len() <= PIECE) {
            Some(piece) => piece.extend_from_slice(bytes),
            None => self.0.push_back(bytes.to_vec()),
        }
    }
}

/// In the last byte of a message: whether the sender has changed anything in this pass, and whether there
/// is more of it to come.
const CHANGED: u8 = 1;
const MORE: u8 = 2;

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
        let ghosts = Ghosts::new(layout, sharing, me);
        let others = Others {
            losses: [GhostLosses::new(&ghosts), GhostLosses::new(&ghosts)],
            ghosts,
            outboxes: (0..together.company.size()).map(|_| Mutex::default()).collect(),
            together,
            sharing,
        };
        Self { frames, groups, others: Some(others) }
    }

    /// The frames in which the sets of a side are read here: those that are swept, and ghosts.
    pub fn frames_read(&self, side: Color) -> impl Iterator<Item = usize> {
        let ghosts = self.others.iter().flat_map(move |others| &others.ghosts.frames[side]);
        self.frames.iter().chain(ghosts).copied().map(usize::from)
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
            outbox.lock().unwrap_or_else(PoisonError::into_inner).push(&bytes);
        }
    }

    /// After a pass: tells what has changed here, and shows `visit` what the members have sent, some of it
    /// at a time. Tells whether anything has changed anywhere.
    fn exchange(
        &self,
        changed: bool,
        mut visit: impl FnMut(Vec<Vec<u8>>) -> Result<(), Unreadable>,
    ) -> Result<bool, Error> {
        let mut anywhere = false;
        loop {
            let mut rest = false;
            let mut take = |outbox: &Mutex<Outbox>| {
                let mut outbox = outbox.lock().unwrap_or_else(PoisonError::into_inner);
                let piece = outbox.0.pop_front().unwrap_or_default();
                rest |= !outbox.0.is_empty();
                piece
            };
            let mut outgoing: Vec<Vec<u8>> = self.outboxes.iter().map(&mut take).collect();
            let flags = if changed { CHANGED } else { 0 } | if rest { MORE } else { 0 };
            outgoing.iter_mut().for_each(|message| message.push(flags));
            let mut incoming = self.together.company.exchange(outgoing)?;
            let mut more = false;
            for (member, message) in incoming.iter_mut().enumerate() {
                let flags = message.pop().ok_or(Unreadable(member))?;
                anywhere |= flags & CHANGED != 0;
                more |= flags & MORE != 0;
            }
            visit(incoming)?;
            if !more {
                return Ok(anywhere);
            }
        }
    }

    /// After a winning pass: shows `apply` the new wins of every block of a ghost that has changed. Tells
    /// whether anything has changed anywhere.
    ///
    /// Blocks of one frame are shown one after the other.
    pub fn exchange_wins(
        &self,
        changed: bool,
        apply: impl Fn(Color, usize, usize, &Block) + Sync,
    ) -> Result<bool, Error> {
        self.exchange(changed, |incoming| {
            incoming.par_iter().enumerate().try_for_each(|(member, message)| {
                let mut rest = &message[..];
                while let Some(change) = changes::take(&mut rest) {
                    if self.sharing.owner(change.frame) != Some(member) {
                        return Err(Unreadable(member));
                    }
                    if self.ghosts.has(change.side, change.frame) {
                        apply(change.side, change.frame, change.outer, &change.positions);
                    }
                }
                if rest.is_empty() { Ok(()) } else { Err(Unreadable(member)) }
            })
        })
    }

    /// After a losing pass: keeps the losses of every block of a ghost that has changed, in the place of those
    /// that this turn had before. Shows `found` the blocks, as [`GhostLosses::keep`] does.
    pub fn exchange_losses(
        &mut self,
        changed: bool,
        turn: usize,
        found: impl Fn(Color, usize, usize) -> Option<usize> + Sync,
    ) -> Result<bool, Error> {
        let nothing = GhostLosses::empty();
        let mut losses = std::mem::replace(&mut self.losses[turn], nothing);
        losses.clear();
        let anywhere = self.exchange(changed, |incoming| {
            losses.keep(incoming, &self.ghosts, self.sharing, &found)
        });
        self.losses[turn] = losses;
        anywhere
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
