//! Where a position of the middle game lies on the map of regions, and the mean that the paper's
//! formulae give there.

use nimzo_cgt::Dyadic;

use super::{Area, Region};
use crate::echess::rules::Position;

/// A place on the map of a middle-game position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The subregion.
    pub area: Area,
    /// How far right the rook is, on the row above the Black king.
    pub k: i32,
    /// The White king as seen from the Black king.
    pub king: (i32, i32),
    /// Whether the board was reflected to bring the rook onto the row above.
    pub reflected: bool,
}

impl Place {
    /// Where the position lies; `None` in the opening, before the rook stands a row above or a
    /// column right of the Black king, two squares or more along it.
    pub fn of(position: &Position) -> Option<Place> {
        let [(x, y), (u, v)] = position.offsets();
        if position.in_check() {
            return None;
        }
        let (k, king, reflected) = match (u, v) {
            (k, 1) if k.abs() > 1 => (k, (x, y), false),
            (1, k) if k.abs() > 1 => (k, (y, x), true),
            _ => return None,
        };
        let area = if k < 0 { behind(k, king) } else { ahead(k, king) }?;
        Some(Place { area, k, king, reflected })
    }

    /// Where the White king goes on the board itself.
    pub fn direction(&self) -> (i32, i32) {
        let (dx, dy) = self.area.region().direction();
        if self.reflected { (dy, dx) } else { (dx, dy) }
    }

    /// The mean that the paper's formulae give, the Black king's own points left out; `None` where
    /// it gives none in closed form.
    pub fn mean(&self) -> Option<Dyadic> {
        use Area::*;
        let ((x, y), k) = (self.king, self.k);
        let quarters = |n: i32| Dyadic::new(i64::from(n), 2);
        // One less a power of two: the paper's lambda.
        let lambda = |whole: i32, power: i32| {
            let power = u32::try_from(power).ok()?;
            Dyadic::from(i64::from(whole)).checked_sub(Dyadic::new(1, power)?)
        };
        match self.area {
            A0 => quarters(2 * (x - 2)),
            A1 => quarters(2 * (x - 1)),
            A1A0 => quarters(2 * x - 3),
            B0 => quarters(4 * (-y - 1)),
            B1 => quarters(-4 * y),
            C2 => quarters(4 * (5 - x - y)),
            C1 => quarters(4 * (3 - x - y)),
            CwS => lambda(5 - x - y, y + k - 5),
            D2 => quarters(4 * (3 - x)),
            DwS => lambda(3 - x, k - 3),
            E2 => quarters(2 * (y + 2)),
            E1 => quarters(4 * (y - 1)),
            EwN => Dyadic::new(i64::from(y + 2), 1)?.checked_sub(Dyadic::new(1, k as u32 - 2)?),
            // A third, rounded up to a quarter.
            F2 => quarters(-(-4 * (x + y)).div_euclid(3)),
            CB | CPrime | B1B0 | C2C1 | DE | EA | FPrime | FEn | Whole(_) => None,
        }
    }
}

/// The map of Figure 11: the rook behind the Black king.
fn behind(k: i32, (x, y): (i32, i32)) -> Option<Area> {
    match (x, y) {
        // The king stands in his rook's way.
        (_, 1) if k < x && x < 0 => None,
        (_, ..=1) if x <= -2 => Some(Area::C2),
        (_, ..=-2) if x <= 0 => Some(Area::CPrime),
        (1, ..=-2) => Some(Area::CB),
        (2.., ..=-1) => Some(if x >= -2 * y { Area::A0 } else { Area::B0 }),
        (2.., 0) => Some(Area::A0),
        (2..=3, 1) => Some(Area::EA),
        (4.., 1) => Some(Area::A0),
        (_, 2..) => Some(north(x, y)),
        _ => None,
    }
}

/// The north of Figure 11.
fn north(x: i32, y: i32) -> Area {
    let odd = y % 2 != 0;
    let east = match x - 2 * y {
        2.. => Some(Area::A0),
        1 => Some(Area::A1A0),
        -1..=0 => Some(Area::A1),
        _ => None,
    };
    if let Some(area) = east {
        return area;
    }
    if y <= 4 && (if y == 4 { x >= 5 } else { x >= 1 }) {
        return Area::E1;
    }
    // Twice the column of the border with D, and the westernmost column of F.
    let d_border = 4 - y;
    let f_border = if odd { (y + 3) / 2 } else { (y + 6) / 2 };
    if y >= 5 && x >= f_border {
        return match x - 2 * y {
            -3..=-2 => Area::FEn,
            _ if odd && x <= (y + 7) / 2 => Area::FPrime,
            _ => Area::F2,
        };
    }
    match (2 * x).cmp(&d_border) {
        std::cmp::Ordering::Less if odd && y > 3 && 2 * x == d_border - 1 => Area::DE,
        std::cmp::Ordering::Less => Area::D2,
        _ => Area::E2,
    }
}

/// The map of Figure 12: the rook ahead of the Black king.
fn ahead(k: i32, (x, y): (i32, i32)) -> Option<Area> {
    if k < 5 {
        return nearly(k, (x, y));
    }
    match (x, y) {
        // Between the Black king and the rook every point is hot.
        (_, 1) if 0 < x && x < k => None,
        (_, 1) if x > k => Some(east(k, x)),
        (_, ..=1) if x <= -2 => Some(match y + k {
            5.. => Area::CwS,
            4 => Area::C1,
            3 => Area::C2C1,
            _ => Area::C2,
        }),
        (_, ..=-2) if x <= 0 => Some(if y >= -k { Area::CPrime } else { Area::C2 }),
        (1, ..=-2) => Some(Area::CB),
        (2, _) if y < -k => Some(Area::CB),
        (2.., ..=0) => Some(southeast(k, x, y)),
        (_, 2..) => Some(northern(k, x, y)),
        _ => None,
    }
}

