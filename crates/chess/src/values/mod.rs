//! Values of positions, always from the side to move, and how they pass from a position to the
//! one before it.
//!
//! Depths are counted in plies (half-moves). Four of them are kept: to mate ([`Dtm`]), to
//! conversion ([`Dtc`]: mate, capture or promotion), to a zeroing move ([`Dtz`]: mate, capture or
//! pawn move), and the last again under the fifty-move rule ([`Dtz50`]). How values are packed
//! into bytes is no matter of this module.

mod depth;
mod position;
mod rounded;

use std::ops::Neg;

pub use depth::{Depth, Dtc, Dtm, Dtz, Dtz50};
pub use position::{Step, Values};
pub use rounded::MaybeRounded;

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
    /// The value when a win or loss that the rule spoils is the draw it makes of it.
    pub fn under_rule(self) -> Wdl {
        match self {
            Self::Loss => Wdl::Loss,
            Self::BlessedLoss | Self::Draw | Self::CursedWin => Wdl::Draw,
            Self::Win => Wdl::Win,
        }
    }

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
