//! Loopy values: their algebra, their names, and stoppers against short games.

use std::cmp::Ordering;

use nimzo_cgt::{Dyadic, Graph, Loopy, LoopyOutcome, Side, Stopper, Universe};

use crate::random::Random;

pub fn loopy(text: &str) -> Loopy {
    Loopy::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn order(a: &str, b: &str) -> Option<Ordering> {
    loopy(a).compare(&loopy(b))
}

#[test]
fn known_values_and_their_way_back() {
    let mut tried = 0;
    for line in include_str!("data/loopy.txt").lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (input, expected) = line.split_once(" = ").unwrap();
        let value = loopy(input);
        assert_eq!(value.to_string(), expected.trim(), "{input}");
        assert_eq!(value.compare(&loopy(expected)), Some(Ordering::Equal), "{expected}");
        tried += 1;
    }
    assert!(tried > 25);
}

#[test]
fn over_is_positive_and_below_every_positive_number() {
    for exponent in 0..=60 {
        let number = Dyadic::new(1, exponent).unwrap().to_string();
        assert_eq!(order("over", &number), Some(Ordering::Less), "{number}");
    }
    assert_eq!(order("over", "0"), Some(Ordering::Greater));
    assert_eq!(order("under", "0"), Some(Ordering::Less));
}

#[test]
fn over_is_above_every_multiple_of_up() {
    for ups in 1..=40 {
        for star in ["", "*", "*2", "*5"] {
            assert_eq!(order("over", &format!("^{ups}{star}")), Some(Ordering::Greater));
        }
        assert_eq!(order("on", &format!("{ups}")), Some(Ordering::Greater));
        // upon lies between ^ and ^^.
        let upon = if ups == 1 { Ordering::Greater } else { Ordering::Less };
        assert_eq!(order("upon", &format!("^{ups}")), Some(upon));
    }
}

#[test]
fn over_and_under_draw() {
    let sum = loopy("over + under");
    assert_eq!(sum.outcome(Side::Left), LoopyOutcome::Draw);
    assert_eq!(sum.outcome(Side::Right), LoopyOutcome::Draw);
    assert!(sum.as_stopper().is_none());
    let dud = loopy("dud");
    assert_eq!([Side::Left, Side::Right].map(|side| dud.outcome(side)), [LoopyOutcome::Draw; 2]);
    assert_eq!(loopy("+-on").outcome(Side::Left), LoopyOutcome::LeftWins);
    assert_eq!(loopy("+-on").outcome(Side::Right), LoopyOutcome::RightWins);
    assert_eq!(loopy("over").outcome(Side::Right), LoopyOutcome::LeftWins);
}

#[test]
fn stops_of_stoppers() {
    let stops = |text: &str| {
        let value = loopy(text);
        let stopper = value.as_stopper().unwrap();
        [Side::Left, Side::Right].map(|side| stopper.stop(side).unwrap().to_string())
    };
    assert_eq!(stops("on"), ["on", "on"]);
    assert_eq!(stops("{pass|3/2}"), ["3/2under", "3/2under"]);
    assert_eq!(stops("{-1/4+*|pass}"), ["-1/4", "-1/4"]);
    assert_eq!(stops("{on|0||0}"), ["0", "0"]);
    assert_eq!(stops("+-{5|pass}"), ["5over", "-5under"]);
    assert_eq!(stops("+-over"), ["over", "under"]);
}

/// A random short game as a graph with forms that are far from canonical.
pub fn random_graph(random: &mut Random, loops: bool) -> Graph {
    let count = 2 + random.below(5);
    let mut positions = Vec::new();
    for position in 0..count {
        let mut side = || -> Vec<usize> {
            let below = count - position - 1;
            let size = random.below(3);
            let mut options = Vec::new();
            for _ in 0..size {
                let back = loops && random.below(4) == 0;
                if back {
                    options.push(random.below(position + 1));
                } else if below > 0 {
                    options.push(position + 1 + random.below(below));
                }
            }
            options
        };
        positions.push((side(), side()));
    }
    Graph::new(positions).unwrap()
}

