//! Laws of the group of games, of order, and of heat, on random games.

use std::cmp::Ordering;

use nimzo_cgt::{Dyadic, Game, Nus, Temper, Universe};
use proptest::prelude::*;

/// A game before it is put into a universe.
#[derive(Clone, Debug)]
enum Draft {
    Nus(i64, u32, i64, u64),
    Options(Vec<Draft>, Vec<Draft>),
}

fn draft() -> impl Strategy<Value = Draft> {
    let leaf = (-6i64..=6, 0u32..=2, -2i64..=2, 0u64..=3)
        .prop_map(|(numerator, exponent, ups, star)| Draft::Nus(numerator, exponent, ups, star));
    leaf.prop_recursive(2, 8, 2, |inner| {
        let side = || prop::collection::vec(inner.clone(), 0..=2);
        (side(), side()).prop_map(|(left, right)| Draft::Options(left, right))
    })
}

fn build(universe: &mut Universe, draft: &Draft) -> Game {
    match draft {
        &Draft::Nus(numerator, exponent, ups, star) => {
            let number = Dyadic::new(numerator, exponent).unwrap();
            universe.nus(Nus { number, ups, star: nimzo_cgt::Nimber(star) })
        }
        Draft::Options(left, right) => {
            let left: Vec<Game> = left.iter().map(|draft| build(universe, draft)).collect();
            let right: Vec<Game> = right.iter().map(|draft| build(universe, draft)).collect();
            universe.game(&left, &right).unwrap()
        }
    }
}

