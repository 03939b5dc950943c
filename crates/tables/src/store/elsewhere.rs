//! Building tables of classes that are solved elsewhere, on a card: while one is written the next are solved.

use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;
use std::time::Instant;

use nimzo_chess::Material;
use nimzo_retro::layout::Layout;
use nimzo_retro::planes;
use nimzo_retro::sweep::{Goals, Solved, plan_bytes};
use nimzo_work::{Task, memory};

use super::sub_tables::KeptSubTables;
use super::{Built, FOUR, Plan, Store};
use crate::error::Error;

/// Classes that are in memory at once: one is written, one waits for that, one is being solved.
const AT_ONCE: u64 = 3;

/// Who solves classes in place of the processor.
pub trait ClassSolver: Send {
    /// The values of a class. What it leads to is this solver's own affair; `later` are the classes that it will be
    /// asked for after this one.
    fn solve(
        &mut self,
        class: Material,
        goals: &Goals,
        later: &[Material],
        task: &Task,
    ) -> Result<Solved, nimzo_retro::Error>;
}

/// A class that is to be written, with the seconds that solving it took.
type ToWrite = (Solved, f64);

impl Store {
    /// Carries a plan out as [`Store::build`] does, with somebody else to solve classes.
    pub fn build_elsewhere(
        &self,
        solver: &mut dyn ClassSolver,
        plan: &Plan,
        task: &Task,
        done: impl FnMut(&Built),
    ) -> Result<(), Error> {
        if plan.todo.is_empty() {
            return self.remove_outlived_parts(plan, false);
        }
        let mut largest = 0;
        for (class, metrics) in &plan.todo {
            let goals = Goals::of_metrics(metrics, false);
            if self.is_sliced(*class, &goals) {
                return Err(Error::OnProcessorOnly(*class));
            }
            let layout = Layout::new(*class).ok_or(nimzo_retro::Error::TooLarge(*class))?;
            largest = plan_bytes(&layout, &goals).max(largest);
        }
        let needed = plan.memory + (AT_ONCE - 1) * largest;
        memory::require_within("the build", needed, self.limits.memory)?;
        let _lock = self.make_ready(plan, false, task)?;
        let (solved, to_write) = sync_channel(1);
        let (written, solving) = thread::scope(|scope| {
            let solving = scope.spawn(move || -> Result<(), Error> {
                for (number, (class, metrics)) in plan.todo.iter().enumerate() {
                    task.check()?;
                    let begun = Instant::now();
                    let goals = Goals::of_metrics(metrics, false);
                    let later: Vec<Material> =
                        plan.todo[number + 1..].iter().map(|&(class, _)| class).collect();
                    let one = solver.solve(*class, &goals, &later, task)?;
                    // Nobody is there any more when writing has failed, which is told by who wrote.
                    if solved.send((one, begun.elapsed().as_secs_f64())).is_err() {
                        break;
                    }
                }
                Ok(())
            });
            let written = self.write_all(plan, to_write, task, done);
            let solving = solving.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            (written, solving)
        });
        planes::release();
        written.and(solving)
    }

    /// Writes classes as they come; those that do not are not written.
    fn write_all(
        &self,
        plan: &Plan,
        to_write: Receiver<ToWrite>,
        task: &Task,
        mut done: impl FnMut(&Built),
    ) -> Result<(), Error> {
        let order = plan.todo.iter().map(|&(class, _)| class).collect();
        let metrics: Vec<_> = plan.todo.iter().flat_map(|(_, m)| m.iter().copied()).collect();
        let sub_tables = KeptSubTables::new(self, plan.kept, order, &metrics);
        let stage = task.stage("classes", plan.todo.len() as u64);
        for (class, metrics) in &plan.todo {
            let Ok((solved, seconds)) = to_write.recv() else { break };
            task.check()?;
            let begun = Instant::now();
            sub_tables.begin(*class, task);
            let bytes = self.save_above(&sub_tables, &solved, metrics, false, task)?;
            self.forget_open(*class);
            // Only this format asks what captures lead to.
            let slices = if self.version > FOUR { solved.slices } else { Vec::new() };
            for (slice, values) in slices.into_iter().enumerate() {
                sub_tables.keep(*class, slice, values);
            }
            stage.advance(1);
            let seconds = seconds + begun.elapsed().as_secs_f64();
            done(&Built { class: *class, metrics: metrics.clone(), seconds, bytes });
        }
        Ok(())
    }
}
