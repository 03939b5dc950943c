//! The sweeps over some slices of a class, ply by ply: what is launched when.
//!
//! The host decides nothing between plies: it launches some, and looks whether the last of them had
//! anything to do. Plies too many find nothing and do no harm.

use std::sync::Arc;

use nimzo_chess::Metric;
use nimzo_retro::Layout;
use nimzo_retro::planes::NARROW_LIMIT;
use nimzo_work::Task;
use shakmaty::{Color, Role};

use crate::counting::{counted_slots, read_tally};
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::{Error, Result};
use crate::finished::{Cells, Finished};
use crate::inputs::{Results, inputs};
use crate::tables::{Class, Sweep, Tables, Widening, modes, number};

/// Plies that are launched before the host looks.
const AT_ONCE: u32 = 8;
/// More plies than any slice has.
const MOST_PLIES: u32 = 4096;

/// What is wanted of a class.
#[derive(Debug, Clone, Copy)]
pub struct Wanted {
    /// Results, or the depths of a metric as well.
    pub metric: Metric,
    /// Count positions ply by ply.
    pub count: bool,
}

/// Slices that do not lead to each other, in the making.
struct Batch<'a> {
    device: &'a Arc<dyn Device>,
    layout: &'a Layout,
    class: Class,
    arguments: Sweep,
    /// Whether some slice has pawns that may move.
    pawns: bool,
    sets: Sets,
    wide: bool,
    /// How many blocks each pass has looked at, by its number.
    listed: Memory,
    tally: Option<Memory>,
    _inputs: Vec<Memory>,
}

struct Sets {
    open: [Memory; 2],
    unwon: [Memory; 2],
    stuck: [Memory; 2],
    lost: Vec<[Memory; 2]>,
    lost_flags: Vec<[Memory; 2]>,
    lost_rows: Vec<[Memory; 2]>,
    won_flags: Vec<[Memory; 2]>,
    alive: [Memory; 2],
    cells: Option<[Memory; 2]>,
    _pawn_moves: Vec<Memory>,
    _list: Memory,
}

fn addresses(of: &[Memory; 2]) -> [u64; 2] {
    [of[0].address(), of[1].address()]
}

/// Solves slices of a class that do not lead to each other.
pub fn solve_level(
    device: &Arc<dyn Device>,
    tables: &Tables,
    layout: &Arc<Layout>,
    slices: &[usize],
    results: &dyn Results,
    wanted: Wanted,
    task: &Task,
) -> Result<Finished> {
    let mut batch = Batch::new(device, tables, layout, slices, results, wanted)?;
    let blocks = (slices.len() * layout.blocks()) as u64;
    launch(&**device, Kernel::Start, &batch.arguments, 2 * blocks)?;
    match wanted.metric {
        Metric::Wdl => batch.results(task)?,
        Metric::Dtc | Metric::Dtz => batch.depths(task)?,
        metric => return Err(Error::NotHere { class: layout.material(), metric }),
    }
    batch.finish(slices)
}

/// Bytes that a slice takes while it is solved, edges left out.
pub fn bytes_of_slice(layout: &Layout, metric: Metric) -> u64 {
    let slots = layout.slots() as u64;
    let depths = if metric == Metric::Wdl { 0 } else { 2 + 32 };
    let eighths = 8 + 4 * u64::from(layout.material().has_pawns()) + depths;
    slots * eighths / 8 + layout.blocks() as u64 * 8
}

/// The largest number of men of which a card with so many free bytes solves every class without pawns for
/// win, draw and loss.
pub fn men_that_fit(free: u64) -> usize {
    let largest = ["KQvK", "KQvKR", "KQRvKB", "KQRBvKN"];
    let fits = |name: &&str| {
        let class = name.parse().ok().and_then(Layout::new);
        class.is_some_and(|layout| bytes_of_slice(&layout, Metric::Wdl) < free)
    };
    2 + largest.iter().take_while(|name| fits(name)).count()
}

