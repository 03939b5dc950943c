//! `nimzo mine`, as users call it.

use crate::{json, nimzo, refused};

#[test]
fn positions_are_counted_and_listed() {
    let found = json(&["mine", "KPvK", "mutual"]);
    let zugzwangs = json(&["zug", "count", "KPvK"]);
    assert_eq!(found["classes"][0]["wtm"], zugzwangs["wtm"]["A1"]);
    assert_eq!(found["classes"][0]["name"], "KPvK");
    assert_eq!(found["positions"].as_array().map(Vec::len), Some(20));
    let counted = json(&["mine", "KPvK", "mutual", "--count"]);
    assert_eq!(counted["classes"], found["classes"]);
    assert_eq!(counted["positions"].as_array().map(Vec::len), Some(0));
}

#[test]
fn positions_with_castling_rights_are_found() {
    // As many as are published of three men.
    let all = json(&["mine", "KRvK", "legal", "--castling", "--count"]);
    let count = |side: &str| all["classes"][0][side].as_u64().unwrap();
    assert_eq!(count("wtm") + count("btm"), 211);
    let checks = json(&["mine", "KRvK", "loss(b) and check", "--castling", "--limit", "1"]);
    let fen = checks["positions"][0]["fen"].as_str().unwrap();
    assert!(fen.contains(" b K ") || fen.contains(" b Q "), "{fen}");
    refused(&["mine", "KRRNvKN", "legal", "--castling"], &["KRRNvKN", "up to five men"]);
}

#[test]
fn the_deepest_come_first() {
    let found = json(&["mine", "KPvK", "win(w)", "--sort", "dtm", "--limit", "3"]);
    assert_eq!(found["positions"][0]["dtm"], 55);
    let stats = json(&["table", "stats", "KPvK"]);
    assert_eq!(stats["wtm"]["max_dtm"], 28);
}

#[test]
fn every_format_is_written() {
    for (format, part) in [
        ("epd", "id \"KPvK 1\""),
        ("pgn", "[SetUp \"1\"]"),
        ("csv", "fen,class,side,result,dtm"),
        ("json", "\"result\":\"win\""),
        ("fen", " w - - 0 1"),
        ("table", "| KPvK |"),
    ] {
        let query = "only_winning(w, promotion to R)";
        nimzo(&["mine", "KPvK", query, "--sort", "dtm", "--limit", "2", "--format", format])
            .prints(&[part]);
    }
}

#[test]
fn named_questions_are_told_and_asked() {
    nimzo(&["mine", "--named", "list"]).prints(&["underpromotion-only"]);
    let found = json(&["mine", "KPvK", "--named", "rook-only"]);
    assert_eq!(found["classes"][0]["btm"], 0);
    assert!(found["classes"][0]["wtm"].as_u64().is_some_and(|count| count > 0));
    refused(&["mine", "KPvK", "--named", "nothing"], &["nothing", "mutual-zugzwangs"]);
}

#[test]
fn a_bad_query_is_refused_with_the_place() {
    refused(&["mine", "KPvK", "win(w) und draw(b)"], &["character 8", "\"und\"", "or"]);
    refused(&["mine", "KPvK", "dtm(w) >="], &["character 10", "the end", "a number"]);
    refused(&["mine", "KvKP", "win(w)"], &["KvKP", "KPvK"]);
    refused(&["mine", "KXvK", "win(w)"], &["KXvK"]);
    refused(&["mine", "win(w)"], &["win(w)", "endgames"]);
}

#[test]
fn help_teaches_with_twenty_examples() {
    let help = nimzo(&["help", "mine"]).output().expect("the binary runs");
    let text = String::from_utf8_lossy(&help.stdout).into_owned();
    let examples = text.lines().filter(|line| line.trim_start().starts_with("nimzo mine "));
    assert!(examples.count() >= 20, "{text}");
}
