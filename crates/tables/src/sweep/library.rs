//! Solved classes kept in memory.

use std::collections::HashMap;
use std::sync::Arc;

use nimzo_work::Task;

use super::{Goals, SliceValues, Solved, SubTables, solve};
use crate::planes::{DepthPlane, RulePlanes, WdlPlanes};
use crate::values::{Depth, Wdl, Wdl50};
use crate::{Error, Material, Metric};

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

    fn values(&self, class: Material, slice: usize) -> Result<&SliceValues, Error> {
        let unsolved = Error::Unsolved { class, metric: Metric::Wdl };
        let solved = self.classes.get(&class).ok_or(unsolved)?;
        Ok(&solved.slices[slice])
    }
}

impl SubTables for Library {
    fn wdl(&self, class: Material, slice: usize) -> Result<Arc<[WdlPlanes; 2]>, Error> {
        Ok(self.values(class, slice)?.wdl.clone())
    }

    fn rule(&self, class: Material, slice: usize) -> Result<Arc<[RulePlanes; 2]>, Error> {
        self.values(class, slice)?
            .rule
            .clone()
            .ok_or(Error::Unsolved { class, metric: Metric::Dtz50 })
    }

    fn dtm(&self, class: Material, slice: usize) -> Result<Arc<[DepthPlane; 2]>, Error> {
        self.values(class, slice)?.dtm.clone().ok_or(Error::Unsolved { class, metric: Metric::Dtm })
    }
}

impl SliceValues {
    /// The result of a slot; `None` where there is no legal position.
    pub fn wdl_at(&self, side: usize, slot: usize) -> Option<Wdl> {
        self.wdl[side].get(slot)
    }

    /// The result under the fifty-move rule, if it was computed and the position is legal.
    pub fn wdl50_at(&self, side: usize, slot: usize) -> Option<Wdl50> {
        let wdl = self.wdl_at(side, slot)?;
        Some(self.rule.as_ref()?[side].get(slot, wdl))
    }

    /// The depth to mate, if it was computed and the position is legal.
    pub fn dtm_at(&self, side: usize, slot: usize) -> Option<Depth> {
        self.dtm.as_ref()?[side].get(slot)
    }
}
