use nimzo_cgt::{Dyadic, Universe};
use nimzo_work::Task;

use super::search::Next;
use super::*;
use crate::echess::answers::Score;
use crate::echess::answers::samples::OPEN;

fn sum_of(texts: &[&str]) -> Sum<'static> {
    let terms = Terms::read(texts, &Task::silent()).unwrap();
    Sum::new(Guide::new(&OPEN), terms).unwrap()
}

const SUMS: [&[&str]; 9] = [
    &["0,0 3,-1 5,1"],
    &["0,0 3,-1 5,1", "0,0 3,0 5,1"],
    &["0,0 3,-1 5,1", "0,0 2,-2 5,1"],
    &["0,0 2,-2 5,1", "0,0 2,-2 -4,1"],
    &["0,0 0,2 5,1", "0,0 3,0 5,1"],
    &["0,0 3,-1 5,1", "{3|1}", "5"],
    &["0,0 2,-2 5,1", "+-1", "-3/2"],
    &["0,0 0,2 5,1", "{4||2|0}"],
    &["0,0 3,0 5,1", "*", "{1|-1}"],
];

/// The search, which looks at every move, must find what the thermographs promise: a stop
/// between mean minus temperature and mean plus temperature.
#[test]
fn searched_stops_keep_what_thermographs_promise() {
    let mut settled = 0;
    for texts in SUMS {
        let mut sum = sum_of(texts);
        let statement = sum.statement().unwrap();
        let (Some(mean), Some(heat)) = (statement.mean.exact(), statement.temperature.high) else {
            panic!("{texts:?}: mean {}, temperature {}", statement.mean, statement.temperature)
        };
        for (player, told) in
            [(Player::Black, statement.left_stop), (Player::White, statement.right_stop)]
        {
            let limits = Limits { depth: 8, nodes: 4000 };
            let found = sum.search(player, limits, &Task::silent()).unwrap();
            assert!(found.worth.low >= told.low && found.worth.high <= told.high);
            settled += usize::from(found.worth.is_exact());
            let (least, most) = match player {
                Player::Black => (mean, mean.checked_add(heat).unwrap()),
                Player::White => (mean.checked_sub(heat).unwrap(), mean),
            };
            assert!(found.worth.high >= Score::Points(least), "{texts:?} {player}");
            assert!(found.worth.low <= Score::Points(most), "{texts:?} {player}");
        }
    }
    assert!(settled >= 12, "{settled} stops were settled");
}

/// Values alone have the stops that `nimzo-cgt` computes from their sum.
#[test]
fn values_have_the_stops_of_their_sum() {
    let values = ["{3|1}", "+-2", "*", "^", "1/2", "{4||2|0}", "{1|*}", "-3", "{2|{0|-4}}"];
    let mut universe = Universe::new();
    for (i, &a) in values.iter().enumerate() {
        for (j, &b) in values.iter().enumerate().skip(i) {
            for c in &values[j..] {
                let texts = [a, b, c];
                let added = universe.parse(&format!("({a})+({b})+({c})")).unwrap();
                let stops = [universe.left_stop(added), universe.right_stop(added)];
                let mut sum = sum_of(&texts);
                let statement = sum.statement().unwrap();
                assert_eq!(statement.mean.exact(), Some(universe.mean(added).unwrap()));
                for (player, stop) in [Player::Black, Player::White].into_iter().zip(stops) {
                    let found = sum.search(player, Limits::default(), &Task::silent()).unwrap();
                    let stop = Worth::exactly(Score::Points(stop));
                    assert_eq!(found.worth, stop, "{texts:?} {player}");
                }
            }
        }
    }
}

/// Without any walls: what Black can force within a few moves, cashing out everything at the
/// end, is no more than the bounds allow.
#[test]
fn plain_play_stays_below_the_upper_bounds() {
    for texts in SUMS.iter().filter(|texts| texts.iter().all(|text| text.contains(','))) {
        let mut sum = sum_of(texts);
        let start = sum.start().unwrap();
        for player in [Player::Black, Player::White] {
            let forced = forced(&mut sum, &start, player, 3);
            let bound = sum.stop_bounds(&start, player).unwrap();
            assert!(forced <= bound.high, "{texts:?} {player}: {forced} {bound}");
        }
    }
}

