//! The six regions of the plane around the Black king, their subregions, and the formulae that
//! give the mean inside them.
//!
//! A position of the middle game has its rook on the row above the Black king, at [k, 1], or on
//! the column to his right, which is the same reflected. Where the White king stands then says how
//! play goes: his best direction, how many rook moves it takes, and the value. The borders are the
//! paper's: its text gives them all for k < -1, and for large k those that are used here. For k
//! from 2 to 4 they are blurred, and only the six letters are told.

use std::fmt;

use nimzo_cgt::Dyadic;

use crate::echess::rules::position::Position;

/// One of the six regions, named by the paper; the compass says where the White king stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// East.
    A,
    /// South-southeast.
    B,
    /// Southwest.
    C,
    /// West-northwest.
    D,
    /// North.
    E,
    /// Northeast.
    F,
}

impl Region {
    /// All six, counterclockwise in the paper's order.
    pub const ALL: [Region; 6] = [Region::A, Region::B, Region::C, Region::D, Region::E, Region::F];

    /// Where the White king goes (dx, dy), as seen on the map with the rook on the row above.
    pub fn direction(self) -> (i32, i32) {
        match self {
            Region::A => (-1, 0),
            Region::B => (0, 1),
            Region::C => (1, 1),
            Region::D => (1, 0),
            Region::E => (0, -1),
            Region::F => (-1, -1),
        }
    }

    /// The Left stop that a typical point has when White needs `r` rook moves, as a fraction: the
    /// numerator is divided by the denominator. Region E has `2r` where Table 3 prints `r`.
    pub fn left_stop(self, (x, y): (i32, i32), r: i32) -> (i32, i32) {
        match self {
            Region::A => (x + r - 2, 2),
            Region::B => (-y - 1 + r, 1),
            Region::C => (-x - y + 1 + 2 * r, 1),
            Region::D => (-x - 1 + 2 * r, 1),
            Region::E => (y + 2 * r - 2, 2),
            Region::F => (x + y + 2 * r - 4, 3),
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// A subregion, a contested border, or a whole region where no finer border is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Area {
    /// The rook stays.
    A0,
    /// The rook moves once.
    A1,
    /// Black gets to A1, White to A0.
    A1A0,
    /// The rook stays.
    B0,
    /// The rook moves once.
    B1,
    /// Black gets to B1, White to B0.
    B1B0,
    /// Black gets to C, White to B.
    CB,
    /// The White king runs into the Black one.
    CPrime,
    /// The rook moves twice.
    C2,
    /// The rook moves once.
    C1,
    /// Black gets to C2, White to C1.
    C2C1,
    /// The rook moves south, and west in some lines.
    CwS,
    /// The rook moves twice.
    D2,
    /// The rook moves south, and west in some lines.
    DwS,
    /// Black gets to D, White to E.
    DE,
    /// The rook moves twice.
    E2,
    /// The rook moves once.
    E1,
    /// The rook moves north, and west in some lines.
    EwN,
    /// Black's step southeast is answered by the rook.
    EA,
    /// The rook moves twice.
    F2,
    /// Between E and F2 on odd rows.
    FPrime,
    /// The rook moves east, and north in some lines.
    FEn,
    /// All of a region: a small or positive `k`.
    Whole(Region),
}

impl Area {
    /// The region that it belongs to; a contested border counts to the region Black wants.
    pub fn region(self) -> Region {
        use Area::*;
        match self {
            A0 | A1 | A1A0 => Region::A,
            B0 | B1 | B1B0 => Region::B,
            CB | CPrime | C2 | C1 | C2C1 | CwS => Region::C,
            D2 | DwS | DE => Region::D,
            E2 | E1 | EwN | EA => Region::E,
            F2 | FPrime | FEn => Region::F,
            Whole(region) => region,
        }
    }

    /// Whether it is a border whose side depends on who moves first.
    pub fn is_contested(self) -> bool {
        use Area::*;
        matches!(self, A1A0 | B1B0 | CB | C2C1 | DE | EA)
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Area::*;
        f.write_str(match self {
            A0 => "A0",
            A1 => "A1",
            A1A0 => "A1|A0",
            B0 => "B0",
            B1 => "B1",
            B1B0 => "B1|B0",
            CB => "C|B",
            CPrime => "C'",
            C2 => "C2",
            C1 => "C1",
            C2C1 => "C2|C1",
            CwS => "CwS",
            D2 => "D2",
            DwS => "DwS",
            DE => "D|E",
            E2 => "E2",
            E1 => "E1",
            EwN => "EwN",
            EA => "E|A",
            F2 => "F2",
            FPrime => "F'",
            FEn => "FEn",
            Whole(region) => return region.fmt(f),
        })
    }
}

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
        let men = position.men();
        let ((x, y), (u, v)) = (men.king, men.rook);
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
    use crate::echess::play::advice::SMALL;
    use crate::echess::rules::position::Square;

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
                let mean = SMALL.evaluate(&here).unwrap().mean();
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
