//! What has no end that could be reached.

use nimzo_chess::Material;
use nimzo_work::Interrupted;
use nimzo_work::memory::human;

use crate::layout::KEPT_PIECES;

/// Why there is no list of slices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Unbounded {
    /// The position itself is beyond the horizon.
    #[error(
        "{0} has {pieces} men beside pawns, and one set of pawns with them takes {bytes} of memory; at most {KEPT_PIECES} men beside pawns can be solved",
        pieces = .0.pieces(), bytes = human(one_slice(*.0))
    )]
    Pieces(Material),
    /// There are too many slices.
    #[error(
        "the position leads to more than {most} sets of pawns; one with the men of {class} takes {} of memory",
        human(one_slice(*.class))
    )]
    Slices {
        /// So many would have done.
        most: usize,
        /// The class of the position.
        class: Material,
    },
    /// There are too many positions with castling rights, which are solved one by one.
    #[error("the position leads to more than {0} positions with castling rights")]
    Rights(usize),
    /// The work was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// Bytes of the sets with which one slice is solved for results, three for each side to move.
fn one_slice(class: Material) -> u64 {
    let positions = 64u64.checked_pow(class.pieces() as u32).unwrap_or(u64::MAX);
    (positions / 8).saturating_mul(6)
}