/// The southeast of Figure 12, with the corner of Figure 13.
fn southeast(k: i32, x: i32, y: i32) -> Area {
    let in_b1 = (y < -k && x <= -2 * y) || (y == -k && (2 * k..=2 * k + 1).contains(&x));
    if in_b1 || (x, y) == (2 * k - 1, 1 - k) {
        Area::B1
    } else if y == -k && x < 2 * k {
        Area::B1B0
    } else if x >= -2 * y {
        east(k, x)
    } else {
        Area::B0
    }
}

/// The columns of region A east of the Black king's rook.
fn east(k: i32, x: i32) -> Area {
    match x - 2 * k {
        ..=0 => Area::A0,
        1 => Area::A1A0,
        _ => Area::A1,
    }
}

/// The north of Figure 12, as far as its borders are told.
fn northern(k: i32, x: i32, y: i32) -> Area {
    let odd = y % 2 != 0;
    match north(x, y) {
        Area::D2 => Area::DwS,
        // On the low rows the rook's own way to the king spoils the pattern east of here.
        Area::E1 if y == 4 || (y == 3 && x >= k - 2) => Area::Whole(Region::E),
        Area::E2 if (y == 4 && x >= k - 3) || (y == 5 && x >= k - 4) => Area::Whole(Region::E),
        // Rows of E2 on the high side are short; the rest can wait for the rook.
        Area::E2 => {
            let west = (5 - y).div_euclid(2);
            let width = if odd { k - 4 } else { k - 3 };
            if y >= k - 3 && x - west >= width { Area::EwN } else { Area::E2 }
        }
        // Beyond the rook the king can come down without standing in its way.
        Area::A0 | Area::A1A0 | Area::A1 if x - y >= k && y <= k => east(k, x),
        Area::A0 | Area::A1A0 | Area::A1 if x - y >= k => Area::Whole(Region::A),
        Area::A0 | Area::A1A0 | Area::A1 => Area::A1,
        Area::F2 | Area::FPrime | Area::FEn => Area::Whole(Region::F),
        area => area,
    }
}

/// The six letters for a rook two to four squares ahead.
fn nearly(k: i32, king: (i32, i32)) -> Option<Area> {
    match behind(-k, king) {
        Some(area) if !area.is_contested() => Some(Area::Whole(area.region())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;
    use crate::echess::rules::Square;

    fn place(king: (i32, i32), rook: (i32, i32)) -> Option<Place> {
        let square = |(x, y): (i32, i32)| Square::new(x, y);
        Place::of(&Position::new(square((0, 0)), square(king), square(rook)).ok()?)
    }

    /// Wherever a formula is given and the window proves the mean, they agree; elsewhere the
    /// formula lies between the bounds. The one exception is the square that is in dispute.
    #[test]
    fn formulae_give_the_computed_means() {
        let mut proved = 0;
        for k in [-4, -2, 5] {
            for (x, y) in (-5..=5).flat_map(|x| (-5..=5).map(move |y| (x, y))) {
                let Some(place) = place((x, y), (k, 1)).filter(|_| (x, y) != (0, 2)) else {
                    continue;
                };
                let Some(formula) = place.mean() else { continue };
                let home = Square::new(0, 0);
                let here = Position::new(home, Square::new(x, y), Square::new(k, 1)).unwrap();
                let mean = OPEN.evaluate(&here).unwrap().mean();
                let low = mean.low.is_none_or(|low| low <= formula);
                let high = mean.high.is_none_or(|high| formula <= high);
                assert!(low && high, "k = {k}, [{x},{y}] in {}: {formula}, {mean}", place.area);
                proved += usize::from(mean.exact().is_some());
            }
        }
        assert!(proved > 60, "{proved}");
    }

    #[test]
    fn the_map_is_reflected_with_the_rook() {
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            for k in [-4, 2, 9] {
                let (one, other) = (place((x, y), (k, 1)), place((y, x), (1, k)));
                assert_eq!(one.map(|p| p.area), other.map(|p| p.area), "[{x},{y}], k = {k}");
                if let (Some(one), Some(other)) = (one, other) {
                    let (dx, dy) = one.direction();
                    assert_eq!(other.direction(), (dy, dx));
                    assert!(other.reflected && !one.reflected);
                }
            }
        }
    }

    /// The paper's own examples of points and their regions.
    #[test]
    fn points_of_the_text_lie_where_it_says() {
        let area = |king, k| place(king, (k, 1)).map(|place| place.area.to_string());
        for (king, k, named) in [
            ((2, -2), -4, "B0"),
            ((6, 6), -4, "F2"),
            ((4, 5), -4, "F'"),
            ((5, 4), -4, "E1"),
            ((2, 1), -4, "E|A"),
            ((21, 10), -4, "A1|A0"),
            ((-3, -1), 10, "CwS"),
            ((-1, 2), 9, "DwS"),
            ((17, -8), 9, "B1"),
            ((19, -3), 9, "A1|A0"),
            ((2, -9), 9, "B1|B0"),
        ] {
            assert_eq!(area(king, k).as_deref(), Some(named), "{king:?}, k = {k}");
        }
        assert_eq!(place((5, 5), (3, 3)), None);
        assert_eq!(place((3, 1), (9, 1)), None);
    }
}
