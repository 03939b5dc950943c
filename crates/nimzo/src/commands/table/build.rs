//! `nimzo table build`

use std::fmt::Write;

use nimzo_chess::{Material, Metric};
use nimzo_tables::store::{Built, Request, Store, Summary};
use nimzo_work::memory::human;
use serde_json::{Value, json};

use super::{classes, metrics};
use crate::app::{Answer, App, Failure, Outcome};

/// Generate tables and whatever they need
///
/// What is already there is kept, so an interrupted build goes on where it stopped. The memory and
/// disk that the build needs are stated first.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo table build KQPvKQ                              everything about one class
  nimzo table build --men 4 --metrics dtm,dtz50         all classes of 3 and 4 men
  nimzo table build KRNvKNN --metrics wdl,dtc --discard solve, count, keep nothing")]
pub struct Build {
    /// Classes such as KQRvKQ
    #[arg(value_name = "CLASS", required_unless_present = "men", conflicts_with = "men")]
    names: Vec<String>,
    /// All classes up to this many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=6))]
    men: Option<u8>,
    /// What to compute: wdl, dtm, dtc, dtz, dtz50
    #[arg(long, value_name = "LIST", default_value = "wdl,dtm,dtc,dtz,dtz50")]
    metrics: String,
    /// Keep nothing: solve, count, and forget
    #[arg(long)]
    discard: bool,
    /// Let pawns become queens only; such tables are kept apart, in the folder `queen-only`
    #[arg(long)]
    queen_only: bool,
}

impl Build {
    /// Plans, says the plan, builds.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let metrics = metrics(&self.metrics)?;
        let classes = match self.men {
            Some(men) => Material::all(usize::from(men)),
            None => classes(&self.names)?,
        };
        if self.discard {
            return self.discard(app, &classes, &metrics);
        }
        let folder = app.tables()?;
        let store = Store::at(if self.queen_only { folder.join("queen-only") } else { folder });
        let request = Request { classes: classes.clone(), metrics, queen_only: self.queen_only };
        let plan = store.plan(&request)?;
        if !plan.todo.is_empty() {
            app.writable_tables()?;
        }
        app.task.say(&plan.describe());
        let mut built: Vec<Built> = Vec::new();
        store.build(&plan, self.queen_only, &app.task, |one| built.push(one.clone()))?;
        let document = json!({
            "tables": built.iter().map(built_json).collect::<Vec<Value>>(),
            "present": plan.present,
            "folder": store.folder(),
        });
        app.answer(&Answer::new(&document, built_text(&built, plan.present, &store))?)
    }

    fn discard(
        &self,
        app: &App,
        classes: &[Material],
        metrics: &[Metric],
    ) -> Result<Outcome, Failure> {
        let mut found = Vec::new();
        for &class in classes {
            let summary =
                nimzo_tables::store::solve_and_forget(class, metrics, self.queen_only, &app.task)?;
            found.push(summary);
        }
        let document = json!({
            "tables": found.iter().map(summary_json).collect::<Vec<Value>>(),
        });
        app.answer(&Answer::new(&document, summary_text(&found))?)
    }
}

fn built_json(built: &Built) -> Value {
    json!({
        "name": built.class.to_string(),
        "metrics": built.metrics.iter().map(|m| m.name()).collect::<Vec<_>>(),
        "positions": 2 * built.class.positions(),
        "seconds": (built.seconds * 1000.0).round() / 1000.0,
        "bytes": built.bytes,
    })
}

fn built_text(built: &[Built], present: usize, store: &Store) -> String {
    let mut text = String::new();
    for one in built {
        let _ = writeln!(
            text,
            "{:<10} {:>13} positions {:>9.2} s {:>10}",
            one.class.to_string(),
            2 * one.class.positions(),
            one.seconds,
            human(one.bytes)
        );
    }
    let bytes: u64 = built.iter().map(|one| one.bytes).sum();
    let seconds: f64 = built.iter().map(|one| one.seconds).sum();
    let _ = write!(
        text,
        "{} tables built in {seconds:.1} s, {}; {present} were there already; in {}",
        built.len(),
        human(bytes),
        store.folder().display()
    );
    text
}

fn summary_json(summary: &Summary) -> Value {
    let mut document = json!({
        "name": summary.material.to_string(),
        "positions": summary.positions,
        "seconds": (summary.seconds * 1000.0).round() / 1000.0,
        "bytes": 0,
    });
    for (side, name) in ["wtm", "btm"].into_iter().enumerate() {
        let [win, draw, loss] = summary.totals[side];
        let mut one = json!({ "legal": win + draw + loss, "win": win, "draw": draw, "loss": loss });
        for (suffix, all) in [("", &summary.longest), ("_loss", &summary.longest_loss)] {
            for longest in &all[side] {
                let name = format!("max_{}{suffix}", longest.metric);
                one[format!("{name}_plies")] = json!(longest.plies);
                one[format!("{name}_fen")] = json!(longest.fen);
                one[name] = json!(longest.plies.div_ceil(2));
            }
        }
        document[name] = one;
    }
    document
}

fn summary_text(found: &[Summary]) -> String {
    let mut lines = Vec::new();
    for summary in found {
        lines.push(format!(
            "{}: {} positions, {:.1} s, nothing kept",
            summary.material, summary.positions, summary.seconds
        ));
        for (side, name) in ["White to move", "Black to move"].into_iter().enumerate() {
            let [win, draw, loss] = summary.totals[side];
            lines.push(format!("  {name}: {win} won, {draw} drawn, {loss} lost"));
            for longest in &summary.longest[side] {
                lines.push(format!(
                    "    longest win by {}: {} moves ({} plies), {}",
                    longest.metric,
                    longest.plies.div_ceil(2),
                    longest.plies,
                    longest.fen
                ));
            }
        }
    }
    lines.join("\n")
}
