//! `nimzo zug`: values are solved in memory, since the folder of tables is empty.

use serde_json::Value;

use crate::{json, nimzo, refused};

/// The words with an empty folder of tables.
fn without_tables<T>(words: &[&str], run: impl FnOnce(&[&str]) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder for tables");
    let tables = folder.path().to_str().expect("a plain path");
    run(&[words, &["--tables", tables, "-q"]].concat())
}

fn answer(words: &[&str]) -> Value {
    without_tables(words, json)
}

/// What a successful run prints.
fn text(words: &[&str]) -> String {
    without_tables(words, |words| {
        let output = nimzo(words).output().expect("the binary runs");
        assert!(output.status.success(), "{words:?}: {output:?}");
        String::from_utf8(output.stdout).expect("standard output is text")
    })
}

#[test]
fn classify_gives_type_values_and_depths() {
    let z01 = answer(&["zug", "classify", "1k6/1P6/2K5/8/8/8/8/8 w - - 0 1"]);
    assert_eq!(z01["type"], "A1");
    assert_eq!(z01["p1"]["value"], "draw");
    assert_eq!(z01["p2"]["value"], "win");
    assert_eq!(z01["p2"]["dtz"], 2);
    let z02 = answer(&["zug", "classify", "8/8/8/8/8/8/1pK5/kB6 w - -"]);
    assert_eq!(z02["type"], "A2");
    assert_eq!(z02["p1"]["dtz"], -1);
    assert_eq!(z02["p2"]["stalemate"], true);
    let z03 = answer(&["zug", "classify", "8/1pK5/kP6/8/8/8/8/8 w - -"]);
    assert_eq!(z03["type"], "A3");
    assert_eq!((&z03["p1"]["dtz"], &z03["p2"]["dtz"]), (&Value::from(-1), &Value::from(1)));
    let plain = answer(&["zug", "classify", "8/8/8/8/8/2k5/8/K2R4 w - -"]);
    assert!(!plain["type"].as_str().expect("a type").starts_with('A'), "{plain}");
}

/// Format 5 leaves cells open where captures settle them: what stands there is no result yet.
#[test]
fn tables_with_open_cells_have_the_zugzwangs_of_solved_ones() {
    let folder = tempfile::tempdir().expect("a folder for tables");
    let tables = ["--tables", folder.path().to_str().expect("a plain path"), "-q"];
    let count = ["zug", "count", "KRBvKR"];
    json(
        &[&["table", "build", "KRBvKR", "--metrics", "wdl", "--format", "5"], &tables[..]].concat(),
    );
    let [stored, solved] = [json(&[&count, &tables[..]].concat()), answer(&count)];
    for field in ["wtm", "btm"] {
        assert_eq!(stored[field], solved[field], "{stored}");
    }
    assert_eq!(stored["wtm"]["A1"], 17);
}

#[test]
fn positions_that_are_not_chess_are_refused() {
    for (fen, named) in [
        ("8/8/8/8/8/8/8/1pK5/kB6 w - -", "9 ranks"),
        ("8/8/8/8/8/2K5/1pK5/kB6 w - -", "White has 2 kings"),
        ("8/8/8/8/8/8/k7/R1K5 w - -", "its king on a2 is in check from a1"),
        ("8/8/8/8/8/8/1pK5/kB6 w - e6", "en passant square e6 is impossible"),
    ] {
        without_tables(&["zug", "classify", fen], |words| refused(words, &[fen, named]));
    }
}

#[test]
fn count_by_type_and_side() {
    let count = answer(&["zug", "count", "KRvKN"]);
    assert_eq!((&count["wtm"]["A1"], &count["wtm"]["total"]), (&18.into(), &18.into()));
    assert_eq!((&count["btm"]["A1"], &count["btm"]["A2"]), (&0.into(), &18.into()));
    let turned = answer(&["zug", "count", "KNvKR"]);
    assert_eq!((&turned["wtm"]["A2"], &turned["btm"]["A1"]), (&18.into(), &18.into()));
    // Every loss of the side with the pawn comes from a forced move of that pawn.
    let pawn = answer(&["zug", "count", "KNvKP"]);
    assert_eq!((&pawn["wtm"]["A1"], &pawn["wtm"]["A2"]), (&22.into(), &7.into()));
    let equal = answer(&["zug", "count", "KPvKP", "--ep"]);
    assert_eq!((&equal["wtm"]["A1"], &equal["wtm"]["A3"]), (&106.into(), &15.into()));
    assert_eq!((&equal["physical_A3"], &equal["ep"]["btm"]["total"]), (&30.into(), &0.into()));
    without_tables(&["zug", "count", "KRvKX"], |words| refused(words, &["KRvKX"]));
}

