//! `nimzo probe` and `nimzo line`.

use serde_json::Value;

use crate::{json, nimzo, refused};

fn with_tables<'a>(words: &[&'a str], folder: &'a str) -> Vec<&'a str> {
    [words, &["--tables", folder, "-q"]].concat()
}

#[test]
fn small_tables_are_built_when_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let fen = "8/8/8/8/8/2k5/7r/K7 b - - 0 1";
    let found = json(&with_tables(&["probe", fen], folder));
    assert_eq!(found["category"], "win");
    assert_eq!(found["dtm"], 3);
    assert_eq!(found["moves"][0]["san"], "Kb3");
    assert_eq!(found["moves"][0]["uci"], "c3b3");
    assert_eq!(found["moves"][0]["category"], "loss");
    assert_eq!(found["moves"][0]["dtm"], -2);
    for field in ["checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"]
    {
        assert!(found[field].is_boolean(), "{field}");
        assert!(found["moves"][0][field].is_boolean(), "{field}");
    }
    for field in ["dtz", "precise_dtz", "dtm", "dtc"] {
        assert!(found[field].is_i64(), "{field}");
    }
    let line = json(&with_tables(&["line", fen], folder));
    assert_eq!(line["result"], "0-1");
    assert_eq!(line["moves"].as_array().unwrap().len(), 3);
    assert!(line["moves"][2].as_str().unwrap().ends_with('#'));
}

/// People read what a move does for the player who makes it.
#[test]
fn the_text_takes_the_side_of_whoever_moves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let text = |fen: &str| {
        let output = nimzo(&with_tables(&["probe", fen], folder)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let won = text("8/8/8/8/8/2k5/7r/K7 b - - 0 1");
    let first = "Black to move wins: 3 plies to mate, 3 to a zeroing move, 3 to a conversion\n";
    assert!(won.starts_with(first), "{won}");
    let best = won.lines().nth(2).unwrap();
    assert!(best.trim_start().starts_with("Kb3") && best.ends_with(" 2"), "{won}");
    let lost = text("8/8/8/8/8/1k6/7r/K7 w - - 0 1");
    assert!(lost.starts_with("White to move loses: 2 plies to mate"), "{lost}");
    assert!(lost.contains("Losing moves: 1") && !lost.contains("Winning"), "{lost}");
    let groups: Vec<String> = text("8/8/8/8/3k4/8/2R5/K7 b - - 0 1")
        .lines()
        .filter(|line| line.contains(" moves: "))
        .map(|line| line.split(" moves").next().unwrap().to_owned())
        .collect();
    assert_eq!(groups, ["Losing"]);
    let both = text("8/8/8/8/3k4/2R5/8/K7 b - - 0 1");
    assert!(both.starts_with("Black to move draws\nDrawing moves: 1\n  Kxc3"), "{both}");
    assert!(both.contains("Losing moves: 3"), "{both}");
    assert!(text("8/8/8/8/8/1k6/8/K6r w - - 0 1").starts_with("White is checkmated"));
    assert!(text("8/8/8/8/8/k7/p7/K7 w - - 0 1").starts_with("White is stalemated: a draw"));
}

#[test]
fn many_positions_from_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let input = "8/8/8/8/8/2k5/8/K7 w - - 0 1\nnonsense\n8/8/8/8/8/1k6/8/K6r w - - 0 1\n";
    let words = with_tables(&["probe", "-", "--json"], folder);
    let output = nimzo(&words).write_stdin(input).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "a batch with a bad line says so at its end");
    let lines: Vec<Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    for (line, input) in lines.iter().zip(input.lines()) {
        assert_eq!(line["input"], input);
    }
    assert_eq!(lines[0]["insufficient_material"], true);
    assert_eq!(lines[0]["category"], "draw");
    assert!(lines[1]["error"].as_str().unwrap().contains("nonsense"));
    assert_eq!(lines[2]["checkmate"], true);
    assert_eq!((lines[2]["dtm"].as_i64(), lines[2]["dtz"].as_i64()), (Some(0), Some(-1)));
}

#[test]
fn what_cannot_be_answered_says_why() {
    refused(&["probe", "8/8/8/8/8/8/8/8 w - - 0 1"], &["kings"]);
    let castling = "4k3/8/8/8/8/8/8/RBBNK3 w Q - 0 1";
    refused(&["probe", castling, "--tables", "/nowhere"], &["castling", "up to five men"]);
    let castling = "4k3/8/8/8/8/8/8/RBN1K3 w Q - 0 1";
    refused(&["probe", castling, "--tables", "/nowhere"], &["nimzo table build KRBNvK --castling"]);
    let five = "4k3/8/8/8/8/8/4P3/QQ2K3 w - - 0 1";
    refused(&["probe", five, "--tables", "/nowhere"], &["KQQPvK", "nimzo table build KQQPvK"]);
    refused(&["line", five, "--tables", "/nowhere"], &["KQQPvK"]);
    refused(&["line", five, "--metric", "dtx"], &["dtx"]);
}

#[test]
fn castling_is_a_move_where_there_is_the_right() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (rights, castles) in [("Q", true), ("-", false)] {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w {rights} - 0 1");
        let document = json(&with_tables(&["probe", &fen], folder));
        let moves = document["moves"].as_array().unwrap();
        assert_eq!(moves.iter().any(|mv| mv["san"] == "O-O-O"), castles);
        assert!(moves.iter().all(|mv| mv["category"] == "loss"));
    }
}

#[test]
fn a_clock_that_has_run_too_far_leaves_no_mate() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (clock, same) in [(0, true), (90, false)] {
        let fen = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 80");
        let document = json(&with_tables(&["probe", &fen, "--dtm50"], folder));
        assert_eq!(document["dtm50_exact"], true);
        assert_eq!(document["dtm50"] == document["dtm"], same, "{document}");
        assert_eq!(document["dtm50"] == 0, !same, "{document}");
    }
}

#[test]
fn a_line_marks_moves_of_equal_depth() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    nimzo(&with_tables(&["line", "8/8/8/8/8/4k3/8/KQ6 w - - 0 1"], folder))
        .prints(&["{= ", "#", "1-0"]);
}
