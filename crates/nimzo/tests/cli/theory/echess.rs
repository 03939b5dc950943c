//! `nimzo echess`: escape boards, values in a small window, regions, play, sums, positions off the
//! rules.

use std::sync::LazyLock;

use serde_json::Value;

use crate::{json, nimzo, refused};

/// The windows that the tests ask about are computed once.
static TABLES: LazyLock<tempfile::TempDir> =
    LazyLock::new(|| tempfile::tempdir().expect("a folder for the windows"));

/// The words with a small window, kept in the tests' own folder.
fn small<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let tables = TABLES.path().to_str().expect("a plain path");
    [words, &["--window", "6", "-q", "--tables", tables]].concat()
}

fn in_window(words: &[&str]) -> Value {
    json(&small(words))
}

#[test]
fn escape_boards() {
    let board = json(&["echess", "krk", "--rows", "5", "--cols", "5"]);
    assert_eq!(board["black_first"]["moves"], 5);
    assert_eq!(board["white_first"]["moves"], 8);
    let twice = json(&["echess", "krk", "--rows", "5", "--cols", "5", "--check"]);
    assert_eq!(twice["checked"], "two independent solvers agree");
    nimzo(&["echess", "krk", "--rows", "4", "--cols", "4"]).succeeds();
    refused(&["echess", "krk", "--rows", "x", "--cols", "4"], &["x"]);
    refused(&["echess", "krk", "--rows", "0", "--cols", "4"], &["0"]);
}

#[test]
fn a_position_has_walls_stops_and_a_region() {
    let value = in_window(&["echess", "eval", "--bk", "0,0", "--wk", "3,-1", "--wr", "4,1"]);
    for field in ["left_stop", "right_stop", "thermograph"] {
        assert!(value.get(field).is_some(), "no {field} in {value}");
    }
    assert_eq!(value["mean"], "1/2");
    assert_eq!(value["temperature"], "1/2");
    assert_eq!(value["chilled"], "1/2");
    assert_eq!(value["region"], "A");
    let miny = in_window(&["echess", "eval", "0,0 3,-2 -4,1"]);
    assert_eq!(miny["chilled"], "1m^1");
    assert_eq!(miny["atomic_weight"], -1);
    assert_eq!(miny["subregion"], "B0");
    // The rook on the column beside the Black king: the same, reflected.
    let turned = in_window(&["echess", "eval", "0,0 -2,3 1,-4"]);
    assert_eq!(turned["chilled"], "1m^1");
    assert_eq!(turned["reflected"], true);
}

#[test]
fn the_corner_has_its_own_values() {
    let value = in_window(&["echess", "eval", "--corner", "2,2 4,1 0,3"]);
    assert_eq!(value["mean"], "4", "the kings have met: {value}");
    assert_eq!(value["board"], "corner");
    // In the corner a check on the lowest row leaves Black nothing but to cash out.
    let cornered = in_window(&["echess", "eval", "--corner", "0,0 0,2 3,1"]);
    assert_eq!((&cornered["mean"], &cornered["sente"]), (&"0".into(), &"Right sente".into()));
    assert_eq!(in_window(&["echess", "eval", "0,0 0,2 3,1"])["mean"], "3/2");
    let start = in_window(&["echess", "eval", "--corner", "2,2 0,0 1,1"]);
    assert_eq!((&start["mean"], &start["temperature"]), (&"17".into(), &"2".into()), "{start}");
    assert_eq!((&start["exact"], &start["sente"]), (&true.into(), &"Left sente".into()));
    let map = in_window(&[
        "echess", "map", "--corner", "--bk", "1,1", "--wr", "4,2", "--x", "-2..3", "--y", "0..3",
    ]);
    let cells = map["cells"].as_array().expect("cells");
    assert!(!cells.is_empty() && cells.iter().all(|cell| cell["x"].as_i64() >= Some(0)), "{map}");
    refused(&["echess", "map", "--corner", "--bk", "1,1", "--wr", "-4,2"], &["--wr -4,2"]);
    let hottest = in_window(&["echess", "hottest", "--corner", "--most", "3"]);
    assert_eq!(hottest["positions"].as_array().map(Vec::len), Some(3));
    refused(&["echess", "eval", "--corner", "2,2 -1,0 1,1", "-q"], &["White king on -1,0"]);
    let moves = in_window(&["echess", "moves", "--corner", "0,0 2,1 5,3"]);
    let steps: Vec<&str> = moves["moves"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|m| m["step"].as_str())
        .collect();
    assert!(steps.contains(&"n") && !steps.contains(&"w"), "{steps:?}");
}

