//! What travels on the dataflow.

use serde::{Deserialize, Serialize};

/// A piece of a message from one process to another.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Packet {
    pub to: u64,
    pub from: u64,
    pub kind: Kind,
    #[serde(with = "whole")]
    pub bytes: Vec<u8>,
}

/// What a packet holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    /// A piece of a round's message.
    Piece,
    /// Ends a round of the sender, who says a word.
    Word,
    /// How the sender is getting on.
    Status,
    /// Why the sender leaves before the end.
    Farewell,
    /// Whom the sender has lost, for which it leaves.
    Loss,
}

/// Bytes as one piece, not as a list of numbers.
mod whole {
    use std::fmt;

    use serde::de::{Error, Visitor};
    use serde::{Deserializer, Serializer};

    pub fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytes)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        deserializer.deserialize_byte_buf(Bytes)
    }

    struct Bytes;

    impl Visitor<'_> for Bytes {
        type Value = Vec<u8>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("bytes")
        }

        fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Vec<u8>, E> {
            Ok(bytes.to_vec())
        }

        fn visit_byte_buf<E: Error>(self, bytes: Vec<u8>) -> Result<Vec<u8>, E> {
            Ok(bytes)
        }
    }
}
