//! The memory that a sweep works on.

use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::Layout;
use shakmaty::Color;

use super::{Manner, Mode, Wanted, has_pawn_depths};
use crate::device::{Device, Memory};
use crate::error::Result;
use crate::inputs::structures::{Class, Sweep};
use crate::inputs::tables::number;

/// Words of notes: those of captures and of pawn moves, White's and Black's, and the most units.
pub const NOTES: usize = 17;

/// What kernels call by the same names, White to move and Black.
pub struct Sets {
    pub open: [Memory; 2],
    pub unwon: [Memory; 2],
    /// Nothing where the sweep is [lean](Self::new): what waits at ply 0 does so where losses of ply 1 will be.
    stuck: Option<[Memory; 2]>,
    /// Used in turn where plies of both parities can occur.
    pub lost: Vec<[Memory; 2]>,
    pub lost_flags: Vec<[Memory; 2]>,
    pub lost_rows: Vec<[Memory; 2]>,
    pub won_flags: Vec<[Memory; 2]>,
    pub alive: [Memory; 2],
    /// Depths, and to mate what captures lead to.
    pub cells: Option<[Memory; 2]>,
    /// Whether depths are kept there.
    pub keeps: bool,
    /// Whether what captures lead to stands there.
    captures: bool,
    pub pawn_cells: [Option<Memory>; 2],
    pub stands: Option<[Memory; 2]>,
    pub arriving: Option<Memory>,
    pawn_results: [[Option<Memory>; 2]; 2],
    capture_notes: Option<[Memory; 2]>,
    pawn_notes: [Option<Memory>; 2],
    noted: Option<[Memory; 2]>,
    /// Blocks to look at: one list for losses and one for wins where both passes of a ply are made.
    lists: Vec<Memory>,
}

/// What is left when a sweep is over.
pub struct Results {
    pub open: [Memory; 2],
    pub unwon: [Memory; 2],
    pub stuck: Option<[Memory; 2]>,
    pub cells: Option<[Memory; 2]>,
    pub stands: Option<[Memory; 2]>,
}

pub fn addresses(of: &[Memory; 2]) -> [u64; 2] {
    [of[0].address(), of[1].address()]
}

fn address(of: &Option<Memory>) -> u64 {
    of.as_ref().map_or(0, Memory::address)
}

fn both(device: &Arc<dyn Device>, bytes: usize) -> Result<[Memory; 2]> {
    Ok([Memory::new(device, bytes)?, Memory::new(device, bytes)?])
}

fn cleared(device: &Arc<dyn Device>, bytes: usize) -> Result<[Memory; 2]> {
    Ok([Memory::zeroed(device, bytes)?, Memory::zeroed(device, bytes)?])
}

/// Whether blocks are listed for both passes of a ply at once. Depths of pawn moves are noted for one pass at a
/// time, and of seven men a list is large.
fn lists_both(class: Material, wanted: Wanted, twins: bool) -> bool {
    let plies = matches!(wanted.mode(), Mode::Plies { .. });
    plies && !twins && !has_pawn_depths(class, wanted.metric)
}