#[test]
fn many_positions_are_answered_in_order() {
    let mut command = nimzo(&small(&["echess", "eval", "-", "--json"]));
    let output = command.write_stdin("0,0 2,0 -4,1\n0,0 1,1 5,5\n0,0 3,0 -4,1\n").output();
    let output = output.expect("the binary runs");
    let lines: Vec<Value> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a document a line"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["mean"], "0");
    assert!(lines[1]["error"].as_str().is_some_and(|error| error.contains("adjacent")));
    assert_eq!(lines[2]["mean"], "1/2");
}

#[test]
fn a_window_counts_what_is_exact() {
    let bounds = in_window(&["echess", "bounds", "--within", "4", "--within", "6"]);
    let counts = bounds["counts"].as_array().expect("a list");
    assert_eq!(counts.len(), 2);
    for count in counts {
        for states in ["all", "rook_in_view"] {
            let number = |field: &str| count[states][field].as_u64().expect("a count");
            let gaps = count[states]["gaps"].as_array().expect("a histogram");
            let open: u64 = gaps.iter().filter_map(|gap| gap["positions"].as_u64()).sum();
            assert_eq!(number("positions"), number("exact") + open);
        }
    }
}

#[test]
fn trees_of_the_hottest_position() {
    let proof = in_window(&["echess", "prove"]);
    assert!(!proof["lower"]["options"].as_array().expect("options").is_empty());
    assert!(!proof["upper"]["options"].as_array().expect("options").is_empty());
    assert_eq!(proof["exact"], true, "{proof}");
    assert_eq!((&proof["mean"], &proof["temperature"]), (&"6".into(), &"6".into()));
    refused(&["echess", "prove", "0,0 1,1 5,5", "-q"], &["adjacent"]);
}

#[test]
fn positions_off_the_rules_are_named() {
    let eval = |bk, wk, wr, named: &[&str]| {
        refused(&["echess", "eval", "--bk", bk, "--wk", wk, "--wr", wr, "-q"], named);
    };
    eval("0,0", "1,1", "5,5", &["adjacent"]);
    eval("0,0", "0,0", "5,5", &["both kings"]);
    eval("0,0", "3,3", "3,3", &["3,3", "White king's"]);
    eval("0,0", "3,3", "0,0", &["0,0", "Black king's"]);
    eval("0,0", "3;3", "1,5", &["3;3"]);
    for command in ["eval", "moves", "line", "prove", "play", "sum"] {
        let far = ["echess", command, "-q", "--", "0,0 -2147483648,5 1,1"];
        refused(&far, &["-2147483648,5", "-1000000..1000000"]);
    }
    refused(&["echess", "regions", "--k", "-2147483648", "-q"], &["-2147483648"]);
    for command in ["moves", "line", "play"] {
        refused(&["echess", command, "0,0 1,0 5,5", "-q"], &["adjacent"]);
        refused(&["echess", command, "0,0 3,0", "-q"], &["2 squares"]);
    }
    refused(&["echess", "sum", "0,0 3,0 3,0", "-q"], &["White king's"]);
    refused(&["echess", "eval", "0,0 3,0 5,1", "--window", "3", "-q"], &["3", "window"]);
}

#[test]
fn moves_are_ranked() {
    let black = in_window(&["echess", "moves", "0,0 3,0 -4,1"]);
    assert_eq!(black["best"], "K1,0");
    assert_eq!(black["dogma"], "K1,0");
    assert_eq!(black["score"], "1");
    let white = in_window(&["echess", "moves", "0,0 3,0 -4,1", "--player", "white"]);
    assert_eq!(white["score"], "0");
    assert_eq!(white["best"], "K2,0");
    refused(&["echess", "moves", "0,0 3,0 -4,1", "--tax", "z", "-q"], &["`z`"]);
    refused(&["echess", "moves", "0,0 3,0 -4,1", "--tax", "-1", "-q"], &["-1"]);
}

#[test]
fn a_line_ends_with_the_stop() {
    for style in ["dogma", "best"] {
        let line = in_window(&["echess", "line", "0,0 5,0 -4,1", "--style", style]);
        assert_eq!(line["result"], "2", "{line}");
        assert_eq!(line["optimum"], "2");
    }
    refused(&["echess", "line", "0,0 5,0 -4,1", "--plies", "5000", "-q"], &["5000"]);
}

