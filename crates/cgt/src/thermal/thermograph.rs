//! Thermographs: two walls and, where they meet, a mast.

use crate::{Dyadic, Error, Meeting, Point, Result, Wall};

/// The mast of a thermograph: it stands on the temperature and runs up at the mean.
///
/// ```
/// use nimzo_cgt::{Dyadic, Thermograph};
/// let mast = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE).mast().unwrap();
/// assert_eq!((mast.mean, mast.temperature), (Dyadic::ONE, Dyadic::ZERO));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Mast {
    /// The value at which the mast stands: the mean (mast value).
    pub mean: Dyadic,
    /// The temperature from which on the two walls are one.
    pub temperature: Dyadic,
}

/// The left and the right wall of a game at every temperature from a common start on.
///
/// Equal thermographs are equal and hash alike, so they can be interned.
///
/// ```
/// use nimzo_cgt::{Dyadic, Slope, Thermograph, Wall};
/// // {4|1} from temperature 0 on.
/// let left = Wall::constant(Dyadic::ZERO, Dyadic::from(4)).tilt(Slope::Falling).unwrap();
/// let right = Wall::constant(Dyadic::ZERO, Dyadic::ONE).tilt(Slope::Rising).unwrap();
/// let thermograph = Thermograph::from_scaffolds(&left, &right).unwrap();
/// let mast = thermograph.mast().unwrap();
/// assert_eq!((mast.mean.to_string(), mast.temperature.to_string()), ("5/2".into(), "3/2".into()));
/// assert_eq!(thermograph.left().to_string(), "(0, 4) (3/2, 5/2) level");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
pub struct Thermograph {
    left: Wall,
    right: Wall,
    mast: Option<Mast>,
}

impl Thermograph {
    /// Only a mast: a game that is `mean` at every temperature from `start` on.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// assert_eq!(thermograph.left(), thermograph.right());
    /// ```
    pub fn upright(start: Dyadic, mean: Dyadic) -> Thermograph {
        let wall = Wall::constant(start, mean);
        let mast = Some(Mast { mean, temperature: start });
        Thermograph { left: wall.clone(), right: wall, mast }
    }

