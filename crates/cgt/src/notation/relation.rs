//! Signs of comparison.

use std::cmp::Ordering;
use std::fmt;

/// What two values may be asked about each other.
///
/// ```
/// use std::cmp::Ordering;
/// use nimzo_cgt::Relation;
/// assert!(Relation::AtMost.holds(Some(Ordering::Less)));
/// assert!(Relation::Confused.holds(None));
/// assert_eq!(Relation::LessOrConfused.to_string(), "<|");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `==`
    Equal,
    /// `>=`
    AtLeast,
    /// `>`
    Greater,
    /// `<>` or `||`
    Confused,
    /// `<|`: Right wins if he starts (the difference).
    LessOrConfused,
    /// `|>`: Left wins if she starts.
    GreaterOrConfused,
    /// `!=`
    Different,
}

impl Relation {
    /// Whether it holds for two values of this order.
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// assert!(!nimzo_cgt::Relation::Different.holds(Some(Ordering::Equal)));
    /// ```
    pub fn holds(self, order: Option<Ordering>) -> bool {
        use Ordering::{Equal, Greater, Less};
        match self {
            Relation::Less => order == Some(Less),
            Relation::AtMost => matches!(order, Some(Less | Equal)),
            Relation::Equal => order == Some(Equal),
            Relation::AtLeast => matches!(order, Some(Greater | Equal)),
            Relation::Greater => order == Some(Greater),
            Relation::Confused => order.is_none(),
            Relation::LessOrConfused => matches!(order, Some(Less) | None),
            Relation::GreaterOrConfused => matches!(order, Some(Greater) | None),
            Relation::Different => order != Some(Equal),
        }
    }

    /// The relation that two values of this order stand in.
    pub(crate) fn of(order: Option<Ordering>) -> Relation {
        match order {
            Some(Ordering::Less) => Relation::Less,
            Some(Ordering::Equal) => Relation::Equal,
            Some(Ordering::Greater) => Relation::Greater,
            None => Relation::Confused,
        }
    }
}

impl fmt::Display for Relation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Relation::Less => "<",
            Relation::AtMost => "<=",
            Relation::Equal => "==",
            Relation::AtLeast => ">=",
            Relation::Greater => ">",
            Relation::Confused => "<>",
            Relation::LessOrConfused => "<|",
            Relation::GreaterOrConfused => "|>",
            Relation::Different => "!=",
        })
    }
}

impl serde::Serialize for Relation {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}
