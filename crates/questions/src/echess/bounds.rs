//! `nimzo echess bounds`

use std::fmt;

use nimzo_games::echess::{Census, Zugzwangs};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ground;
use crate::{Answer, Failure, Question, Session};

/// How much of a window is proved exactly, and how wide the gaps are that remain
///
/// Every position has a proved lower and a proved upper bound on both walls of its thermograph. It
/// is exact when they meet; otherwise its gap is the greatest distance between them.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo echess bounds --window 14 --within 8")]
pub struct Bounds {
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
    /// Count only positions with the White king so many squares off; several may be given
    #[arg(long, value_name = "N", default_values_t = [8])]
    within: Vec<u32>,
    /// Count also the positions in which neither player wants to move
    #[arg(long)]
    zugzwangs: bool,
}

/// How much of a window is proved.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessBoundsAnswer {
    /// The window.
    window: i32,
    /// Its states; a rook far away stands for many squares.
    states: usize,
    /// The counts for each distance of the White king.
    counts: Vec<EchessCounts>,
    /// Positions in which neither player wants to move, where asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    zugzwangs: Option<EchessZugzwangs>,
}

/// Exact positions in which neither player wants to move: Left's scaffold begins below Right's.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessZugzwangs {
    /// Exact positions, all men in view and not on the rim.
    positions: u64,
    /// Those that are proved to be such.
    proved: u64,
    /// Those that may be, for all that is proved.
    possible: u64,
}

/// How many positions are proved with the White king so near.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessCounts {
    /// The greatest distance of the White king.
    within: i32,
    /// With the rook anywhere.
    all: EchessProved,
    /// With the rook in view.
    rook_in_view: EchessProved,
}

/// How many positions are proved how well.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessProved {
    /// Positions.
    positions: u64,
    /// Those whose bounds meet.
    exact: u64,
    /// The others by their gaps.
    gaps: Vec<EchessGap>,
}

/// Positions with a gap.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessGap {
    /// The gap is at most this; nothing for an infinite one.
    at_most: Option<String>,
    /// How many positions have it.
    positions: u64,
}

impl Question for Bounds {
    const PATH: &'static [&'static str] = &["echess", "bounds"];
    type Answer = EchessBoundsAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessBoundsAnswer, Failure> {
        let solution = self.ground.solved(session, task)?;
        let reach = solution.reach();
        let within = self.within.iter().map(|&n| i32::try_from(n).unwrap_or(reach).min(reach));
        let count = |within| EchessCounts {
            within,
            all: solution.census(within).into(),
            rook_in_view: solution.census_in_view(within).into(),
        };
        Ok(EchessBoundsAnswer {
            window: reach,
            states: solution.cost().states,
            counts: within.map(count).collect(),
            zugzwangs: self.zugzwangs.then(|| solution.zugzwangs().into()),
        })
    }
}

impl From<Zugzwangs> for EchessZugzwangs {
    fn from(Zugzwangs { positions, proved, possible }: Zugzwangs) -> Self {
        Self { positions, proved, possible }
    }
}

impl From<Census> for EchessProved {
    fn from(census: Census) -> Self {
        let gap = |(power, positions): (Option<i32>, u64)| EchessGap {
            at_most: power.map(width),
            positions,
        };
        Self {
            positions: census.positions,
            exact: census.exact,
            gaps: census.gaps.into_iter().map(gap).collect(),
        }
    }
}

/// A power of two.
fn width(power: i32) -> String {
    if power < 0 { format!("2^{power}") } else { (1_i64 << power.min(62)).to_string() }
}

impl fmt::Display for EchessBoundsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "window {}: {} states", self.window, self.states)?;
        for EchessCounts { within, all, rook_in_view } in &self.counts {
            write!(f, "\nWhite king within {within} squares:")?;
            write!(f, "\n  all states: {all}\n  rook in view: {rook_in_view}")?;
        }
        if let Some(EchessZugzwangs { positions, proved, possible }) = &self.zugzwangs {
            write!(
                f,
                "\nof {positions} exact positions with all men in view, {proved} are zugzwangs for \
                 both (LS(0) < RS(0)), {possible} may be"
            )?;
        }
        Ok(())
    }
}

impl fmt::Display for EchessProved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, exact, gaps } = self;
        let share = 100.0 * *exact as f64 / (*positions).max(1) as f64;
        write!(f, "{exact} of {positions} exact ({share:.2}%)")?;
        for EchessGap { at_most, positions } in gaps {
            match at_most {
                Some(width) => write!(f, "\n    gap at most {width:>9}: {positions:>8}")?,
                None => write!(f, "\n    gap infinite         : {positions:>8}")?,
            }
        }
        Ok(())
    }
}

impl Answer for EchessBoundsAnswer {}
