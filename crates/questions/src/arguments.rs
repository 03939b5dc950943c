//! Parts that several questions share: positions as our users write them.

use nimzo_chess::parse_fen;
use shakmaty::Chess;

use crate::Failure;

/// A position from a FEN, blanks written as such or as underscores.
pub(crate) fn position(fen: &str) -> Result<Chess, Failure> {
    parse_fen(&fen.replace('_', " "))
        .map_err(|fault| Failure::input(format!("position {fen:?}: {fault}")))
}
