//! Families of partitions, each closed under taking subpartitions.

use std::fmt;
use std::str::FromStr;

use crate::young::Partition;
use crate::{Error, Result};

/// The rectangle of so many rows and columns.
pub fn rectangle(rows: u32, columns: u32) -> Option<Partition> {
    Partition::new(vec![columns; rows as usize])
}

/// The staircase k, k-1, …, 1.
pub fn staircase(steps: u32) -> Option<Partition> {
    Partition::new((1..=steps).rev().collect())
}

/// The generalised staircase: so many steps, each so many rows high and columns wide.
///
/// ```
/// use nimzo_games::young::general_staircase;
/// assert_eq!(general_staircase(2, 3, 2).unwrap().to_string(), "4^3,2^3");
/// ```
pub fn general_staircase(steps: u32, rows: u32, columns: u32) -> Option<Partition> {
    stairs(&rectangle(rows, columns)?, steps)
}

/// The hook with so many cells in its first column and in its first row.
pub fn hook(rows: u32, columns: u32) -> Option<Partition> {
    let mut parts = vec![1; rows as usize];
    *parts.first_mut()? = columns;
    Partition::new(parts)
}

/// The thick hook: `upper` rows of `wide` cells over `lower` rows of `narrow` cells.
pub fn thick_hook(upper: u32, wide: u32, lower: u32, narrow: u32) -> Option<Partition> {
    let mut parts = vec![wide; upper as usize];
    parts.extend(vec![narrow; lower as usize]);
    Partition::new(parts)
}

/// So many copies of a diagram, each standing on the lower right of the one before, with all that
/// lies to the left and above filled: `S^k_λ`.
///
/// ```
/// use nimzo_games::young::stairs;
/// assert_eq!(stairs(&"3,1".parse().unwrap(), 3).unwrap().to_string(), "9,7,6,4,3,1");
/// ```
pub fn stairs(step: &Partition, copies: u32) -> Option<Partition> {
    let width = step.columns() as u32;
    let copy = |left: u32| {
        step.parts().iter().map(move |&part| left.checked_mul(width)?.checked_add(part))
    };
    let parts: Option<Vec<u32>> = (0..copies).rev().flat_map(copy).collect();
    Partition::new(parts?)
}

/// A family of partitions that holds every subpartition of its members.
///
/// ```
/// use nimzo_games::young::Family;
/// let family: Family = "stairs:3,1".parse().unwrap();
/// assert_eq!(family.generator(9, 0).unwrap().to_string(), "9,7,6,4,3,1");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Family {
    /// All partitions.
    All,
    /// All rectangles.
    Rectangles,
    /// All staircases.
    Staircases,
    /// All subpartitions of generalised staircases.
    GeneralStaircases,
    /// All hooks.
    Hooks,
    /// All thick hooks.
    ThickHooks,
    /// All subpartitions of `l+1, l^k` with l at least 3 and k above l.
    S1,
    /// All subpartitions of `5, 4^k` with k at least 7.
    S2,
    /// All subpartitions of the stairs built of one diagram.
    Stairs(Partition),
    /// All subpartitions of one partition.
    Below(Partition),
}

/// The longest side up to which a family is looked through.
pub const MAX_FAMILY_SIDE: u32 = 2000;

const NAMED: [(&str, Family); 8] = [
    ("all", Family::All),
    ("rectangles", Family::Rectangles),
    ("staircases", Family::Staircases),
    ("gstaircases", Family::GeneralStaircases),
    ("hooks", Family::Hooks),
    ("thickhooks", Family::ThickHooks),
    ("s1", Family::S1),
    ("s2", Family::S2),
];

impl Family {
    /// How many diagrams, with sides of at most `side`, have all members of that extent among
    /// their subpartitions. The family of all partitions is counted by size instead and has none.
    pub fn generators(&self, side: u32) -> u64 {
        let side = u64::from(side);
        match self {
            Family::All => 0,
            Family::Rectangles | Family::Staircases => side.min(1),
            Family::GeneralStaircases | Family::Hooks | Family::ThickHooks | Family::S1 => {
                side * side
            }
            Family::S2 => side,
            Family::Stairs(_) | Family::Below(_) => 1,
        }
    }

