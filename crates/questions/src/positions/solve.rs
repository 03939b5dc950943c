//! `nimzo solve`

use std::fmt;
use std::time::Duration;

use nimzo_chess::probe::{Scope, respond_partly};
use nimzo_chess::{Metric, write_fen};
use nimzo_report::pictures::Picture;
use nimzo_tables::solved::{self, Search, Way, Ways, Wish};
use nimzo_work::Task;
use nimzo_work::memory::human;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use crate::arguments::position;
use crate::device::DeviceChoice;
use crate::limits::{bytes, limits};
use crate::probe::ProbeAnswer;
use crate::{Answer, Failure, Manner, Question, Session};

/// Solve one position, however many pawns it has: everything that it can become
///
/// Its pawns say where it begins, and blocked pawns stay where they are, so that few sets of pawns
/// may be left. What memory, disk and time it takes is said first. The answer is that of probe; what was
/// solved is kept beside the tables, where probe, line and the others find it. With --bounds, where
/// everything would not fit or take long, classes with many promoted men are left out, and the rest is
/// solved twice, as if each side won what was left out; where both agree, that is the value. Classes
/// whose tables are in the folder are read and not solved. Castling rights are honoured. Several positions
/// whose promotions lead to the same classes take less time together (--also).
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo solve '8/8/1p2k3/1Pp5/2P5/3K4/8/8 b - - 0 1'
  nimzo solve '8/8/8/8/8/2p5/2Pk4/1KR1b3 w - - 0 1' --dry-run
  nimzo solve '8/8/1p2k3/1Pp5/2P5/3K4/8/8 b - - 0 1' --metric dtm
  nimzo solve '8/8/1p2k3/1Pp5/2P5/3K4/8/8 b - - 0 1' --metric dtm --device auto")]
pub struct Solve {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    /// Another position to be solved together with it, also more than once: what they share is solved once
    #[arg(long, value_name = "FEN", allow_hyphen_values = true)]
    #[serde(default)]
    also: Vec<String>,
    /// What to solve for: wdl, or with a depth dtc, dtm, dtz or dtz50
    #[arg(long, default_value = "wdl")]
    #[serde(default = "wdl")]
    metric: String,
    /// Memory that it may take, such as 8G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Disk that it may take, such as 40G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    disk: Option<String>,
    /// Try bounds where everything would not fit or take long
    #[arg(long)]
    #[serde(default)]
    bounds: bool,
    /// Say what it would take of the processor, and do nothing
    #[arg(long)]
    #[serde(default)]
    dry_run: bool,
    /// What solves large slices; small ones are always solved by the processor
    #[arg(long, value_enum, default_value_t = DeviceChoice::Cpu)]
    #[serde(default)]
    device: DeviceChoice,
    /// Memory of the graphics card that it may take, such as 24G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    #[serde(default)]
    device_memory: Option<String>,
}

fn wdl() -> String {
    Metric::Wdl.name().to_owned()
}

/// What solving takes.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PlanAnswer {
    /// Sets of pawns that the position leads to, each with its men.
    slices: usize,
    /// Classes that they belong to.
    classes: usize,
    /// Positions with one side to move.
    positions: u64,
    /// Positions with castling rights, which are solved one by one.
    #[serde(skip_serializing_if = "Option::is_none")]
    with_rights: Option<usize>,
    /// Classes whose tables are read.
    tables: usize,
    /// The least memory that does.
    memory_bytes: u64,
    /// The most disk that it takes at once.
    disk_bytes: u64,
    /// Disk that stays taken when it is done.
    stays_bytes: u64,
    /// Seconds: an estimate, or what it took.
    seconds: f64,
    /// The most men beside pawns that are looked at, where more are left out.
    pieces: Option<usize>,
    /// The most pawn moves and captures away that is looked, where more is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<u32>,
}

impl PlanAnswer {
    fn of(way: &Way) -> Self {
        Self {
            slices: way.slices(),
            classes: way.classes(),
            positions: way.positions(),
            with_rights: Some(way.with_rights()).filter(|&count| count > 0),
            tables: way.tables(),
            memory_bytes: way.memory(),
            disk_bytes: way.disk(),
            stays_bytes: way.stays(),
            seconds: way.duration().as_secs_f64(),
            pieces: way.bounds.map(|bounds| bounds.pieces),
            changes: way.bounds.and_then(|bounds| bounds.changes),
        }
    }
}

