//! Classes solved one after another, with their results kept where they were solved.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::Layout;
use nimzo_retro::layout::MAX_OUTER;
use nimzo_retro::layout::frames::touch;
use nimzo_retro::sweep::{Child, layout_of};
use nimzo_work::Task;
use shakmaty::Color;

use crate::counting::Counted;
use crate::device::{Device, Memory};
use crate::error::{Error, Result};
use crate::finished::Finished;
use crate::inputs::Results;
use crate::inputs::structures::Step;
use crate::inputs::tables::{Planes, Tables};
use crate::sweep::watch::Sightings;
use crate::sweep::watch::Slots;
use crate::sweep::{Wanted, bytes_of_slice, is_solved_here, solve_level};

/// Blocks that one batch of slices may have: their numbers and a symmetry, or the side to move, go into 32 bits.
pub(crate) const MOST_BLOCKS: usize = 1 << 29;

/// The farthest a pawn goes in one move.
pub(crate) const FARTHEST: u32 = 2;

/// A device with the classes that were solved on it.
pub struct Card {
    pub(crate) device: Arc<dyn Device>,
    pub(crate) tables: Tables,
    bare_kings: BareKings,
    classes: HashMap<Material, Slices>,
}

/// The slices of a class, those that are there: which batch, and the number in it.
pub(crate) type Slices = Vec<Option<(Arc<Finished>, usize)>>;

/// What promotions are worth in slices of a class, where that was found before.
pub(crate) type Promotions<'a> = dyn Fn(usize, Color) -> Option<[u64; 2]> + Sync + 'a;

impl Card {
    /// A device on which nothing is solved yet.
    pub fn new(device: Arc<dyn Device>) -> Result<Self> {
        Ok(Self {
            tables: Tables::new(&device)?,
            bare_kings: BareKings::new(&device)?,
            classes: HashMap::new(),
            device,
        })
    }

    /// Solves a class after all that it depends on, and keeps all their results; those of the class itself
    /// are given back, batch by batch.
    pub fn solve(
        &mut self,
        class: Material,
        wanted: Wanted,
        task: &Task,
    ) -> Result<Vec<Arc<Finished>>> {
        let class = class.canonical();
        self.solve_below(class, wanted, task)?;
        let (mut slices, mut batches) = (Slices::new(), Vec::new());
        self.solve_class(class, wanted, &|_, _| None, None, task, &mut |_, batch| {
            batches.push(Arc::clone(batch));
            keep_batch(&mut slices, batch)
        })?;
        self.classes.insert(class, slices);
        Ok(batches)
    }

    /// Solves a class after all that it depends on, of which everything is kept, and counts it; of the class
    /// itself nothing is. What else there is on the card is forgotten where there is no room beside it.
    pub fn count(&mut self, class: Material, metric: Metric, task: &Task) -> Result<Counted> {
        self.count_watching(class, metric, None, task).map(|(counted, _)| counted)
    }

    /// The same of a class that later ones lead to: what they read of it is kept, unless there is hardly room.
    pub fn count_and_keep(
        &mut self,
        class: Material,
        metric: Metric,
        task: &Task,
    ) -> Result<Counted> {
        let mut slices = Slices::new();
        let (counted, _) = self.count_with_room(class, metric, None, Some(&mut slices), task)?;
        if !slices.is_empty() {
            self.insert(class.canonical(), slices);
        }
        Ok(counted)
    }

    /// The same with what was noted of some slots of the class, which has no pawns.
    pub(crate) fn count_watching(
        &mut self,
        class: Material,
        metric: Metric,
        watched: Option<&Slots>,
        task: &Task,
    ) -> Result<(Counted, Option<Sightings>)> {
        self.count_with_room(class, metric, watched, None, task)
    }

    fn count_with_room(
        &mut self,
        class: Material,
        metric: Metric,
        watched: Option<&Slots>,
        mut kept: Option<&mut Slices>,
        task: &Task,
    ) -> Result<(Counted, Option<Sightings>)> {
        let class = class.canonical();
        let nothing_else = self.classes.is_empty();
        match self.count_with_all_there_is(class, metric, watched, kept.as_deref_mut(), task) {
            Err(Error::Full { .. }) if !nothing_else => {
                self.classes.clear();
                kept.into_iter().for_each(Vec::clear);
                self.count_with_all_there_is(class, metric, watched, None, task)
            }
            counted => counted,
        }
    }

