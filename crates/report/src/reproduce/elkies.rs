//! Elkies' tables and diagrams.

use std::sync::Arc;

use nimzo_cgt::Nimber;
use nimzo_games::board::{Limits, MaterialGuide, Move, Position, Proved, Side, Solver};
use nimzo_games::pawns::{self, Census, Values, Word};
use nimzo_work::Task;

use super::{Computed, Context, Effort, Reproduction};
use crate::Error;
use crate::drawings;
use crate::pictures::Picture;

/// The errata.
pub const ERRATA: &str = include_str!("../../data/elkies/errata.toml");

/// The tables, in the paper's order.
pub const REPRODUCTIONS: &[Reproduction] = &[
    Reproduction {
        table: "theorem2",
        published: include_str!("../../data/elkies/theorem2.toml"),
        effort: Effort::Always,
        compute: theorem2,
    },
    Reproduction {
        table: "diagrams",
        published: include_str!("../../data/elkies/diagrams.toml"),
        effort: Effort::Always,
        compute: diagrams,
    },
    Reproduction {
        table: "shortest",
        published: include_str!("../../data/elkies/shortest.toml"),
        effort: Effort::Always,
        compute: shortest,
    },
    Reproduction {
        table: "least",
        published: include_str!("../../data/elkies/least.toml"),
        effort: Effort::Always,
        compute: least,
    },
    Reproduction {
        table: "proportions",
        published: include_str!("../../data/elkies/proportions.toml"),
        effort: Effort::Always,
        compute: proportions,
    },
    Reproduction {
        table: "patterns",
        published: include_str!("../../data/elkies/patterns.toml"),
        effort: Effort::Always,
        compute: patterns,
    },
    Reproduction {
        table: "period6",
        published: include_str!("../../data/elkies/period6.toml"),
        effort: Effort::Always,
        compute: period6,
    },
];

const ONLY_FULL: &str = "only with --full";

fn periodic(pattern: &str, to: usize, task: &Task) -> Result<pawns::Periodic, Error> {
    Ok(pawns::periodic(&pattern.parse()?, to, task)?)
}

fn theorem2(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let found = periodic("0", 100, context.task)?;
    let period = found.period.filter(|period| period.preperiod == 0);
    computed.set("period", "nimber", period.map_or(0, |period| period.length));
    for residue in 0..10 {
        // One nimber for the whole residue class, or the several that it has.
        let mut nimbers: Vec<u16> = found.nimbers[residue..].iter().step_by(10).copied().collect();
        nimbers.dedup();
        computed.set(residue, "nimber", join(nimbers));
    }
    let longest = 60;
    let mut loony: Vec<usize> = Vec::new();
    let mut sound: Vec<usize> = Vec::new();
    for m in 1..longest {
        let (_, moves) = pawns::report(&Word::open(m + 1), context.task)?;
        let list = if moves[0].nimber().is_none() { &mut loony } else { &mut sound };
        list.push(m % 5);
    }
    for list in [&mut loony, &mut sound] {
        list.sort_unstable();
        list.dedup();
    }
    loony.retain(|residue| !sound.contains(residue));
    computed.set("loony moves to [:m], m mod 5", "nimber", join(loony));
    for length in [5, 9] {
        computed.pictures.push(drawn(&Word::open(length), context.task)?);
    }
    if let Some(period) = period {
        computed.note(format!(
            "The period is proved: half-values repeat from length {}, seen to length {}.",
            period.halves_from, period.checked_to
        ));
    }
    Ok(computed)
}

/// A word with the value of each of its moves.
fn drawn(word: &Word, task: &Task) -> Result<Picture, Error> {
    let (nimber, moves) = pawns::report(word, task)?;
    let values: Vec<_> = moves.iter().map(|one| (one.file, one.nimber())).collect();
    drawings::word(word, nimber, &values)
}

