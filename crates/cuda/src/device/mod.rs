//! What the engine asks of whatever runs its kernels: memory, and launches. Here, too, is who runs them: a
//! [card](cuda), and in tests the processor in its place.

mod arena;
mod beside;
pub mod cuda;
#[cfg(test)]
pub(crate) mod emulated;
mod mapped;
pub mod program;
mod staging;

use std::sync::Arc;

use crate::error::Result;

/// The kernels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kernel {
    /// Legal positions, captures.
    Start,
    /// The best pawn moves.
    PawnMoves,
    /// The same with depths, in a byte each.
    StartNarrow,
    /// The same with depths in two bytes.
    StartWide,
    /// Blocks to look at for losses.
    LossCandidates,
    /// Blocks to look at for wins.
    WinCandidates,
    /// Blocks to look at for losses and for wins.
    CandidatesOfBoth,
    /// The losing pass over the blocks that are listed.
    Losses,
    /// The winning pass over the blocks that are listed.
    Wins,
    /// The losing pass over all blocks.
    LossesOverAll,
    /// The winning pass over all blocks.
    WinsOverAll,
    /// The losing pass over the blocks that are listed, by depths of pawn moves.
    LossesByDepth,
    /// The winning pass over the blocks that are listed, by depths of pawn moves.
    WinsByDepth,
    /// The losing pass over all blocks, by depths of pawn moves and the fifty-move rule.
    LossesByDepthOverAll,
    /// The winning pass over all blocks, by depths of pawn moves and the fifty-move rule.
    WinsByDepthOverAll,
    /// Losses after captures, at their depths.
    LostArrivals,
    /// Wins after captures, at their depths.
    WonArrivals,
    /// Blocks whose pawn moves have a depth.
    Noted,
    /// Results in two bits.
    Finish,
    /// Depths in two bytes.
    Widen,
    /// Promotions handed on.
    Fold,
    /// Lists of zugzwangs.
    Zugzwangs,
    /// When positions that are watched were decided.
    Watch,
    /// Results of single positions.
    Results,
    /// As [`Start`](Self::Start), where the men of a block are alike; and so on.
    TwinStart,
    /// Blocks to look at for losses.
    TwinLossCandidates,
    /// Blocks to look at for wins.
    TwinWinCandidates,
    /// The losing pass over the blocks that are listed.
    TwinLosses,
    /// The winning pass over the blocks that are listed.
    TwinWins,
    /// The losing pass over all blocks.
    TwinLossesOverAll,
    /// The winning pass over all blocks.
    TwinWinsOverAll,
    /// When positions that are watched were decided.
    TwinWatch,
    /// Depths of a window, out of a slice or into it.
    Window,
}

impl Kernel {
    /// All of them.
    pub const ALL: [Self; 33] = [
        Self::Start,
        Self::PawnMoves,
        Self::StartNarrow,
        Self::StartWide,
        Self::LossCandidates,
        Self::WinCandidates,
        Self::CandidatesOfBoth,
        Self::Losses,
        Self::Wins,
        Self::LossesOverAll,
        Self::WinsOverAll,
        Self::LossesByDepth,
        Self::WinsByDepth,
        Self::LossesByDepthOverAll,
        Self::WinsByDepthOverAll,
        Self::LostArrivals,
        Self::WonArrivals,
        Self::Noted,
        Self::Finish,
        Self::Widen,
        Self::Fold,
        Self::Zugzwangs,
        Self::Watch,
        Self::Results,
        Self::TwinStart,
        Self::TwinLossCandidates,
        Self::TwinWinCandidates,
        Self::TwinLosses,
        Self::TwinWins,
        Self::TwinLossesOverAll,
        Self::TwinWinsOverAll,
        Self::TwinWatch,
        Self::Window,
    ];

    /// The same where the men of a block are alike and half of it is kept; the kernels of sweeps without pawns
    /// have such a one.
    pub fn of_twins(self) -> Self {
        match self {
            Self::Start => Self::TwinStart,
            Self::LossCandidates => Self::TwinLossCandidates,
            Self::WinCandidates => Self::TwinWinCandidates,
            Self::Losses => Self::TwinLosses,
            Self::Wins => Self::TwinWins,
            Self::LossesOverAll => Self::TwinLossesOverAll,
            Self::WinsOverAll => Self::TwinWinsOverAll,
            Self::Watch => Self::TwinWatch,
            other => other,
        }
    }

