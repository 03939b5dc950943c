//! Carrying a plan out by several processes.
//!
//! Groups of slices do not depend on each other, and neither do classes that do not lead to each other. The first
//! process keeps everything and says, wave after wave, which groups each process solves next; in the end of a
//! wave the others hand over what they have found and what is to be kept. They read what the first one keeps.

use std::collections::{HashMap, HashSet};
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_work::{Stage, Task};

use super::keep::{Keep, Work};
use super::plan::{Plan, batches_of, groups};
use super::run::{Executor, MILLION, StepRun, Visitor};
use super::shelf::Shelf;
use crate::Error;
use crate::planes;
use crate::sweep::{Company, Unreadable};

/// Bytes of finished slices that a process works on in a wave: few, so that there is work for all.
const AT_ONCE: u64 = 32 << 20;

/// How what the others solve comes to the first process.
pub trait Handover: Sync {
    /// Of one of the others: what it has put, shown and noted since it was last asked.
    fn told(&self) -> Vec<u8>;

    /// Of the first: puts, shows and notes what another one told. `false` if that cannot be read.
    fn take(&self, told: &[u8]) -> Result<bool, Error>;

    /// The first has kept more: from now on it is read.
    fn refresh(&self) -> Result<(), Error>;
}

/// Groups of a class.
type Item = (Material, Vec<usize>);

/// As [`run`](super::run()), by several processes, which have the same plan. `keep` and `visitor` of the first are the
/// real ones; those of the others collect what they are given until it is handed over.
pub fn run_together(
    plan: &Plan,
    executor: &dyn Executor,
    keep: &dyn Keep,
    visitor: &dyn Visitor,
    handover: &dyn Handover,
    company: &dyn Company,
    task: &Task,
) -> Result<(), Error> {
    let first = company.me() == 0;
    let mut progress = Progress::new(plan, task);
    if first {
        progress.begin(keep, visitor)?;
    }
    loop {
        task.check()?;
        let mine = match first {
            true => list(&progress.next_wave(company.size())?),
            false => Vec::new(),
        };
        let [wave, ..] = &company.exchange(vec![mine; company.size()])?[..] else { return Ok(()) };
        let wave = parse(wave).ok_or(Unreadable(0))?;
        if wave.is_empty() {
            break;
        }
        let begun = Instant::now();
        if let Some(item) = wave.get(company.me()) {
            solve(plan, item, executor, keep, visitor, task)?;
        }
        let mut outgoing = vec![Vec::new(); company.size()];
        if !first {
            outgoing[0] = handover.told();
        }
        for (member, told) in company.exchange(outgoing)?.iter().enumerate().skip(1) {
            if first && !handover.take(told)? {
                return Err(Unreadable(member).into());
            }
        }
        if first {
            progress.note(&wave, begun.elapsed().as_secs_f64(), keep, visitor)?;
        }
        company.exchange(vec![Vec::new(); company.size()])?;
        handover.refresh()?;
    }
    planes::release();
    Ok(())
}

fn solve(
    plan: &Plan,
    (class, todo): &Item,
    executor: &dyn Executor,
    keep: &dyn Keep,
    visitor: &dyn Visitor,
    task: &Task,
) -> Result<(), Error> {
    let layout = plan.layout(*class)?;
    let step = plan.step(*class).ok_or(Unreadable(0))?;
    let all = groups(&layout);
    if todo.iter().any(|&group| group >= all.len()) {
        return Err(Unreadable(0).into());
    }
    let shelf = Shelf::new(keep, plan);
    let slices = todo.iter().map(|&group| all[group].len() as u64).sum();
    let stage = task.stage(&format!("solve {class}"), slices);
    let run = StepRun { plan, step, layout: &layout, groups: &all, keep, visitor };
    run.batch(todo, executor, &shelf, &stage, task)?;
    drop(shelf);
    planes::trim();
    Ok(())
}

/// What is left of a plan.
struct Progress<'a> {
    plan: &'a Plan,
    /// Of each class that is not done, what is left of it.
    left: HashMap<Material, Left>,
    /// How many steps from the first on are done, and have forgotten what they forget.
    forgotten: usize,
    whole: Stage<'a>,
}

