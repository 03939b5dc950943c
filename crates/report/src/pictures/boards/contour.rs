//! Lines of equal height over a grid of numbers, by marching squares.

/// A segment of a contour, in grid units: (0, 0) is the first cell's centre.
pub(super) type Segment = ((f64, f64), (f64, f64));

/// The segments of the contour at `level`. Squares of four centres in which a number is missing
/// have none.
pub(super) fn contour(
    columns: usize,
    rows: usize,
    height: impl Fn(usize, usize) -> Option<f64>,
    level: f64,
) -> Vec<Segment> {
    let mut segments = Vec::new();
    for row in 0..rows.saturating_sub(1) {
        for column in 0..columns.saturating_sub(1) {
            let at = |dx: usize, dy: usize| height(column + dx, row + dy).filter(|h| h.is_finite());
            if let (Some(a), Some(b), Some(c), Some(d)) = (at(0, 0), at(1, 0), at(1, 1), at(0, 1)) {
                let corner = (column as f64, row as f64);
                square(corner, [a, b, c, d], level, &mut segments);
            }
        }
    }
    segments
}

/// The segments in one square; its corners are given around it.
fn square(corner: (f64, f64), heights: [f64; 4], level: f64, segments: &mut Vec<Segment>) {
    const AROUND: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
    let mut crossings = Vec::with_capacity(4);
    for side in 0..4 {
        let (here, next) = (side, (side + 1) % 4);
        let (a, b) = (heights[here], heights[next]);
        if (a >= level) != (b >= level) {
            let part = (level - a) / (b - a);
            let x = AROUND[here].0 + (AROUND[next].0 - AROUND[here].0) * part;
            let y = AROUND[here].1 + (AROUND[next].1 - AROUND[here].1) * part;
            crossings.push((corner.0 + x, corner.1 + y));
        }
    }
    match crossings[..] {
        [a, b] => segments.push((a, b)),
        // A saddle: the middle decides which corners belong together.
        [a, b, c, d] => {
            let middle = heights.iter().sum::<f64>() / 4.0;
            if (middle >= level) == (heights[0] >= level) {
                segments.extend([(a, b), (c, d)]);
            } else {
                segments.extend([(d, a), (b, c)]);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_contour_of_a_slope_is_straight() {
        let segments = contour(5, 4, |x, _| Some(x as f64), 1.5);
        assert_eq!(segments.len(), 3);
        assert!(segments.iter().all(|&((x, _), (z, _))| x == 1.5 && z == 1.5));
    }

    #[test]
    fn the_contour_of_a_hill_is_closed() {
        let hill =
            |x: usize, y: usize| Some(-((x as f64 - 4.0).powi(2) + (y as f64 - 4.0).powi(2)));
        let segments = contour(9, 9, hill, -5.0);
        let mut ends: Vec<_> = segments.iter().flat_map(|s| [s.0, s.1]).collect();
        ends.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert!(!ends.is_empty() && ends.chunks(2).all(|pair| pair[0] == pair[1]));
    }

    #[test]
    fn a_saddle_has_two_branches_and_a_gap_has_none() {
        let saddle = |x: usize, y: usize| Some(if x == y { 1.0 } else { 0.0 });
        assert_eq!(contour(2, 2, saddle, 0.5).len(), 2);
        assert!(contour(2, 2, |x, _| (x == 0).then_some(1.0), 0.5).is_empty());
        assert!(contour(0, 0, saddle, 0.5).is_empty());
    }
}