    /// The program it belongs to.
    pub fn program(self) -> Program {
        match self {
            Self::StartNarrow
            | Self::StartWide
            | Self::LossesByDepth
            | Self::WinsByDepth
            | Self::LossesByDepthOverAll
            | Self::WinsByDepthOverAll
            | Self::LostArrivals
            | Self::WonArrivals
            | Self::Noted => Program::Depths,
            Self::TwinStart
            | Self::TwinLossCandidates
            | Self::TwinWinCandidates
            | Self::TwinLosses
            | Self::TwinWins
            | Self::TwinLossesOverAll
            | Self::TwinWinsOverAll
            | Self::TwinWatch => Program::Twins,
            Self::Window => Program::Windows,
            _ => Program::Results,
        }
    }

    /// The name in the source.
    pub fn name(self) -> &'static str {
        match self {
            Self::Start | Self::TwinStart => "start",
            Self::PawnMoves => "pawn_moves",
            Self::StartNarrow => "start_narrow",
            Self::StartWide => "start_wide",
            Self::LossCandidates | Self::TwinLossCandidates => "loss_candidates",
            Self::WinCandidates | Self::TwinWinCandidates => "win_candidates",
            Self::CandidatesOfBoth => "candidates_of_both",
            Self::Losses | Self::TwinLosses => "losses",
            Self::Wins | Self::TwinWins => "wins",
            Self::LossesOverAll | Self::TwinLossesOverAll => "losses_over_all",
            Self::WinsOverAll | Self::TwinWinsOverAll => "wins_over_all",
            Self::LossesByDepth => "losses_by_depth",
            Self::WinsByDepth => "wins_by_depth",
            Self::LossesByDepthOverAll => "losses_by_depth_over_all",
            Self::WinsByDepthOverAll => "wins_by_depth_over_all",
            Self::LostArrivals => "lost_arrivals",
            Self::WonArrivals => "won_arrivals",
            Self::Noted => "noted",
            Self::Finish => "finish",
            Self::Widen => "widen",
            Self::Fold => "fold",
            Self::Zugzwangs => "zugzwangs",
            Self::Watch | Self::TwinWatch => "watch",
            Self::Results => "results",
            Self::Window => "window",
        }
    }
}

/// A part of the kernels that is compiled, and brought onto a card, by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Program {
    /// What results need.
    Results,
    /// What depths of captures and pawn moves need beside.
    Depths,
    /// Sweeps over blocks of like men, with up to three outer men.
    Twins,
    /// What cuts windows out of slices.
    Windows,
}

impl Program {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Results, Self::Depths, Self::Twins, Self::Windows];

    /// What is said before the files.
    pub fn definitions(self) -> &'static str {
        match self {
            Self::Twins => "#define TWINS\n",
            Self::Results | Self::Depths | Self::Windows => "",
        }
    }

    /// The files of its kernels, after those that all programs share.
    pub fn sources(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Results => &[
                ("start.cu", include_str!("../kernels/start.cu")),
                ("pass.cu", include_str!("../kernels/pass.cu")),
                ("finish.cu", include_str!("../kernels/finish.cu")),
                ("fold.cu", include_str!("../kernels/fold.cu")),
                ("zugzwangs.cu", include_str!("../kernels/zugzwangs.cu")),
                ("watch.cu", include_str!("../kernels/watch.cu")),
            ],
            Self::Twins => &[
                ("start.cu", include_str!("../kernels/start.cu")),
                ("pass.cu", include_str!("../kernels/pass.cu")),
                ("watch.cu", include_str!("../kernels/watch.cu")),
            ],
            Self::Depths => &[("depths.cu", include_str!("../kernels/depths.cu"))],
            Self::Windows => &[("windows.cu", include_str!("../kernels/windows.cu"))],
        }
    }
}

/// The source that kernels share, file by file in the order in which each needs those before it.
pub const SHARED: [(&str, &str); 10] = [
    ("shared/lanes.cuh", include_str!("../kernels/shared/lanes.cuh")),
    ("shared/set.cuh", include_str!("../kernels/shared/set.cuh")),
    ("shared/field.cuh", include_str!("../kernels/shared/field.cuh")),
    ("shared/slice.cuh", include_str!("../kernels/shared/slice.cuh")),
    ("shared/legal.cuh", include_str!("../kernels/shared/legal.cuh")),
    ("shared/child.cuh", include_str!("../kernels/shared/child.cuh")),
    ("shared/cells.cuh", include_str!("../kernels/shared/cells.cuh")),
    ("shared/sweep.cuh", include_str!("../kernels/shared/sweep.cuh")),
    ("shared/captures.cuh", include_str!("../kernels/shared/captures.cuh")),
    ("shared/pass.cuh", include_str!("../kernels/shared/pass.cuh")),
];