impl PlanAnswer {
    /// Whether something is left out.
    pub fn is_bounded(&self) -> bool {
        self.pieces.is_some()
    }
}

impl fmt::Display for PlanAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} slices of {} classes, {} positions a side; {} of memory, {} of disk at once and {} in the end, {}",
            self.slices,
            self.classes,
            self.positions,
            human(self.memory_bytes),
            human(self.disk_bytes),
            human(self.stays_bytes),
            time(self.seconds),
        )?;
        if self.tables > 0 {
            write!(f, "; tables of {} classes are read", self.tables)?;
        }
        if let Some(count) = self.with_rights {
            write!(f, "; {count} positions with castling rights")?;
        }
        match (self.pieces, self.changes) {
            (_, Some(changes)) => {
                write!(f, "; at most {changes} pawn moves and captures away, bounds for the rest")
            }
            (Some(pieces), None) => {
                write!(f, "; at most {pieces} men beside pawns, bounds for the rest")
            }
            (None, None) => Ok(()),
        }
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        ..10.0 => format!("{seconds:.1} s"),
        10.0..120.0 => format!("{seconds:.0} s"),
        _ => format!("{:.0} min", seconds / 60.0),
    }
}

/// What `solve` would try first for a position, by bounds if nothing else is found; `None` if it could not, or if
/// finding that out would take long itself.
pub(crate) fn plan_of(position: &Chess, session: &Session, task: &Task) -> Option<PlanAnswer> {
    let limits = limits(None, None, &session.folder().ok()?).ok()?;
    let tables = session.tables().ok()?;
    let first = |bounds: bool| {
        let wish = Wish { metric: Metric::Wdl, limits, bounds, search: Search::BRIEF };
        let mut ways = Ways::of(position, wish, &tables).ok()?;
        let mut way = ways.next(task).ok()??;
        // What lies a move away seldom tells; it is named where nothing else is found at once.
        while bounds && let Some(next) = ways.next(task).ok()? {
            way = next;
        }
        Some(PlanAnswer::of(&way))
    };
    first(false).or_else(|| first(true))
}

/// The same in a few words.
pub(crate) fn offer(position: &Chess, session: &Session, task: &Task) -> Option<String> {
    let plan = plan_of(position, session, task)?;
    let fen = write_fen(position);
    let bounds = if plan.is_bounded() { " --bounds" } else { "" };
    Some(format!(
        "`nimzo solve '{fen}'{bounds}` would try it ({} slices, {})",
        plan.slices,
        time(plan.seconds)
    ))
}

