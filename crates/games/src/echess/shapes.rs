//! The finished walls of a window, each shape stored once: what answers are read from and what is
//! kept in a file. The sweeps that find the walls have their own store, `block`.

use rustc_hash::FxHashMap;

use super::curve::{Curve, Fixed};

/// A wall of a position: a base and an interned shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wall {
    base: Fixed,
    shape: u32,
}

impl Wall {
    /// Below everything.
    pub(crate) const MINUS: Wall = Wall { base: 0, shape: u32::MAX };
    /// Above everything.
    pub(crate) const PLUS: Wall = Wall { base: 0, shape: u32::MAX - 1 };

    /// Base and shape, as they are kept in a file.
    pub(crate) fn raw(self) -> (Fixed, u32) {
        (self.base, self.shape)
    }

    /// The wall of a base and a shape below `shapes`.
    pub(crate) fn from_raw(base: Fixed, shape: u32, shapes: u64) -> Option<Wall> {
        let infinite = shape >= u32::MAX - 1;
        (infinite || u64::from(shape) < shapes).then_some(Wall { base, shape })
    }
}

/// Both walls of every position of a window, Left's turned over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Walls {
    pub(crate) left: Vec<Wall>,
    pub(crate) right: Vec<Wall>,
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
    pub(crate) fn intern_curve(&mut self, curve: Curve<'_>) -> Wall {
        match curve {
            Curve::Minus => Wall::MINUS,
            Curve::Plus => Wall::PLUS,
            Curve::Line { base, bends } => Wall { base, shape: self.shape_of(bends) },
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
    pub(crate) fn curve(&self, wall: Wall) -> Curve<'_> {
        match wall {
            Wall::MINUS => Curve::Minus,
            Wall::PLUS => Curve::Plus,
            Wall { base, shape } => {
                let at = shape as usize;
                let bends = &self.bends[self.ends[at] as usize..self.ends[at + 1] as usize];
                Curve::Line { base, bends }
            }
        }
    }
}
