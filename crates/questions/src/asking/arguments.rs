//! Parts that several questions share: positions as our users write them, and numbers in their
//! ranges.

use std::ops::RangeInclusive;

use nimzo_chess::parse_fen;
use shakmaty::Chess;

use crate::Failure;

/// A position from a FEN, blanks written as such or as underscores.
pub(crate) fn position(fen: &str) -> Result<Chess, Failure> {
    parse_fen(&fen.replace('_', " "))
        .map_err(|fault| Failure::input(format!("position {fen:?}: {fault}")))
}

/// Refuses a number outside its range. The command line has refused it already; other askers have
/// not.
pub(crate) fn require_within(
    name: &str,
    given: impl Into<i64>,
    range: &RangeInclusive<i64>,
) -> Result<(), Failure> {
    let given = given.into();
    if range.contains(&given) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Failure::input(format!("{name} {given} is out of range: expected {least} to {most}")))
}
