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
    /// A text that does not parse.
    #[error("expected {expected} at character {}, here: {}", at + 1, marked(input, *at))]
    Syntax {
        /// The text as given.
        input: String,
        /// Where it goes wrong, in characters from 0.
        at: usize,
        /// What would have been right there.
        expected: String,
    },
    /// A computation went deeper into its games than is allowed.
    #[error("the games are more than {limit} moves deep")]
    TooDeep {
        /// The limit.
        limit: u32,
    },
    /// A computation would hold more than is allowed.
    #[error("{what} would be too large to hold")]
    TooLarge {
        /// What was asked for.
        what: String,
    },
    /// A Norton product with a unit that is not positive.
    #[error("the unit {unit} of a Norton product must be positive")]
    UnitNotPositive {
        /// The unit.
        unit: String,
    },
    /// Cooling by less than nothing.
    #[error("games can be cooled by 0 or more, not by {temperature}")]
    NegativeTemperature {
        /// The temperature asked for.
        temperature: Dyadic,
    },
    /// A graph of positions with an option that is not in it.
    #[error("position {position} is an option, but there are only {count} positions")]
    NoSuchPosition {
        /// The position named.
        position: usize,
        /// How many there are.
        count: usize,
    },
    /// A game in which alternating play may go on for ever, where a stopper is meant.
    #[error("the game of {positions} positions is no stopper: alternating play may never end")]
    NotAStopper {
        /// The size of its graph.
        positions: usize,
    },
    /// An operation without an answer for this value.
    #[error("there is no answer: {what}")]
    NotDefined {
        /// What was asked, and of what.
        what: String,
    },
    /// Somebody asked the work to stop.
    #[error(transparent)]
    Interrupted(#[from] nimzo_work::Interrupted),
    /// A loopy value where only short games are meant.
    #[error("`{input}` is loopy: only loop-free games are meant here")]
    Loopy {
        /// The value.
        input: String,
    },
}

impl Error {
    /// A syntax error at a character.
    pub(crate) fn syntax(input: &str, at: usize, expected: &str) -> Error {
        Error::Syntax { input: input.to_owned(), at, expected: expected.to_owned() }
    }
}

/// How many characters are shown on either side of the mark.
const SHOWN: usize = 60;

/// The text around a character, with a mark before it.
fn marked(input: &str, at: usize) -> String {
    let from = at.saturating_sub(SHOWN);
    let mut characters = input.chars().skip(from);
    let before: String = characters.by_ref().take(at - from).collect();
    let after: String = characters.by_ref().take(SHOWN).collect();
    let cut = |more: bool| if more { "..." } else { "" };
    format!("{}{before}▸{after}{}", cut(from > 0), cut(characters.next().is_some()))
}

/// The crate's result.
pub type Result<T> = std::result::Result<T, Error>;
