//! `nimzo solve`, `nimzo study check` and `nimzo annotate`.

use std::fs;

use serde_json::Value;

use crate::{json, nimzo, refused};

/// Ten men, all pawns locked, nothing to be won.
const WALL: &str = "8/1k6/p1p1p1p1/P1P1P1P1/8/1K6/8/8 w - - 0 1";

fn in_folder<'a>(words: &[&'a str], folder: &'a str) -> Vec<&'a str> {
    [words, &["--tables", folder, "-q"]].concat()
}

#[test]
fn a_position_of_ten_men_is_solved_kept_and_found() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let plan = json(&in_folder(&["solve", WALL, "--dry-run"], folder));
    for field in ["slices", "classes", "memory_bytes", "disk_bytes", "stays_bytes"] {
        assert!(plan["plan"][field].as_u64().unwrap() > 0, "{field}: {plan}");
    }
    assert!(plan["plan"]["seconds"].is_f64());
    let missing = nimzo(&in_folder(&["probe", WALL], folder)).output().unwrap();
    let missing = String::from_utf8(missing.stderr).unwrap();
    assert!(missing.contains("nimzo solve"), "{missing}");
    let solved = json(&in_folder(&["solve", WALL], folder));
    assert_eq!(solved["category"], "draw");
    assert!(solved["moves"].as_array().unwrap().iter().all(|mv| mv["category"] == "draw"));
    let probed = json(&in_folder(&["probe", WALL], folder));
    assert_eq!(probed["category"], "draw");
    let zugzwang = json(&in_folder(&["zug", "classify", WALL], folder));
    assert_eq!(zugzwang["type"], "none");
}

#[test]
fn positions_are_solved_together() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let lower = "8/1k6/8/p1p1p1p1/P1P1P1P1/8/1K6/8 w - - 0 1";
    let slices = |words: &[&str]| {
        let answer = json(&in_folder(&[words, &["--dry-run"]].concat(), folder));
        answer["plan"]["slices"].as_u64().unwrap()
    };
    let (one, other) = (slices(&["solve", WALL]), slices(&["solve", lower]));
    assert_eq!(slices(&["solve", WALL, "--also", WALL]), one);
    assert_eq!(slices(&["solve", WALL, "--also", lower]), one + other);
    json(&in_folder(&["solve", WALL, "--also", lower], folder));
    for fen in [WALL, lower] {
        let probed = json(&in_folder(&["probe", fen], folder));
        assert_eq!(probed["category"], "draw", "{fen}");
    }
    let rights = "4k2r/8/8/8/8/P7/8/4K3 b k - 0 1";
    refused(&in_folder(&["solve", WALL, "--also", rights], folder), &["--also", "castling rights"]);
}

#[test]
fn depths_are_solved_too() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let fen = "8/8/8/2k5/2p5/2P5/2K5/8 b - - 0 1";
    let built = json(&["probe", fen, "-q"]);
    for (metric, field) in [("dtm", "dtm"), ("dtc", "dtc"), ("dtz50", "dtz")] {
        let solved = json(&in_folder(&["solve", fen, "--metric", metric], folder));
        assert_eq!(solved[field], built[field], "{metric}");
    }
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    refused(&["solve", "rnbqk3/8/8/8/8/8/8/4KBNR w - - 0 1"], &["9 men beside pawns", "at most 6"]);
    let tight = ["solve", "8/8/8/8/8/2p5/2Pk4/1KR1b3 w - - 0 1", "--memory", "1M"];
    refused(&tight, &["of memory", "1.0 MiB"]);
    let rights = "r3k1KR/3p2PB/3P2N1/3P3b/8/8/8/8 w q - 0 1";
    refused(&["solve", rights], &["castling rights", "7 men beside pawns"]);
    refused(&["solve", "8/8/8/8/8/2k5/8/K7 w - - 0 1", "--metric", "speed"], &["speed"]);
}

