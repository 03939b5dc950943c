//! Tables built with the emulated card and with the processor: the same files.

use std::path::Path;

use nimzo_chess::{Material, Metric};
use nimzo_tables::Store;
use nimzo_tables::store::Request;
use nimzo_work::Task;

use super::Builder;
use crate::device::emulated::Emulated;

fn built(folder: &Path, names: &[&str], metrics: &[Metric], version: u32, on_card: bool) {
    let store = Store::at(folder).with_version(version);
    let classes: Vec<Material> = names.iter().map(|name| name.parse().unwrap()).collect();
    let request = Request { classes, metrics: metrics.to_vec(), queen_only: false };
    let (plan, task) = (store.plan(&request).unwrap(), Task::silent());
    let mut written = 0;
    let done = |_: &_| written += 1;
    if on_card {
        let mut builder = Builder::new(&Emulated::device()).unwrap();
        store.build_elsewhere(&mut builder, &plan, &task, done).unwrap();
    } else {
        store.build(&plan, false, &task, done).unwrap();
    }
    assert_eq!(written, plan.todo.len());
}

fn held_equal(names: &[&str], metrics: &[Metric], version: u32) {
    let folders = [false, true].map(|on_card| {
        let folder = tempfile::tempdir().unwrap();
        built(folder.path(), names, metrics, version, on_card);
        folder
    });
    let mut compared = 0;
    for entry in std::fs::read_dir(folders[0].path()).unwrap() {
        let name = entry.unwrap().file_name();
        let [one, other] = folders.each_ref().map(|folder| folder.path().join(&name));
        if one.extension().is_some_and(|end| end == "nimzo") {
            assert!(std::fs::read(one).unwrap() == std::fs::read(other).unwrap(), "{name:?}");
            compared += 1;
        }
    }
    assert!(compared >= 4, "{compared}");
}

#[test]
fn files_of_the_card_are_those_of_the_processor() {
    use Metric::{Dtc, Dtm, Dtz, Dtz50, Wdl};
    held_equal(&["KPvK", "KRvKN"], &[Wdl, Dtm, Dtz50], 4);
    held_equal(&["KPvK"], &[Wdl, Dtm, Dtc, Dtz, Dtz50], 4);
    held_equal(&["KPvK", "KRvKN"], &[Wdl, Dtm, Dtz50], 5);
    held_equal(&["KNvKP"], &[Wdl], 4);
}
