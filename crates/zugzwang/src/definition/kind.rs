//! The types of zugzwang, by the values of three positions, and nothing about where values come
//! from.

use std::fmt;
use std::str::FromStr;

use nimzo_chess::{Depth, MaybeRounded, Wdl};

/// A type of level A: the first player's result is better after a null move.
///
/// Named by the values of p1, p2 and p3 for the first player (0 lost, 1 drawn, 2 won).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// 121: to move costs the win.
    A1,
    /// 010: to move costs the draw.
    A2,
    /// 020: to move turns a win into a loss.
    A3,
    /// 120: as A1, but the second player, too, would gain by a null move.
    A4,
    /// 021: as A3, but p3 is stalemate.
    A5,
    /// 011: as A2, but p3 is stalemate.
    A6,
}

impl Kind {
    /// All of them, in order.
    pub const ALL: [Self; 6] = [Self::A1, Self::A2, Self::A3, Self::A4, Self::A5, Self::A6];

    /// The type of a position by the values for the first player of p1, p2 and p3. `None` when
    /// the null move does not better the first player's result.
    pub fn of(v1: Wdl, v2: Wdl, v3: Wdl) -> Option<Self> {
        use Wdl::{Draw, Loss, Win};
        match (v1, v2, v3) {
            (Draw, Win, Draw) => Some(Self::A1),
            (Loss, Draw, Loss) => Some(Self::A2),
            (Loss, Win, Loss) => Some(Self::A3),
            (Draw, Win, Loss) => Some(Self::A4),
            (Loss, Win, Draw) => Some(Self::A5),
            (Loss, Draw, Draw) => Some(Self::A6),
            _ => None,
        }
    }

    /// The values of p1, p2 and p3 for the first player.
    pub fn values(self) -> [Wdl; 3] {
        use Wdl::{Draw, Loss, Win};
        match self {
            Self::A1 => [Draw, Win, Draw],
            Self::A2 => [Loss, Draw, Loss],
            Self::A3 => [Loss, Win, Loss],
            Self::A4 => [Draw, Win, Loss],
            Self::A5 => [Loss, Win, Draw],
            Self::A6 => [Loss, Draw, Draw],
        }
    }

    /// The type of the same placement with the other player first, where there is no en passant
    /// right: A1 and A2 change places.
    pub fn seen_by_the_other(self) -> Self {
        match self {
            Self::A1 => Self::A2,
            Self::A2 => Self::A1,
            other => other,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "A{}", *self as usize + 1)
    }
}

/// A text that names no type of zugzwang.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no type of zugzwang; expected one of A1, A2, A3, A4, A5, A6")]
pub struct UnknownKind(pub String);

impl FromStr for Kind {
    type Err = UnknownKind;

    fn from_str(text: &str) -> Result<Self, UnknownKind> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownKind(text.to_owned()))
    }
}

/// A type of level B: the result stays, but the move costs time in some metric.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Inconvenience {
    /// The first player wins and needs more moves because it is his turn.
    B1,
    /// The first player loses and holds out for fewer moves because it is his turn.
    B2,
}

impl Inconvenience {
    /// By the value of both p1 and p2 for the first player and the moves that the winner needs in
    /// each, whatever a source that rounds may have left out of them.
    pub fn of(value: Wdl, p1: Moves, p2: Moves) -> Option<Self> {
        match value {
            Wdl::Win if p1.least > p2.most => Some(Self::B1),
            Wdl::Loss if p1.most < p2.least => Some(Self::B2),
            _ => None,
        }
    }
}

impl fmt::Display for Inconvenience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::B1 => "B1",
            Self::B2 => "B2",
        })
    }
}

/// The winner's moves up to the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moves {
    /// At least so many.
    pub least: u16,
    /// At most so many: more, where the source may have rounded.
    pub most: u16,
}

impl Moves {
    /// The moves for a depth as the side *to move* has it: a loser who must himself make the zeroing
    /// move leaves the winner none to make. `None` for a draw.
    pub fn of(depth: MaybeRounded<Depth>) -> Option<Self> {
        let moves = |depth| match depth {
            Depth::Win(plies) => Some(plies.div_ceil(2)),
            Depth::Loss(plies) => Some(plies / 2),
            Depth::Draw => None,
        };
        Some(Self { least: moves(depth.at_least())?, most: moves(depth.at_most())? })
    }
}

