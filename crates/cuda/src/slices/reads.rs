//! What slices lead to, brought from the host: results, depths, what stands under the fifty-move rule, windows of
//! promotions and what these are worth. What will be read again stays on the device while there is room.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::Layout;
use nimzo_retro::layout::Man;
use nimzo_retro::planes::{self, Buffer, DepthPlane, ResultPlanes, RulePlanes, WdlPlanes};
use nimzo_retro::slice_graph::Order;
use nimzo_retro::sweep::{Child, Depths, Edges, Neighbours, Window};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::cache::{Brought, Cache, Key, NOTHING, What};
use super::{Run, may_promote, windows};
use crate::card::BareKings;
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Result;
use crate::finished::Finished;
use crate::inputs::structures::{Step, View, Widening};
use crate::inputs::tables::{Planes, Tables};
use crate::inputs::{Results, StepTo};

/// Windows on a slice, put where the slice has their depths.
struct Pane {
    cells: Memory,
    wide: bool,
}

/// Where the depths of a window are: on the device already, or with the host.
enum Source {
    Here(Arc<Brought>),
    Host(Depths),
}

impl Source {
    fn is_wide(&self, side: Color) -> bool {
        match self {
            Self::Here(brought) => brought.planes.wide,
            Self::Host(depths) => matches!(depths[side].cells, planes::Cells::Wide(_)),
        }
    }
}

/// What some slices of a class read.
pub struct Reads<'a> {
    class: Material,
    neighbours: &'a Neighbours,
    siblings: &'a [Option<(Arc<Finished>, usize)>],
    bare_kings: &'a BareKings,
    brought: HashMap<Key, Arc<Brought>>,
    /// By class, slice and man.
    panes: HashMap<(Material, usize, Man), Pane>,
    promotions: HashMap<(usize, Color), [Memory; 2]>,
}

impl<'a> Reads<'a> {
    /// Brings to the device what these slices read.
    pub(super) fn new(
        run: &'a Run<'_>,
        slices: &[usize],
        metric: Metric,
        bare_kings: &'a BareKings,
    ) -> Result<Self> {
        let (order, device) = (run.order, &run.device.device);
        let mut reads = Self {
            class: order.class,
            neighbours: run.neighbours,
            siblings: &run.siblings,
            bare_kings,
            brought: HashMap::new(),
            panes: HashMap::new(),
            promotions: HashMap::new(),
        };
        if !matches!(metric, Metric::Dtm | Metric::Dtz50) {
            reads.bring_promotions(order, run.layout, slices, device)?;
        }
        let step = StepTo { class: order.class, metric };
        let wanted = reads.wanted(slices, step)?;
        let mut by_slice: HashMap<(Material, usize), Vec<Key>> = HashMap::new();
        let mut through = Vec::new();
        for key in wanted {
            match (run.cache(|cache| cache.find(key)), key.what) {
                (Some(brought), What::Window(window)) if !reads.is_narrow(key.class) => {
                    through.push((key, window, Source::Here(brought)));
                }
                (Some(brought), _) => {
                    reads.brought.insert(key, brought);
                }
                (None, _) => by_slice.entry((key.class, key.slice)).or_default().push(key),
            }
        }
        for keys in by_slice.into_values() {
            run.task.check()?;
            let mut source = HostSlice { order, device, wdl: None };
            for key in keys {
                if let What::Window(window) = key.what {
                    let depths = order.subs.window(key.class, key.slice, window)?;
                    let Some(depths) = depths else {
                        reads.bring(run, &mut source, Key { what: What::Depths, ..key })?;
                        continue;
                    };
                    if !reads.is_narrow(key.class) {
                        through.push((key, window, Source::Host(depths)));
                        continue;
                    }
                    let brought = Arc::new(cells(device, &depths[key.side])?);
                    run.cache(|cache| cache.hold(key, &brought));
                    reads.brought.insert(key, brought);
                    continue;
                }
                reads.bring(run, &mut source, key)?;
            }
        }
        reads.put_in(through, device)?;
        run.cache(Cache::make_room);
        Ok(reads)
    }

    /// Brings one thing, unless it is there.
    fn bring(&mut self, run: &Run<'_>, source: &mut HostSlice<'_>, key: Key) -> Result<()> {
        if self.brought.contains_key(&key) {
            return Ok(());
        }
        if let Some(brought) = run.cache(|cache| cache.find(key)) {
            self.brought.insert(key, brought);
            return Ok(());
        }
        let brought = Arc::new(source.bring(key)?);
        run.cache(|cache| cache.hold(key, &brought));
        self.brought.insert(key, brought);
        Ok(())
    }

