//! `nimzo zug study`

use std::fmt::Write;

use nimzo_chess::Material;
use nimzo_chess::read_position;
use nimzo_zugzwang::line::{Line, Notation, written};
use nimzo_zugzwang::study::studies;
use nimzo_zugzwang::study::{self, Found, Reach};
use serde_json::{Value, json};
use shakmaty::{Color, Position};

use super::source::{Need, SourceArgs};
use crate::app::{Answer, App, Failure, Outcome};

/// Find the try and the solution that reach one zugzwang with different sides to move
///
/// From a won or drawn position, looks along the lines in which the side to move keeps its result
/// against best defence for a move at which a try goes wrong because it brings about, with the
/// wrong side to move, the very placement that the solution reaches with the right one.
/// Marks: '''' only move that keeps the result, '' only best move, ' one of the best, ° only legal
/// move, ?? throws the result away. Exit status 1 if none is found.
#[derive(clap::Args)]
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
    source: SourceArgs,
}

impl Study {
    /// Searches and prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let source = self.source.open(app)?;
        let Self { before, after, tried, all_answers, positions, .. } = self;
        let reach = Reach { before, after, tried, all_answers, positions };
        app.answer_each(&self.fen, |fen| {
            let position = read_position(fen)?;
            let class = Material::of_board(position.board());
            let found = source.with(class, Need::Depths, app, |source| {
                Ok(studies(source, &position, reach, &app.task)?)
            })?;
            let document = json!({
                "fen": fen,
                "studies": found.studies.iter().take(self.limit).map(document).collect::<Vec<_>>(),
                "found": found.studies.len(),
                "exhausted": found.exhausted,
            });
            let text = text(&found, position.turn(), self.limit);
            Ok(Answer::new(&document, text)?.holds(!found.studies.is_empty()))
        })
    }
}

fn document(study: &study::Study) -> Value {
    let line = |line: &Line| -> Vec<Value> {
        line.steps
            .iter()
            .map(|step| json!({ "san": step.san, "mark": step.mark.symbol(Notation::Literature) }))
            .collect()
    };
    json!({
        "type": study.kind.to_string(),
        "before": line(&study.before),
        "try": line(&study.mistake),
        "solution": line(&study.solution),
        "pw": study.pw,
        "pb": study.pb,
    })
}

fn text(found: &Found, first: Color, limit: usize) -> String {
    let mut text = String::new();
    for study in found.studies.iter().take(limit) {
        let number = 1 + study.before.steps.len().div_ceil(2);
        let write = |line: &Line, number| written(line, first, number, Notation::Literature);
        let before = write(&study.before, 1);
        let goal = if study.kind.values()[1] == nimzo_chess::Wdl::Win { "win" } else { "draw" };
        let _ = writeln!(text, "{} zugzwang, {goal} with the other side to move", study.kind);
        if !before.is_empty() {
            let _ = writeln!(text, "  first     {before}");
        }
        let _ = writeln!(text, "  try       {}  {}", write(&study.mistake, number), study.pw);
        let _ = writeln!(text, "  solution  {}  {}", write(&study.solution, number), study.pb);
    }
    if found.studies.is_empty() {
        text.push_str("no zugzwang study found");
    }
    if found.studies.len() > limit {
        let _ = writeln!(text, "and {} more", found.studies.len() - limit);
    }
    if found.exhausted {
        text.push_str("\nthe search stopped at its limit of positions");
    }
    text.trim_end().to_owned()
}
