//! Classes that were solved, counted and forgotten.

use std::fmt;

use nimzo_chess::Metric;
use nimzo_tables::store::Summary;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use shakmaty::Color;

use super::rounded;

/// A class that was solved and forgotten.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountedTable {
    name: String,
    positions: u64,
    seconds: f64,
    bytes: u64,
    /// White to move.
    wtm: CountedSide,
    /// Black to move.
    btm: CountedSide,
    #[serde(skip)]
    pub(super) summary: Summary,
}

/// The positions with one side to move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CountedSide {
    legal: u64,
    win: u64,
    draw: u64,
    loss: u64,
    /// For each metric the longest win and loss: `max_dtc` in moves of the winner, `max_dtc_plies`,
    /// `max_dtc_fen`, and `max_dtc_loss…`.
    #[serde(flatten)]
    longest: Map<String, Value>,
}

impl CountedTable {
    pub(super) fn of(summary: Summary) -> Self {
        Self {
            name: summary.material.to_string(),
            positions: summary.positions,
            seconds: rounded(summary.seconds),
            bytes: 0,
            wtm: CountedSide::of(&summary, Color::White),
            btm: CountedSide::of(&summary, Color::Black),
            summary,
        }
    }
}

impl CountedSide {
    fn of(summary: &Summary, side: Color) -> Self {
        let [win, draw, loss] = summary.totals[side];
        let mut longest = Map::new();
        for (suffix, all) in [("", &summary.longest), ("_loss", &summary.longest_loss)] {
            for one in &all[side] {
                let name = format!("max_{}{suffix}", one.metric);
                longest.insert(format!("{name}_plies"), one.plies.into());
                longest.insert(format!("{name}_fen"), one.fen.clone().into());
                longest.insert(name, one.plies.div_ceil(2).into());
            }
        }
        Self { legal: win + draw + loss, win, draw, loss, longest }
    }
}

/// A summary in a few lines.
pub(super) struct Counted<'a>(pub &'a Summary);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { material, positions, seconds, totals, longest, .. } = self.0;
        write!(f, "{material}: {positions} positions, {seconds:.1} s, nothing kept")?;
        for side in Color::ALL {
            let name = side.fold_wb("White to move", "Black to move");
            let [win, draw, loss] = totals[side];
            write!(f, "\n  {name}: {win} won, {draw} drawn, {loss} lost")?;
            for one in &longest[side] {
                let (moves, plies) = (one.plies.div_ceil(2), one.plies);
                let metric: Metric = one.metric;
                write!(f, "\n    longest win by {metric}: {moves} moves ({plies} plies), ")?;
                write!(f, "{}", one.fen)?;
            }
        }
        Ok(())
    }
}
