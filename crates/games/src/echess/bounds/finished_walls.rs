//! The finished walls of a window, each shape stored once: what answers are read from and what is
//! kept in a file. The sweeps that find the walls have their own store, `block`.

use rustc_hash::FxHashMap;

use super::block::Both;
use super::curve::{Curve, Fixed};
use crate::echess::rules::{State, Window};

/// One bound: both walls of every state that has a number, Left's turned over.
#[derive(Clone, Debug)]
pub(crate) struct FinishedWalls {
    pub(crate) shapes: Shapes,
    pub(crate) left: Packed,
    pub(crate) right: Packed,
}

impl FinishedWalls {
    /// The walls that `walls` tells of the states.
    pub(crate) fn collect<'a>(window: Window, walls: impl Fn(State) -> Both<'a>) -> Self {
        let mut shapes = Shapes::new();
        let (mut left, mut right) = (Packed::default(), Packed::default());
        for state in (0..window.len()).map(|index| window.state(index)) {
            let (l, r) = walls(state);
            left.push(shapes.intern(l));
            right.push(shapes.intern(r));
        }
        FinishedWalls { shapes, left, right }
    }

    /// How many states there are, if there are two walls for each.
    pub(crate) fn len(&self) -> Option<usize> {
        Some(self.left.len()).filter(|&len| len == self.right.len())
    }

    /// Left's wall turned over, and Right's, of the state with a number.
    #[inline]
    pub(crate) fn of(&self, index: usize) -> (Curve<'_>, Curve<'_>) {
        (self.shapes.curve(self.left.wall(index)), self.shapes.curve(self.right.wall(index)))
    }
}

/// A wall of a position: a base and an interned shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StoredWall {
    base: Fixed,
    shape: u32,
}

impl StoredWall {
    /// Below everything.
    pub(crate) const MINUS: StoredWall = StoredWall { base: 0, shape: u32::MAX };
    /// Above everything.
    pub(crate) const PLUS: StoredWall = StoredWall { base: 0, shape: u32::MAX - 1 };
}

/// Walls as they lie in a file: a question needs few of them, and only those are taken apart.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    bytes: Vec<u8>,
}

/// The bytes of a wall: its base, its shape.
const BASE: usize = size_of::<Fixed>();
const EACH: usize = BASE + size_of::<u32>();

impl Packed {
    /// Adds a wall.
    pub(crate) fn push(&mut self, wall: StoredWall) {
        self.bytes.extend(wall.base.to_le_bytes());
        self.bytes.extend(wall.shape.to_le_bytes());
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len() / EACH
    }

    /// The wall of the state with a number.
    #[inline]
    fn wall(&self, state: usize) -> StoredWall {
        let bytes = &self.bytes[state * EACH..][..EACH];
        let (base, shape) = bytes.split_at(BASE);
        StoredWall {
            base: Fixed::from_le_bytes(base.try_into().unwrap_or_default()),
            shape: u32::from_le_bytes(shape.try_into().unwrap_or_default()),
        }
    }

    /// What is kept in a file.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// So many walls from the front of `bytes`, and what follows them; `None` if they are not
    /// there, or one has a shape that is none of the first `shapes`.
    pub(crate) fn read(bytes: &[u8], walls: usize, shapes: u64) -> Option<(Self, &[u8])> {
        let (own, rest) = bytes.split_at_checked(walls.checked_mul(EACH)?)?;
        let packed = Packed { bytes: own.to_vec() };
        let known = |wall: StoredWall| wall.shape >= u32::MAX - 1 || u64::from(wall.shape) < shapes;
        (0..walls).all(|state| known(packed.wall(state))).then_some((packed, rest))
    }
}

/// The shapes that occur, each stored once.
#[derive(Clone, Debug)]
pub(crate) struct Shapes {
    bends: Vec<Fixed>,
    ends: Vec<u32>,
    known: FxHashMap<Box<[Fixed]>, u32>,
}

impl Shapes {
    /// Only the vertical wall is known.
    pub(crate) fn new() -> Self {
        let mut shapes = Shapes { bends: Vec::new(), ends: vec![0], known: FxHashMap::default() };
        shapes.shape_of(&[]);
        shapes
    }

    /// How many shapes there are.
    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    /// The wall that a curve is.
    pub(crate) fn intern(&mut self, curve: Curve<'_>) -> StoredWall {
        match curve {
            Curve::Minus => StoredWall::MINUS,
            Curve::Plus => StoredWall::PLUS,
            Curve::Line { base, bends } => StoredWall { base, shape: self.shape_of(bends) },
        }
    }

    /// All shapes, in order of their numbers.
    pub(crate) fn all(&self) -> Vec<&[Fixed]> {
        let ends = self.ends.windows(2);
        ends.map(|pair| &self.bends[pair[0] as usize..pair[1] as usize]).collect()
    }

    /// The number of a shape, which is new if it has to be.
    pub(crate) fn shape_of(&mut self, bends: &[Fixed]) -> u32 {
        if let Some(&shape) = self.known.get(bends) {
            return shape;
        }
        let shape = self.known.len() as u32;
        self.bends.extend_from_slice(bends);
        self.ends.push(self.bends.len() as u32);
        self.known.insert(bends.into(), shape);
        shape
    }

    /// The curve of a wall.
    #[inline]
    pub(crate) fn curve(&self, wall: StoredWall) -> Curve<'_> {
        match wall {
            StoredWall::MINUS => Curve::Minus,
            StoredWall::PLUS => Curve::Plus,
            StoredWall { base, shape } => {
                let at = shape as usize;
                let bends = &self.bends[self.ends[at] as usize..self.ends[at + 1] as usize];
                Curve::Line { base, bends }
            }
        }
    }
}