/// Structures that are handed to kernels as they lie in memory.
///
/// # Safety
/// The type is `repr(C)`, has no padding that is not initialised to something, and the kernels' source has
/// the same fields.
pub unsafe trait Plain: Copy {}

// SAFETY: plain numbers.
unsafe impl Plain for u8 {}
// SAFETY: plain numbers.
unsafe impl Plain for u16 {}
// SAFETY: plain numbers.
unsafe impl Plain for u32 {}
// SAFETY: plain numbers.
unsafe impl Plain for u64 {}

fn bytes_of<T: Plain>(values: &[T]) -> &[u8] {
    // SAFETY: plain values, seen as the bytes they are.
    unsafe { std::slice::from_raw_parts(values.as_ptr().cast(), size_of_val(values)) }
}

/// Where kernels run. Calls are carried out one after another, in order.
pub trait Device: Send + Sync {
    /// Takes memory, aligned for anything.
    fn allocate(&self, bytes: usize) -> Result<u64>;
    /// Takes memory for what waits long and is looked at seldom, which may be slower.
    fn allocate_to_wait(&self, bytes: usize) -> Result<u64> {
        self.allocate(bytes)
    }
    /// Gives it back.
    fn free(&self, address: u64, bytes: usize);
    /// Copies to the device.
    fn write(&self, to: u64, bytes: &[u8]) -> Result<()>;
    /// Copies from the device, when all that was launched is done.
    fn read(&self, from: u64, bytes: &mut [u8]) -> Result<()>;
    /// Copies on the device.
    fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<()>;
    /// Fills with zero.
    fn clear(&self, at: u64, bytes: usize) -> Result<()>;
    /// Runs a kernel with so many warps, or as many as the device can do at once; `arguments` is its structure.
    fn launch(&self, kernel: Kernel, arguments: &[u8], warps: u64) -> Result<()>;
    /// Waits for all that was launched.
    fn wait(&self) -> Result<()>;
    /// Bytes that may still be taken.
    fn room(&self) -> u64;
}

/// Memory of a device.
pub struct Memory {
    device: Arc<dyn Device>,
    address: u64,
    bytes: usize,
}

impl Memory {
    /// Memory with anything in it.
    pub fn new(device: &Arc<dyn Device>, bytes: usize) -> Result<Self> {
        let bytes = bytes.max(16);
        Ok(Self { device: Arc::clone(device), address: device.allocate(bytes)?, bytes })
    }

    /// Memory filled with zero.
    pub fn zeroed(device: &Arc<dyn Device>, bytes: usize) -> Result<Self> {
        let memory = Self::new(device, bytes)?;
        memory.clear()?;
        Ok(memory)
    }

    /// Memory filled with zero for what waits long and is looked at seldom.
    pub fn waiting(device: &Arc<dyn Device>, bytes: usize) -> Result<Self> {
        let bytes = bytes.max(16);
        let address = device.allocate_to_wait(bytes)?;
        let memory = Self { device: Arc::clone(device), address, bytes };
        memory.clear()?;
        Ok(memory)
    }

    /// Memory that holds these values.
    pub fn of<T: Plain>(device: &Arc<dyn Device>, values: &[T]) -> Result<Self> {
        let memory = Self::new(device, size_of_val(values))?;
        memory.write(0, values)?;
        Ok(memory)
    }

    /// Where it is.
    pub fn address(&self) -> u64 {
        self.address
    }

    /// Its size.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Fills it with zero.
    pub fn clear(&self) -> Result<()> {
        self.device.clear(self.address, self.bytes)
    }

    /// Copies values from it, beginning at a byte.
    pub fn read<T: Plain>(&self, at: usize, values: &mut [T]) -> Result<()> {
        let bytes = size_of_val(values);
        assert!(at + bytes <= self.bytes, "within the memory");
        // SAFETY: any bits are a value of a plain type.
        let to = unsafe { std::slice::from_raw_parts_mut(values.as_mut_ptr().cast(), bytes) };
        self.device.read(self.address + at as u64, to)
    }

    /// Copies values to it, beginning at a byte.
    pub fn write<T: Plain>(&self, at: usize, values: &[T]) -> Result<()> {
        assert!(at + size_of_val(values) <= self.bytes, "within the memory");
        if values.is_empty() {
            return Ok(());
        }
        self.device.write(self.address + at as u64, bytes_of(values))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.device.free(self.address, self.bytes);
    }
}

/// Runs a kernel.
pub fn launch<T: Plain>(
    device: &dyn Device,
    kernel: Kernel,
    arguments: &T,
    warps: u64,
) -> Result<()> {
    device.launch(kernel, bytes_of(std::slice::from_ref(arguments)), warps)
}
