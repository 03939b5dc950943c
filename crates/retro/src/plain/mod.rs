//! The plain generator: positions one by one, over ordinary move lists. Slow and simple, it says
//! what the set-wise generator must compute, and the tests hold that one equal to this.
//!
//! A class is solved in slices, one for each placement of its pawns, the most advanced first. A
//! move of a pawn and a capture leave the slice and lead to values already known; all other moves
//! stay in it, and there the classical retrograde analysis runs: a position is won as soon as one
//! successor is lost, and lost when the last of its successors has turned out won.
//!
//! Nothing here is shared with the set-wise generator, neither index nor symmetry.

pub mod castling;
mod planes;
mod reachable;

pub use reachable::reachable;

use std::collections::HashMap;

use nimzo_chess::rules::{in_class_colors, legal};
use nimzo_chess::successors::with_en_passant;
use nimzo_chess::{Material, Values};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Board, Chess, Color, Piece, Position, Role, Setup, Square};

use crate::error::Error;
use crate::graph::{self, Node};

/// Classes solved by the plain generator.
#[derive(Default)]
pub struct PlainTables {
    classes: HashMap<Material, HashMap<Vec<Square>, Slice>>,
}

/// The values of all positions with the pawns on given squares.
struct Slice {
    values: Vec<Option<Values>>,
}

impl PlainTables {
    /// Nothing solved yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Solves a class and all it needs. Meant for up to four men.
    pub fn solve(&mut self, material: Material, task: &Task) -> Result<(), Error> {
        for class in material.closure() {
            if self.classes.contains_key(&class) {
                continue;
            }
            self.classes.insert(class, HashMap::new());
            for pawns in pawn_placements(class) {
                if let Err(stopped) = task.check() {
                    self.classes.remove(&class);
                    return Err(stopped.into());
                }
                let slice = self.solve_slice(class, &pawns);
                self.classes.entry(class).or_default().insert(pawns, slice);
            }
        }
        Ok(())
    }

    /// The values of a position; `None` when its class has not been solved. En passant rights are
    /// honoured; castling rights do not exist here.
    pub fn probe(&self, position: &Chess) -> Option<Values> {
        with_en_passant(position, &mut |p| self.look_up(p).ok_or(())).ok()
    }

    /// Calls `visit` with every position of a solved class and its values, without en passant
    /// rights. Mirror images may come more than once.
    pub fn for_each(&self, material: Material, mut visit: impl FnMut(&Chess, Values)) {
        let class = material.canonical();
        for (pawns, slice) in self.classes.get(&class).into_iter().flatten() {
            let frame = Frame::new(class, pawns);
            for (index, value) in slice.values.iter().enumerate() {
                if let (Some(value), Some(position)) = (value, frame.position(index)) {
                    visit(&position, *value);
                }
            }
        }
    }

    fn look_up(&self, position: &Chess) -> Option<Values> {
        let material = Material::of_board(position.board());
        if material == Material::BARE_KINGS {
            return Some(Values::DRAW);
        }
        let slices = self.classes.get(&material.canonical())?;
        let placed = Placed::new(position, material);
        let slice = slices.get(&placed.pawns)?;
        slice.values[placed.index()]
    }

    fn solve_slice(&self, class: Material, pawns: &[Square]) -> Slice {
        let frame = Frame::new(class, pawns);
        let nodes: Vec<Option<Node>> = (0..frame.size())
            .into_par_iter()
            .map(|index| Some(self.node(&frame.position(index)?)))
            .collect();
        let values = graph::solve(&nodes);
        Slice { values }
    }

    fn node(&self, position: &Chess) -> Node {
        let staying = |next: &Chess| {
            let material = Material::of_board(next.board());
            Some(Placed::new(next, material).index() as u32)
        };
        let known = |next: &Chess| self.look_up(next).ok_or(());
        Node::of(position, staying, known).expect("slices and classes are solved in order")
    }
}

/// The numbering of the positions of a slice: a digit for the square of each man that is no pawn,
/// the White king's first (in the triangle a1-d1-d4 where there are no pawns), and the side to
/// move last.
struct Frame<'a> {
    class: Material,
    pawns: &'a [Square],
    men: Vec<Piece>,
}

const TRIANGLE: [u32; 10] = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27];

impl<'a> Frame<'a> {
    fn new(class: Material, pawns: &'a [Square]) -> Self {
        let men = class.men().filter(|&(_, role)| role != Role::Pawn);
        Self { class, pawns, men: men.map(|(color, role)| Piece { color, role }).collect() }
    }

    fn size(&self) -> usize {
        let kings = if self.class.has_pawns() { 64 } else { TRIANGLE.len() };
        (2 * kings) << (6 * (self.men.len() - 1))
    }

