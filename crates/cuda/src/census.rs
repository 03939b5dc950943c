//! A plan carried out on a card: each class is solved, its zugzwangs are listed, it is handed on to those
//! it is a promotion of, and forgotten.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use nimzo_chess::{Material, Metric};
use nimzo_retro::Layout;
use nimzo_retro::planes::{DepthPlane, RulePlanes, WdlPlanes};
use nimzo_retro::slice_graph::{Pack, Plan, Promotion, Step};
use nimzo_retro::sweep::{PromotionFrom, SubTables, layout_of};
use nimzo_work::Task;
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::census::finds::{Finder, Found, Listener, SliceFinds, wants_stalemates};
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::card::{Card, Slices, keep_batch};
use crate::device::{Device, Kernel, Memory, launch};
use crate::error::Result;
use crate::finished::Finished;
use crate::inputs::structures::{Edge, Folding, Parent, Search};
use crate::inputs::tables::Part;
use crate::sweep::Wanted;

/// Zugzwangs that are listed at once, to begin with.
const ROOM: u64 = 1 << 20;

/// Carries out plans on a device.
pub struct OnDevice {
    device: Arc<dyn Device>,
}

impl OnDevice {
    /// On this one.
    pub fn new(device: Arc<dyn Device>) -> Self {
        Self { device }
    }
}

impl Finder for OnDevice {
    fn run(
        &self,
        plan: &Plan,
        wanted: &HashSet<Material>,
        listener: &dyn Listener,
        task: &Task,
    ) -> nimzo_zugzwang::Result<()> {
        let run = || -> std::result::Result<(), Failed> {
            let mut run = Run {
                card: Card::new(Arc::clone(&self.device))?,
                handed_on: HashMap::new(),
                finds: Memory::new(&self.device, ROOM as usize * 8)?,
            };
            let whole = task.stage("classes", plan.steps.len() as u64);
            for step in &plan.steps {
                let begun = Instant::now();
                run.step(step, wanted.contains(&step.class).then_some(listener), task)?;
                if wanted.contains(&step.class) {
                    listener.class(step.class, begun.elapsed().as_secs_f64())?;
                }
                whole.advance(1);
            }
            Ok(())
        };
        run().map_err(|failed| match failed {
            Failed::Zugzwang(error) => error,
            Failed::Card(crate::Error::Interrupted(stopped)) => stopped.into(),
            Failed::Card(crate::Error::Retro(error)) => error.into(),
            Failed::Card(error) => nimzo_retro::Error::Outside(Box::new(error)).into(),
        })
    }
}

/// What can go wrong on either side.
enum Failed {
    Zugzwang(nimzo_zugzwang::Error),
    Card(crate::Error),
}

impl From<nimzo_zugzwang::Error> for Failed {
    fn from(error: nimzo_zugzwang::Error) -> Self {
        Self::Zugzwang(error)
    }
}

impl<E: Into<crate::Error>> From<E> for Failed {
    fn from(error: E) -> Self {
        Self::Card(error.into())
    }
}

/// What promotions are worth in the slices of a class before them.
struct HandedOn {
    /// Where each slice and side begins, in planes.
    places: HashMap<(usize, Color), usize>,
    unwon: Memory,
    decided: Memory,
    plane: usize,
}

impl HandedOn {
    fn new(device: &Arc<dyn Device>, layout: &Layout) -> Result<Self> {
        let mut places = HashMap::new();
        for slice in 0..layout.slices() {
            for side in Color::ALL {
                let rank: u64 = side.fold_wb(0xFF << 48, 0xFF << 8);
                if layout.pawns(slice).sides[side] & rank != 0 {
                    let next = places.len();
                    places.insert((slice, side), next);
                }
            }
        }
        let plane = layout.blocks() * 512;
        let memory = || Memory::waiting(device, places.len() * plane);
        let (unwon, decided) = (memory()?, memory()?);
        Ok(Self { places, unwon, decided, plane })
    }

    fn at(&self, slice: usize, side: Color) -> Option<[u64; 2]> {
        let at = (self.places.get(&(slice, side))? * self.plane) as u64;
        Some([self.unwon.address() + at, self.decided.address() + at])
    }
}

struct Run {
    card: Card,
    handed_on: HashMap<Material, HandedOn>,
    finds: Memory,
}

