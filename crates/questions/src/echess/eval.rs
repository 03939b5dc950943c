//! `nimzo echess eval`

use std::fmt;

use nimzo_cgt::{Dyadic, Wall};
use nimzo_games::echess::{
    Area, Board, Chilled, Evaluation, Initiative, Interval, Place, Position, Region, Solution,
    Square,
};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ground, position};
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// Mean, temperature, stops, chilled value and thermograph of a position
///
/// Squares are X,Y; a1 is 0,0. The board is open (its edges are far away) unless --corner is
/// given. A number is printed alone when it is proved exactly, otherwise as the interval that is
/// proved.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess eval --bk 0,0 --wk 1,-2 --wr 2,1 --svg thermograph.svg
  nimzo echess eval '0,0 8,5 -4,1'
  nimzo echess eval --corner '2,2 0,0 1,1'
  nimzo echess eval - --json < positions")]
pub struct Eval {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true,
          conflicts_with_all = ["bk", "wk", "wr"])]
    position: Option<String>,
    /// The Black king
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    bk: Option<String>,
    /// The White king
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wk: Option<String>,
    /// The rook
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wr: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

/// What is proved of a position: numbers that are not exact are intervals.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessEvalAnswer {
    /// The Black king.
    bk: Shown<Square>,
    /// The White king.
    wk: Shown<Square>,
    /// The rook.
    wr: Shown<Square>,
    /// Whether the bounds meet.
    exact: bool,
    /// The mean.
    mean: Shown<Interval>,
    /// The temperature.
    temperature: Shown<Interval>,
    /// The score when Black moves first.
    left_stop: Shown<Interval>,
    /// The score when White moves first.
    right_stop: Shown<Interval>,
    /// Who keeps the move, if that is known.
    sente: Option<Shown<Initiative>>,
    /// The chilled value by the paper's names.
    chilled: Shown<Chilled>,
    /// That of the upper bound alone, where the bounds do not meet.
    chilled_of_upper_bound: Option<Shown<Chilled>>,
    /// The atomic weight of the chilled value.
    atomic_weight: Option<i64>,
    /// The board.
    board: Shown<Board>,
    /// The region of the plane.
    region: Option<Shown<Region>>,
    /// The part of the region.
    subregion: Option<Shown<Area>>,
    /// Whether columns and rows are exchanged in it.
    reflected: Option<bool>,
    /// The walls.
    thermograph: EchessThermograph,
    #[serde(skip)]
    position: Position,
    #[serde(skip)]
    evaluation: Evaluation,
}

/// Bounds on a thermograph.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessThermograph {
    /// From below.
    lower: EchessWalls,
    /// From above.
    upper: EchessWalls,
}

/// Both sides of a thermograph.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessWalls {
    /// Black's.
    left: EchessWall,
    /// White's.
    right: EchessWall,
}

/// One side of a thermograph.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum EchessWall {
    /// One of the infinities.
    Infinite(Shown<Wall>),
    /// A trajectory.
    Finite {
        /// Temperatures with values, where it bends.
        points: Vec<(Shown<Dyadic>, Shown<Dyadic>)>,
        /// By how much it changes for each degree beyond the last of them.
        beyond: i8,
    },
}

impl Question for Eval {
    const PATH: &'static [&'static str] = &["echess", "eval"];
    const DRAWS: bool = true;
    type Answer = EchessEvalAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessEvalAnswer, Failure> {
        let board = self.ground.board();
        let position = position(&self.text()?, board)?;
        let solution = self.ground.solved(session, task)?;
        EchessEvalAnswer::of(&solution, position)
    }

    fn subject(&mut self) -> Option<&mut String> {
        self.position.as_mut()
    }

    fn prepare(&self, session: &Session, task: &Task) -> Result<(), Failure> {
        self.ground.solved(session, task).map(drop)
    }
}

