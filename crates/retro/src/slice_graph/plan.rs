//! The plan: which classes, in which order, what each reads and hands on, when that is forgotten, and
//! what all of it takes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use nimzo_chess::material::depth_first_order;
use nimzo_chess::{Material, Metric};
use nimzo_work::memory::human;
use shakmaty::Color;

use super::groups::groups;
use super::keep::Pack;
use super::promotions::Promotion;
use super::sizes::LARGE;
use crate::Error;
use crate::layout::{Colors, Layout};
use crate::planes::POOLED_BYTES;
use crate::reach::Reach;
use crate::sweep::{Goals, Spot, Window, layout_of};

/// Positions a side that a core solves in a second, as measured; only for the first estimate.
const RATE: u64 = 250_000_000;
/// The same where depths are found.
const DEPTH_RATE: u64 = 60_000_000;
/// Bytes that the program takes whatever it does.
const PROGRAM: u64 = 16 << 20;
/// Bytes of finished slices that a batch of groups may come to.
const BATCH: u64 = 256 << 20;
/// Results of slices with this many positions are kept for as long as somebody reads them, even by a
/// plan that keeps everything else for good.
pub(super) const TOO_LARGE_TO_KEEP: u64 = 1 << 31;
/// Depths of slices with fewer positions than this cost little: kings and one man beside pawns.
const SMALL: u64 = 1 << 20;

/// What a plan may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of memory.
    pub memory: u64,
    /// Bytes of disk, or of whatever it is that keeps.
    pub disk: u64,
}

/// A class of the plan.
#[derive(Debug, Clone)]
pub struct Step {
    /// The class.
    pub class: Material,
    /// What to compute of it.
    pub goals: Goals,
    /// Whether captures of later classes lead here, so that its results are kept.
    pub keeps_results: bool,
    /// Whether its depths are kept too.
    pub keeps_depths: bool,
    /// Positions whose depths are noted by themselves; see [`Plan::watch`].
    pub watched: Vec<Spot>,
    /// Windows that later classes look into, where depths are not kept.
    pub windows: Vec<(usize, Window)>,
    /// The promotions of later classes that lead here.
    pub promotions: Vec<Promotion>,
    /// What nobody reads any more once this class is done.
    pub forgets: Vec<Pack>,
    /// Positions with one side to move.
    pub positions: u64,
    /// Bytes of memory at once, unpacked sub-tables that are merely held left out.
    pub memory: u64,
    /// Bytes that it hands on.
    pub kept: u64,
}

/// How the positions of each class of a plan are numbered.
pub type Layouts = Arc<HashMap<Material, Arc<Layout>>>;

/// What is done, in order.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The classes, each after all that it reads.
    pub steps: Vec<Step>,
    /// How their positions are numbered.
    pub layouts: Layouts,
    /// The classes that are not solved: their tables are there.
    pub known: Arc<HashSet<Material>>,
    /// Whether what promotions are worth is handed on, instead of the results they lead to. Results
    /// and depths to conversion can be found so; depths to mate and under the fifty-move rule cannot.
    pub folds: bool,
    /// Who wins whatever lies beyond the classes of the plan, where promotions lead beyond.
    pub beyond: Option<Color>,
    /// In which colours slices are told.
    pub colors: Colors,
    /// Bytes of memory at once.
    pub memory: u64,
    /// How many of these are for unpacked sub-tables that are read again.
    pub held: u64,
    /// The most bytes that are kept at once, packed.
    pub disk: u64,
}

/// A plan that does not fit its limits.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{class} takes {} of {what}, and {} are allowed", human(*.needed), human(*.allowed))]
pub struct TooLittle {
    /// Memory or disk.
    pub what: &'static str,
    /// The class that takes most, or after which most is kept.
    pub class: Material,
    /// Bytes that would do.
    pub needed: u64,
    /// Bytes allowed.
    pub allowed: u64,
}

impl Plan {
    /// How to solve these classes and all that they lead to, those in `wanted` for `goals` and the
    /// others for results.
    pub fn new(wanted: &[Material], goals: Goals, limits: Limits) -> Result<Self, Error> {
        Self::of_classes(wanted, HashSet::new(), goals, limits)
    }

