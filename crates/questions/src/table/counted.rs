//! Classes that were solved, counted and forgotten.

use std::fmt;

use nimzo_chess::Metric;
use nimzo_retro::consistency::Checked;
use nimzo_tables::store::Summary;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use shakmaty::{ByColor, Color};

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
    /// Positions that were held to their successors.
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<CheckedTable>,
    #[serde(skip)]
    pub(super) summary: Summary,
}

/// What came of holding positions to their successors.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckedTable {
    /// Positions with White to move that follow from their successors.
    wtm: u64,
    /// The same with Black to move.
    btm: u64,
    /// Moves that were looked at.
    moves: u64,
    /// Positions that do not follow from their successors.
    wrong: u64,
    /// What is wrong with one of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<String>,
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
            checked: None,
            summary,
        }
    }

    /// With what came of a check, in the class's own colours.
    pub(super) fn with_check(mut self, checked: Checked) -> Self {
        let Checked { positions, moves, wrong, first } = checked;
        let flipped = !self.summary.material.is_canonical();
        let ByColor { white, black } = positions;
        let (wtm, btm) = if flipped { (black, white) } else { (white, black) };
        self.checked = Some(CheckedTable { wtm, btm, moves, wrong, example: first });
        self
    }

    /// Whether nothing wrong was found.
    pub(super) fn holds(&self) -> bool {
        self.checked.as_ref().is_none_or(|checked| checked.wrong == 0)
    }
}

impl fmt::Display for CheckedTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { wtm, btm, moves, wrong, example } = self;
        write!(
            f,
            "  checked: {wtm} positions with White to move and {btm} with Black follow from their {moves} moves"
        )?;
        if *wrong > 0 {
            write!(f, "; {wrong} do not")?;
        }
        example.iter().try_for_each(|example| write!(f, "\n    {example}"))
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
pub(super) struct Counted<'a>(pub &'a CountedTable);

impl fmt::Display for Counted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { material, positions, seconds, totals, longest, .. } = &self.0.summary;
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
        self.0.checked.iter().try_for_each(|checked| write!(f, "\n{checked}"))
    }
}
