//! From the classes and how they are numbered to the steps: what each reads and hands on, and until when
//! that waits.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use nimzo_chess::{Material, Metric};

use super::order::{Node, dying_early};
use super::{Layouts, Limits, Plan, Step, TOO_LARGE_TO_KEEP, TooLittle};
use crate::Error;
use crate::layout::{Colors, Layout};
use crate::planes::POOLED_BYTES;
use crate::slice_graph::keep::Pack;
use crate::slice_graph::promotions::Promotion;
use crate::sweep::{Goals, Window};

/// Bytes that the program takes whatever it does.
const PROGRAM: u64 = 16 << 20;

/// What a plan is made from.
pub(super) struct Outline {
    /// The classes, each after all that it leads to.
    pub order: Vec<Material>,
    pub layouts: Layouts,
    pub known: HashSet<Material>,
    /// Slices that are not solved.
    pub edges: HashSet<(Material, usize)>,
    /// The classes that are asked about.
    pub roots: HashSet<Material>,
    pub folds: bool,
    pub colors: Colors,
    /// Values of classes that are asked about stay, and those of classes with fewer slots than this.
    pub kept_below_slots: u64,
    /// Whether it is about what a position leads to: depths of all classes are kept like results, and classes may be
    /// taken in another order, in which what they hand on is read sooner.
    pub of_position: bool,
}

pub(in crate::slice_graph) fn layout_in(
    layouts: &Layouts,
    class: Material,
) -> Result<Arc<Layout>, Error> {
    layouts.get(&class).cloned().ok_or(Error::Unsolved { class, metric: Metric::Wdl })
}

/// The classes that captures lead to.
pub(in crate::slice_graph) fn captured(
    class: Material,
    colors: Colors,
) -> impl Iterator<Item = Material> {
    let all = class.sub_games().into_iter();
    let both = all.flat_map(move |sub| match colors {
        Colors::OfClass => vec![sub],
        Colors::OfBoard if sub.is_symmetric() => vec![sub],
        Colors::OfBoard => vec![sub, sub.flipped()],
    });
    both.filter(move |sub| sub.count() < class.count())
}

