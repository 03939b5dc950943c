//! Between codes of cells (see [`planes`](nimzo_retro::planes)) and what is stored: results, and depths counted
//! from where they begin.

use nimzo_chess::{Dtz50, Metric};

use super::free::ANY;
use super::walk::{BLESSED_LOSS, CURSED_WIN, DRAW, LARGE, LOSS, NOTHING, WIN, is_decided};
use crate::file::Stream;

const LIMIT: u16 = Dtz50::LIMIT;

/// The code of the middle of narrow cells, in which results are handed out.
const HALF: u8 = 0x80;

/// The result of each narrow code in plies.
pub const RESULTS: [u8; 256] = {
    let mut results = [NOTHING; 256];
    let mut code = 0;
    while code < 256 {
        results[code] = result_of(code as u8);
        code += 1;
    }
    results
};

/// The result of a narrow code in plies.
pub const fn result_of(code: u8) -> u8 {
    const SLOWEST_LOSS: u8 = 1 + LIMIT as u8;
    const LEAST_BLESSED: u8 = 1 + SLOWEST_LOSS;
    const DEEPEST_WIN: u8 = 1 + HALF;
    const SLOWEST_WIN: u8 = 0xFF - LIMIT as u8;
    match code {
        0 => NOTHING,
        1..=SLOWEST_LOSS => LOSS,
        LEAST_BLESSED..HALF => BLESSED_LOSS,
        HALF => DRAW,
        DEEPEST_WIN..=SLOWEST_WIN => CURSED_WIN,
        _ => WIN,
    }
}

/// The result of a wide code in plies.
pub fn result_of_wide(code: u16) -> u8 {
    const SLOWEST_LOSS: u16 = 1 + LIMIT;
    const LEAST_BLESSED: u16 = 1 + SLOWEST_LOSS;
    const SLOWEST_WIN: u16 = u16::MAX - (LIMIT - 1);
    match code {
        0 => NOTHING,
        1..=SLOWEST_LOSS => LOSS,
        LEAST_BLESSED..0x8000 => BLESSED_LOSS,
        0x8000 => DRAW,
        0x8001..SLOWEST_WIN => CURSED_WIN,
        SLOWEST_WIN.. => WIN,
    }
}

/// The narrow code of a result, in plies: the least depth that has it.
pub fn code_of(result: u8) -> u8 {
    match result {
        LOSS => 1,
        BLESSED_LOSS => 2 + LIMIT as u8,
        DRAW => HALF,
        CURSED_WIN => 0xFF - LIMIT as u8,
        WIN => 0xFF,
        _ => 0,
    }
}

/// Between the codes of a stream and depths as they are stored.
#[derive(Debug, Clone, Copy)]
pub struct Depths {
    half: u16,
    wide: bool,
    /// What depths beyond the fifty-move rule begin with.
    beyond: u16,
}

impl Depths {
    /// For the codes of a stream.
    pub fn of(stream: Stream) -> Self {
        let beyond = if stream.metric == Metric::Dtz50 { LIMIT } else { 0 };
        Self { half: stream.half() as u16, wide: stream.width == 2, beyond }
    }

    #[inline(always)]
    fn begin(self, result: u8) -> u16 {
        if matches!(result, CURSED_WIN | BLESSED_LOSS) { self.beyond } else { 0 }
    }

    /// The depth of a cell.
    pub fn depth(self, result: u8, cells: &[u8], cell: usize) -> u16 {
        let code = match self.wide {
            false => u16::from(cells[cell]),
            true => u16::from_le_bytes([cells[2 * cell], cells[2 * cell + 1]]),
        };
        self.depth_of(result, code)
    }

    /// The depth of a code.
    pub fn depth_of(self, result: u8, code: u16) -> u16 {
        let units = match result {
            CURSED_WIN | WIN if self.wide => code.wrapping_neg(),
            CURSED_WIN | WIN => u16::from((code as u8).wrapping_neg()),
            LOSS | BLESSED_LOSS => code.wrapping_sub(1),
            _ => return 0,
        };
        units.wrapping_sub(self.begin(result))
    }

    /// The depth of a cell that is written with a result, and the least and greatest depth that may stand for
    /// it there: its own, unless a capture has it. Then nothing may stand there that is better.
    pub fn may_be(
        self,
        written: u8,
        actual: u8,
        is_settled: bool,
        cells: &[u8],
        cell: usize,
    ) -> (u16, [u8; 2]) {
        if !is_decided(written) {
            return (0, ANY);
        }
        let exact = |depth: u16| [depth.min(LARGE) as u8; 2];
        if !is_settled {
            let depth = self.depth(actual, cells, cell);
            return (depth, exact(depth));
        }
        // As units from the beginning of what is written; no more than there is a code for.
        let begin = self.begin(written);
        let units = self.depth(actual, cells, cell).wrapping_add(self.begin(actual));
        let most = (LARGE - 1).min(self.half - 2 - begin);
        let own = units.saturating_sub(begin);
        match (written > DRAW, actual >= DRAW) {
            (true, _) if own >= most => (own, exact(own)),
            (true, _) => (own, [own as u8, most as u8]),
            (false, false) => (own, [0, own.min(most) as u8]),
            (false, true) => (0, [0, most as u8]),
        }
    }

    /// The code of a cell.
    #[inline(always)]
    pub fn code(self, result: u8, depth: u16) -> u16 {
        let units = depth.wrapping_add(self.begin(result)) & (self.half - 1);
        match result {
            CURSED_WIN | WIN if self.wide => units.wrapping_neg(),
            CURSED_WIN | WIN => (units as u8).wrapping_neg().into(),
            LOSS | BLESSED_LOSS => units + 1,
            DRAW => self.half,
            _ => 0,
        }
    }

    /// Appends the code of a cell.
    #[inline(always)]
    pub fn push(self, result: u8, depth: u16, cells: &mut Vec<u8>) {
        let code = self.code(result, depth);
        match self.wide {
            false => cells.push(code as u8),
            true => cells.extend_from_slice(&code.to_le_bytes()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nimzo_retro::planes::Unit;

    #[test]
    fn codes_come_back() {
        for code in 0..=u8::MAX {
            assert_eq!(result_of_wide(nimzo_retro::planes::widened(code)), result_of(code));
        }
        for code in 1..=255 {
            let least = code_of(result_of(code));
            assert_eq!(result_of(least), result_of(code));
        }
        assert_eq!((code_of(NOTHING), result_of(0)), (0, NOTHING));
        for (metric, width) in
            [(Metric::Dtm, 1), (Metric::Dtz50, 1), (Metric::Dtz50, 2), (Metric::Dtm, 2)]
        {
            let stream = Stream::new(metric, width, Unit::Plies);
            let depths = Depths::of(stream);
            for code in (1..2 * stream.half()).filter(|&code| code != stream.half()) {
                let units = if code > stream.half() { 2 * stream.half() - code } else { code - 1 };
                let result = match (code > stream.half(), units > 100) {
                    (true, true) => CURSED_WIN,
                    (true, false) => WIN,
                    (false, true) => BLESSED_LOSS,
                    (false, false) => LOSS,
                };
                let cells = &code.to_le_bytes()[..usize::from(width)];
                let mut again = Vec::new();
                depths.push(result, depths.depth(result, cells, 0), &mut again);
                assert_eq!(again, cells, "{metric} {code}");
            }
        }
    }
}
