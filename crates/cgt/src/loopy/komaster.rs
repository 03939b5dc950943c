//! Thermographs of kos, for either player as komaster.
//!
//! A ko is a pair of positions between which the players take back and forth: Right moves from the
//! first to the second, Left from the second to the first. The komaster (Berlekamp) may take back
//! at once, but having done so she must resolve the ko with her next move. So from the far side
//! she has two moves in a row, which cost her twice the temperature; the other player never takes
//! back. Games with loops of any other kind have no such thermographs.

use nimzo_work::Task;
use serde::Serialize;

use super::graph::{Graph, Side};
use super::pseudo::short_games;
use crate::{Dyadic, Ratio, Result, SlantedWall, Universe};

/// The thermographs of a ko.
///
/// ```
/// use nimzo_cgt::Analysis;
/// let ko = Analysis::of("a{1||a|0}", &nimzo_work::Task::silent()).unwrap().komaster.unwrap();
/// assert_eq!((ko.left.mean.to_string(), ko.left.temperature.to_string()), ("2/3".into(), "1/3".into()));
/// assert_eq!(ko.left.left_wall.to_string(), "(0, 1) (1/3, 2/3) level");
/// assert_eq!(ko.right.right_wall.to_string(), "(0, 0) (1/3, 2/3) level");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Komaster {
    /// With Left as komaster.
    pub left: KoThermograph,
    /// With Right as komaster.
    pub right: KoThermograph,
}

/// A thermograph with one player as komaster, from temperature 0 on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct KoThermograph {
    /// The mast value.
    pub mean: Ratio,
    /// The temperature from which on the mast is upright.
    pub temperature: Ratio,
    /// Left's wall.
    pub left_wall: SlantedWall,
    /// Right's wall.
    pub right_wall: SlantedWall,
}

/// The thermographs of a game whose only loops are kos; `None` for any other.
pub(crate) fn komaster(graph: &Graph, task: &Task) -> Result<Option<Komaster>> {
    let (left, mirrored) = (with_left(graph, task)?, with_left(&graph.negative(), task)?);
    let (Some(left), Some(mirrored)) = (left, mirrored) else { return Ok(None) };
    let right = KoThermograph {
        mean: mirrored.mean.times(-1)?,
        temperature: mirrored.temperature,
        left_wall: mirrored.right_wall.negate()?,
        right_wall: mirrored.left_wall.negate()?,
    };
    Ok(Some(Komaster { left, right }))
}

/// Both walls of one position.
#[derive(Clone)]
struct Walls {
    left: SlantedWall,
    right: SlantedWall,
    mast: (Ratio, Ratio),
}

/// The thermograph with Left as komaster.
fn with_left(graph: &Graph, task: &Task) -> Result<Option<KoThermograph>> {
    let mut universe = Universe::new().watched_by(task);
    let mut known: Vec<Option<Walls>> = Vec::new();
    for game in short_games(&mut universe, graph)? {
        known.push(match game {
            None => None,
            Some(game) => {
                let thermograph = universe.thermograph(game)?.starting_at(Dyadic::ZERO)?;
                let walls = [thermograph.left(), thermograph.right()].map(|wall| wall.trajectory());
                match (walls, thermograph.mast()) {
                    ([Some(left), Some(right)], Some(mast)) => Some(Walls {
                        left: left.into(),
                        right: right.into(),
                        mast: (mast.mean.into(), mast.temperature.into()),
                    }),
                    _ => return Ok(None),
                }
            }
        });
    }
    // Positions whose options are all known, and kos whose other options are, until all are.
    while known[0].is_none() {
        task.check()?;
        let Some((position, walls)) = next_known(graph, &known)? else { return Ok(None) };
        known[position] = Some(walls);
    }
    Ok(known.swap_remove(0).map(|walls| KoThermograph {
        mean: walls.mast.0,
        temperature: walls.mast.1,
        left_wall: walls.left,
        right_wall: walls.right,
    }))
}

