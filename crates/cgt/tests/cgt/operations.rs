//! Operations beyond sums: ordinal sums, products, uptimals, reduced forms, moves of sums.

use nimzo_cgt::{Analysis, Dyadic, Game, Nimber, Universe, Uptimal};
use nimzo_work::Task;

use crate::random::{Random, twins};

fn parse(universe: &mut Universe, text: &str) -> Game {
    universe.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn reduced_forms_and_heat_agree_with_the_cgt_crate() {
    use cgt::short::partizan::canonical_form::CanonicalForm;
    let (mut universe, mut random) = (Universe::new(), Random(4711));
    let games = twins(&mut universe, &mut random, 400);
    let zero = CanonicalForm::new_integer(0);
    let star = CanonicalForm::new_from_moves(vec![zero.clone()], vec![zero]);
    let two = CanonicalForm::new_integer(2);
    let (our_star, our_two) = (universe.nimber(Nimber(1)), universe.integer(2));
    for twin in &games {
        let text = universe.show(twin.ours);
        let reduced = universe.reduced(twin.ours).unwrap();
        let theirs = crate::against_cgt::rebuilt(&mut universe, &twin.theirs.reduced());
        assert_eq!(reduced, theirs, "{text}");
        for (bonus, their_bonus) in [(our_star, &star), (our_two, &two)] {
            let heated = universe.heat(twin.ours, bonus).unwrap();
            let theirs = crate::against_cgt::rebuilt(&mut universe, &twin.theirs.heat(their_bonus));
            assert_eq!(heated, theirs, "{text}");
        }
        // The definition: at an infinitesimal distance, and the same for all games there.
        let difference = universe.sub(twin.ours, reduced).unwrap();
        assert!(universe.is_infinitesimal(difference), "{text}");
        let near = parse(&mut universe, "Tiny(1) + ^*2");
        let other = universe.add(twin.ours, near).unwrap();
        assert_eq!(universe.reduced(other).unwrap(), reduced, "{text}");
    }
}

#[test]
fn ordinal_sums_obey_their_laws() {
    let (mut universe, mut random) = (Universe::new(), Random(99));
    let games: Vec<Game> =
        twins(&mut universe, &mut random, 25).into_iter().map(|twin| twin.ours).collect();
    let zero = universe.zero();
    let mut held = 0;
    for _ in 0..600 {
        let [base, a, b] = [(); 3].map(|()| games[random.below(games.len())]);
        let (Ok(with_a), Ok(with_b)) =
            (universe.ordinal_sum(base, a), universe.ordinal_sum(base, b))
        else {
            continue;
        };
        let told = [base, a, b].map(|game| universe.show(game));
        // The colon principle: the order above is the order of the sums.
        let order = universe.compare(a, b).unwrap();
        assert_eq!(universe.compare(with_a, with_b).unwrap(), order, "{told:?}");
        // The players may change sides, and nothing on either side changes nothing.
        let (minus_base, minus_a) = (universe.neg(base).unwrap(), universe.neg(a).unwrap());
        let mirrored = universe.ordinal_sum(minus_base, minus_a).unwrap();
        assert_eq!(universe.neg(mirrored).unwrap(), with_a, "{told:?}");
        assert_eq!(universe.ordinal_sum(zero, a).unwrap(), a);
        assert_eq!(universe.ordinal_sum(base, zero).unwrap(), base);
        held += 1;
    }
    assert!(held > 300, "{held} of 600 were not too large");
}

#[test]
fn conway_products_obey_their_laws() {
    let (mut universe, mut random) = (Universe::new(), Random(31));
    let games: Vec<Game> =
        twins(&mut universe, &mut random, 12).into_iter().map(|twin| twin.ours).collect();
    let mut tried = 0;
    for _ in 0..400 {
        let (a, b) = (games[random.below(games.len())], games[random.below(games.len())]);
        let days = universe.birthday(a).unwrap() + universe.birthday(b).unwrap();
        if days > 5 {
            continue;
        }
        let product = universe.conway(a, b).unwrap();
        assert_eq!(universe.conway(b, a).unwrap(), product);
        let minus = universe.neg(a).unwrap();
        let mirrored = universe.conway(minus, b).unwrap();
        assert_eq!(universe.neg(mirrored).unwrap(), product);
        tried += 1;
    }
    assert!(tried > 100, "{tried}");
    for a in 0..16 {
        for b in 0..16 {
            let (x, y) = (universe.nimber(Nimber(a)), universe.nimber(Nimber(b)));
            let product = universe.conway(x, y).unwrap();
            assert_eq!(universe.as_nimber(product), Some(Nimber(a) * Nimber(b)));
        }
    }
}

/// The definition of Conway's product for nimbers and small numbers, without any short cut.
#[test]
fn conway_products_agree_with_the_definition() {
    fn plain(universe: &mut Universe, a: Game, b: Game) -> Game {
        let [left_a, left_b] = [a, b].map(|game| universe.left_options(game).unwrap());
        let [right_a, right_b] = [a, b].map(|game| universe.right_options(game).unwrap());
        let mut sides = [Vec::new(), Vec::new()];
        for (side, xs, ys) in [
            (0, &left_a, &left_b),
            (0, &right_a, &right_b),
            (1, &left_a, &right_b),
            (1, &right_a, &left_b),
        ] {
            for &x in xs.iter() {
                for &y in ys.iter() {
                    let (xb, ay, xy) =
                        (plain(universe, x, b), plain(universe, a, y), plain(universe, x, y));
                    let sum = universe.add(xb, ay).unwrap();
                    sides[side].push(universe.sub(sum, xy).unwrap());
                }
            }
        }
        universe.game(&sides[0], &sides[1]).unwrap()
    }
    let mut universe = Universe::new();
    let texts = ["0", "1", "-2", "1/2", "3/4", "*", "*2", "*3", "^", "{1|0}", "2*", "+-1"];
    for first in texts {
        for second in texts {
            let (a, b) = (parse(&mut universe, first), parse(&mut universe, second));
            let product = universe.conway(a, b).unwrap();
            assert_eq!(plain(&mut universe, a, b), product, "{first} and {second}");
        }
    }
}

#[test]
fn uptimals_are_found_again() {
    let mut universe = Universe::new();
    let mut tried = 0;
    for number in [Dyadic::ZERO, Dyadic::ONE, Dyadic::new(-5, 2).unwrap()] {
        for star in [0, 1, 2, 4].map(Nimber) {
            for code in 0..125i64 {
                let mut digits = vec![code % 5 - 2, code / 5 % 5 - 2, code / 25 - 2];
                while digits.last() == Some(&0) {
                    digits.pop();
                }
                let uptimal = Uptimal { number, digits, star };
                let game = universe.from_uptimal(&uptimal).unwrap();
                let found = universe.uptimal(game).unwrap();
                assert_eq!(found.as_ref(), Some(&uptimal), "{}", universe.show(game));
                let text = uptimal.to_string();
                assert_eq!(universe.parse(&text), Ok(game), "{text}");
                tried += 1;
            }
        }
    }
    assert_eq!(tried, 1500);
}

fn analysis(text: &str) -> Analysis {
    Analysis::of(text, &Task::silent()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Winning moves by the definition: after the move the other player, to move, loses.
#[test]
fn winning_moves_of_sums_win() {
    let mut random = Random(2024);
    const PARTS: [&str; 10] =
        ["{3|1}", "{2||1|0}", "*", "*2", "^", "1/2", "-1", "{0|-4}", "+-2", "{5|2||-1}"];
    for _ in 0..60 {
        let parts: Vec<&str> = (0..3).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let found = analysis(&parts.join(" + "));
        assert_eq!(found.components.len(), 3);
        let mut universe = Universe::new();
        let mut left_wins = false;
        for (index, component) in found.components.iter().enumerate() {
            for option in &component.left {
                let mut terms: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
                terms[index] = format!("({})", option.to);
                let after = parse(&mut universe, &terms.join(" + "));
                let wins = universe.le(universe.zero(), after).unwrap();
                assert_eq!(option.wins, wins, "{parts:?} {}", option.to);
                left_wins |= wins;
            }
        }
        assert_eq!(left_wins, matches!(found.outcome.as_str(), "L" | "N"), "{parts:?}");
        // Somebody has an orthodox move in every sum that is not finished.
        let orthodox = |found: &Analysis| {
            let mut all = found.components.iter().flat_map(|c| c.left.iter().chain(&c.right));
            all.any(|option| option.orthodox)
        };
        assert!(orthodox(&found), "{parts:?}");
    }
}

#[test]
fn orthodox_moves_are_in_the_hottest_component() {
    let found = analysis("{10|0} + {3||2*|1*} + 5");
    let [hot, mild, number] = &found.components[..] else { panic!() };
    assert!(hot.left[0].orthodox && hot.right[0].orthodox);
    assert!(!mild.left[0].orthodox && !mild.right[0].orthodox);
    assert!(!number.left[0].orthodox);
}

#[test]
fn what_is_missing_says_why() {
    assert_eq!(analysis("{1|0}").no_atomic_weight.unwrap(), "none: only infinitesimals have one");
    assert_eq!(analysis("Tiny(1)").atomic_weight.unwrap(), "0");
    for (text, way) in [
        ("on", "unbounded above, like on"),
        ("off", "unbounded below, like off"),
        ("{on|0}", "above if Left starts"),
        ("{0|off}", "below if Right starts"),
        ("{on|off}", "both ways"),
        ("a{1||a|0}", "the bounds do not meet"),
    ] {
        let told = analysis(text).no_mean.unwrap();
        assert!(told.contains(way), "{text}: {told}");
    }
}

/// Tinies and their like weigh nothing, so that what they are added to keeps its weight.
#[test]
fn weights_that_are_no_integers_are_found_beside_tinies() {
    let (mut universe, mut random) = (Universe::new(), Random(5));
    const SMALL: [&str; 8] =
        ["^", "vv*", "*2", "norton(1/2,^)", "norton({1|0},^)", "{^|0}", "{^^*|v*}", "+-(^^)"];
    const TINY: [&str; 5] = ["Tiny(1)", "Miny(2)", "Tiny({2|1})", "Tiny(1/4)", "Tiny(3)+Miny(1)"];
    let mut fractions = 0;
    for _ in 0..120 {
        let [a, b] = [(); 2].map(|()| SMALL[random.below(SMALL.len())]);
        let tiny = TINY[random.below(TINY.len())];
        let all_small = parse(&mut universe, &format!("({a}) + ({b})"));
        let game = parse(&mut universe, &format!("({a}) + ({b}) + {tiny}"));
        let expected = universe.atomic_weight(all_small).unwrap().unwrap();
        let found = universe.atomic_weight(game).unwrap();
        assert_eq!(found, Some(expected), "{a} + {b} + {tiny}");
        let integer = universe.as_number(expected).and_then(Dyadic::to_integer);
        fractions += usize::from(integer.is_none());
    }
    assert!(fractions > 20, "{fractions}");
}
