//! The paper's two conjectures on KING and generalised staircases.
//!
//! Each is checked twice: straight on the largest diagram asked for, and for every number of
//! steps at once through the repetition of [`EndlessStairs`].

use nimzo_work::Task;

use crate::Result;
use crate::young::{EndlessStairs, Piece, ValueMap, general_staircase, rectangle};

/// A conjectured formula for KING on staircases of `rows` by `columns` steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conjecture {
    /// Conjecture 5.1: square steps of odd side.
    OddSquare,
    /// Conjecture 5.2: steps of even and different sides.
    EvenOblong,
}

impl Conjecture {
    /// The paper's number.
    pub const fn number(self) -> &'static str {
        match self {
            Conjecture::OddSquare => "5.1",
            Conjecture::EvenOblong => "5.2",
        }
    }

    /// Whether the conjecture speaks of such steps.
    pub const fn concerns(self, rows: u32, columns: u32) -> bool {
        match self {
            Conjecture::OddSquare => rows == columns && rows % 2 == 1,
            Conjecture::EvenOblong => {
                rows != columns && rows.is_multiple_of(2) && columns.is_multiple_of(2)
            }
        }
    }

    /// The sides of the steps the conjecture speaks of, up to `max`.
    pub fn sides(self, max: u32) -> Vec<(u32, u32)> {
        let all = (1..=max).flat_map(|rows| (1..=max).map(move |columns| (rows, columns)));
        all.filter(|&(rows, columns)| self.concerns(rows, columns)).collect()
    }

    /// The conjectured value for so many steps.
    pub const fn value(self, rows: u32, steps: u64) -> u64 {
        match self {
            Conjecture::OddSquare => match steps % (rows as u64 + 2) {
                0 => 2,
                odd if odd % 2 == 1 => 0,
                _ => 1,
            },
            Conjecture::EvenOblong => 2 + (steps + 1) % 2,
        }
    }

    /// After how many steps the conjectured values repeat.
    const fn period(self, rows: u32) -> u64 {
        match self {
            Conjecture::OddSquare => rows as u64 + 2,
            Conjecture::EvenOblong => 2,
        }
    }
}

/// A number of steps where the conjectured value is not the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The number of steps.
    pub steps: u64,
    /// What the conjecture says.
    pub conjectured: u64,
    /// What is so.
    pub found: u64,
}

/// What became of a conjecture for steps of one shape.
#[derive(Clone, Debug)]
pub struct Settlement {
    /// Rows of a step.
    pub rows: u32,
    /// Columns of a step.
    pub columns: u32,
    /// The first number of steps at which it fails, if any.
    pub counterexample: Option<Counterexample>,
    /// From this number of steps on, the blocks of values repeat …
    pub repeats_from: usize,
    /// … with this period; so the settled is for every number of steps.
    pub period: usize,
}

/// Settles a conjecture for steps of one shape and every number of steps; `None` where it does
/// not speak of such steps.
///
/// ```
/// use nimzo_games::young::{Conjecture, settle};
/// use nimzo_work::Task;
/// let settled = settle(Conjecture::OddSquare, 5, 5, &Task::silent())?.unwrap();
/// assert_eq!(settled.counterexample, None);
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub fn settle(
    conjecture: Conjecture,
    rows: u32,
    columns: u32,
    task: &Task,
) -> Result<Option<Settlement>> {
    let concerned =
        if conjecture.concerns(rows, columns) { rectangle(rows, columns) } else { None };
    let Some(step) = concerned else { return Ok(None) };
    let Some(blocks) = EndlessStairs::solve(&step, &Piece::King.moveset(), task)? else {
        return Ok(None);
    };
    let (period, formula) = (blocks.period() as u64, conjecture.period(rows));
    // Past this both sides have run through every combination of their periods.
    let enough = blocks.repeats_from() as u64 + period / gcd(period, formula) * formula;
    let counterexample = (1..=enough).find_map(|steps| {
        let found = blocks.pair(steps, 0, 0)?.normal.0;
        compare(conjecture, rows, steps, found)
    });
    Ok(Some(Settlement {
        rows,
        columns,
        counterexample,
        repeats_from: blocks.repeats_from(),
        period: blocks.period(),
    }))
}

/// Checks a conjecture on one diagram with so many steps, which holds all the smaller ones,
/// without any use of repetition: the first counterexample, if there is one.
pub fn check_directly(
    conjecture: Conjecture,
    rows: u32,
    columns: u32,
    steps: u32,
    task: &Task,
) -> Result<Option<Counterexample>> {
    let Some(diagram) = general_staircase(steps, rows, columns) else { return Ok(None) };
    let map = ValueMap::solve(&diagram, &Piece::King.moveset(), task)?;
    Ok((1..=steps).find_map(|left| {
        let found = map.pair(((steps - left) * rows) as usize, 0)?.normal.0;
        compare(conjecture, rows, left.into(), found)
    }))
}

fn compare(conjecture: Conjecture, rows: u32, steps: u64, found: u64) -> Option<Counterexample> {
    let conjectured = conjecture.value(rows, steps);
    (conjectured != found).then_some(Counterexample { steps, conjectured, found })
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_agree() {
        let task = Task::silent();
        for conjecture in [Conjecture::OddSquare, Conjecture::EvenOblong] {
            for (rows, columns) in conjecture.sides(6) {
                let settled = settle(conjecture, rows, columns, &task).unwrap().unwrap();
                let direct = check_directly(conjecture, rows, columns, 30, &task).unwrap();
                assert_eq!(settled.counterexample, direct, "{rows} by {columns}");
            }
        }
    }

    /// The check can fail: Conjecture 5.1's formula is wrong for even sides.
    #[test]
    fn a_wrong_formula_is_caught() {
        let task = Task::silent();
        assert!(check_directly(Conjecture::OddSquare, 2, 2, 3, &task).unwrap().is_some());
        assert!(settle(Conjecture::OddSquare, 2, 2, &task).unwrap().is_none());
    }
}
