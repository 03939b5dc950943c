//! Large slices of a plan on a device: what they read is brought there from the host, and what somebody wants
//! of them is brought back.
//!
//! - `reads`: what slices lead to, as it lies on the device;
//! - `cache`: what of it stays there;
//! - `windows`: depths in which a man stands on some squares, cut out and put in.

mod cache;
mod reads;
#[cfg(test)]
mod tests;
mod windows;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_chess::Metric;
use nimzo_retro::layout::Layout;
use nimzo_retro::planes::{BitPlane, Unit, WdlPlanes, decode};
use nimzo_retro::slice_graph::{Cpu, Executor, Order, Show};
use nimzo_retro::sweep::{FinishedSlice, Neighbours, Partial, Sighting, SliceValues, Spot, Window};
use nimzo_work::{Stage, Task};
use rayon::prelude::*;
use shakmaty::{ByColor, Color, Role};

use crate::card::{BareKings, FARTHEST, MOST_BLOCKS, Slices};
use crate::device::Device;
use crate::error::{Error, Result};
use crate::finished::Finished;
use crate::inputs::tables::{Tables, number};
use crate::sweep::{Wanted, bytes_of_slice, solve_level};
use cache::{Cache, Key, What};
use reads::Reads;

/// Positions with one side to move from which on an order is worth the way to the card: 16 cores take a tenth of a
/// second for fewer.
const WORTH_IT: u64 = 64 << 20;
/// Positions whose values are brought back at once.
const AT_ONCE: usize = 1 << 31;

/// Solves the slices of one plan: large ones on a device, small ones on the processor.
pub struct SlicesOnDevice {
    device: Arc<dyn Device>,
    tables: Tables,
    bare_kings: BareKings,
    /// Orders of fewer positions go to the processor.
    smallest: u64,
    /// Whether the processor goes on where the device fails, and whether it has failed.
    falls_back: bool,
    failed: AtomicBool,
    cache: Mutex<Cache>,
}

impl SlicesOnDevice {
    /// For one plan, since slices have other numbers in another. With `falls_back` the processor goes on where the
    /// device fails.
    pub fn new(device: Arc<dyn Device>, falls_back: bool) -> Result<Self> {
        Ok(Self {
            tables: Tables::new(&device)?,
            bare_kings: BareKings::new(&device)?,
            smallest: WORTH_IT,
            falls_back,
            failed: AtomicBool::new(false),
            cache: Mutex::new(Cache::new(device.room() / 5 * 2)),
            device,
        })
    }

    /// The same with everything on the device that is solved there at all.
    #[cfg(test)]
    fn with_everything(self) -> Self {
        Self { smallest: 0, ..self }
    }

    /// Whether an order is for the device.
    fn takes(&self, order: &Order<'_>, layout: &Layout) -> bool {
        let goals = &order.goals;
        let positions = (layout.slots() * order.slices.len()) as u64;
        // What promotions are worth is not seen to where depths to conversion go on from pawn to pawn.
        let conversion = goals.dtc && layout.material().has_pawns();
        positions >= self.smallest
            && !order.slices.is_empty()
            && goals.depths().count() <= 1
            && !(goals.queen_only || goals.count || conversion)
            && order.subs.beyond().is_none()
    }
}

