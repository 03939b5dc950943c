//! `nimzo map`: each square says what looking the position up there says.

use serde_json::{Value, json};

use crate::{json, nimzo, refused};

/// Square names in the order of the answer.
fn squares() -> impl Iterator<Item = String> {
    "12345678".chars().flat_map(|rank| "abcdefgh".chars().map(move |file| format!("{file}{rank}")))
}

/// The board of a FEN as 64 letters, a1 first.
fn board(fen: &str) -> Vec<Option<char>> {
    let placement = fen.split(' ').next().unwrap_or_default();
    let rank = |rank: &str| -> Vec<Option<char>> {
        rank.chars()
            .flat_map(|letter| match letter.to_digit(10) {
                Some(empty) => vec![None; empty as usize],
                None => vec![Some(letter)],
            })
            .collect()
    };
    placement.split('/').rev().flat_map(rank).collect()
}

fn fen(board: &[Option<char>], turn: char) -> String {
    let rank = |squares: &[Option<char>]| -> String {
        squares.iter().map(|man| man.map_or("1".to_owned(), String::from)).collect()
    };
    let ranks: Vec<String> = board.chunks(8).rev().map(rank).collect();
    format!("{} {turn} - - 0 1", ranks.join("/"))
}

/// Every square of the map against plain probing of the position with the man there: the same result and
/// depths, or refused by both.
#[test]
fn every_square_is_what_probing_says() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    let tables = ["--tables", folder, "-q"];
    nimzo(&["table", "build", "KRvKN", "KPvKP", "--tables", folder, "-q"]).succeeds();
    for (start, words, taken) in [
        ("8/8/3k4/8/3n4/8/8/K1R5 b - - 40 1", ["--man", "c1"], true),
        ("8/8/3k4/8/3n4/8/8/K1R5 w - - 0 1", ["--man", "k"], true),
        ("8/8/3k4/3p4/8/8/3P4/K7 w - - 0 1", ["--man", "P"], true),
        ("8/8/3k4/8/8/8/8/K1R5 w - - 0 1", ["--hand", "n"], false),
    ] {
        let map = json(&[&["map", start], &words[..], &tables[..]].concat());
        let mut rest = board(start);
        let letter = map["man"].as_str().unwrap().chars().next().unwrap();
        if taken {
            let from = squares().position(|name| map["from"] == name.as_str()).unwrap();
            assert_eq!(rest[from].take(), Some(letter));
        }
        let turn = map["turn"].as_str().unwrap().chars().next().unwrap();
        let other = if turn == 'w' { 'b' } else { 'w' };
        let mut asked: Vec<(String, String, Value)> = Vec::new();
        for (at, name) in squares().enumerate() {
            let square = &map["squares"][at];
            assert_eq!(square["square"], name.as_str());
            if rest[at].is_some() {
                assert_eq!(
                    (&square["legal"], &square["other"]["legal"]),
                    (&json!(false), &json!(false))
                );
                continue;
            }
            let mut there = rest.clone();
            there[at] = Some(letter);
            asked.push((name.clone(), fen(&there, turn), square.clone()));
            asked.push((name, fen(&there, other), square["other"].clone()));
        }
        let input: String = asked.iter().map(|(_, fen, _)| format!("{fen}\n")).collect();
        let words = [&["probe", "-", "--json"], &tables[..]].concat();
        let output = nimzo(&words).write_stdin(input).output().unwrap();
        let answers = String::from_utf8(output.stdout).unwrap();
        assert_eq!(answers.lines().count(), asked.len());
        let mut legal = 0;
        for ((name, fen, said), line) in asked.iter().zip(answers.lines()) {
            let probed: Value = serde_json::from_str(line).unwrap();
            assert_eq!(
                said["legal"] == true,
                probed.get("error").is_none(),
                "{name} {fen}: {probed}"
            );
            if said["legal"] == true {
                legal += 1;
                for field in ["category", "dtm", "dtz", "dtc"] {
                    assert_eq!(said[field], probed[field], "{name} {fen}: {field}");
                }
            } else {
                assert!(said["why"].is_string(), "{name} {fen}: {said}");
            }
        }
        assert!(legal > 40, "{start}: {legal} legal positions");
    }
}

#[test]
fn a_man_is_named_in_a_way_that_can_be_mended() {
    let two = "8/8/3k4/8/8/8/8/K1R2R2 w - - 0 1";
    refused(&["map", two, "--man", "R"], &["c1, f1"]);
    refused(&["map", two, "--man", "q"], &["--hand q"]);
    refused(&["map", two, "--man", "x9"], &["x9", "e4"]);
    refused(&["map", two, "--man", "e4"], &["no man stands on e4"]);
    refused(&["map", two, "--hand", "K"], &["QRBNP"]);
    refused(&["map", two], &["--man"]);
}

#[test]
fn both_looks_are_drawn_and_the_text_has_a_board_for_each_side() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let start = "8/8/8/8/8/3k4/8/K1R5 w - - 0 1";
    for show in ["results", "depths"] {
        let (svg, png) = (path("map.svg"), path("map.png"));
        nimzo(&["map", start, "--man", "K", "--show", show, "--svg", &svg, "--png", &png])
            .succeeds();
        let drawn = std::fs::read_to_string(svg).unwrap();
        assert!(drawn.contains("White to move") && drawn.contains("Black to move"));
        assert_eq!(drawn.contains("n-good"), show == "results");
        assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    }
    let text = nimzo(&["map", start, "--man", "K"]).output().unwrap().stdout;
    let text = String::from_utf8(text).unwrap();
    assert!(text.starts_with("KRvK: the white king of a1 on each square"), "{text}");
    assert_eq!(text.lines().filter(|line| line.ends_with("to move")).count(), 2, "{text}");
}
