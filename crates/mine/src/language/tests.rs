use super::*;

fn read(query: &str) -> Query {
    query.parse().unwrap_or_else(|fault| panic!("{query}: {fault}"))
}

#[test]
fn what_is_written_reads_back() {
    for query in [
        "win(w) and not (draw(b) or loss(b))",
        "dtm(w) >= 100 and dtz50(b) > 100 or cursed(w)",
        "K on d4 and p on a-c 2-4 and R on 7 and k on {a1, h8, c3-d4} and N on edge",
        "only_winning(w, promotion to N) and winning_moves(w) = 1",
        "every_move(w, loses) or after(b, capture of R, draw)",
        "count(P on a-d) in 1..2 and moves(w, by K or underpromotion) < moves(w)",
        "zug(A1) or mutual or null(win(b)) and attacks(R, k) and same_color_bishops",
    ] {
        let first = read(query);
        assert_eq!(read(&first.to_string()), first, "{query} is written as {first}");
    }
}

#[test]
fn and_binds_closer_than_or() {
    assert_eq!(read("wtm or btm and check"), read("wtm or (btm and check)"));
    assert_ne!(read("wtm or btm and check"), read("(wtm or btm) and check"));
}

#[test]
fn a_fault_names_the_place_and_what_could_stand_there() {
    for (query, place, expected) in [
        ("", 0, "win(…)"),
        ("win(w) und draw(b)", 7, "or"),
        ("win(x)", 4, "w"),
        ("win(w", 5, "\")\""),
        ("dtm(w) 100", 7, ">="),
        ("dtm(w) > foo(w)", 9, "a number"),
        ("K on z9", 5, "a square such as d4"),
        ("K on 9", 5, "a rank from 1 to 8"),
        ("K near d4", 2, "on"),
        ("zug(A7)", 4, "A1"),
        ("only_winning(w, promotion to K)", 29, "Q"),
        ("after(w, castles)", 9, "capture"),
        ("attacks(R; k)", 9, "a word"),
        ("dtm(w) > 70000", 9, "a number up to 65535"),
    ] {
        let fault = query.parse::<Query>().expect_err(query);
        assert_eq!(fault.place, place, "{query}: {fault}");
        assert!(fault.expected.iter().any(|one| one == expected), "{query}: {fault}");
    }
}

#[test]
fn brackets_without_end_are_refused() {
    for part in ["(", "not ", "null(", "after(w, not ", "after(w, ("] {
        assert!(part.repeat(10_000).parse::<Query>().is_err(), "{part}");
    }
}

#[test]
fn images_that_are_the_same_come_once() {
    let images = |query: &str, class: &str| read(query).images(class.parse().unwrap()).len();
    assert_eq!(images("win(w)", "KQvK"), 1);
    assert_eq!(images("K on d4", "KQvK"), 4);
    assert_eq!(images("K on c4", "KQvK"), 8);
    assert_eq!(images("K on c4", "KPvK"), 2);
    assert_eq!(images("P on 7", "KPvK"), 1);
}
