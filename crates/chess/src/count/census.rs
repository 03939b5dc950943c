//! The count, class by class.

use std::collections::HashMap;

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::{Bitboard, Color, File, Piece, Role, Square};

use super::pawns::DoubleStep;
use super::placements::Stage;
use super::terms::{Kind, Polynomial, Terms};
use super::{Convention, EnPassant, usable};
use crate::castling::CastlingRights;
use crate::material::Material;

/// Positions of one class with one side to move and given rights.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The class.
    pub class: Material,
    /// Who is to move.
    pub turn: Color,
    /// The castling rights.
    pub castling: CastlingRights,
    /// Whether there is an en passant right.
    pub en_passant: bool,
    /// How many there are.
    pub positions: u64,
}

/// All classes of some number of men.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Census {
    /// By class, side to move and rights; where there are no positions, there is no row.
    pub rows: Vec<Row>,
}

impl Census {
    /// All positions.
    pub fn total(&self) -> u64 {
        self.sum(|_| true)
    }

    /// Positions with a castling right.
    pub fn with_castling(&self) -> u64 {
        self.sum(|row| !row.castling.is_empty())
    }

    /// Positions with an en passant right.
    pub fn with_en_passant(&self) -> u64 {
        self.sum(|row| row.en_passant)
    }

    /// Positions of the rows for which a test holds.
    pub fn sum(&self, holds: impl Fn(&Row) -> bool) -> u64 {
        self.rows.iter().filter(|row| holds(row)).map(|row| row.positions).sum()
    }

    /// From rows in any order, of which empty ones are dropped.
    pub(super) fn new(mut rows: Vec<Row>) -> Self {
        rows.retain(|row| row.positions > 0);
        rows.sort_by_key(|row| {
            let class = (row.class.pawns(), row.class.to_string());
            (class, row.turn.is_black(), row.castling, row.en_passant)
        });
        Self { rows }
    }
}

/// Counts all positions of so many men.
pub fn count(men: usize, convention: Convention, task: &Task) -> Result<Census, Interrupted> {
    let castling = CastlingRights::all().filter(|rights| convention.castling || rights.is_empty());
    let mut en_passant = vec![EnPassant::Ignored, convention.en_passant];
    en_passant.dedup();
    let mut counted = HashMap::new();
    for castling in castling {
        for &right in &en_passant {
            let white_to_move = WhiteToMove::count(men, castling, right, task)?;
            counted.insert((castling, right), white_to_move);
        }
    }
    let mut rows = Vec::new();
    for class in Material::all(men) {
        for (&(rights, right), white_to_move) in &counted {
            let mut add = |turn, castling, positions| {
                let en_passant = right != EnPassant::Ignored;
                rows.push(Row { class, turn, castling, en_passant, positions });
            };
            add(Color::White, rights, white_to_move.unique(class));
            if !class.is_symmetric() {
                // With the colours exchanged it is Black who moves.
                add(Color::Black, rights.flipped(), white_to_move.unique(class.flipped()));
            }
        }
    }
    Ok(Census::new(rows))
}

/// Placements with White to move and given rights, all material at once. Without castling rights, of each
/// placement and its mirror image (which is never the same) the one with the Black king on files a to d.
struct WhiteToMove {
    castling: CastlingRights,
    terms: Terms,
    parts: Vec<Part>,
    /// Those that reflection in the diagonal a1-h8 leaves as they are.
    symmetric: Option<Polynomial>,
}

/// Placements in which some men stand where a right wants them.
struct Part {
    setting: Setting,
    ways: Polynomial,
}

/// Men beside the kings whom a right puts in place.
struct Setting {
    men: Vec<(Square, Piece)>,
    step: Option<DoubleStep>,
    /// Whether these placements were counted twice by other settings.
    taken_off: bool,
}

impl WhiteToMove {
    fn count(
        men: usize,
        castling: CastlingRights,
        right: EnPassant,
        task: &Task,
    ) -> Result<Self, Interrupted> {
        let settings: Vec<Setting> = settings(castling, right);
        let placed = settings.iter().map(|setting| setting.men.len()).min().unwrap_or(0);
        let free = men.checked_sub(2 + placed);
        let terms = Terms::up_to(free.unwrap_or(0));
        let settings = settings.into_iter().filter(|setting| setting.men.len() + 2 <= men);
        let parts = settings.map(|setting| {
            let ways = setting.count(&terms, men, castling, right, task)?;
            Ok(Part { setting, ways })
        });
        let parts = parts.collect::<Result<_, Interrupted>>()?;
        let symmetric = (placed == 0).then(|| symmetric(&terms, task)).transpose()?;
        Ok(Self { castling, terms, parts, symmetric })
    }

    /// How many different positions of a class there are.
    fn unique(&self, class: Material) -> u64 {
        let sum = |taken_off: bool| -> u64 {
            let parts = self.parts.iter().filter(|part| part.setting.taken_off == taken_off);
            parts.map(|part| part.coefficient(&self.terms, class)).sum()
        };
        let all = sum(false) - sum(true);
        if !self.castling.is_empty() || class.has_pawns() {
            all
        } else {
            let symmetric = self.symmetric.as_ref();
            let fixed = symmetric.map_or(0, |ways| self.terms.coefficient(ways, class, &[]));
            (2 * all + 2 * fixed) / 8
        }
    }
}

