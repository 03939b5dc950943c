//! The walls of all states with one White king, the envelopes of the rook's lines, and what a
//! sweep has found about them. How walls are improved is told in `field`.

use crate::echess::bounds::curve::{Curve, Fixed, Workpiece};
use crate::echess::rules::edges::Room;
use crate::echess::rules::ground::{Ground, Place, State};
use crate::echess::rules::terrain::Terrain;

/// Whose wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Left's, kept turned over.
    Left,
    /// Right's.
    Right,
}

/// Left's wall, turned over, and Right's.
pub(crate) type Both<'a> = (Curve<'a>, Curve<'a>);

/// A curve whose bends lie elsewhere.
#[derive(Clone, Copy, Debug)]
struct Stored {
    base: Fixed,
    from: u32,
    /// How many bends, or one of the infinities.
    length: u32,
}

const MINUS: u32 = u32::MAX;
const PLUS: u32 = u32::MAX - 1;

impl Stored {
    fn keep(curve: Curve<'_>, room: &mut Vec<Fixed>) -> Self {
        match curve {
            Curve::Minus => Stored { base: 0, from: 0, length: MINUS },
            Curve::Plus => Stored { base: 0, from: 0, length: PLUS },
            Curve::Line { base, bends } => {
                let from = room.len() as u32;
                room.extend_from_slice(bends);
                Stored { base, from, length: bends.len() as u32 }
            }
        }
    }

    #[inline]
    fn curve(self, room: &[Fixed]) -> Curve<'_> {
        match self.length {
            MINUS => Curve::Minus,
            PLUS => Curve::Plus,
            length => {
                let from = self.from as usize;
                Curve::Line { base: self.base, bends: &room[from..from + length as usize] }
            }
        }
    }
}

/// What a sweep found about a block: the walls that changed.
#[derive(Default)]
pub(crate) struct Found {
    items: Vec<(u32, Side, Stored)>,
    bends: Vec<Fixed>,
    /// States evaluated.
    pub(crate) evaluated: u64,
}

impl Found {
    /// Remembers a new wall.
    pub(crate) fn push(&mut self, rook: usize, side: Side, curve: Curve<'_>) {
        let stored = Stored::keep(curve, &mut self.bends);
        self.items.push((rook as u32, side, stored));
    }

    /// Whether nothing changed.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Turns every rising wall into plus infinity.
    pub(crate) fn give_up(&mut self) {
        for (_, side, stored) in &mut self.items {
            stored.length = match side {
                Side::Left => MINUS,
                Side::Right => PLUS,
            };
        }
    }

    /// The walls that changed.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (usize, Side)> + '_ {
        self.items.iter().map(|&(rook, side, _)| (rook as usize, side))
    }
}

/// The states with the White king on one place of one room.
pub(crate) struct Block {
    pub(crate) room: Room,
    pub(crate) king: Place,
    /// The least row and column to which the rook may go.
    floor: Place,
    left: Vec<Stored>,
    right: Vec<Stored>,
    /// For each row, then for each column: what the rook can do on each part of it.
    lines: Vec<[Stored; 2]>,
    bends: Vec<Fixed>,
    /// Length of `bends` at which what is no longer used is thrown away.
    full: usize,
}

impl Block {
    /// A block with the walls that `start` writes.
    pub(crate) fn new(
        terrain: Terrain,
        (room, king): (Room, Place),
        start: &impl Fn(State, &mut Workpiece, &mut Workpiece),
    ) -> Self {
        let ground = terrain.ground;
        let places = ground.places();
        let mut bends = Vec::new();
        let (mut left, mut right) = (Vec::with_capacity(places), Vec::with_capacity(places));
        let (mut l, mut r) = (Workpiece::default(), Workpiece::default());
        for rook in (0..places).map(|n| ground.place(n)) {
            // No rook can go where there is no state.
            l.clear();
            r.clear();
            let state = State { room, king, rook };
            if terrain.is_state(state) {
                start(state, &mut l, &mut r);
            }
            left.push(Stored::keep(l.curve(), &mut bends));
            right.push(Stored::keep(r.curve(), &mut bends));
        }
        let nothing = Stored { base: 0, from: 0, length: MINUS };
        let lines = vec![[nothing; 2]; 2 * ground.side() as usize];
        let floor = terrain.rook_floor(room, king);
        let mut block = Block { room, king, floor, left, right, lines, bends, full: 0 };
        for line in 0..block.lines.len() {
            block.renew_line(ground, line, |_| {});
        }
        block.clear_bends();
        block
    }

    /// The state with the rook of this number.
    pub(crate) fn state(&self, ground: Ground, rook: usize) -> State {
        State { room: self.room, king: self.king, rook: ground.place(rook) }
    }