impl<'a> Batch<'a> {
    fn new(
        device: &'a Arc<dyn Device>,
        tables: &Tables,
        layout: &'a Arc<Layout>,
        slices: &[usize],
        results: &dyn Results,
        wanted: Wanted,
    ) -> Result<Self> {
        let class = tables.class(layout)?;
        let plane = slices.len() * layout.blocks() * 512;
        let flags = slices.len() * (class.frames * class.flag_words) as usize * 8;
        let both = |bytes: usize| -> Result<[Memory; 2]> {
            Ok([Memory::new(device, bytes)?, Memory::new(device, bytes)?])
        };
        let cleared = |bytes: usize| -> Result<[Memory; 2]> {
            Ok([Memory::zeroed(device, bytes)?, Memory::zeroed(device, bytes)?])
        };
        let depths = wanted.metric != Metric::Wdl;
        let turns = if depths { 2 } else { 1 };
        let (inputs, edges) = inputs(device, tables, layout, slices, results)?;
        let moves = |side| (slices.iter()).any(|&slice| layout.pawns(slice).sides[side] != 0);
        let mut pawn_moves = Vec::new();
        let mut pawn_planes = [[0; 2]; 2];
        for side in Color::ALL.into_iter().filter(|&side| moves(side)) {
            for planes in &mut pawn_planes {
                let memory = Memory::new(device, plane)?;
                planes[number(side)] = memory.address();
                pawn_moves.push(memory);
            }
        }
        let list =
            Memory::new(device, 2 * 4 * slices.len() * (class.frames * class.outers) as usize)?;
        let sets = Sets {
            open: both(plane)?,
            unwon: both(plane)?,
            stuck: both(plane)?,
            lost: (0..turns).map(|_| both(plane)).collect::<Result<_>>()?,
            lost_flags: (0..turns).map(|_| cleared(flags)).collect::<Result<_>>()?,
            lost_rows: (0..turns).map(|_| both(plane / 64)).collect::<Result<_>>()?,
            alive: cleared(flags)?,
            won_flags: (0..turns).map(|_| cleared(flags)).collect::<Result<_>>()?,
            cells: if depths { Some(cleared(plane * 8)?) } else { None },
            _pawn_moves: pawn_moves,
            _list: list,
        };
        let listed = Memory::zeroed(device, 2 * 4 * MOST_PLIES as usize)?;
        let mut inputs = inputs;
        let tally = match depths && wanted.count {
            false => None,
            true => {
                let untouched = [0, u64::MAX, 0, u64::MAX].repeat(2 * MOST_PLIES as usize);
                Some(Memory::of(device, &untouched)?)
            }
        };
        let (mut counted, mut counted_kind) = (0, 0);
        if tally.is_some() {
            let (masks, kinds) = counted_slots(layout, slices);
            inputs.push(Memory::of(device, &masks)?);
            counted = inputs[inputs.len() - 1].address();
            inputs.push(Memory::of(device, &kinds)?);
            counted_kind = inputs[inputs.len() - 1].address();
        }
        let arguments = Sweep {
            class,
            slices: slices.len() as u32,
            ply: 0,
            modes: 0,
            code: 0,
            pawns: edges.pawns,
            open: addresses(&sets.open),
            unwon: addresses(&sets.unwon),
            stuck: addresses(&sets.stuck),
            pawn_unwon: pawn_planes[0],
            pawn_decided: pawn_planes[1],
            lost: [0; 2],
            lost_flags: [0; 2],
            lost_rows: [0; 2],
            alive: addresses(&sets.alive),
            won_flags: [0; 2],
            cells: sets.cells.as_ref().map_or([0; 2], addresses),
            tally: 0,
            counted,
            counted_kind,
            list: sets._list.address(),
            listed: 0,
            edges: edges.edges,
            edge_start: edges.start,
            promotions: edges.promotions,
        };
        let pawns = layout.material().has_pawns();
        Ok(Self {
            device,
            layout,
            class,
            arguments,
            pawns,
            sets,
            wide: false,
            listed,
            tally,
            _inputs: inputs,
        })
    }

