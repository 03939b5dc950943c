//! Chess as a game of two who move in turn.

use super::position::Position;
use crate::turns::TurnGame;

/// Chess on a board of any size, without castling: mate loses, stalemate and going round in circles
/// are draws.
#[derive(Debug, Clone, Copy, Default)]
pub struct Chess;

impl TurnGame for Chess {
    type Position = Position;

    fn options(&self, position: &Position) -> Vec<Position> {
        position.legal_moves().into_iter().map(|one| position.after(one)).collect()
    }

    fn is_lost(&self, position: &Position) -> bool {
        position.in_check(position.to_move()) && position.legal_moves().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use nimzo_work::Task;

    use super::*;
    use crate::board::{Limits, Proved, Solver};
    use crate::graph::Forced;
    use crate::turns::Explored;

    /// What search proves in small endings is what is forced, and it proves most of what is.
    #[test]
    fn the_proofs_are_what_is_forced() {
        let task = Task::silent();
        for fen in ["k2/3/2P/K2 w", "k2/3/1R1/K2 w"] {
            let explored = Explored::from(&Chess, &fen.parse().unwrap(), &task).unwrap();
            let mut solver = Solver::new(&task);
            let (mut decided, mut proved) = (0, 0);
            for (position, forced) in explored.iter().step_by(307) {
                decided += u32::from(forced != Forced::Draw);
                match solver.outcome(position, Limits { positions: 20_000 }).unwrap() {
                    Proved::Win => assert!(matches!(forced, Forced::Win(_)), "{position}"),
                    Proved::Loss => assert!(matches!(forced, Forced::Loss(_)), "{position}"),
                    Proved::Unproved => continue,
                }
                proved += 1;
            }
            assert!(2 * proved >= decided && proved > 0, "{fen}: {proved} of {decided}");
        }
    }
}
