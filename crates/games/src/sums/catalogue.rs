//! Small components by value: all pawns on up to so many neighbouring files, at most one of either
//! colour on each, and which values occur among them.

use nimzo_cgt::{Dyadic, Game, Universe};
use nimzo_work::Task;

use super::group::PawnGroup;
use super::worth::{Worth, Worths};
use crate::board::{Side, Square};
use crate::{Error, Result};

/// What kind of value a component has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ValueKind {
    /// 0, 1, -3.
    Integer,
    /// 1/2, -3/4.
    Fraction,
    /// `*`, `*2`: the heaps of Nim.
    Nimber,
    /// `^`, `v*`, `^3*2`: multiples of up, with or without a star.
    Up,
    /// `Tiny(2)`, `Miny(1)`: {0||0|-2} and its like.
    Tiny,
    /// Any other value that is closer to 0 than every number.
    Infinitesimal,
    /// A number with an infinitesimal beside it, as `1*`.
    Numberish,
    /// A number for whoever moves: `{2|0}`, `+-1`.
    Switch,
    /// Any other value that is worth moving in.
    Hot,
    /// No value: one side gets through whoever moves.
    Through,
    /// No value: somebody has a threat that gains time.
    Threats,
    /// Too large to be valued.
    Unknown,
}

/// A component with what it is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The component.
    pub group: PawnGroup,
    /// What it is worth.
    pub worth: Worth,
    /// The kind of its value.
    pub kind: ValueKind,
}

/// Components and their values.
pub struct Catalogue {
    entries: Vec<Entry>,
    worths: Worths,
}

/// All components on so many neighbouring files with at most one pawn of either colour, and at least
/// one pawn, on each file. Of two mirror images only one is listed. Fewer pawns come first.
pub fn components(files: usize, rows: usize) -> Vec<PawnGroup> {
    let rows_of_pawns = || std::iter::once(None).chain((1..rows.saturating_sub(1)).map(Some));
    let of_file: Vec<(Option<usize>, Option<usize>)> = rows_of_pawns()
        .flat_map(|white| rows_of_pawns().map(move |black| (white, black)))
        .filter(|(white, black)| white != black)
        .collect();
    let Some(empty) = PawnGroup::empty(files, rows) else { return Vec::new() };
    let mut groups = vec![empty];
    for file in 0..files as u8 {
        let add = |group: &PawnGroup, &(white, black): &(Option<usize>, Option<usize>)| {
            let at = |row: usize| Square { file, row: row as u8 };
            let group = white.map_or(*group, |row| group.with(Side::White, at(row)));
            black.map_or(group, |row| group.with(Side::Black, at(row)))
        };
        groups = groups.iter().flat_map(|g| of_file.iter().map(move |men| add(g, men))).collect();
    }
    groups.retain(|group| *group == group.or_mirrored());
    groups.sort_by_key(|group| group.men().count());
    groups
}

impl Catalogue {
    /// Values all components on up to so many files of a board of so many rows.
    pub fn build(most_files: usize, rows: usize, task: &Task) -> Result<Self> {
        if !(1..=3).contains(&most_files) {
            let given = most_files as u64;
            return Err(Error::Range { what: "number of files", given, least: 1, most: 3 });
        }
        if !(4..=12).contains(&rows) {
            let given = rows as u64;
            return Err(Error::Range { what: "number of rows", given, least: 4, most: 12 });
        }
        let groups: Vec<PawnGroup> =
            (1..=most_files).flat_map(|files| components(files, rows)).collect();
        let stage = task.stage("components", groups.len() as u64);
        let mut catalogue = Self { entries: Vec::new(), worths: Worths::new(task) };
        for group in groups {
            let worth = catalogue.worths.of(group)?;
            let kind = catalogue.kind(worth)?;
            catalogue.entries.push(Entry { group, worth, kind });
            stage.advance(1);
        }
        Ok(catalogue)
    }

    /// All components, those on fewer files first.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The values and where they live.
    pub fn worths(&mut self) -> &mut Worths {
        &mut self.worths
    }

    /// The smallest component of each value, in the order in which the values occur first.
    pub fn first_of_each_value(&self) -> Vec<Entry> {
        let mut met: Vec<Game> = Vec::new();
        let fresh = |entry: &&Entry| match entry.worth {
            Worth::Short(value) if !met.contains(&value) => {
                met.push(value);
                true
            }
            _ => false,
        };
        self.entries.iter().filter(fresh).copied().collect()
    }

    /// The smallest component of a value, if one is listed.
    pub fn find(&self, value: Game) -> Option<Entry> {
        self.entries.iter().find(|entry| entry.worth == Worth::Short(value)).copied()
    }

    fn kind(&mut self, worth: Worth) -> Result<ValueKind> {
        let value = match worth {
            Worth::Through(_) => return Ok(ValueKind::Through),
            Worth::Threats(_) => return Ok(ValueKind::Threats),
            Worth::Unknown => return Ok(ValueKind::Unknown),
            Worth::Short(value) => value,
        };
        let universe = self.worths.universe();
        if let Some(number) = universe.as_number(value) {
            let whole = number.to_integer().is_some();
            return Ok(if whole { ValueKind::Integer } else { ValueKind::Fraction });
        }
        if universe.is_infinitesimal(value) {
            let negative = universe.neg(value)?;
            return Ok(match universe.as_nus(value) {
                // A heap of Nim is its own negative, a multiple of up is not.
                Some(_) if negative == value => ValueKind::Nimber,
                Some(_) => ValueKind::Up,
                None if is_tiny(universe, value)? || is_tiny(universe, negative)? => {
                    ValueKind::Tiny
                }
                None => ValueKind::Infinitesimal,
            });
        }
        if universe.is_numberish(value) {
            return Ok(ValueKind::Numberish);
        }
        Ok(if is_switch(universe, value)? { ValueKind::Switch } else { ValueKind::Hot })
    }
}

/// Whether a value is {0||0|-x} with a number x above 0.
fn is_tiny(universe: &mut Universe, value: Game) -> Result<bool> {
    let zero = universe.zero();
    let [left, right] = [universe.left_options(value)?, universe.right_options(value)?];
    let ([left], [threat]) = (&left[..], &right[..]) else { return Ok(false) };
    let [left_of_threat, right_of_threat] =
        [universe.left_options(*threat)?, universe.right_options(*threat)?];
    let number = |game: &Game| universe.as_number(*game);
    Ok(*left == zero
        && left_of_threat[..] == [zero]
        && matches!(&right_of_threat[..], [x] if number(x).is_some_and(|x| x < Dyadic::ZERO)))
}

/// Whether both players have one option, and these are numbers.
fn is_switch(universe: &mut Universe, value: Game) -> Result<bool> {
    let options = [universe.left_options(value)?, universe.right_options(value)?];
    Ok(options.iter().all(|one| matches!(&one[..], [x] if universe.as_number(*x).is_some())))
}
