//! `nimzo zug census`

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use nimzo_chess::Material;
use nimzo_cuda::OnDevice;
use nimzo_retro::slice_graph::{Limits, Plan};
use nimzo_work::Task;
use nimzo_zugzwang::census::{Entry, Folder, Group, Summary};
use nimzo_zugzwang::{Kind, PerKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::shared_census::{self, SharedCensus};
use crate::device::DeviceChoice;
use crate::limits::{bytes, limits};
use crate::table::{ProcessReport, TogetherOptions};
use crate::{Answer, Failure, Manner, Question, Session};

/// Solve six-man endgames, count and list their zugzwangs, discard the tables
///
/// Each class is solved for win, draw and loss, its zugzwangs are written as EPD, and the table is
/// thrown away; what classes hand on to each other is kept beside the record until it has been read. What
/// memory, disk and time it takes is said first. A census that was stopped goes on where it was. Where the
/// forces are equal, A2 merely mirror A1 and are not counted.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo zug census KRNvKNN KRPvKBN
  nimzo zug census --group 3-3p --group 4-2p --memory 8G
  nimzo zug census --men 6 --dry-run
  nimzo zug census --men 6 --out census
  nimzo zug census --men 6 --device cuda")]
pub struct Census {
    /// Endgames such as KRPvKBN
    #[arg(value_name = "CLASS", required_unless_present_any = ["group", "men"])]
    #[serde(default)]
    classes: Vec<String>,
    /// All endgames of a group: 3-3, 4-2, 5-1, or with pawns 3-3p, 4-2p, 5-1p
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    #[serde(default)]
    group: Vec<String>,
    /// All endgames of so many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=6))]
    #[schemars(range(min = 3, max = 6))]
    men: Option<u8>,
    /// Memory that it may take, such as 8G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Disk that it may take, such as 40G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    disk: Option<String>,
    /// Say what is left to do and what it takes of the processor, and do nothing
    #[arg(long)]
    #[serde(default)]
    dry_run: bool,
    /// What solves them
    #[arg(long, value_enum, default_value_t = DeviceChoice::Cpu)]
    #[serde(default)]
    device: DeviceChoice,
    /// Memory of the graphics card that it may take, such as 24G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    device_memory: Option<String>,
    /// Where positions and record are kept [default: census in the folder of tables]
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    out: Option<PathBuf>,
    #[command(flatten)]
    #[serde(skip)]
    together: TogetherOptions,
}

/// What the census found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ZugCensusAnswer {
    /// What was planned for the processor, where something was left to do.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<CensusPlanAnswer>,
    classes: Vec<ClassAnswer>,
    total: TotalAnswer,
    /// For each group the rows of the paper's table by their printed names.
    groups: BTreeMap<String, serde_json::Map<String, serde_json::Value>>,
    /// The file of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// What each of several processes did.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(skip)]
    processes: Vec<ProcessReport>,
    #[serde(skip)]
    entries: Vec<Entry>,
    #[serde(skip)]
    dry_run: bool,
}

/// What the census takes of the processor.
#[derive(Debug, Serialize, JsonSchema)]
struct CensusPlanAnswer {
    /// Classes to be solved, with those that the wanted ones lead to.
    classes: usize,
    /// Their positions with one side to move.
    positions: u64,
    memory_bytes: u64,
    /// The most that is kept in the folder at once.
    disk_bytes: u64,
    /// An estimate.
    seconds: f64,
    /// The same in words.
    #[serde(skip)]
    words: String,
}

impl CensusPlanAnswer {
    fn of(plan: &Plan) -> Self {
        Self {
            classes: plan.steps.len(),
            positions: plan.positions(),
            memory_bytes: plan.memory,
            disk_bytes: plan.disk,
            seconds: plan.duration().as_secs_f64(),
            words: plan.describe(),
        }
    }
}

/// The zugzwangs of a class.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
struct ClassAnswer {
    #[serde(rename = "name")]
    name: String,
    a1: u64,
    a2: u64,
    a3: u64,
    a4: u64,
    a5: u64,
    a6: u64,
    /// A2 that merely mirror A1, for equal forces.
    #[serde(rename = "mirrored_A2")]
    mirrored: u64,
    /// Those with an en passant right; the types above count those without, A4 to A6 have all of them.
    #[serde(rename = "ep")]
    en_passant: CensusEnPassantAnswer,
    #[serde(rename = "seconds")]
    seconds: f64,
    /// The file of the positions.
    #[serde(rename = "positions", skip_serializing_if = "Option::is_none")]
    positions: Option<String>,
}

