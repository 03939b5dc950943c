//! `nimzo echess regions`

use std::fmt;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Area, Board, Interval, Region, Square};
use nimzo_report::drawings::{self, RegionCell};
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Window;
use super::rectangle::Rectangle;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// The six regions around a Black king on 0,0, checked against the computed means
///
/// The rook stands on the row above him, two squares or more along it. A subregion with a formula
/// is followed by = where the computed mean is what the formula says, by ! where it is not, and by
/// ? where the mean is not proved and the formula lies between its bounds.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess regions --k -2 --svg figure11.svg
  nimzo echess regions --k 9 --x -8..10 --y -10..10")]
pub struct Regions {
    /// How far right of the Black king the rook stands
    #[arg(long, value_name = "K", default_value_t = -2, allow_hyphen_values = true)]
    k: i32,
    /// Columns of the White king
    #[arg(long, value_name = "A..B", default_value = "-6..10", allow_hyphen_values = true)]
    x: String,
    /// Rows of the White king
    #[arg(long, value_name = "A..B", default_value = "-6..10", allow_hyphen_values = true)]
    y: String,
    #[command(flatten)]
    #[serde(flatten)]
    window: Window,
}

/// The regions around a Black king on 0,0.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessRegionsAnswer {
    /// How far right of the Black king the rook stands.
    k: i32,
    /// Squares on which the computed mean is what the formula says.
    agree: usize,
    /// Squares on which the mean is not proved and the formula lies between its bounds.
    open: usize,
    /// Squares on which the computed mean is not what the formula says.
    differ: usize,
    /// The squares on which the White king can stand, row by row from the top.
    cells: Vec<EchessRegionCell>,
    #[serde(skip)]
    rectangle: Rectangle,
    #[serde(skip)]
    drawn: Vec<RegionCell>,
}

/// The region of a square of the White king.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessRegionCell {
    /// The column of the White king.
    x: i32,
    /// The row of the White king.
    y: i32,
    /// The region.
    region: Option<Shown<Region>>,
    /// The part of the region.
    subregion: Option<Shown<Area>>,
    /// The mean that the formula gives.
    formula: Option<Shown<Dyadic>>,
    /// The computed mean.
    mean: Shown<Interval>,
    /// Whether they agree; nothing where that is open, or where there is no formula.
    agrees: Option<bool>,
}

impl Question for Regions {
    const PATH: &'static [&'static str] = &["echess", "regions"];
    const DRAWS: bool = true;
    type Answer = EchessRegionsAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessRegionsAnswer, Failure> {
        if !(2..=1000).contains(&self.k.unsigned_abs()) {
            return Err(Failure::input(format!(
                "--k {} is no rook of the middle game; expected 2..1000 or -1000..-2",
                self.k
            )));
        }
        let Window { window } = self.window;
        let rectangle = Rectangle::read(&self.x, &self.y, window, Square::new(0, 0))?;
        let solution = self.window.solved(Board::Open, session, task)?;
        let Rectangle { columns, rows } = rectangle;
        let drawn = drawings::region_cells(&solution, self.k, columns, rows)?;
        let count = |verdict: &str| drawn.iter().filter(|cell| cell.verdict() == verdict).count();
        Ok(EchessRegionsAnswer {
            k: self.k,
            agree: count("="),
            open: count("?"),
            differ: count("!"),
            cells: drawn.iter().map(EchessRegionCell::from).collect(),
            rectangle,
            drawn,
        })
    }
}

impl From<&RegionCell> for EchessRegionCell {
    fn from(cell: &RegionCell) -> Self {
        Self {
            x: cell.square.x,
            y: cell.square.y,
            region: cell.area.map(|area| Shown(area.region())),
            subregion: cell.area.map(Shown),
            formula: cell.formula.map(Shown),
            mean: Shown(cell.mean),
            agrees: match cell.verdict() {
                "=" => Some(true),
                "!" => Some(false),
                _ => None,
            },
        }
    }
}

impl fmt::Display for EchessRegionsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = |cell: &RegionCell| {
            let area = cell.area.map_or(String::new(), |area| area.to_string());
            format!("{area}{}", cell.verdict())
        };
        let cells = self.drawn.iter().map(|cell| (cell.square, words(cell)));
        self.rectangle.write_table(f, 6, cells)?;
        let Self { agree, open, differ, .. } = self;
        write!(
            f,
            "\n{} squares have a formula: {agree} agree, {open} are open (the formula lies between \
             the bounds), {differ} differ",
            agree + open + differ
        )
    }
}

impl Answer for EchessRegionsAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::region_map(self.k, &self.drawn)?)
    }
}