    /// One pass of a ply: the blocks to look at, then the pass over them.
    fn pass(&self, kernel: Kernel, ply: u32, mut modes: u32, code: u32) -> Result<()> {
        let turn = |ply: u32| ply as usize % self.sets.lost.len();
        let (now, before) = (turn(ply), turn(ply.wrapping_sub(1)));
        let losses = kernel == Kernel::Losses;
        let (lost, won) = if losses { (now, before) } else { (before, now) };
        let number = 2 * ply + u32::from(!losses);
        if self.wide {
            modes |= modes::WIDE;
        }
        let arguments = Sweep {
            ply,
            modes,
            code,
            lost: addresses(&self.sets.lost[lost]),
            lost_flags: addresses(&self.sets.lost_flags[lost]),
            lost_rows: addresses(&self.sets.lost_rows[lost]),
            won_flags: addresses(&self.sets.won_flags[won]),
            cells: self.sets.cells.as_ref().map_or([0; 2], addresses),
            listed: self.listed.address() + 4 * u64::from(number),
            tally: self.tally.as_ref().map_or(0, |tally| tally.address() + 32 * u64::from(number)),
            ..self.arguments
        };
        let blocks = u64::from(arguments.slices) * self.layout.blocks() as u64;
        if modes & modes::ALL_BLOCKS == 0 {
            let words = u64::from(arguments.slices * self.class.frames * self.class.flag_words);
            let candidates = if losses { Kernel::LossCandidates } else { Kernel::WinCandidates };
            launch(&**self.device, candidates, &arguments, 2 * words.div_ceil(32))?;
        }
        let flags = if losses { &self.sets.lost_flags[now] } else { &self.sets.won_flags[now] };
        flags.iter().try_for_each(Memory::clear)?;
        let kernel = match (losses, modes & modes::ALL_BLOCKS != 0) {
            (true, true) => Kernel::LossesOverAll,
            (false, true) => Kernel::WinsOverAll,
            _ => kernel,
        };
        launch(&**self.device, kernel, &arguments, 2 * blocks)
    }

    /// How many blocks the passes of these plies have looked at.
    fn looked_at(&self, plies: std::ops::Range<u32>) -> Result<Vec<[u32; 2]>> {
        let mut listed = vec![0u32; 2 * plies.len()];
        self.listed.read(8 * plies.start as usize, &mut listed)?;
        Ok(listed.as_chunks::<2>().0.to_vec())
    }

    /// Results only: losses at even plies, wins at odd ones.
    fn results(&mut self, task: &Task) -> Result<()> {
        use modes::{ALL_BLOCKS, CAPTURES, FIRST, MOVES, PAWN_WINS};
        self.pass(Kernel::Losses, 0, ALL_BLOCKS | CAPTURES | FIRST, 0)?;
        self.pass(Kernel::Wins, 1, ALL_BLOCKS | CAPTURES | PAWN_WINS | MOVES, 0)?;
        self.pass(Kernel::Losses, 2, if self.pawns { ALL_BLOCKS } else { 0 }, 0)?;
        let mut ply = 3;
        loop {
            task.check()?;
            let first = ply;
            while ply < first + AT_ONCE {
                match ply % 2 {
                    0 => self.pass(Kernel::Losses, ply, 0, 0)?,
                    _ => self.pass(Kernel::Wins, ply, MOVES, 0)?,
                }
                ply += 1;
            }
            if self.looked_at(first..ply)?.iter().any(|passes| passes == &[0; 2]) {
                return Ok(());
            }
            if ply + AT_ONCE > MOST_PLIES {
                return Err(nimzo_retro::Error::TooDeep(self.layout.material()).into());
            }
        }
    }

