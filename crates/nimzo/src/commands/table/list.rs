//! `nimzo table list`

use nimzo_tables::Store;
use nimzo_work::memory::human;
use serde_json::{Value, json};

use crate::app::{Answer, App, Failure, Outcome};

/// Show which tables are built
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo table list --tables ~/tables")]
pub struct List {}

impl List {
    /// Lists the folder. Exit status 1 if a table in it is damaged.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let store = Store::at(app.tables()?);
        let listed = store.list()?;
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        let mut total = 0;
        for entry in &listed {
            match entry {
                Ok(table) => {
                    let metrics: Vec<&str> = table.metrics.iter().map(|m| m.name()).collect();
                    total += table.bytes;
                    lines.push(format!(
                        "{:<10} {:>10}  {}",
                        table.class.to_string(),
                        human(table.bytes),
                        metrics.join(",")
                    ));
                    rows.push(json!({
                        "name": table.class.to_string(),
                        "metrics": metrics,
                        "bytes": table.bytes,
                    }));
                }
                Err(error) => {
                    lines.push(format!("error: {error}"));
                    rows.push(json!({ "error": error.to_string() }));
                }
            }
        }
        lines.push(format!(
            "{} tables, {}, in {}",
            listed.len(),
            human(total),
            store.folder().display()
        ));
        let document = json!({ "tables": Value::from(rows), "folder": store.folder() });
        let whole = listed.iter().all(Result::is_ok);
        app.answer(&Answer::new(&document, lines.join("\n"))?.holds(whole))
    }
}
