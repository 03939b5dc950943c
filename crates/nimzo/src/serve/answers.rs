//! Answers on their way: each of bounded length, and all of them together as well, so that clients
//! that ask for much and read nothing cannot fill the memory.

use std::io::{self, Write};
use std::sync::Arc;

use axum::body::Body;
use axum::http::StatusCode;
use bytes::Bytes;
use nimzo_questions::Failure;
use nimzo_work::memory::human;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::api::Refusal;

/// The longest answer in bytes.
const LARGEST_ANSWER: usize = 64 << 20;
/// All answers together that clients have not read yet.
const ALL_ANSWERS: usize = 256 << 20;
/// Memory is counted in pieces of this size.
const PIECE: usize = 1 << 10;

/// The answers that clients have not read yet.
pub struct Answers {
    room: Arc<Semaphore>,
}

/// An answer with the room that it takes.
struct Held {
    bytes: Vec<u8>,
    _room: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for Held {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl Answers {
    /// None yet.
    pub fn new() -> Self {
        Self { room: Arc::new(Semaphore::new(ALL_ANSWERS / PIECE)) }
    }

    /// A body that gives its room back when the client has read it, or has been let go.
    pub fn hold(&self, bytes: Vec<u8>) -> Result<Body, Refusal> {
        let pieces = (bytes.len() / PIECE + 1) as u32;
        match Arc::clone(&self.room).try_acquire_many_owned(pieces) {
            Ok(room) => Ok(Body::from(Bytes::from_owner(Held { bytes, _room: room }))),
            Err(_) => {
                let message = "too many answers wait to be read; ask again".to_owned();
                Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, message))
            }
        }
    }
}

/// A body that refuses to grow beyond what a page can use.
#[derive(Default)]
pub struct Bounded {
    bytes: Vec<u8>,
}

impl Bounded {
    /// What was written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Why no more could be written.
    pub fn refusal(&self) -> Failure {
        Failure::TooLarge(format!(
            "the answer is longer than {}; ask on the command line",
            human(LARGEST_ANSWER as u64)
        ))
    }
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > LARGEST_ANSWER {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
