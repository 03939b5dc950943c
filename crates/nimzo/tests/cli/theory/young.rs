//! `nimzo young`

use crate::{json, nimzo, refused};

#[test]
fn a_stated_value() {
    let value = json(&["young", "value", "rook", "5,4^3"]);
    assert_eq!((value["sg"].as_u64(), value["misere"].as_u64()), (Some(4), Some(0)));
    assert_eq!(value["winning"], serde_json::json!([[0, 4]]));
    nimzo(&["young", "value", "ROOK", "5,4,4,4"]).prints(&["(4,0)"]);
}

#[test]
fn a_moveset_of_one_s_own() {
    let own = json(&["young", "value", "(1,0)+,(0,1)+", "6,5^4"]);
    assert_eq!(own["piece"], "rook");
    assert_eq!((own["sg"].as_u64(), own["misere"].as_u64()), (Some(1), Some(0)));
}

#[test]
fn many_partitions_on_standard_input() {
    let output = nimzo(&["young", "value", "queen", "-", "--json"])
        .write_stdin("3,3\n4,5\n9,8^4\n")
        .output()
        .expect("the binary runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["sg"], 0);
    assert!(lines[1]["error"].as_str().is_some_and(|message| message.contains("4,5")));
    assert_eq!((lines[2]["sg"].as_u64(), lines[2]["misere"].as_u64()), (Some(10), Some(0)));
}

#[test]
fn bad_input_is_named() {
    refused(&["young", "value", "rook", "4,5"], &["4,5", "5,4^3"]);
    refused(&["young", "value", "rook", "0"], &["`0`", "at least 1"]);
    refused(&["young", "value", "rook", "5,-1"], &["5,-1", "-1"]);
    refused(&["young", "value", "(1,1),(0,0)", "3"], &["(0,0)", "move 2"]);
    refused(&["young", "map", "rok", "3"], &["rok", "rook"]);
    refused(&["young", "classify", "rook", "--family", "triangles"], &["triangles", "rectangles"]);
    refused(&["young", "classify", "rook", "--max", "1000"], &["1000", "100"]);
    refused(&["young", "search", "--region", "wild"], &["wild", "domestic-forced"]);
    refused(&["young", "map", "king", "1000000^1000000"], &["1000000000000 cells"]);
    refused(&["young", "value", "king", "1000000^1000000"], &["memory"]);
}

#[test]
fn a_map_and_its_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let (svg, png) = (folder.path().join("map.svg"), folder.path().join("map.png"));
    let words = ["young", "map", "king", "3,2,1", "--svg", svg.to_str().expect("text"), "--png"];
    let map = json(&[&words[..], &[png.to_str().expect("text")]].concat());
    assert_eq!(map["sg"], serde_json::json!([[2, 1, 0], [1, 0], [0]]));
    assert_eq!(map["misere"].as_array().map(Vec::len), Some(3));
    assert!(std::fs::read_to_string(svg).expect("drawn").starts_with("<svg"));
    assert!(std::fs::read(png).expect("drawn").starts_with(b"\x89PNG"));
}

#[test]
fn what_cannot_be_shown_is_refused_before_it_is_computed() {
    refused(&["young", "map", "king", "10000^10000"], &["10000^10000", "100000000", "1000000"]);
    refused(&["young", "map", "king", "4000^4000", "--json"], &["16000000 cells"]);
    refused(&["young", "graph", "rook", "9999"], &["9999", "500000"]);
}

#[test]
fn a_class_with_its_witnesses() {
    let class = json(&["young", "classify", "rook", "--family", "all", "--max", "26"]);
    assert_eq!(class["class"], "N N'");
    assert_eq!(class["pet"]["holds"], false);
    assert_eq!(class["pet"]["witness"], "3^3");
    assert_eq!(class["returnable"]["witness"], "5^5,1");
    assert!(class["returnable"]["move"].is_array());
    let nim = json(&["young", "classify", "rook", "--family", "rectangles", "--max", "12"]);
    assert_eq!(
        (nim["forced"]["holds"].as_bool(), nim["class"].as_str()),
        (Some(true), Some("M F"))
    );
    assert_eq!(nim["forced"]["witness"], serde_json::Value::Null);
}

#[test]
fn a_census() {
    let census = json(&["young", "census", "--max", "20"]);
    assert_eq!(census["games"].as_array().map(Vec::len), Some(7));
    assert_eq!(census["partitions_by_size"][19], 627);
    // Bishop loses on hooks, of which there are n of size n.
    let bishop = &census["games"][3];
    assert_eq!(
        (bishop["piece"].as_str(), bishop["losing"][19].as_u64()),
        (Some("bishop"), Some(20))
    );
}

#[test]
fn the_conjectures() {
    let odd = json(&["young", "conjecture", "5.1", "--sides", "7", "--steps", "20"]);
    assert_eq!(odd["holds"], true);
    assert_eq!(odd["shapes"].as_array().map(Vec::len), Some(4));
    let golden = json(&["young", "conjecture", "golden", "--size", "40", "--rows", "8"]);
    assert_eq!(golden["longest"][3]["first_row"], 9);
    refused(&["young", "conjecture", "5.3"], &["5.3"]);
}

#[test]
fn a_search_reports_what_it_looked_through() {
    let words = ["young", "search", "--region", "domestic-forced", "--max", "20", "--moveset-max"];
    let found = json(&[&words[..], &["10", "--step-max", "2", "--line-max", "8"]].concat());
    let region = &found["regions"][0];
    assert_eq!(region["found"], true);
    assert_eq!(region["parts"][0]["smallest"]["ground"], "4,3^3");
    assert_eq!(region["parts"][0]["smallest"]["confirmed"], true);
}

#[test]
fn equal_games() {
    let graph = json(&["young", "graph", "knight", "14^2,13,12^4,9,5,3"]);
    assert_eq!(graph["downright"], "6,5,4,2,1");
    let equal = json(&["young", "equal", "knight", "3,3", "knight", "2,2,2"]);
    assert_eq!(equal["game_equivalent"], true);
    assert_eq!(equal["partition_equivalent"], false);
    nimzo(&["young", "equal", "rook", "2,2", "queen", "2,2"]).ends_with(1);
}
