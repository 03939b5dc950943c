//! Walls for every state of a window, and the sweeps that improve them until nothing changes.
//! Which bound this computes, and why it is one, is told in `bounds`.

use std::sync::atomic::{AtomicU8, Ordering};

use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;

use super::curve::{Curve, Fixed, ONE, Rounding, Shapes, Wall, Workpiece, settle};
use super::space::{Link, Rules, Space};

/// What must be computed again at a state.
const BLACK: u8 = 1;
const WHITE: u8 = 2;

/// The walls of every state. Left's wall and what White can get are kept turned over.
pub(crate) struct Field {
    pub(crate) space: Space,
    pub(crate) rules: Rules,
    rounding: Rounding,
    pub(crate) shapes: Shapes,
    pub(crate) left: Vec<Wall>,
    pub(crate) right: Vec<Wall>,
    black: Vec<Wall>,
    white: Vec<Wall>,
    stale: Vec<AtomicU8>,
    /// Known walls for a White king one step further beyond the rim, less the slope.
    pub(crate) beyond: Option<Walls>,
}

/// Both walls of every state, Left's turned over.
#[derive(Clone)]
pub(crate) struct Walls {
    pub(crate) left: Vec<Wall>,
    pub(crate) right: Vec<Wall>,
}

/// One of the four curves kept for a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Which {
    Black,
    White,
    Left,
    Right,
}

/// What a thread found: changed walls, their bends in one place.
#[derive(Default)]
struct Found {
    items: Vec<Item>,
    bends: Vec<Fixed>,
    evaluated: u64,
}

struct Item {
    state: u32,
    which: Which,
    kind: ItemKind,
}

enum ItemKind {
    Minus,
    Plus,
    Line { base: Fixed, from: u32, to: u32 },
}

impl Found {
    fn push(&mut self, state: usize, which: Which, curve: Curve<'_>) {
        let kind = match curve {
            Curve::Minus => ItemKind::Minus,
            Curve::Plus => ItemKind::Plus,
            Curve::Line { base, bends } => {
                let from = self.bends.len() as u32;
                self.bends.extend_from_slice(bends);
                ItemKind::Line { base, from, to: self.bends.len() as u32 }
            }
        };
        self.items.push(Item { state: state as u32, which, kind });
    }

    /// Turns every moving wall into plus infinity.
    fn give_up(&mut self) {
        for item in &mut self.items {
            item.kind = match item.which {
                Which::Left | Which::White => ItemKind::Minus,
                Which::Right | Which::Black => ItemKind::Plus,
            };
        }
    }

    fn curve(&self, item: &Item) -> Curve<'_> {
        match item.kind {
            ItemKind::Minus => Curve::Minus,
            ItemKind::Plus => Curve::Plus,
            ItemKind::Line { base, from, to } => {
                Curve::Line { base, bends: &self.bends[from as usize..to as usize] }
            }
        }
    }
}

/// Room that a thread uses again and again.
#[derive(Default)]
struct Scratch {
    black: Workpiece,
    white: Workpiece,
    step: Workpiece,
    left: Workpiece,
    right: Workpiece,
    spare: Vec<Fixed>,
    links: Vec<Link>,
}

/// What a run of sweeps did.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Sweeps made.
    pub(crate) sweeps: u32,
    /// States evaluated, over all sweeps.
    pub(crate) evaluated: u64,
}

impl Field {
    /// Nothing is known: every wall is minus infinity.
    pub(crate) fn bottom(space: Space, rules: Rules, rounding: Rounding) -> Self {
        let all = |wall| vec![wall; space.len()];
        Field {
            space,
            rules,
            rounding,
            shapes: Shapes::new(),
            left: all(Wall::PLUS),
            right: all(Wall::MINUS),
            black: all(Wall::MINUS),
            white: all(Wall::PLUS),
            stale: (0..space.len()).map(|_| AtomicU8::new(BLACK | WHITE)).collect(),
            beyond: None,
        }
    }

