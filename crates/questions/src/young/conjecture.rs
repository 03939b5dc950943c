//! `nimzo young conjecture`

use std::fmt;
use std::ops::RangeInclusive;

use nimzo_games::young::{
    self, Census, LongestLost, Partition, Piece, Settlement, Shapes, beyond_golden, check_directly,
    longest_lost, settle,
};
use nimzo_work::Task;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::arguments::require_within;
use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// Check the paper's open questions as far as asked
///
/// 5.1 and 5.2 give formulas for KING on generalised staircases. Each is checked straight on
/// diagrams of up to --steps steps and, since the values repeat, settled for any number of steps.
/// golden asks how long a lost diagram of QUEEN can be for its number of rows (Lemma 3.22).
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo young conjecture 5.1 --sides 21 --steps 60
  nimzo young conjecture 5.2 --sides 20 --steps 40
  nimzo young conjecture golden --size 60 --rows 20")]
pub struct Conjecture {
    /// Which one
    #[arg(value_enum)]
    which: Which,
    /// 5.1 and 5.2: longest side of a step
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(SIDES))]
    sides: u32,
    /// 5.1 and 5.2: number of steps of the diagrams that are also checked straight
    #[arg(long, value_name = "K", default_value_t = 40, value_parser = clap::value_parser!(u32).range(STEPS))]
    steps: u32,
    /// golden: largest size of the partitions that are all looked through
    #[arg(long, value_name = "N", default_value_t = 50)]
    size: usize,
    /// golden: largest number of rows for which the longest lost diagram is sought
    #[arg(long, value_name = "R", default_value_t = 19)]
    rows: u32,
    /// golden: diagrams tried for each length before the search gives up
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    effort: u64,
}

const SIDES: RangeInclusive<i64> = 1..=999;
const STEPS: RangeInclusive<i64> = 1..=10_000;

/// The open questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
enum Which {
    /// Conjecture 5.1: KING, square steps of odd side
    #[value(name = "5.1")]
    #[serde(rename = "5.1")]
    OddSquare,
    /// Conjecture 5.2: KING, oblong steps of even sides
    #[value(name = "5.2")]
    #[serde(rename = "5.2")]
    EvenOblong,
    /// The golden ratio in Lemma 3.22: QUEEN
    #[value(name = "golden")]
    #[serde(rename = "golden")]
    Golden,
}

/// What is known of an open question.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum YoungConjectureAnswer {
    /// Of 5.1 or 5.2.
    Staircases(YoungStaircases),
    /// Of the golden ratio.
    Golden(YoungGolden),
}

/// How far a conjecture on staircases holds.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungStaircases {
    /// `5.1` or `5.2`.
    conjecture: &'static str,
    /// Whether no counterexample was found.
    holds: bool,
    /// The longest side of a step.
    sides: u32,
    /// The number of steps of the diagrams that were also checked straight.
    checked_directly_to_steps: u32,
    /// Whether it was settled for any number of steps, since the values repeat.
    settled_for_all_steps: bool,
    /// Each shape of step.
    shapes: Vec<YoungStep>,
    /// The first counterexample.
    counterexample: Option<YoungCounterexample>,
}

/// Staircases with one shape of step.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungStep {
    /// Rows of a step.
    rows: u32,
    /// Columns of a step.
    columns: u32,
    /// Whether the conjecture holds.
    holds: bool,
    /// The number of steps from which on the values repeat.
    repeats_from: usize,
    /// The number of steps after which they do.
    period: usize,
}

/// Where a conjecture fails.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungCounterexample {
    /// Rows of a step.
    rows: u32,
    /// Columns of a step.
    columns: u32,
    /// The number of steps.
    steps: u64,
    /// What the conjecture says.
    conjectured: u64,
    /// What is so.
    found: u64,
}

/// How long a lost diagram of QUEEN can be.
#[derive(Debug, Serialize, JsonSchema)]
pub struct YoungGolden {
    /// `golden`.
    conjecture: &'static str,
    /// Whether no lost diagram is longer than Lemma 3.22 allows.
    lemma_holds: bool,
    /// The largest size of the partitions that were all looked through.
    size: usize,
    /// How many lost diagrams are longer than the golden ratio allows on rectangles.
    lost_beyond_golden: usize,
    /// Those that reach the lemma's bound.
    lost_at_ratio_2: Vec<Shown<Partition>>,
    /// For each number of rows a lost diagram with the longest first row.
    longest: Vec<YoungLongest>,
}

/// The longest lost diagram of a number of rows.
#[derive(Debug, Serialize, JsonSchema)]
struct YoungLongest {
    /// The number of rows.
    rows: u32,
    /// The length of its first row; nothing where none was found.
    first_row: Option<usize>,
    /// The lemma's bound for this length.
    bound: u32,
    /// The diagram.
    partition: Option<Shown<Partition>>,
    /// Whether a longer one has been excluded.
    exhaustive: bool,
    /// Diagrams tried, whole and in part.
    tried: u64,
}

impl Question for Conjecture {
    const PATH: &'static [&'static str] = &["young", "conjecture"];
    type Answer = YoungConjectureAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<YoungConjectureAnswer, Failure> {
        require_within("sides", self.sides, &SIDES)?;
        require_within("steps", self.steps, &STEPS)?;
        let staircases = |conjecture| self.staircases(conjecture, task);
        match self.which {
            Which::OddSquare => staircases(young::Conjecture::OddSquare),
            Which::EvenOblong => staircases(young::Conjecture::EvenOblong),
            Which::Golden => Ok(YoungConjectureAnswer::Golden(self.golden(task)?)),
        }
    }
}

