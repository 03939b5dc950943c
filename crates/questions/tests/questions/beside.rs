//! Syzygy's files beside our tables: ours are asked first, and what only the files know says if it may
//! have been rounded.

use std::path::Path;
use std::sync::Arc;

use nimzo_chess::{Depth, Error, Material, MaybeRounded, Metric, Probe, parse_fen};
use nimzo_questions::Beside;
use nimzo_syzygy::{Depths, Export};
use nimzo_tables::store::Request;
use nimzo_tables::{Store, Syzygy};
use nimzo_work::Task;

fn build(folder: &Path, class: &str, metric: Metric) -> Arc<Store> {
    let store = Store::at(folder);
    let classes: Vec<Material> = vec![class.parse().unwrap()];
    let request = Request { classes, metrics: vec![metric], queen_only: false };
    let plan = store.plan(&request).unwrap();
    store.build(&plan, false, &Task::silent(), |_| {}).unwrap();
    Arc::new(store)
}

#[test]
fn ours_are_asked_first_and_syzygys_files_where_ours_have_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let whole = build(&place("whole"), "KRvK", Metric::Dtz50);
    let export = Export {
        classes: vec!["KRvK".parse().unwrap()],
        folder: place("syzygy"),
        depths: Depths::Rounded,
    };
    export.run(&whole, &Task::silent()).unwrap();
    let syzygy = Arc::new(Syzygy::open(&place("syzygy")).unwrap());
    let position = parse_fen("8/8/8/3k4/8/8/8/K6R b - - 0 1").unwrap();
    let ask = |ours: &Arc<Store>, metric: Metric| {
        let both = Beside::new(Arc::clone(ours), Some(Arc::clone(&syzygy)));
        both.probe(&position, &[metric])
    };
    let exact = ask(&whole, Metric::Dtz50).unwrap().depth(Metric::Dtz50).unwrap();
    let MaybeRounded::Exact(Depth::Loss(plies)) = exact else { panic!("{exact:?}") };
    // Nothing of ours: the files' depth, which may be a ply more.
    let nothing = Arc::new(Store::at(place("nothing")));
    let theirs = ask(&nothing, Metric::Dtz50).unwrap();
    let depth = theirs.depth(Metric::Dtz50).unwrap();
    assert!(matches!(depth, MaybeRounded::Rounded(_)), "{depth:?}");
    assert!([depth.at_least(), depth.at_most()].contains(&Depth::Loss(plies)), "{depth:?}");
    // Ours without the depth: both together.
    let mates = build(&place("mates"), "KRvK", Metric::Dtm);
    let both = ask(&mates, Metric::Dtz50).unwrap();
    assert_eq!(both.depth(Metric::Dtz50), Some(depth));
    assert_eq!(ask(&mates, Metric::Dtm).unwrap().depth(Metric::Dtz50), None);
    // Neither knows, and ours tells what is missing.
    let elsewhere = parse_fen("8/8/8/3k4/8/8/8/KQ5R b - - 0 1").unwrap();
    let both = Beside::new(nothing, Some(syzygy));
    assert!(matches!(both.wdl(&elsewhere), Err(Error::Missing { .. })));
}