impl Sets {
    /// Memory for some slices. Lean ones have no more than it takes to count plies: no stalemates, and half of each
    /// block where its men are alike (`twins`).
    #[allow(clippy::too_many_arguments)] // what a batch knows, once
    pub fn new(
        device: &Arc<dyn Device>,
        layout: &Layout,
        class: &Class,
        slices: &[usize],
        wanted: Wanted,
        wide: bool,
        Manner { lean, twins }: Manner,
    ) -> Result<Self> {
        let blocks = slices.len() * layout.blocks();
        let (plane, notes) = (blocks * if twins { 256 } else { 512 }, blocks * 32);
        let flags = slices.len() * (class.frames * class.flag_words) as usize * 8;
        let cells = plane * if wide { 16 } else { 8 };
        let mode = wanted.mode();
        let turns = if matches!(mode, Mode::Plies { .. }) { 2 } else { 1 };
        let in_turn = |make: &dyn Fn() -> Result<[Memory; 2]>| {
            (0..turns).map(|_| make()).collect::<Result<Vec<_>>>()
        };
        let captures = mode == Mode::Mate;
        let keeps = wanted.keep && mode != Mode::Results;
        let depths = has_pawn_depths(layout.material(), wanted.metric);
        let moves = |side: Color| slices.iter().any(|&slice| layout.pawns(slice).sides[side] != 0);
        // For White and Black, where they have pawns.
        let of_pawns = |wanted: bool, bytes: usize| -> Result<[Option<Memory>; 2]> {
            let one =
                |side| (wanted && moves(side)).then(|| Memory::new(device, bytes)).transpose();
            Ok([one(Color::White)?, one(Color::Black)?])
        };
        let rule = wanted.metric == Metric::Dtz50;
        let lists = if lists_both(layout.material(), wanted, twins) { 2 } else { 1 };
        Ok(Self {
            open: both(device, plane)?,
            unwon: both(device, plane)?,
            stuck: (!lean).then(|| both(device, plane)).transpose()?,
            lost: in_turn(&|| both(device, plane))?,
            lost_flags: in_turn(&|| cleared(device, flags))?,
            lost_rows: in_turn(&|| both(device, blocks * 8))?,
            won_flags: in_turn(&|| cleared(device, flags))?,
            alive: cleared(device, flags)?,
            cells: match (captures, keeps) {
                // The start fills what it needs of them.
                (true, _) => Some(both(device, cells)?),
                (false, true) => Some(cleared(device, cells)?),
                (false, false) => None,
            },
            keeps,
            captures,
            pawn_cells: of_pawns(depths, cells)?,
            stands: rule.then(|| both(device, plane)).transpose()?,
            arriving: (captures || depths)
                .then(|| Memory::zeroed(device, 8 * NOTES))
                .transpose()?,
            pawn_results: [of_pawns(!depths, plane)?, of_pawns(!depths, plane)?],
            capture_notes: captures.then(|| both(device, notes)).transpose()?,
            pawn_notes: of_pawns(depths, notes)?,
            noted: depths.then(|| cleared(device, flags)).transpose()?,
            lists: (0..lists)
                .map(|_| {
                    let blocks = slices.len() * (class.frames * class.outers) as usize;
                    Memory::new(device, 2 * 4 * blocks)
                })
                .collect::<Result<_>>()?,
        })
    }

    /// The planes of results that a sweep ends with, and the stalemates.
    pub fn into_results(self) -> Results {
        let Self { open, unwon, stuck, cells, stands, .. } = self;
        Results { open, unwon, stuck, cells, stands }
    }

    /// Where depths are kept, if they are.
    pub fn cells_kept(&self) -> [u64; 2] {
        self.cells.as_ref().filter(|_| self.keeps).map_or([0; 2], addresses)
    }

    /// Where it stands what captures lead to, if it does.
    pub fn incoming(&self) -> [u64; 2] {
        self.cells.as_ref().filter(|_| self.captures).map_or([0; 2], addresses)
    }

    /// Where the depths of pawn moves are, if they are.
    pub fn pawn_cells(&self) -> [u64; 2] {
        [address(&self.pawn_cells[0]), address(&self.pawn_cells[1])]
    }

    /// Whether blocks are listed for both passes of a ply at once.
    pub fn lists_both(&self) -> bool {
        self.lists.len() > 1
    }

    /// Where the blocks of a losing or winning pass are listed.
    pub fn list(&self, losses: bool) -> u64 {
        self.lists[if losses { 0 } else { self.lists.len() - 1 }].address()
    }

    /// These as arguments of a kernel, nothing else being known.
    pub fn arguments(&self, class: Class) -> Sweep {
        let one_of = |number: usize| {
            [Color::White, Color::Black]
                .map(|side| address(&self.pawn_results[number][self::number(side)]))
        };
        let optional = |of: &Option<[Memory; 2]>| of.as_ref().map_or([0; 2], addresses);
        Sweep {
            class,
            slices: 0,
            ply: 0,
            modes: 0,
            code: 0,
            pawns: 0,
            open: addresses(&self.open),
            unwon: addresses(&self.unwon),
            stuck: addresses(self.stuck.as_ref().unwrap_or(&self.lost[self.lost.len() - 1])),
            pawn_unwon: one_of(0),
            pawn_decided: one_of(1),
            lost: [0; 2],
            lost_flags: [0; 2],
            lost_rows: [0; 2],
            won_flags: [0; 2],
            alive: addresses(&self.alive),
            cells: self.cells_kept(),
            incoming: self.incoming(),
            pawn_cells: self.pawn_cells(),
            capture_notes: optional(&self.capture_notes),
            pawn_notes: [address(&self.pawn_notes[0]), address(&self.pawn_notes[1])],
            noted: optional(&self.noted),
            arriving: address(&self.arriving),
            stands: optional(&self.stands),
            totals: 0,
            legal: 0,
            tally: 0,
            counted: 0,
            counted_kind: 0,
            list: 0,
            listed: 0,
            edges: 0,
            edge_start: 0,
            promotions: 0,
            spoilt: 0,
            unused: 0,
        }
    }
}
