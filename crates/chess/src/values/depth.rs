//! Values with a distance in plies, by what the distance is to.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

use super::{Wdl, Wdl50};

/// A value with a distance in plies, whatever the distance is to. Ordered by what the side to move
/// prefers: quick wins, slow wins, draws, slow losses, quick losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Depth {
    /// Lost after this many plies; 0 when mated.
    Loss(u16),
    /// Drawn.
    Draw,
    /// Won after this many plies, at least 1.
    Win(u16),
}

impl Depth {
    /// Mated: lost now.
    pub const MATED: Self = Self::Loss(0);

    /// Without the distance.
    pub fn wdl(self) -> Wdl {
        match self {
            Self::Loss(_) => Wdl::Loss,
            Self::Draw => Wdl::Draw,
            Self::Win(_) => Wdl::Win,
        }
    }

    /// Plies to the end; `None` for a draw.
    pub fn plies(self) -> Option<u16> {
        match self {
            Self::Loss(plies) | Self::Win(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// Moves of the winner to the end; `None` for a draw.
    pub fn moves(self) -> Option<u16> {
        self.plies().map(|plies| plies.div_ceil(2))
    }

    /// Plies, positive for a win, negative for a loss, 0 for a draw and when mated.
    pub fn signed_plies(self) -> i32 {
        match self {
            Self::Loss(plies) => -i32::from(plies),
            Self::Draw => 0,
            Self::Win(plies) => i32::from(plies),
        }
    }

    /// What a quiet move into a position of this value is worth to the side that makes it: the
    /// other side's value, one ply further away.
    pub fn one_ply_back(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies + 1),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies + 1),
        }
    }

    /// Larger is better for the side to move.
    fn rank(self) -> i32 {
        match self {
            Self::Loss(plies) => i32::from(plies) - (1 << 20),
            Self::Draw => 0,
            Self::Win(plies) => (1 << 20) - i32::from(plies),
        }
    }
}

impl PartialOrd for Depth {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Depth {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl Neg for Depth {
    type Output = Self;

    /// The same position's value for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss(plies) => Self::Win(plies),
            Self::Draw => Self::Draw,
            Self::Win(plies) => Self::Loss(plies),
        }
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(plies) => write!(f, "loss in {plies} plies"),
            Self::Draw => f.write_str("draw"),
            Self::Win(plies) => write!(f, "win in {plies} plies"),
        }
    }
}

macro_rules! depth_to {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(pub Depth);

        impl $name {
            /// Mated: lost now.
            pub const MATED: Self = Self(Depth::MATED);
            /// Drawn.
            pub const DRAW: Self = Self(Depth::Draw);

            /// Without the distance.
            pub fn wdl(self) -> Wdl {
                self.0.wdl()
            }

            /// What a quiet move into this is worth to the side that makes it.
            pub fn one_ply_back(self) -> Self {
                Self(self.0.one_ply_back())
            }
        }

        impl From<$name> for Depth {
            fn from(depth: $name) -> Self {
                depth.0
            }
        }

        impl Neg for $name {
            type Output = Self;

            fn neg(self) -> Self {
                Self(-self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

depth_to! {
    /// Depth to mate. Every move counts one ply, captures and promotions too.
    Dtm
}
depth_to! {
    /// Depth to conversion: to mate, or to a capture or promotion that keeps the win.
    Dtc
}
depth_to! {
    /// Depth to a zeroing move: to mate, or to a capture or pawn move that keeps the win. Nobody
    /// claims fifty moves.
    Dtz
}
depth_to! {
    /// Depth to a zeroing move under the fifty-move rule, as Syzygy's tables define it: up to 100
    /// plies a true win or loss; beyond, one that the rule turns into a draw. A zeroing move that
    /// keeps only such a spoilt win counts 101.
    Dtz50
}

impl Dtc {
    /// What a capture or promotion into a position of this value is worth to the mover.
    pub fn after_conversion(child: Wdl) -> Self {
        Self(zeroed(child))
    }
}

impl Dtz {
    /// What a capture or pawn move into a position of this value is worth to the mover.
    pub fn after_zeroing(child: Wdl) -> Self {
        Self(zeroed(child))
    }
}

fn zeroed(child: Wdl) -> Depth {
    match child {
        Wdl::Loss => Depth::Win(1),
        Wdl::Draw => Depth::Draw,
        Wdl::Win => Depth::Loss(1),
    }
}

impl Dtz50 {
    /// The most plies without a zeroing move that leave the result as it is.
    pub const LIMIT: u16 = 100;

    /// What a capture or pawn move into a position of this value is worth to the mover.
    pub fn after_zeroing(child: Wdl50) -> Self {
        Self(match child {
            Wdl50::Loss => Depth::Win(1),
            Wdl50::BlessedLoss => Depth::Win(Self::LIMIT + 1),
            Wdl50::Draw => Depth::Draw,
            Wdl50::CursedWin => Depth::Loss(Self::LIMIT + 1),
            Wdl50::Win => Depth::Loss(1),
        })
    }

    /// The result under the fifty-move rule, with the counter at zero.
    pub fn wdl50(self) -> Wdl50 {
        match self.0 {
            Depth::Loss(plies) if plies <= Self::LIMIT => Wdl50::Loss,
            Depth::Loss(_) => Wdl50::BlessedLoss,
            Depth::Draw => Wdl50::Draw,
            Depth::Win(plies) if plies <= Self::LIMIT => Wdl50::Win,
            Depth::Win(_) => Wdl50::CursedWin,
        }
    }
}
