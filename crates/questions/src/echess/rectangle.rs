//! Rectangles of White king squares, and tables of them.

use std::fmt::{self, Display};

use nimzo_games::echess::Square;

use crate::Failure;

/// The squares from one column to another and from one row to another, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub(super) columns: (i32, i32),
    pub(super) rows: (i32, i32),
}

impl Rectangle {
    /// The rectangle that `--x A..B --y A..B` name, inside the window around the Black king.
    pub(super) fn read(x: &str, y: &str, window: u64, king: Square) -> Result<Self, Failure> {
        let (columns, rows) = (range("--x", x)?, range("--y", y)?);
        inside("--x", columns, window, king.x)?;
        inside("--y", rows, window, king.y)?;
        Ok(Self { columns, rows })
    }

    /// The squares row by row from the top.
    pub(super) fn squares(self) -> impl Iterator<Item = Square> {
        let Self { columns, rows } = self;
        (rows.0..=rows.1)
            .rev()
            .flat_map(move |y| (columns.0..=columns.1).map(move |x| Square::new(x, y)))
    }

    /// Writes a table of cells that come in the order of [`squares`](Self::squares), some perhaps
    /// left out; rows and columns are numbered.
    pub(super) fn write_table<T: Display>(
        self,
        f: &mut fmt::Formatter<'_>,
        width: usize,
        cells: impl Iterator<Item = (Square, T)>,
    ) -> fmt::Result {
        let mut cells = cells.peekable();
        for square in self.squares() {
            if square.x == self.columns.0 {
                write!(f, "{:>4} ", square.y)?;
            }
            match cells.next_if(|(at, _)| *at == square) {
                Some((_, words)) => write!(f, "{:>width$}", words.to_string())?,
                None => write!(f, "{:>width$}", "")?,
            }
            if square.x == self.columns.1 {
                f.write_str("\n")?;
            }
        }
        f.write_str("     ")?;
        (self.columns.0..=self.columns.1).try_for_each(|x| write!(f, "{x:>width$}"))
    }
}

fn range(name: &str, text: &str) -> Result<(i32, i32), Failure> {
    let bad =
        || Failure::input(format!("{name} `{text}` is not a range; expected A..B, as in -5..10"));
    let (low, high) = text.split_once("..").ok_or_else(bad)?;
    let (low, high) =
        (low.trim().parse().map_err(|_| bad())?, high.trim().parse().map_err(|_| bad())?);
    if low > high { Err(bad()) } else { Ok((low, high)) }
}

/// Refuses what the window does not hold.
fn inside(name: &str, (low, high): (i32, i32), window: u64, at: i32) -> Result<(), Failure> {
    let reach = i64::try_from(window).unwrap_or(i64::MAX);
    let (least, most) = (i64::from(at).saturating_sub(reach), i64::from(at).saturating_add(reach));
    if i64::from(low) >= least && i64::from(high) <= most {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{name} {low}..{high} leaves the window of {reach}; expected {least}..{most}, or a greater \
         --window"
    )))
}