    fn count_with_all_there_is(
        &mut self,
        class: Material,
        metric: Metric,
        watched: Option<&Slots>,
        kept: Option<&mut Slices>,
        task: &Task,
    ) -> Result<(Counted, Option<Sightings>)> {
        // Where plies are counted to a conversion or to a zeroing move, no results are left for others to read.
        let mut kept = kept.filter(|_| matches!(metric, Metric::Wdl | Metric::Dtm | Metric::Dtz50));
        let keep = match metric {
            Metric::Dtm => class.has_pawns() || kept.is_some(),
            // Slices with pawns read each other's depths.
            Metric::Dtc => class.has_pawns(),
            Metric::Wdl | Metric::Dtz | Metric::Dtz50 => false,
        };
        let wanted = Wanted { keep, count: true, ..Wanted::kept(metric) };
        let layout = layout_of(class)?;
        self.refuse(&layout, wanted)?;
        self.solve_below(class, wanted, task)?;
        let mut counted = Counted::new(layout);
        let mut sightings = None;
        self.solve_class(class, wanted, &|_, _| None, watched, task, &mut |_, batch| {
            counted.add(batch);
            sightings.clone_from(&batch.sightings);
            kept.as_deref_mut().map_or(Ok(()), |kept| keep_batch(kept, batch))
        })?;
        Ok((counted, sightings))
    }

    /// Refuses what the kernels have no way for, and of seven men what the card has no room for, before anything
    /// is solved.
    fn refuse(&self, layout: &Layout, wanted: Wanted) -> Result<()> {
        let needed = planned(layout, wanted)?;
        let allowed = self.device.room();
        if layout.outer_men() == MAX_OUTER && self.classes.is_empty() && needed > allowed {
            return Err(Error::TooLarge { class: layout.material(), needed, allowed });
        }
        Ok(())
    }

    /// Solves what a class depends on, as far as it is not there.
    pub(crate) fn solve_below(
        &mut self,
        class: Material,
        wanted: Wanted,
        task: &Task,
    ) -> Result<()> {
        let metric = match wanted.metric {
            metric @ (Metric::Dtm | Metric::Dtz50) => metric,
            _ => Metric::Wdl,
        };
        // Of the fifty-move rule only what stands is read.
        let wanted = Wanted { metric, keep: metric == Metric::Dtm, count: false, ..wanted };
        for below in class.closure() {
            if below == class || self.has(below, metric) {
                continue;
            }
            let mut slices = Slices::new();
            self.solve_class(below, wanted, &|_, _| None, None, task, &mut |_, batch| {
                keep_batch(&mut slices, batch)
            })?;
            self.classes.insert(below, slices);
        }
        Ok(())
    }

    /// Whether a class is there with what the metric reads of it.
    fn has(&self, class: Material, metric: Metric) -> bool {
        let first = self.classes.get(&class).and_then(|slices| slices.iter().flatten().next());
        first.is_some_and(|(batch, _)| match metric {
            Metric::Dtm => batch.metric == metric && batch.cells.is_some(),
            Metric::Dtz50 => batch.stands.is_some(),
            _ => true,
        })
    }

    /// Forgets the classes of which this does not hold.
    pub fn retain(&mut self, is_kept: impl Fn(Material) -> bool) {
        self.classes.retain(|&class, _| is_kept(class));
    }

    /// Keeps the results of a class for those that lead to it.
    pub(crate) fn insert(&mut self, class: Material, slices: Slices) {
        self.classes.insert(class, slices);
    }

    /// Forgets a class.
    pub fn forget(&mut self, class: Material) {
        self.classes.remove(&class);
    }

    /// A slice of a class that was kept.
    pub(crate) fn slice(&self, class: Material, slice: usize) -> Option<&(Arc<Finished>, usize)> {
        self.classes.get(&class)?.get(slice)?.as_ref()
    }

    /// Solves a class whose children are there, with some slots watched if it has no pawns, and shows it batch by batch. Batches are forgotten as soon
    /// as no other slice reads them.
    pub(crate) fn solve_class(
        &self,
        class: Material,
        wanted: Wanted,
        promotions: &Promotions<'_>,
        watched: Option<&Slots>,
        task: &Task,
        show: &mut dyn FnMut(&Self, &Arc<Finished>) -> Result<()>,
    ) -> Result<()> {
        let layout = layout_of(class)?;
        let mut levels: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for slice in 0..layout.slices() {
            levels.entry(layout.pawns(slice).steps_left()).or_default().push(slice);
        }
        let mut siblings = Slices::new();
        siblings.resize(layout.slices(), None);
        for (steps, level) in &levels {
            for slices in level.chunks(self.at_once(&layout, wanted)) {
                let results = OnCard { card: self, class, siblings: &siblings, promotions };
                let (device, tables) = (&self.device, &self.tables);
                let done =
                    solve_level(device, tables, &layout, slices, &results, wanted, watched, task)?;
                let done = Arc::new(done);
                show(self, &done)?;
                for (number, &slice) in slices.iter().enumerate() {
                    siblings[slice] = Some((Arc::clone(&done), number));
                }
            }
            let over = steps.checked_sub(FARTHEST).and_then(|steps| levels.get(&steps));
            over.into_iter().flatten().for_each(|&slice| siblings[slice] = None);
        }
        Ok(())
    }

