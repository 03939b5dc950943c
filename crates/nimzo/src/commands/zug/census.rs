//! `nimzo zug census`

use std::fmt::Write;
use std::path::PathBuf;

use nimzo_chess::Material;
use nimzo_zugzwang::census::{Entry, Folder, Group, Summary};
use serde_json::{Map, Value, json};

use crate::app::{Answer, App, Failure, Outcome};

/// Solve six-man endgames without pawns, count and list their zugzwangs, discard the tables
///
/// Each class is solved in memory for win, draw and loss, its zugzwangs are written as EPD, and the
/// table is thrown away. What was found is recorded after each class: a census that was stopped
/// goes on where it was. Where the forces are equal, A2 merely mirror A1 and are not counted.
#[derive(clap::Args)]
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
    out: Option<PathBuf>,
}

impl Census {
    /// Solves, counts, writes and prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let classes = self.wanted()?;
        let folder = match &self.out {
            Some(folder) => folder.clone(),
            None => app.writable_tables()?.join("census"),
        };
        let folder = Folder::open(&folder)?;
        let entries = folder.run(&classes, &app.task, |entry, was_done| {
            let done = if was_done { "done before" } else { "solved" };
            app.task.say(&format!(
                "{}: {} A1, {} A2, {} A3, {done} in {:.1} s",
                entry.class, entry.a1, entry.a2, entry.a3, entry.seconds
            ));
        })?;
        app.answer(&Answer::new(&document(&entries, &folder), text(&entries))?)
    }

    fn wanted(&self) -> Result<Vec<Material>, Failure> {
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
        let mut seen = std::collections::HashSet::new();
        classes.retain(|class| seen.insert(*class));
        Ok(classes)
    }
}

fn document(entries: &[Entry], folder: &Folder) -> Value {
    let classes: Vec<Value> = entries
        .iter()
        .map(|entry| {
            json!({
                "name": entry.class.to_string(),
                "A1": entry.a1,
                "A2": entry.a2,
                "A3": entry.a3,
                "mirrored_A2": entry.mirrored,
                "seconds": entry.seconds,
                "positions": folder.positions(entry.class),
            })
        })
        .collect();
    let total = Summary::of(entries);
    let groups: Map<String, Value> = groups(entries)
        .into_iter()
        .map(|(group, summary)| {
            let rows: Map<String, Value> =
                summary.rows().into_iter().map(|(name, cell)| (name.into(), cell.into())).collect();
            (group.to_string(), rows.into())
        })
        .collect();
    json!({
        "classes": classes,
        "total": {
            "A1": total.a1,
            "A2": total.a2,
            "A3": total.a3,
            "zugzwangs": total.total(),
            "classes": total.endgames,
            "seconds": entries.iter().map(|entry| entry.seconds).sum::<f64>(),
        },
        "groups": groups,
        "record": folder.record(),
    })
}

fn groups(entries: &[Entry]) -> Vec<(Group, Summary)> {
    Group::ALL
        .into_iter()
        .map(|group| (group, Summary::of(entries.iter().filter(|e| group.holds(e.class)))))
        .filter(|(_, summary)| summary.endgames > 0)
        .collect()
}

fn text(entries: &[Entry]) -> String {
    let mut text =
        format!("{:<10} {:>8} {:>8} {:>8} {:>9}\n", "endgame", "A1", "A2", "A3", "seconds");
    for entry in entries {
        let a2 = match entry.mirrored {
            0 => entry.a2.to_string(),
            mirrored => format!("({mirrored})"),
        };
        let _ = writeln!(
            text,
            "{:<10} {:>8} {a2:>8} {:>8} {:>9.1}",
            entry.class.to_string(),
            entry.a1,
            entry.a3,
            entry.seconds
        );
    }
    for (group, summary) in groups(entries) {
        let _ = writeln!(
            text,
            "{group}: {} endgames, {} without zugzwang; {} A1, {} A2, {} A3",
            summary.endgames, summary.no_zugs, summary.a1, summary.a2, summary.a3
        );
    }
    text.trim_end().to_owned()
}
