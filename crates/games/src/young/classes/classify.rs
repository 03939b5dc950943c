//! Families of games classified up to a bound: each property holds that far, or fails at a
//! smallest position.

use nimzo_cgt::ConwayPair;
use nimzo_work::Task;
use rayon::prelude::*;

use super::census::classify_census;
use super::local::{local_properties, offending_move};
use super::properties::{Properties, Property, Region};
use crate::young::values::{Positions, conway};
use crate::young::{
    Census, EndlessStairs, Family, MAX_FAMILY_SIDE, Move, Moveset, Partition, Shapes, ValueMap,
    rectangle,
};
use crate::{Error, Result};

/// How far a family was looked through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// All members with so many cells at most.
    Size(u32),
    /// All members with sides of so many cells at most.
    Side(u32),
    /// Every position: there are finitely many.
    Finite,
    /// All members, without bound: the positions repeat.
    Proved,
    /// All members, without bound in the number of steps, for steps with sides of so many cells
    /// at most.
    ProvedForSteps(u32),
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Extent::Size(size) => write!(f, "all of size up to {size}"),
            Extent::Side(side) => write!(f, "all with sides up to {side}"),
            Extent::Finite => write!(f, "every position there is"),
            Extent::Proved => write!(f, "all, for any number of steps"),
            Extent::ProvedForSteps(side) => {
                write!(f, "all with steps of sides up to {side}, for any number of steps")
            }
        }
    }
}

/// A position that lacks a property: one of the smallest, and of these the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Witness {
    /// The position.
    pub partition: Partition,
    /// Its values.
    pub pair: ConwayPair,
    /// The move that breaks the property and what it leads to, where a move does.
    pub offending: Option<(Move, ConwayPair)>,
}

impl Witness {
    /// Fewer cells first, then the smaller first part, and so on.
    fn key(&self) -> (u64, &Partition) {
        (self.partition.size(), &self.partition)
    }
}

/// What is known of a game on a family.
#[derive(Clone, Debug)]
pub struct Classification {
    /// How far the family was looked through.
    pub bound: Extent,
    /// How many positions were tested; those that several diagrams share count several times.
    pub positions: u64,
    /// For each property in the order of [`Property::ALL`], where it fails.
    failures: [Option<Witness>; 6],
}

impl Classification {
    /// Where a property fails; `None` where it holds as far as was looked.
    pub fn failure(&self, property: Property) -> Option<&Witness> {
        self.failures[property as usize].as_ref()
    }

    /// Whether a property holds as far as was looked.
    pub fn holds(&self, property: Property) -> bool {
        self.failure(property).is_none()
    }

    /// The region the game is in, as far as was looked.
    pub fn region(&self) -> Region {
        let failing = Property::ALL.into_iter().filter(|&property| !self.holds(property));
        failing.fold(Properties::ALL, Properties::without).region()
    }

    pub(super) fn empty(bound: Extent) -> Self {
        Self { bound, positions: 0, failures: [const { None }; 6] }
    }

    fn note(&mut self, property: Property, witness: Witness) {
        let slot = &mut self.failures[property as usize];
        if slot.as_ref().is_none_or(|known| witness.key() < known.key()) {
            *slot = Some(witness);
        }
    }

    /// Both findings together, under the first one's bound: of two witnesses the smaller.
    pub fn merge(mut self, other: Self) -> Self {
        self.positions += other.positions;
        for (property, failure) in Property::ALL.into_iter().zip(other.failures) {
            if let Some(witness) = failure {
                self.note(property, witness);
            }
        }
        self
    }

    /// Tests the positions `numbers`; `size` and `partition` tell what one is.
    pub(super) fn test<P: Positions>(
        &mut self,
        positions: &P,
        numbers: impl Iterator<Item = usize>,
        size: impl Fn(usize) -> u64,
        partition: impl Fn(usize) -> Option<Partition>,
        task: &Task,
    ) -> Result<()> {
        for at in numbers {
            task.check()?;
            self.positions += 1;
            let passed = local_properties(positions, at);
            if passed == Properties::ALL {
                continue;
            }
            // Writing a partition down is costly where most positions fail; its size is not.
            let cells = size(at);
            let known = |property| self.failure(property).map_or(u64::MAX, |w| w.partition.size());
            if !Property::ALL.into_iter().any(|p| !passed.has(p) && cells <= known(p)) {
                continue;
            }
            let Some(partition) = partition(at) else { continue };
            for property in Property::ALL.into_iter().filter(|&property| !passed.has(property)) {
                let known = self.failure(property).map(Witness::key);
                if known.is_none_or(|known| (partition.size(), &partition) < known) {
                    self.note(property, witness(positions, at, property, partition.clone()));
                }
            }
        }
        Ok(())
    }
}

fn witness<P: Positions>(
    positions: &P,
    at: usize,
    property: Property,
    partition: Partition,
) -> Witness {
    let mut leads_to = None;
    let offending = offending_move(positions, at, property);
    positions.each_option(at, |made, option| {
        leads_to = (Some(made) == offending).then(|| conway(positions.values(option)));
        leads_to.is_none()
    });
    Witness { partition, pair: conway(positions.values(at)), offending: offending.zip(leads_to) }
}