#[test]
fn castling_rights_are_honoured() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let fen = "4k2r/8/8/8/8/P7/8/4K3 b k - 0 1";
    let words = in_folder(&["solve", fen], folder);
    let solved = json(&words);
    // Whatever Black plays, the right is gone.
    assert!(solved["plan"]["with_rights"].as_u64().unwrap() > 0, "{solved}");
    let moves = solved["moves"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["category"] != "unknown"), "{solved}");
    let built = json(&["probe", fen, "-q"]);
    // Results alone do not tell whether the fifty-move rule spoils them.
    let found = solved["category"].as_str().unwrap().trim_start_matches("maybe-");
    assert_eq!(found, built["category"]);
}

const STUDY: &str = "[White \"Reti\"]\n[Result \"1/2-1/2\"]\n[SetUp \"1\"]\n\
    [FEN \"7K/8/k1P5/7p/8/8/8/8 w - - 0 1\"]\n\n\
    1. Kg7 h4 (1... Kb6 2. Kf6 h4 3. Ke5) 2. Kf6 Kb6 3. Ke5 h3 4. Kd6 h2 5. c7 1/2-1/2\n";

#[test]
fn a_study_is_checked_move_by_move() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("reti.pgn");
    fs::write(&file, STUDY).unwrap();
    let file = file.to_str().unwrap();
    let solved = folder.path().to_str().unwrap();
    let found = json(&in_folder(&["study", "check", file], solved));
    let study = &found["studies"][0];
    assert_eq!(study["claim_holds"], true);
    assert_eq!(study["final_holds"], true);
    assert_eq!(study["sound"], true, "{study}");
    let moves = study["moves"].as_array().unwrap();
    assert_eq!(moves[0]["san"], "Kg7");
    assert_eq!(moves[0]["only"], true);
    // With a spoilt claim the answer is no.
    let wrong = folder.path().join("wrong.pgn");
    fs::write(&wrong, STUDY.replace("\"1/2-1/2\"", "\"1-0\"")).unwrap();
    let words = ["study", "check", wrong.to_str().unwrap()];
    let output = nimzo(&in_folder(&words, solved)).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    refused(&["study", "check", "/nowhere.pgn"], &["/nowhere.pgn"]);
}

#[test]
fn a_game_is_annotated_as_pgn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.pgn");
    let game = "[Result \"1-0\"]\n[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n\
        1. Kd2 Kd5 2. e4+ Kxe4 1/2-1/2\n";
    fs::write(&file, game).unwrap();
    let words = ["annotate", file.to_str().unwrap(), "-q"];
    let found: Value = json(&words);
    let verdicts: Vec<&str> = found["games"][0]["moves"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts.len(), 4);
    assert!(found["games"][0]["pgn"].as_str().unwrap().contains("1. Kd2 {"));
    let text = String::from_utf8(nimzo(&words).output().unwrap().stdout).unwrap();
    assert!(text.contains("[Result \"1-0\"]") && text.trim_end().ends_with("1-0"), "{text}");
}

/// Endings whose result the literature states: name, source, position, result, and whether they are solved
/// in seconds or want tables of five men.
fn endings(effort: &str) -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let lines = include_str!("endings.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(move |line| {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[name, source, fen, result, needs] = fields.as_slice() else { panic!("{line}") };
        assert!(!source.is_empty(), "{name}");
        (needs == effort).then_some((name, fen, result))
    })
}

fn held_to_the_literature((name, fen, result): (&str, &str, &str), folder: &str) {
    let solved = json(&in_folder(&["solve", fen, "--bounds"], folder));
    let found = solved["category"].as_str().unwrap();
    assert_eq!(found.trim_start_matches("maybe-"), result, "{name}: {solved}");
}

#[test]
fn blocked_endings_are_solved_as_the_literature_says() {
    for ending in endings("seconds") {
        let folder = tempfile::tempdir().unwrap();
        held_to_the_literature(ending, folder.path().to_str().unwrap());
    }
}

/// `NIMZO_FIVE=… cargo test --release -p nimzo --test cli -- --ignored literature`; what is solved stays in
/// that folder.
#[test]
#[ignore = "takes an hour, and the tables of five men"]
fn other_endings_are_solved_as_the_literature_says() {
    let folder = std::env::var("NIMZO_FIVE").expect("NIMZO_FIVE: a folder with tables of five men");
    endings("tables").for_each(|ending| held_to_the_literature(ending, &folder));
}
