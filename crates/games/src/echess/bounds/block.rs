//! The walls of all states with one White king, the envelopes of the rook's lines, and what a
//! sweep has found to change in them. How walls are improved is told in `wall_solver`.

use super::curve::envelope::{BEYOND, rise};
use super::curve::{Curve, CurveBuffer, Fixed};
use super::window_moves::WindowMoves;
use crate::echess::rules::{Cell, Player, Room, State};

/// Left's (Black's) wall, turned over, and Right's (White's).
pub(crate) type Both<'a> = (Curve<'a>, Curve<'a>);

/// A wall, and a value that it is nowhere above: most envelopes need not look at its bends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Topped<'a> {
    pub(crate) curve: Curve<'a>,
    pub(crate) top: Fixed,
}

/// A curve whose bends lie elsewhere.
#[derive(Clone, Copy, Debug)]
struct Stored {
    base: Fixed,
    /// A value that it is nowhere above; beyond all values where it rises for ever.
    top: Fixed,
    from: u32,
    /// How many bends, or one of the infinities.
    length: u32,
}

const MINUS: u32 = u32::MAX;
const PLUS: u32 = u32::MAX - 1;

impl Stored {
    /// Minus infinity.
    const NOTHING: Stored = Stored { base: 0, top: -BEYOND, from: 0, length: MINUS };

    fn keep(curve: Curve<'_>, store: &mut Vec<Fixed>) -> Self {
        match curve {
            Curve::Minus => Self::NOTHING,
            Curve::Plus => Stored { length: PLUS, top: BEYOND, ..Self::NOTHING },
            Curve::Line { base, bends } => {
                let from = store.len() as u32;
                store.extend_from_slice(bends);
                Stored { base, top: base + rise(bends), from, length: bends.len() as u32 }
            }
        }
    }

    #[inline(always)]
    fn topped(self, store: &[Fixed]) -> Topped<'_> {
        Topped { curve: self.curve(store), top: self.top }
    }

    #[inline(always)]
    fn curve(self, store: &[Fixed]) -> Curve<'_> {
        match self.length {
            MINUS => Curve::Minus,
            PLUS => Curve::Plus,
            length => {
                let from = self.from as usize;
                Curve::Line { base: self.base, bends: &store[from..from + length as usize] }
            }
        }
    }
}

/// What a sweep changes about a block: the walls that changed.
#[derive(Default)]
pub(crate) struct Changes {
    items: Vec<(u32, Player, Stored)>,
    bends: Vec<Fixed>,
    /// States evaluated.
    pub(crate) evaluated: u64,
}

impl Changes {
    /// Remembers a new wall.
    pub(crate) fn push(&mut self, rook: usize, player: Player, curve: Curve<'_>) {
        let stored = Stored::keep(curve, &mut self.bends);
        self.items.push((rook as u32, player, stored));
    }

    /// Whether nothing changed.
    pub(crate) fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// Turns every rising wall into plus infinity.
    pub(crate) fn give_up(&mut self) {
        for (_, player, stored) in &mut self.items {
            let infinity = match player {
                Player::Black => Curve::Minus,
                Player::White => Curve::Plus,
            };
            *stored = Stored::keep(infinity, &mut self.bends);
        }
    }

    /// The walls that changed.
    pub(crate) fn changed(&self) -> impl Iterator<Item = (usize, Player)> + '_ {
        self.items.iter().map(|&(rook, player, _)| (rook as usize, player))
    }
}

