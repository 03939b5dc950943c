//! Integer partitions and their Young diagrams.

use std::fmt;
use std::str::FromStr;

use crate::Error;

/// The longest side of a diagram that is read or built.
pub const MAX_SIDE: u32 = 1_000_000;

/// A partition with at least one part: the rows of its Young diagram, longest first.
///
/// ```
/// use nimzo_games::young::Partition;
/// let partition: Partition = "5,4^2,2,1^2".parse().unwrap();
/// assert_eq!(partition.size(), 17);
/// assert_eq!(partition.conjugate().to_string(), "6,4,3^2,1");
/// assert_eq!(partition.sub(0, 2).unwrap().to_string(), "3,2^2");
/// assert_eq!(partition.sub(0, 5), None);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Partition(Vec<u32>);

impl Partition {
    /// The partition with these parts, or `None` where they are empty, zero, or increase.
    pub fn new(parts: Vec<u32>) -> Option<Self> {
        let falls = parts.windows(2).all(|pair| pair[0] >= pair[1]);
        (falls && parts.last().is_some_and(|&last| last > 0)).then_some(Self(parts))
    }

    /// The partition with these parts, zeros at the end left out; `None` where nothing remains.
    /// The caller promises that the parts do not increase.
    pub(in crate::young) fn trimmed(mut parts: Vec<u32>) -> Option<Self> {
        while parts.last() == Some(&0) {
            parts.pop();
        }
        Self::new(parts)
    }

    /// The parts, largest first.
    pub fn parts(&self) -> &[u32] {
        &self.0
    }

    /// The length of row `row`, counted from 0; rows beyond the last are empty.
    pub fn row(&self, row: usize) -> u32 {
        self.0.get(row).copied().unwrap_or(0)
    }

    /// The number of parts.
    pub fn rows(&self) -> usize {
        self.0.len()
    }

    /// The largest part.
    pub fn columns(&self) -> usize {
        self.0[0] as usize
    }

    /// The number that is partitioned: the number of cells.
    pub fn size(&self) -> u64 {
        self.0.iter().map(|&part| u64::from(part)).sum()
    }

    /// Whether the diagram has the cell in row `row` and column `column`, both from 0; that is
    /// whether the subpartition there is not empty.
    pub fn has(&self, row: usize, column: usize) -> bool {
        (self.row(row) as usize) > column
    }

    /// What is left after removing `rows` rows from the top and `columns` columns from the left;
    /// `None` where nothing is left.
    pub fn sub(&self, rows: usize, columns: usize) -> Option<Self> {
        if !self.has(rows, columns) {
            return None;
        }
        let kept = self.0[rows..].iter().map(|&part| part as usize);
        Some(Self(
            kept.take_while(|&part| part > columns).map(|part| (part - columns) as u32).collect(),
        ))
    }

    /// The diagram reflected in its diagonal.
    pub fn conjugate(&self) -> Self {
        let mut columns = Vec::with_capacity(self.columns());
        // Going up, the rows as long as this one or longer are those up to it.
        for (row, &part) in self.0.iter().enumerate().rev() {
            columns.resize(part as usize, row as u32 + 1);
        }
        Self(columns)
    }

    /// Dyson's rank without its sign: how far the diagram is from having as many rows as columns.
    pub fn rank(&self) -> usize {
        self.rows().abs_diff(self.columns())
    }

    /// The side of the largest square in the upper left of the diagram.
    pub fn durfee(&self) -> usize {
        (0..self.rows()).take_while(|&row| self.has(row, row)).count()
    }

    /// The corners: the cells (row, column) whose subpartition is a single cell.
    pub fn corners(&self) -> Vec<(usize, usize)> {
        (0..self.rows())
            .filter(|&row| self.row(row) > self.row(row + 1))
            .map(|row| (row, self.row(row) as usize - 1))
            .collect()
    }

    /// The diagram without its corners; `None` where nothing is left.
    pub fn without_corners(&self) -> Option<Self> {
        let shrunk = |row| self.row(row) - u32::from(self.row(row) > self.row(row + 1));
        Self::trimmed((0..self.rows()).map(shrunk).collect())
    }

    /// Whether every cell of this diagram is a cell of `other`: the order of Young's lattice.
    pub fn fits_in(&self, other: &Self) -> bool {
        self.0.iter().enumerate().all(|(row, &part)| part <= other.row(row))
    }

    /// The cells, row by row from the top left.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.0.iter().enumerate().flat_map(|(row, &part)| (0..part as usize).map(move |c| (row, c)))
    }
}

impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, run) in self.0.chunk_by(|a, b| a == b).enumerate() {
            let comma = if index > 0 { "," } else { "" };
            match run.len() {
                1 => write!(f, "{comma}{}", run[0])?,
                times => write!(f, "{comma}{}^{times}", run[0])?,
            }
        }
        Ok(())
    }
}

impl FromStr for Partition {
    type Err = Error;

