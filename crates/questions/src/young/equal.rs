//! `nimzo young equal`

use std::fmt;

use nimzo_games::young::{Partition, partition_equivalent};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Removal, with_graph};
use crate::{Answer, Failure, Question, Session};

/// Whether two games are the same: cell by cell, or after renaming the moves
///
/// Exit status 1 when they are not even game-equivalent.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:
  nimzo young equal knight 3,3 knight 2,2,2")]
pub struct Equal {
    /// A piece or a moveset
    piece: String,
    /// A partition
    #[arg(allow_negative_numbers = true)]
    parts: String,
    /// The other piece or moveset
    other_piece: String,
    /// The other partition
    #[arg(allow_negative_numbers = true)]
    other_parts: String,
}

/// Whether two games are the same.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungEqualAnswer {
    /// Whether they are cell by cell; nothing where their movesets differ.
    partition_equivalent: Option<bool>,
    /// Whether they are after renaming the moves.
    game_equivalent: bool,
    /// Each move of the one with the other's move that it becomes.
    renaming: Option<Vec<(Removal, Removal)>>,
    #[serde(skip)]
    games: [(String, Partition); 2],
}

impl Question for Equal {
    const PATH: &'static [&'static str] = &["young", "equal"];
    type Answer = YoungEqualAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungEqualAnswer, Failure> {
        let (moveset, left, left_dag) = with_graph(&self.piece, &self.parts, task)?;
        let (other, right, right_dag) = with_graph(&self.other_piece, &self.other_parts, task)?;
        let renaming = left_dag.equivalence(&right_dag, task)?;
        let renamed = |(from, to)| (Removal(from), Removal(to));
        Ok(YoungEqualAnswer {
            partition_equivalent: (moveset == other)
                .then(|| partition_equivalent(&left, &right, &moveset, task))
                .transpose()?,
            game_equivalent: renaming.is_some(),
            renaming: renaming.map(|pairs| pairs.into_iter().map(renamed).collect()),
            games: [(moveset.name(), left), (other.name(), right)],
        })
    }
}

impl fmt::Display for YoungEqualAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(piece, left), (other, right)] = &self.games;
        let graphs = match self.partition_equivalent {
            Some(true) => "the same graph, cell by cell",
            Some(false) => "different graphs, cell by cell",
            None => "different movesets",
        };
        write!(f, "{piece} on {left}, {other} on {right}: {graphs}; ")?;
        match self.renaming.as_deref() {
            None => f.write_str("not game-equivalent"),
            Some([]) => f.write_str("game-equivalent: neither has a move"),
            Some(pairs) => {
                f.write_str("game-equivalent by")?;
                pairs.iter().try_for_each(|(from, to)| write!(f, " {from}->{to}"))
            }
        }
    }
}

impl Answer for YoungEqualAnswer {
    fn holds(&self) -> bool {
        self.game_equivalent
    }
}
