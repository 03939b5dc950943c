//! Classes solved on a graphics card: counted and forgotten, or written into files by this machine.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use nimzo_chess::{Material, Metric};
use nimzo_cuda::cuda::Cuda;
use nimzo_cuda::{Builder, Card, Counted, Device};
use nimzo_retro::consistency::{Checked, Sample};
use nimzo_retro::sweep::layout_of;
use nimzo_tables::Store;
use nimzo_tables::store::{Built, Plan, Request, Summary};
use nimzo_work::Task;
use nimzo_work::memory::human;
use shakmaty::Color;

use super::counted::CountedTable;
use crate::Failure;

/// Builds what a plan has with classes solved on a card. Where it fails and need not be used, the processor builds what
/// is lacking then.
pub fn build_on_card(
    card: Arc<Cuda>,
    store: &Store,
    request: &Request,
    plan: &Plan,
    may_fall_back: bool,
    task: &Task,
    mut done: impl FnMut(&Built),
) -> Result<(), Failure> {
    let build = |done: &mut dyn FnMut(&Built)| -> Result<(), Failure> {
        let mut builder = Builder::new(&(card as Arc<_>))?;
        Ok(store.build_elsewhere(&mut builder, plan, task, done)?)
    };
    match build(&mut done) {
        Err(error) if may_fall_back && task.check().is_ok() => {
            task.say(&format!("{error}; building on the processor"));
            Ok(store.build(&store.plan(request)?, false, task, done)?)
        }
        built => built,
    }
}

/// Solves classes one after another and counts them.
pub fn count_on_card(
    card: Arc<Cuda>,
    classes: &[Material],
    metrics: &[Metric],
    check: Option<u64>,
    task: &Task,
) -> Result<Vec<CountedTable>, nimzo_cuda::Error> {
    let used = Arc::clone(&card);
    let mut card = Card::new(card as Arc<_>)?;
    let depths: Vec<Metric> = metrics.iter().copied().filter(|&m| m != Metric::Wdl).collect();
    let all = if depths.is_empty() { vec![Metric::Wdl] } else { depths };
    let mut found: Vec<Found> = classes.iter().map(|_| Found::default()).collect();
    let (last_read, whole) = (last_read(classes), used.room());
    // One metric after the other: what classes lead to is then solved once for each.
    for metric in all {
        for (number, (class, found)) in classes.iter().zip(&mut found).enumerate() {
            let is_read = |known| last_read.get(&known).is_some_and(|&last| last > number);
            let begun = Instant::now();
            let counts_plies = matches!(metric, Metric::Dtc | Metric::Dtz);
            let mut checking = Duration::ZERO;
            let counted = match check.filter(|_| counts_plies && found.checked.is_none()) {
                None if is_read(class.canonical()) => card.count_and_keep(*class, metric, task)?,
                None => card.count(*class, metric, task)?,
                Some(count) => {
                    let sample = sample(*class, count)?;
                    let (counted, checked, solving) =
                        card.count_and_check(*class, metric, &sample, task)?;
                    found.checked = Some(checked);
                    checking = begun.elapsed() - solving;
                    counted
                }
            };
            let seconds = (begun.elapsed() - checking).as_secs_f64();
            let bytes = human(used.used());
            task.say(&format!(
                "{class}: {metric} solved on the card in {seconds:.2} s, {bytes} of its memory in use at most"
            ));
            if found.checked.is_some() {
                let seconds = checking.as_secs_f64();
                task.say(&format!(
                    "{class}: positions drawn and held to their successors in {seconds:.2} s"
                ));
            }
            found.by_metric.push((metric, counted));
            found.seconds += seconds;
            // What pawns become is as large as the class itself: it stays while there is room for more.
            let is_roomy = used.room() > whole / 2;
            card.retain(|known| is_read(known) && (is_roomy || known.count() < class.count()));
        }
        card.retain(|_| false);
    }
    let counted = classes.iter().zip(found).filter_map(|(&class, found)| {
        let table = CountedTable::of(found.summary(class, metrics)?);
        Some(match found.checked {
            Some(checked) => table.with_check(checked),
            None => table,
        })
    });
    Ok(counted.collect())
}

/// For each class that some of these lead to, the number of the last one that does.
fn last_read(classes: &[Material]) -> HashMap<Material, usize> {
    let below = |(number, class): (usize, &Material)| {
        let class = class.canonical();
        let below = class.closure().into_iter().filter(move |&below| below != class);
        below.map(move |below| (below, number))
    };
    classes.iter().enumerate().flat_map(below).collect()
}

/// So many positions of a class with each side to move, the same ones each time.
pub fn sample(class: Material, count: u64) -> Result<Sample, nimzo_retro::Error> {
    const SEED: u64 = 1;
    Ok(Sample::new(layout_of(class.canonical())?, count as usize, SEED))
}

/// What was found of a class.
#[derive(Default)]
struct Found {
    by_metric: Vec<(Metric, Counted)>,
    checked: Option<Checked>,
    seconds: f64,
}

impl Found {
    fn summary(&self, class: Material, metrics: &[Metric]) -> Option<Summary> {
        let (_, first) = self.by_metric.first()?;
        let of = |metric| self.by_metric.iter().find(|(one, _)| *one == metric);
        let longest = |metric: Metric, side: Color| of(metric)?.1.longest_win[side];
        let longest_loss = |metric: Metric, side: Color| of(metric)?.1.longest_loss[side];
        let find: [_; 2] = [&longest as _, &longest_loss as _];
        Some(Summary::new(class, &first.layout, metrics, &first.totals, find, self.seconds))
    }
}