    /// The same for one class, whose values are kept and can be read off a [`Shelf`](super::Shelf) in the end.
    pub fn keeping(class: Material, goals: Goals, limits: Limits) -> Result<Self, Error> {
        Self::of_classes(&[class], HashSet::from([class.canonical()]), goals, limits)
    }

    fn of_classes(
        wanted: &[Material],
        roots: HashSet<Material>,
        goals: Goals,
        limits: Limits,
    ) -> Result<Self, Error> {
        let order = depth_first_order(wanted.iter().copied());
        let wanted: HashSet<Material> = wanted.iter().map(|class| class.canonical()).collect();
        let layouts = order.iter().map(|&class| Ok((class, layout_of(class)?)));
        let outline = Outline {
            layouts: Arc::new(layouts.collect::<Result<_, Error>>()?),
            order,
            known: HashSet::new(),
            roots,
            folds: true,
            for_good: false,
            colors: Colors::OfClass,
        };
        let none = Goals::default();
        outline.plan(|class| if wanted.contains(&class) { goals } else { none }, limits)
    }

    /// How to solve the slices that a position leads to, keeping them for good. Depths to mate and
    /// under the fifty-move rule are found for all of them. Depths to conversion and to a zeroing move
    /// end with the class, so they are found for the classes that are asked about, and for small ones
    /// that a line may come to. Of a class that is asked about and too large, depths are not kept, but
    /// those of single positions can be [watched](Self::watch);
    /// of one that is promoted into, depths to mate of the windows that pawns look into are kept.
    pub fn of_reach(reach: &Reach, goals: Goals, limits: Limits) -> Result<Self, Error> {
        Self::of_reach_with(reach, goals, limits, LARGE)
    }

    /// The same where classes that pawns promote into are large from so many slots on.
    pub(super) fn of_reach_with(
        reach: &Reach,
        goals: Goals,
        limits: Limits,
        large: u64,
    ) -> Result<Self, Error> {
        let outline = Outline {
            order: reach.classes.iter().map(|&(class, _)| class).collect(),
            layouts: Arc::new(reach.layouts()),
            known: reach.known.clone(),
            roots: reach.roots.clone(),
            folds: !(goals.dtm || goals.dtz50),
            for_good: true,
            colors: reach.colors,
        };
        let layouts = Arc::clone(&outline.layouts);
        let everywhere = goals.dtm || goals.dtz50;
        let most_men = layouts.keys().map(|class| class.count()).max().unwrap_or_default();
        let goals_of = |class: Material| {
            let slots = layouts.get(&class).map_or(0, |layout| layout.slots() as u64);
            let asked = reach.roots.contains(&class);
            // Windows will do where promotions alone lead.
            let promoted = goals.dtm
                && !asked
                && class.count() == most_men
                && class.pieces() > 3
                && slots >= large;
            if asked || everywhere || slots < SMALL {
                Goals { discard_depths: promoted || slots >= TOO_LARGE_TO_KEEP, ..goals }
            } else {
                Goals::default()
            }
        };
        outline.plan(goals_of, limits)
    }

    /// Whether slices of this layout are small enough for their depths to be kept for good.
    pub fn keeps_depths_of(layout: &Layout) -> bool {
        (layout.slots() as u64) < TOO_LARGE_TO_KEEP
    }

    /// The same plan where whatever lies beyond it is won by a side.
    pub fn with_beyond(mut self, winner: Color) -> Self {
        self.beyond = Some(winner);
        self
    }

    /// How the positions of a class of the plan are numbered.
    pub(super) fn layout(&self, class: Material) -> Result<Arc<Layout>, Error> {
        layout_in(&self.layouts, class)
    }

    /// Positions with one side to move, of all classes.
    pub fn positions(&self) -> u64 {
        self.steps.iter().map(|step| step.positions).sum()
    }