    /// How many slices to solve together.
    fn at_once(&self, layout: &Layout, wanted: Wanted) -> usize {
        let by_memory = (self.device.room() / 2 / bytes_of_slice(layout, wanted)) as usize;
        let by_blocks = MOST_BLOCKS / (layout.frames().len() << (6 * layout.outer_men()));
        by_memory.min(by_blocks).max(1)
    }
}

/// The two kings alone, drawn wherever they are apart.
pub(crate) struct BareKings {
    drawn: Memory,
    nothing: Memory,
    depths: Memory,
}

impl BareKings {
    pub fn new(device: &Arc<dyn Device>) -> Result<Self> {
        let apart = |white: u8| (0..64).filter(move |&black| !touch(white, black));
        let drawn: Vec<u64> =
            (0..64).map(|white| apart(white).fold(0, |set, black| set | 1 << black)).collect();
        let depths: Vec<u8> =
            (0..4096).map(|slot| (drawn[slot >> 6] >> (slot & 63) & 1) as u8 * 0x80).collect();
        Ok(Self {
            drawn: Memory::of(device, &drawn)?,
            nothing: Memory::zeroed(device, 512)?,
            depths: Memory::of(device, &depths)?,
        })
    }

    pub fn planes(&self) -> Planes {
        let nothing = self.nothing.address();
        Planes {
            unwon: self.drawn.address(),
            decided: nothing,
            stuck: 0,
            stands: nothing,
            cells: self.depths.address(),
            wide: false,
        }
    }
}

/// The bytes of a card's memory that it takes to count a class without pawns by a metric, with the results of all
/// that it leads to; an error where no card does that.
pub fn bytes_to_count(class: Material, metric: Metric) -> Result<u64> {
    let wanted = Wanted { keep: false, count: true, ..Wanted::kept(metric) };
    planned(&*layout_of(class.canonical())?, wanted)
}

fn planned(layout: &Layout, wanted: Wanted) -> Result<u64> {
    let (class, metric) = (layout.material(), wanted.metric);
    let of_results = |class: Material| {
        // Two planes for each side to move, and depths where those are read.
        let eighths = if metric == Metric::Dtm { 20 } else { 4 };
        Ok(layout_of(class)?.slots() as u64 * eighths / 8)
    };
    let below = class.closure().into_iter().filter(|&below| below != class);
    let kept = below.map(of_results).sum::<Result<u64>>()?;
    let needed = bytes_of_slice(layout, wanted) + kept;
    match is_solved_here(layout, wanted) {
        true => Ok(needed),
        false if matches!(metric, Metric::Dtc | Metric::Dtz) && !wanted.keep => {
            Err(Error::NoTwins { class, needed })
        }
        false => Err(Error::OnlyCounted { class, metric }),
    }
}

/// Notes the slices of a batch.
pub(crate) fn keep_batch(slices: &mut Slices, batch: &Arc<Finished>) -> Result<()> {
    for (number, &slice) in batch.slices.iter().enumerate() {
        if slices.len() <= slice {
            slices.resize(slice + 1, None);
        }
        slices[slice] = Some((Arc::clone(batch), number));
    }
    Ok(())
}

/// What a class reads: finished slices of its own, and smaller classes.
struct OnCard<'a> {
    card: &'a Card,
    class: Material,
    siblings: &'a [Option<(Arc<Finished>, usize)>],
    promotions: &'a Promotions<'a>,
}

impl Results for OnCard<'_> {
    fn planes(&self, child: &Child<'_>, step: Step) -> Result<Planes> {
        let class = child.layout.material();
        if class == Material::BARE_KINGS {
            return Ok(self.card.bare_kings.planes());
        }
        let slices = match class == self.class {
            true => self.siblings,
            false => self.card.classes.get(&class).map_or(&[][..], Vec::as_slice),
        };
        let planes = match slices.get(child.slice) {
            Some(Some((batch, number))) => Some(batch.planes(*number, child.side)),
            _ => None,
        };
        let (metric, is_there): (_, fn(&Planes) -> bool) = match step {
            Step::Result => (Metric::Wdl, |_| true),
            Step::Moves => (Metric::Dtm, |planes| planes.cells != 0),
            Step::Plies => (Metric::Dtc, |planes| planes.cells != 0),
            Step::Rule => (Metric::Dtz50, |planes| planes.stands != 0),
        };
        let unsolved = nimzo_retro::Error::Unsolved { class, metric };
        planes.filter(is_there).ok_or_else(|| unsolved.into())
    }

    fn promotions(&self, slice: usize, side: Color) -> Option<[u64; 2]> {
        (self.promotions)(slice, side)
    }
}
