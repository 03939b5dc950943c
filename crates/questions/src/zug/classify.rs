//! `nimzo zug classify`

use std::fmt;

use nimzo_chess::{Material, Metric, Probe, read_position};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use nimzo_zugzwang::definition::evidence::{Evidence, Keeping};
use nimzo_zugzwang::{Classification, LEVEL_B, Level, Reading, classify};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Position;

use super::reading::ReadingAnswer;
use super::source::{Need, SourceArgs};
use crate::{Answer, Failure, Question, Session};

/// Say what type of zugzwang a position is
///
/// Three positions decide it: p1 is the position, p2 the same with the other side to move, p3 is
/// p1 without its en passant right. Values are those of the side to move in p1. A1-A6: the result
/// would be better after a null move. B1, B2: the result stays, but the winner needs more (B1) or
/// the loser lasts fewer (B2) moves because it is his turn, in at least one metric.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo zug classify '8/8/8/3k4/2pP4/2K5/1P6/8 b - d3'
  nimzo zug classify - --json < positions.fen")]
pub struct Classify {
    /// A position, or - for one a line on standard input
    #[arg(value_name = "FEN")]
    fen: String,
    #[command(flatten)]
    #[serde(flatten)]
    source: SourceArgs,
}

/// A position's type and what it rests on.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ZugClassifyAnswer {
    /// `A1` to `A6`, `B1`, `B2` or `none`.
    #[serde(rename = "type")]
    kind: String,
    /// Who moves first: `w` or `b`.
    first: String,
    /// The en passant square on which a pawn of the first player stands ready to capture.
    ep: Option<String>,
    /// The position.
    p1: ReadingAnswer,
    /// After a null move of the first player.
    p2: Option<ReadingAnswer>,
    /// After null moves of both.
    p3: Option<ReadingAnswer>,
    /// Why there is no null move.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Level B in each metric in which it applies.
    level_b: LevelB,
    /// Level C, where neither A nor B applies.
    level_c: Option<LevelC>,
    /// A proof that no game reaches the position.
    unreachable: Option<String>,
    /// Where the values come from.
    source: String,
    #[serde(skip)]
    placement: String,
    #[serde(skip)]
    classification: Classification,
}

/// Level B: the result stays, but a depth changes.
#[derive(Debug, Serialize, JsonSchema)]
struct LevelB {
    #[serde(skip_serializing_if = "Option::is_none")]
    dtm: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtz: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dtc: Option<String>,
}

/// Level C: how easily a careless player keeps the result, with the move and without it.
#[derive(Debug, Serialize, JsonSchema)]
struct LevelC {
    to_move: KeepingAnswer,
    after_null_hardest: Option<KeepingAnswer>,
    after_null_answers: usize,
    speaks_for_passing: bool,
}

/// How many of a player's moves keep the result.
#[derive(Debug, Serialize, JsonSchema)]
struct KeepingAnswer {
    keep: u32,
    moves: u32,
}

impl Question for Classify {
    const PATH: &'static [&'static str] = &["zug", "classify"];
    const DRAWS: bool = true;
    type Answer = ZugClassifyAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ZugClassifyAnswer, Failure> {
        let position = read_position(&self.fen)?;
        let class = Material::of_board(position.board());
        let judge = |source: &dyn Probe| {
            let place = source.place().filter(|_| session.rights().see_folders);
            let place = place.map_or_else(String::new, |place| format!(" ({})", place.display()));
            Ok((classify(source, &position)?, source.name() + &place))
        };
        let opened = self.source.open(session)?;
        let (classification, source) = match position.castles().any() {
            true => opened.with_castling(class, session, task, judge)?,
            false => opened.with(class, Need::Depths, task, judge)?,
        };
        Ok(ZugClassifyAnswer::of(classification, source, position.board().to_string()))
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

impl ZugClassifyAnswer {
    fn of(classification: Classification, source: String, placement: String) -> Self {
        let metric = shown_metric(&classification);
        let reading = |reading| ReadingAnswer::of(reading, metric);
        let (p2, p3, reason) = match &classification.after {
            Ok((p2, p3)) => (Some(reading(p2)), Some(reading(p3)), None),
            Err(reason) => (None, None, Some(reason.to_string())),
        };
        let level_b = |metric| {
            let found = classification.level_b.iter().find(|(one, _)| *one == metric);
            found.map(|(_, kind)| kind.to_string())
        };
        Self {
            kind: classification.level.to_string(),
            first: classification.first.char().to_string(),
            ep: classification.en_passant.map(|square| square.to_string()),
            p1: reading(&classification.p1),
            p2,
            p3,
            reason,
            level_b: LevelB {
                dtm: level_b(Metric::Dtm),
                dtz: level_b(Metric::Dtz),
                dtc: level_b(Metric::Dtc),
            },
            level_c: classification.level_c.as_ref().map(LevelC::of),
            unreachable: classification.unreachable.map(|proof| proof.to_string()),
            source,
            placement,
            classification,
        }
    }
}

impl LevelC {
    fn of(evidence: &Evidence) -> Self {
        let keeping = |Keeping { keep, moves }| KeepingAnswer { keep, moves };
        Self {
            to_move: keeping(evidence.to_move),
            after_null_hardest: evidence.hardest().map(keeping),
            after_null_answers: evidence.after_null.len(),
            speaks_for_passing: evidence.speaks_for_passing(),
        }
    }
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

impl fmt::Display for ZugClassifyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = &self.classification;
        let side = found.first.fold_wb("White", "Black");
        match found.level {
            Level::None => write!(f, "no zugzwang of level A or B for {side}")?,
            verdict => write!(f, "{verdict}: zugzwang for {side}, who moves first")?,
        }
        write_reading(f, "p1", &found.p1)?;
        match &found.after {
            Ok((p2, p3)) => {
                write_reading(f, "p2", p2)?;
                if found.en_passant.is_some() {
                    write_reading(f, "p3", p3)?;
                }
            }
            Err(reason) => write!(f, "\n  {reason}")?,
        }
        for (metric, kind) in &found.level_b {
            write!(f, "\n  {kind} in {}", metric.name())?;
        }
        if let Some(evidence) = &found.level_c {
            let Keeping { keep, moves } = evidence.to_move;
            write!(f, "\n  {keep} of {moves} moves keep the result")?;
            if let Some(Keeping { keep, moves }) = evidence.hardest() {
                write!(f, "; after a null move and the hardest answer {keep} of {moves}")?;
            }
            let speaks = if evidence.speaks_for_passing() { "speaks" } else { "does not speak" };
            write!(f, " ({speaks} for level C)")?;
        }
        found.unreachable.iter().try_for_each(|proof| write!(f, "\n  no game reaches it: {proof}"))
    }
}

fn write_reading(f: &mut fmt::Formatter<'_>, name: &str, reading: &Reading) -> fmt::Result {
    let known = LEVEL_B.into_iter().filter(|&metric| reading.depth(metric).is_some());
    let depths: Vec<String> =
        known.map(|metric| format!("{} {}", metric.name(), reading.shown(metric))).collect();
    let value = if depths.is_empty() { reading.shown(Metric::Dtm) } else { depths.join(", ") };
    write!(f, "\n  {name}  {}  {value}", reading.fen)
}

impl Answer for ZugClassifyAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        let title = format!("Type {}", self.kind);
        let first = format!("{} first.", self.classification.first);
        Ok(drawings::position(&self.placement, &[], &title, &first)?)
    }
}