#[derive(Default)]
struct Left {
    items: Vec<Vec<usize>>,
    /// Groups that are being solved.
    under_way: HashSet<usize>,
    seconds: f64,
}

impl<'a> Progress<'a> {
    fn new(plan: &'a Plan, task: &'a Task) -> Self {
        let whole = task.stage("positions", plan.positions() / MILLION);
        Self { plan, left: HashMap::new(), forgotten: 0, whole }
    }

    /// Looks at what is done already.
    fn begin(&mut self, keep: &dyn Keep, visitor: &dyn Visitor) -> Result<(), Error> {
        let mut done = Vec::new();
        for step in &self.plan.steps {
            let layout = self.plan.layout(step.class)?;
            let all = groups(&layout);
            let work = |group: usize, slice| keep.work(step.class, group, slice);
            let lacks =
                |group: usize| all[group].iter().any(|&slice| work(group, slice) != Work::Nothing);
            let items = batches_of(&layout, AT_ONCE).into_iter().map(|batch| {
                batch.into_iter().filter(|&group| lacks(group)).collect::<Vec<usize>>()
            });
            let items: Vec<Vec<usize>> = items.filter(|item| !item.is_empty()).rev().collect();
            match items.is_empty() {
                true => done.push(step.class),
                false => drop(self.left.insert(step.class, Left { items, ..Left::default() })),
            }
        }
        done.into_iter().try_for_each(|class| visitor.class(class, 0.0))?;
        self.forget(keep)
    }

    /// What is solved next, by each: of classes all of whose moves lead to classes that are done.
    fn next_wave(&mut self, size: usize) -> Result<Vec<Item>, Error> {
        let mut wave = Vec::new();
        for step in &self.plan.steps {
            let open = |class: &Material| self.left.contains_key(class);
            if !open(&step.class) || step.class.sub_games().iter().any(open) {
                continue;
            }
            let Some(left) = self.left.get_mut(&step.class) else { continue };
            while wave.len() < size
                && let Some(item) = left.items.pop()
            {
                left.under_way.extend(&item);
                wave.push((step.class, item));
            }
        }
        Ok(wave)
    }

    /// Notes that a wave is done, which took so long.
    fn note(
        &mut self,
        wave: &[Item],
        seconds: f64,
        keep: &dyn Keep,
        visitor: &dyn Visitor,
    ) -> Result<(), Error> {
        for (class, groups) in wave {
            let Some(left) = self.left.get_mut(class) else { continue };
            left.seconds += seconds / wave.len() as f64;
            left.under_way.retain(|group| !groups.contains(group));
            if left.items.is_empty() && left.under_way.is_empty() {
                let seconds = left.seconds;
                self.left.remove(class);
                visitor.class(*class, seconds)?;
                let positions = self.plan.step(*class).map_or(0, |step| step.positions);
                self.whole.advance(positions / MILLION);
            }
        }
        self.forget(keep)
    }

    /// What a step forgets may still be read by one before it that is not done.
    fn forget(&mut self, keep: &dyn Keep) -> Result<(), Error> {
        let done = self.plan.steps[self.forgotten..]
            .iter()
            .take_while(|step| !self.left.contains_key(&step.class));
        for step in done {
            step.forgets.iter().try_for_each(|&pack| keep.forget(pack))?;
            self.forgotten += 1;
        }
        Ok(())
    }
}

/// A wave as text: a line for each process, its class and groups.
fn list(wave: &[Item]) -> Vec<u8> {
    let line = |(class, groups): &Item| {
        let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
        format!("{class} {}\n", groups.join(" "))
    };
    wave.iter().map(line).collect::<String>().into_bytes()
}

fn parse(wave: &[u8]) -> Option<Vec<Item>> {
    let line = |line: &str| {
        let (class, groups) = line.split_once(' ')?;
        let groups = groups.split(' ').map(|group| group.parse().ok());
        Some((class.parse().ok()?, groups.collect::<Option<Vec<usize>>>()?))
    };
    std::str::from_utf8(wave).ok()?.lines().map(line).collect()
}
