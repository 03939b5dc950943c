//! `nimzo zug census`

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::PathBuf;

use nimzo_chess::Material;
use nimzo_work::Task;
use nimzo_zugzwang::census::{Entry, Folder, Group, Summary};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Manner, Question, Session};

/// Solve six-man endgames without pawns, count and list their zugzwangs, discard the tables
///
/// Each class is solved in memory for win, draw and loss, its zugzwangs are written as EPD, and the
/// table is thrown away. What was found is recorded after each class: a census that was stopped
/// goes on where it was. Where the forces are equal, A2 merely mirror A1 and are not counted.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo zug census KRNvKNN KBBvKNN
  nimzo zug census --group 3-3 --group 4-2 --group 5-1 --out census")]
pub struct Census {
    /// Endgames without pawns, such as KRNvKNN
    #[arg(value_name = "CLASS", required_unless_present = "group")]
    classes: Vec<String>,
    /// All endgames of a group: 3-3, 4-2 or 5-1
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    group: Vec<String>,
    /// Where positions and record are kept [default: census in the folder of tables]
    #[arg(long, value_name = "DIR")]
    #[serde(skip)]
    out: Option<PathBuf>,
}

/// What the census found.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ZugCensusAnswer {
    classes: Vec<ClassAnswer>,
    total: TotalAnswer,
    /// For each group the rows of the paper's table by their printed names.
    groups: BTreeMap<String, serde_json::Map<String, serde_json::Value>>,
    /// The file of the record.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    #[serde(skip)]
    entries: Vec<Entry>,
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
    /// A2 that merely mirror A1, for equal forces.
    #[serde(rename = "mirrored_A2")]
    mirrored: u64,
    #[serde(rename = "seconds")]
    seconds: f64,
    /// The file of the positions.
    #[serde(rename = "positions", skip_serializing_if = "Option::is_none")]
    positions: Option<String>,
}

/// All classes together.
#[derive(Debug, Serialize, JsonSchema)]
struct TotalAnswer {
    #[serde(rename = "A1")]
    a1: u64,
    #[serde(rename = "A2")]
    a2: u64,
    #[serde(rename = "A3")]
    a3: u64,
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
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None => session.writable_folder()?.join("census"),
        };
        let folder = Folder::open(&folder)?;
        let entries = folder.run(&classes, task, |entry, was_done| {
            let done = if was_done { "done before" } else { "solved" };
            task.say(&format!(
                "{}: {} A1, {} A2, {} A3, {done} in {:.1} s",
                entry.class, entry.a1, entry.a2, entry.a3, entry.seconds
            ));
        })?;
        Ok(ZugCensusAnswer::of(entries, &folder, session))
    }
}

impl Census {
    fn wanted(&self) -> Result<Vec<Material>, Failure> {
        if self.classes.is_empty() && self.group.is_empty() {
            return Err(Failure::input("name a class such as KRNvKNN, or give --group 3-3"));
        }
        let mut classes: Vec<Material> = Vec::new();
        for group in &self.group {
            classes.extend(group.parse::<Group>().map_err(Failure::input)?.classes());
        }
        for name in &self.classes {
            let class: Material = name.parse()?;
            if class.has_pawns() {
                return Err(Failure::input(format!(
                    "{class} has pawns; the census is of endgames without (`zug count` counts \
                     those with)"
                )));
            }
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
            mirrored: entry.mirrored,
            seconds: entry.seconds,
            positions: session.shown(&folder.positions(entry.class)),
        };
        let total = Summary::of(&entries);
        let rows = |summary: Summary| {
            let rows = summary.rows().into_iter();
            rows.map(|(name, cell)| (name.to_owned(), cell.into())).collect()
        };
        Self {
            classes: entries.iter().map(class).collect(),
            total: TotalAnswer {
                a1: total.a1,
                a2: total.a2,
                a3: total.a3,
                zugzwangs: total.total(),
                classes: total.endgames as u64,
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

fn groups(entries: &[Entry]) -> Vec<(Group, Summary)> {
    Group::ALL
        .into_iter()
        .map(|group| (group, Summary::of(entries.iter().filter(|e| group.holds(e.class)))))
        .filter(|(_, summary)| summary.endgames > 0)
        .collect()
}

impl fmt::Display for ZugCensusAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10} {:>8} {:>8} {:>8} {:>9}", "endgame", "A1", "A2", "A3", "seconds")?;
        for Entry { class, a1, a2, a3, mirrored, seconds, .. } in &self.entries {
            let a2 = if *mirrored == 0 { a2.to_string() } else { format!("({mirrored})") };
            let class = class.to_string();
            write!(f, "\n{class:<10} {a1:>8} {a2:>8} {a3:>8} {seconds:>9.1}")?;
        }
        for (group, summary) in groups(&self.entries) {
            let Summary { endgames, no_zugs, a1, a2, a3, .. } = summary;
            write!(f, "\n{group}: {endgames} endgames, {no_zugs} without zugzwang; ")?;
            write!(f, "{a1} A1, {a2} A2, {a3} A3")?;
        }
        Ok(())
    }
}

impl Answer for ZugCensusAnswer {}
