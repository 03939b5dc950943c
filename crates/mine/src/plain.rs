//! The plain evaluator: one position at a time, by the rules and whoever knows values. It says what
//! each word of the language means; `blocks` is held to it.

use nimzo_chess::rules::{after, set_up};
use nimzo_chess::{Material, Metric, Probe, Wdl, Wdl50};
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::definition::null_move::Triple;
use nimzo_zugzwang::definition::reachable::unreachable;
use shakmaty::{Board, Chess, Color, Move, Position, Role, Square};

use crate::error::Result;
use crate::language::{Expression, Men, MoveTest, Number, Query, Squares};

/// The first mirror image of a position in which a query holds.
pub fn find_image(query: &Query, position: &Chess, source: &dyn Probe) -> Result<Option<Chess>> {
    let class = Material::of_board(position.board());
    let symmetries = if class.has_pawns() { 2 } else { 8 };
    for symmetry in Symmetry::all().take(symmetries) {
        let Some(image) = image(position, symmetry) else { continue };
        if holds(&query.expression, &image, source)? {
            return Ok(Some(image));
        }
    }
    Ok(None)
}

/// The position with every man where a symmetry takes him.
pub(crate) fn image(position: &Chess, symmetry: Symmetry) -> Option<Chess> {
    let mut board = Board::empty();
    for (square, piece) in position.board().clone() {
        let to = symmetry.square(u32::from(square) as u8);
        board.set_piece_at(Square::new(to.into()), piece);
    }
    set_up(&board, position.turn(), None)
}

/// Whether an expression holds in a position without en passant right.
pub fn holds(expression: &Expression, position: &Chess, source: &dyn Probe) -> Result<bool> {
    let to_move = |side: Color| position.turn() == side;
    Ok(match expression {
        Expression::And(all) => {
            for one in all {
                if !holds(one, position, source)? {
                    return Ok(false);
                }
            }
            true
        }
        Expression::Or(all) => {
            for one in all {
                if holds(one, position, source)? {
                    return Ok(true);
                }
            }
            false
        }
        Expression::Not(one) => !holds(one, position, source)?,
        Expression::Legal => true,
        Expression::ToMove(side) => to_move(*side),
        Expression::Result(side, wdl) => to_move(*side) && source.wdl(position)? == *wdl,
        Expression::Spoilt(side, wdl) => to_move(*side) && is_spoilt(*wdl, position, source)?,
        Expression::Compare(one, relation, two) => {
            match (number(one, position, source)?, number(two, position, source)?) {
                (Some(one), Some(two)) => relation.holds(one, two),
                _ => false,
            }
        }
        Expression::On(men, squares) => count(*men, *squares, position.board()) > 0,
        Expression::Attacks(one, two) => attacks(*one, *two, position.board()),
        Expression::SameColorBishops => {
            let [light, dark] = bishops(position.board(), &Color::ALL);
            light + dark >= 2 && (light == 0 || dark == 0)
        }
        Expression::OppositeColorBishops => {
            let [white, black] = Color::ALL.map(|side| bishops(position.board(), &[side]));
            matches!((white, black), ([1, 0], [0, 1]) | ([0, 1], [1, 0]))
        }
        Expression::Check => position.is_check(),
        Expression::Mate => position.is_checkmate(),
        Expression::Stalemate => position.is_stalemate(),
        Expression::Reachable => unreachable(position).is_none(),
        Expression::Zugzwang(kinds) => {
            zugzwang(position, source)?.is_some_and(|kind| kinds.contains(&kind))
        }
        Expression::Null(one) => match Triple::of(position) {
            Ok(triple) => holds(one, &triple.p2, source)?,
            Err(_) => false,
        },
    })
}

fn is_spoilt(wdl: Wdl, position: &Chess, source: &dyn Probe) -> Result<bool> {
    let known = source.probe(position, &[Metric::Dtz50])?;
    let missing = || nimzo_chess::Error::missing(&source.name(), position, Metric::Dtz50);
    let wdl50 = known.wdl50.ok_or_else(missing)?;
    Ok(match wdl {
        Wdl::Win => wdl50 == Wdl50::CursedWin,
        _ => wdl50 == Wdl50::BlessedLoss,
    })
}

fn zugzwang(position: &Chess, source: &dyn Probe) -> Result<Option<Kind>> {
    let Ok(triple) = Triple::of(position) else { return Ok(None) };
    let own = source.wdl(&triple.p1)?;
    Ok(Kind::of(own, -source.wdl(&triple.p2)?, own))
}

fn number(number: &Number, position: &Chess, source: &dyn Probe) -> Result<Option<u16>> {
    Ok(match number {
        Number::Constant(number) => Some(*number),
        Number::Depth(_, side) | Number::Moves(side, _) if position.turn() != *side => None,
        Number::Depth(metric, _) => {
            let missing = || nimzo_chess::Error::missing(&source.name(), position, *metric);
            let depth = source.depth(position, *metric)?.ok_or_else(missing)?;
            depth.at_least().plies()
        }
        Number::Moves(_, test) => {
            let mut count = 0;
            for mv in position.legal_moves() {
                count += u16::from(passes(test, mv, &after(position, mv), source)?);
            }
            Some(count)
        }
        Number::Men(men, squares) => Some(count(*men, *squares, position.board())),
    })
}

fn passes(test: &MoveTest, mv: Move, next: &Chess, source: &dyn Probe) -> Result<bool> {
    Ok(match test {
        MoveTest::And(all) => {
            for one in all {
                if !passes(one, mv, next, source)? {
                    return Ok(false);
                }
            }
            true
        }
        MoveTest::Or(all) => {
            for one in all {
                if passes(one, mv, next, source)? {
                    return Ok(true);
                }
            }
            false
        }
        MoveTest::Not(one) => !passes(one, mv, next, source)?,
        MoveTest::Result(wdl) => -source.wdl(next)? == *wdl,
        MoveTest::Takes(None) => mv.is_capture(),
        MoveTest::Takes(role) => mv.capture() == *role,
        MoveTest::Promotes(None) => mv.is_promotion(),
        MoveTest::Promotes(role) => mv.promotion() == *role,
        MoveTest::By(role) => mv.role() == *role,
        MoveTest::Check => next.is_check(),
        MoveTest::Mate => next.is_checkmate(),
        MoveTest::Stalemate => next.is_stalemate(),
    })
}

fn count(men: Men, squares: Squares, board: &Board) -> u16 {
    let on = |square: Square| squares.0 >> u32::from(square) & 1 != 0;
    let found = board.clone().into_iter().filter(|&(square, man)| on(square) && men.has(man));
    found.count() as u16
}

fn attacks(one: Men, two: Men, board: &Board) -> bool {
    let of = |men: Men| board.clone().into_iter().filter(move |&(_, man)| men.has(man));
    of(one).any(|(from, _)| of(two).any(|(to, _)| board.attacks_from(from).contains(to)))
}

/// Bishops of these sides on light and on dark squares.
fn bishops(board: &Board, sides: &[Color]) -> [usize; 2] {
    [Squares::LIGHT, Squares::DARK].map(|squares| {
        let of = |&side: &Color| board.by_piece(Role::Bishop.of(side));
        sides.iter().map(of).map(|set| (u64::from(set) & squares.0).count_ones() as usize).sum()
    })
}
