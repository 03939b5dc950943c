//! `nimzo table verify`

use nimzo_tables::material::depth_first_order;
use nimzo_tables::{Material, Store};
use serde_json::json;

use super::classes;
use crate::app::{Answer, App, Failure, Outcome};

/// Check tables: checksums, and every position against its successors
///
/// Exit status 1 if any table is damaged or has a wrong value.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo table verify KQvKR")]
pub struct Verify {
    /// Classes [default: all that are built]
    #[arg(value_name = "CLASS")]
    names: Vec<String>,
}

impl Verify {
    /// Verifies one table after the other.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let store = Store::at(app.tables()?);
        let named = classes(&self.names)?;
        for &class in &named {
            store.require_present(class)?;
        }
        let classes: Vec<Result<Material, String>> = if named.is_empty() {
            let listed = store.list()?;
            listed.into_iter().map(|one| one.map(|l| l.class).map_err(|e| e.to_string())).collect()
        } else {
            named.into_iter().map(|material| Ok(material.canonical())).collect()
        };
        let verifier = store.verifier();
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        let mut all_ok = true;
        for class in smaller_first(classes) {
            let (name, found) = match class {
                Ok(class) => {
                    let found = verifier.verify(class, &app.task);
                    app.task.check()?;
                    (class.to_string(), found.map_err(|error| error.to_string()))
                }
                Err(error) => (String::new(), Err(error)),
            };
            match found {
                Ok(found) => {
                    let ok = found.faults == 0;
                    all_ok &= ok;
                    let verdict =
                        if ok { "ok".to_owned() } else { format!("{} FAULTS", found.faults) };
                    lines.push(format!("{name:<10} {:>13} positions  {verdict}", found.positions));
                    lines.extend(found.examples.iter().map(|fen| format!("    {fen}")));
                    rows.push(json!({
                        "name": name,
                        "ok": ok,
                        "positions": found.positions,
                        "faults": found.faults,
                        "examples": found.examples,
                    }));
                }
                Err(error) => {
                    all_ok = false;
                    lines.push(format!("{name:<10} error: {error}"));
                    rows.push(json!({ "name": name, "ok": false, "positions": 0, "faults": 0, "error": error }));
                }
            }
        }
        let text = if lines.is_empty() { "no tables".to_owned() } else { lines.join("\n") };
        app.answer(&Answer::new(&json!({ "tables": rows }), text)?.holds(all_ok))
    }
}

/// What cannot be read, then the tables in an order in which those that others lead to come first.
fn smaller_first(classes: Vec<Result<Material, String>>) -> Vec<Result<Material, String>> {
    let (wanted, mut sorted): (Vec<_>, Vec<_>) = classes.into_iter().partition(Result::is_ok);
    let wanted: Vec<Material> = wanted.into_iter().flatten().collect();
    let all = depth_first_order(wanted.iter().copied()).into_iter();
    let ordered = all.filter(|class| wanted.contains(class));
    sorted.extend(ordered.map(Ok));
    sorted
}