impl Moves {
    /// Whether their number is known.
    pub fn is_exact(self) -> bool {
        self.least == self.most
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let about = if self.is_exact() { "" } else { "~" };
        write!(f, "{about}{}", self.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VALUES: [Wdl; 3] = [Wdl::Loss, Wdl::Draw, Wdl::Win];

    #[test]
    fn the_six_types_are_all_there_are() {
        // p3 is p1 with fewer moves: its value is no better unless it is stalemate, a draw.
        let mut found = Vec::new();
        for v1 in VALUES {
            for v2 in VALUES {
                for v3 in VALUES {
                    let possible = v3 <= v1 || v3 == Wdl::Draw;
                    let kind = Kind::of(v1, v2, v3);
                    // The second player passes back only if that does not better the first.
                    assert_eq!(
                        kind.is_some(),
                        possible && v1 < v2 && v3 <= v2,
                        "{v1:?}{v2:?}{v3:?}"
                    );
                    found.extend(kind.map(|kind| (kind, [v1, v2, v3])));
                }
            }
        }
        found.sort_by_key(|(kind, _)| *kind);
        assert_eq!(found, Kind::ALL.map(|kind| (kind, kind.values())));
    }

    #[test]
    fn the_other_player_sees_the_values_negated_and_shifted() {
        for kind in [Kind::A1, Kind::A2, Kind::A3] {
            let [v1, v2, _] = kind.values();
            assert_eq!(Kind::of(-v2, -v1, -v2), Some(kind.seen_by_the_other()));
        }
    }

    #[test]
    fn names_are_read_back() {
        for kind in Kind::ALL {
            assert_eq!(kind.to_string().parse(), Ok(kind));
            assert_eq!(kind.to_string().to_lowercase().parse(), Ok(kind));
        }
        assert!("A7".parse::<Kind>().unwrap_err().to_string().contains("A7"));
    }

    fn moves(depth: Depth) -> Option<Moves> {
        Moves::of(MaybeRounded::Exact(depth))
    }

    #[test]
    fn the_loser_who_must_zero_leaves_the_winner_nothing_to_do() {
        let found = |depth| moves(depth).map(|moves| (moves.least, moves.most));
        assert_eq!(found(Depth::Loss(1)), Some((0, 0)));
        assert_eq!(found(Depth::Loss(0)), Some((0, 0)));
        assert_eq!(found(Depth::Loss(50)), Some((25, 25)));
        assert_eq!(found(Depth::Win(1)), Some((1, 1)));
        assert_eq!(found(Depth::Win(2)), Some((1, 1)));
        assert_eq!(found(Depth::Draw), None);
        let exactly = |count| Moves { least: count, most: count };
        let of = |value, one, two| Inconvenience::of(value, exactly(one), exactly(two));
        assert_eq!(of(Wdl::Loss, 0, 1), Some(Inconvenience::B2));
        assert_eq!(of(Wdl::Win, 84, 25), Some(Inconvenience::B1));
        assert_eq!(of(Wdl::Win, 4, 4), None);
    }

    #[test]
    fn a_rounding_is_no_inconvenience() {
        let rounded = |depth| Moves::of(MaybeRounded::Rounded(depth)).unwrap();
        // 4 or 5 plies are 2 or 3 moves of the winner, 5 or 6 are 3.
        assert_eq!(rounded(Depth::Win(4)).to_string(), "~2");
        assert_eq!(rounded(Depth::Win(5)).to_string(), "3");
        let of = |value, one, two| Inconvenience::of(value, one, two);
        let exact = |depth| moves(depth).unwrap();
        assert_eq!(of(Wdl::Win, exact(Depth::Win(5)), rounded(Depth::Win(4))), None);
        assert_eq!(
            of(Wdl::Win, exact(Depth::Win(7)), rounded(Depth::Win(4))),
            Some(Inconvenience::B1)
        );
        assert_eq!(of(Wdl::Loss, rounded(Depth::Loss(3)), exact(Depth::Loss(4))), None);
        assert_eq!(
            of(Wdl::Loss, rounded(Depth::Loss(3)), exact(Depth::Loss(6))),
            Some(Inconvenience::B2)
        );
    }
}
