//! What is launched when. The host decides nothing between plies: it launches some, and looks whether the
//! last of them had anything to do. Plies too many find nothing and do no harm.

use nimzo_retro::planes::NARROW_LIMIT;
use nimzo_work::Task;

use super::sets::{NOTES, Sets, addresses};
use super::{Batch, MOST_PLIES, Mode};
use crate::device::{Kernel, Memory, launch};
use crate::error::Result;
use crate::inputs::structures::{Ply, Sweep, Widening, modes};

/// Plies that are launched before the host looks.
const AT_ONCE: u32 = 8;
/// The largest number of units that two bytes hold.
const WIDE_LIMIT: u32 = 0x7FFE;

/// Which pass of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pass {
    Losses,
    Wins,
}

/// What comes in from outside the slices, by the last eight bits of its code.
#[derive(Debug, Default)]
pub struct Arriving {
    captures: [u64; 4],
    pawn_moves: [u64; 4],
    /// The last ply at which anything does.
    last: u32,
}

impl Arriving {
    pub fn new(sets: &Sets, mode: Mode) -> Result<Self> {
        let mut notes = [0u64; NOTES];
        if let Some(arriving) = &sets.arriving {
            arriving.read(0, &mut notes)?;
        }
        let either =
            |first: usize| std::array::from_fn(|k| notes[first + k] | notes[first + 4 + k]);
        let deepest = notes[NOTES - 1] as u32;
        let last = match mode {
            Mode::Results => 1,
            Mode::Mate => 2 * deepest,
            Mode::Plies { limit } => deepest.max(limit.map_or(1, |limit| limit + 1)),
        };
        Ok(Self { captures: either(0), pawn_moves: either(8), last })
    }
}

fn has(notes: &[u64; 4], code: u32) -> bool {
    notes[(code >> 6 & 3) as usize] >> (code & 63) & 1 != 0
}