/// A position whose walls follow from what is known.
fn next_known(graph: &Graph, known: &[Option<Walls>]) -> Result<Option<(usize, Walls)>> {
    for position in (0..graph.len()).filter(|&position| known[position].is_none()) {
        let open = |side| -> Vec<usize> {
            let options = graph.options(position, side).iter().copied();
            options.filter(|&option| known[option].is_none()).collect()
        };
        let scaffolds = match (&open(Side::Left)[..], &open(Side::Right)[..]) {
            ([], []) => scaffolds(graph, known, position, None)?,
            // The far side of a ko: Left takes back and resolves.
            (&[near], []) if is_ko(graph, known, near, position) => {
                scaffolds(graph, known, position, Some(near))?
            }
            _ => continue,
        };
        let Some((left, right)) = scaffolds else { continue };
        return Ok(under_mast(&left, &right)?.map(|walls| (position, walls)));
    }
    Ok(None)
}

/// Whether Right's move from `near` to `far` is all that is not known of `near`.
fn is_ko(graph: &Graph, known: &[Option<Walls>], near: usize, far: usize) -> bool {
    let others = |side| graph.options(near, side).iter().filter(|&&to| known[to].is_none());
    near != far && others(Side::Left).count() == 0 && others(Side::Right).eq([&far])
}

/// The scaffolds of a position, on the far side of a ko with Left's two moves in a row.
fn scaffolds(
    graph: &Graph,
    known: &[Option<Walls>],
    position: usize,
    near: Option<usize>,
) -> Result<Option<(SlantedWall, SlantedWall)>> {
    let (mut left, mut right): (Option<SlantedWall>, Option<SlantedWall>) = (None, None);
    let raise = |left: &mut Option<SlantedWall>, wall: SlantedWall| -> Result<()> {
        *left = Some(match left.take() {
            None => wall,
            Some(before) => before.max(&wall)?,
        });
        Ok(())
    };
    for &option in graph.options(position, Side::Left) {
        if let Some(walls) = &known[option] {
            raise(&mut left, walls.right.tilt(-1)?)?;
        }
    }
    for &option in near.iter().flat_map(|&near| graph.options(near, Side::Left)) {
        if let Some(walls) = &known[option] {
            raise(&mut left, walls.right.tilt(-2)?)?;
        }
    }
    for &option in graph.options(position, Side::Right) {
        if let Some(walls) = &known[option] {
            let wall = walls.left.tilt(1)?;
            right = Some(match right.take() {
                None => wall,
                Some(before) => before.min(&wall)?,
            });
        }
    }
    Ok(left.zip(right))
}

/// Both walls from the scaffolds: upright from the highest temperature on at which Left's is not
/// below Right's. In a gap further down both stand upright below its upper end.
fn under_mast(left: &SlantedWall, right: &SlantedWall) -> Result<Option<Walls>> {
    let mut bends = left.bends_with(right)?;
    let last = bends.last().copied().unwrap_or(Ratio::ZERO);
    // Behind the last bend they never cross: without a gap there, there is no mast.
    let beyond = last.add(Ratio::new(1, 1).unwrap_or(Ratio::ZERO))?;
    if left.value_at(beyond)? >= right.value_at(beyond)? {
        return Ok(None);
    }
    let mut points = [Vec::new(), Vec::new()];
    let (mut mast, mut upright) = (None, None);
    while let Some(t) = bends.pop() {
        let (a, b) = (left.value_at(t)?, right.value_at(t)?);
        if a >= b {
            mast.get_or_insert((a, t));
            points[0].push((t, a));
            points[1].push((t, b));
            upright = (a == b).then_some(a);
        } else if let (Some(value), Some(_)) = (upright, mast) {
            points[0].push((t, value));
            points[1].push((t, value));
        }
    }
    // A gap from 0 on holds a number that the walls alone do not tell.
    let Some(mast) = mast else { return Ok(None) };
    let [left, right] = points.map(|mut points| {
        points.reverse();
        SlantedWall::through(points, 0)
    });
    let (left, right) = (left?, right?);
    if left.points()[0].0 != Ratio::ZERO {
        return Ok(None);
    }
    Ok(Some(Walls { left, right, mast }))
}
