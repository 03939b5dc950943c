//! The corner solved a second way: the board itself on absolute squares, Black kept in a small box.
//! If he may not leave the box he does worse than in the corner; if leaving it wins everything he
//! does better. The bounds of the window must not contradict either.

use std::collections::HashMap;

use crate::echess::bounds::curve::exact::to_dyadic;
use crate::echess::bounds::curve::{Curve, CurveBuffer, Fixed, ONE};
use crate::echess::bounds::mast::{Rounding, settle};

use crate::echess::answers::samples::{CORNER, OPEN};
use crate::echess::answers::{Initiative, Score, at};
use crate::echess::bounds::{Shapes, StoredWall};
use crate::echess::rules::{After, Player};
use crate::echess::rules::{Board, Position, Square};

/// Black stays on squares below this.
const BOX: i32 = 3;
/// White's men stay on squares below this. It takes moves from White only, so the walls of a Black
/// who wins outside the box are above the true ones all the same; for the others she has the rook
/// moves that matter.
const BOARD: i32 = 6;

/// Means are rounded down to this grid.
const GRID: Fixed = ONE >> 22;

struct Caged {
    shapes: Shapes,
    places: HashMap<Position, usize>,
    positions: Vec<Position>,
    /// Left's wall turned over, and Right's.
    walls: Vec<(StoredWall, StoredWall)>,
    outside_wins: bool,
}

impl Caged {
    fn solve(outside_wins: bool) -> Self {
        let squares =
            |side: i32| (0..side).flat_map(move |x| (0..side).map(move |y| Square::new(x, y)));
        let mut positions = Vec::new();
        for black in squares(BOX) {
            for white in squares(BOARD) {
                for rook in squares(BOARD) {
                    positions.extend(Position::new(black, white, rook).ok());
                }
            }
        }
        let places = positions.iter().enumerate().map(|(at, &p)| (p, at)).collect();
        let walls = vec![(StoredWall::PLUS, StoredWall::MINUS); positions.len()];
        let shapes = Shapes::new();
        let mut caged = Caged { shapes, places, positions, walls, outside_wins };
        while caged.sweep() {}
        caged
    }

    fn sweep(&mut self) -> bool {
        let mut changed = false;
        for at in 0..self.positions.len() {
            let walls = self.evaluate(at);
            changed |= walls != self.walls[at];
            self.walls[at] = walls;
        }
        changed
    }

    fn evaluate(&mut self, at: usize) -> (StoredWall, StoredWall) {
        let here = self.positions[at];
        let (mut black, mut white) = (CurveBuffer::default(), CurveBuffer::default());
        let mut spare = Vec::new();
        black.set(Curve::Line { base: here.cash() * ONE, bends: &[] }, 0);
        for played in here.black_moves(Board::Corner) {
            match here.after(Player::Black, played) {
                After::Position(next) => match self.places.get(&next) {
                    Some(&next) => {
                        black.raise_to(self.shapes.curve(self.walls[next].1), 0, &mut spare);
                    }
                    None if self.outside_wins => black.set_plus(),
                    None => {}
                },
                After::RookTaken => black.set_plus(),
                _ => {}
            }
        }
        if here.in_check() {
            white.set_plus();
        } else {
            for played in here.white_moves(Board::Corner, BOARD) {
                if let After::Position(next) = here.after(Player::White, played)
                    && let Some(&next) = self.places.get(&next)
                {
                    white.raise_to(self.shapes.curve(self.walls[next].0), 0, &mut spare);
                }
            }
        }
        let (mut left, mut right) = (CurveBuffer::default(), CurveBuffer::default());
        settle(black.curve(), white.curve(), Rounding::DownTo(GRID), &mut left, &mut right);
        (self.shapes.intern(left.curve()), self.shapes.intern(right.curve()))
    }

    /// Left's and Right's wall of a position at a tax.
    fn scores(&self, place: usize, tax: i64) -> [Score; 2] {
        let (left, right) = self.walls[place];
        let exact = |wall| self.shapes.curve(wall).to_exact();
        let left = exact(left).negate().unwrap();
        [at(&left, to_dyadic(tax)), at(&exact(right), to_dyadic(tax))]
    }
}

#[test]
fn bounds_of_the_corner_hold_for_the_corner_itself() {
    let (caged, freed) = (Caged::solve(false), Caged::solve(true));
    let mut met = 0;
    let mut beside_the_edge = 0;
    for (place, here) in caged.positions.iter().enumerate() {
        let Ok(bounds) = CORNER.evaluate(here) else { continue };
        for quarter in 0..12 {
            let tax = quarter * ONE / 4;
            let (worse, better) = (caged.scores(place, tax), freed.scores(place, tax));
            for (player, side) in [(Player::Black, 0), (Player::White, 1)] {
                let worth = bounds.worth(player, to_dyadic(tax));
                assert!(worth.low <= better[side], "{here}: {worth} at {tax}, {better:?}");
                assert!(worth.high >= worse[side], "{here}: {worth} at {tax}, {worse:?}");
                if worse[side] == better[side] && worth.is_exact() {
                    met += 1;
                    beside_the_edge += i32::from(here.black_king.x * here.black_king.y == 0);
                }
            }
        }
    }
    // The box settles some positions by itself, and there the bounds are exact too.
    assert!(met > 1000 && beside_the_edge > 100, "{met}, {beside_the_edge}");
}

/// Away from the edges the corner has the values of the open board wherever both are proved.
#[test]
fn far_from_the_edges_the_values_are_the_open_boards() {
    let (mut same, mut narrower) = (0, 0);
    let home = Square::new(20, 20);
    for state in OPEN.states_in_view() {
        let here = Position {
            black_king: home,
            white_king: home.by(state.king),
            rook: home.by(state.rook),
        };
        let (a, b) = (CORNER.evaluate(&here).unwrap(), OPEN.evaluate(&here).unwrap());
        if a.is_exact() && b.is_exact() {
            assert_eq!(a, b, "{here}");
            same += 1;
        } else {
            narrower += i32::from(b.is_exact());
        }
    }
    assert!(same > 10 * narrower, "{same} the same, {narrower} known on the open board only");
}

/// Figure 1 of the paper: mean 17, temperature 2, Black's sente, proved.
#[test]
fn the_start_position_is_worth_seventeen() {
    let start: Position = "2,2 0,0 1,1".parse().unwrap();
    let value = CORNER.evaluate(&start).unwrap();
    assert!(value.is_exact());
    assert_eq!(value.mean().to_string(), "17");
    assert_eq!(value.temperature().to_string(), "2");
    assert_eq!(value.initiative(), Some(Initiative::LeftSente));
}
