//! Where the values of endgames come from: built tables, or each solved for the question and forgotten.

use nimzo_chess::{Material, Metric};
use nimzo_mine::SliceSource;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_tables::Store;
use nimzo_work::Task;

use crate::{Failure, Session};

/// More men than these are not kept in memory while a query is asked of them.
const KEPT_MEN: usize = 5;

/// Calls `ask` for every class: with its tables, or with the class solved in memory. With nothing for
/// one of six men or more that is not built: it is solved slice by slice while it is searched. Those
/// that are solved come in an order in which little has to be kept.
pub(super) fn each(
    classes: &[Material],
    metrics: &[Metric],
    session: &Session,
    task: &Task,
    mut ask: impl FnMut(Option<&dyn SliceSource>, Material) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut to_solve = Vec::new();
    for &class in classes {
        let store = session.tables_for(class, task)?;
        if is_built(&store, class, metrics)? {
            ask(Some(&*store), class)?;
        } else if class.count() > KEPT_MEN {
            ask(None, class)?;
        } else {
            to_solve.push(class);
        }
    }
    let goals = Goals::of_metrics(metrics, false);
    Library::new().solve_each(&to_solve, goals, task, |library, class, _| ask(Some(library), class))
}

/// Whether a class has a table with these metrics, and all that it leads to has results.
fn is_built(store: &Store, class: Material, metrics: &[Metric]) -> Result<bool, Failure> {
    for one in class.closure() {
        if one == Material::BARE_KINGS {
            continue;
        }
        let Some(table) = store.table(one)? else { return Ok(false) };
        let wanted = if one == class.canonical() { metrics } else { &[] };
        let holds = |metric: &Metric| table.serving(*metric).is_some();
        if !holds(&Metric::Wdl) || !wanted.iter().all(holds) {
            return Ok(false);
        }
    }
    Ok(true)
}
