//! `nimzo cgt`

use crate::{json, nimzo, refused};

#[test]
fn a_sum_of_games() {
    let answer = json(&["cgt", "{1|0} + {3||2*|1*} - ^"]);
    assert_eq!(answer["mean"], "11/4");
    assert_eq!(answer["temperature"], "3/4");
    assert_eq!(answer["atomic_weight"], serde_json::Value::Null);
    assert_eq!(answer["thermograph"]["mast"]["mean"], "11/4");
    assert!(answer["thermograph"]["left"]["points"].as_array().unwrap().len() >= 2);
    // The canonical form is read back to itself.
    let canonical = answer["canonical"].as_str().unwrap();
    assert_eq!(json(&["cgt", canonical])["canonical"], canonical);
}

#[test]
fn a_value_for_people() {
    let output = nimzo(&["cgt", "{0|*}"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["canonical form    ^", "L (Left wins, whoever starts)", "atomic weight     1"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_negative_value_is_no_option() {
    assert_eq!(json(&["cgt", "-1/2"])["mean"], "-1/2");
    assert_eq!(json(&["cgt", "-{2|1}"])["canonical"], "{-1|-2}");
}

#[test]
fn loopy_values() {
    assert_eq!(json(&["cgt", "a{0|a}"])["canonical"], "over");
    let sided = json(&["cgt", "a{1||a|0}"]);
    assert_eq!((&sided["onside"], &sided["offside"]), (&"2".into(), &"+-1".into()));
    assert_eq!(sided["mean"], serde_json::Value::Null);
    assert_eq!(json(&["cgt", "over + over"])["canonical"], "over");
}

#[test]
fn the_thermograph_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("thermograph.svg");
    nimzo(&["cgt", "{5|1}", "--svg", file.to_str().unwrap()]).succeeds();
    let svg = std::fs::read_to_string(&file).unwrap();
    assert!(svg.contains("<svg") && svg.contains("n-mast"));
}

#[test]
fn many_from_standard_input() {
    let output = nimzo(&["cgt", "-", "--json"]).write_stdin("{1|0}\n{1|\n*2\n").output().unwrap();
    let lines: Vec<serde_json::Value> = String::from_utf8(output.stdout)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["canonical"], "{1|0}");
    assert!(lines[1]["error"].as_str().unwrap().contains("character 4"));
    assert_eq!(lines[2]["atomic_weight"], "0");
}

#[test]
fn mistakes_are_pointed_at() {
    refused(&["cgt", "{3|2|1}"], &["character 5", "{3|2▸|1}"]);
    refused(&["cgt", "1/3"], &["character 1", "power of two"]);
    refused(&["cgt", "over + frob"], &["character 8"]);
    refused(&["cgt", "9223372036854775807 + 1"], &["does not fit"]);
    refused(&["cgt"], &["EXPR"]);
}

#[test]
fn comparisons_answer_by_status() {
    nimzo(&["cgt", "^ <= ^^"]).succeeds();
    nimzo(&["cgt", "^ <= *"]).ends_with(1);
    let answer = json(&["cgt", "over > ^100"]);
    assert_eq!((&answer["holds"], &answer["order"]), (&true.into(), &">".into()));
    refused(&["cgt", "1 < 2", "--svg", "none.svg"], &["no thermograph"]);
}

#[test]
fn lines_know_the_names_of_lines_before_them() {
    let lines = "x = {2|0}\nx + x\nx > 0\ny\n";
    let output = nimzo(&["cgt", "-"]).write_stdin(lines).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    for part in ["> x = {2|0}\nname              x\n", "> x + x\ncanonical form    2\n"] {
        assert!(text.contains(part), "{text}");
    }
    assert!(
        text.contains("> x > 0\norder             {2|0} <> 0\nholds             no\n"),
        "{text}"
    );
    assert!(text.contains("> y\nerror: "), "{text}");
}

#[test]
fn two_readings_are_no_reading() {
    refused(&["cgt", "3*-1"], &["x*(-y)", "x* - y"]);
    refused(&["cgt", "0.1"], &["dyadic"]);
    let answer = json(&["cgt", "3*2"]);
    assert_eq!(answer["canonical"], "6");
    assert!(answer["warnings"][0].as_str().unwrap().contains("3+*2"));
}
