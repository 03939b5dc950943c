//! Exported files, read back by `shakmaty-syzygy`: every value is that of the tables they were made of.

mod faults;
mod in_memory;
mod other_readers;
mod read_back;
mod sizes;

use std::path::Path;

use nimzo_chess::{Material, Metric};
use nimzo_syzygy::{Depths, Export, Exported};
use nimzo_tables::Store;
use nimzo_tables::store::Request;
use nimzo_work::Task;

/// Tables of all classes up to so many men.
fn tables(folder: &Path, men: usize) -> Store {
    let store = Store::at(folder);
    let classes = (3..=men).flat_map(Material::all).collect();
    let request = Request { classes, metrics: vec![Metric::Dtz50], queen_only: false };
    let plan = store.plan(&request).expect("a plan");
    store.build(&plan, false, &Task::silent(), |_| {}).expect("tables");
    store
}

/// Exports classes.
fn export(store: &Store, classes: &[Material], folder: &Path, depths: Depths) -> Vec<Exported> {
    let export = Export { classes: classes.to_vec(), folder: folder.to_owned(), depths };
    export.run(store, &Task::silent()).expect("files")
}
