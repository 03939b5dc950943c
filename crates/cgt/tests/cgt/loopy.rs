//! Loopy values: their algebra, their names, and stoppers against short games.

use std::cmp::Ordering;

use nimzo_cgt::{Dyadic, Graph, Loopy, LoopyOutcome, Side, Stopper, Universe};

use crate::random::Random;

fn loopy(text: &str) -> Loopy {
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
fn random_graph(random: &mut Random, loops: bool) -> Graph {
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
fn thermographs_of_loopy_games() {
    let mast = |text: &str| {
        let bounds = loopy(text).thermograph().unwrap();
        assert!(bounds.is_exact(), "{text}: {} to {}", bounds.lower, bounds.upper);
        bounds.lower.mast().map(|mast| (mast.mean.to_string(), mast.temperature.to_string()))
    };
    let at = |mean: &str, temperature: &str| Some((mean.to_owned(), temperature.to_owned()));
    assert_eq!(mast("over"), at("0", "0"));
    assert_eq!(mast("7/4 + under"), at("7/4", "0"));
    assert_eq!(mast("upon"), at("0", "0"));
    assert_eq!(mast("{4|over}"), at("2", "2"));
    assert_eq!(mast("{4||3|over} + upon"), mast("{4||3|0}"));
    assert_eq!(mast("on"), None);
    assert_eq!(mast("{on|3}"), None);
    // Passing is no better for Left here than taking her two.
    assert_eq!(mast("a{a,2|0}"), at("1", "1"));
    let dud = loopy("dud").thermograph().unwrap();
    assert!(!dud.is_exact());
}

/// The game with at most `depth` moves, after which `end` is all there is.
fn unrolled(graph: &Graph, depth: usize, end: &(Vec<usize>, Vec<usize>)) -> Graph {
    // Position p with d moves left is d * len + p; with none left it passes to itself.
    let mut positions = Vec::new();
    for left in (0..=depth).rev() {
        for position in 0..graph.len() {
            let here = positions.len();
            let side = |side: Side, ends: bool| -> Vec<usize> {
                if left == 0 {
                    return if ends { vec![here] } else { Vec::new() };
                }
                let next = (depth - left + 1) * graph.len();
                graph.options(position, side).iter().map(|&option| next + option).collect()
            };
            positions
                .push((side(Side::Left, !end.0.is_empty()), side(Side::Right, !end.1.is_empty())));
        }
    }
    Graph::new(positions).unwrap()
}

#[test]
fn bounds_hold_against_finite_unrollings_and_translate() {
    let (on, off) = ((vec![0], vec![]), (vec![], vec![0]));
    let mut random = Random(2718);
    let (mut tried, mut exact) = (0, 0);
    while tried < 60 {
        let graph = random_graph(&mut random, true);
        if !graph.is_stopper() || graph.len() > 5 {
            continue;
        }
        let stopper = Stopper::new(&graph).unwrap();
        if stopper.to_short(&mut Universe::new()).unwrap().is_some() {
            continue;
        }
        tried += 1;
        let bounds = stopper.thermograph().unwrap();
        exact += usize::from(bounds.is_exact());
        let more = Stopper::new(&unrolled(&graph, 4, &on)).unwrap();
        let less = Stopper::new(&unrolled(&graph, 4, &off)).unwrap();
        assert!(more.at_least(&stopper) && stopper.at_least(&less), "{stopper}");
        let (above, below) = (more.thermograph().unwrap(), less.thermograph().unwrap());
        assert!(bounds.lower.left().is_at_most(above.upper.left()).unwrap(), "{stopper}");
        assert!(bounds.lower.right().is_at_most(above.upper.right()).unwrap(), "{stopper}");
        assert!(below.lower.left().is_at_most(bounds.upper.left()).unwrap(), "{stopper}");
        assert!(below.lower.right().is_at_most(bounds.upper.right()).unwrap(), "{stopper}");
        let value = Loopy::from_graph(&graph).unwrap();
        let moved = value.sum(&loopy("-3/2")).unwrap().thermograph().unwrap();
        let by = Dyadic::new(-3, 1).unwrap();
        assert_eq!(moved.lower, bounds.lower.translate(by).unwrap(), "{stopper}");
        assert_eq!(moved.upper, bounds.upper.translate(by).unwrap(), "{stopper}");
    }
    assert!(exact > 50, "{exact} of {tried} are exact");
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

/// The walls of a cooled game are those of the game from the tax upward, and heating by the same
/// number gives back what was not frozen.
#[test]
fn cooled_stoppers_have_the_walls_of_the_game_above_the_tax() {
    let task = nimzo_work::Task::silent();
    let (mut random, mut tried, mut hot) = (Random(161803), 0, 0);
    let texts = ["{4|over}", "{4||3|over} + upon", "a{a,2|0}", "{5|upon||0}", "{3over|-2under}"];
    let named = texts.map(|text| loopy(text).as_stopper().unwrap().clone());
    let mut graphs = named.into_iter();
    while tried < 60 {
        let stopper = match graphs.next() {
            Some(stopper) => stopper,
            None => {
                let graph = random_graph(&mut random, true);
                if !graph.is_stopper() || graph.len() > 6 {
                    continue;
                }
                Stopper::new(&graph).unwrap()
            }
        };
        let t = Dyadic::new(random.below(5) as i64, 2).unwrap();
        let bounds = stopper.thermograph().unwrap();
        if !bounds.is_exact() {
            continue;
        }
        let Ok(cooled) = stopper.cool(t, &task) else { continue };
        tried += 1;
        let walls = cooled.thermograph().unwrap();
        assert!(walls.is_exact(), "{stopper} by {t}: {cooled}");
        for (wall, before) in
            [(walls.lower.left(), bounds.lower.left()), (walls.lower.right(), bounds.lower.right())]
        {
            for quarters in 0..12 {
                let at = Dyadic::new(quarters, 2).unwrap();
                let value = |wall: &nimzo_cgt::Wall, at| match wall.trajectory() {
                    Some(path) => path.value_at(at).unwrap().to_string(),
                    None => wall.to_string(),
                };
                let above = at.checked_add(t).unwrap();
                assert_eq!(value(wall, at), value(before, above), "{stopper} by {t} at {at}");
            }
        }
        hot += usize::from(bounds.lower.mast().is_none_or(|mast| mast.temperature > t));
    }
    assert!(hot > 5, "{hot} hotter than the tax");
    let game = loopy("{4|over}");
    let cooled = game.as_stopper().unwrap().cool(Dyadic::ONE, &task).unwrap();
    let back = cooled.as_stopper().unwrap().heat(Dyadic::ONE, &task).unwrap();
    assert_eq!(back.compare(&game), Some(Ordering::Equal));
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
    // Three copies, which CGSuite gives too.
    let three = game.sum(&game).unwrap().sum(&game).unwrap();
    assert!(!three.to_string().is_empty());
}

/// Berlekamp's results for simple kos: with a swing of `s` the temperature is `s/3`, whoever is
/// komaster, and the komaster's mast slants below it.
#[test]
fn kos_have_komaster_thermographs() {
    let analysis = |text: &str| {
        nimzo_cgt::Analysis::of(text, &nimzo_work::Task::silent())
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    };
    for (high, low) in [(1, 0), (3, 0), (5, -4)] {
        let swing = high - low;
        let near = analysis(&format!("a{{{high}||a|{low}}}")).komaster.unwrap();
        let far = analysis(&format!("a{{{high}|a||{low}}}")).komaster.unwrap();
        let third = |numerator: i64| nimzo_cgt::Ratio::new(numerator, 3).unwrap();
        for found in [&near.left, &near.right, &far.left, &far.right] {
            assert_eq!(found.temperature, third(swing), "{high} {low}");
        }
        for (found, mean) in [(&near, 2 * high + low), (&far, high + 2 * low)] {
            assert_eq!((found.left.mean, found.right.mean), (third(mean), third(mean)));
        }
        // The komaster's own mast: she loses nothing by waiting but the temperature.
        assert_eq!(near.left.left_wall, near.left.right_wall);
        assert_eq!(far.right.left_wall, far.right.right_wall);
        assert_eq!(near.left.left_wall.points()[0].1, third(3 * high));
        assert_eq!(far.left.left_wall.points()[0].1, third(3 * high));
        assert_eq!(near.right.right_wall.points()[0].1, third(3 * low));
    }
    // A move that leads into a ko, and loops that are no kos.
    let before = analysis("{a{4||a|0}|0}").komaster.unwrap();
    assert!(before.left.temperature >= nimzo_cgt::Ratio::ZERO);
    for text in ["over", "upon", "dud", "a{1|b{2|a||b|0}}"] {
        assert_eq!(analysis(text).komaster, None, "{text}");
    }
    assert_eq!(analysis("{1|0}").komaster, None);
}