    /// The thermograph that two scaffolds make: both walls end in the mast where they first meet.
    ///
    /// Scaffolds that never meet are walls for ever, without a mast. Scaffolds with a gap from the
    /// start on make no thermograph by themselves ([`Error::ColdScaffolds`]): which number stands
    /// in the gap is for the caller to say; see [`Wall::meeting`] and [`Thermograph::upright`].
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Error, Thermograph, Wall};
    /// let wall = Wall::constant(Dyadic::ZERO, Dyadic::ZERO);
    /// assert!(Thermograph::from_scaffolds(&wall, &Wall::MinusInfinity).unwrap().mast().is_none());
    /// let cold = Thermograph::from_scaffolds(&wall, &Wall::PlusInfinity);
    /// assert_eq!(cold, Err(Error::ColdScaffolds));
    /// ```
    pub fn from_scaffolds(left: &Wall, right: &Wall) -> Result<Thermograph> {
        match left.meeting(right)? {
            Meeting::At(point) => Ok(Thermograph {
                left: left.level_from(point.temperature)?,
                right: right.level_from(point.temperature)?,
                mast: Some(Mast { mean: point.value, temperature: point.temperature }),
            }),
            Meeting::Never => {
                Ok(Thermograph { left: left.clone(), right: right.clone(), mast: None })
            }
            Meeting::ColdFromStart => Err(Error::ColdScaffolds),
        }
    }

    /// Two walls that stay apart for ever.
    ///
    /// ```
    /// use nimzo_cgt::{Thermograph, Wall};
    /// let on = Thermograph::without_mast(Wall::PlusInfinity, Wall::PlusInfinity);
    /// assert!(on.mast().is_none());
    /// ```
    pub fn without_mast(left: Wall, right: Wall) -> Thermograph {
        Thermograph { left, right, mast: None }
    }

    /// The same from a temperature on. A mast that began below it begins there.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::MINUS_ONE, Dyadic::ONE);
    /// let later = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// assert_eq!(thermograph.starting_at(Dyadic::ZERO).unwrap(), later);
    /// ```
    pub fn starting_at(&self, start: Dyadic) -> Result<Thermograph> {
        let (left, right) = (self.left.starting_at(start)?, self.right.starting_at(start)?);
        let cut = |mast: Mast| Mast { temperature: mast.temperature.max(start), ..mast };
        Ok(Thermograph { left, right, mast: self.mast.map(cut) })
    }

    /// Left's wall.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// assert_eq!(thermograph.left().to_string(), "(0, 1) level");
    /// ```
    pub fn left(&self) -> &Wall {
        &self.left
    }

    /// Right's wall.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// assert_eq!(thermograph.right().to_string(), "(0, 1) level");
    /// ```
    pub fn right(&self) -> &Wall {
        &self.right
    }

    /// The corners of both walls for drawing, `(value, temperature)` from the bottom up, Left's
    /// first. Walls that meet end together at the foot of the mast; walls that never meet go on
    /// for two degrees above the last bend. Infinite walls have infinite values.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let [left, right] = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE).corners();
    /// assert_eq!((left, right), (vec![(1.0, 0.0)], vec![(1.0, 0.0)]));
    /// ```
    pub fn corners(&self) -> [Vec<(f64, f64)>; 2] {
        let walls = [&self.left, &self.right];
        let finite = || walls.iter().filter_map(|wall| wall.trajectory());
        let bottom = finite().map(|path| path.start().to_f64()).fold(f64::INFINITY, f64::min);
        let bottom = if bottom.is_finite() { bottom } else { 0.0 };
        let bends = finite().flat_map(|path| path.points());
        let top = bends.map(|point| point.temperature.to_f64()).fold(bottom, f64::max) + 2.0;
        walls.map(|wall| match (wall, self.mast) {
            (Wall::Finite(path), Some(mast)) => {
                let foot = (mast.mean.to_f64(), mast.temperature.to_f64());
                let below = path.points().iter().filter(|p| p.temperature < mast.temperature);
                below.map(corner).chain([foot]).collect()
            }
            (Wall::Finite(path), None) => {
                let last = path.points().iter().map(corner).next_back().unwrap_or((0.0, 0.0));
                let rise = (top - last.1) * f64::from(path.beyond() as i8);
                path.points().iter().map(corner).chain([(last.0 + rise, top)]).collect()
            }
            (Wall::PlusInfinity, _) => vec![(f64::INFINITY, bottom), (f64::INFINITY, top)],
            (Wall::MinusInfinity, _) => {
                vec![(f64::NEG_INFINITY, bottom), (f64::NEG_INFINITY, top)]
            }
        })
    }

    /// How many breakpoints both walls have together.
    pub(crate) fn size(&self) -> usize {
        let walls = [&self.left, &self.right].into_iter();
        walls.filter_map(Wall::trajectory).map(|path| path.points().len()).sum()
    }

    /// The mast, unless the walls stay apart for ever.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// assert!(Thermograph::upright(Dyadic::ZERO, Dyadic::ONE).mast().is_some());
    /// ```
    pub fn mast(&self) -> Option<Mast> {
        self.mast
    }

    /// The thermograph of the game plus a number.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// let moved = thermograph.translate(Dyadic::ONE).unwrap();
    /// assert_eq!(moved, Thermograph::upright(Dyadic::ZERO, Dyadic::from(2)));
    /// ```
    pub fn translate(&self, by: Dyadic) -> Result<Thermograph> {
        let (left, right) = (self.left.translate(by)?, self.right.translate(by)?);
        let shift = |mast: Mast| -> Result<Mast> {
            let mean = mast.mean.checked_add(by).ok_or(Error::Overflow { what: "a mean" })?;
            Ok(Mast { mean, ..mast })
        };
        Ok(Thermograph { left, right, mast: self.mast.map(shift).transpose()? })
    }

    /// The thermograph of the negative: mirrored, walls exchanged.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Thermograph};
    /// let thermograph = Thermograph::upright(Dyadic::ZERO, Dyadic::ONE);
    /// let mirrored = Thermograph::upright(Dyadic::ZERO, Dyadic::MINUS_ONE);
    /// assert_eq!(thermograph.negate().unwrap(), mirrored);
    /// ```
    pub fn negate(&self) -> Result<Thermograph> {
        let (left, right) = (self.right.negate()?, self.left.negate()?);
        let mirror = |mast: Mast| -> Result<Mast> {
            let mean = mast.mean.checked_neg().ok_or(Error::Overflow { what: "a mean" })?;
            Ok(Mast { mean, ..mast })
        };
        Ok(Thermograph { left, right, mast: self.mast.map(mirror).transpose()? })
    }
}

fn corner(point: &Point) -> (f64, f64) {
    (point.value.to_f64(), point.temperature.to_f64())
}

impl std::fmt::Display for Thermograph {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "left {}; right {}", self.left, self.right)
    }
}
