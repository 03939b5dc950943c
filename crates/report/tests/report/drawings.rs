//! Results of the parts as pictures: the picture shows the result's own numbers.

use nimzo_cgt::Nimber;
use nimzo_games::pawns::{Word, census, periodic};
use nimzo_games::young::{Moveset, Partition, ValueMap};
use nimzo_report::drawings;
use nimzo_work::Task;

#[test]
fn a_map_of_values_shows_normal_and_misere_play() {
    let partition: Partition = "5,4^3".parse().expect("a partition");
    let rook: Moveset = "ROOK".parse().expect("a piece");
    let map = ValueMap::solve(&partition, &rook, &Task::silent()).expect("solved");
    let picture = drawings::values(&map).expect("drawn");
    let svg = picture.svg();
    assert_eq!(svg.matches("class=\"n-cell\"").count(), 2 * 17);
    assert!(svg.contains(">normal<") && svg.contains(">misère<"));
    assert!(picture.title().contains("5,4"), "{}", picture.title());
    assert!(picture.caption().contains("(4,0)"), "{}", picture.caption());
}

#[test]
fn a_word_shows_its_moves() {
    let word: Word = "1000".parse().expect("a word");
    let moves = [(0, None), (1, Some(Nimber(1))), (2, None), (3, Some(Nimber(0)))];
    let picture = drawings::word(&word, Nimber(2), &moves).expect("drawn");
    assert_eq!(picture.title(), "1000 = *2");
    assert_eq!(picture.svg().matches(">loony<").count(), 2);
}

#[test]
fn a_long_series_gives_a_small_file() {
    let pattern: Word = "000100".parse().expect("a pattern");
    let found = periodic(&pattern, 2000, &Task::silent()).expect("valued");
    let svg = drawings::periodic(&found).expect("drawn").svg();
    assert!(svg.contains("000100 repeated") && svg.len() < 200_000, "{}", svg.len());
}

#[test]
fn shares_of_six_nimbers_are_six_lines() {
    let found = census(12, &Task::silent()).expect("counted");
    let picture = drawings::proportions(&found).expect("drawn");
    let svg = picture.svg();
    for colour in ["blue", "red", "green", "amber", "violet", "grey"] {
        let line = format!("class=\"n-{colour}\"/>");
        assert_eq!(svg.matches(&line).count(), 1, "one {colour} line");
        assert_eq!(svg.matches(&format!("class=\"n-{colour}-fill\"")).count(), 1, "its legend");
    }
    for nimber in 0..6 {
        assert!(svg.contains(&format!(">*{nimber}<")), "*{nimber} is in the legend");
    }
    assert!(svg.contains(">percent of the words<"));
}

#[test]
fn the_census_shows_where_each_nimber_begins() {
    let found = census(12, &Task::silent()).expect("counted");
    let picture = drawings::census(&found).expect("drawn");
    assert!(picture.title().ends_with("to length 12"), "{}", picture.title());
    assert!(picture.svg().contains(">least length<"));
}