impl Run {
    fn step(
        &mut self,
        step: &Step,
        listener: Option<&dyn Listener>,
        task: &Task,
    ) -> std::result::Result<(), Failed> {
        let class = step.class;
        let layout = layout_of(class)?;
        for promotion in &step.promotions {
            if !self.handed_on.contains_key(&promotion.before) {
                let before = layout_of(promotion.before)?;
                let handed_on = HandedOn::new(&self.card.device, &before)?;
                self.handed_on.insert(promotion.before, handed_on);
            }
        }
        let own = self.handed_on.remove(&class);
        let worth = |slice, side| own.as_ref().and_then(|own| own.at(slice, side));
        let subs = OnCard { card: &self.card, read: Mutex::default() };
        let results = Wanted::kept(Metric::Wdl);
        let mut slices = Slices::new();
        let finds = RefCell::new(&mut self.finds);
        let handed_on = &self.handed_on;
        // Threads take up what was found while the card goes on with the next batch.
        std::thread::scope(|scope| -> std::result::Result<(), Failed> {
            let mut told = Vec::new();
            self.card.solve_class(class, results, &worth, None, task, &mut |card, batch| {
                let found = match listener {
                    Some(_) => zugzwangs(card, &layout, batch, &mut finds.borrow_mut())?,
                    None => Vec::new(),
                };
                hand_on(card, handed_on, step, &layout, batch)?;
                if let Some(listener) = listener {
                    let (layout, subs, slices) = (&layout, &subs, batch.slices.clone());
                    told.push(scope.spawn(move || tell(layout, &slices, &found, subs, listener)));
                }
                if step.keeps_results { keep_batch(&mut slices, batch) } else { Ok(()) }
            })?;
            for telling in told {
                telling.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            }
            Ok(())
        })?;
        drop(subs);
        if step.keeps_results {
            self.card.insert(class, slices);
        }
        for pack in &step.forgets {
            if let Pack::Results(class) = pack {
                self.card.forget(*class);
            }
        }
        Ok(())
    }
}

/// Tells what was found in each slice of a batch, which has these.
fn tell(
    layout: &Arc<Layout>,
    slices: &[usize],
    found: &[u64],
    subs: &dyn SubTables,
    listener: &dyn Listener,
) -> nimzo_zugzwang::Result<()> {
    let mut by_slice: HashMap<usize, Vec<(usize, Found)>> = HashMap::new();
    for &find in found {
        let (what, slot) = (find >> 56, (find & ((1 << 56) - 1)) as usize);
        let what = match what {
            1 => Found::Zugzwang(Kind::A1),
            2 => Found::Zugzwang(Kind::A2),
            3 => Found::Zugzwang(Kind::A3),
            4 => Found::Stalemate(Color::White),
            _ => Found::Stalemate(Color::Black),
        };
        let slice = slices[slot / layout.slots()];
        by_slice.entry(slice).or_default().push((slot % layout.slots(), what));
    }
    by_slice
        .par_iter()
        .try_for_each(|(&slice, finds)| listener.slice(&SliceFinds { layout, slice, finds, subs }))
}

/// The zugzwangs of a batch, as the kernel lists them.
fn zugzwangs(
    card: &Card,
    layout: &Arc<Layout>,
    batch: &Finished,
    finds: &mut Memory,
) -> Result<Vec<u64>> {
    let device = &card.device;
    let pawns: Vec<u64> = (batch.slices.iter())
        .map(|&slice| layout.pawns(slice).sides)
        .flat_map(|sides| [sides.white, sides.black])
        .collect();
    let wanted =
        |&slice: &usize| u8::from(batch.stuck.is_some() && wants_stalemates(layout, slice));
    let zones: Vec<u8> = batch.slices.iter().map(wanted).collect();
    let (pawns, zones) = (Memory::of(device, &pawns)?, Memory::of(device, &zones)?);
    let addresses = |of: &[Memory; 2]| [of[0].address(), of[1].address()];
    loop {
        let listed = Memory::zeroed(device, 4)?;
        let room = (finds.bytes() / 8) as u64;
        let arguments = Search {
            class: card.tables.class(layout)?,
            slices: batch.slices.len() as u64,
            pawns: pawns.address(),
            zones: zones.address(),
            unwon: addresses(&batch.unwon),
            decided: addresses(&batch.decided),
            stuck: batch.stuck.as_ref().map_or([0; 2], addresses),
            found: finds.address(),
            listed: listed.address(),
            room,
        };
        let warps = (batch.slices.len() * layout.blocks()) as u64;
        launch(&**device, Kernel::Zugzwangs, &arguments, warps)?;
        let mut count = [0u32];
        listed.read(0, &mut count)?;
        let count = u64::from(count[0]);
        if count <= room {
            let mut found = vec![0; count as usize];
            finds.read(0, &mut found)?;
            return Ok(found);
        }
        *finds = Memory::new(device, count.next_power_of_two() as usize * 8)?;
    }
}

