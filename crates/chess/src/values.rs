//! Values of positions, always from the side to move, and how they pass from a position to the
//! one before it.
//!
//! Depths are counted in plies (half-moves). Four of them are kept: to mate ([`Dtm`]), to
//! conversion ([`Dtc`]: mate, capture or promotion), to a zeroing move ([`Dtz`]: mate, capture or
//! pawn move), and the last again under the fifty-move rule ([`Dtz50`]). How values are packed
//! into bytes is no matter of this module.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;

/// Won, drawn or lost for the side to move, without the fifty-move rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Neg for Wdl {
    type Output = Self;

    /// The same position's value for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Won, drawn or lost for the side to move under the fifty-move rule, with the counter at zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Wdl50 {
    /// Lost.
    Loss,
    /// Lost but for the fifty-move rule, which saves a draw.
    BlessedLoss,
    /// Drawn.
    Draw,
    /// Won but for the fifty-move rule, which spoils it to a draw.
    CursedWin,
    /// Won.
    Win,
}

impl Wdl50 {
    /// The value when nobody may claim fifty moves.
    pub fn without_rule(self) -> Wdl {
        match self {
            Self::Loss | Self::BlessedLoss => Wdl::Loss,
            Self::Draw => Wdl::Draw,
            Self::CursedWin | Self::Win => Wdl::Win,
        }
    }
}

impl Neg for Wdl50 {
    type Output = Self;

    /// The same position's value for the other side.
    fn neg(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::BlessedLoss => Self::CursedWin,
            Self::Draw => Self::Draw,
            Self::CursedWin => Self::BlessedLoss,
            Self::Win => Self::Loss,
        }
    }
}

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

    /// What a move that ends the counting (a conversion, a zeroing move) into a position of this
    /// value is worth to the side that makes it.
    pub fn counted_anew(self) -> Self {
        zeroed(self.wdl())
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

/// What a move does to the counts of depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Neither captures nor moves a pawn: every count goes on.
    Quiet,
    /// Moves a pawn without capturing or promoting: zeroes the count of the fifty-move rule.
    Push,
    /// Captures or promotes: ends the count to conversion too.
    Conversion,
}

/// All values of one position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Values {
    /// Depth to mate.
    pub dtm: Dtm,
    /// Depth to conversion.
    pub dtc: Dtc,
    /// Depth to a zeroing move.
    pub dtz: Dtz,
    /// Depth to a zeroing move under the fifty-move rule.
    pub dtz50: Dtz50,
}

impl Values {
    /// Mated.
    pub const MATED: Self =
        Self { dtm: Dtm::MATED, dtc: Dtc::MATED, dtz: Dtz::MATED, dtz50: Dtz50::MATED };
    /// Drawn.
    pub const DRAW: Self =
        Self { dtm: Dtm::DRAW, dtc: Dtc::DRAW, dtz: Dtz::DRAW, dtz50: Dtz50::DRAW };

    /// Won, drawn or lost, which all four agree about.
    pub fn wdl(self) -> Wdl {
        self.dtm.wdl()
    }

    /// What a move of this kind into a position of these values is worth to the mover.
    pub fn before(self, step: Step) -> Self {
        let wdl = self.wdl();
        Self {
            dtm: self.dtm.one_ply_back(),
            dtc: match step {
                Step::Conversion => Dtc::after_conversion(wdl),
                Step::Quiet | Step::Push => self.dtc.one_ply_back(),
            },
            dtz: match step {
                Step::Quiet => self.dtz.one_ply_back(),
                Step::Push | Step::Conversion => Dtz::after_zeroing(wdl),
            },
            dtz50: match step {
                Step::Quiet => self.dtz50.one_ply_back(),
                Step::Push | Step::Conversion => Dtz50::after_zeroing(self.dtz50.wdl50()),
            },
        }
    }

    /// The better of two moves' values, for each count by itself.
    pub fn best(self, other: Self) -> Self {
        Self {
            dtm: self.dtm.max(other.dtm),
            dtc: self.dtc.max(other.dtc),
            dtz: self.dtz.max(other.dtz),
            dtz50: self.dtz50.max(other.dtz50),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn preferences_run_from_quick_losses_to_quick_wins() {
        let order = [
            Depth::Loss(0),
            Depth::Loss(1),
            Depth::Loss(900),
            Depth::Draw,
            Depth::Win(901),
            Depth::Win(1),
        ];
        assert!(order.is_sorted_by(|a, b| a < b));
        let mut negated = order.map(Neg::neg);
        negated.reverse();
        assert!(negated.is_sorted_by(|a, b| a < b));
        assert_eq!(order.map(|d| -(-d)), order);
    }

    #[test]
    fn a_mate_in_one_is_one_ply_before_mated() {
        assert_eq!(Depth::MATED.one_ply_back(), Depth::Win(1));
        assert_eq!(Depth::Win(1).one_ply_back(), Depth::Loss(2));
        assert_eq!(Depth::Draw.one_ply_back(), Depth::Draw);
        assert_eq!(
            (Depth::Loss(2).moves(), Depth::Win(3).moves(), Depth::MATED.moves()),
            (Some(1), Some(2), Some(0))
        );
    }

    #[test]
    fn the_fifty_move_rule_bites_after_a_hundred_plies() {
        for (depth, wdl) in [
            (Depth::Win(100), Wdl50::Win),
            (Depth::Win(101), Wdl50::CursedWin),
            (Depth::Draw, Wdl50::Draw),
            (Depth::Loss(101), Wdl50::BlessedLoss),
            (Depth::Loss(100), Wdl50::Loss),
            (Depth::Loss(0), Wdl50::Loss),
        ] {
            assert_eq!(Dtz50(depth).wdl50(), wdl);
            assert_eq!((-Dtz50(depth)).wdl50(), -wdl);
            assert_eq!(wdl.without_rule(), depth.wdl());
            let mover = Dtz50::after_zeroing(wdl);
            assert_eq!(mover.wdl50(), -wdl);
            assert_eq!(Dtz::after_zeroing(depth.wdl()).wdl(), -depth.wdl());
            assert_eq!(Dtc::after_conversion(depth.wdl()).wdl(), -depth.wdl());
        }
    }
}
