//! A build that several processes share.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use nimzo_chess::material::depth_first_order;
use nimzo_chess::{Material, Metric};
use nimzo_cluster::cost::{self, Cost, Machines};
use nimzo_cluster::{Cluster, Hello, Hosts, Status};
use nimzo_work::Task;
use nimzo_work::memory::human;
use serde::Serialize;

use super::rounded;
use crate::Failure;

/// The heading of what a process is told that is started beside others.
pub const SEVERAL: &str = "Several machines";

/// Who shares the work.
#[derive(Debug, Clone, Default, clap::Args)]
pub struct TogetherOptions {
    /// Share the work with the processes of this file, one HOST:PORT a line; start the same command on
    /// each machine
    #[arg(long, value_name = "FILE", help_heading = SEVERAL, requires = "process")]
    hosts: Option<PathBuf>,
    /// Which line of the file this process is, from 0
    #[arg(long, value_name = "N", help_heading = SEVERAL, requires = "hosts")]
    process: Option<usize>,
    /// Threads of this process [default: as --threads]
    #[arg(long, value_name = "T", help_heading = SEVERAL, value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// How long to wait for the other processes to come
    #[arg(long, value_name = "SECONDS", help_heading = SEVERAL, default_value_t = 60, requires = "hosts")]
    wait: u64,
}

impl TogetherOptions {
    /// Whether the work is shared.
    pub fn is_shared(&self) -> bool {
        self.hosts.is_some()
    }

    /// The processes that share the work; `None` where one does it.
    pub fn hosts(&self) -> Result<Option<Hosts>, Failure> {
        match (&self.hosts, self.process) {
            (Some(hosts), Some(process)) => Ok(Some(Hosts::read(hosts, process)?)),
            (None, None) => Ok(None),
            _ => Err(Failure::input("--hosts FILE and --process N come together")),
        }
    }

    /// Whether this process writes: the first, or the only one.
    pub fn writes(&self) -> bool {
        self.process.is_none_or(|process| process == 0)
    }

    /// The threads of a process.
    pub fn threads(&self) -> usize {
        self.workers.map_or_else(rayon::current_num_threads, usize::from)
    }

    /// Meets the other processes, does the work with them, and ends with them.
    pub fn share<T: Send>(
        &self,
        hello: &Hello,
        task: &Task,
        work: impl FnOnce(&Cluster) -> Result<T, Failure> + Send,
    ) -> Result<T, Failure> {
        let Some(hosts) = self.hosts()? else {
            return Err(Failure::input("--hosts FILE and --process N are needed"));
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads()).build();
        let pool = pool.map_err(Failure::machine)?;
        let first = hosts.me() == 0;
        if first {
            task.say(&format!("waiting for {} other processes", hosts.size() - 1));
        }
        let cluster = Cluster::join(hosts, hello, Duration::from_secs(self.wait))?;
        if first {
            cluster.show_progress(task);
        }
        match pool.install(|| work(&cluster)) {
            Ok(done) => {
                cluster.close()?;
                Ok(done)
            }
            Err(failure) => {
                cluster.leave(&failure.to_string());
                Err(failure)
            }
        }
    }
}

impl From<nimzo_cluster::Error> for Failure {
    fn from(error: nimzo_cluster::Error) -> Self {
        use nimzo_cluster::Error as Cluster;
        match error {
            Cluster::BadHosts { .. } | Cluster::NoSuchProcess { .. } => Self::input(error),
            other => Self::machine(other),
        }
    }
}

/// What one of the processes did.
#[derive(Debug, Serialize)]
pub struct ProcessReport {
    process: usize,
    /// Bytes that it sent.
    sent_bytes: u64,
    /// The most memory that it held.
    memory_bytes: u64,
}

impl ProcessReport {
    /// Those of all processes.
    pub fn of_all(cluster: &Cluster) -> Result<Vec<Self>, Failure> {
        let reports = cluster.reports()?.into_iter().enumerate();
        Ok(reports
            .map(|(process, Status { sent, memory, .. })| Self {
                process,
                sent_bytes: sent,
                memory_bytes: memory,
            })
            .collect())
    }
}

impl fmt::Display for ProcessReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sent, memory) = (human(self.sent_bytes), human(self.memory_bytes));
        write!(f, "process {}: {sent} sent, up to {memory} of memory", self.process)
    }
}