#[test]
fn list_in_every_format() {
    let epd = text(&["zug", "list", "KRvKN"]);
    assert_eq!(epd.lines().count(), 18);
    assert!(epd.lines().all(|line| line.contains(r#"zug "A1";"#)), "{epd}");
    assert!(epd.lines().next().is_some_and(|line| line.contains("deepest")), "{epd}");
    let csv = text(&["zug", "list", "KRvKN", "--format", "csv"]);
    assert!(csv.starts_with("fen,endgame,type,first,p1,p2,p3,"), "{csv}");
    let depths: Vec<u32> = csv
        .lines()
        .skip(1)
        .map(|line| line.split(',').nth(8).expect("a depth").parse().expect("a number"))
        .collect();
    assert_eq!(depths.len(), 18);
    assert!(depths.is_sorted_by(|deeper, next| deeper >= next), "{depths:?}");
    let pgn = text(&["zug", "list", "KRvKN", "--format", "pgn"]);
    assert_eq!(pgn.matches("[Event ").count(), 18);
    assert!(pgn.contains("( 1. -- "), "{pgn}");
    let records = answer(&["zug", "list", "KRvKN"]);
    assert_eq!(records.as_array().map(Vec::len), Some(18));
    assert_eq!((&records[0]["type"], &records[0]["p2"]["dtm"]), (&"A1".into(), &24.into()));
}

#[test]
fn list_filters_by_type() {
    let count = |kind| text(&["zug", "list", "KNvKP", "--type", kind]).lines().count();
    assert_eq!((count("A1"), count("A2"), count("A3")), (22, 7, 0));
    without_tables(&["zug", "list", "KNvKP", "--type", "A9"], |words| refused(words, &["A9"]));
}

#[test]
fn study_prints_try_and_solution() {
    let study = answer(&["zug", "study", "8/8/8/2k1K3/8/3R4/4n3/8 w - -", "--before", "4"]);
    let first = &study["studies"][0];
    let moves = |line: &str| -> Vec<String> {
        let steps = first[line].as_array().expect("a line");
        steps.iter().map(|step| step["san"].as_str().expect("a move").to_owned()).collect()
    };
    assert_eq!(first["type"], "A1");
    assert_eq!(moves("before"), ["Re3", "Ng1"]);
    assert_eq!(moves("try"), ["Kf4", "Kd4"]);
    assert_eq!(moves("solution"), ["Kf5", "Kd4", "Kf4"]);
    let none = ["zug", "study", "8/8/8/8/8/2k5/8/K2R4 w - -", "--before", "2"];
    let status = without_tables(&none, |words| nimzo(words).output().expect("it runs").status);
    assert_eq!(status.code(), Some(1));
}

/// The pawn must wait for the king: pushed at once, the opposition is lost two moves later.
#[test]
fn a_try_may_take_several_moves() {
    let start = ["zug", "study", "5k2/8/8/8/5K2/8/6P1/8 w - -", "--before", "0"];
    let status = without_tables(&start, |words| nimzo(words).output().expect("it runs").status);
    assert_eq!(status.code(), Some(1));
    let found = answer(&[&start[..], &["--tried", "2"]].concat());
    assert_eq!(found["found"], 2);
    let first = &found["studies"][0];
    let moves = |line: &str| -> Vec<&str> {
        let steps = first[line].as_array().expect("a line");
        steps.iter().map(|step| step["san"].as_str().expect("a move")).collect()
    };
    assert_eq!(moves("try"), ["g4", "Kg8", "Kf5", "Kf7"]);
    assert_eq!(moves("solution"), ["Kf5", "Kf7", "g4"]);
}

#[test]
fn a_census_says_what_it_takes_and_then_finds_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("census");
    let out = place.to_str().expect("a plain path");
    let census = ["zug", "census", "KRvKN", "KPvKP", "-q", "--out", out];
    let dry = [&census[..], &["--dry-run"]].concat();
    let plan = json(&dry);
    assert!(!place.exists(), "a plan writes nothing");
    let of = |name: &str| plan["plan"][name].as_f64().expect("a number");
    assert!(of("classes") > 2.0 && of("positions") > 1e6 && of("memory_bytes") > 1e6);
    assert_eq!(plan["classes"], serde_json::json!([]));
    refused(&[&dry[..], &["--memory", "1M"]].concat(), &["memory", "1.0 MiB"]);
    let found = json(&census);
    assert_eq!(found["plan"]["positions"], plan["plan"]["positions"]);
    assert_eq!(found["classes"][0]["A1"], 18);
    let after = json(&dry);
    assert_eq!(after["classes"], found["classes"]);
    assert!(after.get("plan").is_none(), "nothing is left to do: {after}");
}