impl Executor for SlicesOnDevice {
    fn solve(
        &self,
        order: &Order<'_>,
        stage: &Stage<'_>,
        task: &Task,
        show: &mut Show<'_>,
    ) -> std::result::Result<(), nimzo_retro::Error> {
        let partial = Partial::new(order.class, order.subs, order.goals)?;
        let layout = Arc::clone(partial.layout());
        if self.failed.load(Ordering::Relaxed) || !self.takes(order, &layout) {
            return Cpu.solve(order, stage, task, show);
        }
        let run = || -> Result<()> {
            let neighbours = Neighbours::new(&layout, order.subs)?;
            let mut run = Run {
                device: self,
                order,
                neighbours: &neighbours,
                partial,
                siblings: vec![None; layout.slices()],
                layout: &layout,
                stage,
                task,
            };
            run.all(show)
        };
        match run() {
            Err(Error::Interrupted(stopped)) => Err(stopped.into()),
            Err(Error::Retro(error)) => Err(error),
            Err(error) if self.falls_back => {
                task.say(&format!("{}: {error}; going on with the processor", order.class));
                self.failed.store(true, Ordering::Relaxed);
                Cpu.solve(order, stage, task, show)
            }
            done => done.map_err(|error| nimzo_retro::Error::Outside(Box::new(error))),
        }
    }
}

/// An order on its way.
struct Run<'a> {
    device: &'a SlicesOnDevice,
    order: &'a Order<'a>,
    neighbours: &'a Neighbours,
    partial: Partial<'a>,
    /// The slices that are still read by others of the order.
    siblings: Slices,
    layout: &'a Arc<Layout>,
    stage: &'a Stage<'a>,
    task: &'a Task,
}

