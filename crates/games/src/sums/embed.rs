//! Components on a board with kings: beside the six pawns of a mutual zugzwang and the walled-in
//! kings that the pawn game is embedded with.

use super::group::PawnGroup;
use crate::board::{Position, Side};
use crate::pawns::{put_corner, put_zugzwang};
use crate::{Error, Result};

/// The least number of rows that the zugzwang and the corners need.
pub const LEAST_ROWS: usize = 7;

/// Sets components up from left to right, an empty file after each, with White to move.
pub fn set_up(groups: &[PawnGroup]) -> Result<Position> {
    let rows = groups.iter().map(PawnGroup::rows).max().unwrap_or(LEAST_ROWS);
    if rows < LEAST_ROWS || groups.iter().any(|group| group.rows() != rows) {
        let why = format!("{rows} rows: kings and zugzwang need {LEAST_ROWS}, for all components");
        return Err(Error::NoRoom(why));
    }
    let used: usize = groups.iter().map(|group| group.files() + 1).sum();
    let files = used + 5;
    let mut position = Position::empty(files, rows, Side::White)
        .ok_or_else(|| Error::NoRoom(format!("{files} files are more than a board has")))?;
    let mut file = 0;
    for group in groups {
        group.put_on(&mut position, file);
        file += group.files() + 1;
    }
    put_zugzwang(&mut position, file);
    put_corner(&mut position, files - 2);
    Ok(position)
}
