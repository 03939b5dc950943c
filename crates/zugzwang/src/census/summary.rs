//! A census summed up by groups, in the rows of the published summary.

use super::Entry;
use crate::definition::kind::Kind;

/// The rows of the summary for one group of endgames.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Endgames.
    pub endgames: u64,
    /// Endgames where neither side has a bare king. A bare king cannot win, so the others have no A2 and no
    /// A3, and are left out of what is said of these.
    pub contested: u64,
    /// Endgames without a zugzwang.
    pub no_zugs: u64,
    /// Endgames without an A1.
    pub no_a1: u64,
    /// Endgames without an A2, those with equal forces that have zugzwangs not counted.
    pub no_a2: u64,
    /// Endgames with equal forces that have no A2 but those that merely mirror their A1.
    pub mirrored_a2: u64,
    /// Endgames without an A3.
    pub no_a3: u64,
    /// Endgames with exactly one zugzwang.
    pub unique: u64,
    /// Endgames with exactly one A1.
    pub one_a1: u64,
    /// Endgames with exactly one A2.
    pub one_a2: u64,
    /// Endgames with exactly one A3.
    pub one_a3: u64,
    /// A1.
    pub a1: u64,
    /// A2, those that mirror A1 not counted.
    pub a2: u64,
    /// A3.
    pub a3: u64,
    /// A4, A5 and A6, which only an en passant right makes.
    pub rare: [u64; 3],
}

impl Summary {
    /// Sums up.
    pub fn of<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Self {
        let mut sum = Self::default();
        for entry in entries {
            sum.endgames += 1;
            sum.no_zugs += u64::from(entry.total() == 0);
            let [a1, a2, a3, rare @ ..] = Kind::ALL.map(|kind| entry.of_kind(kind));
            sum.no_a1 += u64::from(a1 == 0);
            if entry.class.white.men() > 1 && entry.class.black.men() > 1 {
                sum.contested += 1;
                sum.mirrored_a2 += u64::from(a2 == 0 && entry.mirrored > 0);
                sum.no_a2 += u64::from(a2 == 0 && entry.mirrored == 0);
                sum.no_a3 += u64::from(a3 == 0);
            }
            sum.unique += u64::from(entry.total() == 1);
            sum.one_a1 += u64::from(a1 == 1);
            sum.one_a2 += u64::from(a2 == 1);
            sum.one_a3 += u64::from(a3 == 1);
            sum.a1 += a1;
            sum.a2 += a2;
            sum.a3 += a3;
            sum.rare.iter_mut().zip(rare).for_each(|(sum, count)| *sum += count);
        }
        sum
    }

    /// All types together.
    pub fn total(&self) -> u64 {
        self.a1 + self.a2 + self.a3 + self.rare.iter().sum::<u64>()
    }

    /// The rows by their printed names.
    pub fn rows(&self) -> Vec<(&'static str, String)> {
        let contested = |count: String| if self.contested > 0 { count } else { "-".to_owned() };
        let no_a2 = match self.mirrored_a2 {
            0 => self.no_a2.to_string(),
            mirrored => format!("{} (+{mirrored})", self.no_a2),
        };
        vec![
            ("endgames", self.endgames.to_string()),
            ("no zugs", self.no_zugs.to_string()),
            ("no A1", self.no_a1.to_string()),
            ("no A2", contested(no_a2)),
            ("no A3", contested(self.no_a3.to_string())),
            ("a unique zug", self.unique.to_string()),
            ("one A1", self.one_a1.to_string()),
            ("one A2", self.one_a2.to_string()),
            ("one A3", self.one_a3.to_string()),
            ("A1-A6", self.total().to_string()),
            ("A1", self.a1.to_string()),
            ("A2", self.a2.to_string()),
            ("A3", self.a3.to_string()),
            ("A4", self.rare[0].to_string()),
            ("A5", self.rare[1].to_string()),
            ("A6", self.rare[2].to_string()),
        ]
    }
}
