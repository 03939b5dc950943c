//! What can go wrong on a card.

use nimzo_chess::{Material, Metric};
use nimzo_work::Interrupted;
use nimzo_work::memory::human;

/// Anything that can go wrong here.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no driver, or no card.
    #[error("no CUDA device: {0}; use --device cpu")]
    NoDevice(String),
    /// The kernels could not be compiled for the card.
    #[error(
        "the kernels do not compile for this card: {0}; use --device cpu, or update the driver"
    )]
    Compiling(String),
    /// The card refused a call or was lost.
    #[error("the card failed while {doing}: {why}; use --device cpu, or try again")]
    Card {
        /// What it was asked for.
        doing: &'static str,
        /// What the driver says.
        why: String,
    },
    /// The card's memory does not suffice.
    #[error("the card has no room for another {}: {} of its memory are in use of {} allowed; allow more of it \
        (--device-memory), or use --device auto or cpu",
        human(*.needed), human(*.used), human(*.allowed))]
    Full {
        /// Bytes asked for.
        needed: u64,
        /// Bytes in use.
        used: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// Neither the card's memory nor the host's suffices.
    #[error("the card is full, and this machine has no room beside it for another {}; close other programs, \
        or allow more of the card (--device-memory)", human(*.needed))]
    FullBeside {
        /// Bytes asked for.
        needed: u64,
    },
    /// A class too large for the card.
    #[error("{class} takes {} of a card's memory, of {} allowed: use a card that has so much, or the processor \
        of a machine that has the memory (--device cpu)", human(*.needed), human(*.allowed))]
    TooLarge {
        /// The class.
        class: Material,
        /// Bytes asked for.
        needed: u64,
        /// Bytes that may be used.
        allowed: u64,
    },
    /// Seven men of whom no two pairs are alike.
    #[error("{class} would take {} of a card's memory: of seven men a card solves those with two pairs of like men, \
        each of which is kept once for both orders; use --device cpu", human(*.needed))]
    NoTwins {
        /// The class.
        class: Material,
        /// Bytes that it would take.
        needed: u64,
    },
    /// Seven men that are to be solved for something else than plies.
    #[error(
        "{class}: of seven men a card counts depths to conversion or to a zeroing move, not {metric}; \
        ask for --metrics wdl,dtc"
    )]
    OnlyCounted {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: Metric,
    },
    /// Something that is done on the processor only.
    #[error("{class} is not solved for {metric} on a card; use --device cpu")]
    NotHere {
        /// The class.
        class: Material,
        /// What was wanted of it.
        metric: Metric,
    },
    /// The work was stopped before it was done.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// What the engine says.
    #[error(transparent)]
    Retro(#[from] nimzo_retro::Error),
}

/// What comes out here.
pub type Result<T> = std::result::Result<T, Error>;