    /// A first estimate of the time with the threads there are; what has been done tells better.
    pub fn duration(&self) -> Duration {
        let rate = |step: &Step| if step.goals.depths().count() == 0 { RATE } else { DEPTH_RATE };
        let seconds = |step: &Step| step.positions as f64 / rate(step) as f64;
        let all: f64 = self.steps.iter().map(seconds).sum();
        Duration::from_secs((all / rayon::current_num_threads() as f64) as u64)
    }

    /// The plan in a line.
    pub fn describe(&self) -> String {
        let minutes = self.duration().as_secs().div_ceil(60);
        format!(
            "{} classes, {:.1} G positions a side; up to {} of memory and about {} kept at once; \
             about {minutes} min",
            self.steps.len(),
            self.positions() as f64 / 1e9,
            human(self.memory),
            human(self.disk),
        )
    }
}

/// What a plan is made from.
pub(super) struct Outline {
    order: Vec<Material>,
    pub(super) layouts: Layouts,
    known: HashSet<Material>,
    /// The classes that are asked about, whose values are kept.
    roots: HashSet<Material>,
    folds: bool,
    colors: Colors,
    /// Whether everything else is kept for good, too.
    for_good: bool,
}

pub(super) fn layout_in(layouts: &Layouts, class: Material) -> Result<Arc<Layout>, Error> {
    layouts.get(&class).cloned().ok_or(Error::Unsolved { class, metric: Metric::Wdl })
}

impl Outline {
    fn plan(self, goals_of: impl Fn(Material) -> Goals, limits: Limits) -> Result<Plan, Error> {
        let (last_reader, mut promotions) = self.readers();
        let mut steps = Vec::new();
        for (turn, &class) in self.order.iter().enumerate() {
            let layout = layout_in(&self.layouts, class)?;
            let goals = goals_of(class);
            let asked = self.roots.contains(&class);
            let kept = asked || (self.for_good && (layout.slots() as u64) < TOO_LARGE_TO_KEEP);
            let forgets =
                last_reader.iter().filter(|&(_, &last)| last == turn).map(|(&pack, _)| pack);
            let mut step = Step {
                class,
                goals,
                keeps_results: kept
                    || (!self.is_windowed(class, &goals)
                        && last_reader.contains_key(&Pack::Results(class))),
                keeps_depths: (self.for_good || asked) && !goals.discard_depths,
                watched: Vec::new(),
                windows: self.windows(class, &goals),
                promotions: promotions.remove(&class).unwrap_or_default(),
                forgets: if self.for_good { Vec::new() } else { forgets.collect() },
                positions: (layout.slices() * layout.slots()) as u64,
                memory: 0,
                kept: 0,
            };
            step.memory = self.memory_of(&step, &layout, &steps)?;
            step.kept = self.kept_sizes(&step)?.into_iter().map(|(_, bytes)| bytes).sum();
            steps.push(step);
        }
        let (largest, memory) = most(steps.iter().map(|step| (step.class, step.memory)));
        // What is not in use waits to be used again.
        let memory = PROGRAM + memory + memory.min(POOLED_BYTES as u64);
        if memory > limits.memory {
            let (needed, allowed) = (memory, limits.memory);
            return Err(TooLittle { what: "memory", class: largest, needed, allowed }.into());
        }
        // As much again as the sub-tables of one slice is plenty.
        let held = (limits.memory - memory).min(4 << 30);
        let (fullest, disk) = most(self.kept_over_time(&steps)?.into_iter());
        if disk > limits.disk {
            let (needed, allowed) = (disk, limits.disk);
            return Err(TooLittle { what: "disk", class: fullest, needed, allowed }.into());
        }
        let Self { layouts, known, folds, colors, .. } = self;
        let (known, beyond, memory) = (Arc::new(known), None, memory + held);
        Ok(Plan { steps, layouts, known, folds, beyond, colors, memory, held, disk })
    }

