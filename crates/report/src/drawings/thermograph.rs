//! Exact thermographs.

use nimzo_cgt::{Dyadic, Mast, Slope, Thermograph, Trajectory, Wall};

use crate::pictures::{self, Picture, Walls};

/// How much is shown above the last corner where walls run on for ever.
const ABOVE: f64 = 1.0;

/// A thermograph that is known exactly.
///
/// ```
/// use nimzo_cgt::{Dyadic, Thermograph};
/// let number = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
/// let picture = nimzo_report::drawings::thermograph("1", &number);
/// assert_eq!(picture.caption(), "Mean 1, temperature 0. Values grow to the left.");
/// ```
pub fn thermograph(title: &str, graph: &Thermograph) -> Picture {
    let caption = format!("{}. Values grow to the left.", mast_words(graph.mast()));
    pictures::Thermograph::new(walls(graph, top(&[graph]))).picture(title, &caption)
}

/// Bounds from below and above; one thermograph where they are equal.
pub fn bounds(title: &str, lower: &Thermograph, upper: &Thermograph) -> Picture {
    if lower == upper {
        return thermograph(title, lower);
    }
    let top = top(&[lower, upper]);
    let caption = format!(
        "Between two bounds. Whole line: {}. Broken line: {}. Values grow to the left.",
        mast_words(lower.mast()).to_lowercase(),
        mast_words(upper.mast()).to_lowercase()
    );
    pictures::Thermograph::between(walls(lower, top), walls(upper, top)).picture(title, &caption)
}

fn mast_words(mast: Option<Mast>) -> String {
    match mast {
        Some(mast) => format!("Mean {}, temperature {}", mast.mean, mast.temperature),
        None => "No mast: hot at every temperature".into(),
    }
}

/// The highest temperature that is drawn.
fn top(graphs: &[&Thermograph]) -> f64 {
    let trajectories = graphs.iter().flat_map(|graph| [graph.left(), graph.right()]);
    let points = trajectories.filter_map(Wall::trajectory).flat_map(Trajectory::points);
    points.map(|point| point.temperature.to_f64()).fold(0.0, f64::max) + ABOVE
}

fn walls(graph: &Thermograph, top: f64) -> Walls {
    let foot = graph.mast().map(|mast| (mast.mean.to_f64(), mast.temperature.to_f64()));
    let start = [graph.left(), graph.right()]
        .iter()
        .find_map(|wall| wall.trajectory())
        .map(Trajectory::start);
    let start = start.unwrap_or(Dyadic::ZERO).to_f64();
    let corners = |wall: &Wall| corners(wall, foot, start, top);
    Walls { left: corners(graph.left()), right: corners(graph.right()) }
}

fn corners(wall: &Wall, foot: Option<(f64, f64)>, start: f64, top: f64) -> Vec<(f64, f64)> {
    let trajectory = match wall {
        Wall::Finite(trajectory) => trajectory,
        Wall::PlusInfinity => return vec![(f64::INFINITY, start), (f64::INFINITY, top)],
        Wall::MinusInfinity => return vec![(f64::NEG_INFINITY, start), (f64::NEG_INFINITY, top)],
    };
    let points = trajectory.points().iter();
    let mut corners: Vec<_> =
        points.map(|point| (point.value.to_f64(), point.temperature.to_f64())).collect();
    match foot {
        // A wall that is level into the mast has no corner of its own at the mast's foot.
        Some(foot) => {
            corners.retain(|corner| corner.1 < foot.1);
            corners.push(foot);
        }
        None => {
            let last = corners.last().copied().unwrap_or((0.0, start));
            let slope = match trajectory.beyond() {
                Slope::Falling => -1.0,
                Slope::Level => 0.0,
                Slope::Rising => 1.0,
            };
            corners.push((last.0 + slope * (top - last.1), top));
        }
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(value: i64) -> Wall {
        Wall::constant(Dyadic::ZERO, Dyadic::from(value))
    }

    #[test]
    fn walls_end_at_the_foot_of_the_mast() {
        let left = constant(4).tilt(Slope::Falling).unwrap();
        let graph = Thermograph::from_scaffolds(&left, &constant(1)).unwrap();
        let walls = walls(&graph, top(&[&graph]));
        assert_eq!(walls.left, [(4.0, 0.0), (1.0, 3.0)]);
        assert_eq!(walls.right, [(1.0, 0.0), (1.0, 3.0)]);
        assert_eq!(walls.mast(), Some((1.0, 3.0)));
    }

    #[test]
    fn a_number_is_a_bare_mast_and_endless_walls_run_on() {
        let number = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
        assert_eq!(walls(&number, 1.0).left, [(1.0, 0.0)]);
        let right = constant(0).tilt(Slope::Rising).unwrap();
        let hot = Thermograph::from_scaffolds(&Wall::PlusInfinity, &right).unwrap();
        let endless = walls(&hot, top(&[&hot]));
        assert_eq!(endless.left, [(f64::INFINITY, 0.0), (f64::INFINITY, 1.0)]);
        assert_eq!(endless.right, [(0.0, 0.0), (1.0, 1.0)]);
        assert_eq!(endless.mast(), None);
        assert!(thermograph("hot", &hot).caption().starts_with("No mast"));
    }
}