    /// The same walls as the start of another bound.
    pub(crate) fn restart(&self, rules: Rules, rounding: Rounding) -> Self {
        Field {
            space: self.space,
            rules,
            rounding,
            shapes: self.shapes.clone(),
            left: self.left.clone(),
            right: self.right.clone(),
            black: self.black.clone(),
            white: self.white.clone(),
            stale: (0..self.space.len()).map(|_| AtomicU8::new(BLACK | WHITE)).collect(),
            beyond: None,
        }
    }

    /// Sweeps until nothing changes. After `patience` sweeps every wall that still moves is given
    /// up: it becomes plus infinity, which is a true upper bound (a lower bound never gets there).
    pub(crate) fn settle(
        &mut self,
        task: &Task,
        what: &str,
        patience: u32,
    ) -> Result<Effort, Interrupted> {
        let stage = task.stage(what, 0);
        let mut effort = Effort::default();
        loop {
            task.check()?;
            let mut found = self.evaluate_stale();
            effort.sweeps += 1;
            effort.evaluated += found.iter().map(|found| found.evaluated).sum::<u64>();
            if effort.sweeps > patience && self.rules == Rules::Upper {
                found.iter_mut().for_each(Found::give_up);
            }
            let changed = self.apply(&found);
            stage.advance(1);
            if changed.is_empty() {
                return Ok(effort);
            }
            self.mark(&changed);
        }
    }

    fn evaluate_stale(&self) -> Vec<Found> {
        let rooks = self.space.rooks();
        (0..self.space.kings())
            .into_par_iter()
            .with_min_len(4)
            .map_init(Scratch::default, |scratch, king| {
                let mut found = Found::default();
                for state in king * rooks..(king + 1) * rooks {
                    let stale = self.stale[state].load(Ordering::Relaxed);
                    if stale != 0 {
                        self.stale[state].store(0, Ordering::Relaxed);
                        self.evaluate(state, stale, scratch, &mut found);
                    }
                }
                found
            })
            .filter(|found| found.evaluated > 0)
            .collect()
    }

    fn evaluate(&self, state: usize, stale: u8, scratch: &mut Scratch, found: &mut Found) {
        let men = self.space.men(state);
        if !self.space.is_position(men, self.rules) {
            return;
        }
        found.evaluated += 1;
        let Scratch { black, white, step, left, right, spare, links } = scratch;
        if stale & BLACK == 0 {
            black.set(self.shapes.curve(self.black[state]), 0);
        } else {
            self.black_can_get(state, black, step, spare, links);
            if !black.curve().same(self.shapes.curve(self.black[state])) {
                found.push(state, Which::Black, black.curve());
            }
        }
        if stale & WHITE == 0 {
            white.set(self.shapes.curve(self.white[state]), 0);
        } else {
            self.white_can_get(state, white, step, spare, links);
            if !white.curve().same(self.shapes.curve(self.white[state])) {
                found.push(state, Which::White, white.curve());
            }
        }
        settle(black.curve(), white.curve(), self.rounding, left, right);
        if !left.curve().same(self.shapes.curve(self.left[state])) {
            found.push(state, Which::Left, left.curve());
        }
        if !right.curve().same(self.shapes.curve(self.right[state])) {
            found.push(state, Which::Right, right.curve());
        }
    }

    /// The wall that a link leads to: one of this field, or a known one outside it.
    #[inline]
    fn source<'a>(
        &'a self,
        link: &Link,
        part: impl Fn(&'a Walls) -> &'a [Wall],
        own: &'a [Wall],
    ) -> Wall {
        let known = if link.further > 0 { self.beyond.as_ref() } else { None };
        known.map_or(own, part)[link.state as usize]
    }

