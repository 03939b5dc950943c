//! What a stream's blocks are read with: for each side to move which neighbours are looked at, and a tree.

use shakmaty::{ByColor, Color};

use super::neighbours::{MOST, Neighbours};
use super::tree::Tree;

/// The level of zstd.
const LEVEL: i32 = 19;
/// More than any model takes.
const MOST_BYTES: usize = 1 << 24;

/// What blocks with one side to move are coded by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guide {
    /// The cells in view of which others are coded.
    pub near: Neighbours,
    /// How likely symbols are then.
    pub tree: Tree,
}

/// The guides of a stream; a side that is left out has none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    guides: ByColor<Option<Guide>>,
}

impl Model {
    /// A model of these guides.
    pub fn new(guides: ByColor<Option<Guide>>) -> Self {
        Self { guides }
    }

    /// The guide of a side.
    pub fn guide(&self, side: Color) -> Option<&Guide> {
        self.guides[side].as_ref()
    }

    /// The model in bytes: for each side the length of what follows, the neighbours and the tree, all
    /// compressed together.
    pub fn encode(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for guide in &self.guides {
            let mut part = Vec::new();
            if let Some(Guide { near, tree }) = guide {
                part.push(near.chosen().len() as u8);
                part.extend_from_slice(near.chosen());
                part.extend(tree.encode());
            }
            bytes.extend_from_slice(&(part.len() as u32).to_le_bytes());
            bytes.extend_from_slice(&part);
        }
        zstd::bulk::compress(&bytes, LEVEL)
    }

    /// The model that bytes tell of; `None` if they make no sense.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let whole = zstd::bulk::decompress(bytes, MOST_BYTES).ok()?;
        let mut rest = &whole[..];
        let mut guides = ByColor::default();
        for guide in &mut guides {
            let length = u32::from_le_bytes(*rest.split_off(..4)?.first_chunk()?);
            let mut part = rest.split_off(..length as usize)?;
            if let Some(&count) = part.split_off_first() {
                (usize::from(count) <= MOST).then_some(())?;
                let near = Neighbours::of(part.split_off(..usize::from(count))?.to_vec())?;
                *guide = Some(Guide { near, tree: Tree::decode(part)? });
            }
        }
        rest.is_empty().then_some(Self { guides })
    }
}