fn join(items: impl IntoIterator<Item = impl ToString>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

fn shortest(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let twos = Word::all(4).filter(|word| Values::nimber_of(word) == Nimber(2));
    computed.set("words of length 4 with nimber 2", "printed", join(twos));
    for word in ["101001000", "10100100010100001000", "1010010001000000010100010000000101000100101"]
    {
        let word: Word = word.parse()?;
        computed.set(&word, "printed", Values::nimber_of(&word).0);
        computed.pictures.push(drawn(&word, context.task)?);
    }
    for word in ["1010", "1000"] {
        computed.pictures.insert(0, drawn(&word.parse()?, context.task)?);
    }
    let (_, moves) = pawns::report(&"1000".parse()?, context.task)?;
    let told = moves.iter().map(|one| {
        let value = one.nimber().map_or("loony".to_owned(), |nimber| nimber.0.to_string());
        format!("{} {value}", pawns::file_name(one.file))
    });
    computed.set("moves of 1000", "printed", told.collect::<Vec<_>>().join(", "));
    Ok(computed)
}

/// The census of a run: to 40, or with everything to 43.
fn census(context: &Context<'_>) -> Result<Arc<Census>, Error> {
    let longest = if context.full { 43 } else { 40 };
    context.once(|context| Ok(pawns::census(longest, context.task)?))
}

fn least(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let found = census(context)?;
    computed.pictures.push(drawings::census(&found)?);
    for first in found.first.iter().filter(|first| !first.nimber.is_zero()) {
        computed.set(first.nimber.0, "length", first.length);
        computed.set(first.nimber.0, "words of that length", first.words);
    }
    if !context.full {
        computed.skip(16, "length", ONLY_FULL);
    }
    Ok(computed)
}

fn proportions(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let found = census(context)?;
    computed.pictures.push(drawings::proportions(&found)?);
    for counts in found.lengths.iter().filter(|counts| (35..=42).contains(&counts.length)) {
        for (nimber, &count) in counts.counts.iter().enumerate().take(10) {
            let percent = 100.0 * count as f64 / counts.words() as f64;
            computed.set(counts.length, nimber, format!("{percent:.4}"));
        }
    }
    if !context.full {
        for length in [41, 42] {
            (0..10).for_each(|nimber| computed.skip(length, nimber, ONLY_FULL));
        }
    }
    Ok(computed)
}

fn patterns(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let found = periodic("00001000000001", 6000, context.task)?;
    computed.pictures.push(drawings::periodic(&found)?);
    if let Some(period) = found.period {
        computed.set("files 14r and 14r + 5", "period", period.length);
        computed.note(format!(
            "The period of {} holds for all words of the pattern from length {} on (seen to length {}); \
             prefixes alone have period {}.",
            period.length, period.preperiod, period.checked_to, period.of_prefixes
        ));
    }
    let mut without = Vec::new();
    for length in (1..=4).rev() {
        for word in Word::all(length).collect::<Vec<_>>().into_iter().rev() {
            let pattern = word.to_string();
            let touches = pattern.starts_with('1') && pattern.ends_with('1');
            if touches {
                continue;
            }
            let found = periodic(&pattern, 20_000, context.task)?;
            if found.period.is_none() {
                if without.is_empty() {
                    computed.pictures.push(drawings::periodic(&found)?);
                }
                without.push(pattern);
            }
        }
    }
    let without = if without.is_empty() { "none".to_owned() } else { without.join(" ") };
    computed.set("patterns of at most 4 files", "without a period", without);
    Ok(computed)
}

fn period6(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let to = if context.full { 187_193 } else { 21_208 };
    let found = periodic("000100", to, context.task)?;
    computed.pictures.push(drawings::periodic(&found)?);
    for first in found.first.iter().skip(3) {
        computed.set(first.nimber.0, "length", first.length);
    }
    if !context.full {
        [2048, 4096].iter().for_each(|nimber| computed.skip(nimber, "length", ONLY_FULL));
    }
    Ok(computed)
}

/// The diagrams that can be proved in full.
const DIAGRAMS: [(&str, &str); 3] = [
    ("6A", "11k/10pP/6p3P1/ppppp2p4/6pP4/PPPPP1P5/7P2p1/10Pp/11K"),
    ("7A", "11k/p9pP/P5p3P1/pppp3p1p2/6pP4/PPPP2P2P2/p6P2p1/P9Pp/11K"),
    ("7E", "11k/p9pP/P5p3P1/pppp3p4/6pP4/PPPP2P5/p6P2p1/P9Pp/11K"),
];
/// The two on the ordinary board, whose kings and officers make the search endless, and what the
/// paper says of them.
const SMALL_BOARD: [(&str, &str, &str); 2] = [
    ("1A", "8/8/ppp5/8/PPP5/4k1b1/4pNP1/4K1Q1", "Whoever moves loses, by the paper."),
    ("1B", "8/7p/ppp5/7P/PPP5/4k1b1/4pNP1/4K1Q1", "Whoever moves wins, by the paper."),
];
/// Positions for each of their moves: in every run, and once more with everything, looking first
/// where somebody is ahead by so many pawns.
const SMALL_BOARD_LIMITS: [u64; 2] = [20_000, 200_000];
const LEAD: i32 = 3;
/// The printed play from Diagram 6A to White's fifth move.
const LINE: [&str; 9] = ["c5", "dxc5", "dxc5", "b5", "axb5", "axb5", "e5", "g6", "hxg6"];

fn diagrams(context: &Context<'_>) -> Result<Computed, Error> {
    let mut computed = Computed::new();
    let limits = Limits { positions: 4_000_000 };
    for (name, fen) in DIAGRAMS {
        let mut arrows = Vec::new();
        for side in [Side::White, Side::Black] {
            let (outcome, moves) = solved(fen, side, limits, context.task)?;
            arrows.extend(with_outcome(&moves, Proved::Win).map(|one| one.played.to_string()));
            let told = match outcome {
                Proved::Unproved => "unproved".to_owned(),
                Proved::Win if with_outcome(&moves, Proved::Unproved).next().is_some() => {
                    "win, some moves unproved".to_owned()
                }
                Proved::Win => format!("win: {}", join(names(&moves, Proved::Win))),
                Proved::Loss => "loss".to_owned(),
            };
            computed.set(name, format!("{side} first"), told);
        }
        let arrows: Vec<&str> = arrows.iter().map(String::as_str).collect();
        let caption = "The arrows are the only moves that win, for White and for Black.";
        computed.pictures.push(drawings::position(fen, &arrows, &diagram(name), caption)?);
    }
    for (name, fen, claim) in SMALL_BOARD {
        computed.pictures.push(drawings::position(fen, &[], &diagram(name), claim)?);
        for side in [Side::White, Side::Black] {
            computed.note(small_board(name, fen, claim, side, context)?);
        }
    }
    computed.set("6 after 4 e5", "line 5 hxg6 g5", line_of_diagram_6()?);
    Ok(computed)
}

/// What is proved of each move on the ordinary board, and what is not.
fn small_board(
    name: &str,
    fen: &str,
    claim: &str,
    side: Side,
    context: &Context<'_>,
) -> Result<String, Error> {
    let [first, more] = SMALL_BOARD_LIMITS.map(|positions| Limits { positions });
    let position = fen.parse::<Position>()?.with_turn(side);
    let mut moves = solved(fen, side, first, context.task)?.1;
    if context.full {
        for one in moves.iter_mut().filter(|one| one.outcome == Proved::Unproved) {
            let mut solver = Solver::guided(context.task, MaterialGuide { lead: LEAD });
            one.outcome = solver.outcome(&position.after(one.played), more)?.reversed();
        }
    }
    let limit = if context.full { more } else { first };
    Ok(format!(
        "Diagram {name}, {side} first. {claim} Proved with {} positions for each move: winning {}; \
         losing {}. Neither proved to win nor to lose: {}.",
        limit.positions,
        or_none(names(&moves, Proved::Win)),
        or_none(names(&moves, Proved::Loss)),
        or_none(names(&moves, Proved::Unproved)),
    ))
}

fn or_none(names: Vec<&str>) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(" ") }
}

