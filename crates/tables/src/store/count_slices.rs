//! Solving a class slice by slice to count it, by one process or by several. Of all that it leads to only what is still
//! read is kept, in memory; of several processes each has all of it.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use nimzo_retro::slice_graph::{
    self, Cpu, Entry, Handover, InMemory, Keep, Limits, Pack, Plan, Record, Told, Visit, Visitor,
};
use nimzo_retro::sweep::{Company, Goals, Solved, Statistics, layout_of};
use nimzo_work::{Task, memory};
use shakmaty::ByColor;

use super::discard::counting_goals;
use crate::error::Error;

/// How a class is solved slice by slice to be counted by these metrics, here or, if that is too little, where there is enough
/// of everything; `None` if it is solved whole.
pub fn planned_count(
    material: Material,
    metrics: &[Metric],
    queen_only: bool,
) -> Result<Option<Plan>, Error> {
    let (class, goals) = (material.canonical(), counting_goals(metrics, queen_only));
    slices_to_count(class, &goals, u64::MAX)
        .or_else(|_| Ok(Some(Plan::new(&[class], goals, Limits::PLENTY)?)))
}

/// What is handed on slice by slice is results; a class without pawns is one slice.
pub(super) fn slices_to_count(
    class: Material,
    goals: &Goals,
    memory: u64,
) -> Result<Option<Plan>, Error> {
    if goals.dtm || goals.dtz50 || goals.queen_only || !class.has_pawns() {
        return Ok(None);
    }
    counting_plan(class, *goals, memory).map(Some)
}

/// What is handed on waits in memory, too: a quarter of it is for that.
fn counting_plan(class: Material, goals: Goals, memory: u64) -> Result<Plan, Error> {
    let free = memory::available().unwrap_or(1 << 50).min(memory);
    let limits = Limits { memory: free / 4 * 3, disk: free / 4 };
    Plan::new(&[class], goals, limits).map_err(|error| match error {
        nimzo_retro::Error::TooLittle(mut little) => {
            // As a part of all memory, which is what there is a limit for.
            let part = if little.what == "disk" { 1 } else { 3 };
            little.needed = (little.needed / part * 4).saturating_add(4);
            (little.what, little.allowed) = ("memory", free);
            nimzo_retro::Error::TooLittle(little).into()
        }
        other => other.into(),
    })
}

/// Carries out the plan of a class, and counts it; with others, if there are any.
pub(super) fn solve_by_slices(
    class: Material,
    plan: &Plan,
    company: Option<&dyn Company>,
    task: &Task,
) -> Result<Solved, Error> {
    task.say(&format!("{class}: {}", plan.describe()));
    let counted = Counted { class, slices: Mutex::default() };
    match company {
        None => slice_graph::run(plan, &Cpu, &InMemory::default(), &counted, task)?,
        Some(company) => {
            let shared =
                Shared { counted: &counted, keep: InMemory::default(), told: Told::default() };
            slice_graph::run_together(plan, &Cpu, &shared, &shared, &shared, company, task)?;
        }
    }
    let statistics = std::mem::take(&mut *counted.slices()).into_values().collect();
    Ok(Solved { layout: layout_of(class)?, slices: Vec::new(), statistics })
}

/// Counts of a slice by each metric.
type SliceCounts = Vec<(Metric, ByColor<Statistics>)>;

/// Collects the counts of a class, slice by slice.
struct Counted {
    class: Material,
    slices: Mutex<BTreeMap<usize, SliceCounts>>,
}

impl Counted {
    fn slices(&self) -> MutexGuard<'_, BTreeMap<usize, SliceCounts>> {
        self.slices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Visitor for Counted {
    fn slice(&self, visit: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        if visit.class == self.class {
            self.slices().insert(visit.slice, visit.statistics.to_vec());
        }
        Ok(())
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

/// One of several processes that count a class: each keeps what all have put, and has the counts of all.
struct Shared<'a> {
    counted: &'a Counted,
    keep: InMemory,
    told: Told,
}

impl Keep for Shared<'_> {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), nimzo_retro::Error> {
        self.told.put(pack, entry, &bytes);
        self.keep.put(pack, entry, bytes)
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, nimzo_retro::Error> {
        self.keep.get(pack, entry)
    }

    fn forget(&self, pack: Pack) -> Result<(), nimzo_retro::Error> {
        self.keep.forget(pack)
    }

    fn is_done(&self, class: Material, group: usize) -> bool {
        self.keep.is_done(class, group)
    }

    fn note_done(&self, class: Material, groups: &[usize]) -> Result<(), nimzo_retro::Error> {
        self.told.done(class, groups);
        self.keep.note_done(class, groups)
    }

    fn bytes(&self) -> u64 {
        self.keep.bytes()
    }
}

impl Visitor for Shared<'_> {
    fn slice(&self, visit: &Visit<'_>) -> Result<(), nimzo_retro::Error> {
        if visit.class == self.counted.class {
            self.told.found(visit.class, &to_bytes(visit.slice, visit.statistics));
        }
        self.counted.slice(visit)
    }

