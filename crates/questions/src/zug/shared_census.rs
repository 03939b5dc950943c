//! A census that several processes share.

use std::path::Path;

use nimzo_chess::Material;
use nimzo_cluster::Hello;
use nimzo_retro::slice_graph::{Limits, Plan};
use nimzo_work::Task;
use nimzo_zugzwang::census::{Entry, Folder};

use crate::Failure;
use crate::table::{ProcessReport, TogetherOptions};

/// What came of it.
pub(super) struct SharedCensus {
    pub census: Folder,
    pub plan: Option<Plan>,
    pub entries: Vec<Entry>,
    pub processes: Vec<ProcessReport>,
}

/// Takes a census with other processes; `say` tells of an entry and whether it was there before.
pub(super) fn run(
    together: &TogetherOptions,
    folder: &Path,
    classes: &[Material],
    limits: Limits,
    task: &Task,
    say: &(dyn Fn(&Entry, bool, &Task) + Sync),
) -> Result<SharedCensus, Failure> {
    let census = match together.writes() {
        true => Folder::open(folder)?,
        false => Folder::at(folder),
    };
    let plan = census.plan(classes, limits)?;
    let names = |classes: &mut dyn Iterator<Item = Material>| {
        classes.map(|class| format!(" {class}")).collect::<String>()
    };
    let question = format!("zug census{}", names(&mut classes.iter().copied()));
    let steps = plan.iter().flat_map(|plan| &plan.steps);
    let hello = Hello::new(question, names(&mut steps.map(|step| step.class)));
    if let Some(plan) = &plan {
        task.say(&plan.describe());
    }
    let said = |entry: &Entry, was_done: bool| say(entry, was_done, task);
    let (entries, processes) = together.share(&hello, task, |cluster| {
        let entries = census.run_together(cluster, classes, limits, task, said)?;
        Ok((entries, ProcessReport::of_all(cluster)?))
    })?;
    Ok(SharedCensus { census, plan, entries, processes })
}
