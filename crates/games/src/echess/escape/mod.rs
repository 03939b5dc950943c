//! King and rook against king on a board whose north and east edges are open for Black: he wins
//! by stepping off, White wins by mate before that. The problem entrepreneurial chess grew from.

pub mod forwards;

use nimzo_work::{Task, memory};
use rayon::prelude::*;

use crate::echess::rules::{STEPS, distance, rook_attacks};
use crate::graph::{Forced, GameGraph, SolvedGraph, solve};
use crate::{Error, Result};

/// How far beyond the open edges White's men may go. A wider margin changes nothing.
pub const MARGIN: usize = 2;
/// The longest side of a board that is accepted.
pub const LONGEST_SIDE: u64 = 40;

type Square = (i32, i32);

/// A board of `columns` by `rows` squares; the square in the southwest corner is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeBoard {
    columns: i32,
    rows: i32,
    margin: i32,
}

/// The three men and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The Black king, on the board.
    pub black_king: Square,
    /// The White king, on the board or up to the margin beyond it.
    pub white_king: Square,
    /// The rook, likewise; `None` once it is captured.
    pub rook: Option<Square>,
    /// Whether Black is to move.
    pub black_to_move: bool,
}

impl Placement {
    /// White king a1, rook b2, Black king c3.
    pub fn start(black_to_move: bool) -> Self {
        Placement { black_king: (2, 2), white_king: (0, 0), rook: Some((1, 1)), black_to_move }
    }
}

/// What happens on a board from the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// When Black moves first.
    pub black_first: Ending,
    /// When White moves first.
    pub white_first: Ending,
}

/// Decides the start positions of several boards, on all cores.
pub fn figures(boards: &[EscapeBoard], task: &Task) -> Result<Vec<Figure>> {
    // The largest first, so that none of them is left to the end.
    let mut order: Vec<usize> = (0..boards.len()).collect();
    order.sort_by_key(|&i| std::cmp::Reverse(boards[i].size()));
    let solved = order.par_iter().with_max_len(1).map(|&i| Ok((i, boards[i].figure(task)?)));
    let mut solved = solved.collect::<Result<Vec<(usize, Figure)>>>()?;
    solved.sort_by_key(|&(i, _)| i);
    Ok(solved.into_iter().map(|(_, figure)| figure).collect())
}

/// An outcome and the plies it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Black steps off the board.
    Escape(u16),
    /// White mates.
    Mate(u16),
    /// Neither can be forced.
    Draw,
}

impl EscapeBoard {
    /// A board of `rows` by `columns`, with the usual margin.
    pub fn new(rows: u64, columns: u64) -> Result<Self> {
        Self::with_margin(rows, columns, MARGIN as u64)
    }

    /// The same with another margin.
    pub fn with_margin(rows: u64, columns: u64, margin: u64) -> Result<Self> {
        for (what, given) in [("the number of rows", rows), ("the number of columns", columns)] {
            if !(3..=LONGEST_SIDE).contains(&given) {
                return Err(Error::Range { what, given, least: 3, most: LONGEST_SIDE });
            }
        }
        if !(1..=8).contains(&margin) {
            return Err(Error::Range { what: "the margin", given: margin, least: 1, most: 8 });
        }
        let board =
            EscapeBoard { columns: columns as i32, rows: rows as i32, margin: margin as i32 };
        // Two bytes for the verdict, one for the count, and the frontier.
        memory::require(&format!("the {rows} by {columns} board"), board.size() as u64 * 8)?;
        Ok(board)
    }

    /// Decides both start positions.
    pub fn figure(&self, task: &Task) -> Result<Figure> {
        let wanted = [true, false].map(|black| self.index(Placement::start(black)));
        let solved = solve(self, &wanted, task)?;
        let [black_first, white_first] = [true, false]
            .map(|black_to_move| self.ending(&solved, Placement::start(black_to_move)));
        Ok(Figure { black_first, white_first })
    }

    /// Decides every position.
    pub fn solve(&self, task: &Task) -> Result<SolvedGraph> {
        Ok(solve(self, &[], task)?)
    }