    fn groups(&self, _: Material, _: &[usize]) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }

    fn class(&self, _: Material, _: f64) -> Result<(), nimzo_retro::Error> {
        Ok(())
    }
}

impl Handover for Shared<'_> {
    fn to_all(&self) -> bool {
        true
    }

    fn told(&self) -> Vec<u8> {
        self.told.take()
    }

    fn take(&self, told: &[u8]) -> Result<bool, nimzo_retro::Error> {
        let mut rest = told;
        while !rest.is_empty() {
            match Record::next(&mut rest) {
                Some(Record::Put(pack, entry, bytes)) => {
                    self.keep.put(pack, entry, bytes.to_vec())?;
                }
                Some(Record::Done(class, groups)) => self.keep.note_done(class, &groups)?,
                Some(Record::Found(_, bytes)) => {
                    let Some((slice, counts)) = from_bytes(bytes) else { return Ok(false) };
                    self.counted.slices().insert(slice, counts);
                }
                None => return Ok(false),
            }
        }
        Ok(true)
    }
}

/// Counts of a slice as bytes: numbers of eight bytes each.
fn to_bytes(slice: usize, counts: &[(Metric, ByColor<Statistics>)]) -> Vec<u8> {
    let mut numbers = vec![slice as u64];
    for (metric, both) in counts {
        numbers.push(*metric as u64);
        for side in both.iter() {
            numbers.extend([side.wins, side.draws, side.losses]);
            for by_plies in [&side.wins_by_plies, &side.losses_by_plies] {
                numbers.push(by_plies.len() as u64);
                numbers.extend(by_plies);
            }
            for longest in [side.longest_win, side.longest_loss] {
                let (plies, slot) = longest.unwrap_or((NO_PLIES, 0));
                numbers.extend([u64::from(plies), slot as u64]);
            }
        }
    }
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Stands for the plies of a longest win where there is none.
const NO_PLIES: u32 = u32::MAX;

/// Reads them back; `None` if they are none.
fn from_bytes(bytes: &[u8]) -> Option<(usize, SliceCounts)> {
    let (numbers, []) = bytes.as_chunks::<8>() else { return None };
    let mut numbers = numbers.iter().map(|&bytes| u64::from_le_bytes(bytes));
    let slice = usize::try_from(numbers.next()?).ok()?;
    let mut counts = SliceCounts::new();
    while let Some(metric) = numbers.next() {
        let metric = *Metric::ALL.iter().find(|&&one| one as u64 == metric)?;
        let [white, black] = [side(&mut numbers)?, side(&mut numbers)?];
        counts.push((metric, ByColor { black, white }));
    }
    Some((slice, counts))
}

/// What was counted with one side to move.
fn side(numbers: &mut impl Iterator<Item = u64>) -> Option<Statistics> {
    let [wins, draws, losses] = [numbers.next()?, numbers.next()?, numbers.next()?];
    let mut by_plies = || {
        let length = numbers.next()?;
        (0..length).map(|_| numbers.next()).collect::<Option<Vec<u64>>>()
    };
    let [wins_by_plies, losses_by_plies] = [by_plies()?, by_plies()?];
    let mut longest = || {
        let [plies, slot] = [numbers.next()?, numbers.next()?];
        let plies = u32::try_from(plies).ok()?;
        Some((plies != NO_PLIES).then_some((plies, usize::try_from(slot).ok()?)))
    };
    let [longest_win, longest_loss] = [longest()?, longest()?];
    Some(Statistics {
        wins,
        draws,
        losses,
        wins_by_plies,
        losses_by_plies,
        longest_win,
        longest_loss,
    })
}

#[cfg(test)]
mod tests {
    use super::super::discard::solve_whole;
    use super::*;

    #[test]
    fn slice_by_slice_counts_are_those_of_the_whole_class() {
        for name in ["KPvKP", "KNvKP", "KRvKN"] {
            let class: Material = name.parse().unwrap();
            let metrics = [Metric::Wdl, Metric::Dtc, Metric::Dtz];
            let goals = counting_goals(&metrics, false);
            let whole = solve_whole(class, goals, None, u64::MAX, &Task::silent()).unwrap();
            let plan = counting_plan(class, goals, u64::MAX).unwrap();
            let slices = solve_by_slices(class, &plan, None, &Task::silent()).unwrap();
            assert_eq!(whole.statistics, slices.statistics, "{name}");
        }
    }

    #[test]
    fn counts_are_read_as_they_were_written() {
        let some = Statistics {
            wins: 5,
            draws: 1 << 40,
            losses: 2,
            wins_by_plies: vec![0, 5],
            losses_by_plies: vec![2],
            longest_win: Some((1, 99)),
            longest_loss: None,
        };
        let both = ByColor { black: Statistics::default(), white: some };
        let counts =
            vec![(Metric::Dtc, both.clone()), (Metric::Dtz, both.map(|_| Statistics::default()))];
        let bytes = to_bytes(17, &counts);
        assert_eq!(from_bytes(&bytes), Some((17, counts)));
        assert_eq!(from_bytes(&bytes[..bytes.len() - 8]), None);
    }
}
