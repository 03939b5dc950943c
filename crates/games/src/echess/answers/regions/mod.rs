//! The six regions of the plane around the Black king and their subregions. Where a position lies, and
//! the formulae that give the mean there, is told in `place`.
//!
//! A position of the middle game has its rook on the row above the Black king, at [k, 1], or on
//! the column to his right, which is the same reflected. Where the White king stands then says how
//! play goes: his best direction, how many rook moves it takes, and the value. The borders are the
//! paper's: its text gives them all for k < -1, and for large k those that are used here. For k
//! from 2 to 4 they are blurred, and only the six letters are told.

mod place;

use std::fmt;

pub use place::Place;

/// One of the six regions, named by the paper; the compass says where the White king stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// East.
    A,
    /// South-southeast.
    B,
    /// Southwest.
    C,
    /// West-northwest.
    D,
    /// North.
    E,
    /// Northeast.
    F,
}

impl Region {
    /// All six, counterclockwise in the paper's order.
    pub const ALL: [Region; 6] = [Region::A, Region::B, Region::C, Region::D, Region::E, Region::F];

    /// Where the White king goes (dx, dy), as seen on the map with the rook on the row above.
    pub fn direction(self) -> (i32, i32) {
        match self {
            Region::A => (-1, 0),
            Region::B => (0, 1),
            Region::C => (1, 1),
            Region::D => (1, 0),
            Region::E => (0, -1),
            Region::F => (-1, -1),
        }
    }

    /// The Left stop that a typical point has when White needs `r` rook moves, as a fraction: the
    /// numerator is divided by the denominator. Region E has `2r` where Table 3 prints `r`.
    pub fn left_stop(self, (x, y): (i32, i32), r: i32) -> (i32, i32) {
        match self {
            Region::A => (x + r - 2, 2),
            Region::B => (-y - 1 + r, 1),
            Region::C => (-x - y + 1 + 2 * r, 1),
            Region::D => (-x - 1 + 2 * r, 1),
            Region::E => (y + 2 * r - 2, 2),
            Region::F => (x + y + 2 * r - 4, 3),
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A subregion, a contested border, or a whole region where no finer border is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// The rook stays.
    A0,
    /// The rook moves once.
    A1,
    /// Black gets to A1, White to A0.
    A1A0,
    /// The rook stays.
    B0,
    /// The rook moves once.
    B1,
    /// Black gets to B1, White to B0.
    B1B0,
    /// Black gets to C, White to B.
    CB,
    /// The White king runs into the Black one.
    CPrime,
    /// The rook moves twice.
    C2,
    /// The rook moves once.
    C1,
    /// Black gets to C2, White to C1.
    C2C1,
    /// The rook moves south, and west in some lines.
    CwS,
    /// The rook moves twice.
    D2,
    /// The rook moves south, and west in some lines.
    DwS,
    /// Black gets to D, White to E.
    DE,
    /// The rook moves twice.
    E2,
    /// The rook moves once.
    E1,
    /// The rook moves north, and west in some lines.
    EwN,
    /// Black's step southeast is answered by the rook.
    EA,
    /// The rook moves twice.
    F2,
    /// Between E and F2 on odd rows.
    FPrime,
    /// The rook moves east, and north in some lines.
    FEn,
    /// All of a region: a small or positive `k`.
    Whole(Region),
}

impl Area {
    /// The region that it belongs to; a contested border counts to the region Black wants.
    pub fn region(self) -> Region {
        use Area::*;
        match self {
            A0 | A1 | A1A0 => Region::A,
            B0 | B1 | B1B0 => Region::B,
            CB | CPrime | C2 | C1 | C2C1 | CwS => Region::C,
            D2 | DwS | DE => Region::D,
            E2 | E1 | EwN | EA => Region::E,
            F2 | FPrime | FEn => Region::F,
            Whole(region) => region,
        }
    }

    /// Whether it is a border whose side depends on who moves first.
    pub fn is_contested(self) -> bool {
        use Area::*;
        matches!(self, A1A0 | B1B0 | CB | C2C1 | DE | EA)
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Area::*;
        f.write_str(match self {
            A0 => "A0",
            A1 => "A1",
            A1A0 => "A1|A0",
            B0 => "B0",
            B1 => "B1",
            B1B0 => "B1|B0",
            CB => "C|B",
            CPrime => "C'",
            C2 => "C2",
            C1 => "C1",
            C2C1 => "C2|C1",
            CwS => "CwS",
            D2 => "D2",
            DwS => "DwS",
            DE => "D|E",
            E2 => "E2",
            E1 => "E1",
            EwN => "EwN",
            EA => "E|A",
            F2 => "F2",
            FPrime => "F'",
            FEn => "FEn",
            Whole(region) => return region.fmt(f),
        })
    }
}
