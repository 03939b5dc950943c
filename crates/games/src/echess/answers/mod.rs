//! The answers that are read off a solved window: walls, means and temperatures of positions
//! ([`Solution`], [`Evaluation`]), the paper's names for values ([`Chilled`]) and regions of the plane
//! ([`Region`]), the hottest positions ([`Hottest`]), proofs by game tree ([`Proof`]), how much of the
//! window is known ([`Census`]); and the file that keeps a window.

mod census;
mod chilled;
#[cfg(test)]
mod corner_check;
mod evaluation;
mod file;
mod hottest;
mod proof;
mod regions;
mod solution;
mod worth;

pub use census::{Census, Zugzwangs};
pub use chilled::{Chilled, Superscript};
pub use evaluation::{Evaluation, Initiative, Interval};
pub use hottest::{Ceiling, HotPosition, Hottest};
pub use proof::{Proof, ProofNode};
pub use regions::{Area, Place, Region};
pub use solution::{Cost, REACH, Solution};
pub(crate) use worth::at;
pub use worth::{Score, Worth};

/// Small windows that several tests ask.
#[cfg(test)]
pub(crate) mod samples {
    use std::sync::LazyLock;

    use nimzo_work::Task;

    use super::Solution;
    use crate::echess::rules::Board;

    /// Of the open board.
    pub(crate) static OPEN: LazyLock<Solution> = LazyLock::new(|| window(Board::Open));
    /// Of the corner.
    pub(crate) static CORNER: LazyLock<Solution> = LazyLock::new(|| window(Board::Corner));

    fn window(board: Board) -> Solution {
        Solution::compute_on(board, 6, &Task::silent()).expect("a small window fits")
    }
}
