//! The structures that kernels read. Field by field they are those of the same name in `kernels/*.cuh`, which
//! say what each means.

use crate::device::Plain;

/// Layout of a class.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Class {
    pub board: u64,
    pub kings: u64,
    pub king_moves: u64,
    pub king_move_count: u64,
    pub men: u32,
    pub outer_men: u32,
    pub folded: u32,
    pub places: u32,
    pub frames: u32,
    pub outers: u32,
    pub outer_bits: u32,
    pub flag_words: u32,
    pub sides: u32,
    pub roles: u32,
}

/// A finished slice as a parent sees it.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct View {
    pub unwon: u64,
    pub decided: u64,
    pub stuck: u64,
    pub stands: u64,
    pub cells: u64,
    pub found: u64,
    pub men: u32,
    pub outer_men: u32,
    pub folded: u32,
    pub places: u32,
    pub kinds: u32,
    pub wide: u32,
    pub squares: u64,
    pub kings: u32,
    pub reflection: u32,
}

/// How the value of a child passes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Counted anew from its result.
    Result = 0,
    /// Its depth, in moves of the winner.
    Moves = 1,
    /// Its depth, in plies.
    Plies = 2,
    /// Counted anew from its result under the fifty-move rule.
    Rule = 3,
}

impl Step {
    /// Whether the child's depths are looked at, or its results suffice.
    pub fn reads_depths(self) -> bool {
        matches!(self, Self::Moves | Self::Plies)
    }
}

/// A move into a finished slice.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Edge {
    pub view: View,
    pub part: u32,
    pub square: u32,
    pub passes: u32,
    pub en_passant: u32,
    pub answers: u32,
    pub step: u32,
}

/// What the kernels of a sweep work on.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Sweep {
    pub class: Class,
    pub slices: u32,
    pub ply: u32,
    pub modes: u32,
    pub code: u32,
    pub pawns: u64,
    pub open: [u64; 2],
    pub unwon: [u64; 2],
    pub stuck: [u64; 2],
    pub pawn_unwon: [u64; 2],
    pub pawn_decided: [u64; 2],
    pub lost: [u64; 2],
    pub lost_flags: [u64; 2],
    pub lost_rows: [u64; 2],
    pub won_flags: [u64; 2],
    pub alive: [u64; 2],
    pub cells: [u64; 2],
    pub incoming: [u64; 2],
    pub pawn_cells: [u64; 2],
    pub capture_notes: [u64; 2],
    pub pawn_notes: [u64; 2],
    pub noted: [u64; 2],
    pub arriving: u64,
    pub stands: [u64; 2],
    pub totals: u64,
    pub legal: u64,
    pub tally: u64,
    pub counted: u64,
    pub counted_kind: u64,
    pub list: u64,
    pub listed: u64,
    pub edges: u64,
    pub edge_start: u64,
    pub promotions: u64,
    pub spoilt: u32,
    pub unused: u32,
}

/// Both passes of a ply.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Ply {
    pub losses: Sweep,
    pub wins: Sweep,
}

/// Modes of a pass.
pub mod modes {
    /// Depths take two bytes.
    pub const WIDE: u32 = 1;
    /// Look at all blocks, not at those that are listed.
    pub const ALL_BLOCKS: u32 = 2;
    /// Take in what captures bring.
    pub const CAPTURES: u32 = 4;
    /// Take in wins by pawn moves.
    pub const PAWN_WINS: u32 = 8;
    /// Follow moves into losses.
    pub const MOVES: u32 = 16;
    /// Nothing is known yet: who has no move is mated or stalemated.
    pub const FIRST: u32 = 32;
    /// Look at the blocks whose pawn moves have the code of the pass.
    pub const NOTED: u32 = 64;
    /// Depths to mate: what captures lead to stands among the depths.
    pub const MATE: u32 = 128;
    /// Of what captures bring, take in what the fifty-move rule spoils.
    pub const SPOILT: u32 = 256;
    /// Depths do not matter: who has no move but losing pawn moves has lost.
    pub const ANY_DEPTH: u32 = 512;
}

/// Depths to be widened.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Widening {
    pub from: u64,
    pub to: u64,
    pub cells: u64,
}

/// Promotions to be handed on, to slices of one class.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Folding {
    pub class: Class,
    pub pawns: u64,
    pub slices: u64,
    pub parents: u64,
    pub edges: u64,
}

/// A slice to which promotions are handed on.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Parent {
    pub unwon: u64,
    pub decided: u64,
    pub first: u32,
    pub end: u32,
}

/// Finished slices in which zugzwangs are looked for.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Search {
    pub class: Class,
    pub slices: u64,
    pub pawns: u64,
    pub zones: u64,
    pub unwon: [u64; 2],
    pub decided: [u64; 2],
    pub stuck: [u64; 2],
    pub found: u64,
    pub listed: u64,
    pub room: u64,
}

/// Positions of a class that are watched.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Watch {
    pub slots: u64,
    pub count: u64,
    pub open: u64,
    pub unwon: u64,
    pub found: u64,
    pub won: u32,
    pub lost: u32,
}

/// Positions of a finished slice to be looked up.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Results {
    pub slots: u64,
    pub count: u64,
    pub unwon: u64,
    pub decided: u64,
    pub found: u64,
}

/// A window on the depths of a slice.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Looking {
    pub slice: u64,
    pub window: u64,
    pub count: u64,
    pub squares: u64,
    pub men: u32,
    pub man: u32,
    pub folded: u32,
    pub places: u32,
    pub image_bits: u32,
    pub wide: u32,
    pub out: u32,
    pub unused: u32,
}

// SAFETY: as their kernels have them; padding of `Class` lies at its end and is never looked at.
unsafe impl Plain for Edge {}
// SAFETY: likewise.
unsafe impl Plain for Sweep {}
// SAFETY: likewise.
unsafe impl Plain for Ply {}
// SAFETY: likewise.
unsafe impl Plain for Widening {}
// SAFETY: likewise.
unsafe impl Plain for Folding {}
// SAFETY: likewise.
unsafe impl Plain for Parent {}
// SAFETY: likewise.
unsafe impl Plain for Search {}
// SAFETY: likewise.
unsafe impl Plain for Watch {}
// SAFETY: likewise.
unsafe impl Plain for Results {}
// SAFETY: likewise.
unsafe impl Plain for Looking {}
