//! All partitions of a census classified: together, and each as a game of its own.

use nimzo_work::{Task, memory};
use rayon::prelude::*;

use super::classify::{Classification, Extent};
use super::local::local_properties;
use super::properties::{Properties, Property};
use crate::Result;
use crate::young::Census;
use crate::young::values::Positions;

/// Partitions per piece of parallel work.
const CHUNK: usize = 1 << 13;

/// Classifies a game on all partitions that a census holds.
pub fn classify_census(census: &Census<'_>, task: &Task) -> Result<Classification> {
    let shapes = census.shapes();
    let mut found = Classification::empty(Extent::Size(shapes.max() as u32));
    let stage = task.stage("classifying", shapes.count() as u64);
    for slab in (1..=shapes.max()).flat_map(|size| shapes.slabs_of_size(size)) {
        task.check()?;
        // Numbers grow with size and, within a size, with the parts, so the first failure of a
        // property is its smallest witness, and later ones need not be looked at.
        let open = |passed: Properties| {
            Property::ALL.into_iter().any(|p| !passed.has(p) && found.holds(p))
        };
        let failing: Vec<usize> = slab
            .clone()
            .into_par_iter()
            .with_min_len(1 << 12)
            .filter(|&at| open(local_properties(census, at)))
            .collect();
        let size = shapes.size(slab.start) as u64;
        found.test(census, failing.iter().copied(), |_| size, |at| shapes.partition(at), task)?;
        found.positions += (slab.len() - failing.len()) as u64;
        stage.advance(slab.len() as u64);
    }
    Ok(found)
}

/// The properties that each partition has as a game of its own: with all it can lead to.
pub(super) fn properties_of_all(census: &Census<'_>, task: &Task) -> Result<Vec<Properties>> {
    let shapes = census.shapes();
    memory::require("the properties of every partition", shapes.count() as u64)?;
    let mut all = vec![Properties::ALL; shapes.count() + 1];
    let stage = task.stage("classifying", shapes.count() as u64);
    for slab in (1..=shapes.max()).flat_map(|size| shapes.slabs_of_size(size)) {
        task.check()?;
        let classify = slab.clone().into_par_iter().with_min_len(CHUNK).map(|at| {
            let mut properties = local_properties(census, at);
            census.each_option(at, |_, option| {
                properties = properties.and(all[option]);
                true
            });
            properties
        });
        let classified: Vec<Properties> = classify.collect();
        stage.advance(classified.len() as u64);
        all[slab].copy_from_slice(&classified);
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::{Family, Piece, Shapes, classify};

    #[test]
    fn a_census_and_its_diagrams_agree() {
        let task = Task::silent();
        let shapes = Shapes::up_to(17, &task).unwrap();
        for piece in Piece::ALL {
            let census = Census::solve(&shapes, &piece.moveset(), &task).unwrap();
            let together = classify_census(&census, &task).unwrap();
            let mut one_by_one = Classification::empty(Extent::Size(17));
            for at in 1..=shapes.count() {
                let below = Family::Below(shapes.partition(at).unwrap());
                let one = classify(&piece.moveset(), &below, 1, &task).unwrap();
                one_by_one = one_by_one.merge(one);
            }
            for property in Property::ALL {
                assert_eq!(together.failure(property), one_by_one.failure(property));
            }
            assert_eq!(together.positions, shapes.count() as u64);
        }
    }

    #[test]
    fn the_chain_of_properties_holds() {
        let task = Task::silent();
        let shapes = Shapes::up_to(24, &task).unwrap();
        for piece in Piece::ALL {
            let census = Census::solve(&shapes, &piece.moveset(), &task).unwrap();
            for properties in properties_of_all(&census, &task).unwrap() {
                let chains: [&[Property]; 2] = [
                    &[Property::Pet, Property::Miserable, Property::Tame, Property::Domestic],
                    &[Property::Forced, Property::Returnable],
                ];
                for chain in chains {
                    for pair in chain.windows(2) {
                        assert!(
                            !properties.has(pair[0]) || properties.has(pair[1]),
                            "{properties:?}"
                        );
                    }
                }
            }
        }
    }
}
