//! A build that several processes share.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use nimzo_chess::{Material, Metric};
use nimzo_cluster::cost::{self, Cost, Machines, Wanted};
use nimzo_cluster::{Cluster, Hello, Hosts, Status};
use nimzo_retro::slice_graph::Plan;
use nimzo_tables::store::counting_bytes;
use nimzo_work::Task;
use nimzo_work::memory::human;
use serde::Serialize;
use shakmaty::ByColor;

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
    /// How long it waited for messages of others, theirs to come included.
    waited_seconds: f64,
    /// Processor time of all its threads.
    processor_seconds: f64,
    /// What it was planned to hold, where nothing is gathered.
    #[serde(skip_serializing_if = "Option::is_none")]
    planned_bytes: Option<u64>,
    /// What one process alone was planned to hold, divided by their number.
    #[serde(skip_serializing_if = "Option::is_none")]
    share_bytes: Option<u64>,
}

impl ProcessReport {
    /// Those of all processes.
    pub fn of_all(cluster: &Cluster) -> Result<Vec<Self>, Failure> {
        let reports = cluster.reports()?.into_iter().enumerate();
        Ok(reports
            .map(|(process, Status { sent, memory, waited, worked, .. })| Self {
                process,
                sent_bytes: sent,
                memory_bytes: memory,
                waited_seconds: rounded(waited as f64 / 1000.0),
                processor_seconds: rounded(worked as f64 / 1000.0),
                planned_bytes: None,
                share_bytes: None,
            })
            .collect())
    }

    /// With what the largest of these classes was planned to take of its memory.
    pub fn with_plan(mut self, classes: &[Material], metrics: &[Metric], processes: usize) -> Self {
        let most = |members, member| {
            let bytes = |&class: &Material| counting_bytes(class, metrics, members, member);
            classes.iter().filter_map(bytes).max()
        };
        self.planned_bytes = most(processes, self.process);
        // With pawns memory is not shared, and slices are.
        let shared = !classes.iter().any(|class| class.has_pawns());
        self.share_bytes = most(1, 0).filter(|_| shared).map(|alone| alone / processes as u64);
        self
    }
}

impl fmt::Display for ProcessReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sent, memory) = (human(self.sent_bytes), human(self.memory_bytes));
        write!(f, "process {}: {sent} sent, up to {memory} of memory", self.process)?;
        if let Some(planned) = self.planned_bytes {
            write!(f, " ({} planned", human(planned))?;
            if let Some(share) = self.share_bytes {
                let ratio = self.memory_bytes as f64 / share.max(1) as f64;
                write!(f, "; {ratio:.2} of its share, {}", human(share))?;
            }
            write!(f, ")")?;
        }
        let (waited, processor) = (self.waited_seconds, self.processor_seconds);
        write!(f, ", {waited:.1} s waiting, {processor:.1} s of processor time")
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
    /// What the classes take on a graphics card, where that was asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    card: Vec<CardCost>,
}

