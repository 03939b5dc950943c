//! Proofs by game tree: a position's walls follow from its options, theirs from their options, and
//! so on down to leaves whose walls the window proves. The tree is put together with the exact
//! thermographs of `nimzo-cgt`, not with the curves of the sweeps, so it is also a second way to the
//! same walls.
//!
//! A tree from below has one or a few moves for Black and all of White's; a tree from above the
//! other way round. Moves that a number dismisses at once are only counted: what Black keeps at least
//! when White moves first after them, or what he gets at most when he does.

use nimzo_cgt::{Dyadic, Slope, Thermograph, Wall};

use super::evaluation::Evaluation;
use super::solution::Solution;
use crate::Result;
use crate::echess::bounds::Bound;
use crate::echess::rules::{Player, Position, View, distance};

/// A position of a tree and the walls that follow from what is below it.
#[derive(Clone, Debug)]
pub struct ProofNode {
    /// The men.
    pub position: Position,
    /// Whether the rook stands for rooks on every column, and on every row, beyond the window on
    /// its side.
    pub rook_beyond: (bool, bool),
    /// Whose move led here; `None` at the root.
    pub mover: Option<Player>,
    /// Left's and Right's wall, a bound on the true ones.
    pub walls: (Wall, Wall),
    /// Moves that matter.
    pub options: Vec<ProofNode>,
    /// How many other moves there are for the side whose moves are all looked at, and the number
    /// that bounds what they give, which is no better for that side than one of the options.
    pub others: Option<(usize, Dyadic)>,
}

/// Both trees of a position.
#[derive(Clone, Debug)]
pub struct Proof {
    /// From below.
    pub lower: ProofNode,
    /// From above.
    pub upper: ProofNode,
    /// How deep they are at most.
    pub plies: u32,
}

impl ProofNode {
    /// How many nodes there are, this one included.
    pub fn size(&self) -> usize {
        1 + self.options.iter().map(ProofNode::size).sum::<usize>()
    }

    /// How deep the tree is.
    pub fn height(&self) -> u32 {
        self.options.iter().map(|option| option.height() + 1).max().unwrap_or(0)
    }
}

impl Proof {
    /// The thermograph, if the trees agree.
    pub fn thermograph(&self) -> Option<Thermograph> {
        let exact = self.lower.walls == self.upper.walls;
        let (left, right) = exact.then_some(&self.lower.walls)?;
        Thermograph::from_scaffolds(left, right).ok()
    }
}

impl Solution {
    /// Both trees of a position, `plies` deep.
    pub fn prove(&self, position: &Position, plies: u32) -> Result<Proof> {
        let lower = self.tree(View::of(position), Bound::Lower, plies, None)?;
        let upper = self.tree(View::of(position), Bound::Upper, plies, None)?;
        Ok(Proof { lower, upper, plies })
    }

    fn tree(
        &self,
        view: View,
        bound: Bound,
        plies: u32,
        mover: Option<Player>,
    ) -> Result<ProofNode> {
        let walls = walls(self.evaluate(&view.position)?, bound);
        let stands = walls.0 == walls.1;
        let View { position, beyond: rook_beyond } = view;
        let (options, others) = (Vec::new(), None);
        let node = ProofNode { position, rook_beyond, mover, walls, options, others };
        if plies == 0 || stands || !self.has_all_moves(&position, bound) {
            return Ok(node);
        }
        self.expand(node, view, bound, plies)
    }

    /// Whether all moves that a tree needs are known here.
    fn has_all_moves(&self, position: &Position, bound: Bound) -> bool {
        let [king, _] = position.offsets();
        distance(king, (0, 0)) < self.window.reach
            && (bound == Bound::Lower || self.window.sees(position, position.rook))
    }

    fn expand(
        &self,
        mut node: ProofNode,
        view: View,
        bound: Bound,
        plies: u32,
    ) -> Result<ProofNode> {
        let position = view.position;
        let cash = Wall::constant(Dyadic::ZERO, Dyadic::from(position.cash()));
        let left = if position.black_takes_rook(self.board()) {
            Wall::PlusInfinity
        } else {
            let moves = view.black_steps(self.window).collect();
            let found = self.best(&mut node, moves, bound, plies, Player::Black)?;
            found.max(&cash)?
        };
        let right = if position.in_check() {
            Wall::MinusInfinity
        } else {
            let moves = self.white_moves(view);
            self.best(&mut node, moves, bound, plies, Player::White)?
        };
        let (left, right) = (left.tilt(Slope::Falling)?, right.tilt(Slope::Rising)?);
        node.walls = match Thermograph::from_scaffolds(&left, &right) {
            Ok(thermograph) => (thermograph.left().clone(), thermograph.right().clone()),
            // Nobody wants to move, and Black may take what he has.
            Err(nimzo_cgt::Error::ColdScaffolds) => {
                let Some(path) = left.trajectory() else { return Ok(node) };
                let stands = Wall::constant(Dyadic::ZERO, path.value_at(Dyadic::ZERO)?);
                (stands.clone(), stands)
            }
            Err(fault) => return Err(fault.into()),
        };
        Ok(node)
    }