fn short(universe: &mut Universe, graph: &Graph, position: usize) -> nimzo_cgt::Game {
    let mut side = |side| -> Vec<nimzo_cgt::Game> {
        graph.options(position, side).iter().map(|&p| short(universe, graph, p)).collect()
    };
    let (left, right) = (side(Side::Left), side(Side::Right));
    universe.game(&left, &right).unwrap()
}

#[test]
fn graphs_without_loops_agree_with_short_games() {
    let (mut random, mut universe) = (Random(4242), Universe::new());
    let mut previous: Option<(Stopper, nimzo_cgt::Game)> = None;
    for _ in 0..600 {
        let graph = random_graph(&mut random, false);
        let game = short(&mut universe, &graph, 0);
        let stopper = Stopper::new(&graph).unwrap();
        assert_eq!(stopper.to_short(&mut universe).unwrap(), Some(game));
        // As simple as the canonical form of the short game.
        let canonical = Stopper::from_short(&mut universe, game).unwrap();
        assert_eq!(stopper.graph().len(), canonical.graph().len(), "{stopper}");
        assert_eq!(stopper.to_string(), universe.show(game));
        let bounds = stopper.thermograph().unwrap();
        assert!(bounds.is_exact());
        assert_eq!(bounds.lower.mast().unwrap().mean, universe.mean(game).unwrap());
        if let Some((other, other_game)) = &previous {
            let order = universe.compare(game, *other_game).unwrap();
            assert_eq!(stopper.compare(other), order);
        }
        previous = Some((stopper, game));
    }
}

/// The plain definition for stoppers: `a ≥ b` unless Right has a good first move in `a - b`,
/// as the greatest fixed point, pair by pair.
fn plainly_at_least(a: &Graph, b: &Graph) -> bool {
    let mut holds = vec![vec![true; b.len()]; a.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for i in 0..a.len() {
            for j in 0..b.len() {
                let right_in_a =
                    a.options(i, Side::Right).iter().all(|&x| not_at_most(a, b, &holds, x, j));
                let left_in_b =
                    b.options(j, Side::Left).iter().all(|&y| not_at_most(a, b, &holds, i, y));
                let now = right_in_a && left_in_b;
                changed |= holds[i][j] != now;
                holds[i][j] = now;
            }
        }
    }
    holds[0][0]
}

/// Left, to move in `a - b`, has a move to a pair that holds.
fn not_at_most(a: &Graph, b: &Graph, holds: &[Vec<bool>], i: usize, j: usize) -> bool {
    a.options(i, Side::Left).iter().any(|&x| holds[x][j])
        || b.options(j, Side::Right).iter().any(|&y| holds[i][y])
}

#[test]
fn random_stoppers_keep_their_value_and_obey_the_laws() {
    let mut random = Random(987654);
    let mut stoppers: Vec<(Graph, Stopper)> = Vec::new();
    while stoppers.len() < 150 {
        let graph = random_graph(&mut random, true);
        if !graph.is_stopper() {
            continue;
        }
        let stopper = Stopper::new(&graph).unwrap();
        assert!(stopper.graph().len() <= graph.len());
        assert!(
            plainly_at_least(&graph, stopper.graph()) && plainly_at_least(stopper.graph(), &graph)
        );
        let text = stopper.to_string();
        assert_eq!(
            loopy(&text).as_stopper().unwrap().compare(&stopper),
            Some(Ordering::Equal),
            "{text}"
        );
        let bounds = stopper.thermograph().unwrap();
        assert!(bounds.lower.left().is_at_most(bounds.upper.left()).unwrap(), "{text}");
        assert!(bounds.lower.right().is_at_most(bounds.upper.right()).unwrap(), "{text}");
        stoppers.push((graph, stopper));
    }
    let loopy_ones =
        stoppers.iter().filter(|(_, s)| s.to_short(&mut Universe::new()).unwrap().is_none());
    assert!(loopy_ones.count() > 20);
    for pair in stoppers.windows(2) {
        let [(graph_a, a), (graph_b, b)] = pair else { unreachable!() };
        let plain = (plainly_at_least(graph_a, graph_b), plainly_at_least(graph_b, graph_a));
        assert_eq!((a.at_least(b), b.at_least(a)), plain, "{a} and {b}");
        assert_eq!(a.compare(b), b.negative().compare(&a.negative()));
    }
}

