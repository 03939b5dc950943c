//! Solved classes kept in memory.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use nimzo_chess::material::depth_first_order;
use nimzo_chess::{Material, Metric};
use nimzo_work::Task;
use shakmaty::ByColor;

use super::{Depths, Goals, SliceValues, Solved, SubTables, solve};
use crate::Error;
use crate::planes::{RulePlanes, WdlPlanes};

/// Solved classes in memory, which serve as each other's sub-tables.
#[derive(Debug, Default)]
pub struct Library {
    classes: HashMap<Material, Arc<Solved>>,
}

impl Library {
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A class that is already there.
    pub fn get(&self, class: Material) -> Option<&Arc<Solved>> {
        self.classes.get(&class.canonical())
    }

    /// Adds a solved class.
    pub fn insert(&mut self, class: Material, solved: Arc<Solved>) {
        self.classes.insert(class, solved);
    }

    /// Forgets classes that are no longer needed.
    pub fn retain(&mut self, keep: impl Fn(Material) -> bool) {
        self.classes.retain(|&class, _| keep(class));
    }

    /// Solves a class after all that it depends on, keeping everything.
    pub fn solve(
        &mut self,
        class: Material,
        goals: Goals,
        task: &Task,
    ) -> Result<Arc<Solved>, Error> {
        for class in class.closure() {
            if !self.classes.contains_key(&class) {
                let solved = solve(class, self, goals, task)?;
                self.classes.insert(class, Arc::new(solved));
            }
        }
        self.classes
            .get(&class.canonical())
            .cloned()
            .ok_or(Error::Unsolved { class, metric: Metric::Wdl })
    }

    /// Solves what a class depends on, but not the class itself: for a class too large to keep,
    /// which [`solve`] then computes with this library as its sub-tables.
    pub fn prepare(&mut self, class: Material, goals: Goals, task: &Task) -> Result<(), Error> {
        class.sub_games().into_iter().try_for_each(|sub| self.solve(sub, goals, task).map(drop))
    }

    /// Solves a class and keeps it. Of what it depends on, the classes with as many men, which
    /// its pawns lead to, are kept only while they are needed: together they fill the memory.
    pub fn solve_sparing(
        &mut self,
        class: Material,
        goals: Goals,
        task: &Task,
    ) -> Result<Arc<Solved>, Error> {
        if !class.has_pawns() {
            return self.solve(class, goals, task);
        }
        self.solve_above(class, goals, goals, task)
    }

    /// As [`Library::solve_sparing`], with goals of their own for what the class depends on.
    pub fn solve_above(
        &mut self,
        class: Material,
        goals: Goals,
        below: Goals,
        task: &Task,
    ) -> Result<Arc<Solved>, Error> {
        let class = class.canonical();
        if let Some(solved) = self.get(class) {
            return Ok(Arc::clone(solved));
        }
        let goals_of = |one| if one == class { goals } else { below };
        let mut kept = None;
        self.solve_with(&[class], goals_of, task, |_, _, solved| {
            kept = Some(Arc::clone(solved));
            Ok::<(), Error>(())
        })?;
        let solved = kept.ok_or(Error::Unsolved { class, metric: Metric::Wdl })?;
        self.insert(class, Arc::clone(&solved));
        Ok(solved)
    }

    /// Solves many classes and shows each to `visit`, with the library that holds it, keeping of
    /// the largest ones only those that are still needed. Classes are taken depth first, so that
    /// few wait at a time.
    pub fn solve_each<E: From<Error>>(
        &mut self,
        classes: &[Material],
        goals: Goals,
        task: &Task,
        visit: impl FnMut(&Self, Material, &Arc<Solved>) -> Result<(), E>,
    ) -> Result<(), E> {
        self.solve_with(classes, |_| goals, task, visit)
    }

    fn solve_with<E: From<Error>>(
        &mut self,
        classes: &[Material],
        goals_of: impl Fn(Material) -> Goals,
        task: &Task,
        mut visit: impl FnMut(&Self, Material, &Arc<Solved>) -> Result<(), E>,
    ) -> Result<(), E> {
        let order = depth_first_order(classes.iter().copied());
        let largest = classes.iter().map(|class| class.count()).max().unwrap_or(0);
        for (i, &class) in order.iter().enumerate() {
            let known = self.classes.get(&class).cloned();
            let solved = match known {
                Some(solved) => solved,
                None => Arc::new(solve(class, self, goals_of(class), task)?),
            };
            self.classes.insert(class, solved.clone());
            if classes.iter().any(|wanted| wanted.canonical() == class) {
                visit(self, class, &solved)?;
            }
            let later: HashSet<Material> =
                order[i + 1..].iter().flat_map(|class| class.sub_games()).collect();
            self.retain(|class| class.count() < largest || later.contains(&class));
        }
        Ok(())
    }

    fn values(&self, class: Material, slice: usize) -> Result<&SliceValues, Error> {
        let unsolved = Error::Unsolved { class, metric: Metric::Wdl };
        let solved = self.classes.get(&class).ok_or(unsolved)?;
        Ok(&solved.slices[slice])
    }
}

impl SubTables for Library {
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<ByColor<WdlPlanes>>, Error> {
        Ok(self.values(class, slice)?.wdl.clone())
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<ByColor<RulePlanes>>, Error> {
        self.values(class, slice)?
            .rule
            .clone()
            .ok_or(Error::Unsolved { class, metric: Metric::Dtz50 })
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Depths, Error> {
        let metric = Metric::Dtm;
        let depths = &self.values(class, slice)?.depths[metric];
        depths.clone().ok_or(Error::Unsolved { class, metric })
    }
}