    /// The codes of losses and wins at a ply.
    fn depth_codes(&self, ply: u32) -> (u32, u32) {
        let half = if self.wide { 0x8000 } else { 0x80 };
        (1 + ply, 2 * half - ply)
    }

    /// Depths in plies: losses and wins at every ply.
    fn depths(&mut self, task: &Task) -> Result<()> {
        use modes::{ALL_BLOCKS, CAPTURES, FIRST, MOVES, PAWN_WINS};
        let (loss, win) = self.depth_codes(0);
        self.pass(Kernel::Losses, 0, ALL_BLOCKS | CAPTURES | FIRST, loss)?;
        self.pass(Kernel::Wins, 0, ALL_BLOCKS | CAPTURES, win)?;
        let all = if self.pawns { ALL_BLOCKS } else { 0 };
        let (loss, win) = self.depth_codes(1);
        self.pass(Kernel::Losses, 1, all, loss)?;
        self.pass(Kernel::Wins, 1, all | PAWN_WINS | MOVES, win)?;
        let mut ply = 2;
        loop {
            task.check()?;
            let first = ply;
            let last = match self.wide {
                false => (first + AT_ONCE).min(NARROW_LIMIT + 2),
                true => first + AT_ONCE,
            };
            // A ply after the deepest that a byte holds is only looked for.
            while ply < last {
                let (loss, win) = self.depth_codes(ply);
                if !self.wide && ply > NARROW_LIMIT {
                    break;
                }
                self.pass(Kernel::Losses, ply, 0, loss)?;
                self.pass(Kernel::Wins, ply, MOVES, win)?;
                ply += 1;
            }
            if self.looked_at(first..ply)?.iter().any(|passes| passes == &[0; 2]) {
                return Ok(());
            }
            if !self.wide && ply > NARROW_LIMIT {
                if !self.any_flags(ply - 1)? {
                    return Ok(());
                }
                self.widen()?;
            }
            if ply + AT_ONCE > MOST_PLIES {
                return Err(nimzo_retro::Error::TooDeep(self.layout.material()).into());
            }
        }
    }

    /// Whether a ply has found anything.
    fn any_flags(&self, ply: u32) -> Result<bool> {
        let turn = ply as usize % self.sets.lost.len();
        for flags in self.sets.lost_flags[turn].iter().chain(&self.sets.won_flags[turn]) {
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
        if let Some(cells) = self.sets.cells.take() {
            let mut wide = Vec::new();
            for narrow in cells {
                let to = Memory::new(self.device, 2 * narrow.bytes())?;
                let cells = narrow.bytes() as u64;
                let arguments = Widening { from: narrow.address(), to: to.address(), cells };
                launch(&**self.device, Kernel::Widen, &arguments, cells / 32)?;
                self.device.wait()?;
                wide.push(to);
            }
            self.sets.cells = wide.try_into().ok();
        }
        self.wide = true;
        Ok(())
    }

    fn finish(self, slices: &[usize]) -> Result<Finished> {
        let blocks = (slices.len() * self.layout.blocks()) as u64;
        let arguments = Sweep {
            modes: if self.wide { modes::WIDE } else { 0 },
            code: if self.wide { 0x8000 } else { 0x80 },
            cells: self.sets.cells.as_ref().map_or([0; 2], addresses),
            ..self.arguments
        };
        launch(&**self.device, Kernel::Finish, &arguments, 2 * blocks)?;
        let tally = self.tally.as_ref().map(read_tally).transpose()?;
        self.device.wait()?;
        let Sets { open, unwon, stuck, cells, .. } = self.sets;
        let material = self.layout.material();
        let both_have_pawns =
            Color::ALL.into_iter().all(|side| material.army(side).count(Role::Pawn) > 0);
        Ok(Finished {
            slices: slices.to_vec(),
            words: self.layout.blocks() * 64,
            unwon,
            decided: open,
            stuck: both_have_pawns.then_some(stuck),
            cells: cells.map(|memory| Cells { memory, wide: self.wide }),
            tally,
        })
    }
}