#[test]
fn a_stopper_plus_a_short_game_is_a_stopper() {
    let mut random = Random(31337);
    for text in ["over", "upon", "on", "+-on", "{on|0||0}", "a{0||||0|||a|*||*}"] {
        let value = loopy(text);
        for _ in 0..6 {
            let graph = random_graph(&mut random, false);
            let other = Loopy::from_graph(&graph).unwrap();
            let sum = value.sum(&other).unwrap();
            assert!(sum.as_stopper().is_some(), "{text} + {other}");
            // Taking the short game away again gives the value back.
            let back = sum.sum(&other.negative()).unwrap();
            assert_eq!(back.compare(&value), Some(Ordering::Equal), "{text} + {other} = {sum}");
        }
    }
}

/// The sum of two graphs, position by position, as the definition says.
fn plain_sum(a: &Graph, b: &Graph) -> Graph {
    let place = |i: usize, j: usize| i * b.len() + j;
    let mut positions = Vec::new();
    for i in 0..a.len() {
        for j in 0..b.len() {
            let side = |side: Side| -> Vec<usize> {
                let in_a = a.options(i, side).iter().map(|&x| place(x, j));
                in_a.chain(b.options(j, side).iter().map(|&y| place(i, y))).collect()
            };
            positions.push((side(Side::Left), side(Side::Right)));
        }
    }
    Graph::new(positions).unwrap()
}

#[test]
fn sums_with_numbers_translate() {
    let mut random = Random(1618);
    let mut universe = Universe::new();
    let mut tried = 0;
    while tried < 40 {
        let graph = random_graph(&mut random, true);
        if !graph.is_stopper() || graph.len() > 5 {
            continue;
        }
        tried += 1;
        let number = Dyadic::new(random.below(17) as i64 - 8, 2).unwrap();
        let game = universe.number(number);
        let other = Stopper::from_short(&mut universe, game).unwrap();
        let plain = Stopper::new(&plain_sum(&graph, other.graph())).unwrap();
        let value = Loopy::from_graph(&graph).unwrap();
        let sum = value.sum(&loopy(&number.to_string())).unwrap();
        let sum = sum.as_stopper().unwrap();
        assert_eq!(sum.compare(&plain), Some(Ordering::Equal), "{value} + {number}");
        assert_eq!(sum.graph().len(), plain.graph().len(), "{value} + {number}");
    }
}

#[test]
fn bad_loopy_text_is_refused() {
    for text in [
        "a{0|b}",
        "a{0|a+1}",
        "{0|-pass}",
        "pass",
        "0 & 1",
        "2000*over",
        "on + 5000",
        "cool(dud,1)",
        "cool(upon,-1)",
        "warm(over)",
    ] {
        assert!(Loopy::parse(text).is_err(), "{text}");
    }
}

/// CGSuite's example of a game whose sides are no stoppers, with its published answer.
#[test]
fn sides_that_are_no_stoppers_are_given_and_compared() {
    let game = loopy("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}");
    assert!(game.onside().as_stopper().is_none() && game.offside().as_stopper().is_none());
    assert_eq!(game.compare(&game.clone()), Some(Ordering::Equal));
    let shown = [game.onside().to_string(), game.offside().to_string()];
    let published = ["a{1|1,{1*|a||*}||0}", "a{0,{1|||1*|a||*}|0}"].map(loopy);
    let sided = loopy(&shown[0]);
    assert!(sided.onside().graph().len() <= published[0].onside().graph().len(), "{shown:?}");
    // Its sum with a number and back again is the game.
    let more = game.sum(&loopy("1")).unwrap();
    assert_eq!(more.sum(&loopy("-1")).unwrap().compare(&game), Some(Ordering::Equal));
    assert_eq!(more.compare(&game), Some(Ordering::Greater));
    assert_eq!(game.negative().negative().compare(&game), Some(Ordering::Equal));
}

#[test]
#[ignore = "8 s"]
fn three_copies_of_a_game_without_stoppers_are_given() {
    let game = loopy("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}");
    // CGSuite gives them too.
    let three = game.sum(&game).unwrap().sum(&game).unwrap();
    assert!(!three.to_string().is_empty());
}