    /// All that these slices read of others.
    fn wanted(&self, slices: &[usize], step: StepTo) -> Result<HashSet<Key>> {
        let of_slice = |&slice: &usize| -> Result<HashSet<Key>> {
            let edges = self.edges(self.neighbours.parent(), slice, self.seen_to(slice))?;
            let mut found = HashSet::new();
            let mut add = |child: &Child<'_>| found.extend(self.key(child, step.from(child)));
            for side in Color::ALL {
                edges.captures[side].iter().for_each(|edge| add(&edge.child));
                for edge in &edges.pawn_moves[side] {
                    add(&edge.child);
                    edge.en_passant.iter().for_each(&mut add);
                }
            }
            Ok(found)
        };
        let both = |mut one: HashSet<Key>, other: HashSet<Key>| {
            one.extend(other);
            Ok(one)
        };
        slices.par_iter().map(of_slice).try_reduce(HashSet::new, both)
    }

    /// What a child is read as; `None` if it is on the device anyhow.
    fn key(&self, child: &Child<'_>, step: Step) -> Option<Key> {
        let (class, slice, side) = (child.layout.material(), child.slice, child.side);
        let is_sibling = class == self.class && self.siblings[slice].is_some();
        if class == Material::BARE_KINGS || is_sibling {
            return None;
        }
        let what = match (step, child.window()) {
            (Step::Moves, Some(window)) if window.side() == side => What::Window(window),
            (Step::Moves | Step::Plies, _) => What::Depths,
            (Step::Rule, _) => What::Rule,
            (Step::Result, _) => What::Results,
        };
        Some(Key { class, slice, side, what })
    }

    fn seen_to(&self, slice: usize) -> ByColor<bool> {
        ByColor::new_with(|side| self.promotions.contains_key(&(slice, side)))
    }

    /// Whether the depths of a window of this class lie like a slice with a man less: where the square has no images
    /// and both kings are outside of what is left.
    fn is_narrow(&self, class: Material) -> bool {
        let layout = self.neighbours.layout(class);
        layout.is_some_and(|layout| class.has_pawns() && layout.men().len() > 4)
    }

    /// Brings what promotions are worth, where that has been found.
    fn bring_promotions(
        &mut self,
        order: &Order<'_>,
        layout: &Layout,
        slices: &[usize],
        device: &Arc<dyn Device>,
    ) -> Result<()> {
        for &slice in slices {
            for side in Color::ALL.into_iter().filter(|&side| may_promote(layout, slice, side)) {
                let found = order.subs.promotions(order.class, slice, side)?;
                let Some(ResultPlanes { unwon, decided }) = found.as_deref() else { continue };
                let planes = [Memory::of(device, unwon)?, Memory::of(device, decided)?];
                self.promotions.insert((slice, side), planes);
            }
        }
        Ok(())
    }

    /// Puts windows of slices side by side into one plane for each man.
    fn put_in(
        &mut self,
        windows: Vec<(Key, Window, Source)>,
        device: &Arc<dyn Device>,
    ) -> Result<()> {
        let mut panes: HashMap<_, Vec<(Key, Window, Source)>> = HashMap::new();
        for one in windows {
            panes.entry((one.0.class, one.0.slice, one.1.man)).or_default().push(one);
        }
        for ((class, slice, man), windows) in panes {
            let layout = self.neighbours.layout(class);
            let unsolved = nimzo_retro::Error::Unsolved { class, metric: Metric::Dtm };
            let layout = layout.ok_or(unsolved)?;
            let wide = windows.iter().any(|(key, _, source)| source.is_wide(key.side));
            let cells = Memory::new(device, layout.slots() * if wide { 2 } else { 1 })?;
            for (key, window, source) in windows {
                let shape = windows::shape(layout, window)?;
                let is_wide = source.is_wide(key.side);
                let mut from = match source {
                    Source::Here(brought) => brought,
                    Source::Host(depths) => Arc::new(self::cells(device, &depths[key.side])?),
                };
                if wide && !is_wide {
                    let narrow = &from.memory[0];
                    let both = Memory::new(device, 2 * narrow.bytes())?;
                    let (cells, to) = (narrow.bytes() as u64, both.address());
                    let arguments = Widening { from: narrow.address(), to, cells };
                    launch(&**device, Kernel::Widen, &arguments, cells / 32)?;
                    device.wait()?;
                    from = Arc::new(Brought::cells(both, true));
                }
                let places = (cells.address(), from.planes.cells);
                windows::copy(device, layout, &shape, places, wide, false)?;
                // Its memory is not another's before it has been read.
                device.wait()?;
            }
            self.panes.insert((class, slice, man), Pane { cells, wide });
        }
        Ok(())
    }