impl Outline {
    pub fn plan(self, goals_of: impl Fn(Material) -> Goals, limits: Limits) -> Result<Plan, Error> {
        let goals: HashMap<Material, Goals> =
            self.order.iter().map(|&class| (class, goals_of(class))).collect();
        let reads: Vec<Vec<Pack>> =
            self.order.iter().map(|&class| self.reads(class, &goals)).collect();
        let mut promotions = self.promotions();
        let mut steps = Vec::new();
        for &class in &self.order {
            let promotions = promotions.remove(&class).unwrap_or_default();
            let is_read = reads.iter().flatten().any(|&pack| pack == Pack::Results(class));
            steps.push(self.step(class, goals[&class], is_read, promotions)?);
        }
        for at in 0..steps.len() {
            let layout = layout_in(&self.layouts, steps[at].class)?;
            steps[at].memory = self.memory_of(&steps[at], &layout, &steps)?;
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
        let steps = self.in_order(steps, reads)?;
        let over_time = self.kept_over_time(&steps)?;
        let (fullest, disk) = most(over_time.iter().map(|&(class, most, _)| (class, most)));
        if disk > limits.disk {
            let (needed, allowed) = (disk, limits.disk);
            return Err(TooLittle { what: "disk", class: fullest, needed, allowed }.into());
        }
        let stays = over_time.last().map_or(0, |&(.., stays)| stays);
        let Self { layouts, known, edges, folds, colors, .. } = self;
        let (known, edges) = (Arc::new(known), Arc::new(edges));
        let (beyond, memory) = (None, memory + held);
        Ok(Plan { steps, layouts, known, edges, folds, beyond, colors, memory, held, disk, stays })
    }

    /// What is done of a class; what it forgets, and the memory it takes, are still to come.
    fn step(
        &self,
        class: Material,
        goals: Goals,
        is_read: bool,
        promotions: Vec<Promotion>,
    ) -> Result<Step, Error> {
        let layout = layout_in(&self.layouts, class)?;
        let slots = layout.slots() as u64;
        let asked = self.roots.contains(&class);
        let for_good = asked || slots < self.kept_below_slots.min(TOO_LARGE_TO_KEEP);
        let keeps_results = for_good || is_read;
        let mut step = Step {
            class,
            goals,
            keeps_results,
            keeps_depths: (self.of_position || asked) && keeps_results && !goals.discard_depths,
            for_good,
            watched: Vec::new(),
            windows: self.windows(class, &goals),
            promotions,
            forgets: Vec::new(),
            positions: ((layout.slices() - self.edges_of(class)) * layout.slots()) as u64,
            memory: 0,
            kept: 0,
        };
        step.kept = self.kept_sizes(&step)?.into_iter().map(|(_, bytes)| bytes).sum();
        Ok(step)
    }

    /// How many slices of a class are not solved.
    pub(super) fn edges_of(&self, class: Material) -> usize {
        self.edges.iter().filter(|(of, _)| *of == class).count()
    }

    /// The steps in an order in which what waits is soon read, each with what it reads last.
    fn in_order(&self, steps: Vec<Step>, reads: Vec<Vec<Pack>>) -> Result<Vec<Step>, Error> {
        let mut order: Vec<usize> = (0..steps.len()).collect();
        if self.of_position {
            order = dying_early(&self.nodes(&steps, &reads)?);
        }
        let mut last_reader: HashMap<Pack, usize> = HashMap::new();
        for &at in &order {
            last_reader.extend(reads[at].iter().map(|&pack| (pack, at)));
        }
        let stay: HashSet<Material> =
            steps.iter().filter(|step| step.for_good).map(|step| step.class).collect();
        let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
        for (pack, last) in last_reader {
            let written_by = pack.written_by();
            let values = pack == Pack::Results(written_by);
            if values && stay.contains(&written_by) {
                continue;
            }
            let goals = steps.iter().flatten().find(|step| step.class == written_by);
            let goals = goals.map(|step| step.goals).unwrap_or_default();
            let Some(step) = &mut steps[last] else { continue };
            step.forgets.push(pack);
            if values && goals.dtz50 {
                step.forgets.push(Pack::Rule(written_by));
            }
            if values {
                let depths = goals.depths().map(|metric| Pack::Depths(written_by, metric));
                step.forgets.extend(depths);
            }
        }
        Ok(order.into_iter().filter_map(|at| steps[at].take()).collect())
    }

    /// What the order is chosen by.
    fn nodes(&self, steps: &[Step], reads: &[Vec<Pack>]) -> Result<Vec<Node>, Error> {
        let mut numbers: HashMap<Pack, usize> = HashMap::new();
        let mut number = |pack: Pack| {
            let next = numbers.len();
            *numbers.entry(pack).or_insert(next)
        };
        let places: HashMap<Material, usize> =
            steps.iter().enumerate().map(|(at, step)| (step.class, at)).collect();
        let mut nodes = Vec::new();
        for (step, packs) in steps.iter().zip(reads) {
            let written = self.kept_sizes(step)?.into_iter();
            let passing = written.filter(|(pack, _)| !step.for_good || !pack.is_values());
            let after = Promotion::of(step.class, self.colors).into_iter().map(Promotion::after);
            let subs = self.captured(step.class).chain(after);
            let mut needs: Vec<usize> = subs.filter_map(|sub| places.get(&sub).copied()).collect();
            needs.sort_unstable();
            needs.dedup();
            // Whatever values there are of a class, they wait as long as its results.
            let of = |pack: Pack| match pack.is_values() {
                true => Pack::Results(pack.written_by()),
                false => pack,
            };
            nodes.push(Node {
                needs,
                reads: packs.iter().map(|&pack| number(pack)).collect(),
                writes: passing.map(|(pack, bytes)| (number(of(pack)), bytes)).collect(),
            });
        }
        Ok(nodes)
    }

    /// How much is kept once each class is done and before anything is forgotten, and afterwards.
    fn kept_over_time(&self, steps: &[Step]) -> Result<Vec<(Material, u64, u64)>, Error> {
        let mut kept: HashMap<Pack, u64> = HashMap::new();
        let mut over_time = Vec::new();
        for step in steps {
            kept.extend(self.kept_sizes(step)?);
            let most = kept.values().sum();
            step.forgets.iter().for_each(|pack| {
                kept.remove(pack);
            });
            over_time.push((step.class, most, kept.values().sum()));
        }
        Ok(over_time)
    }

    /// The packs that a class reads; for all values of a class stand its results.
    fn reads(&self, class: Material, goals: &HashMap<Material, Goals>) -> Vec<Pack> {
        let promoted = |promotion: Promotion| {
            let after = promotion.after();
            if !self.layouts.contains_key(&after) || self.known.contains(&after) {
                return None;
            }
            let windowed = goals.get(&after).is_some_and(|goals| self.is_windowed(after, goals));
            Some(match (self.folds, windowed) {
                (true, _) => Pack::Promotions { after, before: class },
                (false, true) => Pack::Windows(after, promotion.man_after()),
                (false, false) => Pack::Results(after),
            })
        };
        let promotions = Promotion::of(class, self.colors).into_iter().filter_map(promoted);
        let mut packs: Vec<Pack> = promotions.collect();
        let unknown = self.captured(class).filter(|sub| !self.known.contains(sub));
        packs.extend(unknown.map(Pack::Results));
        packs
    }

    /// The promotions that lead to each class and are handed on.
    fn promotions(&self) -> HashMap<Material, Vec<Promotion>> {
        let mut promotions: HashMap<Material, Vec<Promotion>> = HashMap::new();
        for &class in self.order.iter().filter(|_| self.folds) {
            for promotion in Promotion::of(class, self.colors) {
                let after = promotion.after();
                if self.layouts.contains_key(&after) && !self.known.contains(&after) {
                    promotions.entry(after).or_default().push(promotion);
                }
            }
        }
        promotions
    }

    /// The classes of the plan whose values are read as they lie.
    pub fn read_by(&self, class: Material) -> Vec<Material> {
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
        captured(class, self.colors).filter(|sub| self.layouts.contains_key(sub))
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