impl Run<'_> {
    fn wanted(&self) -> Wanted {
        let goals = &self.order.goals;
        let wanted = Wanted::kept(goals.depths().next().unwrap_or(Metric::Wdl));
        Wanted { rule_limit: goals.rule_limit.unwrap_or(wanted.rule_limit), ..wanted }
    }

    /// Solves all slices, those first that others are pushed into.
    fn all(&mut self, show: &mut Show<'_>) -> Result<()> {
        let mut levels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for &slice in self.order.slices {
            levels.entry(self.layout.pawns(slice).steps_left()).or_default().push(slice);
        }
        for (steps, level) in &levels {
            self.level(level, show)?;
            let over = steps.checked_sub(FARTHEST).and_then(|steps| levels.get(&steps));
            over.into_iter().flatten().for_each(|&slice| self.siblings[slice] = None);
        }
        Ok(())
    }

    /// Solves slices that do not lead to each other, as many at a time as there is room for.
    fn level(&mut self, slices: &[usize], show: &mut Show<'_>) -> Result<()> {
        let (mut rest, mut at_once, mut cleared) = (slices, self.at_once(), false);
        while !rest.is_empty() {
            let (some, later) = rest.split_at(at_once.min(rest.len()));
            match self.some(some) {
                // What is held to be read again is in the way, or too much is wanted at once.
                Err(Error::Full { .. }) if !cleared || some.len() > 1 => {
                    if cleared {
                        at_once = some.len().div_ceil(2);
                    }
                    self.cache(Cache::clear);
                    cleared = true;
                }
                Err(error) => return Err(error),
                Ok(done) => {
                    for (slice, done) in some.iter().zip(done) {
                        let Done { finished, sightings, windows } = done;
                        self.partial.put(*slice, finished, sightings, windows);
                        self.stage.advance(1);
                    }
                    show(&self.partial, some)?;
                    some.iter().for_each(|&slice| self.partial.forget(slice));
                    (rest, cleared) = (later, false);
                }
            }
        }
        Ok(())
    }

    fn cache<T>(&self, ask: impl FnOnce(&mut Cache) -> T) -> T {
        ask(&mut self.device.cache.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// How many slices to solve together.
    fn at_once(&self) -> usize {
        let (device, layout) = (&self.device.device, self.layout);
        let by_memory = (device.room() / 2 / bytes_of_slice(layout, self.wanted())) as usize;
        let by_blocks = MOST_BLOCKS / (layout.frames().len() << (6 * layout.outer_men()));
        by_memory.min(by_blocks).min(AT_ONCE / layout.slots()).max(1)
    }

    /// Solves slices and brings back what is wanted of them.
    fn some(&mut self, slices: &[usize]) -> Result<Vec<Done>> {
        let SlicesOnDevice { device, tables, bare_kings, .. } = self.device;
        let wanted = self.wanted();
        let reads = Reads::new(self, slices, wanted.metric, bare_kings)?;
        let (layout, task) = (self.layout, self.task);
        let batch = solve_level(device, tables, layout, slices, &reads, wanted, None, task)?;
        drop(reads);
        let batch = Arc::new(batch);
        let done = (0..slices.len())
            .into_par_iter()
            .with_max_len(1)
            .map(|number| self.done(&batch, number))
            .collect::<Result<Vec<Done>>>()?;
        if self.layout.material().has_pawns() {
            for (number, &slice) in slices.iter().enumerate() {
                self.siblings[slice] = Some((Arc::clone(&batch), number));
            }
        }
        Ok(done)
    }

    /// What is wanted of one of the slices.
    fn done(&self, batch: &Finished, number: usize) -> Result<Done> {
        let (order, slice) = (self.order, batch.slices[number]);
        let wdl = match order.shows_values {
            true => batch.wdl(number)?,
            false => ByColor::new_with(|_| {
                let nothing = || BitPlane::zeroed(0);
                WdlPlanes { win: nothing(), draw: nothing(), loss: nothing() }
            }),
        };
        let mut values = SliceValues::results(Arc::new(wdl));
        if order.shows_values {
            values.rule = batch.rule(number)?.map(Arc::new);
        }
        if order.shows_values && !order.goals.discard_depths {
            values.depths[batch.metric] = batch.depths(number)?.map(Arc::new);
        }
        let spots = order.watched.iter().filter(|spot| spot.address.slice == slice);
        let sightings = spots.map(|&spot| sighting(batch, number, spot)).collect::<Result<_>>()?;
        let of_slice = order.windows.iter().filter(|(of, _)| *of == slice);
        let windows = match batch.metric {
            Metric::Dtm => {
                let device = &self.device.device;
                let read = |&(_, window): &(usize, Window)| {
                    let (depths, here) = windows::read(device, self.layout, batch, number, window)?;
                    let (class, side) = (order.class, window.side());
                    let key = Key { class, slice, side, what: What::Window(window) };
                    // Classes that look through it may come soon.
                    self.cache(|cache| {
                        cache.hold(key, &Arc::new(here));
                        cache.make_room();
                    });
                    Ok((window, depths))
                };
                of_slice.map(read).collect::<Result<_>>()?
            }
            _ => Vec::new(),
        };
        let stalemates = ByColor::default();
        Ok(Done { finished: FinishedSlice { values, stalemates }, sightings, windows })
    }
}

/// What is wanted of a slice.
struct Done {
    finished: FinishedSlice,
    sightings: Vec<Sighting>,
    windows: Vec<(Window, nimzo_retro::planes::DepthPlane)>,
}

/// The depth of a watched position.
fn sighting(batch: &Finished, number: usize, spot: Spot) -> Result<Sighting> {
    let metric = batch.metric;
    let unit = if metric == Metric::Dtm { Unit::Moves } else { Unit::Plies };
    let Some(cells) = &batch.cells else { return Ok(Sighting { spot, metric, depth: None }) };
    let memory = &cells.memory[self::number(spot.turn)];
    let at = number * batch.words * 64 + spot.address.slot;
    let (code, half) = if cells.wide {
        let mut code = [0u16];
        memory.read(2 * at, &mut code)?;
        (u32::from(code[0]), 0x8000)
    } else {
        let mut code = [0u8];
        memory.read(at, &mut code)?;
        (u32::from(code[0]), 0x80)
    };
    Ok(Sighting { spot, metric, depth: decode(code, half, unit) })
}

/// Whether pawns of a side stand before promotion in a slice.
fn may_promote(layout: &Layout, slice: usize, side: Color) -> bool {
    let rank: u64 = side.fold_wb(0xFF << 48, 0xFF << 8);
    layout.material().army(side).count(Role::Pawn) > 0
        && layout.pawns(slice).sides[side] & rank != 0
}
