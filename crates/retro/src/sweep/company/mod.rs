//! A class solved by several processes together.
//!
//! [`Company`] is how they talk: rounds in which each hands every other a message. Who is talking and
//! over what is not known here. Where both kings are outside the blocks, the frames are shared out
//! ([`Sharing`]): each process sweeps its own frames, and after each pass tells those whose king moves
//! lead there which positions have changed (`part`). Where slices are too small for that, whole slices
//! are shared out, and finished ones are told to all. At the end the first process may be given
//! everything (`gather`).
//!
//! Buffers of a process are as long as the slice, but memory is taken only where something is written:
//! in its own frames, and one set of those around them that it reads (`ghosts`). What it reads of smaller
//! classes is in its own frames too, so those are solved together and stay where they are (`hand_out`).

mod changes;
pub(crate) mod gather;
pub(crate) mod ghosts;
mod hand_out;
pub(crate) mod part;
mod sharing;
pub(crate) mod whole_slices;

#[cfg(test)]
mod tests;

use crate::Error;
pub use hand_out::hand_out;
pub use sharing::{Sharing, shares_frames};

/// Those who solve a class together, seen by one of them. All of them call [`Company::exchange`] equally
/// often, in the same order.
pub trait Company: Sync {
    /// How many they are.
    fn size(&self) -> usize;

    /// Which of them this is, from 0.
    fn me(&self) -> usize;

    /// Hands each member its message and waits for theirs: `outgoing[k]` goes to member `k`, and what
    /// comes back holds at `k` what member `k` sent here. What a member sends itself comes back too.
    fn exchange(&self, outgoing: Vec<Vec<u8>>) -> Result<Vec<Vec<u8>>, Error>;
}

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