/// Hands a batch on to the classes that it is a promotion of.
fn hand_on(
    card: &Card,
    handed_on: &HashMap<Material, HandedOn>,
    step: &Step,
    layout: &Arc<Layout>,
    batch: &Finished,
) -> Result<()> {
    for promotion in &step.promotions {
        let before = layout_of(promotion.before)?;
        let Some(to) = handed_on.get(&promotion.before) else { continue };
        fold(card, to, promotion, &before, layout, batch)?;
    }
    Ok(())
}

fn fold(
    card: &Card,
    to: &HandedOn,
    promotion: &Promotion,
    before: &Arc<Layout>,
    after: &Arc<Layout>,
    batch: &Finished,
) -> Result<()> {
    let promotions_into = |(number, &slice): (usize, &usize)| -> Result<Vec<(usize, Edge)>> {
        let from = promotion.pawns_before(before, after, slice);
        from.into_iter()
            .map(|from| {
                let child = PromotionFrom::child(from, before, promotion.role)?;
                debug_assert_eq!(child.slice, slice);
                let view = card.tables.view(&child, batch.planes(number, child.side))?;
                Ok((from.slice, Edge::new(view, Part::Everywhere, None)))
            })
            .collect()
    };
    let found = batch.slices.par_iter().enumerate().map(promotions_into);
    let mut found: Vec<(usize, Edge)> = found.collect::<Result<Vec<_>>>()?.concat();
    found.sort_by_key(|(slice, _)| *slice);
    let (mut parents, mut pawns, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for of_slice in found.chunk_by(|one, other| one.0 == other.0) {
        let slice = of_slice[0].0;
        let Some([unwon, decided]) = to.at(slice, promotion.side) else { continue };
        let first = edges.len() as u32;
        edges.extend(of_slice.iter().map(|(_, edge)| *edge));
        parents.push(Parent { unwon, decided, first, end: edges.len() as u32 });
        let sides = before.pawns(slice).sides;
        pawns.extend([sides.white, sides.black]);
    }
    if parents.is_empty() {
        return Ok(());
    }
    let device = &card.device;
    let (pawns, edges) = (Memory::of(device, &pawns)?, Memory::of(device, &edges)?);
    let slices = parents.len() as u64;
    let parents = Memory::of(device, &parents)?;
    let arguments = Folding {
        class: card.tables.class(before)?,
        pawns: pawns.address(),
        slices,
        parents: parents.address(),
        edges: edges.address(),
    };
    launch(&**device, Kernel::Fold, &arguments, slices * before.blocks() as u64)
}

/// Slices that were read.
type Read = HashMap<(Material, usize), Arc<ByColor<WdlPlanes>>>;

/// Classes on the card, read slice by slice.
struct OnCard<'a> {
    card: &'a Card,
    read: Mutex<Read>,
}

impl SubTables for OnCard<'_> {
    fn wdl(
        &self,
        class: Material,
        slice: usize,
    ) -> std::result::Result<Arc<ByColor<WdlPlanes>>, nimzo_retro::Error> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = read.get(&(class, slice)) {
            return Ok(Arc::clone(known));
        }
        let unsolved = nimzo_retro::Error::Unsolved { class, metric: Metric::Wdl };
        let (batch, number) = self.card.slice(class, slice).ok_or(unsolved)?;
        let planes =
            batch.wdl(*number).map_err(|error| nimzo_retro::Error::Outside(Box::new(error)))?;
        let planes = Arc::new(planes);
        read.insert((class, slice), Arc::clone(&planes));
        Ok(planes)
    }

    fn rule(
        &self,
        class: Material,
        _: usize,
    ) -> std::result::Result<Arc<ByColor<RulePlanes>>, nimzo_retro::Error> {
        Err(nimzo_retro::Error::Unsolved { class, metric: Metric::Dtz50 })
    }

    fn dtm(
        &self,
        class: Material,
        _: usize,
    ) -> std::result::Result<Arc<ByColor<DepthPlane>>, nimzo_retro::Error> {
        Err(nimzo_retro::Error::Unsolved { class, metric: Metric::Dtm })
    }
}
