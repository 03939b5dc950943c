//! Thermographs of loopy values: bounds against finite unrollings, cooling, kos.

use std::cmp::Ordering;

use nimzo_cgt::{Dyadic, Graph, Loopy, Side, Stopper, Universe};

use crate::loopy::{loopy, random_graph};
use crate::random::Random;

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
