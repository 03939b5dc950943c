//! Appendices with castling rights: built, written, read, probed, damaged.

use std::fs;

use nimzo_chess::count::{Convention, count};
use nimzo_chess::probe::{Category, line, respond};
use nimzo_chess::{Known, Material, Metric, Probe, parse_fen};
use nimzo_tables::{Error, Store};
use nimzo_work::Task;

fn built(name: &str) -> (tempfile::TempDir, Store, Material) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let class: Material = name.parse().unwrap();
    store.ensure_small(class, &Metric::ALL, &Task::silent()).unwrap();
    store.ensure_small_castling(class, &Task::silent()).unwrap();
    (folder, store, class)
}

#[test]
fn every_value_follows_from_those_of_the_successors() {
    let (_folder, store, class) = built("KRvKP");
    let census =
        count(4, Convention { castling: true, ..Convention::default() }, &Task::silent()).unwrap();
    let all = census.sum(|row| row.class == class && !row.castling.is_empty());
    assert_eq!(store.verify_castling(class, 1, &Task::silent()).unwrap(), all);
    let sample = store.verify_castling(class, 100, &Task::silent()).unwrap();
    assert!((50..500).contains(&sample), "{sample}");
}

#[test]
fn positions_with_rights_are_answered_in_both_colours_and_played_out() {
    let (_folder, store, _) = built("KRvK");
    for fen in ["8/8/8/8/8/4k3/8/R3K3 w Q - 0 1", "r3k3/8/4K3/8/8/8/8/8 b q - 0 1"] {
        let position = parse_fen(fen).unwrap();
        let response = respond(&store, &position).unwrap();
        assert_eq!(response.category, Category::Win, "{fen}");
        assert!(response.moves.iter().all(|mv| mv.category != Category::Unknown), "{fen}");
        assert!(response.moves.iter().any(|mv| mv.san.starts_with("O-O-O")), "{fen}");
        let played = line(&store, &position, Metric::Dtm).unwrap();
        let depth = played.depth.exact().and_then(|depth| depth.plies()).unwrap();
        assert_eq!(played.moves.len(), usize::from(depth), "{fen}");
    }
    let mirrored =
        |fen: &str| -> Known { store.probe(&parse_fen(fen).unwrap(), &Metric::ALL).unwrap() };
    assert_eq!(mirrored("8/8/8/8/8/4k3/8/R3K3 w Q -"), mirrored("r3k3/8/4K3/8/8/8/8/8 b q -"));
}

#[test]
fn what_is_missing_or_too_large_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path());
    let say = |fen: &str| store.wdl(&parse_fen(fen).unwrap()).unwrap_err().to_string();
    let missing = say("4k3/8/8/8/8/8/8/R3K3 w Q -");
    assert!(missing.contains("nimzo table build KRvK --castling"), "{missing}");
    let large = say("4k3/8/8/8/8/8/PPP5/R3K3 w Q -");
    assert!(large.contains("up to five men"), "{large}");
}

#[test]
fn damage_is_noticed_and_named() {
    let (_folder, store, class) = built("KRvK");
    let path = store.castling_path(class);
    let whole = fs::read(&path).unwrap();
    let again = || {
        let store = Store::at(path.parent().unwrap());
        store.verify_castling(class, 1, &Task::silent())
    };
    again().unwrap();
    for at in [0, 9, 14, 20, whole.len() / 2, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        fs::write(&path, &bytes).unwrap();
        let error = again().unwrap_err();
        assert!(error.to_string().contains("KRvK.castling"), "{at}: {error}");
    }
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    assert!(matches!(again().unwrap_err(), Error::Damaged { .. }));
    fs::write(&path, &whole).unwrap();
    again().unwrap();
}