    /// A wall.
    #[inline]
    pub(crate) fn wall(&self, side: Side, rook: usize) -> Curve<'_> {
        let walls = match side {
            Side::Left => &self.left,
            Side::Right => &self.right,
        };
        walls[rook].curve(&self.bends)
    }

    /// Left's wall turned over, and Right's.
    pub(crate) fn walls(&self, rook: usize) -> Both<'_> {
        (self.wall(Side::Left, rook), self.wall(Side::Right, rook))
    }

    /// What a rook can do on its row and on its column.
    pub(crate) fn lines_through(
        &self,
        ground: Ground,
        (u, v): Place,
        mut each: impl FnMut(Curve<'_>),
    ) {
        let (x, y) = self.king;
        if let Some(part) = ground.part(u, v, x, y) {
            each(self.lines[v as usize][part].curve(&self.bends));
        }
        if let Some(part) = ground.part(v, u, y, x) {
            each(self.lines[(ground.side() + u) as usize][part].curve(&self.bends));
        }
    }

    /// What a rook can surely do that shares the White king's place but not his square.
    ///
    /// If they share a row of the window, they are on different columns, and the rook's is free;
    /// likewise with a column. In a corner, where neither is known, the king stands on its row or
    /// on its column, not on both: White has the worse of the two lines.
    pub(crate) fn free_lines(&self, ground: Ground, best: &mut Workpiece, spare: &mut Vec<Fixed>) {
        let (x, y) = self.king;
        let (row, column) = (self.lines[y as usize], self.lines[(ground.side() + x) as usize]);
        best.clear();
        let mut raise = |best: &mut Workpiece, line: [Stored; 2]| {
            for part in line {
                best.raise_to(part.curve(&self.bends), 0, spare);
            }
        };
        if !ground.is_far(y) {
            return raise(best, column);
        }
        raise(best, row);
        if ground.is_far(x) {
            let mut other = Workpiece::default();
            raise(&mut other, column);
            best.lower_to(other.curve(), 0, spare);
        }
    }

    /// Writes changed walls; `flag` hears of every rook that has a better or worse line now.
    pub(crate) fn write(&mut self, ground: Ground, found: &Found, flag: impl Fn(usize)) {
        let mut changed = vec![false; self.lines.len()];
        for &(rook, side, stored) in &found.items {
            let kept = Stored::keep(stored.curve(&found.bends), &mut self.bends);
            match side {
                Side::Left => {
                    let (u, v) = ground.place(rook as usize);
                    changed[v as usize] = true;
                    changed[(ground.side() + u) as usize] = true;
                    self.left[rook as usize] = kept;
                }
                Side::Right => self.right[rook as usize] = kept,
            }
        }
        for line in (0..changed.len()).filter(|&line| changed[line]) {
            self.renew_line(ground, line, &flag);
        }
        if self.bends.len() > self.full {
            self.clear_bends();
        }
    }

    /// Computes a line again.
    fn renew_line(&mut self, ground: Ground, line: usize, flag: impl Fn(usize)) {
        let side = ground.side();
        let row = line < side as usize;
        let at = if row { line as i32 } else { line as i32 - side };
        let (along, across) = if row { self.king } else { (self.king.1, self.king.0) };
        let number = |i: i32| ground.number(if row { (i, at) } else { (at, i) });
        let mut best = [Workpiece::default(), Workpiece::default()];
        let mut spare = Vec::new();
        let floor = if row { self.floor.0 } else { self.floor.1 };
        for i in floor..side {
            if let Some(part) = ground.part(i, at, along, across) {
                best[part].raise_to(self.left[number(i)].curve(&self.bends), 0, &mut spare);
            }
        }
        for (part, best) in best.iter().enumerate() {
            if best.curve().same(self.lines[line][part].curve(&self.bends)) {
                continue;
            }
            self.lines[line][part] = Stored::keep(best.curve(), &mut self.bends);
            // A rook on the king's own place may have the line as a whole.
            let shares = |i: i32| {
                let own = ground.part(i, at, along, across);
                own.is_none() || own == Some(part)
            };
            let members = (0..side).filter(|&i| shares(i));
            members
                .map(number)
                .filter(|&n| ground.is_state(self.king, ground.place(n)))
                .for_each(&flag);
        }
    }

    /// Keeps only the bends that are in use.
    fn clear_bends(&mut self) {
        let old = std::mem::take(&mut self.bends);
        let lines = self.lines.iter_mut().flatten();
        for stored in self.left.iter_mut().chain(&mut self.right).chain(lines) {
            *stored = Stored::keep(stored.curve(&old), &mut self.bends);
        }
        self.full = 2 * self.bends.len() + 4096;
    }
}
