//! Results in two bits: one code for what a position is worth and for what a move into it is worth.
//!
//! | unwon | decided | for the side to move | for the player who moves there |
//! |---|---|---|---|
//! | 0 | 0 | no legal position | no legal move |
//! | 0 | 1 | won | a move that loses |
//! | 1 | 0 | drawn | a move that draws |
//! | 1 | 1 | lost | a move that wins |
//!
//! Read as numbers the codes are ordered as moves are, so the best of several moves is a maximum.

use super::BitPlane;

/// The codes of 64 positions, or of the moves that lead there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResultBits {
    /// Drawn or lost for the side to move: a move that does not lose.
    pub unwon: u64,
    /// Won or lost.
    pub decided: u64,
}

impl ResultBits {
    /// Won for the side to move.
    #[inline(always)]
    pub fn won(self) -> u64 {
        !self.unwon & self.decided
    }

    /// Drawn.
    #[inline(always)]
    pub fn drawn(self) -> u64 {
        self.unwon & !self.decided
    }

    /// Lost for the side to move: a move there wins.
    #[inline(always)]
    pub fn lost(self) -> u64 {
        self.unwon & self.decided
    }

    /// Legal positions, or moves that exist.
    #[inline(always)]
    pub fn legal(self) -> u64 {
        self.unwon | self.decided
    }

    /// The part of it in a set.
    #[inline(always)]
    pub fn within(self, set: u64) -> Self {
        Self { unwon: self.unwon & set, decided: self.decided & set }
    }

    /// The better of two moves, place by place: the larger code.
    #[inline(always)]
    pub fn best(self, other: Self) -> Self {
        let unwon = self.unwon | other.unwon;
        let decided = (self.unwon & self.decided)
            | (other.unwon & other.decided)
            | (!unwon & (self.decided | other.decided));
        Self { unwon, decided }
    }
}

/// The codes of every slot of a slice for one side to move.
#[derive(Debug, Clone)]
pub struct ResultPlanes {
    /// Drawn or lost.
    pub unwon: BitPlane,
    /// Won or lost.
    pub decided: BitPlane,
}

impl ResultPlanes {
    /// The codes of a word of slots.
    #[inline(always)]
    pub fn word(&self, word: usize) -> ResultBits {
        ResultBits { unwon: self.unwon[word], decided: self.decided[word] }
    }

    /// Raises the moves to others of the same positions where those are better.
    pub fn raise_to(&mut self, others: &Self) {
        for word in 0..self.unwon.len() {
            let best = self.word(word).best(others.word(word));
            (self.unwon[word], self.decided[word]) = (best.unwon, best.decided);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_two_moves_is_the_larger_code() {
        let one = |code: u64| ResultBits { unwon: code >> 1, decided: code & 1 };
        for a in 0..4 {
            for b in 0..4 {
                assert_eq!(one(a).best(one(b)), one(a.max(b)), "{a} {b}");
            }
        }
        let names = |code| [one(code).won(), one(code).drawn(), one(code).lost()].map(|b| b & 1);
        assert_eq!([0, 1, 2, 3].map(names), [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]);
    }
}
