//! Queries made up at random, as text.

use fastrand::Rng;

/// A query about classes with these men.
pub fn query(rng: &mut Rng, men: &str, depth: u32) -> String {
    if depth == 0 || rng.u8(..4) == 0 {
        return condition(rng, men);
    }
    match rng.u8(..6) {
        0 | 1 => format!("{} and {}", query(rng, men, depth - 1), query(rng, men, depth - 1)),
        2 | 3 => format!("({} or {})", query(rng, men, depth - 1), query(rng, men, depth - 1)),
        4 => format!("not ({})", query(rng, men, depth - 1)),
        _ => format!("null({})", query(rng, men, depth - 1)),
    }
}

fn pick<'a>(rng: &mut Rng, all: &[&'a str]) -> &'a str {
    all[rng.usize(..all.len())]
}

fn man(rng: &mut Rng, men: &str) -> String {
    match rng.u8(..6) {
        0 => "white".to_owned(),
        1 => "black".to_owned(),
        _ => {
            let letters: Vec<char> = men.chars().collect();
            letters[rng.usize(..letters.len())].to_string()
        }
    }
}

fn squares(rng: &mut Rng) -> String {
    let file = |rng: &mut Rng| rng.char('a'..='h');
    let rank = |rng: &mut Rng| rng.u8(1..=8);
    match rng.u8(..7) {
        0 => format!("{}{}", file(rng), rank(rng)),
        1 => format!("{}-{} {}-{}", file(rng), file(rng), rank(rng), rank(rng)),
        2 => format!("{}-{}", rank(rng), rank(rng)),
        3 => format!("{}", file(rng)),
        4 => format!("{{{}{}, {}}}", file(rng), rank(rng), file(rng)),
        5 => format!("{}{}-{}{}", file(rng), rank(rng), file(rng), rank(rng)),
        _ => pick(rng, &["light", "dark", "edge", "corner", "center"]).to_owned(),
    }
}

fn side(rng: &mut Rng) -> &'static str {
    pick(rng, &["w", "b"])
}

fn test(rng: &mut Rng, depth: u32) -> String {
    if depth > 0 && rng.u8(..3) == 0 {
        let (one, two) = (test(rng, depth - 1), test(rng, depth - 1));
        return match rng.u8(..3) {
            0 => format!("({one} and {two})"),
            1 => format!("({one} or {two})"),
            _ => format!("not {one}"),
        };
    }
    const WORDS: [&str; 19] = [
        "wins",
        "draws",
        "loses",
        "capture",
        "capture of R",
        "capture of P",
        "promotion",
        "promotion to N",
        "promotion to Q",
        "underpromotion",
        "quiet",
        "zeroing",
        "check",
        "mate",
        "stalemate",
        "king",
        "pawn",
        "by R",
        "by Q",
    ];
    pick(rng, &WORDS).to_owned()
}

fn number(rng: &mut Rng, men: &str) -> String {
    let side = side(rng);
    match rng.u8(..7) {
        0 => format!("{}({side})", pick(rng, &["dtm", "dtc", "dtz", "dtz50"])),
        1 => format!("moves({side})"),
        2 => format!("moves({side}, {})", test(rng, 2)),
        3 => format!("{}({side})", pick(rng, &["winning_moves", "drawing_moves", "losing_moves"])),
        4 => format!("winning_moves({side}, {})", test(rng, 1)),
        5 => format!("count({} on {})", man(rng, men), squares(rng)),
        _ => rng.u8(..12).to_string(),
    }
}

fn condition(rng: &mut Rng, men: &str) -> String {
    let side = side(rng);
    match rng.u8(..14) {
        0 => {
            let word = pick(rng, &["win", "draw", "loss", "cursed", "blessed"]);
            format!("{word}({side})")
        }
        1 | 2 => {
            let sign = pick(rng, &["=", "!=", "<", "<=", ">", ">="]);
            format!("{} {sign} {}", number(rng, men), number(rng, men))
        }
        3 => format!("{} in {}..{}", number(rng, men), rng.u8(..6), rng.u8(..20)),
        4 => format!("{} on {}", man(rng, men), squares(rng)),
        5 => format!("attacks({}, {})", man(rng, men), man(rng, men)),
        6 => format!("only_move({side})"),
        7 => format!("only_winning({side}, {})", test(rng, 1)),
        8 => format!("only_drawing({side}, {})", test(rng, 1)),
        9 => format!("every_move({side}, {})", test(rng, 1)),
        10 => format!("after({side}, {}, {})", test(rng, 1), test(rng, 0)),
        11 => format!("zug({})", pick(rng, &["A1", "A2", "A3"])),
        _ => {
            const WORDS: [&str; 10] = [
                "check",
                "mate",
                "stalemate",
                "legal",
                "reachable",
                "mutual",
                "wtm",
                "btm",
                "same_color_bishops",
                "opposite_color_bishops",
            ];
            pick(rng, &WORDS).to_owned()
        }
    }
}