/// The states with the White king on one cell of one room.
pub(crate) struct Block {
    moves: WindowMoves,
    room: Room,
    king: Cell,
    /// The least column and row to which the rook may go.
    floor: Cell,
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
        moves: WindowMoves,
        (room, king): (Room, Cell),
        start: &impl Fn(State, &mut CurveBuffer, &mut CurveBuffer),
    ) -> Self {
        let window = moves.window;
        let cells = window.cells();
        let mut bends = Vec::new();
        let (mut left, mut right) = (Vec::with_capacity(cells), Vec::with_capacity(cells));
        let (mut l, mut r) = (CurveBuffer::default(), CurveBuffer::default());
        for rook in (0..cells).map(|n| window.cell(n)) {
            // No rook can go where there is no state.
            l.clear();
            r.clear();
            let state = State { room, king, rook };
            if window.is_state(state) {
                start(state, &mut l, &mut r);
            }
            left.push(Stored::keep(l.curve(), &mut bends));
            right.push(Stored::keep(r.curve(), &mut bends));
        }
        let lines = vec![[Stored::NOTHING; 2]; 2 * window.side() as usize];
        let floor = moves.rook_floor(room, king);
        let mut block = Block { moves, room, king, floor, left, right, lines, bends, full: 0 };
        for line in 0..block.lines.len() {
            block.renew_line(line, |_| {});
        }
        block.clear_bends();
        block
    }

    /// The state with the rook of this number.
    #[inline]
    pub(crate) fn state(&self, rook: usize) -> State {
        State { room: self.room, king: self.king, rook: self.moves.window.cell(rook) }
    }

    /// A player's wall.
    #[inline]
    pub(crate) fn wall(&self, player: Player, rook: usize) -> Curve<'_> {
        self.topped(player, rook).curve
    }

    /// A player's wall, and how far up it goes.
    #[inline(always)]
    pub(crate) fn topped(&self, player: Player, rook: usize) -> Topped<'_> {
        let walls = match player {
            Player::Black => &self.left,
            Player::White => &self.right,
        };
        walls[rook].topped(&self.bends)
    }

    /// Left's wall turned over, and Right's.
    pub(crate) fn walls(&self, rook: usize) -> Both<'_> {
        (self.wall(Player::Black, rook), self.wall(Player::White, rook))
    }

    /// The numbers of the lines that are the row and the column of a cell.
    #[inline]
    fn lines_of(&self, (u, v): Cell) -> (usize, usize) {
        let window = self.moves.window;
        ((v + window.far()) as usize, (window.side() + u + window.far()) as usize)
    }

    /// What a rook can do on its row and on its column.
    pub(crate) fn lines_through(&self, (u, v): Cell, mut each: impl FnMut(Topped<'_>)) {
        let (x, y) = self.king;
        let (row, column) = self.lines_of((u, v));
        if let Some(part) = self.moves.part(u, v, x, y) {
            each(self.lines[row][part].topped(&self.bends));
        }
        if let Some(part) = self.moves.part(v, u, y, x) {
            each(self.lines[column][part].topped(&self.bends));
        }
    }

    /// What a rook can surely do that shares the White king's cell but not his square.
    ///
    /// If they share a row of the window, they are on different columns, and the rook's is free;
    /// likewise with a column. In a corner, where neither is known, the king stands on its row or
    /// on its column, not on both: White has the worse of the two lines.
    pub(crate) fn free_lines(&self, best: &mut CurveBuffer, spare: &mut Vec<Fixed>) {
        let window = self.moves.window;
        let (x, y) = self.king;
        let (row, column) = self.lines_of(self.king);
        best.clear();
        let mut raise = |best: &mut CurveBuffer, line: usize| {
            for part in self.lines[line] {
                best.raise_to(part.curve(&self.bends), 0, spare);
            }
        };
        if !window.is_far(y) {
            return raise(best, column);
        }
        raise(best, row);
        if window.is_far(x) {
            let mut other = CurveBuffer::default();
            raise(&mut other, column);
            best.lower_to(other.curve(), 0, spare);
        }
    }

    /// Writes changed walls; `flag` hears of every rook that has a better or worse line now.
    pub(crate) fn write(&mut self, changes: &Changes, flag: impl Fn(usize)) {
        let mut changed = vec![false; self.lines.len()];
        for &(rook, player, stored) in &changes.items {
            let kept = Stored::keep(stored.curve(&changes.bends), &mut self.bends);
            match player {
                Player::Black => {
                    let (row, column) = self.lines_of(self.moves.window.cell(rook as usize));
                    changed[row] = true;
                    changed[column] = true;
                    self.left[rook as usize] = kept;
                }
                Player::White => self.right[rook as usize] = kept,
            }
        }
        for line in (0..changed.len()).filter(|&line| changed[line]) {
            self.renew_line(line, &flag);
        }
        if self.bends.len() > self.full {
            self.clear_bends();
        }
    }

    /// Computes a line again.
    fn renew_line(&mut self, line: usize, flag: impl Fn(usize)) {
        let (moves, window) = (self.moves, self.moves.window);
        let row = line < window.side() as usize;
        let at = line as i32 % window.side() - window.far();
        let (along, across) = if row { self.king } else { (self.king.1, self.king.0) };
        let number = |i: i32| window.number(if row { (i, at) } else { (at, i) });
        let mut best = [CurveBuffer::default(), CurveBuffer::default()];
        let mut spare = Vec::new();
        let floor = if row { self.floor.0 } else { self.floor.1 };
        for i in floor..=window.far() {
            if let Some(part) = moves.part(i, at, along, across) {
                best[part].raise_to(self.left[number(i)].curve(&self.bends), 0, &mut spare);
            }
        }
        for (part, best) in best.iter().enumerate() {
            if best.curve().same(self.lines[line][part].curve(&self.bends)) {
                continue;
            }
            self.lines[line][part] = Stored::keep(best.curve(), &mut self.bends);
            // A rook on the king's own cell may have the line as a whole.
            let shares = |&i: &i32| {
                let own = moves.part(i, at, along, across);
                own.is_none() || own == Some(part)
            };
            let members = window.coordinates().filter(shares).map(number);
            members.filter(|&n| window.men_fit(self.king, window.cell(n))).for_each(&flag);
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