    /// Which class reads a pack last, and the promotions that lead to each class.
    fn readers(&self) -> (HashMap<Pack, usize>, HashMap<Material, Vec<Promotion>>) {
        let mut last_reader: HashMap<Pack, usize> = HashMap::new();
        let mut promotions: HashMap<Material, Vec<Promotion>> = HashMap::new();
        for (turn, &class) in self.order.iter().enumerate() {
            for promotion in Promotion::of(class, self.colors) {
                let after = promotion.after();
                if !self.layouts.contains_key(&after) {
                    continue;
                }
                if self.known.contains(&after) {
                    continue;
                }
                if self.folds {
                    promotions.entry(after).or_default().push(promotion);
                    last_reader.insert(Pack::Promotions { after, before: class }, turn);
                } else {
                    last_reader.insert(Pack::Results(after), turn);
                }
            }
            last_reader.extend(self.captured(class).map(|sub| (Pack::Results(sub), turn)));
        }
        (last_reader, promotions)
    }

    /// The classes of the plan whose values are read as they lie.
    pub(super) fn read_by(&self, class: Material) -> Vec<Material> {
        let promotions = Promotion::of(class, self.colors).into_iter().map(Promotion::after);
        let unfolded = promotions.filter_map(|sub| {
            let known = self.known.get(&sub.canonical()).copied();
            known.or((!self.folds && self.layouts.contains_key(&sub)).then_some(sub))
        });
        let mut read: Vec<Material> = self.captured(class).collect();
        unfolded.for_each(|sub| {
            if !read.contains(&sub) {
                read.push(sub);
            }
        });
        read
    }

    /// The classes of the plan that captures lead to.
    fn captured(&self, class: Material) -> impl Iterator<Item = Material> {
        let all = class.sub_games().into_iter();
        let both = all.flat_map(|sub| match self.colors {
            Colors::OfClass => vec![sub],
            Colors::OfBoard if sub.is_symmetric() => vec![sub],
            Colors::OfBoard => vec![sub, sub.flipped()],
        });
        both.filter(move |sub| sub.count() < class.count() && self.layouts.contains_key(sub))
    }

    /// Whether windows are all that is read of a class.
    fn is_windowed(&self, class: Material, goals: &Goals) -> bool {
        goals.discard_depths && goals.dtm && !self.roots.contains(&class)
    }

    /// The windows of a class that others look into.
    fn windows(&self, class: Material, goals: &Goals) -> Vec<(usize, Window)> {
        let mut found = Vec::new();
        if !self.is_windowed(class, goals) {
            return found;
        }
        let Some(after) = self.layouts.get(&class) else { return found };
        for (&before, layout) in self.layouts.iter().filter(|(one, _)| !self.known.contains(one)) {
            let promotions = Promotion::of(before, self.colors).into_iter();
            for promotion in promotions.filter(|promotion| promotion.after() == class) {
                let seen =
                    (0..layout.slices()).flat_map(|slice| promotion.windows(layout, slice, after));
                found.extend(seen);
            }
        }
        found.sort_unstable_by_key(|window| {
            (window.0, window.1.man.side.is_black(), window.1.man.role, window.1.square)
        });
        found.dedup();
        found
    }
}

fn most(sizes: impl Iterator<Item = (Material, u64)>) -> (Material, u64) {
    sizes.max_by_key(|&(_, bytes)| bytes).unwrap_or((Material::BARE_KINGS, 0))
}

/// How the groups of a class are taken together: enough to be shared between threads, and few enough
/// not to hold on to much.
pub(super) fn batches(layout: &Layout) -> Vec<Vec<usize>> {
    let mut batches: Vec<Vec<usize>> = Vec::new();
    let mut room = 0;
    for (number, group) in groups(layout).iter().enumerate() {
        let bytes = group.len() as u64 * slice_bytes(layout);
        if bytes > room {
            batches.push(Vec::new());
            room = BATCH;
        }
        room = room.saturating_sub(bytes);
        if let Some(last) = batches.last_mut() {
            last.push(number);
        }
    }
    batches
}

/// Slices of the largest batch.
pub(super) fn largest_batch(layout: &Layout) -> u64 {
    let groups = groups(layout);
    let slices = |batch: &Vec<usize>| batch.iter().map(|&group| groups[group].len() as u64).sum();
    batches(layout).iter().map(slices).max().unwrap_or_default()
}

/// Bytes of a finished slice: three planes for each side.
pub(super) fn slice_bytes(layout: &Layout) -> u64 {
    6 * layout.slots() as u64 / 8
}
