//! What has come from the others and has not been taken yet.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use nimzo_retro::sweep::{Piece, Round};

/// By rounds. Others are at most one round ahead.
pub(crate) struct Inbox {
    size: usize,
    me: usize,
    /// How many packets have come.
    packets: AtomicU64,
    rounds: Mutex<BTreeMap<u64, Coming>>,
}

/// A round that is not over.
struct Coming {
    words: Vec<Option<u8>>,
    pieces: Vec<Piece>,
}

impl Inbox {
    pub fn new(size: usize, me: usize) -> Self {
        Self { size, me, packets: AtomicU64::new(0), rounds: Mutex::default() }
    }

    pub fn put_piece(&self, round: u64, from: usize, piece: Vec<u8>) {
        self.with(round, |coming| coming.pieces.push((from, piece)));
        self.packets.fetch_add(1, Ordering::Relaxed);
    }

    pub fn put_word(&self, round: u64, from: usize, word: u8) {
        self.with(round, |coming| {
            if let Some(place) = coming.words.get_mut(from) {
                *place = Some(word);
            }
        });
        self.packets.fetch_add(1, Ordering::Relaxed);
    }

    /// How many packets have come so far.
    pub fn packets(&self) -> u64 {
        self.packets.load(Ordering::Relaxed)
    }

    /// Whether all others have ended a round.
    pub fn is_over(&self, round: u64) -> bool {
        self.with(round, |coming| {
            let others = coming.words.iter().enumerate().filter(|&(from, _)| from != self.me);
            others.into_iter().all(|(_, word)| word.is_some())
        })
    }

    /// Takes the pieces of a round that have come.
    pub fn pieces(&self, round: u64) -> Vec<Piece> {
        self.with(round, |coming| std::mem::take(&mut coming.pieces))
    }

    /// Takes all of a round in which this process has said `word`. Who has said nothing has said 0.
    pub fn take(&self, round: u64, word: u8) -> Round {
        let coming = self.rounds.lock().unwrap_or_else(PoisonError::into_inner).remove(&round);
        let Coming { mut words, pieces } = coming.unwrap_or_else(|| Coming::new(self.size));
        words[self.me] = Some(word);
        Round { words: words.into_iter().map(Option::unwrap_or_default).collect(), pieces }
    }

    fn with<T>(&self, round: u64, look: impl FnOnce(&mut Coming) -> T) -> T {
        let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        look(rounds.entry(round).or_insert_with(|| Coming::new(self.size)))
    }
}

impl Coming {
    fn new(size: usize) -> Self {
        Self { words: vec![None; size], pieces: Vec::new() }
    }
}
