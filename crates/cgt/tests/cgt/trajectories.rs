//! Envelopes and crossings of random trajectories against plain evaluation on a fine grid.

use nimzo_cgt::{Dyadic, Slope, Trajectory};

use crate::random::Random;

/// Walls as they grow in thermographs: tilt, clip, and take envelopes, over and over.
fn grow(random: &mut Random, left: bool, depth: usize) -> Trajectory {
    let number = Dyadic::new(random.below(33) as i64 - 16, 1).unwrap();
    let start = Dyadic::MINUS_ONE;
    if depth == 0 {
        return Trajectory::constant(start, number);
    }
    let (a, b) = (grow(random, !left, depth - 1), grow(random, !left, depth - 1));
    let scaffold = if left { a.max(&b).unwrap() } else { a.min(&b).unwrap() };
    let tilt = if left { Slope::Falling } else { Slope::Rising };
    let clip = Dyadic::new(random.below(12) as i64, 2).unwrap();
    scaffold.tilt(tilt).unwrap().level_from(clip).unwrap()
}

fn grid() -> impl Iterator<Item = Dyadic> {
    (-16..=160).map(|sixteenths| Dyadic::new(sixteenths, 4).unwrap())
}

#[test]
fn envelopes_order_and_crossings_agree_with_evaluation() {
    let mut random = Random(12345);
    for _ in 0..3000 {
        let (depth, left) = (random.below(4), random.below(2) == 0);
        let (a, b) = (grow(&mut random, left, depth), grow(&mut random, !left, depth));
        let (max, min) = (a.max(&b).unwrap(), a.min(&b).unwrap());
        let mut first_not_above = None;
        let mut always_at_most = true;
        for t in grid() {
            let (x, y) = (a.value_at(t).unwrap(), b.value_at(t).unwrap());
            assert_eq!(max.value_at(t).unwrap(), x.max(y), "max of {a} and {b} at {t}");
            assert_eq!(min.value_at(t).unwrap(), x.min(y), "min of {a} and {b} at {t}");
            first_not_above = first_not_above.or((x <= y).then_some(t));
            always_at_most &= x <= y;
        }
        assert_eq!(a.is_at_most(&b).unwrap(), always_at_most, "{a} and {b}");
        let crossing = a.first_crossing(&b).unwrap();
        assert_eq!(crossing.map(|point| point.temperature), first_not_above, "{a} and {b}");
        assert_eq!(a.negate().unwrap().negate().unwrap(), a);
        // Fewest breakpoints: no middle point lies on the line of its neighbours.
        for path in [&max, &min] {
            for window in path.points().windows(3) {
                let run = |i: usize| window[i + 1].value.cmp(&window[i].value);
                assert_ne!(run(0), run(1), "{path}");
            }
        }
    }
}
