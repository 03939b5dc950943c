//! Normal and misère Grundy values side by side.

use crate::{Mex, Nimber};

/// A position's Sprague-Grundy value under normal play and under misère play.
///
/// Both follow the mex rule; they differ only where play ends: a terminal position counts 0 in
/// normal play and 1 in misère play.
///
/// ```
/// use nimzo_cgt::ConwayPair;
/// let heap_1 = ConwayPair::from_options([ConwayPair::TERMINAL]);
/// let heap_2 = ConwayPair::from_options([ConwayPair::TERMINAL, heap_1]);
/// assert_eq!(heap_1.to_string(), "(1,0)");
/// assert_eq!(heap_2.to_string(), "(2,2)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConwayPair {
    /// The value in normal play.
    pub normal: Nimber,
    /// The value in misère play.
    pub misere: Nimber,
}

impl ConwayPair {
    /// The pair of a position without moves: (0,1).
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::ConwayPair::TERMINAL.to_string(), "(0,1)");
    /// ```
    pub const TERMINAL: ConwayPair = ConwayPair { normal: Nimber(0), misere: Nimber(1) };

    /// The pair of a position from the pairs of its options.
    ///
    /// ```
    /// use nimzo_cgt::ConwayPair;
    /// assert_eq!(ConwayPair::from_options([]), ConwayPair::TERMINAL);
    /// ```
    pub fn from_options(options: impl IntoIterator<Item = ConwayPair>) -> ConwayPair {
        let mut options = options.into_iter().peekable();
        if options.peek().is_none() {
            return ConwayPair::TERMINAL;
        }
        let (mut normal, mut misere) = (Mex::default(), Mex::default());
        for option in options {
            normal.insert(option.normal.0);
            misere.insert(option.misere.0);
        }
        ConwayPair { normal: Nimber(normal.value()), misere: Nimber(misere.value()) }
    }

    /// Whether the pair is (0,1) or (1,0): the two plays disagree as in heaps of at most one.
    ///
    /// ```
    /// assert!(nimzo_cgt::ConwayPair::TERMINAL.is_swap());
    /// ```
    pub const fn is_swap(self) -> bool {
        matches!((self.normal.0, self.misere.0), (0, 1) | (1, 0))
    }

    /// Whether the pair is (n,n).
    ///
    /// ```
    /// use nimzo_cgt::{ConwayPair, Nimber};
    /// assert!(ConwayPair { normal: Nimber(3), misere: Nimber(3) }.is_diagonal());
    /// ```
    pub const fn is_diagonal(self) -> bool {
        self.normal.0 == self.misere.0
    }
}

impl std::fmt::Display for ConwayPair {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({},{})", self.normal.0, self.misere.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Misère nim heaps: only the heaps 0 and 1 change places.
    #[test]
    fn nim_heaps() {
        let mut heaps: Vec<ConwayPair> = Vec::new();
        for n in 0..40 {
            let heap = ConwayPair::from_options(heaps.iter().copied());
            assert_eq!(heap.normal, Nimber(n));
            assert_eq!(heap.misere, Nimber(if n < 2 { 1 - n } else { n }));
            assert_eq!((heap.is_swap(), heap.is_diagonal()), (n < 2, n >= 2));
            heaps.push(heap);
        }
    }
}