#[test]
fn a_game_is_scored_against_the_best() {
    let good = in_window(&["echess", "play", "0,0 5,0 -4,1", "--moves", "e e cash"]);
    assert_eq!(good["over"], true);
    assert_eq!(good["score"], "2");
    assert_eq!(good["lost"], "0");
    let poor = in_window(&["echess", "play", "0,0 5,0 -4,1", "--moves", "cash"]);
    assert_eq!(poor["score"], "0");
    assert_eq!(poor["optimum"], "2");
    assert_eq!(poor["lost"], "2");
    let open = in_window(&["echess", "play", "0,0 5,0 -4,1", "--moves", "K1,0"]);
    assert_eq!(open["over"], false);
    assert!(open["legal"].as_array().is_some_and(|legal| !legal.is_empty()));
    let bad = small(&["echess", "play", "0,0 5,0 -4,1", "--moves", "n"]);
    refused(&bad, &["`n`", "attacks"]);
}

#[test]
fn a_game_is_played_from_standard_input() {
    let mut command = nimzo(&small(&["echess", "play", "0,0 5,0 -4,1"]));
    let output = command.write_stdin("e\nnonsense\ne\ncash\n").output().expect("the binary runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("Black to move"), "{text}");
    assert!(text.contains("score 2; best play brings 2; Black gave away 0"), "{text}");
    let refused = String::from_utf8_lossy(&output.stderr);
    assert!(refused.contains("`nonsense`") && refused.contains("names no square"), "{refused}");
}

#[test]
fn regions_agree_with_their_formulae() {
    let map = in_window(&["echess", "regions", "--k", "-4", "--x", "-5..6", "--y", "-5..6"]);
    assert_eq!(map["differ"], 1, "only the disputed square [0,2]: {map}");
    assert!(map["agree"].as_u64().is_some_and(|agree| agree > 20));
    refused(&["echess", "regions", "--k", "1", "-q"], &["--k 1"]);
    refused(&["echess", "regions", "--x", "0..99", "-q"], &["0..99"]);
}

#[test]
fn sums_add_means_and_name_the_move() {
    let sum = in_window(&["echess", "sum", "0,0 3,0 -4,1", "0,0 0,2 5,1", "--search"]);
    assert_eq!(sum["mean"], "11/4");
    assert_eq!(sum["temperature"], "9/4");
    assert_eq!(sum["white"]["summand"], 1);
    assert!(sum["white"]["reason"].as_str().is_some_and(|reason| reason.contains("hottest")));
    assert!(sum["left_stop_by_search"]["stop"].is_string());
    let beside = in_window(&["echess", "sum", "0,0 3,0 -4,1", "{3|1}", "5", "--search", "--line"]);
    assert_eq!((&beside["mean"], &beside["temperature"]), (&"15/2".into(), &"1".into()));
    assert_eq!(beside["summands"][1]["value"], "{3|1}");
    assert_eq!(
        (&beside["black"]["summand"], &beside["black"]["move"]),
        (&1.into(), &"to 3".into())
    );
    assert_eq!(beside["left_stop_by_search"]["stop"], "8");
    assert_eq!(beside["black_first_line"]["score"], "8");
    refused(&["echess", "sum", "0,0 3,0 -4,1", "{3|", "-q"], &["{3|"]);
    refused(&["echess", "sum", "0,0 3,0 -4,1", "--nodes", "99999999999", "-q"], &["99999999999"]);
}

#[test]
fn thermographs_and_maps_are_drawn() {
    let folder = tempfile::tempdir().expect("a folder for pictures");
    let file = folder.path().join("picture.svg");
    let svg = file.to_str().expect("a plain path");
    for words in [
        &["echess", "eval", "0,0 1,-2 2,1", "--svg", svg][..],
        &["echess", "map", "--wr", "-4,1", "--x", "-5..6", "--y", "-5..6", "--svg", svg],
        &["echess", "regions", "--x", "-5..6", "--y", "-5..6", "--svg", svg],
    ] {
        nimzo(&small(words)).succeeds();
        let drawn = std::fs::read_to_string(&file).expect("a picture");
        assert!(drawn.starts_with("<svg"), "{words:?}");
        std::fs::remove_file(&file).expect("the picture is ours");
    }
}