    fn found(&self, key: Key) -> Result<Planes> {
        let metric = match key.what {
            What::Results => Metric::Wdl,
            What::Rule => Metric::Dtz50,
            What::Depths | What::Window(_) => Metric::Dtm,
        };
        let unsolved = nimzo_retro::Error::Unsolved { class: key.class, metric };
        Ok(self.brought.get(&key).ok_or(unsolved)?.planes)
    }
}

impl Results for Reads<'_> {
    fn planes(&self, child: &Child<'_>, step: Step) -> Result<Planes> {
        let class = child.layout.material();
        if class == Material::BARE_KINGS {
            return Ok(self.bare_kings.planes());
        }
        match self.key(child, step) {
            Some(key) => self.found(key),
            None => {
                let unsolved = nimzo_retro::Error::Unsolved { class, metric: Metric::Wdl };
                let (batch, number) = self.siblings[child.slice].as_ref().ok_or(unsolved)?;
                Ok(batch.planes(*number, child.side))
            }
        }
    }

    fn view(&self, tables: &Tables, child: &Child<'_>, step: Step) -> Result<View> {
        let Some(key) = self.key(child, step) else {
            return tables.view(child, self.planes(child, step)?);
        };
        let What::Window(window) = key.what else { return tables.view(child, self.found(key)?) };
        if let Some(brought) = self.brought.get(&key) {
            let shape = windows::shape(child.layout, window)?;
            return tables.view_without(Some(shape.man), child, brought.planes);
        }
        match self.panes.get(&(key.class, key.slice, window.man)) {
            Some(Pane { cells, wide }) => {
                let cells = cells.address();
                tables.view(child, Planes { cells, wide: *wide, ..NOTHING })
            }
            None => tables.view(child, self.found(Key { what: What::Depths, ..key })?),
        }
    }

    fn edges(&self, _: &Arc<Layout>, slice: usize, seen_to: ByColor<bool>) -> Result<Edges<'_>> {
        Ok(Edges::among(self.neighbours, slice, seen_to)?)
    }

    fn promotions(&self, slice: usize, side: Color) -> Option<[u64; 2]> {
        let [unwon, decided] = self.promotions.get(&(slice, side))?;
        Some([unwon.address(), decided.address()])
    }
}

/// A slice in the host's memory.
struct HostSlice<'a> {
    order: &'a Order<'a>,
    device: &'a Arc<dyn Device>,
    wdl: Option<Arc<ByColor<WdlPlanes>>>,
}

impl HostSlice<'_> {
    fn bring(&mut self, key: Key) -> Result<Brought> {
        let Key { class, slice, side, what } = key;
        let subs = self.order.subs;
        match what {
            What::Depths | What::Window(_) => cells(self.device, &subs.dtm(class, slice)?[side]),
            What::Results => self.results(key, None),
            What::Rule => self.results(key, Some(&subs.rule(class, slice)?[side])),
        }
    }

    fn results(&mut self, key: Key, rule: Option<&RulePlanes>) -> Result<Brought> {
        let wdl = match &self.wdl {
            Some(wdl) => Arc::clone(wdl),
            None => self.wdl(key.class, key.slice)?,
        };
        self.wdl = Some(Arc::clone(&wdl));
        let WdlPlanes { win, draw, loss } = &wdl[key.side];
        let mut memory = vec![self.either(draw, loss)?, self.either(win, loss)?];
        if let Some(rule) = rule {
            memory.push(self.either(&rule.win, &rule.loss)?);
        }
        let at = |i: usize| memory.get(i).map_or(0, Memory::address);
        let planes = Planes { unwon: at(0), decided: at(1), stands: at(2), ..NOTHING };
        Ok(Brought { planes, memory })
    }

    /// The results of a slice: of the class itself they may be there though others were solved since.
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<ByColor<WdlPlanes>>> {
        let there = self.order.there.iter().find(|(one, _)| *one == slice);
        match there.filter(|_| class == self.order.class) {
            Some((_, results)) => Ok(Arc::clone(results)),
            None => Ok(self.order.subs.wdl(class, slice)?),
        }
    }

    fn either(&self, one: &[u64], other: &[u64]) -> Result<Memory> {
        let mut both = Buffer::<u64>::unfilled(one.len());
        let words = both.par_iter_mut().zip(one).zip(other).with_min_len(1 << 14);
        words.for_each(|((both, one), other)| *both = one | other);
        Memory::of(self.device, &both)
    }
}

/// Depths on the device.
fn cells(device: &Arc<dyn Device>, plane: &DepthPlane) -> Result<Brought> {
    let (memory, wide) = match &plane.cells {
        planes::Cells::Narrow(codes) => (Memory::of(device, codes)?, false),
        planes::Cells::Wide(codes) => (Memory::of(device, codes)?, true),
    };
    Ok(Brought::cells(memory, wide))
}