/// What a build would take on so many machines.
#[derive(Debug, Serialize)]
pub struct BuildCost {
    processes: usize,
    threads: usize,
    /// The classes that were asked for, and those that they lead to.
    classes: Vec<ClassCost>,
    /// Classes for which there is no layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beyond: Vec<String>,
    total: TotalCost,
}

/// What a class takes.
#[derive(Debug, Serialize)]
pub struct ClassCost {
    name: String,
    positions: u64,
    /// Memory of the first process, which gathers the table to write it.
    memory_of_first_bytes: u64,
    /// Memory of each of the others; of all, if nothing is written.
    memory_of_others_bytes: u64,
    exchanged_bytes: u64,
    gathered_bytes: u64,
    solving_seconds: f64,
    writing_seconds: f64,
}

/// What all of them take: memory is that of the largest, the rest is added up.
#[derive(Debug, Default, Serialize)]
pub struct TotalCost {
    positions: u64,
    memory_of_first_bytes: u64,
    memory_of_others_bytes: u64,
    exchanged_bytes: u64,
    gathered_bytes: u64,
    solving_seconds: f64,
    writing_seconds: f64,
}

impl BuildCost {
    /// What classes take with all that they lead to.
    pub fn new(classes: &[Material], metrics: &[Metric], machines: Machines) -> Self {
        let Machines { processes, threads } = machines;
        let mut answer = Self {
            processes,
            threads,
            classes: Vec::new(),
            beyond: Vec::new(),
            total: TotalCost::default(),
        };
        for class in depth_first_order(classes.iter().copied()) {
            match cost::of_class(class, metrics, machines) {
                Some(cost) => answer.add(&cost),
                None => answer.beyond.push(class.to_string()),
            }
        }
        answer
    }

    fn add(&mut self, cost: &Cost) {
        let total = &mut self.total;
        total.positions += cost.positions;
        total.memory_of_first_bytes = total.memory_of_first_bytes.max(cost.memory_of_first);
        total.memory_of_others_bytes = total.memory_of_others_bytes.max(cost.memory_of_others);
        total.exchanged_bytes += cost.exchanged;
        total.gathered_bytes += cost.gathered;
        total.solving_seconds = rounded(total.solving_seconds + cost.seconds);
        total.writing_seconds = rounded(total.writing_seconds + cost.writing);
        self.classes.push(ClassCost {
            name: cost.class.to_string(),
            positions: cost.positions,
            memory_of_first_bytes: cost.memory_of_first,
            memory_of_others_bytes: cost.memory_of_others,
            exchanged_bytes: cost.exchanged,
            gathered_bytes: cost.gathered,
            solving_seconds: rounded(cost.seconds),
            writing_seconds: rounded(cost.writing),
        });
    }
}

/// The classes that are shown by name: the last ones, which are the largest.
const SHOWN: usize = 12;

impl fmt::Display for BuildCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processes, threads, classes, beyond, total } = self;
        writeln!(f, "{} classes on {processes} processes of {threads} threads", classes.len())?;
        let left_out = classes.len().saturating_sub(SHOWN);
        if left_out > 0 {
            writeln!(f, "  … {left_out} more")?;
        }
        for one in classes.iter().skip(left_out) {
            let ClassCost { name, positions, solving_seconds, writing_seconds, .. } = one;
            let [first, others, exchanged, gathered] = [
                one.memory_of_first_bytes,
                one.memory_of_others_bytes,
                one.exchanged_bytes,
                one.gathered_bytes,
            ]
            .map(human);
            writeln!(
                f,
                "  {name:<10} {positions:>15} positions; {others} of memory each, {first} to write it; \
                 {exchanged} exchanged, {gathered} gathered; {solving_seconds:.1} s to solve, \
                 {writing_seconds:.1} s to write"
            )?;
        }
        let [first, others, exchanged, gathered] = [
            total.memory_of_first_bytes,
            total.memory_of_others_bytes,
            total.exchanged_bytes,
            total.gathered_bytes,
        ]
        .map(human);
        write!(
            f,
            "together: {} positions; up to {others} of memory each, {first} to write; {exchanged} exchanged, \
             {gathered} gathered; {:.0} s to solve, {:.0} s to write",
            total.positions, total.solving_seconds, total.writing_seconds
        )?;
        if !beyond.is_empty() {
            write!(f, "\nwithout a layout: {}", beyond.join(", "))?;
        }
        Ok(())
    }
}
