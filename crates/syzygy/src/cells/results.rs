//! Results of whole classes in memory, for what captures lead to.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use nimzo_chess::{Material, Metric};
use nimzo_retro::layout::Layout;
use nimzo_retro::sweep::SliceValues;
use nimzo_tables::Store;
use nimzo_work::Task;

use crate::Error;

/// The results of a class under the fifty-move rule.
#[derive(Debug)]
pub struct Results {
    /// How its positions are numbered.
    pub layout: Arc<Layout>,
    /// Its slices.
    pub slices: Vec<SliceValues>,
}

/// The results of the classes that captures lead to.
#[derive(Debug, Default)]
pub struct Below {
    classes: HashMap<Material, Arc<Results>>,
}

impl Below {
    /// Reads what captures of a class lead to, as far as it has not been read.
    pub fn read(&mut self, store: &Store, class: Material, task: &Task) -> Result<(), Error> {
        let fewer = |below: &Material| below.count() < class.count();
        for below in class.sub_games().into_iter().filter(fewer) {
            if let Entry::Vacant(place) = self.classes.entry(below) {
                place.insert(Arc::new(Results::read(store, below, task)?));
            }
        }
        Ok(())
    }

    /// The results of a class; `None` for bare kings.
    pub fn of(&self, class: Material) -> Option<Arc<Results>> {
        self.classes.get(&class).cloned()
    }
}

impl Results {
    fn read(store: &Store, class: Material, task: &Task) -> Result<Self, Error> {
        let table = store.require(class, Metric::Dtz50)?;
        let stored = store.slices(&table, &[Metric::Dtz50], task);
        let one = |slice| -> Result<SliceValues, Error> {
            Ok(stored.load(&[Metric::Dtz50], slice, task)?.with_depths_of(&[]))
        };
        let slices = (0..table.layout().slices()).map(one).collect::<Result<_, Error>>()?;
        Ok(Self { layout: Arc::clone(table.layout()), slices })
    }
}
