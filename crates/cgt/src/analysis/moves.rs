//! The moves of a sum: which win, and which an orthodox player would make.

use serde::Serialize;

use crate::{Dyadic, Game, Result, Universe};

/// The moves in one component of a sum.
///
/// ```
/// use nimzo_cgt::Analysis;
/// let analysis = Analysis::of("{5|-5} + {2|1}", &nimzo_work::Task::silent()).unwrap();
/// let hot = &analysis.components[0];
/// assert_eq!((hot.left[0].to.as_str(), hot.left[0].orthodox), ("5", true));
/// assert!(!analysis.components[1].left[0].orthodox);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ComponentMoves {
    /// The component's canonical form.
    pub component: String,
    /// Its mean.
    pub mean: Dyadic,
    /// Its temperature.
    pub temperature: Dyadic,
    /// Left's moves in it, by canonical options.
    pub left: Vec<ComponentMove>,
    /// Right's moves in it.
    pub right: Vec<ComponentMove>,
}

/// One move in a sum.
///
/// ```
/// use nimzo_cgt::Analysis;
/// let analysis = Analysis::of("*2 + *", &nimzo_work::Task::silent()).unwrap();
/// let winning = analysis.components[0].left.iter().find(|found| found.wins).unwrap();
/// assert_eq!(winning.to, "*");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct ComponentMove {
    /// What the component becomes.
    pub to: String,
    /// Whether whoever makes it wins the whole sum.
    pub wins: bool,
    /// Whether it loses nothing at the temperature of the sum's hottest component.
    pub orthodox: bool,
}

/// The most components whose moves are looked at.
const MOST_COMPONENTS: usize = 10;

/// The moves in all components of a sum; none of a sum of too many.
pub(super) fn moves(universe: &mut Universe, components: &[Game]) -> Result<Vec<ComponentMoves>> {
    if components.len() > MOST_COMPONENTS {
        return Ok(Vec::new());
    }
    let mut ambient = Dyadic::MINUS_ONE;
    for &component in components {
        ambient = ambient.max(universe.temperature(component)?);
    }
    let mut all = Vec::new();
    for (index, &component) in components.iter().enumerate() {
        let mut others = universe.zero();
        for (_, &other) in components.iter().enumerate().filter(|&(i, _)| i != index) {
            others = universe.add(others, other)?;
        }
        let (left, right) = (universe.left_options(component)?, universe.right_options(component)?);
        // Left wins by a move to G if G + the others is at least 0.
        let balance = universe.neg(others)?;
        let walls = universe.thermograph(component)?;
        let mut sides = [Vec::new(), Vec::new()];
        for &option in left.iter() {
            let wins = universe.le(balance, option)?;
            let taken = value_at(universe.thermograph(option)?.right(), ambient)?;
            let kept = value_at(walls.left(), ambient)?;
            let orthodox = taken.and_then(|taken| taken.checked_sub(ambient)) == kept;
            sides[0].push(ComponentMove { to: universe.show(option), wins, orthodox });
        }
        for &option in right.iter() {
            let wins = universe.le(option, balance)?;
            let taken = value_at(universe.thermograph(option)?.left(), ambient)?;
            let kept = value_at(walls.right(), ambient)?;
            let orthodox = taken.and_then(|taken| taken.checked_add(ambient)) == kept;
            sides[1].push(ComponentMove { to: universe.show(option), wins, orthodox });
        }
        let [left, right] = sides;
        all.push(ComponentMoves {
            component: universe.show(component),
            mean: universe.mean(component)?,
            temperature: universe.temperature(component)?,
            left,
            right,
        });
    }
    Ok(all)
}

fn value_at(wall: &crate::Wall, temperature: Dyadic) -> Result<Option<Dyadic>> {
    wall.trajectory().map(|path| path.value_at(temperature)).transpose()
}
