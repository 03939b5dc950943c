//! The plain counter and the miner over Syzygy files. The files are not part of the project: where
//! `NIMZO_SYZYGY` names none, these tests say so and end.

use std::path::Path;

use nimzo_work::Task;
use nimzo_zugzwang::{FiftyMoveRule, Syzygy, mine, plain};

use crate::planes::FromSource;

/// The user's Syzygy files.
pub fn open() -> Option<Syzygy> {
    let folder = std::env::var_os("NIMZO_SYZYGY")?;
    Some(Syzygy::open(Path::new(&folder), FiftyMoveRule::Ignored).expect("the folder has tables"))
}

#[test]
fn miner_and_plain_counter_find_the_same() {
    let Some(source) = open() else { return eprintln!("NIMZO_SYZYGY is not set: nothing checked") };
    for name in ["KPvK", "KRvKB"] {
        let class: nimzo_chess::Material = name.parse().unwrap();
        let task = Task::silent();
        let walked = plain::find(&source, class, &task).unwrap();
        let mined = mine(&FromSource::new(class, &source), Some(&source), &task).unwrap();
        assert_eq!(walked, mined, "{name}");
        eprintln!("{name} {:?}", mined.counts(class.white == class.black));
    }
}