impl Batch<'_> {
    /// Sweeps until nothing changes any more.
    pub(super) fn run(&mut self, task: &Task) -> Result<()> {
        let mut ply = 0;
        loop {
            task.check()?;
            let first = ply;
            while ply < first + AT_ONCE && !self.outgrows(ply) {
                self.ply(ply)?;
                self.watch(ply)?;
                ply += 1;
            }
            let looked = self.looked_at(first..ply)?;
            let idle =
                |(ply, passes): (u32, [u32; 2])| ply > self.arriving.last && passes == [0; 2];
            if (first..ply).zip(looked).any(idle) {
                return Ok(());
            }
            if self.outgrows(ply) {
                if ply > self.arriving.last && !self.any_flags(ply - 1)? {
                    return Ok(());
                }
                self.widen()?;
            }
            if ply + AT_ONCE > MOST_PLIES {
                return Err(nimzo_retro::Error::TooDeep(self.layout.material()).into());
            }
        }
    }

    /// The passes of a ply.
    fn ply(&self, ply: u32) -> Result<()> {
        use modes::{ALL_BLOCKS, ANY_DEPTH, CAPTURES, FIRST, MOVES, PAWN_WINS, SPOILT};
        let has_pawns = self.layout.material().has_pawns();
        let all_with_pawns = if has_pawns && !self.has_pawn_depths() { ALL_BLOCKS } else { 0 };
        match (self.mode, ply) {
            (Mode::Results, 0) => self.pass(Pass::Losses, 0, ALL_BLOCKS | FIRST | ANY_DEPTH),
            (Mode::Results, 1) => {
                self.pass(Pass::Wins, 1, ALL_BLOCKS | CAPTURES | PAWN_WINS | MOVES)
            }
            (Mode::Mate, 0) => self.pass(Pass::Losses, 0, ALL_BLOCKS | FIRST),
            (Mode::Results | Mode::Mate, ply) if ply % 2 == 0 => self.pass(Pass::Losses, ply, 0),
            (Mode::Results | Mode::Mate, ply) => self.pass(Pass::Wins, ply, MOVES),
            (Mode::Plies { .. }, 0) => {
                self.pass(Pass::Losses, 0, ALL_BLOCKS | CAPTURES | FIRST)?;
                self.pass(Pass::Wins, 0, ALL_BLOCKS | CAPTURES)
            }
            (Mode::Plies { .. }, 1) => {
                self.pass(Pass::Losses, 1, all_with_pawns)?;
                self.pass(Pass::Wins, 1, all_with_pawns | PAWN_WINS | MOVES)
            }
            (Mode::Plies { limit: Some(limit) }, ply) if ply == limit => {
                self.pass(Pass::Losses, ply, ALL_BLOCKS | CAPTURES | SPOILT)?;
                self.pass(Pass::Wins, ply, ALL_BLOCKS | CAPTURES | SPOILT | MOVES)?;
                // Whatever is still open is decided too late.
                for (stands, open) in self.sets.stands.iter().flatten().zip(&self.sets.open) {
                    self.device.copy(stands.address(), open.address(), open.bytes())?;
                }
                Ok(())
            }
            (Mode::Plies { .. }, ply) => self.passes(ply),
        }
    }

    /// The units of a ply, as codes count them.
    fn units(&self, ply: u32) -> u32 {
        if self.mode == Mode::Mate { ply.div_ceil(2) } else { ply }
    }

    /// Whether the depths of a ply are too large for the cells.
    fn outgrows(&self, ply: u32) -> bool {
        self.sets.keeps && !self.wide && self.units(ply) > NARROW_LIMIT
    }

    /// Which of the sets used in turn a ply has.
    fn turn(&self, ply: u32) -> usize {
        ply as usize % self.sets.lost.len()
    }

    /// Whether anything may come in from outside in a pass.
    fn arrives(&self, pass: Pass, ply: u32) -> bool {
        (pass == Pass::Losses || ply > 0) && ply <= self.arriving.last
    }

    /// The code of losses or wins at a ply.
    fn code(&self, pass: Pass, ply: u32) -> u32 {
        let (half, limit) = if self.wide { (0x8000, WIDE_LIMIT) } else { (0x80, NARROW_LIMIT) };
        let units = self.units(ply).min(limit);
        match pass {
            Pass::Losses => 1 + units,
            Pass::Wins => 2 * half - units,
        }
    }

    /// Both passes of a ply over blocks that are listed, for both in one launch if there is room for two lists. What
    /// the losing pass closes may then be listed for the winning one, which finds nothing there.
    fn passes(&self, ply: u32) -> Result<()> {
        if !self.sets.lists_both() {
            self.pass(Pass::Losses, ply, 0)?;
            return self.pass(Pass::Wins, ply, modes::MOVES);
        }
        let [losses, wins] = [(Pass::Losses, 0), (Pass::Wins, modes::MOVES)]
            .map(|(pass, modes)| self.arguments(pass, ply, modes));
        let device = &**self.device;
        launch(device, Kernel::CandidatesOfBoth, &Ply { losses, wins }, 4 * self.warps_of_flags())?;
        self.over_blocks(Pass::Losses, &losses)?;
        self.over_blocks(Pass::Wins, &wins)
    }

    /// What a pass of a ply works on.
    fn arguments(&self, pass: Pass, ply: u32, mut modes: u32) -> Sweep {
        let (now, before) = (self.turn(ply), self.turn(ply.wrapping_sub(1)));
        let losses = pass == Pass::Losses;
        let (lost, won) = if losses { (now, before) } else { (before, now) };
        let number = 2 * ply + u32::from(!losses);
        let code = self.code(pass, ply);
        if self.wide {
            modes |= modes::WIDE;
        }
        if self.arrives(pass, ply) && has(&self.arriving.pawn_moves, code) {
            modes |= modes::NOTED;
        }
        Sweep {
            ply,
            modes,
            code,
            lost: addresses(&self.sets.lost[lost]),
            lost_flags: addresses(&self.sets.lost_flags[lost]),
            lost_rows: addresses(&self.sets.lost_rows[lost]),
            won_flags: addresses(&self.sets.won_flags[won]),
            cells: self.sets.cells_kept(),
            incoming: self.sets.incoming(),
            pawn_cells: self.sets.pawn_cells(),
            listed: self.listed.address() + 4 * u64::from(number),
            tally: self.tally.as_ref().map_or(0, |tally| tally.address() + 32 * u64::from(number)),
            list: self.sets.list(losses),
            ..self.arguments
        }
    }

    /// The warps that go through the flags of one side.
    fn warps_of_flags(&self) -> u64 {
        let Sweep { slices, class, .. } = self.arguments;
        u64::from(slices * class.frames * class.flag_words).div_ceil(32)
    }

    /// One pass of a ply: the blocks to look at, then the pass over them.
    fn pass(&self, pass: Pass, ply: u32, modes: u32) -> Result<()> {
        let arguments = self.arguments(pass, ply, modes);
        let device = &**self.device;
        if arguments.modes & modes::ALL_BLOCKS == 0 {
            if arguments.modes & modes::NOTED != 0 {
                launch(device, Kernel::Noted, &arguments, 2 * 32 * self.warps_of_flags())?;
            }
            let candidates = match pass {
                Pass::Losses => Kernel::LossCandidates,
                Pass::Wins => Kernel::WinCandidates,
            };
            launch(device, self.kernel(candidates), &arguments, 2 * self.warps_of_flags())?;
        } else if (pass, ply) != (Pass::Losses, 0) {
            // Listing candidates clears them, and the start has flagged what it found.
            let flags = match pass {
                Pass::Losses => &self.sets.lost_flags,
                Pass::Wins => &self.sets.won_flags,
            };
            flags[self.turn(ply)].iter().try_for_each(Memory::clear)?;
        }
        self.over_blocks(pass, &arguments)
    }

    /// A pass over all blocks or those that are listed, and what arrives.
    fn over_blocks(&self, pass: Pass, arguments: &Sweep) -> Result<()> {
        let (device, Sweep { ply, code, .. }) = (&**self.device, *arguments);
        let losses = pass == Pass::Losses;
        let by_depth =
            self.has_pawn_depths() || matches!(self.mode, Mode::Plies { limit: Some(_) });
        let kernel = kernel(losses, arguments.modes & modes::ALL_BLOCKS != 0, by_depth);
        launch(device, self.kernel(kernel), arguments, 2 * self.blocks())?;
        if self.arrives(pass, ply) && has(&self.arriving.captures, code) {
            let arrivals = if losses { Kernel::LostArrivals } else { Kernel::WonArrivals };
            launch(device, arrivals, arguments, 2 * self.blocks().div_ceil(32))?;
        }
        Ok(())
    }

    /// How many blocks the passes of these plies have looked at.
    fn looked_at(&self, plies: std::ops::Range<u32>) -> Result<Vec<[u32; 2]>> {
        let mut listed = vec![0u32; 2 * plies.len()];
        self.listed.read(8 * plies.start as usize, &mut listed)?;
        Ok(listed.as_chunks::<2>().0.to_vec())
    }

    /// Whether a ply has found anything.
    fn any_flags(&self, ply: u32) -> Result<bool> {
        let turn = self.turn(ply);
        let (lost, won) = (&self.sets.lost_flags[turn], &self.sets.won_flags[turn]);
        // To mate, losses and wins take turns.
        let (lost, won) = match (self.mode, ply % 2) {
            (Mode::Plies { .. }, _) => (&lost[..], &won[..]),
            (_, 0) => (&lost[..], &[][..]),
            _ => (&[][..], &won[..]),
        };
        for flags in lost.iter().chain(won) {
            let mut words = vec![0u64; flags.bytes() / 8];
            flags.read(0, &mut words)?;
            if words.iter().any(|&word| word != 0) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Depths outgrow a byte.
    fn widen(&mut self) -> Result<()> {
        let widened = |narrow: &Memory| -> Result<Memory> {
            let to = Memory::new(self.device, 2 * narrow.bytes())?;
            let cells = narrow.bytes() as u64;
            let arguments = Widening { from: narrow.address(), to: to.address(), cells };
            launch(&**self.device, Kernel::Widen, &arguments, cells / 32)?;
            self.device.wait()?;
            Ok(to)
        };
        for cells in self.sets.cells.iter_mut().flatten() {
            *cells = widened(cells)?;
        }
        for cells in self.sets.pawn_cells.iter_mut().flatten() {
            *cells = widened(cells)?;
        }
        self.wide = true;
        Ok(())
    }
}

/// The kernel of a pass.
fn kernel(losses: bool, all: bool, by_depth: bool) -> Kernel {
    match (losses, all, by_depth) {
        (true, false, false) => Kernel::Losses,
        (true, true, false) => Kernel::LossesOverAll,
        (true, false, true) => Kernel::LossesByDepth,
        (true, true, true) => Kernel::LossesByDepthOverAll,
        (false, false, false) => Kernel::Wins,
        (false, true, false) => Kernel::WinsOverAll,
        (false, false, true) => Kernel::WinsByDepth,
        (false, true, true) => Kernel::WinsByDepthOverAll,
    }
}
