//! The one error type of the crate. Every variant carries the input that caused it.

use crate::Dyadic;

/// What can go wrong with a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// An exact result that does not fit the representation.
    #[error("{what} does not fit: numbers have a 63-bit numerator over at most 2^62")]
    Overflow {
        /// The operation, in words.
        what: &'static str,
    },
    /// A text that is no dyadic rational.
    #[error("`{input}` is not a dyadic rational: expected an integer or m/2^n, like -3 or 3/4")]
    NotDyadic {
        /// The text as given.
        input: String,
    },
    /// A wall was tilted beyond the slopes that walls have.
    #[error("a wall of slope {slope} cannot be tilted by {tilt}: walls have slope -1, 0 or 1")]
    TooSteep {
        /// The slope found.
        slope: i8,
        /// The tilt asked for.
        tilt: i8,
    },
    /// A trajectory was asked for below the temperature where it starts.
    #[error("temperature {temperature} lies below the start {start} of the trajectory")]
    BelowStart {
        /// The temperature asked for.
        temperature: Dyadic,
        /// The first temperature of the trajectory.
        start: Dyadic,
    },
    /// Scaffolds that do not cross: Left's starts below Right's.
    #[error("the scaffolds leave a gap from the start on, so no mast is determined by them")]
    ColdScaffolds,
}

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;
