//! The groups of six-man endgames.

use std::fmt;
use std::str::FromStr;

use nimzo_chess::Material;

/// How the six men are divided between the sides, and whether there are pawns among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Three against three, no pawns.
    ThreeThree,
    /// Four against two, no pawns.
    FourTwo,
    /// Five against the bare king, no pawns.
    FiveOne,
    /// Three against three with pawns.
    ThreeThreePawns,
    /// Four against two with pawns.
    FourTwoPawns,
    /// Five against the bare king with pawns.
    FiveOnePawns,
}

impl Group {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::ThreeThree,
        Self::FourTwo,
        Self::FiveOne,
        Self::ThreeThreePawns,
        Self::FourTwoPawns,
        Self::FiveOnePawns,
    ];

    /// Those without pawns.
    pub const PAWNLESS: [Self; 3] = [Self::ThreeThree, Self::FourTwo, Self::FiveOne];

    /// The name: White's men and Black's, and `p` for pawns.
    pub fn name(self) -> &'static str {
        match self {
            Self::ThreeThree => "3-3",
            Self::FourTwo => "4-2",
            Self::FiveOne => "5-1",
            Self::ThreeThreePawns => "3-3p",
            Self::FourTwoPawns => "4-2p",
            Self::FiveOnePawns => "5-1p",
        }
    }

    /// Whether its endgames have pawns.
    pub fn has_pawns(self) -> bool {
        !Self::PAWNLESS.contains(&self)
    }

    /// Whether a class belongs to the group.
    pub fn holds(self, class: Material) -> bool {
        let white = match self {
            Self::ThreeThree | Self::ThreeThreePawns => 3,
            Self::FourTwo | Self::FourTwoPawns => 4,
            Self::FiveOne | Self::FiveOnePawns => 5,
        };
        class.count() == 6
            && class.has_pawns() == self.has_pawns()
            && class.canonical().white.men() == white
    }

    /// The classes of the group, in the order of names.
    pub fn classes(self) -> Vec<Material> {
        Material::all(6).into_iter().filter(|&class| self.holds(class)).collect()
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no group.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no group of six-man endgames; expected 3-3, 4-2, 5-1, 3-3p, 4-2p or 5-1p")]
pub struct UnknownGroup(pub String);

impl FromStr for Group {
    type Err = UnknownGroup;

    fn from_str(text: &str) -> Result<Self, UnknownGroup> {
        Self::ALL
            .into_iter()
            .find(|group| group.name() == text)
            .ok_or_else(|| UnknownGroup(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_365_classes() {
        assert_eq!(Group::ALL.map(|group| group.classes().len()), [55, 80, 35, 65, 95, 35]);
        for group in Group::ALL {
            assert_eq!(group.name().parse(), Ok(group));
        }
        assert!("3-2".parse::<Group>().is_err());
    }
}
