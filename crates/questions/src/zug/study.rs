//! `nimzo zug study`

use std::fmt;

use nimzo_chess::probe::Numbering;
use nimzo_chess::{Material, Wdl, read_position};
use nimzo_work::Task;
use nimzo_zugzwang::study::{self, Reach, StudiesFound, studies};
use nimzo_zugzwang::study::{MarkedLine, Notation, written};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Color, Position};

use super::source::{Need, SourceArgs};
use crate::{Answer, Failure, Question, Session};

/// Find the try and the solution that reach one zugzwang with different sides to move
///
/// From a won or drawn position, looks along the lines in which the side to move keeps its result
/// against best defence for a move at which a try goes wrong because it brings about, with the
/// wrong side to move, the very placement that the solution reaches with the right one.
/// Marks: '''' only move that keeps the result, '' only best move, ' one of the best, ° only legal
/// move, ?? throws the result away. Exit status 1 if none is found.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:
  nimzo zug study '8/8/8/2k1K3/8/3R4/4n3/8 w - -'")]
pub struct Study {
    /// A position, or - for one a line on standard input
    #[arg(value_name = "FEN")]
    fen: String,
    /// Plies up to the move at which try and solution part
    #[arg(long, default_value_t = Reach::default().before)]
    before: usize,
    /// Plies from there to the zugzwang in the solution
    #[arg(long, default_value_t = Reach::default().after)]
    after: usize,
    /// Moves from there to the zugzwang in the try
    #[arg(long, default_value_t = Reach::default().tried)]
    tried: usize,
    /// Answer with every move that keeps the result, not only with those that hold out longest
    #[arg(long)]
    all_answers: bool,
    /// Positions to look at before giving up
    #[arg(long, default_value_t = Reach::default().positions)]
    positions: usize,
    /// How many studies to show
    #[arg(long, default_value_t = 5)]
    limit: usize,
    #[command(flatten)]
    #[serde(flatten)]
    source: SourceArgs,
}

/// The studies found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ZugStudyAnswer {
    fen: String,
    /// As many as were asked for.
    studies: Vec<StudyAnswer>,
    /// How many there are.
    found: usize,
    /// Whether the search stopped at its limit of positions.
    exhausted: bool,
    #[serde(skip)]
    first: Color,
    #[serde(skip)]
    all: Vec<study::Study>,
}

/// A try and a solution that reach one zugzwang.
#[derive(Debug, Serialize, JsonSchema)]
struct StudyAnswer {
    #[serde(rename = "type")]
    kind: String,
    /// Up to the move at which they part.
    before: Vec<StepAnswer>,
    #[serde(rename = "try")]
    mistake: Vec<StepAnswer>,
    solution: Vec<StepAnswer>,
    /// The placement with the side to move that tried.
    pw: String,
    /// The placement with the other side to move.
    pb: String,
}

/// A move and how good it is.
#[derive(Debug, Serialize, JsonSchema)]
struct StepAnswer {
    san: String,
    mark: &'static str,
}

impl Question for Study {
    const PATH: &'static [&'static str] = &["zug", "study"];
    type Answer = ZugStudyAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ZugStudyAnswer, Failure> {
        let &Self { before, after, tried, all_answers, positions, .. } = self;
        let reach = Reach { before, after, tried, all_answers, positions };
        let position = read_position(&self.fen)?;
        let class = Material::of_board(position.board());
        let source = self.source.open(session)?;
        let StudiesFound { studies: all, exhausted } =
            source.with(class, Need::Depths, task, |source| {
                Ok(studies(source, &position, reach, task)?)
            })?;
        Ok(ZugStudyAnswer {
            fen: self.fen.clone(),
            studies: all.iter().take(self.limit).map(StudyAnswer::of).collect(),
            found: all.len(),
            exhausted,
            first: position.turn(),
            all,
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

impl StudyAnswer {
    fn of(study: &study::Study) -> Self {
        let line = |line: &MarkedLine| -> Vec<StepAnswer> {
            let steps = line.moves.iter();
            let mark = |step: &nimzo_zugzwang::study::MarkedMove| StepAnswer {
                san: step.san.clone(),
                mark: step.mark.symbol(Notation::Literature),
            };
            steps.map(mark).collect()
        };
        Self {
            kind: study.kind.to_string(),
            before: line(&study.before),
            mistake: line(&study.mistake),
            solution: line(&study.solution),
            pw: study.pw.clone(),
            pb: study.pb.clone(),
        }
    }
}

impl fmt::Display for ZugStudyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        let write = |line: &MarkedLine, number: usize| {
            let mut numbers = Numbering::new(number, self.first);
            written(line, &mut numbers, Notation::Literature)
        };
        for study in self.all.iter().take(self.studies.len()) {
            let number = 1 + study.before.moves.len().div_ceil(2);
            let before = write(&study.before, 1);
            let goal = if study.kind.values()[1] == Wdl::Win { "win" } else { "draw" };
            lines.push(format!("{} zugzwang, {goal} with the other side to move", study.kind));
            if !before.is_empty() {
                lines.push(format!("  first     {before}"));
            }
            lines.push(format!("  try       {}  {}", write(&study.mistake, number), study.pw));
            lines.push(format!("  solution  {}  {}", write(&study.solution, number), study.pb));
        }
        if self.found == 0 {
            lines.push("no zugzwang study found".to_owned());
        }
        if self.found > self.studies.len() {
            lines.push(format!("and {} more", self.found - self.studies.len()));
        }
        if self.exhausted {
            lines.push("the search stopped at its limit of positions".to_owned());
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Answer for ZugStudyAnswer {
    fn holds(&self) -> bool {
        self.found > 0
    }
}
