//! The six properties of Conway, Gurvich and Ho, sets of them, and the regions they divide games
//! into.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// The six properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Property {
    /// Only (0,1), (1,0) and (k,k) with k at least 2.
    Pet,
    /// Each position is swap, or reaches both kinds of swap position, or neither.
    Miserable,
    /// Only (0,1), (1,0) and (k,k).
    Tame,
    /// No (0,k) and no (k,0) with k at least 2.
    Domestic,
    /// A move from a (0,1) leads to a (1,0), and the other way round.
    Forced,
    /// A move from a swap position to one that is not terminal can be answered by a move to the
    /// same kind of swap position.
    Returnable,
}

impl Property {
    /// All six: the chain of four from the strongest, then the pair from the stronger.
    pub const ALL: [Property; 6] = [
        Property::Pet,
        Property::Miserable,
        Property::Tame,
        Property::Domestic,
        Property::Forced,
        Property::Returnable,
    ];

    /// The name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Property::Pet => "pet",
            Property::Miserable => "miserable",
            Property::Tame => "tame",
            Property::Domestic => "domestic",
            Property::Forced => "forced",
            Property::Returnable => "returnable",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of properties.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Properties(u8);

impl Properties {
    /// All six.
    pub const ALL: Properties = Properties(0b11_1111);

    /// Whether the property is in the set.
    pub const fn has(self, property: Property) -> bool {
        self.0 & property.bit() != 0
    }

    /// The properties in both sets.
    pub const fn and(self, other: Properties) -> Properties {
        Properties(self.0 & other.0)
    }

    /// The set without one property.
    pub const fn without(self, property: Property) -> Properties {
        Properties(self.0 & !property.bit())
    }

    pub(super) fn require(&mut self, property: Property, holds: bool) {
        if !holds {
            *self = self.without(property);
        }
    }

    /// The region of the classification that a game with exactly these properties lies in.
    pub fn region(self) -> Region {
        let strength = Strength::ALL
            .into_iter()
            .find(|strength| strength.property().is_none_or(|property| self.has(property)));
        let turning = Turning::ALL
            .into_iter()
            .find(|turning| turning.property().is_none_or(|property| self.has(property)));
        Region {
            strength: strength.unwrap_or(Strength::NotDomestic),
            turning: turning.unwrap_or(Turning::NotReturnable),
        }
    }
}

impl fmt::Debug for Properties {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Property::ALL.into_iter().filter(|&p| self.has(p))).finish()
    }
}

/// The strongest of pet, miserable, tame and domestic that a game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Strength {
    Pet,
    Miserable,
    Tame,
    Domestic,
    NotDomestic,
}

impl Strength {
    /// All, strongest first.
    pub const ALL: [Strength; 5] = [
        Strength::Pet,
        Strength::Miserable,
        Strength::Tame,
        Strength::Domestic,
        Strength::NotDomestic,
    ];

    const fn property(self) -> Option<Property> {
        match self {
            Strength::Pet => Some(Property::Pet),
            Strength::Miserable => Some(Property::Miserable),
            Strength::Tame => Some(Property::Tame),
            Strength::Domestic => Some(Property::Domestic),
            Strength::NotDomestic => None,
        }
    }

    /// The letter of Table 1.
    pub const fn letter(self) -> &'static str {
        match self {
            Strength::Pet => "P",
            Strength::Miserable => "M",
            Strength::Tame => "T",
            Strength::Domestic => "D",
            Strength::NotDomestic => "N",
        }
    }

    const fn name(self) -> &'static str {
        match self.property() {
            Some(property) => property.name(),
            None => "nondomestic",
        }
    }
}

/// The stronger of forced and returnable that a game is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Turning {
    Forced,
    Returnable,
    NotReturnable,
}

impl Turning {
    /// All, strongest first.
    pub const ALL: [Turning; 3] = [Turning::Forced, Turning::Returnable, Turning::NotReturnable];

    const fn property(self) -> Option<Property> {
        match self {
            Turning::Forced => Some(Property::Forced),
            Turning::Returnable => Some(Property::Returnable),
            Turning::NotReturnable => None,
        }
    }

    /// The letter of Table 1.
    pub const fn letter(self) -> &'static str {
        match self {
            Turning::Forced => "F",
            Turning::Returnable => "R",
            Turning::NotReturnable => "N'",
        }
    }

    const fn name(self) -> &'static str {
        match self.property() {
            Some(property) => property.name(),
            None => "nonreturnable",
        }
    }
}

/// A region of Figure 7: one strength and one way of turning back.
///
/// ```
/// use nimzo_games::young::Region;
/// let region: Region = "domestic-forced".parse().unwrap();
/// assert_eq!(region.letters(), "D F");
/// assert_eq!("N-N'".parse::<Region>().unwrap().to_string(), "nondomestic-nonreturnable");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Region {
    /// The strongest property of the chain.
    pub strength: Strength,
    /// The strongest property of the pair.
    pub turning: Turning,
}

impl Region {
    /// All fifteen, row by row of Figure 7.
    pub fn all() -> impl Iterator<Item = Region> {
        Strength::ALL.into_iter().flat_map(|strength| {
            Turning::ALL.into_iter().map(move |turning| Region { strength, turning })
        })
    }

    /// The letters of Table 1.
    pub fn letters(self) -> String {
        format!("{} {}", self.strength.letter(), self.turning.letter())
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.strength.name(), self.turning.name())
    }
}

impl FromStr for Region {
    type Err = Error;

    /// Reads `domestic-forced` or the letters `D-F`.
    fn from_str(text: &str) -> Result<Self, Error> {
        let lower = text.trim().to_ascii_lowercase();
        Region::all()
            .find(|region| {
                let letters = region.letters().replace(' ', "-").to_ascii_lowercase();
                lower == region.to_string() || lower == letters
            })
            .ok_or_else(|| Error::Unknown {
                what: "region",
                text: text.to_owned(),
                expected: Region::all().map(|r| r.to_string()).collect::<Vec<_>>().join(", "),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_read_back() {
        for region in Region::all() {
            assert_eq!(region.to_string().parse::<Region>().unwrap(), region);
            let letters = region.letters().replace(' ', "-");
            assert_eq!(letters.parse::<Region>().unwrap(), region);
        }
        let message = "wild".parse::<Region>().unwrap_err().to_string();
        assert!(message.contains("wild") && message.contains("pet-forced"), "{message}");
    }
}
