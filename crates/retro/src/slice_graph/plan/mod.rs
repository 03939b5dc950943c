//! The plan: which classes, in which order, what each reads and hands on, when that is forgotten, and
//! what all of it takes.

mod groups;
mod order;
mod outline;
mod sizes;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

pub use groups::groups;
pub(super) use groups::{batches, batches_of, pushes};

use nimzo_chess::Material;
use nimzo_chess::material::depth_first_order;
use nimzo_work::memory::human;
use shakmaty::Color;

use outline::Outline;
pub(super) use outline::{captured, layout_in};
pub(super) use sizes::LARGE;

use super::keep::Pack;
use super::promotions::Promotion;
use crate::Error;
use crate::layout::slices::Pawns;
use crate::layout::{Colors, Layout};
use crate::reach::Reach;
use crate::sweep::{Goals, Spot, Window, layout_of};

/// Positions a side that a core solves in a second, as measured; only for the first estimate.
const RATE: u64 = 250_000_000;
/// The same where depths are found.
const DEPTH_RATE: u64 = 60_000_000;
/// Depths of slices with this many positions are not kept, and results only of classes that are asked about.
const TOO_LARGE_TO_KEEP: u64 = 1 << 31;
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

impl Limits {
    /// More of everything than anybody has.
    pub const PLENTY: Self = Self { memory: u64::MAX, disk: u64::MAX };
}

/// A class of the plan.
#[derive(Debug, Clone)]
pub struct Step {
    /// The class.
    pub class: Material,
    /// What to compute of it.
    pub goals: Goals,
    /// Whether its results are kept: for good, or because captures of later classes lead here.
    pub keeps_results: bool,
    /// Whether its depths are kept too.
    pub keeps_depths: bool,
    /// Whether results and depths that are kept are kept for good, and not only for those who read them.
    pub for_good: bool,
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
    /// Slices that are not solved: they lie beyond, like classes that are left out.
    pub edges: Arc<HashSet<(Material, usize)>>,
    /// Who wins whatever lies beyond the plan, where moves lead beyond.
    pub beyond: Option<Color>,
    /// In which colours slices are told.
    pub colors: Colors,
    /// Bytes of memory at once.
    pub memory: u64,
    /// How many of these are for unpacked sub-tables that are read again.
    pub held: u64,
    /// The most bytes that are kept at once, packed.
    pub disk: u64,
    /// How many bytes stay when all is done.
    pub stays: u64,
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
            edges: HashSet::new(),
            roots,
            folds: true,
            kept_below_slots: 0,
            of_position: false,
            colors: Colors::OfClass,
        };
        let none = Goals::default();
        outline.plan(|class| if wanted.contains(&class) { goals } else { none }, limits)
    }

    /// How to solve the slices that a position leads to. Those of the classes that are asked about are kept for
    /// good, and those of smaller ones, which a line may come to; what is large and others read is kept until
    /// the last of them has read it, and classes are taken in an order in which that is soon. Depths to mate and
    /// under the fifty-move rule are found for all of them. Depths to conversion and to a zeroing move
    /// end with the class, so they are found for the classes that are asked about, and for small ones
    /// that a line may come to. Of a class that is asked about and too large, depths are not kept, but
    /// those of single positions can be [watched](Self::watch);
    /// of one that is promoted into, depths to mate of the windows that pawns look into are kept.
    pub fn of_reach(reach: &Reach, goals: Goals, limits: Limits) -> Result<Self, Error> {
        Self::of_reach_with(reach, goals, limits, LARGE)
    }

    /// The same where classes are large from so many slots on.
    pub fn of_reach_with(
        reach: &Reach,
        goals: Goals,
        limits: Limits,
        large: u64,
    ) -> Result<Self, Error> {
        let layouts = reach.layouts();
        let number = |class: Material, pawns: &Pawns| layouts.get(&class)?.slice_of(*pawns);
        let edges = reach.edges.iter().flat_map(|(&class, all)| {
            all.iter().filter_map(move |pawns| Some((class, number(class, pawns)?.0)))
        });
        let outline = Outline {
            order: reach.classes.iter().map(|&(class, _)| class).collect(),
            edges: edges.collect(),
            layouts: Arc::new(layouts),
            known: reach.known.clone(),
            roots: reach.roots.clone(),
            folds: !(goals.dtm || goals.dtz50),
            kept_below_slots: large,
            of_position: true,
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

    /// How the positions of a class of the plan are numbered.
    pub(super) fn layout(&self, class: Material) -> Result<Arc<Layout>, Error> {
        layout_in(&self.layouts, class)
    }

    /// Whether a pack of the plan is kept only until the last class that reads it is done.
    pub fn passes(&self, pack: Pack) -> bool {
        match pack {
            Pack::Windows(..) | Pack::Promotions { .. } => true,
            other => self.step(other.written_by()).is_some_and(|step| !step.for_good),
        }
    }

    /// Whether a slice is not solved, because it lies beyond.
    pub fn is_edge(&self, class: Material, slice: usize) -> bool {
        self.edges.contains(&(class, slice))
    }

    /// What is done of a class.
    pub fn step(&self, class: Material) -> Option<&Step> {
        self.steps.iter().find(|step| step.class == class)
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
