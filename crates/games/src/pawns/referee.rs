//! The referee: it plays the real game out, every move of it, beside a heap of Nim. It knows no
//! theory, and so it is what the recursion is held against.

use rustc_hash::FxHashMap;

use super::rules::{Pawns, Side};
use super::word::Word;

/// Heaps of 0 to this many stones are played beside the pawns.
pub const LARGEST_HEAP: u32 = 7;

/// For each heap from 0 to [`LARGEST_HEAP`], whether the side to move wins: a bit a heap.
pub type Wins = u8;

/// Solves pawn positions together with a heap of Nim, by exhausting them.
#[derive(Default)]
pub struct Referee {
    known: FxHashMap<Pawns, [Wins; 2]>,
}

impl Referee {
    /// A referee who has seen nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// For each heap, whether `side` wins when it is to move. A player who cannot move loses.
    pub fn wins(&mut self, pawns: &Pawns, side: Side) -> Wins {
        if pawns.can_touch_down(side) {
            return Wins::MAX;
        }
        self.both(pawns)[side as usize]
    }

    /// The nimber that a component behaves as beside every heap: the one heap next to which
    /// whoever moves loses. `None` when no such heap is small enough or the sides differ.
    pub fn nimber(&mut self, word: &Word) -> Option<u32> {
        let pawns = Pawns::start(std::slice::from_ref(word))?;
        let white = self.wins(&pawns, Side::White);
        let black = self.wins(&pawns, Side::Black);
        let losing = !white;
        (white == black && losing.count_ones() == 1).then(|| losing.trailing_zeros())
    }

    /// The number of positions that had to be played out.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    /// Both sides' wins. They are found together because a move in the heap leaves the pawns as
    /// they are and hands the turn over.
    fn both(&mut self, pawns: &Pawns) -> [Wins; 2] {
        if let Some(&wins) = self.known.get(pawns) {
            return wins;
        }
        let by_pawns = [self.by_pawn_moves(pawns, Side::White), self.by_pawn_moves(pawns, Side::Black)];
        let mut wins = by_pawns;
        for heap in 0..=LARGEST_HEAP {
            let smaller: Wins = (1 << heap) - 1;
            let lost = [!wins[0] & smaller, !wins[1] & smaller];
            for side in 0..2 {
                wins[side] |= if lost[1 - side] != 0 { 1 << heap } else { 0 };
            }
        }
        self.known.insert(*pawns, wins);
        wins
    }

    /// The heaps beside which some move of a pawn wins.
    fn by_pawn_moves(&mut self, pawns: &Pawns, side: Side) -> Wins {
        if pawns.can_touch_down(side) {
            return Wins::MAX;
        }
        let mut wins = 0;
        for pawn_move in pawns.moves(side) {
            wins |= !self.wins(&pawns.after(side, pawn_move), side.other());
            if wins == Wins::MAX {
                break;
            }
        }
        wins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nimber(word: &str) -> Option<u32> {
        Referee::new().nimber(&word.parse().unwrap())
    }

    #[test]
    fn small_components_by_hand() {
        assert_eq!(nimber("0"), Some(1));
        assert_eq!(nimber("1"), Some(1));
        assert_eq!(nimber("00"), Some(0));
        assert_eq!(nimber("000"), Some(0));
        assert_eq!(nimber("1000"), Some(2));
        assert_eq!(nimber("1010"), Some(2));
    }

    #[test]
    fn a_sum_is_played_out_too() {
        let words = ["1000".parse().unwrap(), "1010".parse().unwrap()];
        let pawns = Pawns::start(&words).unwrap();
        assert_eq!(Referee::new().wins(&pawns, Side::White) & 1, 0);
    }
}