/// Zugzwangs with an en passant right, by type.
#[derive(Debug, Serialize, JsonSchema)]
struct CensusEnPassantAnswer {
    /// White first.
    wtm: BTreeMap<String, u64>,
    /// Black first; nothing where the forces are equal.
    btm: BTreeMap<String, u64>,
}

/// All classes together, with and without en passant right.
#[derive(Debug, Serialize, JsonSchema)]
struct TotalAnswer {
    #[serde(rename = "A1")]
    a1: u64,
    #[serde(rename = "A2")]
    a2: u64,
    #[serde(rename = "A3")]
    a3: u64,
    #[serde(rename = "A4")]
    a4: u64,
    #[serde(rename = "A5")]
    a5: u64,
    #[serde(rename = "A6")]
    a6: u64,
    zugzwangs: u64,
    classes: u64,
    seconds: f64,
}

impl Question for Census {
    const PATH: &'static [&'static str] = &["zug", "census"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = ZugCensusAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<ZugCensusAnswer, Failure> {
        let classes = self.wanted()?;
        let folder = match (&self.out, self.dry_run) {
            (Some(folder), _) => folder.clone(),
            (None, false) => session.writable_folder()?.join("census"),
            (None, true) => session.folder()?.join("census"),
        };
        let limits = limits(self.memory.as_deref(), self.disk.as_deref(), &folder)?;
        if self.dry_run {
            let census = Folder::at(&folder);
            let plan = census.plan(&classes, limits)?.as_ref().map(CensusPlanAnswer::of);
            let done = census.entries(&classes)?;
            return Ok(ZugCensusAnswer {
                plan,
                dry_run: true,
                ..ZugCensusAnswer::of(done, &census, session)
            });
        }
        if self.together.hosts()?.is_some() {
            if self.device != DeviceChoice::Cpu {
                return Err(Failure::input("--hosts is not for a card: use --device cpu"));
            }
            let shared = shared_census::run(&self.together, &folder, &classes, limits, task, &say)?;
            let SharedCensus { census, plan, entries, processes } = shared;
            let plan = plan.as_ref().map(CensusPlanAnswer::of);
            let answer = ZugCensusAnswer::of(entries, &census, session);
            return Ok(ZugCensusAnswer { plan, processes, ..answer });
        }
        let census = Folder::open(&folder)?;
        let on_card = self.device_memory.as_deref();
        let on_card = on_card.map(|text| bytes("--device-memory", text)).transpose()?;
        let said = |entry: &Entry, was_done: bool| say(entry, was_done, task);
        let by_card = match self.device.card(on_card, task)? {
            None => None,
            Some(card) => {
                let card = OnDevice::new(card as Arc<_>);
                // What is solved on a card stays there.
                match census.run_by(Some(&card), &classes, Limits::PLENTY, task, said) {
                    Err(error) if self.device == DeviceChoice::Auto && task.check().is_ok() => {
                        task.say(&format!("{error}; going on with the processor"));
                        None
                    }
                    other => Some(other?),
                }
            }
        };
        let (entries, plan) = match by_card {
            Some(entries) => (entries, None),
            None => {
                let plan = census.plan(&classes, limits)?.as_ref().map(CensusPlanAnswer::of);
                if let Some(plan) = &plan {
                    task.say(&plan.words);
                }
                (census.run(&classes, limits, task, said)?, plan)
            }
        };
        Ok(ZugCensusAnswer { plan, ..ZugCensusAnswer::of(entries, &census, session) })
    }
}

/// Tells what was found of a class.
fn say(entry: &Entry, was_done: bool, task: &Task) {
    let done = if was_done { "done before" } else { "solved" };
    let counts: Vec<String> = Kind::ALL
        .into_iter()
        .map(|kind| (kind, entry.of_kind(kind)))
        .filter(|&(kind, count)| count > 0 || kind <= Kind::A3)
        .map(|(kind, count)| format!("{count} {kind}"))
        .collect();
    let (class, counts, seconds) = (entry.class, counts.join(", "), entry.seconds);
    task.say(&format!("{class}: {counts}, {done} in {seconds:.1} s"));
}