    /// Reads `5,4,4,4` or `5,4^3`, with or without square brackets around it.
    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = |reason: String| Error::Partition { text: text.to_owned(), reason };
        let inner = text.trim();
        let inner = match inner.strip_prefix('[') {
            Some(rest) => {
                rest.strip_suffix(']').ok_or_else(|| wrong("`[` is not closed".into()))?
            }
            None => inner,
        };
        if inner.trim().is_empty() {
            return Err(wrong("it has no parts".into()));
        }
        let mut parts: Vec<u32> = Vec::new();
        for (index, item) in inner.split(',').enumerate() {
            let (part, times) = read_item(item).map_err(|reason| {
                wrong(format!("item {} (`{}`) {reason}", index + 1, item.trim()))
            })?;
            if let Some(&before) = parts.last().filter(|&&before| before < part) {
                return Err(wrong(format!(
                    "item {} ({part}) exceeds the part {before} before it",
                    index + 1
                )));
            }
            if parts.len() + times as usize > MAX_SIDE as usize {
                return Err(wrong(format!("it has more than {MAX_SIDE} parts")));
            }
            parts.extend(std::iter::repeat_n(part, times as usize));
        }
        Ok(Self(parts))
    }
}

/// Reads `4` or `4^3` as a part and how often it stands.
fn read_item(item: &str) -> Result<(u32, u32), String> {
    let (part, times) = match item.split_once('^') {
        Some((part, times)) => {
            (part, read_number(times).map_err(|why| format!("has an exponent that {why}"))?)
        }
        None => (item, 1),
    };
    Ok((read_number(part)?, times))
}

fn read_number(text: &str) -> Result<u32, String> {
    let text = text.trim();
    match text.parse::<i128>() {
        Ok(number) if number < 1 => Err(format!("is {number}, and must be at least 1")),
        Ok(number) if number > i128::from(MAX_SIDE) => {
            Err(format!("exceeds the limit of {MAX_SIDE}"))
        }
        Ok(number) => Ok(number as u32),
        Err(_) if text.is_empty() => Err("is empty".into()),
        Err(_) => Err("is not a whole number".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Partition {
        text.parse().unwrap()
    }

    /// Any partition with few small parts.
    fn any() -> impl Strategy<Value = Partition> {
        proptest::collection::vec(1u32..12, 1..12).prop_map(|mut parts| {
            parts.sort_unstable_by(|a, b| b.cmp(a));
            Partition::new(parts).unwrap()
        })
    }

    #[test]
    fn the_diagram_of_the_first_figure() {
        let partition = read("[5, 4^2, 2, 1^2]");
        assert_eq!(partition.parts(), [5, 4, 4, 2, 1, 1]);
        assert_eq!(partition.corners(), [(0, 4), (2, 3), (3, 1), (5, 0)]);
        assert_eq!(partition.without_corners(), Some(read("4^2,3,1^2")));
        assert_eq!((partition.rank(), partition.durfee()), (1, 3));
        assert_eq!(read("1").without_corners(), None);
    }

    #[test]
    fn bad_partitions_are_named() {
        for (text, needle) in [
            ("4,5", "item 2 (5) exceeds the part 4"),
            ("0", "item 1 (`0`) is 0"),
            ("5,-1", "item 2 (`-1`) is -1"),
            ("5,,1", "item 2 (``) is empty"),
            ("", "no parts"),
            ("[3,2", "not closed"),
            ("5,x", "item 2 (`x`) is not a whole number"),
            ("5^0", "exponent that is 0"),
            ("3^99999999999", "exceeds the limit"),
            ("9^1000000,1", "more than 1000000 parts"),
            ("99999999999999999999999999999999999999999999", "not a whole number"),
        ] {
            let message = text.parse::<Partition>().unwrap_err().to_string();
            assert!(message.contains(needle) && message.contains(text), "{text}: {message}");
        }
    }

    proptest! {
        #[test]
        fn text_and_back(partition in any()) {
            prop_assert_eq!(read(&partition.to_string()), partition);
        }

        #[test]
        fn conjugation_is_an_involution_that_transposes_cells(partition in any()) {
            let conjugate = partition.conjugate();
            prop_assert_eq!(conjugate.conjugate(), partition.clone());
            prop_assert_eq!(conjugate.size(), partition.size());
            for (row, column) in partition.cells() {
                prop_assert!(conjugate.has(column, row));
                let sub = partition.sub(row, column).unwrap();
                prop_assert_eq!(sub.conjugate(), conjugate.sub(column, row).unwrap());
                prop_assert!(sub.fits_in(&partition));
            }
        }

        #[test]
        fn removing_twice_is_removing_the_sum(partition in any(), a in 0usize..4, b in 0usize..4, c in 0usize..4, d in 0usize..4) {
            let twice = partition.sub(a, b).and_then(|rest| rest.sub(c, d));
            prop_assert_eq!(twice, partition.sub(a + c, b + d));
        }

        #[test]
        fn no_text_panics(text in "[0-9,^ x\\[\\]-]{0,12}") {
            let _ = text.parse::<Partition>();
        }
    }
}
