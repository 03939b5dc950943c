//! What can go wrong in this crate.

use nimzo_work::{Interrupted, memory::DoesNotFit};

/// An input that is not what it should be, or work that could not be done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A text that is not a partition.
    #[error(
        "`{text}` is not a partition: {reason}; write positive parts, largest first, as in 5,4^3"
    )]
    Partition {
        /// The text as given.
        text: String,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// A text that is not a moveset.
    #[error(
        "`{text}` is not a moveset: {reason}; write one of downright, pawn, knight, bishop, king, \
         rook, queen, or moves (rows,columns) with + for repeatable ones, as in (1,2),(0,1)+"
    )]
    Moveset {
        /// The text as given.
        text: String,
        /// What is wrong with it, and where.
        reason: String,
    },
    /// A diagram with more cells than an answer shows one by one.
    #[error(
        "partition {partition} has {cells} cells, and an answer shows at most {most} one by one; a \
         smaller diagram can be shown whole"
    )]
    TooManyCells {
        /// The partition.
        partition: String,
        /// Its cells.
        cells: u64,
        /// How many are shown.
        most: u64,
    },
    /// A diagram on which a game has more moves than an answer lists one by one.
    #[error(
        "the game on {partition} has more than {most} moves, and a graph lists at most that many"
    )]
    TooManyMoves {
        /// The partition.
        partition: String,
        /// How many are listed.
        most: u64,
    },
    /// A word from a fixed list was expected.
    #[error("unknown {what} `{text}`; expected {expected}")]
    Unknown {
        /// What the word should have named.
        what: &'static str,
        /// The text as given.
        text: String,
        /// The words that would have been right.
        expected: String,
    },
    /// A bound outside what the program can hold or what makes sense.
    #[error("{what} {given} is out of range: expected {least} to {most}")]
    Range {
        /// What was bounded.
        what: &'static str,
        /// The number as given.
        given: u64,
        /// The least number allowed.
        least: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// A text that is not the start of a pawn game.
    #[error(
        "`{text}` is not a pawn game: {reason}; write words of files and heaps, as in 1000+00+*3"
    )]
    PawnGame {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A pawn position that takes too long to play out.
    #[error(
        "the position is too tangled: more than {positions} positions would have to be played out; \
         a smaller board would be solved"
    )]
    PawnsTangled {
        /// How many were played out before giving up.
        positions: u64,
    },
    /// A game with more positions or more moves than a plain solver writes down.
    #[error("the game is too large to be written down: {what} {found}, and at most {most} are")]
    TooLargeToExplore {
        /// What there is too much of.
        what: &'static str,
        /// How many were found before giving up.
        found: u64,
        /// How many are written down.
        most: u64,
    },
    /// A pawn word without letters.
    #[error(
        "the word is empty: write one letter a file, 0 for an open file and 1 for a stopped one"
    )]
    EmptyWord,
    /// A letter that is neither 0 nor 1.
    #[error(
        "`{letter}` at letter {place} of the word `{word}`: only 0 (open file) and 1 (stopped file) are letters"
    )]
    BadLetter {
        /// The word as given.
        word: String,
        /// The letter that cannot be read.
        letter: char,
        /// Its place, counted from 1.
        place: usize,
    },
    /// Two stopped files side by side.
    #[error("letters {place} and {} of the word `{word}` are both 1: two stopped files may not be neighbours", .place + 1)]
    AdjacentStops {
        /// The word as given.
        word: String,
        /// The place of the first of the two, counted from 1.
        place: usize,
    },
    /// A pattern whose last file and first file are stopped.
    #[error(
        "the pattern `{pattern}` begins and ends with 1: repeated, it would have two stopped files \
         side by side"
    )]
    PatternMeetsItself {
        /// The pattern as given.
        pattern: String,
    },
    /// A nimber grew past what the compact arrays can hold.
    #[error(
        "a nimber above {most} appeared at length {length}: the arrays of this computation cannot hold it"
    )]
    NimberTooLarge {
        /// The length of the component.
        length: usize,
        /// The largest nimber that fits.
        most: u32,
    },
    /// A position text that cannot be read.
    #[error("the position `{fen}` cannot be read: {why}")]
    BadFen {
        /// The text as given.
        fen: String,
        /// Where and why.
        why: String,
    },
    /// A construction that the given board has no room for.
    #[error("{0}")]
    NoRoom(String),
    /// A text that is not a square of entrepreneurial chess.
    #[error("`{text}` is not a square: {reason}; write two integers, as in 3,-1")]
    EchessSquare {
        /// The text as given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A position of entrepreneurial chess that cannot be.
    #[error(
        "`{text}` is not a position that can be evaluated: {reason}; write BKX,BKY WKX,WKY WRX,WRY"
    )]
    EchessPosition {
        /// The men as given.
        text: String,
        /// What is wrong with them.
        reason: String,
    },
    /// A move of entrepreneurial chess that cannot be read or played.
    #[error(
        "the move `{text}` cannot be played: {reason}; write cash, a step such as ne, K4,6 or R6,1"
    )]
    EchessMove {
        /// The move as given.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// More memory than there is.
    #[error(transparent)]
    Memory(#[from] DoesNotFit),
    /// A value that leaves the range of the exact numbers.
    #[error(transparent)]
    Value(#[from] nimzo_cgt::Error),
    /// The work was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// The result of something in this crate that can go wrong.
pub type Result<T> = std::result::Result<T, Error>;