/// What a class takes that is counted on a graphics card.
#[derive(Debug, Serialize)]
pub struct CardCost {
    name: String,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    /// Why no card does it.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

impl CardCost {
    fn of(class: Material, metric: Metric) -> Self {
        let planned = nimzo_cuda::bytes_to_count(class, metric);
        let bytes = planned.as_ref().ok().copied();
        let refused = planned.err().map(|error| error.to_string());
        Self { name: class.to_string(), metric: metric.name(), bytes, refused }
    }
}

impl fmt::Display for CardCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.bytes, &self.refused) {
            (Some(bytes), _) => {
                write!(f, "{} {}: {} of a card's memory", self.name, self.metric, human(bytes))
            }
            (None, refused) => f.write_str(refused.as_deref().unwrap_or_default()),
        }
    }
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
    /// What one process alone would take, divided by their number.
    memory_share_bytes: u64,
    exchanged_bytes: u64,
    gathered_bytes: u64,
    solving_seconds: f64,
    writing_seconds: f64,
    /// Of a class that is solved slice by slice, with what it promotes into: bytes that wait to be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_bytes: Option<u64>,
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
    /// What classes take with all that they lead to, in `order`; `decided` knows of some how many
    /// positions are decided at each ply, `by_slices` which a single process solves slice by slice.
    pub fn new(
        classes: &[Material],
        order: &[Material],
        metrics: &[Metric],
        discard: bool,
        machines: Machines,
        decided: &dyn Fn(Material) -> Option<ByColor<Vec<u64>>>,
        by_slices: &dyn Fn(Material) -> Result<Option<Plan>, Failure>,
    ) -> Result<Self, Failure> {
        let Machines { processes, threads } = machines;
        let mut answer = Self {
            processes,
            threads,
            classes: Vec::new(),
            beyond: Vec::new(),
            total: TotalCost::default(),
            card: Vec::new(),
        };
        for &class in order {
            let asked = classes.iter().any(|one| one.canonical() == class);
            let (metrics, machines) = match discard && !asked {
                true => smaller(class, metrics, machines),
                false => (metrics.to_vec(), machines),
            };
            let decided = decided(class);
            let wanted = Wanted { metrics: &metrics, discard, decided: decided.as_ref() };
            match cost::of_class(class, wanted, machines) {
                Some(cost) => answer.add(&cost, by_slices(class)?),
                None => answer.beyond.push(class.to_string()),
            }
        }
        Ok(answer)
    }

    /// The same with what a card takes that counts the classes without pawns.
    pub fn with_card(mut self, classes: &[Material], metrics: &[Metric]) -> Self {
        let depths = metrics.iter().any(|&metric| metric != Metric::Wdl);
        let counted = metrics.iter().filter(|&&metric| metric != Metric::Wdl || !depths);
        let counted: Vec<Metric> = counted.copied().collect();
        let classes = classes.iter().filter(|class| !class.has_pawns());
        let costs = classes
            .flat_map(|&class| counted.iter().map(move |&metric| CardCost::of(class, metric)));
        self.card = costs.collect();
        self
    }

    fn add(&mut self, cost: &Cost, by_slices: Option<Plan>) {
        let waiting_bytes = by_slices.as_ref().map(|plan| plan.disk);
        let (others, hands) = (self.processes as u64 - 1, (self.processes * self.threads) as f64);
        let here = rayon::current_num_threads() as f64;
        let cost = match by_slices {
            None => cost.clone(),
            Some(plan) => Cost {
                memory_of_first: plan.memory,
                memory_of_others: plan.memory,
                memory_share: plan.memory,
                // What one hands on is told to all others.
                exchanged: plan.steps.iter().map(|step| step.kept).sum::<u64>() * others,
                seconds: plan.duration().as_secs_f64() * here / hands,
                ..cost.clone()
            },
        };
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
            memory_share_bytes: cost.memory_share,
            exchanged_bytes: cost.exchanged,
            gathered_bytes: cost.gathered,
            solving_seconds: rounded(cost.seconds),
            writing_seconds: rounded(cost.writing),
            waiting_bytes,
        });
    }
}

/// What is solved of a class that others lead to, where nothing is kept, and by whom: together if it is large
/// and only results are read of it, and otherwise by each alone.
fn smaller(class: Material, metrics: &[Metric], machines: Machines) -> (Vec<Metric>, Machines) {
    let read = |metric: &Metric| matches!(metric, Metric::Wdl | Metric::Dtm | Metric::Dtz50);
    let metrics: Vec<Metric> = metrics.iter().copied().filter(read).collect();
    let depths = metrics.iter().any(|&metric| metric != Metric::Wdl);
    match depths || class.pieces() < 5 {
        true => (metrics, Machines { processes: 1, ..machines }),
        false => (metrics, machines),
    }
}

/// The classes that are shown by name: the last ones, which are the largest.
const SHOWN: usize = 12;

impl fmt::Display for BuildCost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processes, threads, classes, beyond, total, card } = self;
        writeln!(f, "{} classes on {processes} processes of {threads} threads", classes.len())?;
        let left_out = classes.len().saturating_sub(SHOWN);
        if left_out > 0 {
            writeln!(f, "  … {left_out} more")?;
        }
        for one in classes.iter().skip(left_out) {
            let ClassCost { name, positions, solving_seconds, writing_seconds, .. } = one;
            let [first, others, share, exchanged, gathered] = [
                one.memory_of_first_bytes,
                one.memory_of_others_bytes,
                one.memory_share_bytes,
                one.exchanged_bytes,
                one.gathered_bytes,
            ]
            .map(human);
            writeln!(
                f,
                "  {name:<10} {positions:>15} positions; {others} of memory each (a share is {share}), \
                 {first} of the first; {exchanged} exchanged, {gathered} gathered; {solving_seconds:.1} s to solve, \
                 {writing_seconds:.1} s to write"
            )?;
            if let Some(waiting) = one.waiting_bytes {
                writeln!(
                    f,
                    "{:14}slice by slice, with what it promotes into; {} wait at once",
                    "",
                    human(waiting)
                )?;
            }
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
            "together: {} positions; up to {others} of memory each, {first} of the first; {exchanged} exchanged, \
             {gathered} gathered; {:.0} s to solve, {:.0} s to write",
            total.positions, total.solving_seconds, total.writing_seconds
        )?;
        if !beyond.is_empty() {
            write!(f, "\nwithout a layout: {}", beyond.join(", "))?;
        }
        card.iter().try_for_each(|card| write!(f, "\n{card}"))
    }
}