    /// White's moves: her king's, then the rook's from west and south on.
    fn white_moves(&self, view: View) -> Vec<View> {
        let (black, rook) = (view.position.black_king, view.position.rook);
        let mut moves: Vec<View> = view.white_moves(self.window).collect();
        moves.sort_by_key(|next| match next.position.rook {
            to if next.position.white_king != view.position.white_king || to == rook => None,
            to if to.x != rook.x => Some((to.x - black.x, 0)),
            to => Some((to.y - black.y, 1)),
        });
        moves
    }

    /// What the mover gets: the best wall of the next mover's over his moves.
    fn best(
        &self,
        node: &mut ProofNode,
        moves: Vec<View>,
        bound: Bound,
        plies: u32,
        mover: Player,
    ) -> Result<Wall> {
        // After a Black move White's wall counts, and the other way round.
        let counts = |(left, right): (Wall, Wall)| match mover {
            Player::Black => right,
            Player::White => left,
        };
        let better = |a: &Wall, b: &Wall| match mover {
            Player::Black => a.max(b),
            Player::White => a.min(b),
        };
        let nothing = match mover {
            Player::Black => Wall::MinusInfinity,
            Player::White => Wall::PlusInfinity,
        };
        let complete = (mover == Player::White) == (bound == Bound::Lower);
        let mut known = Vec::new();
        for next in moves {
            let evaluation = self.evaluate(&next.position)?;
            let leaf = leaf(&evaluation, bound);
            known.push((next, counts(walls(evaluation, bound)), leaf));
        }
        let mut goal = nothing.clone();
        for (_, wall, _) in &known {
            goal = better(&goal, wall)?;
        }
        let start = start_of(&goal);
        let (mut found, mut hoped) = (nothing.clone(), nothing);
        let mut others: Option<(usize, Dyadic)> = None;
        for (next, wall, leaf) in known {
            if complete {
                // A number that is no better for the mover than the goal is dismissed at once.
                let number = start_of(&leaf);
                let worse = match (number, start, mover) {
                    (Some(number), Some(start), Player::White) => number >= start,
                    (Some(number), Some(start), Player::Black) => number <= start,
                    _ => false,
                };
                if let (true, Some(number)) = (worse, number) {
                    let (count, most) = others.unwrap_or((0, number));
                    let most = match mover {
                        Player::White => most.min(number),
                        Player::Black => most.max(number),
                    };
                    others = Some((count + 1, most));
                    found = better(&found, &leaf)?;
                    continue;
                }
            } else {
                // One's own moves: only those that help to reach the goal.
                let with = better(&hoped, &wall)?;
                if with == hoped || hoped == goal {
                    continue;
                }
                hoped = with;
            }
            let child = self.tree(next, bound, plies - 1, Some(mover))?;
            found = better(&found, &counts(child.walls.clone()))?;
            node.options.push(child);
        }
        node.others = node.others.or(others);
        Ok(found)
    }
}

fn walls(evaluation: Evaluation, bound: Bound) -> (Wall, Wall) {
    match bound {
        Bound::Lower => evaluation.lower,
        Bound::Upper => evaluation.upper,
    }
}

/// The number that bounds both walls.
fn leaf(evaluation: &Evaluation, bound: Bound) -> Wall {
    let (wall, nothing) = match bound {
        Bound::Lower => (&evaluation.lower.1, Wall::MinusInfinity),
        Bound::Upper => (&evaluation.upper.0, Wall::PlusInfinity),
    };
    start_of(wall).map_or(nothing, |number| Wall::constant(Dyadic::ZERO, number))
}

fn start_of(wall: &Wall) -> Option<Dyadic> {
    wall.trajectory()?.value_at(Dyadic::ZERO).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;

    #[test]
    fn trees_give_the_walls_of_the_window() {
        for text in ["0,0 1,-2 2,1", "0,0 2,-2 -4,1", "0,0 3,0 -4,1", "0,0 -1,2 2,1"] {
            let position: Position = text.parse().unwrap();
            let proof = OPEN.prove(&position, 2).unwrap();
            let evaluation = OPEN.evaluate(&position).unwrap();
            assert!(evaluation.lower.0.is_at_most(&proof.lower.walls.0).unwrap(), "{text}");
            assert!(evaluation.lower.1.is_at_most(&proof.lower.walls.1).unwrap(), "{text}");
            assert_eq!(proof.upper.walls, evaluation.upper, "{text}");
            assert!(proof.lower.height() <= 2 && proof.upper.height() <= 2);
        }
    }
}
