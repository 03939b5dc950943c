//! `nimzo echess hottest`

use std::fmt;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Board, HotPosition, Position, Square};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Ground;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The hottest positions with a finite temperature
///
/// Ranks every position of the window whose temperature is proved. Positions whose bounds do not
/// meet are counted apart: nothing is claimed about them.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo echess hottest --window 10 --most 5")]
pub struct Hottest {
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
    /// How many positions to list
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
}

/// The hottest positions of a window. Open are those whose bounds do not meet.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessHottestAnswer {
    /// The board.
    board: Shown<Board>,
    /// The window.
    window: u64,
    /// Positions with a proved finite temperature.
    exact: u64,
    /// Positions proved to be hot at every temperature.
    infinite: u64,
    /// Open positions.
    open: u64,
    /// The greatest of the temperatures that open positions are proved not to exceed.
    open_at_most: Option<Shown<Dyadic>>,
    /// A position for which nothing less is proved.
    open_at_most_position: Option<Shown<Position>>,
    /// Open positions whose temperature is proved to be at most 6.
    open_at_most_6: u64,
    /// Open positions with a finite bound above 6.
    open_above_6: u64,
    /// Open positions that may be hot at every temperature, for all that is proved.
    open_unbounded: u64,
    /// Open positions on the outermost ring.
    open_on_the_rim: u64,
    /// The hottest positions.
    positions: Vec<EchessHot>,
}

/// A hot position.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessHot {
    /// The Black king.
    bk: Shown<Square>,
    /// The White king.
    wk: Shown<Square>,
    /// The rook.
    wr: Shown<Square>,
    /// The mean.
    mean: Shown<Dyadic>,
    /// The temperature.
    temperature: Shown<Dyadic>,
    /// Whether the bounds meet.
    exact: bool,
}

impl Question for Hottest {
    const PATH: &'static [&'static str] = &["echess", "hottest"];
    type Answer = EchessHottestAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessHottestAnswer, Failure> {
        let board = self.ground.board();
        let found = self.ground.solved(session, task)?.hottest(self.most);
        Ok(EchessHottestAnswer {
            board: Shown(board),
            window: self.ground.window.window,
            exact: found.exact,
            infinite: found.infinite,
            open: found.open,
            open_at_most: found.ceiling.temperature.map(Shown),
            open_at_most_position: found.ceiling.position.map(Shown),
            open_at_most_6: found.ceiling.at_most_six,
            open_above_6: found.ceiling.above_six,
            open_unbounded: found.ceiling.unbounded,
            open_on_the_rim: found.ceiling.on_the_rim,
            positions: found.positions.into_iter().map(EchessHot::from).collect(),
        })
    }
}

impl From<HotPosition> for EchessHot {
    fn from(hot: HotPosition) -> Self {
        Self {
            bk: Shown(hot.position.black_king),
            wk: Shown(hot.position.white_king),
            wr: Shown(hot.position.rook),
            mean: Shown(hot.mean),
            temperature: Shown(hot.temperature),
            exact: hot.exact,
        }
    }
}

impl fmt::Display for EchessHottestAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} positions of the window have a proved finite temperature, {} are hot at every \
             temperature, {} are open",
            self.exact, self.infinite, self.open
        )?;
        write!(
            f,
            "\nof the open ones {} are proved to be no hotter than 6, {} have a bound above 6, {} \
             have none, {} are on the rim",
            self.open_at_most_6, self.open_above_6, self.open_unbounded, self.open_on_the_rim
        )?;
        if let (Some(bound), Some(position)) = (&self.open_at_most, &self.open_at_most_position) {
            write!(f, "; the greatest bound is {bound} ({position})")?;
        }
        for hot in &self.positions {
            let (temperature, mean) = (hot.temperature.to_string(), hot.mean.to_string());
            write!(f, "\n  temperature {temperature:>5}  mean {mean:>5}  ")?;
            // On the open board it is always on 0,0.
            if self.board.0 == Board::Corner {
                write!(f, "Black king {:>6}  ", hot.bk.to_string())?;
            }
            let (king, rook) = (hot.wk.to_string(), hot.wr.to_string());
            write!(f, "White king {king:>6}  rook {rook:>6}")?;
            if !hot.exact {
                f.write_str("  (bounds do not meet)")?;
            }
        }
        Ok(())
    }
}

impl Answer for EchessHottestAnswer {}