/// What Black forces in `depth` moves if after that he gets every position's cash at once, or
/// nothing at all while a king is in check.
fn forced(sum: &mut Sum<'_>, state: &SumState, player: Player, depth: u32) -> Score {
    let positions = || {
        state.parts.iter().filter_map(|&(_, part)| match part {
            Part::Position(position) => Some(position),
            Part::Value(_) => None,
        })
    };
    if depth == 0 || state.parts.is_empty() {
        let cash: i64 = positions().map(|position| position.cash()).sum();
        let lost = player == Player::White && positions().any(|position| position.in_check());
        let points = Score::Points(state.points.checked_add(Dyadic::from(cash)).unwrap());
        return if lost { Score::KingLost } else { points };
    }
    let mut scores = Vec::new();
    for next in sum.followers(state, player).unwrap() {
        scores.push(match next {
            Next::State(next) => forced(sum, &next, player.other(), depth - 1),
            Next::Over(score) => score,
        });
    }
    match player {
        Player::Black => scores.into_iter().max(),
        Player::White => scores.into_iter().min(),
    }
    .unwrap_or(Score::KingLost)
}

#[test]
fn the_hottest_summand_comes_first() {
    for (texts, hottest, best) in [
        (&["0,0 3,0 5,1", "0,0 0,2 5,1"][..], 1, None),
        (&["0,0 3,0 5,1", "{3|1}", "5"], 1, Some(["to 3", "to 1"])),
        (&["{1|0}", "0,0 0,2 5,1", "*"], 1, None),
    ] {
        let mut sum = sum_of(texts);
        for (player, number) in [(Player::Black, 0), (Player::White, 1)] {
            let advice = sum.orthodox(player).unwrap().unwrap();
            assert_eq!(advice.summand, hottest, "{texts:?}");
            assert!(advice.reason.contains("hottest"), "{}", advice.reason);
            let played = advice.moves[0].to_string();
            assert!(best.is_none_or(|best| best[number] == played), "{texts:?}: {played}");
        }
    }
}

/// Orthodox play of both sides ends within the temperature of the mean.
#[test]
fn orthodox_play_comes_near_the_mean() {
    let mut finished = 0;
    for texts in SUMS {
        let mut sum = sum_of(texts);
        let statement = sum.statement().unwrap();
        let (mean, heat) = (statement.mean.exact().unwrap(), statement.temperature.high.unwrap());
        for player in [Player::Black, Player::White] {
            let line = sum.orthodox_line(player, 100).unwrap();
            let Some(score) = line.score else { continue };
            let Score::Points(points) = score else { panic!("{texts:?} {player}: {score}") };
            let off = points.checked_sub(mean).unwrap();
            let off = off.max(off.checked_neg().unwrap());
            let moves: Vec<String> = line.plies.iter().map(|ply| ply.played.to_string()).collect();
            assert!(off <= heat, "{texts:?} {player}: {score}, mean {mean}, {moves:?}");
            finished += 1;
        }
    }
    assert!(finished >= 12, "{finished} lines came to an end");
}

#[test]
fn terms_are_positions_or_values() {
    let read = |text: &str| Terms::read(&[text], &Task::silent()).map(|terms| terms.parts[0]);
    assert!(matches!(read("[-1,0] 3,0 5,1"), Ok(Part::Position(_))));
    assert!(matches!(read("{1,2|0}"), Ok(Part::Value(_))));
    assert!(matches!(read("5"), Ok(Part::Value(_))));
    for (text, named) in
        [("0,0 3,0", "2 squares"), ("0,0 3;0 5,1", "no comma"), ("{3|", "character")]
    {
        let refusal = read(text).unwrap_err().to_string();
        assert!(refusal.contains(named), "{text}: {refusal}");
    }
}
