//! `nimzo table plan`

use std::fmt;

use nimzo_chess::{Material, Metric};
use nimzo_tables::store::Request;
use nimzo_work::memory::{self, human};
use nimzo_work::{Task, files};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::class;
use crate::arguments::position;
use crate::solve::{PlanAnswer, plan_of};
use crate::{Answer, Failure, Question, Session};

/// Say what it would take to know an endgame: building its table, solving one position, or files
///
/// Nothing is done. Where building is out of reach, it says what is missing and by how much.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table plan KRPvKR
  nimzo table plan KRPPvKRPP --fen '8/5k2/3rpp2/8/3RPP2/5K2/8/8 w - - 0 1'")]
pub struct Plan {
    /// A class such as KRPvKR
    #[arg(value_name = "CLASS")]
    name: String,
    /// A position of it that could be solved alone
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// What it would take to know an endgame.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TablePlanAnswer {
    /// The class as its table is called.
    class: String,
    /// Building its table with all metrics.
    build: BuildPlanAnswer,
    /// Solving the position alone; nothing where none was given or it has no plan.
    solve: Option<PlanAnswer>,
    /// The Syzygy files that would tell results and depths of it.
    syzygy: [String; 2],
}

/// What building takes, and whether this machine has it.
#[derive(Debug, Serialize, JsonSchema)]
struct BuildPlanAnswer {
    possible: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// Positions of the class itself, of both sides to move.
    positions: u64,
    /// Classes that would be solved: those below it too.
    classes: Option<usize>,
    memory_bytes: Option<u64>,
    disk_bytes: Option<u64>,
}

impl Question for Plan {
    const PATH: &'static [&'static str] = &["table", "plan"];
    type Answer = TablePlanAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TablePlanAnswer, Failure> {
        let material = class(&self.name)?.canonical();
        let solve = match &self.fen {
            Some(fen) => plan_of(&position(fen)?, session, task),
            None => None,
        };
        Ok(TablePlanAnswer {
            class: material.to_string(),
            build: BuildPlanAnswer::of(material, session)?,
            solve,
            syzygy: ["rtbw", "rtbz"].map(|ending| format!("{material}.{ending}")),
        })
    }
}

impl BuildPlanAnswer {
    fn of(material: Material, session: &Session) -> Result<Self, Failure> {
        let positions = 2 * material.positions();
        let refused = |why: String| Self {
            possible: false,
            why: Some(why),
            positions,
            classes: None,
            memory_bytes: None,
            disk_bytes: None,
        };
        let request =
            Request { classes: vec![material], metrics: Metric::ALL.to_vec(), queen_only: false };
        let plan = match session.tables()?.plan(&request).map_err(Failure::from) {
            Ok(plan) => plan,
            Err(Failure::TooLarge(why)) => return Ok(refused(why)),
            Err(failure) => return Err(failure),
        };
        let mut lacking = Vec::new();
        for (needed, free, what) in [
            (plan.memory, memory::available(), "memory"),
            (plan.disk, files::free_space(&session.folder()?), "disk"),
        ] {
            if let Some(free) = free.filter(|&free| free < needed) {
                lacking.push(format!("{} of {what}, of {} free", human(needed), human(free)));
            }
        }
        let why = (!lacking.is_empty()).then(|| format!("it would take {}", lacking.join(" and ")));
        Ok(Self {
            possible: why.is_none(),
            why,
            positions,
            classes: Some(plan.todo.len()),
            memory_bytes: Some(plan.memory),
            disk_bytes: Some(plan.disk),
        })
    }
}

impl fmt::Display for TablePlanAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { class, build, solve, syzygy } = self;
        write!(f, "{class}: {} positions", build.positions)?;
        match (&build.why, build.classes, build.memory_bytes, build.disk_bytes) {
            (None, Some(classes), Some(memory), Some(disk)) => write!(
                f,
                "\n`nimzo table build {class}` would solve {classes} classes, with up to {} of memory and about {} of disk",
                human(memory),
                human(disk)
            )?,
            (why, ..) => {
                write!(f, "\nbuilding is out of reach: {}", why.as_deref().unwrap_or_default())?;
            }
        }
        if let Some(plan) = solve {
            let bounds = if plan.is_bounded() { " --bounds" } else { "" };
            write!(f, "\n`nimzo solve{bounds}` for the position alone: {plan}")?;
        }
        write!(f, "\nSyzygy files that would tell: {}", syzygy.join(", "))
    }
}

impl Answer for TablePlanAnswer {}