    fn black_can_get(
        &self,
        state: usize,
        best: &mut Workpiece,
        step: &mut Workpiece,
        spare: &mut Vec<Fixed>,
        links: &mut Vec<Link>,
    ) {
        // Cashing out is worth nothing more than what the king has.
        best.set(Curve::Line { base: 0, bends: &[] }, 0);
        let men = self.space.men(state);
        let takes = self.space.black_steps(men, self.rules, links, |gain, links| {
            let wall = |link: &Link| {
                let by = Fixed::from(2 * gain + link.halves) * (ONE / 2);
                (self.shapes.curve(self.source(link, |walls| &walls.right, &self.right)), by)
            };
            match (self.rules, links) {
                (Rules::Lower | Rules::LowerBeyond, [first, rest @ ..]) if !rest.is_empty() => {
                    let (curve, by) = wall(first);
                    step.set(curve, by);
                    for (curve, by) in rest.iter().map(wall) {
                        step.lower_to(curve, by, spare);
                    }
                    best.raise_to(step.curve(), 0, spare);
                }
                _ => {
                    for (curve, by) in links.iter().map(wall) {
                        best.raise_to(curve, by, spare);
                    }
                }
            }
        });
        if takes {
            best.set_plus();
        }
    }

    fn white_can_get(
        &self,
        state: usize,
        best: &mut Workpiece,
        step: &mut Workpiece,
        spare: &mut Vec<Fixed>,
        links: &mut Vec<Link>,
    ) {
        let men = self.space.men(state);
        if self.space.attacks(men, (0, 0), self.rules) {
            return best.set_plus();
        }
        best.clear();
        let mut last = Wall::MINUS;
        self.space.white_moves(men, self.rules, links, |links| {
            let wall = |link: &Link| {
                self.source(link, |walls| &walls.left, &self.left)
                    .raised(-Fixed::from(link.halves) * (ONE / 2))
            };
            match (self.rules, links) {
                (Rules::Upper, [first, rest @ ..]) if !rest.is_empty() => {
                    step.set(self.shapes.curve(wall(first)), 0);
                    for other in rest.iter().map(wall) {
                        step.lower_to(self.shapes.curve(other), 0, spare);
                    }
                    best.raise_to(step.curve(), 0, spare);
                }
                _ => {
                    for wall in links.iter().map(wall) {
                        // Along a line the rook often does as well on each square.
                        if wall != last {
                            best.raise_to(self.shapes.curve(wall), 0, spare);
                            last = wall;
                        }
                    }
                }
            }
        });
    }

    /// Writes what was found; returns the walls that changed.
    fn apply(&mut self, found: &[Found]) -> Vec<(u32, u8)> {
        let mut changed = Vec::new();
        for found in found {
            for item in &found.items {
                let state = item.state as usize;
                let wall = self.shapes.intern_curve(found.curve(item));
                let (place, flag) = match item.which {
                    Which::Black => (&mut self.black[state], None),
                    Which::White => (&mut self.white[state], None),
                    Which::Left => (&mut self.left[state], Some(WHITE)),
                    Which::Right => (&mut self.right[state], Some(BLACK)),
                };
                if std::mem::replace(place, wall) != wall {
                    changed.extend(flag.map(|flag| (item.state, flag)));
                }
            }
        }
        changed
    }

    fn mark(&self, changed: &[(u32, u8)]) {
        let flag = |state: usize, flag: u8| {
            let place = &self.stale[state];
            if place.load(Ordering::Relaxed) & flag == 0 {
                place.fetch_or(flag, Ordering::Relaxed);
            }
        };
        changed.par_chunks(4096).for_each(|changed| {
            for &(state, which) in changed {
                let men = self.space.men(state as usize);
                match which {
                    WHITE => self.space.before_white(men, |state| flag(state, WHITE)),
                    _ => self.space.before_black(men, |state| flag(state, BLACK)),
                }
            }
        });
    }
}

impl Field {
    /// A copy of the walls.
    pub(crate) fn walls(&self) -> Walls {
        Walls { left: self.left.clone(), right: self.right.clone() }
    }

    /// Replaces the walls known beyond the rim; `states` are those that changed.
    pub(crate) fn set_beyond(&mut self, walls: Walls, states: &[usize]) {
        self.beyond = Some(walls);
        let both = states.iter().flat_map(|&state| [(state as u32, BLACK), (state as u32, WHITE)]);
        self.mark(&both.collect::<Vec<_>>());
    }
}