impl Part {
    fn coefficient(&self, terms: &Terms, class: Material) -> u64 {
        let placed: Vec<Kind> =
            self.setting.men.iter().map(|(_, piece)| Kind::of(piece.color, piece.role)).collect();
        terms.coefficient(&self.ways, class, &placed)
    }
}

impl Setting {
    fn count(
        &self,
        terms: &Terms,
        men: usize,
        castling: CastlingRights,
        right: EnPassant,
        task: &Task,
    ) -> Result<Polynomial, Interrupted> {
        let without_pawns = self.step.map_or(Bitboard::EMPTY, DoubleStep::crossed);
        let empty = match right {
            EnPassant::Ignored | EnPassant::Adjacent => Bitboard::EMPTY,
            EnPassant::Possible | EnPassant::Usable | EnPassant::Arisen => without_pawns,
        };
        let taken = self.men.iter().map(|&(square, _)| square).collect::<Bitboard>() | empty;
        let boards: Vec<Vec<(Square, Piece)>> = kings(castling)
            .filter(|kings| kings.iter().all(|&(square, _)| !taken.contains(square)))
            .filter(|[_, (black, _)]| !castling.is_empty() || black.file() <= File::D)
            .map(|kings| self.men.iter().copied().chain(kings).collect())
            .collect();
        let count = |men_placed: &Vec<(Square, Piece)>| match self.step {
            Some(step) if matches!(right, EnPassant::Usable | EnPassant::Arisen) => {
                let arisen = right == EnPassant::Arisen;
                usable::count(terms, men_placed, step, arisen, men - men_placed.len(), task)
            }
            _ => {
                let turn = Color::White;
                let men = men_placed;
                Stage { terms, turn, men, empty, without_pawns, symmetric: false }.count(task)
            }
        };
        boards.par_iter().map(count).try_reduce(|| terms.zero(), sum)
    }
}

/// The ways to have the rights, which are to be added up or taken off.
fn settings(castling: CastlingRights, right: EnPassant) -> Vec<Setting> {
    let rook = |square: Square| {
        (square, Piece { color: Color::from_white(square < Square::A2), role: Role::Rook })
    };
    let rooks: Vec<(Square, Piece)> = castling.rooks().into_iter().map(rook).collect();
    if right == EnPassant::Ignored {
        return vec![Setting { men: rooks, step: None, taken_off: false }];
    }
    let mut settings = Vec::new();
    for step in DoubleStep::all() {
        let neighbours: Vec<Square> = step.neighbours().into_iter().collect();
        let mut add = |capturers: &[Square], taken_off| {
            let mut men = rooks.clone();
            men.push((step.to(), Piece { color: Color::Black, role: Role::Pawn }));
            let white = Piece { color: Color::White, role: Role::Pawn };
            men.extend(capturers.iter().map(|&square| (square, white)));
            settings.push(Setting { men, step: Some(step), taken_off });
        };
        neighbours.iter().for_each(|&capturer| add(&[capturer], false));
        if neighbours.len() == 2 {
            // Where one capturer is settled and any man may stand in the other's place, two capturers are
            // counted twice; where men are walked over, no second capturer is put there.
            add(&neighbours, matches!(right, EnPassant::Adjacent | EnPassant::Possible));
        }
    }
    settings
}

/// Placements symmetric to the diagonal a1-h8.
fn symmetric(terms: &Terms, task: &Task) -> Result<Polynomial, Interrupted> {
    let on_diagonal = |square: Square| u32::from(square.file()) == u32::from(square.rank());
    let kings: Vec<_> = kings(CastlingRights::NONE)
        .filter(|kings| kings.iter().all(|&(square, _)| on_diagonal(square)))
        .collect();
    kings
        .par_iter()
        .map(|men| {
            let (turn, empty) = (Color::White, Bitboard::EMPTY);
            Stage { terms, turn, men, empty, without_pawns: empty, symmetric: true }.count(task)
        })
        .try_reduce(|| terms.zero(), sum)
}

/// Two kings on different squares, at home where they have a right.
fn kings(castling: CastlingRights) -> impl Iterator<Item = [(Square, Piece); 2]> {
    let squares = move |color| {
        let home = castling.king(color);
        Square::ALL.into_iter().filter(move |&square| home.is_none_or(|home| home == square))
    };
    squares(Color::White).flat_map(move |white| {
        squares(Color::Black).filter(move |&black| black != white).map(move |black| {
            [(white, Color::White), (black, Color::Black)]
                .map(|(square, color)| (square, Piece { color, role: Role::King }))
        })
    })
}

fn sum(mut a: Polynomial, b: Polynomial) -> Result<Polynomial, Interrupted> {
    a.iter_mut().zip(b).for_each(|(a, b)| *a += b);
    Ok(a)
}
