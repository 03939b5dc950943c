//! Carrying a plan out by several processes.
//!
//! Groups of slices do not depend on each other, and neither do classes that do not lead to each other. They are
//! solved in waves: in each every process solves some groups, and then hands over what it has found and what is to
//! be kept. All know what is left, and so which groups are next.
//!
//! What is kept is either with the first process, where the others read it, or in the memory of each.

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

/// How what one process solves comes to others.
pub trait Handover: Sync {
    /// Whether each hands over to all others, and not only to the first.
    fn to_all(&self) -> bool;

    /// What this process has put, shown and noted since it was last asked.
    fn told(&self) -> Vec<u8>;

    /// Puts, shows and notes what another one told. `false` if that cannot be read.
    fn take(&self, told: &[u8]) -> Result<bool, Error>;

    /// A wave is over: the first has kept more, which is read from now on.
    fn refresh(&self) -> Result<(), Error> {
        Ok(())
    }
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
    let (me, size) = (company.me(), company.size());
    let shown = (me == 0).then_some(visitor);
    let left = if me == 0 { list(&left_of(plan, keep)?) } else { Vec::new() };
    let left = company.exchange(vec![left; size])?.into_iter().next().unwrap_or_default();
    let left = parse(&left).ok_or(Unreadable(0))?;
    let mut progress = Progress::new(plan, left, task);
    progress.begin(keep, shown)?;
    loop {
        task.check()?;
        let wave = progress.next_wave(size);
        if wave.is_empty() {
            break;
        }
        let begun = Instant::now();
        if let Some(item) = wave.get(me) {
            solve(plan, item, executor, keep, visitor, task)?;
        }
        let told = handover.told();
        let hears = |member: usize| member != me && (member == 0 || handover.to_all());
        let told_to = |member| if hears(member) { told.clone() } else { Vec::new() };
        for (member, told) in company.exchange((0..size).map(told_to).collect())?.iter().enumerate()
        {
            if !handover.take(told)? {
                return Err(Unreadable(member).into());
            }
        }
        progress.note(&wave, begun.elapsed().as_secs_f64(), keep, shown)?;
        // Nobody reads before the first has kept everything.
        company.exchange(vec![Vec::new(); size])?;
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

/// What is left of a plan, as its keep has it: of each class, groups that are solved together.
fn left_of(plan: &Plan, keep: &dyn Keep) -> Result<Vec<Item>, Error> {
    let mut left = Vec::new();
    for step in &plan.steps {
        let layout = plan.layout(step.class)?;
        let all = groups(&layout);
        let work = |group: usize, slice| keep.work(step.class, group, slice);
        let lacks =
            |group: &usize| all[*group].iter().any(|&slice| work(*group, slice) != Work::Nothing);
        let items = batches_of(&layout, AT_ONCE).into_iter();
        let items = items.map(|batch| batch.into_iter().filter(lacks).collect::<Vec<usize>>());
        left.extend(items.filter(|item| !item.is_empty()).map(|item| (step.class, item)));
    }
    Ok(left)
}

impl<'a> Progress<'a> {
    fn new(plan: &'a Plan, items: Vec<Item>, task: &'a Task) -> Self {
        let whole = task.stage("positions", plan.positions() / MILLION);
        let mut left: HashMap<Material, Left> = HashMap::new();
        // They are taken from the end.
        for (class, item) in items.into_iter().rev() {
            left.entry(class).or_default().items.push(item);
        }
        Self { plan, left, forgotten: 0, whole }
    }

    /// Shows what is done already.
    fn begin(&mut self, keep: &dyn Keep, shown: Option<&dyn Visitor>) -> Result<(), Error> {
        if let Some(visitor) = shown {
            let classes = self.plan.steps.iter().map(|step| step.class);
            let mut done = classes.filter(|class| !self.left.contains_key(class));
            done.try_for_each(|class| visitor.class(class, 0.0))?;
        }
        self.forget(keep)
    }

    /// What is solved next, by each: of classes all of whose moves lead to classes that are done.
    fn next_wave(&mut self, size: usize) -> Vec<Item> {
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
        wave
    }

    /// Notes that a wave is done, which took so long.
    fn note(
        &mut self,
        wave: &[Item],
        seconds: f64,
        keep: &dyn Keep,
        shown: Option<&dyn Visitor>,
    ) -> Result<(), Error> {
        for (class, groups) in wave {
            let Some(left) = self.left.get_mut(class) else { continue };
            left.seconds += seconds / wave.len() as f64;
            left.under_way.retain(|group| !groups.contains(group));
            if left.items.is_empty() && left.under_way.is_empty() {
                let seconds = left.seconds;
                self.left.remove(class);
                if let Some(visitor) = shown {
                    visitor.class(*class, seconds)?;
                }
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

/// Items as text: a line for each, its class and groups.
fn list(items: &[Item]) -> Vec<u8> {
    let line = |(class, groups): &Item| {
        let groups: Vec<String> = groups.iter().map(ToString::to_string).collect();
        format!("{class} {}\n", groups.join(" "))
    };
    items.iter().map(line).collect::<String>().into_bytes()
}

fn parse(items: &[u8]) -> Option<Vec<Item>> {
    let line = |line: &str| {
        let (class, groups) = line.split_once(' ')?;
        let groups = groups.split(' ').map(|group| group.parse().ok());
        Some((class.parse().ok()?, groups.collect::<Option<Vec<usize>>>()?))
    };
    std::str::from_utf8(items).ok()?.lines().map(line).collect()
}
