//! Depths that their source may have rounded, as Syzygy's files do to save room.

use std::cmp::Ordering;

use super::Depth;

/// A depth that is what it says, or one that may be a ply more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MaybeRounded<T> {
    /// Not rounded.
    Exact(T),
    /// This, or one ply more.
    Rounded(T),
}

impl<T> MaybeRounded<T> {
    /// The depth, if it has not been rounded.
    pub fn exact(self) -> Option<T> {
        match self {
            Self::Exact(depth) => Some(depth),
            Self::Rounded(_) => None,
        }
    }

    /// The depth, be it a ply too small.
    pub fn at_least(self) -> T {
        match self {
            Self::Exact(depth) | Self::Rounded(depth) => depth,
        }
    }

    /// The same said of something that follows from the depth.
    pub fn map<U>(self, follows: impl FnOnce(T) -> U) -> MaybeRounded<U> {
        match self {
            Self::Exact(depth) => MaybeRounded::Exact(follows(depth)),
            Self::Rounded(depth) => MaybeRounded::Rounded(follows(depth)),
        }
    }
}

impl MaybeRounded<Depth> {
    /// The most that the depth may be.
    pub fn at_most(self) -> Depth {
        match self {
            Self::Exact(depth) | Self::Rounded(depth @ Depth::Draw) => depth,
            Self::Rounded(Depth::Win(plies)) => Depth::Win(plies + 1),
            Self::Rounded(Depth::Loss(plies)) => Depth::Loss(plies + 1),
        }
    }
}

/// By what the side to move prefers, so that the best of several is the larger, rounded where the true
/// best may be a ply more: of two equal wins the exact one stands, of two equal losses the other may
/// take longer.
impl<T: Ord + Copy + Into<Depth>> Ord for MaybeRounded<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_rounding = |one: &Self| {
            let rounded = matches!(one, Self::Rounded(_));
            rounded == matches!(one.at_least().into(), Depth::Loss(_))
        };
        let by_depth = self.at_least().cmp(&other.at_least());
        by_depth.then_with(|| by_rounding(self).cmp(&by_rounding(other)))
    }
}

impl<T: Ord + Copy + Into<Depth>> PartialOrd for MaybeRounded<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The depths that one may be.
    fn possible(depth: MaybeRounded<Depth>) -> Vec<Depth> {
        let mut both = vec![depth.at_least(), depth.at_most()];
        both.dedup();
        both
    }

    #[test]
    fn the_best_of_two_is_all_that_it_may_be() {
        let depths = [Depth::Loss(2), Depth::Loss(3), Depth::Loss(4), Depth::Draw]
            .into_iter()
            .chain([Depth::Win(4), Depth::Win(3), Depth::Win(2)]);
        let all: Vec<MaybeRounded<Depth>> =
            depths.flat_map(|d| [MaybeRounded::Exact(d), MaybeRounded::Rounded(d)]).collect();
        for &a in &all {
            for &b in &all {
                let mut best: Vec<Depth> = Vec::new();
                for one in possible(a) {
                    best.extend(possible(b).into_iter().map(|other| one.max(other)));
                }
                best.sort_unstable();
                best.dedup();
                let mut said = possible(a.max(b));
                said.sort_unstable();
                assert_eq!(said, best, "{a:?} {b:?}");
            }
        }
    }
}