fn diagram(name: &str) -> String {
    format!("Diagram {name}")
}

/// What is proved of a move.
struct Judged {
    played: Move,
    name: String,
    outcome: Proved,
}

fn solved(
    fen: &str,
    side: Side,
    limits: Limits,
    task: &Task,
) -> Result<(Proved, Vec<Judged>), Error> {
    let position = fen.parse::<Position>()?.with_turn(side);
    let proof = Solver::new(task).prove(&position, limits)?;
    let judged =
        |&(one, outcome): &(Move, Proved)| Judged { played: one, name: position.san(one), outcome };
    Ok((proof.outcome, proof.moves.iter().map(judged).collect()))
}

fn with_outcome(moves: &[Judged], wanted: Proved) -> impl Iterator<Item = &Judged> {
    moves.iter().filter(move |one| one.outcome == wanted)
}

fn names(moves: &[Judged], wanted: Proved) -> Vec<&str> {
    with_outcome(moves, wanted).map(|one| one.name.as_str()).collect()
}

/// Whether the printed fifth move of Black can be played, and the one that fits.
fn line_of_diagram_6() -> Result<String, Error> {
    let mut position: Position = DIAGRAMS[0].1.parse()?;
    for name in LINE {
        match named(&position, name) {
            Some(one) => position = position.after(one),
            None => return Ok(format!("illegal already at {name}")),
        }
    }
    let told = |name: &str| if named(&position, name).is_some() { "legal" } else { "illegal" };
    Ok(match told("g5") {
        "legal" => "legal".to_owned(),
        _ => format!("illegal; 5 hxg6 h5 is {}", told("h5")),
    })
}

fn named(position: &Position, name: &str) -> Option<Move> {
    position.legal_moves().into_iter().find(|&one| position.san(one) == name)
}
