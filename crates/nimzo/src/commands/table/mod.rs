//! `nimzo table`

mod build;
mod list;
mod random;
mod stats;
mod verify;

use nimzo_chess::{Material, Metric};

use crate::app::{App, Failure, Outcome};

/// Generate, list, verify and count endgame tables
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  nimzo table build KRvKN && nimzo table stats KRvKN",
    arg_required_else_help = true
)]
pub struct Table {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    Build(build::Build),
    Stats(stats::Stats),
    List(list::List),
    Random(random::Random),
    Verify(verify::Verify),
}

impl Table {
    /// Runs the chosen action.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        match self.action {
            Action::Build(action) => action.run(app),
            Action::Stats(action) => action.run(app),
            Action::List(action) => action.run(app),
            Action::Random(action) => action.run(app),
            Action::Verify(action) => action.run(app),
        }
    }
}

/// Reads class names; the bare kings have no table.
fn classes(names: &[String]) -> Result<Vec<Material>, Failure> {
    let read = |name: &String| -> Result<Material, Failure> {
        let material: Material = name.parse()?;
        if material == Material::BARE_KINGS {
            return Err(Failure::input(format!(
                "{name}: two bare kings are always drawn and have no table"
            )));
        }
        Ok(material)
    };
    names.iter().map(read).collect()
}

/// Reads `wdl,dtm,…`.
fn metrics(list: &str) -> Result<Vec<Metric>, Failure> {
    Ok(list.split(',').map(str::parse).collect::<Result<Vec<Metric>, _>>()?)
}
