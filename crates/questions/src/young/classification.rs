//! What is known of a game on a family, as two questions tell it.

use std::fmt::{self, Display};

use nimzo_cgt::ConwayPair;
use nimzo_games::young::{Classification, Extent, Partition, Property};
use schemars::JsonSchema;
use serde::Serialize;

use super::Removal;
use crate::shown::Shown;

/// Which properties a game has, as far as was looked.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "YoungClassification")]
pub(super) struct Findings {
    /// How far was looked.
    bound: Shown<Extent>,
    /// How many positions were tested; those that several diagrams share count several times.
    positions: u64,
    /// The region in the letters of the paper's Table 1.
    class: String,
    /// The region in words.
    region: String,
    /// Only (0,1), (1,0) and (k,k) with k at least 2.
    pet: Finding,
    /// Each position is swap, or reaches both kinds of swap position, or neither.
    miserable: Finding,
    /// Only (0,1), (1,0) and (k,k).
    tame: Finding,
    /// No (0,k) and no (k,0) with k at least 2.
    domestic: Finding,
    /// A move from a (0,1) leads to a (1,0), and the other way round.
    forced: Finding,
    /// A move from a swap position to one that is not terminal can be answered by a move to the
    /// same kind of swap position.
    returnable: Finding,
}

/// Whether a property holds, or where it fails.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "YoungProperty")]
struct Finding {
    /// Whether it holds as far as was looked.
    holds: bool,
    /// A smallest partition that lacks it.
    witness: Option<Shown<Partition>>,
    /// The witness's normal and misère values.
    pair: Option<[u64; 2]>,
    /// The move that breaks the property, where a move does.
    #[serde(rename = "move")]
    broken_by: Option<Removal>,
    /// The values that this move leads to.
    leads_to: Option<[u64; 2]>,
}

impl Findings {
    pub(super) fn of(found: &Classification) -> Self {
        let finding = |property| Finding::of(found, property);
        Self {
            bound: Shown(found.bound),
            positions: found.positions,
            class: found.region().letters(),
            region: found.region().to_string(),
            pet: finding(Property::Pet),
            miserable: finding(Property::Miserable),
            tame: finding(Property::Tame),
            domestic: finding(Property::Domestic),
            forced: finding(Property::Forced),
            returnable: finding(Property::Returnable),
        }
    }

    /// Tells them for people, the lines after the first set in by `margin`.
    pub(super) fn tell(
        &self,
        f: &mut fmt::Formatter<'_>,
        game: impl Display,
        margin: &str,
    ) -> fmt::Result {
        write!(f, "{game}: {} ({})", self.class, self.region)?;
        write!(f, "\n{margin}  tested: {}, {} positions", self.bound, self.positions)?;
        for (property, finding) in [
            (Property::Pet, &self.pet),
            (Property::Miserable, &self.miserable),
            (Property::Tame, &self.tame),
            (Property::Domestic, &self.domestic),
            (Property::Forced, &self.forced),
            (Property::Returnable, &self.returnable),
        ] {
            write!(f, "\n{margin}  {property:<10} {finding}")?;
        }
        Ok(())
    }
}

impl Finding {
    fn of(found: &Classification, property: Property) -> Self {
        let pair = |pair: ConwayPair| [pair.normal.0, pair.misere.0];
        let witness = found.failure(property);
        let offending = witness.and_then(|witness| witness.offending);
        Self {
            holds: witness.is_none(),
            witness: witness.map(|witness| Shown(witness.partition.clone())),
            pair: witness.map(|witness| pair(witness.pair)),
            broken_by: offending.map(|(made, _)| Removal(made)),
            leads_to: offending.map(|(_, reached)| pair(reached)),
        }
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(witness), Some([normal, misere])) = (&self.witness, self.pair) else {
            return f.write_str("holds");
        };
        write!(f, "fails at {witness} ({normal},{misere})")?;
        match (self.broken_by, self.leads_to) {
            (Some(made), Some([normal, misere])) => {
                write!(f, ", where {made} leads to ({normal},{misere})")
            }
            _ => Ok(()),
        }
    }
}