    /// The position with this number; `None` where men coincide, like men are out of order or the
    /// position is illegal.
    fn position(&self, index: usize) -> Option<Chess> {
        let mut setup = Setup::empty();
        setup.turn = Color::from_white(index.is_multiple_of(2));
        let pieces = self.class.men().filter(|&(_, role)| role == Role::Pawn);
        for ((color, role), &square) in pieces.zip(self.pawns) {
            setup.board.set_piece_at(square, Piece { color, role });
        }
        let mut rest = index / 2;
        let mut after = None;
        for (i, &piece) in self.men.iter().enumerate().rev() {
            let mut square = (rest % 64) as u32;
            rest /= 64;
            if i == 0 && !self.class.has_pawns() {
                square = TRIANGLE[square as usize];
            }
            let square = Square::new(square);
            let out_of_order = after.is_some_and(|(p, s)| p == piece && s < square);
            if out_of_order || setup.board.piece_at(square).is_some() {
                return None;
            }
            setup.board.set_piece_at(square, piece);
            after = Some((piece, square));
        }
        legal(setup)
    }
}

/// The men of a position brought to where the numbering wants them.
struct Placed {
    pawns: Vec<Square>,
    men: Vec<Square>,
    has_pawns: bool,
    black_to_move: bool,
}

impl Placed {
    fn new(position: &Chess, material: Material) -> Self {
        let (mut board, turn) = in_class_colors(position);
        let class = material.canonical();
        if class.has_pawns() {
            let mut mirrored = board.clone();
            mirrored.flip_horizontal();
            if pawn_squares(class, &mirrored) < pawn_squares(class, &board) {
                board = mirrored;
            }
        } else {
            into_triangle(&mut board);
        }
        let men = class.men().filter(|&(_, role)| role != Role::Pawn);
        Self {
            pawns: pawn_squares(class, &board),
            men: squares(men, &board),
            has_pawns: class.has_pawns(),
            black_to_move: turn == Color::Black,
        }
    }

    fn index(&self) -> usize {
        let king = u32::from(self.men[0]);
        let king = if self.has_pawns {
            Some(king as usize)
        } else {
            TRIANGLE.iter().position(|&t| t == king)
        };
        let king = king.expect("a board without pawns was turned");
        let men =
            self.men[1..].iter().fold(king, |index, &square| index * 64 + usize::from(square));
        2 * men + usize::from(self.black_to_move)
    }
}

fn into_triangle(board: &mut Board) {
    let king = |board: &Board| board.king_of(Color::White).expect("both kings are on the board");
    if u32::from(king(board).file()) > 3 {
        board.flip_horizontal();
    }
    if u32::from(king(board).rank()) > 3 {
        board.flip_vertical();
    }
    if u32::from(king(board).rank()) > u32::from(king(board).file()) {
        board.flip_diagonal();
    }
}

fn pawn_squares(class: Material, board: &Board) -> Vec<Square> {
    squares(class.men().filter(|&(_, role)| role == Role::Pawn), board)
}

/// The squares of the given men (like men together), like men in ascending order.
fn squares(men: impl Iterator<Item = (Color, Role)>, board: &Board) -> Vec<Square> {
    let mut kinds: Vec<(Color, Role)> = men.collect();
    kinds.dedup();
    kinds.into_iter().flat_map(|(color, role)| board.by_piece(Piece { color, role })).collect()
}

/// The placements of a class's pawns up to reflection, the most advanced first.
fn pawn_placements(class: Material) -> Vec<Vec<Square>> {
    let pawns: Vec<(Color, Role)> = class.men().filter(|&(_, role)| role == Role::Pawn).collect();
    let mut placements = vec![Vec::new()];
    for (i, pawn) in pawns.iter().enumerate() {
        let mut longer = Vec::new();
        for placement in &placements {
            for square in Square::ALL {
                let on_edge = matches!(u32::from(square.rank()), 0 | 7);
                let out_of_order = i > 0 && pawns[i - 1] == *pawn && square < placement[i - 1];
                if !on_edge && !out_of_order && !placement.contains(&square) {
                    let mut placement: Vec<Square> = placement.clone();
                    placement.push(square);
                    longer.push(placement);
                }
            }
        }
        placements = longer;
    }
    placements.retain(|placement| {
        let mut board = Board::empty();
        for (&(color, role), &square) in pawns.iter().zip(placement) {
            board.set_piece_at(square.flip_horizontal(), Piece { color, role });
        }
        *placement <= pawn_squares(class, &board)
    });
    let steps_left = |placement: &Vec<Square>| -> u32 {
        let left = |(&(color, _), &square): (&(Color, Role), &Square)| {
            color.fold_wb(7 - u32::from(square.rank()), u32::from(square.rank()))
        };
        pawns.iter().zip(placement).map(left).sum()
    };
    placements.sort_by_key(steps_left);
    placements
}
