//! `nimzo zug classify`

use std::fmt::Write;

use nimzo_chess::Material;
use nimzo_chess::read_position;
use nimzo_report::drawings;
use nimzo_zugzwang::list::reading_json;
use nimzo_zugzwang::{Classification, Metric, Reading, Source, Verdict, classify};
use serde_json::{Map, Value, json};
use shakmaty::Position;

use super::source::{Need, SourceArgs};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Say what type of zugzwang a position is
///
/// Three positions decide it: p1 is the position, p2 the same with the other side to move, p3 is
/// p1 without its en passant right. Values are those of the side to move in p1. A1-A6: the result
/// would be better after a null move. B1, B2: the result stays, but the winner needs more (B1) or
/// the loser lasts fewer (B2) moves because it is his turn, in at least one metric.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo zug classify '8/8/8/3k4/2pP4/2K5/1P6/8 b - d3'
  nimzo zug classify - --json < positions.fen")]
pub struct Classify {
    /// A position, or - for one a line on standard input
    #[arg(value_name = "FEN")]
    fen: String,
    #[command(flatten)]
    source: SourceArgs,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Classify {
    /// Classifies and prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let source = self.source.open(app)?;
        app.answer_each(&self.fen, |fen| {
            let position = read_position(fen)?;
            let class = Material::of_board(position.board());
            source.with(class, Need::Depths, app, |source| {
                let classification = classify(source, &position)?;
                if self.fen != "-" {
                    let placement = position.board().to_string();
                    let title = format!("Type {}", classification.verdict);
                    let first = format!("{} first.", classification.first);
                    app.draw(&self.picture, || {
                        drawings::position(&placement, &[], &title, &first)
                    })?;
                }
                Answer::new(&document(&classification, source), text(&classification))
            })
        })
    }
}

fn document(classification: &Classification, source: &dyn Source) -> Value {
    let metric = shown_metric(classification);
    let mut object = json!({
        "type": classification.verdict.to_string(),
        "first": classification.first.char().to_string(),
        "ep": classification.en_passant.map(|square| square.to_string()),
        "p1": reading_json(&classification.p1, metric),
    });
    match &classification.after {
        Ok((p2, p3)) => {
            object["p2"] = reading_json(p2, metric);
            object["p3"] = reading_json(p3, metric);
        }
        Err(reason) => {
            object["p2"] = Value::Null;
            object["p3"] = Value::Null;
            object["reason"] = reason.to_string().into();
        }
    }
    let level_b: Map<String, Value> = classification
        .level_b
        .iter()
        .map(|(metric, kind)| (metric.name().to_owned(), kind.to_string().into()))
        .collect();
    object["level_b"] = level_b.into();
    object["level_c"] = classification.level_c.as_ref().map_or(Value::Null, |evidence| {
        let keeping =
            |k: nimzo_zugzwang::evidence::Keeping| json!({ "keep": k.keep, "moves": k.moves });
        json!({
            "to_move": keeping(evidence.to_move),
            "after_null_hardest": evidence.hardest().map(keeping),
            "after_null_answers": evidence.after_null.len(),
            "speaks_for_passing": evidence.speaks_for_passing(),
        })
    });
    object["unreachable"] =
        classification.unreachable.map_or(Value::Null, |proof| proof.to_string().into());
    object["source"] = source.name().into();
    object
}

/// Depth to mate where the source knows it, else to a zeroing move.
fn shown_metric(classification: &Classification) -> Metric {
    let after = classification.after.iter().flat_map(|(p2, p3)| [p2, p3]);
    let mut readings = std::iter::once(&classification.p1).chain(after);
    match readings.any(|reading| reading.depth(Metric::Dtm).is_some()) {
        true => Metric::Dtm,
        false => Metric::Dtz,
    }
}

fn text(classification: &Classification) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_text(&mut text, classification);
    text.trim_end().to_owned()
}

fn write_text(text: &mut String, classification: &Classification) -> std::fmt::Result {
    let side = classification.first.fold_wb("White", "Black");
    match classification.verdict {
        Verdict::None => writeln!(text, "no zugzwang of level A or B for {side}")?,
        verdict => writeln!(text, "{verdict}: zugzwang for {side}, who moves first")?,
    }
    write_reading(text, "p1", &classification.p1)?;
    match &classification.after {
        Ok((p2, p3)) => {
            write_reading(text, "p2", p2)?;
            if classification.en_passant.is_some() {
                write_reading(text, "p3", p3)?;
            }
        }
        Err(reason) => writeln!(text, "  {reason}")?,
    }
    for (metric, kind) in &classification.level_b {
        writeln!(text, "  {kind} in {}", metric.name())?;
    }
    if let Some(evidence) = &classification.level_c {
        let to_move = evidence.to_move;
        write!(text, "  {} of {} moves keep the result", to_move.keep, to_move.moves)?;
        if let Some(hardest) = evidence.hardest() {
            write!(
                text,
                "; after a null move and the hardest answer {} of {}",
                hardest.keep, hardest.moves
            )?;
        }
        let verdict = if evidence.speaks_for_passing() { "speaks" } else { "does not speak" };
        writeln!(text, " ({verdict} for level C)")?;
    }
    if let Some(proof) = classification.unreachable {
        writeln!(text, "  no game reaches it: {proof}")?;
    }
    Ok(())
}

fn write_reading(text: &mut String, name: &str, reading: &Reading) -> std::fmt::Result {
    let depths: Vec<String> = Metric::ALL
        .into_iter()
        .filter(|&metric| reading.depth(metric).is_some())
        .map(|metric| format!("{} {}", metric.name(), reading.shown(metric)))
        .collect();
    let value = if depths.is_empty() { reading.shown(Metric::Dtm) } else { depths.join(", ") };
    writeln!(text, "  {name}  {}  {value}", reading.fen)
}
