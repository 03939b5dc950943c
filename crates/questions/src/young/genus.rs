//! `nimzo young genus`

use std::fmt;

use nimzo_games::impartial::SumOf;
use nimzo_games::misere::{self, Quotient, QuotientLimits};
use nimzo_games::young::{ChessOnDiagrams, Moveset, Partition};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// Genus and misère quotient of a sum of partitions
///
/// The genus is the nimber and, behind ^, the misère values beside 0, 1, 2, ... heaps of two; the last
/// two repeat. The quotient is that of all sums of the partitions and of what play leaves of them: it
/// is proved to tell who wins each of these sums in misère play.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young genus rook 2,2
  nimzo young genus king '3,2 + 4,4'")]
pub struct Genus {
    /// A piece or a moveset
    piece: String,
    /// Partitions with + between them, or - for one sum a line on standard input
    #[arg(allow_negative_numbers = true)]
    sum: String,
}

/// What is known of a sum in misère play.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GenusAnswer {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// The partitions.
    parts: Vec<GenusOfPart>,
    /// The genus of the sum.
    genus: Shown<misere::Genus>,
    /// Whether that is the genus of a sum of heaps.
    tame: bool,
    /// The misère quotient; nothing where none was found.
    quotient: Option<GenusQuotient>,
}

/// A partition of the sum.
#[derive(Debug, Serialize, JsonSchema)]
struct GenusOfPart {
    /// The partition.
    partition: Shown<Partition>,
    /// Its genus.
    genus: Shown<misere::Genus>,
    /// Its element of the quotient, by number; 0 is the sum of nothing.
    element: Option<usize>,
}

/// A misère quotient.
#[derive(Debug, Serialize, JsonSchema)]
struct GenusQuotient {
    /// The number of its elements.
    order: usize,
    /// The number of elements that are lost for whoever is to move.
    lost: usize,
    /// The element of the sum.
    element: usize,
    /// Whether the sum is lost for whoever is to move.
    sum_is_lost: bool,
}

impl Question for Genus {
    const PATH: &'static [&'static str] = &["young", "genus"];
    type Answer = GenusAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<GenusAnswer, Failure> {
        let moveset: Moveset = self.piece.parse()?;
        let partitions: Vec<Partition> =
            self.sum.split('+').map(|part| part.trim().parse()).collect::<Result<_, _>>()?;
        let game = ChessOnDiagrams(moveset.clone());
        let together = SumOf(ChessOnDiagrams(moveset.clone()));
        let sorted = SumOf::<ChessOnDiagrams>::sorted(partitions.clone());
        let genus = misere::genus(&together, &sorted, task)?;
        let found = Quotient::of(&game, &partitions, QuotientLimits::default(), task);
        // More different games than a quotient is looked for is no quotient found.
        let found = match found {
            Err(nimzo_games::Error::TooLargeToExplore { .. }) => None,
            found => found?,
        };
        let mut parts = Vec::new();
        for (index, partition) in partitions.into_iter().enumerate() {
            let genus = Shown(misere::genus(&game, &partition, task)?);
            let element = found.as_ref().map(|(_, elements)| elements[index]);
            parts.push(GenusOfPart { partition: Shown(partition), genus, element });
        }
        let quotient = found.map(|(quotient, elements)| {
            let element = elements.iter().fold(0, |all, &one| quotient.product(all, one));
            GenusQuotient {
                order: quotient.order(),
                lost: quotient.lost(),
                element,
                sum_is_lost: quotient.is_lost(element),
            }
        });
        let tame = genus.is_tame();
        Ok(GenusAnswer { piece: moveset.name(), parts, genus: Shown(genus), tame, quotient })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.sum)
    }
}

impl fmt::Display for GenusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on", self.piece)?;
        for (index, part) in self.parts.iter().enumerate() {
            let plus = if index > 0 { " +" } else { "" };
            write!(f, "{plus} {} ({})", part.partition, part.genus)?;
        }
        let tame = if self.tame { "tame" } else { "wild" };
        writeln!(f, "\ngenus {}, {tame}", self.genus)?;
        match &self.quotient {
            None => f.write_str("no misère quotient found"),
            Some(GenusQuotient { order, lost, sum_is_lost, .. }) => {
                let who = if *sum_is_lost { "loses" } else { "wins" };
                let elements = if *order == 1 { "element" } else { "elements" };
                write!(
                    f,
                    "misère quotient of {order} {elements}, {lost} of them lost; whoever is to move \
                     {who}"
                )
            }
        }
    }
}

impl Answer for GenusAnswer {}
