//! The dogmatic strategies: one move for each player in each position, whatever the rest of the
//! sum.
//!
//! Black's is the paper's list and needs no values at all. White's is nowhere stated in one place;
//! here it is the first move in the order of preference below among those that lose nothing at the
//! position's own temperature: the king in his region's direction, then the king's other moves
//! towards the fight, then the rook onto the row or column next to the Black king, then anything.

use super::advice::Guide;
use crate::Result;
use crate::echess::answers::{Place, Solution};
use crate::echess::bounds::Bound;
use crate::echess::bounds::curve::{Fixed, ONE};
use crate::echess::rules::{Board, Move, Player, Position, Square, distance};

/// Black's dogmatic move: take the rook, else northeast, north, east, southeast or northwest, else
/// cash out.
pub fn black(position: &Position, board: Board) -> Move {
    let takes = position.black_moves(board).into_iter().find(|m| matches!(m, Move::TakeRook(_)));
    let steps = creed(position).into_iter();
    takes
        .or_else(|| steps.filter_map(|step| position.black_step(step, board)).next())
        .unwrap_or(Move::CashOut)
}

/// The steps of Black's dogma in order. Of southeast and northwest, the one along the rook's row or
/// column comes first.
fn creed(position: &Position) -> [(i32, i32); 5] {
    let column = position.rook.x == position.black_king.x + 1;
    let sideways = if column { [(-1, 1), (1, -1)] } else { [(1, -1), (-1, 1)] };
    [(1, 1), (0, 1), (1, 0), sideways[0], sideways[1]]
}

/// White's dogmatic move, if she has any move.
pub fn white(guide: Guide<'_>, position: &Position) -> Result<Option<Move>> {
    let orthodox = guide.orthodox(position, Player::White)?;
    Ok(orthodox.first().map(|advice| advice.played))
}

/// A player's dogmatic move.
pub fn choose(guide: Guide<'_>, position: &Position, player: Player) -> Result<Option<Move>> {
    match player {
        Player::Black => Ok(Some(black(position, guide.board()))),
        Player::White => white(guide, position),
    }
}

/// How often Black's dogma is as good as any move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Orthodoxy {
    /// Positions that are known exactly and have a finite temperature.
    pub positions: u64,
    /// Those in which the dogmatic move loses nothing at the position's own temperature.
    pub orthodox: u64,
    /// Those in which it loses nothing when the position is played alone.
    pub best_alone: u64,
}

/// Tries Black's dogma on every exactly known position of a window with the rook in view.
pub fn orthodoxy(solution: &Solution) -> Orthodoxy {
    let mut count = Orthodoxy::default();
    let window = solution.window;
    for state in solution.states_in_view().filter(|&state| solution.is_exact(state)) {
        let Some((mean, temperature)) = solution.mast_above(state) else { continue };
        let here = window.position(state);
        let step = match black(&here, Board::Open) {
            Move::King(to) => Some(Position { black_king: to, ..here }),
            _ => None,
        };
        if step.is_some_and(|next| !solution.holds(&next)) {
            continue;
        }
        // What the move brings at a tax; cashing out brings nothing more.
        let brings = |tax: Fixed| match step {
            Some(next) => {
                let (_, right) = solution.walls(Bound::Upper, window.state_of(&next));
                right.value_at(tax).map(|value| value + next.cash() * ONE)
            }
            None => Some(0),
        };
        let (left, _) = solution.walls(Bound::Upper, state);
        count.positions += 1;
        count.orthodox += u64::from(brings(temperature) == Some(mean + temperature));
        count.best_alone += u64::from(brings(0) == left.value_at(0).map(|turned| -turned));
    }
    count
}

/// The place of a move in the order of preference among equally good ones; lower is better.
pub(crate) fn rank(position: &Position, player: Player, played: Move) -> (i32, i32, i32, i32) {
    match (player, played) {
        (Player::Black, Move::King(to)) => {
            let creed = creed(position).into_iter().map(|step| position.black_king.by(step));
            let place = creed.take(3).position(|square| square == to);
            // Sideways and backwards come after cashing out, which ends the game at once.
            place.map_or((20, -(to.x + to.y), 0, 0), |place| (1 + place as i32, 0, 0, 0))
        }
        (Player::Black, Move::CashOut) => (10, 0, 0, 0),
        (Player::White, Move::King(to)) => {
            let (dx, dy) = (to.x - position.white_king.x, to.y - position.white_king.y);
            let wanted = direction(position);
            let off = (dx - wanted.0).abs() + (dy - wanted.1).abs();
            (off, gap(position.black_king, to), 0, 0)
        }
        (Player::White, Move::Rook(to)) => {
            let (u, v) = (to.x - position.black_king.x, to.y - position.black_king.y);
            // Onto the row or column that hems the king in; then far away from him, or near.
            let hems = i32::from(!(u == 1 || v == 1));
            (3, hems, -u - v, gap(position.black_king, to))
        }
        (_, Move::TakeRook(_) | Move::TakeKing) => (0, 0, 0, 0),
        _ => (30, 0, 0, 0),
    }
}

fn gap(a: Square, b: Square) -> i32 {
    distance((a.x, a.y), (b.x, b.y))
}

/// Where the White king should go: as his region says, or in the opening towards the square one
/// step ahead of the Black king.
fn direction(position: &Position) -> (i32, i32) {
    match Place::of(position) {
        Some(place) => place.direction(),
        None => {
            let (king, goal) = (position.white_king, position.black_king);
            ((goal.x + 1 - king.x).signum(), (goal.y + 1 - king.y).signum())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_follows_the_list() {
        let choice = |text: &str| {
            let position: Position = text.parse().unwrap();
            black(&position, Board::Open).to_string()
        };
        assert_eq!(choice("0,0 9,9 1,1"), "KxR1,1");
        assert_eq!(choice("0,0 -9,9 9,5"), "K1,1");
        assert_eq!(choice("0,0 -9,9 1,5"), "K0,1");
        assert_eq!(choice("0,0 -9,9 9,1"), "K1,0");
        // The king on [2,1] guards the east; the rook guards the row above.
        assert_eq!(choice("0,0 2,1 -4,1"), "K1,-1");
        assert_eq!(choice("0,0 2,0 -4,1"), "cash");
    }
}