    /// How a placement ends.
    pub fn ending(&self, solved: &SolvedGraph, placement: Placement) -> Ending {
        match (solved.of(self.index(placement)), placement.black_to_move) {
            (Forced::Draw, _) => Ending::Draw,
            (Forced::Win(plies), true) | (Forced::Loss(plies), false) => Ending::Escape(plies),
            (Forced::Loss(plies), true) | (Forced::Win(plies), false) => Ending::Mate(plies),
        }
    }

    fn white_side(&self) -> (i32, i32) {
        (self.columns + self.margin, self.rows + self.margin)
    }

    fn on_board(&self, (x, y): Square) -> bool {
        (0..self.columns).contains(&x) && (0..self.rows).contains(&y)
    }

    fn on_white_ground(&self, (x, y): Square) -> bool {
        let (columns, rows) = self.white_side();
        (0..columns).contains(&x) && (0..rows).contains(&y)
    }

    fn white_squares(&self) -> usize {
        let (columns, rows) = self.white_side();
        (columns * rows) as usize
    }

    /// The number of a placement. The last number of all stands for "Black is off the board".
    fn index(&self, placement: Placement) -> usize {
        let (columns, _) = self.white_side();
        let white = |(x, y): Square| (y * columns + x) as usize;
        let (bx, by) = placement.black_king;
        let ground = self.white_squares();
        let rook = placement.rook.map_or(ground, white);
        let kings = (by * self.columns + bx) as usize * ground + white(placement.white_king);
        (kings * (ground + 1) + rook) * 2 + usize::from(placement.black_to_move)
    }

    fn placement(&self, index: usize) -> Placement {
        let (columns, _) = self.white_side();
        let ground = self.white_squares();
        let white = |i: usize| (i as i32 % columns, i as i32 / columns);
        let (men, black_to_move) = (index / 2, index % 2 == 1);
        let (kings, rook) = (men / (ground + 1), men % (ground + 1));
        let black = (kings / ground) as i32;
        Placement {
            black_king: (black % self.columns, black / self.columns),
            white_king: white(kings % ground),
            rook: (rook < ground).then(|| white(rook)),
            black_to_move,
        }
    }

    fn escaped(&self) -> usize {
        self.size() - 1
    }

    /// Whether the men can stand like this with White having just moved or about to move.
    fn is_legal(&self, p: Placement) -> bool {
        let apart = !touches(p.black_king, p.white_king)
            && p.rook != Some(p.black_king)
            && p.rook != Some(p.white_king);
        // Black may not have left his king in check.
        apart && (p.black_to_move || !attacks(p.rook, p.white_king, p.black_king))
    }

    /// Where the Black king may go: on the board, or off it.
    fn black_moves(&self, p: Placement, mut each: impl FnMut(Square)) {
        for step in STEPS {
            let to = add(p.black_king, step);
            if to.0 < 0 || to.1 < 0 || touches(to, p.white_king) {
                continue;
            }
            // A rook that is not attacked by its own king can be taken.
            let takes = p.rook == Some(to);
            if takes || !attacks(p.rook, p.white_king, to) {
                each(to);
            }
        }
    }

    fn can_escape(&self, p: Placement) -> bool {
        let mut escapes = false;
        self.black_moves(p, |to| escapes |= !self.on_board(to));
        escapes
    }

    fn each_rook_square(&self, from: Square, others: [Square; 2], mut each: impl FnMut(Square)) {
        for step in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let mut to = add(from, step);
            while self.on_white_ground(to) && !others.contains(&to) {
                each(to);
                to = add(to, step);
            }
        }
    }
}

impl GameGraph for EscapeBoard {
    fn size(&self) -> usize {
        let ground = self.white_squares();
        (self.columns * self.rows) as usize * ground * (ground + 1) * 2 + 1
    }

    fn is_lost(&self, position: usize) -> bool {
        if position == self.escaped() {
            return true;
        }
        let black_to_move = position % 2 == 1;
        black_to_move && {
            let p = self.placement(position);
            p.rook.is_some_and(|r| r.0 == p.black_king.0 || r.1 == p.black_king.1)
                && self.is_legal(p)
                && attacks(p.rook, p.white_king, p.black_king)
                && self.moves(position) == 0
        }
    }

