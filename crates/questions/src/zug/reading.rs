//! What is said of one of the three positions that decide about a zugzwang.

use nimzo_chess::{Metric, Wdl};
use nimzo_zugzwang::Reading;
use schemars::JsonSchema;
use serde::Serialize;

/// Value and depths of a position for the player who is first to move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ReadingAnswer {
    /// `win`, `draw` or `loss`.
    value: &'static str,
    /// As the literature writes it: `+25`, `=`, `==` for stalemate, `-0`; `+~25` for 25 or 26.
    shown: String,
    stalemate: bool,
    /// Moves of the winner to mate, negative when the first player loses.
    dtm: Option<i64>,
    /// Moves of the winner to a zeroing move.
    dtz: Option<i64>,
    /// Whether `dtz` may be one more, because the source rounds.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    dtz_rounded: bool,
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
            dtz_rounded: reading.moves(Metric::Dtz).is_some_and(|moves| !moves.is_exact()),
            dtc: signed(Metric::Dtc),
            fen: reading.fen.clone(),
        }
    }
}
