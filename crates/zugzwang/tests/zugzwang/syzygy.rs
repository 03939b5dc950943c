//! The plain counter over Syzygy files. The files are not part of the project: where
//! `NIMZO_SYZYGY` names none, these tests say so and end.

use std::path::Path;

use nimzo_work::Task;
use nimzo_zugzwang::{FiftyMoveRule, Syzygy, plain};

/// The user's Syzygy files.
pub fn open() -> Option<Syzygy> {
    let folder = std::env::var_os("NIMZO_SYZYGY")?;
    Some(Syzygy::open(Path::new(&folder), FiftyMoveRule::Ignored).expect("the folder has tables"))
}

#[test]
fn published_counts() {
    let Some(source) = open() else { return eprintln!("NIMZO_SYZYGY is not set: nothing checked") };
    let names = std::env::var("NIMZO_CLASSES").unwrap_or("KPvK KRvKB KRvKN".to_owned());
    for name in names.split_whitespace() {
        let class: nimzo_tables::Material = name.parse().unwrap();
        let start = std::time::Instant::now();
        let counts = plain::find(&source, class, &Task::silent())
            .unwrap()
            .counts(class.white == class.black);
        eprintln!("{name} {:?} {:?}", counts, start.elapsed());
    }
}
