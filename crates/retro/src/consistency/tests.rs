use nimzo_chess::{Depth, Metric};
use nimzo_work::Task;

use super::*;
use crate::planes::DepthPlane;
use crate::sweep::{Goals, Library, Solved, SubTables, layout_of};

/// A class with everything it leads to, one of whose values may be told wrong.
struct Solution<'a> {
    around: &'a Neighbourhood,
    library: &'a Library,
    solved: &'a Solved,
    wrong: Option<(Color, usize)>,
}

impl Known for Solution<'_> {
    fn own(&self, turn: Color, number: usize) -> Option<Value> {
        let plane: &DepthPlane = &self.solved.slices[0].depths[Metric::Dtc].as_ref()?[turn];
        let value = match plane.get(self.around.own[turn][number] as usize)? {
            Depth::Win(plies) => Value::Win(plies.into()),
            Depth::Draw => Value::Draw,
            Depth::Loss(plies) => Value::Loss(plies.into()),
        };
        match value {
            Value::Win(plies) if self.wrong == Some((turn, number)) => Some(Value::Win(plies + 2)),
            value => Some(value),
        }
    }

    fn captured(&self, group: usize, number: usize) -> Option<Wdl> {
        let Captured { class, turn, slots } = &self.around.captured[group];
        self.library.wdl(*class, 0).ok()?[*turn].get(slots[number] as usize)
    }
}

#[test]
fn solved_positions_follow_and_wrong_ones_do_not() {
    for (name, count) in [("KQvKR", 5000), ("KRRvK", 5000), ("KQvK", 100_000)] {
        let class: Material = name.parse().unwrap();
        let mut library = Library::new();
        let goals = Goals::of_metrics(&[Metric::Dtc], false);
        let solved = library.solve(class, goals, &Task::silent()).unwrap();
        let sample = Sample::new(layout_of(class).unwrap(), count, 7);
        let around = sample.neighbourhood().unwrap();
        let mut known =
            Solution { around: &around, library: &library, solved: &solved, wrong: None };
        let checked = sample.check(&around, &known).unwrap();
        assert_eq!((checked.wrong, &checked.first), (0, &None), "{name}");
        if name == "KQvK" {
            // All there are.
            assert_eq!(checked.positions, ByColor { white: 18_081, black: 28_056 }, "{name}");
        }
        // A win of the sample told too long.
        let slots = sample.slots(Color::White);
        let number = slots.iter().find_map(|slot| {
            let number = around.own.white.binary_search(slot).ok()?;
            matches!(known.own(Color::White, number), Some(Value::Win(_))).then_some(number)
        });
        known.wrong = Some((Color::White, number.unwrap()));
        let checked = sample.check(&around, &known).unwrap();
        assert!(checked.wrong > 0, "{name}");
        assert!(checked.first.unwrap().contains("plies"), "{name}");
    }
}
