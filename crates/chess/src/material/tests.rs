use shakmaty::{Color, Role};

use super::*;

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

fn names(classes: &[Material]) -> Vec<String> {
    classes.iter().map(ToString::to_string).collect()
}

#[test]
fn names_are_read_with_and_without_the_v_and_in_any_order_of_men() {
    for text in ["KQRvKQ", "KQRKQ", "KRQvKQ", "kqrvkq"] {
        assert_eq!(material(text).to_string(), "KQRvKQ", "{text}");
    }
    assert_eq!(material("KQvKQR").to_string(), "KQvKQR");
    assert_eq!(material("KQvKQR").canonical().to_string(), "KQRvKQ");
    assert_eq!(material("KvK"), Material::BARE_KINGS);
}

#[test]
fn faults_in_names_are_pointed_at() {
    for (text, at) in [
        ("KQXvK", 2),
        ("QvK", 0),
        ("KvQ", 2),
        ("KQ", 2),
        ("", 0),
        ("KvKvK", 3),
        ("KQvKK", 4),
        ("vKK", 0),
        ("KQQQQQQQvK", 7),
    ] {
        let fault = text.parse::<Material>().unwrap_err();
        assert_eq!((fault.at, fault.text.as_str()), (at, text), "{fault}");
    }
    assert!(material("KQQQQQQvK").count() == MAX_MEN);
    let message = "KQXvK".parse::<Material>().unwrap_err().to_string();
    assert!(message.contains("KQXvK") && message.contains("character 3"), "{message}");
}

#[test]
fn there_are_5_30_110_365_classes_and_each_name_reads_back() {
    for (men, count) in [(3, 5), (4, 30), (5, 110), (6, 365)] {
        let classes = Material::all(men);
        assert_eq!(classes.len(), count);
        for class in classes {
            assert!(class.is_canonical() && class.count() == men);
            assert_eq!(material(&class.to_string()), class);
            assert_eq!(material(&class.flipped().to_string()).canonical(), class);
        }
    }
}

#[test]
fn sub_games() {
    assert_eq!(
        names(&material("KRBvKR").sub_games()),
        ["KRBvK", "KRvKR", "KRvKB"].map(|s| material(s).canonical().to_string()).to_vec()
    );
    let promoting = names(&material("KPvKR").by_promotion());
    assert_eq!(promoting, ["KQvKR", "KRvKR", "KRvKB", "KRvKN"]);
    let all = names(&material("KPvKR").sub_games());
    assert!(
        ["KQvK", "KPvK", "KRvK", "KQvKR"].iter().all(|n| all.contains(&(*n).to_owned())),
        "{all:?}"
    );
    assert!(material("KQvK").sub_games().is_empty());
}

#[test]
fn each_class_comes_after_those_it_needs() {
    for root in Material::all(5) {
        let order = root.closure();
        assert_eq!(*order.last().unwrap(), root);
        for (i, class) in order.iter().enumerate() {
            assert!(class.sub_games().iter().all(|sub| order[..i].contains(sub)), "{class}");
        }
    }
}

#[test]
fn positions_are_counted_as_a_walk_over_the_board_counts_them() {
    for name in ["KQvK", "KPvK", "KBBvK", "KNvKN", "KPPvK", "KRvKP"] {
        assert_eq!(material(name).positions(), walked(material(name)), "{name}");
    }
}

/// Counts by walking over all placements, taking those that none of their images precedes.
fn walked(material: Material) -> u64 {
    let men: Vec<(Color, Role)> = material.men().collect();
    place(&men, &mut vec![0; men.len()], 0, if material.has_pawns() { 2 } else { 8 })
}

fn place(men: &[(Color, Role)], squares: &mut [u8], next: usize, images: usize) -> u64 {
    if next == men.len() {
        let black = men.iter().position(|m| *m == (Color::Black, Role::King)).unwrap();
        let (w, b) = (squares[0], squares[black]);
        let apart = (w % 8).abs_diff(b % 8).max((w / 8).abs_diff(b / 8)) > 1;
        return u64::from(
            apart && (1..images).all(|image| *squares <= *turned(men, squares, image)),
        );
    }
    let mut found = 0;
    for square in 0..64u8 {
        let on_edge = !(8..56).contains(&square);
        let outside = next == 0 && (square % 8 > 3 || (images == 8 && square / 8 > square % 8));
        let out_of_order = next > 0 && men[next] == men[next - 1] && square < squares[next - 1];
        let taken = squares[..next].contains(&square);
        if taken || outside || out_of_order || (men[next].1 == Role::Pawn && on_edge) {
            continue;
        }
        squares[next] = square;
        found += place(men, squares, next + 1, images);
    }
    found
}

fn turned(men: &[(Color, Role)], squares: &[u8], image: usize) -> Vec<u8> {
    let mut turned: Vec<u8> = squares.to_vec();
    for square in &mut turned {
        *square ^= if image & 1 != 0 { 7 } else { 0 } ^ if image & 2 != 0 { 56 } else { 0 };
        if image & 4 != 0 {
            *square = (*square % 8) * 8 + *square / 8;
        }
    }
    for i in 1..men.len() {
        if men[i] == men[i - 1] && turned[i] < turned[i - 1] {
            turned.swap(i, i - 1);
        }
    }
    turned
}