impl Census {
    fn wanted(&self) -> Result<Vec<Material>, Failure> {
        if self.classes.is_empty() && self.group.is_empty() && self.men.is_none() {
            return Err(Failure::input("name a class such as KRNvKNN, or give --group 3-3"));
        }
        let mut classes: Vec<Material> = match self.men {
            None => Vec::new(),
            Some(men @ 3..=6) => Material::all(usize::from(men)),
            Some(men) => return Err(Failure::input(format!("--men {men}: expected 3 to 6"))),
        };
        for group in &self.group {
            classes.extend(group.parse::<Group>().map_err(Failure::input)?.classes());
        }
        for name in &self.classes {
            let class: Material = name.parse()?;
            classes.push(class.canonical());
        }
        let mut seen = HashSet::new();
        classes.retain(|class| seen.insert(*class));
        Ok(classes)
    }
}

impl ZugCensusAnswer {
    fn of(entries: Vec<Entry>, folder: &Folder, session: &Session) -> Self {
        let class = |entry: &Entry| ClassAnswer {
            name: entry.class.to_string(),
            a1: entry.a1,
            a2: entry.a2,
            a3: entry.a3,
            a4: entry.of_kind(Kind::A4),
            a5: entry.of_kind(Kind::A5),
            a6: entry.of_kind(Kind::A6),
            mirrored: entry.mirrored,
            en_passant: CensusEnPassantAnswer {
                wtm: by_type(&entry.en_passant.white),
                btm: by_type(&entry.en_passant.black),
            },
            seconds: entry.seconds,
            positions: session.shown(&folder.positions(entry.class)),
        };
        let total = Summary::of(&entries);
        let rows = |summary: Summary| {
            let rows = summary.rows().into_iter();
            rows.map(|(name, cell)| (name.to_owned(), cell.into())).collect()
        };
        Self {
            plan: None,
            processes: Vec::new(),
            dry_run: false,
            classes: entries.iter().map(class).collect(),
            total: TotalAnswer {
                a1: total.a1,
                a2: total.a2,
                a3: total.a3,
                a4: total.rare[0],
                a5: total.rare[1],
                a6: total.rare[2],
                zugzwangs: total.total(),
                classes: total.endgames,
                seconds: entries.iter().map(|entry| entry.seconds).sum(),
            },
            groups: groups(&entries)
                .into_iter()
                .map(|(group, summary)| (group.to_string(), rows(summary)))
                .collect(),
            record: session.shown(&folder.record()),
            entries,
        }
    }
}

fn by_type(tally: &PerKind) -> BTreeMap<String, u64> {
    tally.iter().map(|(kind, count)| (kind.to_string(), count)).collect()
}

fn groups(entries: &[Entry]) -> Vec<(Group, Summary)> {
    Group::ALL
        .into_iter()
        .map(|group| (group, Summary::of(entries.iter().filter(|e| group.holds(e.class)))))
        .filter(|(_, summary)| summary.endgames > 0)
        .collect()
}

impl fmt::Display for ZugCensusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dry_run {
            let done = self.entries.len();
            return match &self.plan {
                Some(plan) => write!(f, "{}; {done} done before", plan.words),
                None => write!(f, "all {done} are done"),
            };
        }
        let pawns = self.entries.iter().any(|entry| entry.class.has_pawns());
        write!(f, "{:<10} {:>8} {:>8} {:>8}", "endgame", "A1", "A2", "A3")?;
        if pawns {
            write!(f, " {:>8} {:>8}", "ep wtm", "ep btm")?;
        }
        write!(f, " {:>9}", "seconds")?;
        for Entry { class, a1, a2, a3, mirrored, en_passant, seconds, .. } in &self.entries {
            let a2 = if *mirrored == 0 { a2.to_string() } else { format!("({mirrored})") };
            let class = class.to_string();
            write!(f, "\n{class:<10} {a1:>8} {a2:>8} {a3:>8}")?;
            if pawns {
                write!(f, " {:>8} {:>8}", en_passant.white.total(), en_passant.black.total())?;
            }
            write!(f, " {seconds:>9.1}")?;
        }
        for (group, summary) in groups(&self.entries) {
            let Summary { endgames, no_zugs, a1, a2, a3, rare: [a4, a5, a6], .. } = summary;
            write!(f, "\n{group}: {endgames} endgames, {no_zugs} without zugzwang; ")?;
            write!(f, "{a1} A1, {a2} A2, {a3} A3")?;
            if group.has_pawns() {
                write!(f, ", {a4} A4, {a5} A5, {a6} A6")?;
            }
        }
        self.processes.iter().try_for_each(|process| write!(f, "\n{process}"))
    }
}

impl Answer for ZugCensusAnswer {}