/// Solves a position whose value is asked for by the way; whether that is known then. Plans that take
/// longer than `patience` are not carried out.
pub(crate) fn make_known(
    position: &Chess,
    patience: Duration,
    session: &Session,
    task: &Task,
) -> Result<bool, Failure> {
    let folder = session.writable_folder()?;
    let limits = limits(None, None, &folder)?;
    let wish = Wish { metric: Metric::Wdl, limits, bounds: false, search: Search::WHOLE };
    let tables = session.tables()?;
    let mut ways = Ways::of(position, wish, &tables)?;
    while let Some(way) = ways.next(task)?.filter(|way| way.duration() <= patience) {
        task.say(&format!("plan: {}", PlanAnswer::of(&way)));
        solved::solve(&way, &tables, task)?;
        if solved::is_known(&tables, position, Metric::Wdl)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What a position is worth, and what finding it took.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SolveAnswer {
    #[serde(flatten)]
    answer: Option<ProbeAnswer>,
    /// What was done, or would be tried first.
    plan: Option<PlanAnswer>,
    /// What would be tried in turn; only for a dry run.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ways: Vec<PlanAnswer>,
    /// Why not everything that the position leads to can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    #[serde(skip)]
    dry_run: bool,
}

impl Question for Solve {
    const PATH: &'static [&'static str] = &["solve"];
    const MANNER: Manner = Manner::AsJob;
    const DRAWS: bool = true;
    type Answer = SolveAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<SolveAnswer, Failure> {
        let metric: Metric = self.metric.parse()?;
        let others = self.others()?;
        let position = position(&self.fen)?;
        let folder = match self.dry_run {
            true => session.folder()?,
            false => session.writable_folder()?,
        };
        let limits = limits(self.memory.as_deref(), self.disk.as_deref(), &folder)?;
        let wish = Wish { metric, limits, bounds: self.bounds, search: Search::WHOLE };
        let mut ways = Ways::together(&position, &others, wish, &*session.tables()?)?;
        if self.dry_run {
            let mut all = Vec::new();
            while let Some(way) = ways.next(task)? {
                all.push(PlanAnswer::of(&way));
            }
            return Ok(SolveAnswer {
                answer: None,
                plan: all.first().cloned(),
                ways: all,
                left_out: ways.refusal,
                dry_run: true,
            });
        }
        let all: Vec<&Chess> = std::iter::once(&position).chain(&others).collect();
        let plan = self.run(&mut ways, &all, metric, session, task)?;
        let left_out = ways.refusal;
        let tables = session.tables()?;
        let answer = ProbeAnswer::of(respond_partly(&*tables, &position, Scope::ALL)?, position);
        Ok(SolveAnswer { answer: Some(answer), plan, ways: Vec::new(), left_out, dry_run: false })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

impl Solve {
    /// The positions that are solved together with the first.
    fn others(&self) -> Result<Vec<Chess>, Failure> {
        let read = |fen: &String| {
            let other = position(fen)?;
            if other.castles().any() {
                let why = format!("--also '{fen}' has castling rights; put it first, by itself");
                return Err(Failure::input(why));
            }
            Ok(other)
        };
        self.also.iter().map(read).collect()
    }

    /// Goes the ways one after the other until the values of the positions are known.
    fn run(
        &self,
        ways: &mut Ways,
        positions: &[&Chess],
        metric: Metric,
        session: &Session,
        task: &Task,
    ) -> Result<Option<PlanAnswer>, Failure> {
        let tables = session.tables()?;
        let memory = self.device_memory.as_deref();
        let memory = memory.map(|text| bytes("--device-memory", text)).transpose()?;
        let card = self.device.card(memory, task)?;
        let mut done = None;
        while let Some(way) = ways.next(task)? {
            let mut plan = PlanAnswer::of(&way);
            task.say(&format!("plan: {plan}"));
            let executor = self.device.executor(card.as_ref(), task)?;
            plan.seconds = solved::solve_by(&*executor, &way, &tables, task)?;
            done = Some(plan);
            let known = |position: &&Chess| solved::is_known(&tables, position, metric);
            let known = positions.iter().map(known).collect::<Result<Vec<bool>, _>>()?;
            if known.into_iter().all(|known| known) {
                break;
            }
        }
        session.reopen_tables();
        match (&done, &ways.refusal) {
            (None, Some(why)) => {
                let more = if self.bounds { "" } else { "; --bounds may tell without" };
                Err(Failure::TooLarge(format!("{why}{more}")))
            }
            _ => Ok(done),
        }
    }
}

impl fmt::Display for SolveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(answer) = &self.answer {
            return write!(f, "{answer}");
        }
        for (i, way) in self.ways.iter().enumerate() {
            let begin = if i == 0 { "" } else { "\nelse " };
            write!(f, "{begin}{way}")?;
        }
        match &self.left_out {
            Some(why) if self.ways.is_empty() => write!(f, "cannot be solved: {why}"),
            Some(why) => write!(f, "\nnot everything: {why}"),
            None => Ok(()),
        }
    }
}

impl Answer for SolveAnswer {
    fn holds(&self) -> bool {
        !(self.dry_run && self.ways.is_empty())
    }

    fn picture(&self) -> Result<Picture, Failure> {
        match &self.answer {
            Some(answer) => answer.picture(),
            None => Err(Failure::input("a plan has no picture; leave --dry-run out")),
        }
    }
}