impl Conjecture {
    fn staircases(
        &self,
        conjecture: young::Conjecture,
        task: &Task,
    ) -> Result<YoungConjectureAnswer, Failure> {
        let sides = conjecture.sides(self.sides);
        let stage = task.stage(&format!("conjecture {}", conjecture.number()), sides.len() as u64);
        let check = |&(rows, columns): &(u32, u32)| -> nimzo_games::Result<_> {
            let direct = check_directly(conjecture, rows, columns, self.steps, &task.unwatched())?;
            let settled = settle(conjecture, rows, columns, task)?;
            stage.advance(1);
            Ok(settled.map(|settled| (settled, direct)))
        };
        let checked: Vec<_> = sides.par_iter().map(check).collect::<Result<Vec<_>, _>>()?;
        let checked: Vec<_> = checked.into_iter().flatten().collect();
        let counterexample = checked.iter().find_map(|(settled, direct)| {
            let found = settled.counterexample.or(*direct)?;
            Some(YoungCounterexample {
                rows: settled.rows,
                columns: settled.columns,
                steps: found.steps,
                conjectured: found.conjectured,
                found: found.found,
            })
        });
        Ok(YoungConjectureAnswer::Staircases(YoungStaircases {
            conjecture: conjecture.number(),
            holds: counterexample.is_none(),
            sides: self.sides,
            checked_directly_to_steps: self.steps,
            settled_for_all_steps: true,
            shapes: checked.iter().map(|(settled, _)| YoungStep::of(settled)).collect(),
            counterexample,
        }))
    }

    fn golden(&self, task: &Task) -> Result<YoungGolden, Failure> {
        let shapes = Shapes::up_to(self.size, task)?;
        let census = Census::solve(&shapes, &Piece::Queen.moveset(), task)?;
        let beyond = beyond_golden(&census, task)?;
        let longest = (2..=self.rows)
            .map(|rows| Ok(YoungLongest::of(longest_lost(rows, self.effort, task)?)))
            .collect::<Result<_, Failure>>()?;
        let tight = beyond.iter().take_while(|lost| lost.long == 2 * lost.short);
        Ok(YoungGolden {
            conjecture: "golden",
            lemma_holds: beyond.iter().all(|lost| lost.long <= 2 * lost.short),
            size: self.size,
            lost_beyond_golden: beyond.len(),
            lost_at_ratio_2: tight.map(|lost| Shown(lost.partition.clone())).collect(),
            longest,
        })
    }
}

impl YoungStep {
    fn of(settled: &Settlement) -> Self {
        Self {
            rows: settled.rows,
            columns: settled.columns,
            holds: settled.counterexample.is_none(),
            repeats_from: settled.repeats_from,
            period: settled.period,
        }
    }
}

impl YoungLongest {
    fn of(found: LongestLost) -> Self {
        Self {
            rows: found.rows,
            first_row: found.partition.as_ref().map(Partition::columns),
            bound: 2 * found.rows - 1,
            partition: found.partition.map(Shown),
            exhaustive: found.exhaustive,
            tried: found.tried,
        }
    }
}

impl fmt::Display for YoungConjectureAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Staircases(staircases) => staircases.fmt(f),
            Self::Golden(golden) => golden.fmt(f),
        }
    }
}

impl fmt::Display for YoungStaircases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Conjecture {}: ", self.conjecture)?;
        match &self.counterexample {
            None => f.write_str("no counterexample")?,
            Some(found) => {
                let told = serde_json::to_string(found).map_err(|_| fmt::Error)?;
                write!(f, "counterexample {told}")?;
            }
        }
        write!(
            f,
            "\n  {} shapes of step with sides up to {}\n  straight on diagrams of up to {} steps, \
             and for any number of steps by repetition of the values\n  longest repetition: {} \
             steps",
            self.shapes.len(),
            self.sides,
            self.checked_directly_to_steps,
            self.shapes.iter().map(|shape| shape.period).max().unwrap_or(0),
        )
    }
}

impl fmt::Display for YoungGolden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "QUEEN, all partitions of size up to {}: {} lost diagrams are longer than the golden \
             ratio allows on rectangles; ratio 2 is reached by ",
            self.size, self.lost_beyond_golden,
        )?;
        match self.lost_at_ratio_2.as_slice() {
            [] => f.write_str("none")?,
            tight => Joined(tight, "  ").fmt(f)?,
        }
        f.write_str("\nrows  longest first row  ratio   a lost diagram with it")?;
        for one in &self.longest {
            write!(f, "\n{one}")?;
        }
        Ok(())
    }
}

impl fmt::Display for YoungLongest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rows, bound, .. } = self;
        let (Some(partition), Some(first)) = (&self.partition, self.first_row) else {
            return write!(f, "{rows:>4}  none found");
        };
        let sure = if self.exhaustive { "longest" } else { "at least" };
        let ratio = (first - 1) as f64 / f64::from(rows - 1);
        write!(f, "{rows:>4}  {first:>3} of {bound:>3} {sure:<8} {ratio:.4}  {partition}")
    }
}

impl Answer for YoungConjectureAnswer {
    fn holds(&self) -> bool {
        match self {
            Self::Staircases(staircases) => staircases.holds,
            Self::Golden(golden) => golden.lemma_holds,
        }
    }
}
