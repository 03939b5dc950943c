//! Rows of 64 depth codes (see [`Cells`](crate::planes::Cells) for what a code means), narrow or
//! wide, and how a code passes to the player who moves into it.

use crate::kernel::Kernel;
use crate::planes::Cell;

/// How a value passes back over a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Counting {
    /// One ply further, counted in moves of the winner.
    Moves,
    /// One ply further, counted in plies.
    Plies,
    /// Counted anew: whatever the depth was, one ply (or one more than the rule allows).
    Zeroing,
}

/// A cell that holds depth codes.
pub(crate) trait Code: Cell + Ord {
    /// The code of a draw.
    const HALF: u32;
    /// The largest number of units for wins and losses alike.
    const LIMIT: u32;

    fn from_code(code: u32) -> Self;
    fn code(self) -> u32;
    /// The same value, read from a byte.
    fn from_narrow(code: u8) -> Self;
    /// The same value, read from two bytes; a narrow cell is never filled from them.
    fn from_wide(code: u16) -> Self;
    fn equal<K: Kernel>(row: &[Self; 64], code: Self) -> u64;
    fn above<K: Kernel>(row: &[Self; 64], code: Self) -> u64;
    fn put<K: Kernel>(row: &mut [Self; 64], places: u64, code: Self);
    /// The value for the player who moves into `self`; 0 stays 0.
    fn before(self, counting: Counting) -> Self;

    #[inline(always)]
    fn loss(units: u32) -> Self {
        Self::from_code(1 + units)
    }

    #[inline(always)]
    fn draw() -> Self {
        Self::from_code(Self::HALF)
    }

    #[inline(always)]
    fn win(units: u32) -> Self {
        Self::from_code(2 * Self::HALF - units)
    }
}

/// A row of values for the player who moves into them.
#[inline(always)]
pub(crate) fn before_all<T: Code>(codes: &mut [T; 64], counting: Counting) {
    // One loop for each way of counting, so that none decides inside.
    match counting {
        Counting::Moves => codes.iter_mut().for_each(|code| *code = code.before(Counting::Moves)),
        Counting::Plies => codes.iter_mut().for_each(|code| *code = code.before(Counting::Plies)),
        Counting::Zeroing => {
            codes.iter_mut().for_each(|code| *code = code.before(Counting::Zeroing))
        }
    }
}

macro_rules! code_before {
    () => {
        #[inline(always)]
        fn before(self, counting: Counting) -> Self {
            let half = Self::HALF as Self;
            let more = match counting {
                Counting::Moves => Self::from(self > half),
                Counting::Plies => 2 * Self::from(self > half),
                Counting::Zeroing => Self::from(self != 0 && self != half),
            };
            self.wrapping_neg().wrapping_add(more)
        }
    };
}

impl Code for u8 {
    const HALF: u32 = 0x80;
    const LIMIT: u32 = crate::planes::NARROW_LIMIT;

    #[inline(always)]
    fn from_code(code: u32) -> Self {
        code as Self
    }
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self)
    }
    #[inline(always)]
    fn from_narrow(code: u8) -> Self {
        code
    }
    #[inline(always)]
    fn from_wide(_: u16) -> Self {
        unreachable!("a narrow plane is not made from wide ones")
    }
    #[inline(always)]
    fn equal<K: Kernel>(row: &[Self; 64], code: Self) -> u64 {
        K::bytes_equal(row, code)
    }
    #[inline(always)]
    fn above<K: Kernel>(row: &[Self; 64], code: Self) -> u64 {
        K::bytes_above(row, code)
    }
    #[inline(always)]
    fn put<K: Kernel>(row: &mut [Self; 64], places: u64, code: Self) {
        K::put_bytes(row, places, code);
    }
    code_before!();
}

impl Code for u16 {
    const HALF: u32 = 0x8000;
    const LIMIT: u32 = 0x7FFE;

    #[inline(always)]
    fn from_code(code: u32) -> Self {
        code as Self
    }
    #[inline(always)]
    fn code(self) -> u32 {
        u32::from(self)
    }
    #[inline(always)]
    fn from_narrow(code: u8) -> Self {
        match code {
            0..0x80 => Self::from(code),
            0x80 => 0x8000,
            _ => 0xFF00 | Self::from(code),
        }
    }
    #[inline(always)]
    fn from_wide(code: u16) -> Self {
        code
    }
    #[inline(always)]
    fn equal<K: Kernel>(row: &[Self; 64], code: Self) -> u64 {
        row.iter().enumerate().fold(0, |set, (i, &cell)| set | u64::from(cell == code) << i)
    }
    #[inline(always)]
    fn above<K: Kernel>(row: &[Self; 64], code: Self) -> u64 {
        row.iter().enumerate().fold(0, |set, (i, &cell)| set | u64::from(cell > code) << i)
    }
    #[inline(always)]
    fn put<K: Kernel>(row: &mut [Self; 64], places: u64, code: Self) {
        for (i, cell) in row.iter_mut().enumerate() {
            *cell = if places >> i & 1 != 0 { code } else { *cell };
        }
    }
    code_before!();
}

#[cfg(test)]
mod tests {
    use nimzo_chess::{Depth, Dtz50};

    use super::*;
    use crate::planes::{Unit, decode};

    fn check<T: Code + std::fmt::Debug>() {
        for code in 0..2 * T::HALF {
            let cell = T::from_code(code);
            if code > 120 && code < 2 * T::HALF - 120 && code != T::HALF {
                continue;
            }
            let value = |cell: T, unit| decode(cell.code(), T::HALF, unit);
            for (counting, unit) in [(Counting::Moves, Unit::Moves), (Counting::Plies, Unit::Plies)]
            {
                let expected = value(cell, unit).map(Depth::one_ply_back);
                assert_eq!(value(cell.before(counting), unit), expected, "{cell:?} {counting:?}");
            }
            // The five results, written as the codes of one ply or of one beyond the rule.
            let depth = value(cell, Unit::Plies);
            if let Some(depth @ (Depth::Draw | Depth::Win(1 | 101) | Depth::Loss(1 | 101))) = depth
            {
                let before = Dtz50::after_zeroing(Dtz50(depth).wdl50());
                assert_eq!(value(cell.before(Counting::Zeroing), Unit::Plies), Some(before.0));
            }
        }
    }

    #[test]
    fn codes_pass_back_as_values_do() {
        check::<u8>();
        check::<u16>();
    }

    #[test]
    fn narrow_codes_widen_to_the_same_values() {
        for code in 0..=255u8 {
            let wide = u16::from_narrow(code);
            for unit in [Unit::Moves, Unit::Plies] {
                let narrow = decode(u32::from(code), u8::HALF, unit);
                assert_eq!(decode(u32::from(wide), u16::HALF, unit), narrow);
            }
        }
    }
}
