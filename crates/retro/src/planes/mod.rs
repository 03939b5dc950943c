//! Values of whole slices: planes of bits (won, drawn, lost) and planes of depths, slot by slot in
//! the order of the [`Layout`](crate::layout::Layout).

mod buffer;
mod pool;
mod results;

pub use buffer::{Buffer, Cell, SharedBuffer};
pub use pool::{POOLED_BYTES, expect_parts_of, release, trim};
pub use results::{ResultBits, ResultPlanes};

use nimzo_chess::{Depth, Wdl, Wdl50};

/// One bit per slot: word `slot / 64`, bit `slot % 64`.
pub type BitPlane = Buffer<u64>;

#[inline(always)]
fn bit(plane: &[u64], slot: usize) -> bool {
    plane[slot >> 6] >> (slot & 63) & 1 != 0
}

/// Win, draw and loss of every slot of a slice for one side to move. A slot in none of the three
/// holds no legal position.
#[derive(Debug, Clone)]
pub struct WdlPlanes {
    /// Won for the side to move.
    pub win: BitPlane,
    /// Drawn.
    pub draw: BitPlane,
    /// Lost for the side to move.
    pub loss: BitPlane,
}

impl WdlPlanes {
    /// The value of a slot; `None` where there is no legal position.
    pub fn get(&self, slot: usize) -> Option<Wdl> {
        if bit(&self.win, slot) {
            Some(Wdl::Win)
        } else if bit(&self.loss, slot) {
            Some(Wdl::Loss)
        } else {
            bit(&self.draw, slot).then_some(Wdl::Draw)
        }
    }
}

/// The part of the wins and losses that stands under the fifty-move rule.
#[derive(Debug, Clone)]
pub struct RulePlanes {
    /// Won within the rule.
    pub win: BitPlane,
    /// Lost within the rule.
    pub loss: BitPlane,
}

impl RulePlanes {
    /// The five-valued result of a slot whose value without the rule is `wdl`.
    pub fn get(&self, slot: usize, wdl: Wdl) -> Wdl50 {
        match wdl {
            Wdl::Win if bit(&self.win, slot) => Wdl50::Win,
            Wdl::Win => Wdl50::CursedWin,
            Wdl::Draw => Wdl50::Draw,
            Wdl::Loss if bit(&self.loss, slot) => Wdl50::Loss,
            Wdl::Loss => Wdl50::BlessedLoss,
        }
    }
}

/// In what depths are counted inside a plane.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Moves of the winner. Serves depth to mate, where a win takes an odd and a loss an even
    /// number of plies.
    Moves,
    /// Plies.
    Plies,
}

impl Unit {
    /// Units of a win in so many plies.
    #[inline(always)]
    pub fn of_plies(self, plies: u32) -> u32 {
        match self {
            Self::Moves => plies.div_ceil(2),
            Self::Plies => plies,
        }
    }
}

/// The codes of a depth plane, narrow or wide. With `half` the middle of the range, 0 is "no legal
/// position", `1 + n` a loss in `n` units, `half` a draw, and `2 half - n` a win in `n` units; so a
/// larger code is better for the side to move, and the best move is a maximum.
#[derive(Debug, Clone)]
pub enum Cells {
    /// One byte per slot: up to 126 units.
    Narrow(Buffer<u8>),
    /// Two bytes per slot.
    Wide(Buffer<u16>),
}

/// A narrow code as a wide one: losses count from below, wins from above.
#[inline(always)]
pub fn widened(code: u8) -> u16 {
    match code {
        ..0x80 => u16::from(code),
        0x80 => 0x8000,
        _ => u16::from(code) | 0xFF00,
    }
}

/// A wide code as a narrow one, where its depth allows.
#[inline(always)]
pub fn narrowed(code: u16) -> Option<u8> {
    match code {
        ..0x80 | 0xFF81.. => Some(code as u8),
        0x8000 => Some(0x80),
        _ => None,
    }
}

/// Depths of every slot of a slice for one side to move.
#[derive(Debug, Clone)]
pub struct DepthPlane {
    /// What is counted.
    pub unit: Unit,
    /// The codes.
    pub cells: Cells,
}

/// The largest number of units that a byte holds for wins and losses alike.
pub const NARROW_LIMIT: u32 = 126;

impl DepthPlane {
    /// The value of a slot; `None` where there is no legal position.
    pub fn get(&self, slot: usize) -> Option<Depth> {
        match &self.cells {
            Cells::Narrow(cells) => decode(u32::from(cells[slot]), 0x80, self.unit),
            Cells::Wide(cells) => decode(u32::from(cells[slot]), 0x8000, self.unit),
        }
    }

    /// Slots.
    pub fn len(&self) -> usize {
        match &self.cells {
            Cells::Narrow(cells) => cells.len(),
            Cells::Wide(cells) => cells.len(),
        }
    }

    /// Whether there are no slots.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The code of a value in a plane whose middle code is `half`.
pub fn encode(value: Option<Depth>, half: u32, unit: Unit) -> u32 {
    match value {
        None => 0,
        Some(Depth::Loss(plies)) => 1 + unit.of_plies(u32::from(plies)),
        Some(Depth::Draw) => half,
        Some(Depth::Win(plies)) => 2 * half - unit.of_plies(u32::from(plies)),
    }
}

/// The value of a code in a plane whose middle code is `half`.
pub fn decode(code: u32, half: u32, unit: Unit) -> Option<Depth> {
    let plies = |units: u32, odd: u32| match unit {
        Unit::Moves => (2 * units - odd) as u16,
        Unit::Plies => units as u16,
    };
    match code {
        0 => None,
        code if code < half => Some(Depth::Loss(plies(code - 1, 0))),
        code if code == half => Some(Depth::Draw),
        code => Some(Depth::Win(plies(2 * half - code, 1))),
    }
}

/// For eight bits as many bytes, all ones where the bit is set.
pub const BYTES_OF_BITS: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut bit = 0;
        while bit < 8 {
            if bits >> bit & 1 != 0 {
                bytes[bits] |= 0xFF << (8 * bit);
            }
            bit += 1;
        }
        bits += 1;
    }
    bytes
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_and_keep_the_order_of_values() {
        for (half, limit) in [(0x80, 126), (0x8000, 3000)] {
            for unit in [Unit::Moves, Unit::Plies] {
                let step = if unit == Unit::Moves { 2 } else { 1 };
                let losses = (0..=limit).map(|n| Depth::Loss(n * step));
                let wins = (1..=limit).rev().map(|n| Depth::Win(n * step + 1 - step));
                let values: Vec<Depth> = losses.chain([Depth::Draw]).chain(wins).collect();
                let codes: Vec<u32> = values.iter().map(|&v| encode(Some(v), half, unit)).collect();
                assert!(codes.is_sorted_by(|a, b| a < b));
                for (value, code) in values.into_iter().zip(codes) {
                    assert_eq!(decode(code, half, unit), Some(value));
                }
                assert_eq!(decode(encode(None, half, unit), half, unit), None);
            }
        }
    }
}