    /// The diagram with a number below [`generators`](Self::generators); `None` where that number
    /// makes no member.
    pub fn generator(&self, side: u32, number: u64) -> Option<Partition> {
        // Sides are small, so two coordinates below `side` fit.
        let (a, b) = (
            (number / u64::from(side.max(1))) as u32 + 1,
            (number % u64::from(side.max(1))) as u32 + 1,
        );
        match self {
            Family::All => None,
            Family::Rectangles => rectangle(side, side),
            Family::Staircases => staircase(side),
            Family::GeneralStaircases => general_staircase(side / a.max(b), a, b),
            Family::Hooks => hook(a, b),
            // The lower part's height and how much narrower it is; all else as large as it goes.
            Family::ThickHooks if a < side && b < side => thick_hook(side - a, side, a, side - b),
            Family::ThickHooks => rectangle(side, side).filter(|_| a == side && b == side),
            Family::S1 => {
                (a >= 3 && b > a && a < side && b < side).then(|| thick_hook(1, a + 1, b, a))?
            }
            Family::S2 => (side >= 5 && (7..side).contains(&b)).then(|| thick_hook(1, 5, b, 4))?,
            Family::Stairs(step) => {
                let longest = step.rows().max(step.columns()) as u32;
                stairs(step, (side / longest).max(1))
            }
            Family::Below(partition) => Some(partition.clone()),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Family::Stairs(step) => write!(f, "stairs:{step}"),
            Family::Below(partition) => write!(f, "below:{partition}"),
            named => f.write_str(
                NAMED.iter().find(|(_, family)| family == named).map_or("", |(name, _)| name),
            ),
        }
    }
}

impl FromStr for Family {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let lower = text.trim().to_ascii_lowercase();
        if let Some((_, family)) = NAMED.iter().find(|(name, _)| *name == lower) {
            return Ok(family.clone());
        }
        if let Some(step) = lower.strip_prefix("stairs:") {
            return Ok(Family::Stairs(step.parse()?));
        }
        if let Some(partition) = lower.strip_prefix("below:") {
            return Ok(Family::Below(partition.parse()?));
        }
        let names: Vec<&str> = NAMED.iter().map(|(name, _)| *name).collect();
        Err(Error::Unknown {
            what: "family",
            text: text.to_owned(),
            expected: format!("{}, stairs:PARTS or below:PARTS", names.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn members(family: &Family, side: u32) -> BTreeSet<Partition> {
        let generators = (0..family.generators(side)).filter_map(|n| family.generator(side, n));
        generators
            .flat_map(|g| g.cells().map(|(i, j)| g.sub(i, j).unwrap()).collect::<Vec<_>>())
            .collect()
    }

    #[test]
    fn the_second_figure() {
        assert_eq!(staircase(6).unwrap().to_string(), "6,5,4,3,2,1");
        assert_eq!(rectangle(6, 4).unwrap().to_string(), "4^6");
        assert_eq!(hook(6, 4).unwrap().to_string(), "4,1^5");
        assert_eq!(hook(0, 4), None);
        assert_eq!(staircase(0), None);
    }

    #[test]
    fn families_hold_their_members_and_no_others() {
        assert_eq!(members(&Family::Rectangles, 5).len(), 25);
        assert_eq!(members(&Family::Staircases, 5).len(), 5);
        let thick = members(&Family::ThickHooks, 5);
        let expected: BTreeSet<Partition> = (1..=5u32)
            .flat_map(|upper| (0..=5 - upper).map(move |lower| (upper, lower)))
            .flat_map(|(upper, lower)| {
                (1..=5u32).flat_map(move |wide| {
                    (1..=wide).filter_map(move |narrow| thick_hook(upper, wide, lower, narrow))
                })
            })
            .collect();
        assert_eq!(thick, expected);
        for hook in members(&Family::Hooks, 4) {
            assert!(hook.durfee() == 1);
        }
    }

    #[test]
    fn generalised_staircases_hold_every_smaller_one() {
        let all = members(&Family::GeneralStaircases, 8);
        for (steps, rows, columns) in [(1, 8, 8), (2, 4, 3), (8, 1, 1), (2, 2, 4), (3, 2, 2)] {
            assert!(all.contains(&general_staircase(steps, rows, columns).unwrap()));
        }
    }

    #[test]
    fn the_two_special_families() {
        assert!(members(&Family::S1, 6).contains(&"4,3^4".parse().unwrap()));
        assert!(!members(&Family::S1, 6).contains(&"4,3^3".parse().unwrap()));
        assert!(members(&Family::S2, 9).contains(&"5,4^7".parse().unwrap()));
        assert!(members(&Family::S2, 7).is_empty());
    }

    #[test]
    fn names_are_read_back() {
        for text in ["all", "gstaircases", "stairs:3,1", "below:5,4^3", "s2"] {
            assert_eq!(text.parse::<Family>().unwrap().to_string(), text);
        }
        let message = "triangles".parse::<Family>().unwrap_err().to_string();
        assert!(message.contains("triangles") && message.contains("rectangles"), "{message}");
        assert!("stairs:1,2".parse::<Family>().is_err());
    }
}
