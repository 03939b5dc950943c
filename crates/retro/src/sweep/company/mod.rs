//! A class solved by several processes together.
//!
//! [`Company`] is how they talk: rounds in which each sends every other what it has to say. Who is talking
//! and over what is not known here. Where both kings are outside the blocks, the frames are shared out
//! ([`Sharing`]): each process sweeps its own frames, and at each ply tells those whose king moves
//! lead there which positions have changed (`part`). Where slices are too small for that, whole slices
//! are shared out, and finished ones are told to all. At the end the first process may be given
//! everything (`gather`).
//!
//! Buffers of a process are as long as the slice, but memory is taken only where something is written:
//! in its own frames, and one set of those around them that it reads (`ghosts`). What it reads of smaller
//! classes is in its own frames too, so those are solved together and stay where they are (`hand_out`).

pub(crate) mod changes;
pub(crate) mod gather;
pub(crate) mod ghosts;
mod hand_out;
pub(crate) mod part;
mod refine;
mod sharing;
pub(crate) mod whole_slices;

#[cfg(test)]
mod tests;

use crate::Error;
pub use hand_out::hand_out;
pub use sharing::{Sharing, shares_frames};

/// A piece of a message: who sent it, and what.
pub type Piece = (usize, Vec<u8>);

/// What a round has brought.
#[derive(Debug)]
pub struct Round {
    /// What each member has said in a word.
    pub words: Vec<u8>,
    /// Pieces that came and were not taken before, those of a member in the order in which they were sent.
    pub pieces: Vec<Piece>,
}

/// Those who solve a class together, seen by one of them. They talk in rounds: in each, everybody sends
/// pieces to others whenever there is something to send, and ends it. All of them call [`Company::end_round`]
/// and [`Company::exchange`] equally often, in the same order.
pub trait Company: Sync {
    /// How many they are.
    fn size(&self) -> usize;

    /// Which of them this is, from 0.
    fn me(&self) -> usize;

    /// Sends a piece of this round's message to another member, at once.
    fn send(&self, to: usize, piece: Vec<u8>);

    /// Takes pieces of this round that have come already.
    fn arrived(&self) -> Vec<Piece>;

    /// Says a word to all, oneself included, and waits until all have ended the round. What they have sent
    /// is there then.
    fn end_round(&self, word: u8) -> Result<Round, Error>;

    /// A round in which each hands every other a whole message: `outgoing[k]` goes to member `k`, and what
    /// comes back holds at `k` what member `k` sent here. What a member sends itself comes back too.
    fn exchange(&self, mut outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error> {
        let mut incoming = vec![Vec::new(); self.size()];
        incoming[self.me()] = std::mem::take(&mut outgoing[self.me()]);
        let others = outgoing.into_iter().enumerate().filter(|(_, message)| !message.is_empty());
        for (to, message) in others {
            message.chunks(PIECE_BYTES).for_each(|chunk| self.send(to, chunk.to_vec()));
        }
        for (from, piece) in self.end_round(0)?.pieces {
            let message = incoming.get_mut(from).ok_or(Unreadable(from))?;
            match message.is_empty() {
                true => *message = piece,
                false => message.extend(piece),
            }
        }
        Ok(incoming)
    }
}

/// Messages are sent in pieces of about this size, so that one is sent while the next is made.
pub const PIECE_BYTES: usize = 128 << 10;

/// How to solve together.
#[derive(Clone, Copy)]
pub struct Together<'a> {
    /// Who.
    pub company: &'a dyn Company,
    /// Whether the first member is to have all values in the end. The others then have only those of
    /// their own frames, and so has everyone if this is not asked for.
    pub gather: bool,
}

impl Together<'_> {
    /// Whether this member has all values of a class in the end.
    pub fn has_all(&self) -> bool {
        self.gather && self.company.me() == 0
    }

    /// Sends the same to all, and gives back what all sent, one's own included.
    pub(crate) fn tell_all(&self, message: &[u8]) -> Result<Vec<Vec<u8>>, Error> {
        self.company.exchange(vec![message.to_vec(); self.company.size()])
    }
}

/// A message that is not what it should be.
#[derive(Debug, thiserror::Error)]
#[error("what process {0} sent cannot be read")]
pub(crate) struct Unreadable(pub usize);

impl From<Unreadable> for Error {
    fn from(error: Unreadable) -> Self {
        Self::Outside(Box::new(error))
    }
}
