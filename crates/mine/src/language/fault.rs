//! What is wrong with a query: where, what stands there, and what could.

use std::fmt;

/// Why a text is no query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The character it is about, counted from 0; the length of the query where something is missing.
    pub place: usize,
    /// What stands there.
    pub found: String,
    /// What could stand there.
    pub expected: Vec<String>,
}

impl Fault {
    pub(super) fn new(place: usize, found: String, expected: &[impl ToString]) -> Self {
        Self { place, found, expected: expected.iter().map(ToString::to_string).collect() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: found {}; expected ", self.place + 1, self.found)?;
        for (number, one) in self.expected.iter().enumerate() {
            let between = match number {
                0 => "",
                _ if number + 1 == self.expected.len() => " or ",
                _ => ", ",
            };
            write!(f, "{between}{one}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
