//! `nimzo table verify`

use nimzo_chess::Material;
use nimzo_tables::Store;
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
        let listed = if named.is_empty() { store.list()? } else { Vec::new() };
        let (there, unreadable): (Vec<_>, Vec<_>) = listed.into_iter().partition(Result::is_ok);
        let there = there.into_iter().flatten().map(|listed| listed.class);
        let classes: Vec<Material> = named.into_iter().chain(there).collect();
        let verifier = store.verifier(&classes);
        let unreadable = unreadable.into_iter().filter_map(Result::err).map(|e| Err(e.to_string()));
        let all = unreadable.chain(verifier.classes().iter().copied().map(Ok));
        let mut rows = Vec::new();
        let mut lines = Vec::new();
        let mut all_ok = true;
        for class in all {
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
