//! `nimzo pawns embed`

use std::fmt;

use nimzo_cgt::Nimber;
use nimzo_games::board::{Limits, Move, Position, Proof, Proved};
use nimzo_games::pawns::{self, Embedding, Word, file_name};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// A sum of components as a king-and-pawn endgame on a large board, and who wins it
///
/// The winner follows from the nimber; a solver that knows only chess then tries to prove it, and
/// which first moves win.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo pawns embed 1000+0
  nimzo pawns embed 00000 --rows 9 --svg board.svg
  nimzo pawns embed 10100100010100001000 --positions 0      without proof")]
pub struct Embed {
    /// The components with + between them, or `-` to read one sum from each line
    sum: String,
    /// Rows of the board, an odd number [default: the least that is possible]
    #[arg(long, value_name = "R")]
    rows: Option<usize>,
    /// Positions that the solver may look at for each move; 0 for no proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    positions: u64,
}

/// A sum of components on a chessboard.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsEmbedAnswer {
    /// The sum as given.
    sum: String,
    /// The position, White to move; runs of empty squares may have two digits.
    fen: Shown<Position>,
    /// Rows of the board.
    rows: usize,
    /// Files of the board.
    files: usize,
    /// The nimber of the sum.
    nimber: u64,
    /// `first player wins` or `second player wins`, by the nimber.
    outcome: &'static str,
    /// The files on which a step wins.
    winning_files: Vec<String>,
    /// What a solver that knows only chess proves.
    proof: Option<PawnsProof>,
}

/// What is proved of a position and each of its moves.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsProof {
    /// For White, to move.
    outcome: PawnsProved,
    /// Positions looked at.
    positions: u64,
    /// Every legal move.
    moves: Vec<PawnsProvedMove>,
}

/// A move, with what is proved of it.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsProvedMove {
    /// By its squares.
    uci: Shown<Move>,
    /// In short algebraic notation.
    san: String,
    /// For the side that makes it.
    outcome: PawnsProved,
}

/// What is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PawnsProved {
    /// The side to move mates by force.
    Win,
    /// The opponent mates by force.
    Loss,
    /// Neither: a draw, or beyond the limits.
    Unproved,
}

impl Question for Embed {
    const PATH: &'static [&'static str] = &["pawns", "embed"];
    const DRAWS: bool = true;
    type Answer = PawnsEmbedAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsEmbedAnswer, Failure> {
        let words: Vec<Word> =
            self.sum.split('+').map(|word| word.trim().parse()).collect::<Result<_, _>>()?;
        let rows = self.rows.unwrap_or_else(|| pawns::least_rows(&words));
        let embedding = pawns::embed(&words, rows)?;
        let proof = match self.positions {
            0 => None,
            positions => Some(embedding.prove(Limits { positions }, task)?),
        };
        let Embedding { position, nimber, winning_files, .. } = embedding;
        Ok(PawnsEmbedAnswer {
            sum: self.sum.clone(),
            rows: position.rows(),
            files: position.files(),
            nimber: nimber.0,
            outcome: if nimber.is_zero() { "second player wins" } else { "first player wins" },
            winning_files: winning_files.into_iter().map(file_name).collect(),
            proof: proof.map(|proof| PawnsProof::of(&position, proof)),
            fen: Shown(position),
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.sum)
    }
}

impl PawnsProof {
    fn of(position: &Position, proof: Proof) -> Self {
        let proved = |(one, outcome): (Move, Proved)| PawnsProvedMove {
            uci: Shown(one),
            san: position.san(one),
            outcome: outcome.into(),
        };
        Self {
            outcome: proof.outcome.into(),
            positions: proof.positions,
            moves: proof.moves.into_iter().map(proved).collect(),
        }
    }
}

impl From<Proved> for PawnsProved {
    fn from(proved: Proved) -> Self {
        match proved {
            Proved::Win => Self::Win,
            Proved::Loss => Self::Loss,
            Proved::Unproved => Self::Unproved,
        }
    }
}

impl fmt::Display for PawnsEmbedAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sum, fen, rows, files, .. } = self;
        write!(f, "{sum} = {}: {}", Nimber(self.nimber), Sentence(&self.winning_files))?;
        write!(f, "\n{fen}  ({files} files, {rows} rows)\n{}", Diagram(&fen.0))?;
        let Some(PawnsProof { outcome, positions, moves }) = &self.proof else { return Ok(()) };
        write!(
            f,
            "\nby the solver, {positions} positions: {outcome} for White, to move ({})",
            Joined(moves, ", ")
        )
    }
}

impl fmt::Display for PawnsProvedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.san, self.outcome)
    }
}

impl fmt::Display for PawnsProved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Win => "win",
            Self::Loss => "loss",
            Self::Unproved => "unproved",
        })
    }
}

/// Who wins, by the files on which a step wins.
struct Sentence<'a>(&'a [String]);

impl fmt::Display for Sentence<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [] => f.write_str("Whoever moves loses."),
            files => write!(f, "Whoever moves wins, by a step on {}.", Joined(files, ", ")),
        }
    }
}

/// The board in letters, the files named below.
struct Diagram<'a>(&'a Position);

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0;
        let fen = position.to_string();
        let board = fen.split(' ').next().unwrap_or_default();
        for (index, row) in board.split('/').enumerate() {
            write!(f, "{:>3} ", position.rows() - index)?;
            let mut run = 0;
            for letter in row.chars() {
                match letter.to_digit(10) {
                    Some(digit) => run = run * 10 + digit as usize,
                    None => {
                        write!(f, "{} {letter}", " .".repeat(run))?;
                        run = 0;
                    }
                }
            }
            writeln!(f, "{}", " .".repeat(run))?;
        }
        f.write_str("    ")?;
        (0..position.files())
            .try_for_each(|file| write!(f, " {}", file_name(file).chars().last().unwrap_or(' ')))
    }
}

impl Answer for PawnsEmbedAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let title = format!("{} = {}", self.sum, Nimber(self.nimber));
        let caption = Sentence(&self.winning_files).to_string();
        Ok(drawings::position(&self.fen.to_string(), &[], &title, &caption)?)
    }
}