/// Classifies a game on a family: all partitions up to a size, or a family up to a side. Where
/// moves have a fixed reach and the family is one of stairs, the number of steps is unbounded.
///
/// ```
/// use nimzo_games::young::{Family, Piece, Property, classify};
/// use nimzo_work::Task;
/// let nim = classify(&Piece::Rook.moveset(), &Family::Rectangles, 12, &Task::silent())?;
/// assert_eq!(nim.region().letters(), "M F");
/// assert_eq!(nim.failure(Property::Pet).unwrap().partition.to_string(), "3^3");
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub fn classify(
    moveset: &Moveset,
    family: &Family,
    max: u32,
    task: &Task,
) -> Result<Classification> {
    if *family == Family::All {
        let shapes = Shapes::up_to(max as usize, task)?;
        return classify_census(&Census::solve(&shapes, moveset, task)?, task);
    }
    if !(1..=MAX_FAMILY_SIDE).contains(&max) {
        return Err(Error::Range {
            what: "side",
            given: max.into(),
            least: 1,
            most: MAX_FAMILY_SIDE.into(),
        });
    }
    if let Family::Stairs(step) = family
        && let Some(blocks) = EndlessStairs::solve(step, moveset, task)?
    {
        return classify_stairs(&blocks, task);
    }
    classify_generators(moveset, family, max, task)
}

/// Classifies the game on one partition: all positions that play reaches.
pub fn classify_reachable(map: &ValueMap, task: &Task) -> Result<Classification> {
    let mut found = Classification::empty(Extent::Finite);
    let cells = map.reachable(task)?.into_iter();
    test_map(&mut found, map, cells.filter_map(|(row, column)| map.at(row, column)), task)?;
    Ok(found)
}

/// Tests cells of one diagram.
fn test_map(
    found: &mut Classification,
    map: &ValueMap,
    numbers: impl Iterator<Item = usize>,
    task: &Task,
) -> Result<()> {
    let diagram = map.partition();
    let size = |at: usize| {
        let (row, column) = map.cell(at);
        let lengths = diagram.parts()[row..].iter().map(|&part| u64::from(part));
        lengths.map(|length| length.saturating_sub(column as u64)).sum()
    };
    let cell = |at: usize| {
        let (row, column) = map.cell(at);
        diagram.sub(row, column)
    };
    found.test(map, numbers, size, cell, task)
}

/// Classifies a game on endless stairs.
pub fn classify_stairs(stairs: &EndlessStairs, task: &Task) -> Result<Classification> {
    let mut found = Classification::empty(Extent::Proved);
    let (size, partition) = (|at| stairs.size(at), |at| stairs.partition(at));
    found.test(stairs, stairs.positions(), size, partition, task)?;
    Ok(found)
}

fn classify_generators(
    moveset: &Moveset,
    family: &Family,
    side: u32,
    task: &Task,
) -> Result<Classification> {
    let endless = *family == Family::GeneralStaircases && moveset.slides().is_empty();
    let bound = match family {
        Family::Below(_) => Extent::Finite,
        _ if endless => Extent::ProvedForSteps(side),
        _ => Extent::Side(side),
    };
    let count = family.generators(side);
    let stage = task.stage("diagrams", count);
    let classify_one = |number: u64| -> Result<Classification> {
        task.check()?;
        let mut found = Classification::empty(bound);
        if endless {
            let (rows, columns) = (number / u64::from(side) + 1, number % u64::from(side) + 1);
            let step = rectangle(rows as u32, columns as u32);
            if let Some(blocks) =
                step.map(|s| EndlessStairs::solve(&s, moveset, task)).transpose()?.flatten()
            {
                found = Classification { bound, ..classify_stairs(&blocks, task)? };
            }
        } else if let Some(diagram) = family.generator(side, number) {
            let map = ValueMap::solve(&diagram, moveset, &task.unwatched())?;
            test_map(&mut found, &map, 0..diagram.size() as usize, task)?;
        }
        stage.advance(1);
        Ok(found)
    };
    (0..count)
        .into_par_iter()
        .map(classify_one)
        .try_reduce(|| Classification::empty(bound), |a, b| Ok(a.merge(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::Piece;

    fn region(piece: Piece, family: &str, max: u32) -> String {
        let family = family.parse().unwrap();
        classify(&piece.moveset(), &family, max, &Task::silent()).unwrap().region().letters()
    }

    /// The endless blocks and the bounded maps see the same smallest witnesses.
    #[test]
    fn blocks_and_maps_agree_on_witnesses() {
        let task = Task::silent();
        for piece in [Piece::King, Piece::Knight, Piece::Downright] {
            let moveset = piece.moveset();
            for step in ["2^2", "1^2", "3^4", "2,1"] {
                let step: Partition = step.parse().unwrap();
                let blocks = EndlessStairs::solve(&step, &moveset, &task).unwrap().unwrap();
                let endless = classify_stairs(&blocks, &task).unwrap();
                let whole = crate::young::stairs(&step, 30).unwrap();
                let bounded = classify(&moveset, &Family::Below(whole), 1, &task).unwrap();
                assert_eq!(endless.failures, bounded.failures, "{piece} {step}");
            }
        }
    }

    #[test]
    fn some_regions_of_table_1() {
        assert_eq!(region(Piece::Rook, "rectangles", 20), "M F");
        assert_eq!(region(Piece::Queen, "rectangles", 20), "M R");
        assert_eq!(region(Piece::King, "staircases", 20), "P R");
        assert_eq!(region(Piece::Bishop, "all", 20), "P F");
        assert_eq!(region(Piece::Rook, "s1", 9), "T F");
    }

    #[test]
    fn the_offending_move_is_named() {
        let found = classify(&Piece::Rook.moveset(), &Family::All, 26, &Task::silent()).unwrap();
        let witness = found.failure(Property::Returnable).unwrap();
        assert_eq!(witness.partition.to_string(), "5^5,1");
        assert_eq!(witness.pair.to_string(), "(1,0)");
        assert!(witness.offending.is_some());
    }

    #[test]
    fn bounds_out_of_range_are_refused() {
        let task = Task::silent();
        for max in [0, MAX_FAMILY_SIDE + 1] {
            assert!(classify(&Piece::Rook.moveset(), &Family::Hooks, max, &task).is_err());
        }
    }
}
