//! `nimzo sum` and `nimzo catalogue`

use crate::{json, nimzo, refused};

#[test]
fn a_position_is_taken_apart_and_proved() {
    let answer = json(&["sum", "--find", "^"]);
    assert_eq!(answer["sum"], "^");
    assert_eq!(answer["components"][0]["men"], serde_json::json!(["a2", "a5"]));
    assert_eq!(answer["components"][0]["value"], "^");
    assert_eq!(answer["core_is_zugzwang"], true);
    assert_eq!(answer["outcome"]["white_first"]["winner"], "white");
    assert_eq!(answer["outcome"]["white_first"]["winning"][0]["uci"], "a2a4");
    assert_eq!(answer["outcome"]["black_first"]["proved_winner"], "white");
    assert_eq!(answer["proved"], true);
    // The board that was found is read back to the same sum.
    let fen = answer["fen"].as_str().unwrap();
    assert_eq!(json(&["sum", fen, "--board", "8x7", "--positions", "0"])["sum"], "^");
}

#[test]
fn what_is_not_proved_is_conditional() {
    let fen = "8/7p/ppp5/7P/PPP5/4k1b1/4pNP1/4K1Q1 w";
    let output = nimzo(&["sum", fen, "--positions", "0", "--late", "black"]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["h5 h7 = *", "White first: white wins", "Black first: black wins", "not proved"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn components_are_framed_in_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sum.svg");
    nimzo(&["sum", "--find", "1", "--svg", file.to_str().unwrap()]).succeeds();
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.contains("n-blue"), "{svg}");
}

#[test]
fn the_catalogue_lists_values_with_examples() {
    let answer = json(&["catalogue", "--files", "2"]);
    assert_eq!(answer["components"], 945);
    let values = answer["values"].as_array().unwrap();
    let find = |value: &str| values.iter().find(|one| one["value"] == value).unwrap();
    assert_eq!(find("^^*")["example"], "a2 / a6");
    assert_eq!(find("{1|0}")["kind"], "switch");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gallery.svg");
    let words = ["catalogue", "--files", "1", "--svg", file.to_str().unwrap()];
    nimzo(&words).succeeds();
    assert!(std::fs::read_to_string(&file).unwrap().contains("^^*"));
}

#[test]
fn what_cannot_be_taken_apart_is_refused() {
    for (words, part) in [
        (&["sum", "8/8"][..], "8/8"),
        (&["sum", "4k3/8/8/8/8/8/8/4K3 w", "--board", "9x8"], "--board"),
        (&["sum", "--find", "{1|"], "{1|"),
        (&["sum", "--find", "17", "-q"], "value 17"),
        (&["sum", "--find", "1", "--board", "5x5"], "5 rows"),
        (&["catalogue", "--files", "4"], "number of files"),
    ] {
        refused(words, &[part]);
    }
}

/// The catalogue that is kept is the one that is found.
#[test]
fn the_catalogue_is_the_one_in_the_docs() {
    let output = nimzo(&["catalogue", "-q"]).output().unwrap();
    let kept = include_str!("../../../../../docs/sums/catalogue.txt");
    assert_eq!(String::from_utf8(output.stdout).unwrap(), kept);
}
