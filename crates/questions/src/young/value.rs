//! `nimzo young value`

use std::fmt;

use nimzo_cgt::{ConwayPair, Nimber};
use nimzo_games::young::{Move, Moveset, Partition, ValueMap};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Removal;
use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// Normal and misère values of a partition, and the winning moves
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young value rook 5,4^3
  nimzo young value \"(1,2),(0,1)+\" 6,6,4
  printf '3,3\\n4,5\\n' | nimzo young value queen - --json")]
pub struct Value {
    /// A piece or a moveset
    piece: String,
    /// A partition, or - for one a line on standard input
    #[arg(allow_negative_numbers = true)]
    parts: String,
}

/// Both values of a partition; moves are the rows and columns that they remove.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungValueAnswer {
    /// The piece, or the moveset where it is none of the seven.
    piece: String,
    /// The partition in its shortest form.
    partition: Shown<Partition>,
    /// The number of its cells.
    size: u64,
    /// The Sprague-Grundy value of normal play.
    sg: u64,
    /// The Grundy value of misère play.
    misere: u64,
    /// Who wins in normal play.
    outcome: Outcome,
    /// Who wins in misère play.
    misere_outcome: Outcome,
    /// Whether there is no move.
    terminal: bool,
    /// Every move.
    moves: Vec<Removal>,
    /// The moves that win in normal play.
    winning: Vec<Removal>,
    /// The moves that win in misère play.
    misere_winning: Vec<Removal>,
    /// Dyson's rank without its sign: how far it is from having as many rows as columns.
    rank: usize,
    /// The side of the largest square in the diagram.
    durfee: usize,
    /// The cells whose subpartition is a single cell, as row and column counted from 0.
    corners: Vec<(usize, usize)>,
    /// The partition with rows and columns exchanged.
    conjugate: Shown<Partition>,
}

/// Who wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "YoungOutcome")]
enum Outcome {
    /// The previous player: whoever is to move loses.
    P,
    /// The next player.
    N,
}

impl Outcome {
    fn of(value: Nimber) -> Self {
        if value.is_zero() { Self::P } else { Self::N }
    }
}

impl Question for Value {
    const PATH: &'static [&'static str] = &["young", "value"];
    type Answer = YoungValueAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungValueAnswer, Failure> {
        let (moveset, partition): (Moveset, Partition) = (self.piece.parse()?, self.parts.parse()?);
        let map = ValueMap::solve(&partition, &moveset, task)?;
        let ConwayPair { normal, misere } = map.root();
        let (winning, misere_winning) = map.winning_moves();
        let removals = |moves: Vec<Move>| moves.into_iter().map(Removal).collect();
        Ok(YoungValueAnswer {
            piece: moveset.name(),
            size: partition.size(),
            sg: normal.0,
            misere: misere.0,
            outcome: Outcome::of(normal),
            misere_outcome: Outcome::of(misere),
            terminal: map.is_terminal(0, 0),
            moves: map.options(0, 0).into_iter().map(|(made, _)| Removal(made)).collect(),
            winning: removals(winning),
            misere_winning: removals(misere_winning),
            rank: partition.rank(),
            durfee: partition.durfee(),
            corners: partition.corners(),
            conjugate: Shown(partition.conjugate()),
            partition: Shown(partition),
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.parts)
    }

    fn prepare(&self, _session: &Session, _task: &Task) -> Result<(), Failure> {
        self.piece.parse::<Moveset>()?;
        Ok(())
    }
}

impl fmt::Display for YoungValueAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { piece, partition, sg, misere, .. } = self;
        write!(f, "{piece} on {partition}: ({sg},{misere})")?;
        for (play, outcome, winning) in [
            ("normal", self.outcome, &self.winning),
            ("misère", self.misere_outcome, &self.misere_winning),
        ] {
            write!(f, "\n  {play}: ")?;
            match (outcome, winning.as_slice()) {
                (Outcome::P, _) => f.write_str("the player to move loses")?,
                // Misère play is won at once where there is no move.
                (Outcome::N, []) => f.write_str("wins by removing (rows,columns) none")?,
                (Outcome::N, winning) => {
                    write!(f, "wins by removing (rows,columns) {}", Joined(winning, " "))?;
                }
            }
        }
        Ok(())
    }
}

impl Answer for YoungValueAnswer {}
