//! The part of a slice that is swept here: all of it, or one's own frames.

use std::sync::{Mutex, PoisonError};

use shakmaty::{ByColor, Color};

use super::changes::{self, Fate, Header};
use super::ghosts::{GhostLosses, Ghosts};
use super::{PIECE_BYTES, Piece, Round, Sharing, Together, Unreadable};
use crate::Error;
use crate::kernel::{Block, Kernel};
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
    /// What each is to be told and has not been sent yet, thread by thread.
    outboxes: Vec<Mutex<Vec<Vec<u8>>>>,
}

/// In the word that ends a ply: whether losses and wins have been found.
const LOST: u8 = 1;
const WON: u8 = 2;

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
            outboxes: (0..=rayon::current_num_threads())
                .map(|_| Mutex::new(vec![Vec::new(); together.company.size()]))
                .collect(),
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
    pub fn changed<K: Kernel>(
        &self,
        fate: Fate,
        side: Color,
        frame: usize,
        outer: usize,
        new: &Block,
    ) {
        if let Some(others) = &self.others {
            let readers = others.sharing.readers(side, frame);
            if !readers.is_empty() {
                let mut bytes = [0; changes::MOST];
                let header = Header { fate, side, frame, outer };
                let length = changes::put::<K>(header, new, &mut bytes);
                others.note(readers, &bytes[..length]);
            }
        }
    }
}

impl Others<'_> {
    /// Puts a change to what these are told, and sends off what is enough for a piece.
    fn note(&self, readers: &[u16], change: &[u8]) {
        let thread = rayon::current_thread_index().map_or(0, |thread| thread + 1);
        let mut outbox = lock(&self.outboxes[thread % self.outboxes.len()]);
        for reader in readers.iter().copied().map(usize::from) {
            let told = &mut outbox[reader];
            told.extend_from_slice(change);
            if told.len() + changes::MOST > PIECE_BYTES {
                // Whoever is told so much will be told more.
                let piece = std::mem::replace(told, Vec::with_capacity(PIECE_BYTES));
                self.together.company.send(reader, piece);
            }
        }
    }

    /// Sends off what is left, and waits until all have done so. Gives back what has come, and whether losses
    /// and wins have been found anywhere.
    pub fn end_ply(&self, lost: bool, won: bool) -> Result<(Vec<Piece>, bool, bool), Error> {
        for reader in 0..self.together.company.size() {
            let mut last = Vec::new();
            for outbox in &self.outboxes {
                let told = std::mem::take(&mut lock(outbox)[reader]);
                match last.len() + told.len() <= PIECE_BYTES && !last.is_empty() {
                    true => last.extend(told),
                    false if last.is_empty() => last = told,
                    false => self.together.company.send(reader, told),
                }
            }
            if !last.is_empty() {
                self.together.company.send(reader, last);
            }
        }
        let word = if lost { LOST } else { 0 } | if won { WON } else { 0 };
        let Round { words, pieces } = self.together.company.end_round(word)?;
        let all = words.into_iter().fold(0, |all, word| all | word);
        Ok((pieces, all & LOST != 0, all & WON != 0))
    }

    /// What has come before the end of the ply.
    pub fn arrived(&self) -> Vec<Piece> {
        self.together.company.arrived()
    }

    /// Shows `changed` the blocks of ghosts that have changed, which gives back where a block is stored, or nothing if there is
    /// none. Then it shows `won` the new wins of that block, row by row, and keeps losses for the turn.
    ///
    /// In no two pieces is the same block won, or lost.
    pub fn work_off(
        &self,
        (member, bytes): Piece,
        turn: usize,
        changed: impl Fn(Header) -> Option<usize>,
        won: impl Fn(Color, usize, usize, u64),
    ) -> Result<(), Unreadable> {
        let mut at = 0;
        let mut kept = None;
        while at < bytes.len() {
            let rest = &bytes[at..];
            let (header, length) = changes::header(rest).ok_or(Unreadable(member))?;
            let Header { fate, side, frame, .. } = header;
            if self.sharing.owner(frame) != Some(member) {
                return Err(Unreadable(member));
            }
            if self.ghosts.has(side, frame)
                && let Some(block) = changed(header)
            {
                if fate == Fate::Won {
                    changes::each_row(rest, |row, word| won(side, block, row, word))
                        .ok_or(Unreadable(member))?;
                } else {
                    let losses = &self.losses[turn];
                    let message = *kept.get_or_insert_with(|| losses.expect());
                    losses.note(&self.ghosts, side, frame, block, (message, at));
                }
            }
            at += length;
        }
        if let Some(message) = kept {
            self.losses[turn].keep(message, bytes);
        }
        Ok(())
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

/// What is behind these locks is whole at any time.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
