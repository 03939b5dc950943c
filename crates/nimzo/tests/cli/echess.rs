//! `nimzo echess`: escape boards, values in a small window, positions off the rules.

use crate::{json, nimzo, refused};

/// A folder of its own for the computed window, so that no test reads another's.
fn in_window(words: &[&str]) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder for the window");
    let tables = folder.path().to_str().expect("a plain path");
    json(&[words, &["--window", "6", "-q", "--tables", tables]].concat())
}

#[test]
fn escape_boards() {
    let board = json(&["echess", "krk", "--rows", "5", "--cols", "5"]);
    assert_eq!(board["black_first"]["moves"], 5);
    assert_eq!(board["white_first"]["moves"], 8);
    nimzo(&["echess", "krk", "--rows", "4", "--cols", "4"]).assert().success();
    refused(&["echess", "krk", "--rows", "x", "--cols", "4"], &["x"]);
    refused(&["echess", "krk", "--rows", "0", "--cols", "4"], &["0"]);
}

#[test]
fn a_position_has_walls_and_stops() {
    let value = in_window(&["echess", "eval", "--bk", "0,0", "--wk", "2,-1", "--wr", "3,1"]);
    for field in ["mean", "temperature", "left_stop", "right_stop", "chilled", "thermograph"] {
        assert!(value.get(field).is_some(), "no {field} in {value}");
    }
}

#[test]
fn positions_off_the_rules_are_named() {
    let eval = |bk, wk, wr, named: &[&str]| {
        refused(&["echess", "eval", "--bk", bk, "--wk", wk, "--wr", wr, "-q"], named);
    };
    eval("0,0", "1,1", "5,5", &["king"]);
    eval("0,0", "3,3", "3,3", &["3,3"]);
    eval("0,0", "3,3", "0,0", &["0,0"]);
    eval("0,0", "3;3", "1,5", &["3;3"]);
}
