//! Thermographs of stoppers, by bounds from below and from above until they meet.
//!
//! For temperatures `t ≥ 0`. Positions without loops and pseudonumbers are exact from the start.
//! Every other position starts between the two infinite walls; each round puts the scaffolds of
//! its options in their place. Such a position is no pseudonumber, so its left stop is no less
//! than its right stop: where a round leaves a gap at `t = 0`, the mast of the lower bound stands
//! on the right scaffold and that of the upper bound on the left one, and both stay bounds.

use nimzo_work::Task;

use super::graph::{Graph, Side};
use super::pseudo::{PseudoNumber, pseudo_numbers, short_games};
use super::sides::SideValue;
use super::stopper::Stopper;
use super::value::Loopy;
use crate::{Dyadic, Meeting, Result, Slope, Thermograph, Universe, Wall};

/// A thermograph from `t = 0` on, known to lie between two.
///
/// ```
/// use nimzo_cgt::Loopy;
/// let bounds = Loopy::parse("upon + {2|0}").unwrap().thermograph().unwrap();
/// assert!(bounds.is_exact());
/// let mast = bounds.lower.mast().unwrap();
/// assert_eq!((mast.mean.to_string(), mast.temperature.to_string()), ("1".into(), "1".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ThermographBounds {
    /// No wall lies below these.
    pub lower: Thermograph,
    /// No wall lies above these.
    pub upper: Thermograph,
}

impl ThermographBounds {
    fn unknown() -> ThermographBounds {
        let endless = |wall: Wall| Thermograph::without_mast(wall.clone(), wall);
        ThermographBounds {
            lower: endless(Wall::MinusInfinity),
            upper: endless(Wall::PlusInfinity),
        }
    }

    /// Whether the bounds have met.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// assert!(Loopy::parse("over").unwrap().thermograph().unwrap().is_exact());
    /// assert!(!Loopy::parse("dud").unwrap().thermograph().unwrap().is_exact());
    /// ```
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }
}

/// How many rounds are played before the bounds are left as they are.
const MAX_ROUNDS: usize = 400;

impl Loopy {
    /// The thermograph: of the offside from below, of the onside from above.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let bounds = Loopy::parse("a{1||a|0}").unwrap().thermograph().unwrap();
    /// assert_eq!(bounds.lower.mast().unwrap().mean.to_string(), "0");
    /// assert_eq!(bounds.upper.mast().unwrap().mean.to_string(), "2");
    /// ```
    pub fn thermograph(&self) -> Result<ThermographBounds> {
        self.thermograph_within(&Task::silent())
    }

    /// The thermograph, unless the task is asked to stop.
    pub(crate) fn thermograph_within(&self, task: &Task) -> Result<ThermographBounds> {
        let bounds = |side: &SideValue| match side {
            SideValue::Stopper(stopper) => stopper.thermograph_within(task),
            // What is known of endless play is only that it lies between the ends of the line.
            SideValue::Endless { .. } => Ok(ThermographBounds::unknown()),
        };
        let (below, above) = (bounds(self.offside())?, bounds(self.onside())?);
        Ok(ThermographBounds { lower: below.lower, upper: above.upper })
    }
}

impl Stopper {
    /// The thermograph, exact where the bounds meet.
    ///
    /// ```
    /// use nimzo_cgt::Loopy;
    /// let game = Loopy::parse("{on|0}").unwrap();
    /// let bounds = game.as_stopper().unwrap().thermograph().unwrap();
    /// assert!(bounds.is_exact() && bounds.lower.mast().is_none());
    /// ```
    pub fn thermograph(&self) -> Result<ThermographBounds> {
        self.thermograph_within(&Task::silent())
    }

    fn thermograph_within(&self, task: &Task) -> Result<ThermographBounds> {
        Ok(self.thermographs(task)?.swap_remove(0))
    }

    /// The thermographs of all positions.
    pub(super) fn thermographs(&self, task: &Task) -> Result<Vec<ThermographBounds>> {
        let fixed = self.fixed_thermographs(task)?;
        let lower = settle(self.graph(), &fixed, Wall::MinusInfinity, task)?;
        let upper = settle(self.graph(), &fixed, Wall::PlusInfinity, task)?;
        let both = lower.into_iter().zip(upper);
        Ok(both.map(|(lower, upper)| ThermographBounds { lower, upper }).collect())
    }

    /// The thermographs that are known beforehand.
    fn fixed_thermographs(&self, task: &Task) -> Result<Vec<Option<Thermograph>>> {
        let mut universe = Universe::new().watched_by(task);
        let games = short_games(&mut universe, self.graph())?;
        let pseudo = pseudo_numbers(self.graph(), &universe, &games);
        let mut fixed = Vec::new();
        for position in 0..self.graph().len() {
            let endless = |wall: Wall| Some(Thermograph::without_mast(wall.clone(), wall));
            fixed.push(match pseudo[position] {
                Some(PseudoNumber::On) => endless(Wall::PlusInfinity),
                Some(PseudoNumber::Off) => endless(Wall::MinusInfinity),
                Some(
                    PseudoNumber::Number(mean)
                    | PseudoNumber::Over(mean)
                    | PseudoNumber::Under(mean),
                ) => Some(Thermograph::upright(Dyadic::ZERO, mean)),
                None => match games[position] {
                    Some(game) => Some(universe.thermograph(game)?.starting_at(Dyadic::ZERO)?),
                    None => None,
                },
            });
        }
        Ok(fixed)
    }
}

/// Rounds from one infinite wall until nothing changes, or enough is enough.
fn settle(
    graph: &Graph,
    fixed: &[Option<Thermograph>],
    from: Wall,
    task: &Task,
) -> Result<Vec<Thermograph>> {
    let from_below = from == Wall::MinusInfinity;
    let start = Thermograph::without_mast(from.clone(), from);
    let mut present: Vec<Thermograph> =
        fixed.iter().map(|known| known.clone().unwrap_or(start.clone())).collect();
    for _ in 0..MAX_ROUNDS {
        let mut changed = false;
        for position in 0..graph.len() {
            if fixed[position].is_some() {
                continue;
            }
            task.check()?;
            let next = round(graph, &present, position, from_below)?;
            changed |= next != present[position];
            present[position] = next;
        }
        if !changed {
            break;
        }
    }
    Ok(present)
}

fn round(
    graph: &Graph,
    present: &[Thermograph],
    position: usize,
    from_below: bool,
) -> Result<Thermograph> {
    let mut left = Wall::MinusInfinity;
    for &option in graph.options(position, Side::Left) {
        left = left.max(present[option].right())?;
    }
    let mut right = Wall::PlusInfinity;
    for &option in graph.options(position, Side::Right) {
        right = right.min(present[option].left())?;
    }
    let (left, right) = (left.tilt(Slope::Falling)?, right.tilt(Slope::Rising)?);
    if left.meeting(&right)? != Meeting::ColdFromStart {
        return Thermograph::from_scaffolds(&left, &right);
    }
    let ground = if from_below { right } else { left };
    Ok(match ground.trajectory() {
        Some(trajectory) => Thermograph::upright(Dyadic::ZERO, trajectory.value_at(Dyadic::ZERO)?),
        None => Thermograph::without_mast(ground.clone(), ground),
    })
}
