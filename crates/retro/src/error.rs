//! What can go wrong while a class is solved.

use nimzo_chess::{Material, Metric};
use nimzo_work::Interrupted;
use nimzo_work::memory::DoesNotFit;

/// Anything that can go wrong here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The work was stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// There is not enough memory.
    #[error(transparent)]
    DoesNotFit(#[from] DoesNotFit),
    /// A plan asks for more than it may take.
    #[error(transparent)]
    TooLittle(#[from] crate::slice_graph::TooLittle),
    /// A class too large for the generator.
    #[error(
        "{0} is beyond the generator: it takes at most 6 men beside pawns, or 7 where there are none"
    )]
    TooLarge(Material),
    /// Depths beyond what two bytes hold.
    #[error("{0} has depths beyond 32766 plies")]
    TooDeep(Material),
    /// A class that the generator needed and nobody had solved.
    #[error("{class} has not been solved for {metric}")]
    Unsolved {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: Metric,
    },
    /// Sub-tables could not be had, or finished slices not be kept; what whoever keeps them says.
    #[error(transparent)]
    Outside(Box<dyn std::error::Error + Send + Sync>),
}
