//! Where the values of a class come from: built tables, or the class solved for the question and
//! forgotten.

use nimzo_chess::{Material, Metric};
use nimzo_mine::Source;
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;

use crate::{Failure, Session};

/// Opens the tables of a class and gives them to `ask`. Small classes that are not built are made for
/// the session; larger ones are solved in memory with what the query needs.
pub(super) fn with(
    class: Material,
    metrics: &[Metric],
    session: &Session,
    task: &Task,
    ask: impl FnOnce(&dyn Source) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let store = session.tables_for(class, task)?;
    let mut built = true;
    for one in class.closure() {
        let table = store.table(one)?;
        let own = if one == class.canonical() { metrics } else { &[] };
        let holds = |metric: &Metric| table.as_ref().is_some_and(|t| t.serving(*metric).is_some());
        built &= one == Material::BARE_KINGS || (holds(&Metric::Wdl) && own.iter().all(holds));
    }
    if built {
        return ask(&*store);
    }
    let mut library = Library::new();
    let metrics: Vec<Metric> = metrics.to_vec();
    library.solve(class, Goals::of_metrics(&metrics, false), task)?;
    ask(&library)
}
