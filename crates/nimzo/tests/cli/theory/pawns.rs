//! `nimzo pawns`

use crate::{json, nimzo, refused};

#[test]
fn a_word_with_its_loony_moves() {
    let answer = json(&["pawns", "value", "1000"]);
    assert_eq!(answer["nimber"], 2);
    let loony: Vec<bool> =
        (0..4).map(|file| answer["moves"][file]["loony"].as_bool().unwrap()).collect();
    assert_eq!(loony, [true, false, true, false]);
    assert_eq!(answer["moves"][1]["nimber"], 1);
    assert_eq!(answer["moves"][3]["nimber"], 0);
    assert_eq!(json(&["pawns", "value", "1010"])["nimber"], 2);
}

#[test]
fn bad_words_are_named() {
    refused(&["pawns", "value", "0110"], &["0110", "letters 2 and 3"]);
    refused(&["pawns", "value", ""], &["empty"]);
    refused(&["pawns", "value", "01a"], &["`a`", "letter 3"]);
    refused(&["pawns", "census", "--max", "0"], &["census length", "0"]);
    refused(&["pawns", "census", "--max", "79"], &["memory"]);
    refused(&["pawns", "periodic", "1001", "--to", "10"], &["`1001`", "side by side"]);
    refused(&["pawns", "embed", "1000", "--rows", "8"], &["8 rows"]);
}

#[test]
fn many_words_from_standard_input() {
    let mut program = nimzo(&["pawns", "value", "-", "--json"]);
    let [text, _] = program.write_stdin("1000\n11\n\n0\n").ends_with(1);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[1].contains("error") && lines[2].contains("\"nimber\":1"), "{text}");
}

#[test]
fn census_and_periodic_answer_in_the_agreed_shape() {
    let answer = json(&["pawns", "census", "--max", "20"]);
    assert_eq!(answer["first"][8]["length"], 20);
    assert_eq!(answer["lengths"][19]["words"], 17711);
    let answer = json(&["pawns", "periodic", "000100", "--to", "500"]);
    assert_eq!(answer["first"][6]["nimber"], 64);
    assert_eq!(answer["first"][6]["length"], 497);
    assert!(answer["period"].is_null());
    assert_eq!(json(&["pawns", "periodic", "0", "--to", "60"])["period"], 10);
}

#[test]
fn an_embedded_sum_is_proved() {
    let answer = json(&["pawns", "embed", "1000+0"]);
    assert_eq!(answer["nimber"], 3);
    assert_eq!(answer["rows"], 9);
    assert_eq!(answer["files"], 12);
    assert_eq!(answer["proof"]["outcome"], "win");
    let moves = answer["proof"]["moves"].as_array().unwrap();
    let winning: Vec<&str> = moves
        .iter()
        .filter(|one| one["outcome"] == "win")
        .map(|one| one["san"].as_str().unwrap())
        .collect();
    assert_eq!(winning, ["b5"]);
    assert_eq!(json(&["pawns", "embed", " 1000 + 0 "])["fen"], answer["fen"]);
}

#[test]
fn a_component_of_four_stones_is_proved_on_the_board() {
    let answer = json(&["pawns", "embed", "101001000"]);
    assert_eq!(answer["nimber"], 4);
    let moves = answer["proof"]["moves"].as_array().unwrap();
    let of = |outcome: &str| {
        let chosen = moves.iter().filter(|one| one["outcome"] == outcome);
        chosen.map(|one| one["san"].as_str().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(of("win"), ["b5"]);
    assert_eq!(of("loss").len() + 1, moves.len());
}

#[test]
fn a_search_answers_with_the_shortest_known() {
    let answer = json(&["pawns", "search", "20", "--width", "5"]);
    assert_eq!(answer["nimber"], 20);
    assert!(answer["known_by"].as_str().unwrap().starts_with("nimzo pawns search"));
    let word = answer["word"].as_str().unwrap();
    assert_eq!(json(&["pawns", "value", word])["nimber"], 20);
}

#[test]
fn a_search_that_finds_nothing_says_no() {
    assert_eq!(json(&["pawns", "search", "4", "--width", "50"])["length"], 9);
    nimzo(&["pawns", "search", "9", "--max-length", "10", "--width", "20"]).ends_with(1);
}

#[test]
fn a_game_falls_into_components() {
    let start = json(&["pawns", "play", "1000+00+*3"]);
    let notation = |answer: &serde_json::Value| -> Vec<String> {
        let parts = answer["components"].as_array().unwrap().iter();
        parts.map(|one| one["notation"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(notation(&start), ["[[00]]", "[[1000]]"]);
    assert_eq!(start["components"][0]["moves"], serde_json::json!(["[[:0]]", "[[:0]]"]));
    let moved = json(&["pawns", "play", "1000", "--moves", "b2"]);
    assert_eq!(notation(&moved), ["[[1:00]]"]);
    assert_eq!(moved["components"][0]["entailing"], true);
    nimzo(&["pawns", "play", "1000", "--moves", "b2"])
        .prints(&["[[1:00]] must be answered, by a move to "]);
    // A threat was overlooked, and then the game is over: nothing to take apart.
    assert!(json(&["pawns", "play", "1000", "--moves", "d2,a2"])["components"].is_null());
    assert!(json(&["pawns", "play", "1000", "--moves", "d2,a2,dxc3"])["components"].is_null());
}

#[test]
fn a_game_is_judged_move_by_move() {
    let start = json(&["pawns", "play", "1000"]);
    let winning = |answer: &serde_json::Value| -> Vec<String> {
        let options = answer["options"].as_array().unwrap().iter();
        let winning = options.filter(|one| one["wins"] == true);
        winning.map(|one| one["move"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!((winning(&start), &start["best"]), (vec!["d2".to_owned()], &"d2".into()));
    let lost = json(&["pawns", "play", "1000", "--moves", "d2"]);
    assert_eq!((lost["turn"].as_str(), &lost["wins"]), (Some("black"), &false.into()));
    // a2 overlooks the threat of dxc3, which touches down.
    let over = json(&["pawns", "play", "1000", "--moves", "d2,a2,dxc3"]);
    assert_eq!((&over["winner"], &over["ended_by"]), (&"white".into(), &"touchdown".into()));
    // Beside a heap of two the same word is worth nothing.
    assert_eq!(json(&["pawns", "play", "1000+*2"])["wins"], false);
    refused(&["pawns", "play", "1000", "--moves", "d2,e2"], &["e2", "cxd2"]);
    refused(&["pawns", "play", "1000+*64"], &["*64", "1000+00+*3"]);
}