    fn moves(&self, position: usize) -> u8 {
        let p = self.placement(position);
        let mut count = 0;
        if p.black_to_move {
            let mut escapes = 0;
            self.black_moves(p, |to| if self.on_board(to) { count += 1 } else { escapes = 1 });
            return count + escapes;
        }
        for step in STEPS {
            let to = add(p.white_king, step);
            let free = self.on_white_ground(to) && p.rook != Some(to);
            count += u8::from(free && !touches(to, p.black_king));
        }
        if let Some(rook) = p.rook {
            self.each_rook_square(rook, [p.black_king, p.white_king], |_| count += 1);
        }
        count
    }

    fn before(&self, position: usize, mut each: impl FnMut(usize)) {
        if position == self.escaped() {
            let of_a_king = (self.size() - 1) / (self.columns * self.rows) as usize;
            for king in 0..self.columns * self.rows {
                let at_edge =
                    king % self.columns == self.columns - 1 || king / self.columns == self.rows - 1;
                if at_edge {
                    let first = king as usize * of_a_king;
                    let black_to_move = (first + 1..first + of_a_king).step_by(2);
                    let escapes = |&index: &usize| {
                        let p = self.placement(index);
                        self.is_legal(p) && self.can_escape(p)
                    };
                    black_to_move.filter(escapes).for_each(&mut each);
                }
            }
            return;
        }
        let p = self.placement(position);
        if p.black_to_move {
            self.before_white_move(p, each);
        } else {
            self.before_black_move(p, &mut each);
        }
    }
}

/// Moves taken back.
impl EscapeBoard {
    fn before_white_move(&self, p: Placement, mut each: impl FnMut(usize)) {
        let earlier = Placement { black_to_move: false, ..p };
        for step in STEPS {
            let from = Placement { white_king: add(p.white_king, step), ..earlier };
            if self.on_white_ground(from.white_king) && self.is_legal(from) {
                each(self.index(from));
            }
        }
        if let Some(rook) = p.rook {
            self.each_rook_square(rook, [p.black_king, p.white_king], |square| {
                let from = Placement { rook: Some(square), ..earlier };
                if self.is_legal(from) {
                    each(self.index(from));
                }
            });
        }
    }

    fn before_black_move(&self, p: Placement, each: &mut impl FnMut(usize)) {
        // He may not stand in check after his move.
        if !self.is_legal(p) {
            return;
        }
        let earlier = Placement { black_to_move: true, ..p };
        for step in STEPS {
            let from = Placement { black_king: add(p.black_king, step), ..earlier };
            if !self.on_board(from.black_king) {
                continue;
            }
            if self.is_legal(from) {
                each(self.index(from));
            }
            if p.rook.is_none() {
                let took = Placement { rook: Some(p.black_king), ..from };
                if self.is_legal(took) {
                    each(self.index(took));
                }
            }
        }
    }
}

fn add(a: Square, b: Square) -> Square {
    (a.0 + b.0, a.1 + b.1)
}

fn touches(a: Square, b: Square) -> bool {
    distance(a, b) <= 1
}

/// Whether the rook, if it is still there, looks at `target`.
fn attacks(rook: Option<Square>, white_king: Square, target: Square) -> bool {
    rook.is_some_and(|rook| rook_attacks(rook, white_king, target))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(rows: u64, columns: u64) -> (Ending, Ending) {
        let figure = EscapeBoard::new(rows, columns).unwrap().figure(&Task::silent()).unwrap();
        (figure.black_first, figure.white_first)
    }

    #[test]
    fn small_boards_let_black_escape() {
        assert_eq!(figure(4, 4), (Ending::Escape(3), Ending::Escape(4)));
        assert_eq!(figure(4, 6), (Ending::Escape(3), Ending::Escape(8)));
        assert_eq!(figure(6, 6), (Ending::Escape(11), Ending::Escape(12)));
    }

    #[test]
    fn the_board_is_symmetric() {
        assert_eq!(figure(5, 7), figure(7, 5));
    }

    #[test]
    fn boards_that_cannot_be_are_refused() {
        assert!(EscapeBoard::new(2, 8).unwrap_err().to_string().contains("rows 2"));
        assert!(EscapeBoard::new(8, 1000).is_err());
    }
}