impl Eval {
    /// The position in one word.
    fn text(&self) -> Result<String, Failure> {
        let squares = [("bk", &self.bk), ("wk", &self.wk), ("wr", &self.wr)];
        if let Some(text) = &self.position {
            return match squares.iter().find(|(_, given)| given.is_some()) {
                None => Ok(text.clone()),
                Some((name, _)) => Err(Failure::input(format!(
                    "the position {text:?} names every square; --{name} cannot be given with it"
                ))),
            };
        }
        let square = |(name, given): (&str, &Option<String>)| match given {
            Some(text) => Ok(text.parse::<Square>()?.to_string()),
            None => Err(Failure::input(format!(
                "the square of --{name} is missing; expected --bk X,Y --wk X,Y --wr X,Y"
            ))),
        };
        let squares = squares.into_iter().map(square).collect::<Result<Vec<_>, Failure>>()?;
        Ok(squares.join(" "))
    }
}

impl EchessEvalAnswer {
    fn of(solution: &Solution, position: Position) -> Result<Self, Failure> {
        let evaluation = solution.evaluate(&position)?;
        let chilled = solution.chilled(&position)?;
        let above =
            (!evaluation.is_exact()).then(|| solution.chilled_above(&position)).transpose()?;
        // The regions are those of the open board.
        let place = Place::of(&position).filter(|_| solution.board() == Board::Open);
        Ok(Self {
            bk: Shown(position.black_king),
            wk: Shown(position.white_king),
            wr: Shown(position.rook),
            exact: evaluation.is_exact(),
            mean: Shown(evaluation.mean()),
            temperature: Shown(solution.temperature(&position)?),
            left_stop: Shown(evaluation.left_stop()),
            right_stop: Shown(evaluation.right_stop()),
            sente: evaluation.initiative().map(Shown),
            chilled: Shown(chilled),
            chilled_of_upper_bound: above.map(Shown),
            atomic_weight: chilled.atomic_weight(),
            board: Shown(solution.board()),
            region: place.map(|place| Shown(place.area.region())),
            subregion: place.map(|place| Shown(place.area)),
            reflected: place.map(|place| place.reflected),
            thermograph: EchessThermograph {
                lower: EchessWalls::from(&evaluation.lower),
                upper: EchessWalls::from(&evaluation.upper),
            },
            position,
            evaluation,
        })
    }
}

impl From<&(Wall, Wall)> for EchessWalls {
    fn from((left, right): &(Wall, Wall)) -> Self {
        Self { left: left.into(), right: right.into() }
    }
}

impl From<&Wall> for EchessWall {
    fn from(wall: &Wall) -> Self {
        let Some(path) = wall.trajectory() else { return Self::Infinite(Shown(wall.clone())) };
        let points = path.points().iter();
        Self::Finite {
            points: points.map(|at| (Shown(at.temperature), Shown(at.value))).collect(),
            beyond: path.beyond() as i8,
        }
    }
}

impl fmt::Display for EchessEvalAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, mean, temperature, left_stop, right_stop, chilled, .. } = self;
        write!(
            f,
            "{position}: mean {mean}, temperature {temperature}, stops {left_stop} and \
             {right_stop}, chilled {chilled}"
        )?;
        if let Some(who) = &self.sente {
            write!(f, ", {who}")?;
        }
        if let Some(area) = &self.subregion {
            write!(f, ", region {area}")?;
        }
        if let Some(weight) = self.atomic_weight.filter(|&weight| weight != 0) {
            write!(f, ", atomic weight {weight}")?;
        }
        match &self.chilled_of_upper_bound {
            Some(above) => {
                write!(f, "; bounds do not meet (the upper bound alone reads {above})")
            }
            None => {
                let (left, right) = &self.evaluation.upper;
                write!(f, "\n  left wall  {left}\n  right wall {right}")
            }
        }
    }
}

impl Answer for EchessEvalAnswer {
    fn picture(&self) -> Result<Picture, Failure> {
        Ok(drawings::echess_thermograph(&self.position, &self.evaluation))
    }
}
