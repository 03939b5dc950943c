//! `nimzo table`: questions about endgame tables as a whole.

mod build;
mod built;
mod convert;
mod count;
mod counted;
mod export;
mod list;
mod on_card;
mod plan;
mod random;
mod stats;
mod together;
mod verify;
mod version;

use nimzo_chess::{Material, Metric};

use crate::{Failure, Group};

pub use build::Build;
pub use built::TableBuildAnswer;
pub use convert::{Convert, TableConvertAnswer};
pub use count::{Count, TableCountAnswer};
pub use export::{Export, TableExportAnswer};
pub use list::{List, TableListAnswer};
pub use plan::{Plan, TablePlanAnswer};
pub use random::{Random, TableRandomAnswer};
pub use stats::{Stats, TableStatsAnswer};
pub use together::SEVERAL;
pub(crate) use together::{ProcessReport, TogetherOptions};
pub use verify::{TableVerifyAnswer, Verify};

/// The word under which they are asked.
pub const GROUP: Group = Group {
    name: "table",
    about: "Generate, list, verify and count endgame tables",
    notation: "",
    examples: "Example:\n  nimzo table build KRvKN && nimzo table stats KRvKN",
};

/// Reads class names; the bare kings have no table.
fn classes(names: &[String]) -> Result<Vec<Material>, Failure> {
    names.iter().map(|name| class(name)).collect()
}

fn class(name: &str) -> Result<Material, Failure> {
    let material: Material = name.parse()?;
    if material == Material::BARE_KINGS {
        let why = "two bare kings are always drawn and have no table";
        return Err(Failure::input(format!("{name}: {why}")));
    }
    Ok(material)
}

/// Reads `wdl,dtm,…`.
fn metrics(list: &str) -> Result<Vec<Metric>, Failure> {
    Ok(list.split(',').map(str::parse).collect::<Result<Vec<Metric>, _>>()?)
}

/// Seconds to the millisecond.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