fn quarters(n: i64) -> Dyadic {
    Dyadic::new(n, 2).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..Default::default() })]

    #[test]
    fn games_are_a_partially_ordered_group(a in draft(), b in draft(), c in draft()) {
        let mut u = Universe::new();
        let [a, b, c] = [&a, &b, &c].map(|draft| build(&mut u, draft));
        let (ab, bc) = (u.add(a, b).unwrap(), u.add(b, c).unwrap());
        prop_assert_eq!(u.add(ab, c).unwrap(), u.add(a, bc).unwrap());
        prop_assert_eq!(ab, u.add(b, a).unwrap());
        prop_assert_eq!(u.sub(ab, b).unwrap(), a);
        let difference = u.sub(a, a).unwrap();
        prop_assert!(u.is_zero(difference));
        // The order is that of differences, and sums respect it.
        let difference = u.sub(a, b).unwrap();
        let order = u.compare(a, b).unwrap();
        prop_assert_eq!(order, u.compare(difference, u.zero()).unwrap());
        let ac = u.add(a, c).unwrap();
        prop_assert_eq!(order, u.compare(ac, bc).unwrap());
    }

    #[test]
    fn text_is_read_back(a in draft()) {
        let mut u = Universe::new();
        let game = build(&mut u, &a);
        let text = u.show(game);
        prop_assert_eq!(u.parse(&text).unwrap(), game, "{}", text);
        prop_assert_eq!(Universe::new().parse(&text).map(|_| ()), Ok(()));
    }

    #[test]
    fn cooling_and_means_are_homomorphisms(a in draft(), b in draft(), t in 0i64..12) {
        let mut u = Universe::new();
        let [a, b] = [&a, &b].map(|draft| build(&mut u, draft));
        let sum = u.add(a, b).unwrap();
        let t = quarters(t);
        let (cool_a, cool_b, cool_sum) =
            (u.cool(a, t).unwrap(), u.cool(b, t).unwrap(), u.cool(sum, t).unwrap());
        prop_assert_eq!(u.add(cool_a, cool_b).unwrap(), cool_sum);
        let (mean_a, mean_b) = (u.mean(a).unwrap(), u.mean(b).unwrap());
        prop_assert_eq!(mean_a.checked_add(mean_b).unwrap(), u.mean(sum).unwrap());
        prop_assert!(
            u.temperature(sum).unwrap()
                <= u.temperature(a).unwrap().max(u.temperature(b).unwrap()).max(Dyadic::ZERO)
        );
        // The walls at t are the stops of the cooled game.
        let walls = u.thermograph(a).unwrap();
        let left = walls.left().trajectory().unwrap().value_at(t).unwrap();
        let right = walls.right().trajectory().unwrap().value_at(t).unwrap();
        prop_assert_eq!((left, right), (u.left_stop(cool_a), u.right_stop(cool_a)));
    }

    #[test]
    fn heating_undoes_cooling_of_switches(a in 1i64..20, t in 0i64..20) {
        let mut u = Universe::new();
        let (high, low) = (quarters(a), quarters(-a));
        let (high, low) = (u.number(high), u.number(low));
        let switch = u.game(&[high], &[low]).unwrap();
        prop_assume!(t < a);
        let t = quarters(t);
        let (cooled, bonus) = (u.cool(switch, t).unwrap(), u.number(t));
        prop_assert_eq!(u.heat(cooled, bonus).unwrap(), switch);
    }

    #[test]
    fn thermographs_of_sums_with_numbers_translate(a in draft(), n in -20i64..20) {
        let mut u = Universe::new();
        let game = build(&mut u, &a);
        let number = u.number(quarters(n));
        let sum = u.add(game, number).unwrap();
        let moved = u.thermograph(game).unwrap().translate(quarters(n)).unwrap();
        let found = u.thermograph(sum).unwrap();
        let from_zero = |wall: &nimzo_cgt::Wall| {
            wall.trajectory().unwrap().starting_at(Dyadic::ZERO).unwrap()
        };
        prop_assert_eq!(from_zero(found.left()), from_zero(moved.left()));
        prop_assert_eq!(from_zero(found.right()), from_zero(moved.right()));
    }

    #[test]
    fn dominated_and_reversible_options_change_nothing(a in draft(), b in draft(), c in draft()) {
        let mut u = Universe::new();
        let [game, other, third] = [&a, &b, &c].map(|draft| build(&mut u, draft));
        let mut left = u.left_options(game).unwrap().to_vec();
        let right = u.right_options(game).unwrap().to_vec();
        if let Some(&best) = left.first() {
            // An option no better than another one.
            if u.compare(other, best).unwrap() == Some(Ordering::Less) {
                left.push(other);
            }
        }
        // An option from which Right can return to something no better than the game.
        let mut back = third;
        if !u.le(back, game).unwrap() {
            back = game;
        }
        let mut gift = u.left_options(back).unwrap().to_vec();
        gift.push(other);
        let reversible = u.game(&gift, &[back]).unwrap();
        let returns = u.right_options(reversible).unwrap().to_vec();
        let mut holds = false;
        for reply in returns {
            let replies = u.left_options(reply).unwrap().to_vec();
            let mut covered = true;
            for option in replies {
                covered &= !u.le(game, option).unwrap();
            }
            holds |= u.le(reply, game).unwrap() && covered;
        }
        if holds {
            left.push(reversible);
        }
        prop_assert_eq!(u.game(&left, &right).unwrap(), game);
    }

    #[test]
    fn numbers_can_be_avoided(a in draft(), n in -20i64..20) {
        let mut u = Universe::new();
        let game = build(&mut u, &a);
        prop_assume!(u.as_number(game).is_none());
        let number = u.number(quarters(n));
        let sum = u.add(game, number).unwrap();
        let left_wins_first = !u.le(sum, u.zero()).unwrap();
        let found = u.winning_left_move(game, quarters(n)).unwrap();
        prop_assert_eq!(found.is_some(), left_wins_first);
    }

    #[test]
    fn atomic_weights_are_additive_and_near_multiples_of_up(
        a in all_small(), b in all_small()
    ) {
        let mut u = Universe::new();
        let [a, b] = [&a, &b].map(|draft| build(&mut u, draft));
        let sum = u.add(a, b).unwrap();
        let [x, y, z] = [a, b, sum].map(|game| u.atomic_weight(game).unwrap().unwrap());
        prop_assert_eq!(u.add(x, y).unwrap(), z);
        // The definition: the game lies within up plus a remote star of weight times up.
        let up = u.parse("^").unwrap();
        let (near, reach) = (u.norton(x, up).unwrap(), u.parse("^*64").unwrap());
        let rest = u.sub(a, near).unwrap();
        let lower = u.neg(reach).unwrap();
        prop_assert!(u.le(rest, reach).unwrap() && u.le(lower, rest).unwrap());
    }

    #[test]
    fn warming_undoes_chilling(a in even_tempered()) {
        let mut u = Universe::new();
        let game = build(&mut u, &a);
        prop_assume!(u.temper(game).unwrap() == Some(Temper::Even));
        let chilled = u.chill(game).unwrap();
        prop_assert_eq!(u.warm(chilled).unwrap(), game);
    }
}

/// All-small games.
fn all_small() -> impl Strategy<Value = Draft> {
    let leaf = (-2i64..=2, 0u64..=2).prop_map(|(ups, star)| Draft::Nus(0, 0, ups, star));
    leaf.prop_recursive(2, 6, 2, |inner| {
        let side = || prop::collection::vec(inner.clone(), 1..=2);
        (side(), side()).prop_map(|(left, right)| Draft::Options(left, right))
    })
}

/// Even-tempered games with integer ends, as Go endgames are after adding a star where needed:
/// even integers, odd integers with a star, and two moves make another one.
fn even_tempered() -> impl Strategy<Value = Draft> {
    let end = (-5i64..=5).prop_map(|n| Draft::Nus(n, 0, 0, n.unsigned_abs() % 2));
    let next = |inner: BoxedStrategy<Draft>| {
        let side = move || prop::collection::vec(inner.clone(), 1..=2);
        (side(), side()).prop_map(|(left, right)| Draft::Options(left, right))
    };
    let odd = next((-5i64..=5).prop_map(|n| Draft::Nus(n, 0, 0, n.unsigned_abs() % 2)).boxed());
    prop_oneof![end, next(odd.boxed())]
}
