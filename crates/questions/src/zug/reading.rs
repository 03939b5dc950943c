//! What is said of one of the three positions that decide about a zugzwang.

use nimzo_chess::Wdl;
use nimzo_zugzwang::{Metric, Reading};
use schemars::JsonSchema;
use serde::Serialize;

/// Value and depths of a position for the player who is first to move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadingAnswer {
    /// `win`, `draw` or `loss`.
    value: &'static str,
    /// As the literature writes it: `+25`, `=`, `==` for stalemate, `-0`.
    shown: String,
    stalemate: bool,
    /// Moves of the winner to mate, negative when the first player loses.
    dtm: Option<i64>,
    /// Moves of the winner to a zeroing move.
    dtz: Option<i64>,
    /// Moves of the winner to a conversion.
    dtc: Option<i64>,
    fen: String,
}

impl ReadingAnswer {
    /// A reading, shown with the depth of this metric.
    pub fn of(reading: &Reading, metric: Metric) -> Self {
        let signed = |metric| {
            reading.depth(metric).map(|moves| match reading.value {
                Wdl::Loss => -i64::from(moves),
                _ => i64::from(moves),
            })
        };
        Self {
            value: match reading.value {
                Wdl::Win => "win",
                Wdl::Draw => "draw",
                Wdl::Loss => "loss",
            },
            shown: reading.shown(metric),
            stalemate: reading.stalemate,
            dtm: signed(Metric::Dtm),
            dtz: signed(Metric::Dtz),
            dtc: signed(Metric::Dtc),
            fen: reading.fen.clone(),
        }
    }
}
