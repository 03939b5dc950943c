//! More than ten thousand random games, computed here and by the `cgt` crate.

use std::cmp::Ordering;

use cgt::numeric::dyadic_rational_number::DyadicRationalNumber;
use cgt::numeric::rational::Rational;
use cgt::short::partizan::canonical_form::CanonicalForm;
use nimzo_cgt::{Dyadic, Game, Nimber, Nus, Universe};

use crate::random::{Random, Twin, twins};

fn dyadic(theirs: DyadicRationalNumber) -> Dyadic {
    Dyadic::new(theirs.numerator(), theirs.denominator_exponent()).unwrap()
}

fn rational(theirs: Rational) -> Dyadic {
    let (numerator, denominator) = theirs.to_fraction().unwrap();
    Dyadic::new(numerator, denominator.trailing_zeros()).unwrap()
}

/// Their canonical form rebuilt here, option by option; every form must already be canonical.
pub fn rebuilt(universe: &mut Universe, theirs: &CanonicalForm) -> Game {
    if let Some(nus) = theirs.to_nus() {
        return universe.nus(Nus {
            number: dyadic(nus.number()),
            ups: nus.up_multiple().into(),
            star: Nimber(nus.nimber().value().into()),
        });
    }
    let left: Vec<Game> = theirs.left_moves().map(|g| rebuilt(universe, g.as_ref())).collect();
    let right: Vec<Game> = theirs.right_moves().map(|g| rebuilt(universe, g.as_ref())).collect();
    let game = universe.game(&left, &right).unwrap();
    assert_eq!(universe.left_options(game).unwrap().len(), left.len());
    assert_eq!(universe.right_options(game).unwrap().len(), right.len());
    game
}

fn agree_alone(universe: &mut Universe, random: &mut Random, Twin { ours, theirs }: &Twin) {
    let ours = *ours;
    let text = universe.show(ours);
    assert_eq!(rebuilt(universe, theirs), ours, "{text} is {theirs} to them");
    assert_eq!(universe.birthday(ours).unwrap(), u64::from(theirs.birthday()), "{text}");
    assert_eq!(universe.left_stop(ours), dyadic(theirs.left_stop()), "{text}");
    assert_eq!(universe.right_stop(ours), dyadic(theirs.right_stop()), "{text}");
    assert_eq!(universe.mean(ours).unwrap(), dyadic(theirs.mean()), "{text}");
    assert_eq!(universe.temperature(ours).unwrap(), dyadic(theirs.temperature()), "{text}");
    let (our_walls, their_walls) = (universe.thermograph(ours).unwrap(), theirs.thermograph());
    for _ in 0..4 {
        let eighths = random.below(56) as i64 - 8;
        let at = Dyadic::new(eighths, 3).unwrap();
        let there = Rational::new_fraction(eighths, 8).unwrap();
        let left = our_walls.left().trajectory().unwrap().value_at(at).unwrap();
        let right = our_walls.right().trajectory().unwrap().value_at(at).unwrap();
        assert_eq!(left, rational(their_walls.left_wall.value_at(there)), "{text} at {at}");
        assert_eq!(right, rational(their_walls.right_wall.value_at(there)), "{text} at {at}");
    }
}

#[test]
fn random_games_agree() {
    let (mut universe, mut random) = (Universe::new(), Random(0x5eed));
    let games = twins(&mut universe, &mut random, 3000);
    assert!(games.len() > 10_000);
    for game in &games {
        agree_alone(&mut universe, &mut random, game);
    }
    let mut orders = [0; 4];
    for _ in 0..20_000 {
        let (a, b) = (&games[random.below(games.len())], &games[random.below(games.len())]);
        let ours = universe.compare(a.ours, b.ours).unwrap();
        assert_eq!(ours, a.theirs.partial_cmp(&b.theirs), "{} and {}", a.theirs, b.theirs);
        orders[ours.map_or(3, |order| (order as i8 + 1) as usize)] += 1;
    }
    assert!(orders.iter().all(|&count| count > 10), "every order was met: {orders:?}");
}

#[test]
fn random_sums_and_cooled_games_agree() {
    let (mut universe, mut random) = (Universe::new(), Random(77));
    let games = twins(&mut universe, &mut random, 150);
    for _ in 0..400 {
        let (a, b) = (&games[random.below(games.len())], &games[random.below(games.len())]);
        let ours = universe.add(a.ours, b.ours).unwrap();
        let theirs = CanonicalForm::construct_sum(&a.theirs, &b.theirs);
        agree_alone(&mut universe, &mut random, &Twin { ours, theirs });
        let quarters = random.below(12) as i64;
        let ours = universe.cool(a.ours, Dyadic::new(quarters, 2).unwrap()).unwrap();
        let theirs = a.theirs.cool(DyadicRationalNumber::new(quarters, 2));
        // At the very temperature of a number's neighbourhood both keep the infinitesimal.
        assert_eq!(rebuilt(&mut universe, &theirs), ours, "{} by {quarters}/4", a.theirs);
    }
}

#[test]
fn atomic_weights_agree() {
    let (mut universe, mut random) = (Universe::new(), Random(99));
    let mut games = vec![Twin { ours: universe.zero(), theirs: CanonicalForm::new_integer(0) }];
    while games.len() < 2000 {
        let mut side = || -> Vec<usize> {
            let size = 1 + random.below(3);
            (0..size).map(|_| random.below(games.len())).collect()
        };
        let (left, right) = (side(), side());
        let ours = |side: &[usize]| side.iter().map(|&i| games[i].ours).collect::<Vec<_>>();
        let theirs =
            |side: &[usize]| side.iter().map(|&i| games[i].theirs.clone()).collect::<Vec<_>>();
        let twin = Twin {
            ours: universe.game(&ours(&left), &ours(&right)).unwrap(),
            theirs: CanonicalForm::new_from_moves(theirs(&left), theirs(&right)),
        };
        if universe.birthday(twin.ours).unwrap() > 5 {
            continue;
        }
        let weight = universe.atomic_weight(twin.ours).unwrap().unwrap();
        let theirs = rebuilt(&mut universe, &twin.theirs.atomic_weight());
        let text = universe.show(twin.ours);
        assert_eq!(weight, theirs, "{text}");
        games.push(twin);
    }
    assert_eq!(universe.compare(games[1].ours, games[1].ours).unwrap(), Some(Ordering::Equal));
}
