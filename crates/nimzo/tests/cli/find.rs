//! `nimzo find`: what a text is, and which page shows it.

use crate::{json, refused};

/// The kind and page of the likeliest way to read a text.
fn first(text: &str) -> (String, String) {
    let found = &json(&["find", text])["found"][0];
    let word = |field: &str| found[field].as_str().unwrap_or_default().to_owned();
    (word("kind"), word("page"))
}

#[test]
fn each_kind_of_text_leads_to_its_page() {
    for (text, kind, page) in [
        (
            "8/8/8/8/8/3k4/8/K1R5 w - - 0 1",
            "position",
            "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1",
        ),
        ("8/8/8/8/8/3k4/8/K1R5", "position", "/endgames?fen=8/8/8/8/8/3k4/8/K1R5_w_-_-_0_1"),
        ("6k/2p2pP/p2p1P1/2pP3/2P4/3P1p1/P4Pp/6K w", "position", "/sums?fen="),
        ("KRvKN", "endgame", "/classes?class=KRvKN"),
        ("KRKN", "endgame", "/classes?class=KRvKN"),
        ("1000", "pawn-word", "/pawns?word=1000"),
        ("1000+00+*3", "pawn-word", "/pawns?word=1000%2B00%2B%2A3"),
        ("5,4^3", "partition", "/young?parts=5%2C4%5E3"),
        ("{1|0} + *2", "value", "/values?expr=%7B1%7C0%7D%20%2B%20%2A2"),
        ("^^*", "value", "/values?expr="),
        ("F02", "position", "/endgames?fen=8/8/8/8/3K1k1p/3P2p1/6B1/8_w_-_-_0_1"),
        ("z01", "position", "/endgames?fen=1k6/1P6/2K5/8/8/8/8/8_w_-_-_0_1"),
        ("figure 26", "published", "/papers?report=berlekamp"),
        ("6A", "published", "/papers?report=elkies"),
    ] {
        let (found_kind, found_page) = first(text);
        assert_eq!(found_kind, kind, "{text}");
        assert!(found_page.starts_with(page), "{text}: {found_page}");
    }
}

#[test]
fn what_can_be_read_in_several_ways_is_told_in_all() {
    let kinds = |text: &str| -> Vec<String> {
        let found = json(&["find", text])["found"].as_array().unwrap().clone();
        found.iter().map(|one| one["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds("10"), ["pawn-word", "partition", "value"]);
    assert_eq!(kinds("5"), ["partition", "value"]);
    assert_eq!(kinds("table 1").len(), 4, "four papers have a Table 1 that is reproduced");
}

#[test]
fn what_is_nothing_is_refused_with_examples() {
    refused(&["find", "Philidor"], &["Philidor", "KRvKN", "F05"]);
    refused(&["find", "é5"], &["é5"]);
    refused(&["find", ""], &["expected"]);
}
