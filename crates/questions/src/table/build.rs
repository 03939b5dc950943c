//! `nimzo table build`

use std::sync::Arc;

use nimzo_chess::material::{dependency_order, depth_first_order};
use nimzo_chess::{Material, Metric};
use nimzo_cluster::cost::Machines;
use nimzo_cluster::{Cluster, Hello};
use nimzo_cuda::cuda::Cuda;
use nimzo_retro::layout::KEPT_PIECES;
use nimzo_retro::slice_graph::Limits;
use nimzo_tables::Store;
use nimzo_tables::file::FOUR;
use nimzo_tables::stats::Tally;
use nimzo_tables::store::{
    Built, Plan, QUEEN_ONLY, Request, Summary, planned_count, solve_and_check, solve_and_count,
    solve_and_count_together,
};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Deserialize;
use shakmaty::ByColor;

use super::built::{BuiltRights, BuiltTable, TableBuildAnswer};
use super::counted::CountedTable;
use super::on_card::{build_on_card, count_on_card, sample};
use super::together::{BuildCost, ProcessReport, SEVERAL, TogetherOptions};
use super::version::version_of;
use super::{classes, metrics};
use crate::device::DeviceChoice;
use crate::limits::bytes;
use crate::{Failure, Manner, Question, Session};

/// Generate tables and whatever they need
///
/// What is already there is kept, so an interrupted build goes on where it stopped. The memory and
/// disk that the build needs are stated first.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table build KQPvKQ                              everything about one class
  nimzo table build --men 4 --metrics dtm,dtz50         all classes of 3 and 4 men
  nimzo table build KRNvKNN --metrics wdl,dtc --discard solve, count, keep nothing
  nimzo table build KRNvKNN --metrics dtm --discard --device cuda    the same on a graphics card
  nimzo table build --men 5 --metrics wdl,dtm,dtz50 --device cuda    solved there and written here
  nimzo table build KRPvKBN --metrics wdl,dtc --memory 8G --disk 40G    within these limits
  nimzo table build KRNvKNN --dry-run --processes 8     what it would take on eight machines
  nimzo table build KRBvKR --hosts HOSTS --process 0    shared with the processes that HOSTS lists")]
pub struct Build {
    /// Classes such as KQRvKQ
    #[arg(value_name = "CLASS", required_unless_present = "men", conflicts_with = "men")]
    names: Vec<String>,
    /// All classes up to this many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=7))]
    #[schemars(range(min = 3, max = 6))]
    men: Option<u8>,
    /// What to compute: wdl, dtm, dtc, dtz, dtz50
    #[arg(long, value_name = "LIST", default_value = "wdl,dtm,dtc,dtz,dtz50")]
    metrics: String,
    /// Keep nothing: solve, count, and forget
    #[arg(long)]
    discard: bool,
    /// What solves them
    #[arg(long, value_enum, default_value_t = DeviceChoice::Cpu)]
    #[serde(default)]
    device: DeviceChoice,
    /// Memory of the graphics card that it may take, such as 24G [default: what is free]
    #[arg(long, value_name = "SIZE")]
    device_memory: Option<String>,
    /// Hold so many positions with each side to move to their successors, by ordinary move lists; of classes
    /// without pawns, with --discard and the metric dtc or dtz. With a difference the exit status is 1
    #[arg(long, value_name = "N", requires = "discard", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    #[serde(default)]
    #[schemars(range(min = 1, max = 100_000_000))]
    check: Option<u64>,
    /// Let pawns become queens only; such tables are kept apart, in the folder `queen-only`
    #[arg(long)]
    queen_only: bool,
    /// Positions with castling rights too, in files of their own beside the tables; up to five men. They
    /// are solved from all metrics, which the tables are then built with
    #[arg(long, conflicts_with_all = ["discard", "queen_only"])]
    #[serde(default)]
    castling: bool,
    /// The format of the files: 4, 5 (the smallest) or 6 (of five men and more, the fastest) [default: 4]
    #[arg(long, value_name = "FORMAT", value_parser = clap::value_parser!(u32).range(4..=6))]
    #[serde(default)]
    #[schemars(range(min = 4, max = 6))]
    format: Option<u32>,
    /// Files that take a third of the space: --format 5
    #[arg(long, conflicts_with_all = ["format", "fast"])]
    #[serde(default)]
    small: bool,
    /// Files whose probes are fast wherever they fall: --format 6
    #[arg(long, conflicts_with = "format")]
    #[serde(default)]
    fast: bool,
    /// Memory that the build may take, such as 8G [default: what is free]
    #[arg(long, value_name = "SIZE", conflicts_with = "hosts")]
    #[serde(default)]
    memory: Option<String>,
    /// Disk that the build may take, such as 20G [default: what is free]
    #[arg(long, value_name = "SIZE", conflicts_with_all = ["discard", "hosts"])]
    #[serde(default)]
    disk: Option<String>,
    /// Only say what it would take, on --processes machines with --workers threads each
    #[arg(long, help_heading = SEVERAL, conflicts_with_all = ["castling", "hosts"])]
    #[serde(skip)]
    dry_run: bool,
    /// On so many machines, for --dry-run
    #[arg(long, value_name = "N", help_heading = SEVERAL, requires = "dry_run", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[serde(skip)]
    processes: Option<u16>,
    #[command(flatten)]
    #[serde(skip)]
    together: TogetherOptions,
}

impl Question for Build {
    const PATH: &'static [&'static str] = &["table", "build"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = TableBuildAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<TableBuildAnswer, Failure> {
        let metrics = metrics(&self.metrics)?;
        let classes = self.classes()?;
        if self.dry_run {
            let cost = self.cost(session, &classes, &metrics)?;
            return Ok(TableBuildAnswer::Planned(match self.device {
                DeviceChoice::Cpu => cost,
                _ => cost.with_card(&classes, &metrics),
            }));
        }
        self.check_sharing(&classes, &metrics)?;
        self.refuse_check(&classes, &metrics)?;
        if self.discard {
            return self.count(&classes, &metrics, task);
        }
        let seven = |class: &&Material| class.pieces() == KEPT_PIECES + 1 && !class.has_pawns();
        if let Some(class) = classes.iter().find(seven) {
            let advice = "seven men are counted, not kept: add --discard, and with --dry-run see what it takes";
            return Err(Failure::TooLarge(format!("{class}: {advice}")));
        }
        let card = self.card(task)?;
        let folder = session.folder()?;
        let version = version_of("format", self.format, self.small, self.fast)?.unwrap_or(FOUR);
        let store = Store::at(if self.queen_only { folder.join(QUEEN_ONLY) } else { folder });
        let store = store.with_version(version).with_limits(self.limits()?);
        // Several processes solve whole classes.
        let store = if self.together.is_shared() { store.with_whole_up_to(6) } else { store };
        let (classes, metrics) = match self.castling {
            // Values with rights are found from all values without, of everything that may come.
            true => (dependency_order(classes), Metric::ALL.to_vec()),
            false => (classes, metrics),
        };
        let request = self.request(&classes, &metrics);
        let plan = store.plan(&request)?;
        if self.together.writes() && (!plan.todo.is_empty() || self.castling) {
            session.writable_folder()?;
        }
        task.say(&plan.describe());
        let mut tables = Vec::new();
        let mut processes = Vec::new();
        let mut done = |one: &Built| tables.push(BuiltTable::of(one));
        match self.together.is_shared() {
            false => match card {
                Some(card) => {
                    let auto = self.device == DeviceChoice::Auto;
                    build_on_card(card, &store, &request, &plan, auto, task, done)?;
                }
                None => store.build(&plan, self.queen_only, task, done)?,
            },
            true => {
                processes = self.together.share(&self.hello(&plan), task, |cluster| {
                    store.build_together(cluster, &plan, self.queen_only, task, &mut done)?;
                    ProcessReport::of_all(cluster)
                })?;
            }
        }
        let mut castling = Vec::new();
        if self.castling {
            store.build_castling(&request.classes, task, |one| {
                castling.push(BuiltRights::of(one.class, one.seconds, one.bytes));
            })?;
        }
        session.reopen_tables();
        let folder = session.shown(store.folder());
        let present = plan.present.len();
        Ok(TableBuildAnswer::Kept { tables, present, castling, folder, processes })
    }
}

impl Build {
    /// What it would take.
    fn cost(
        &self,
        session: &Session,
        classes: &[Material],
        metrics: &[Metric],
    ) -> Result<BuildCost, Failure> {
        let processes = self.processes.map_or(1, usize::from);
        let machines = Machines { processes, threads: self.together.threads() };
        let limits = self.limits()?;
        let store = session.folder().ok().map(|folder| Store::at(folder).with_limits(limits));
        let decided = |class| store.as_ref().and_then(|store| decided_by_plies(store, class));
        // To write tables several processes solve whole classes; one alone goes slice by slice where a class asks
        // for it.
        let alone = store.as_ref().filter(|_| processes == 1);
        let by_slices = |class| match alone {
            _ if self.discard => Ok(planned_count(class, metrics, self.queen_only)?),
            Some(store) => Ok(store.planned_by_slices(class, metrics, self.queen_only)?),
            None => Ok(None),
        };
        let order = match alone {
            Some(store) if !self.discard => store.build_order(&self.request(classes, metrics))?,
            _ => {
                let mut order = depth_first_order(classes.iter().copied());
                if self.discard
                    && classes.iter().all(|&class| matches!(by_slices(class), Ok(Some(_))))
                {
                    order.retain(|class| classes.iter().any(|one| one.canonical() == *class));
                }
                order
            }
        };
        BuildCost::new(classes, &order, metrics, self.discard, machines, &decided, &by_slices)
    }

    /// What the build may take.
    fn limits(&self) -> Result<Limits, Failure> {
        let said = |option, text: &Option<String>| match text {
            Some(text) => bytes(option, text),
            None => Ok(u64::MAX),
        };
        Ok(Limits { memory: said("--memory", &self.memory)?, disk: said("--disk", &self.disk)? })
    }

    fn request(&self, classes: &[Material], metrics: &[Metric]) -> Request {
        Request {
            classes: classes.to_vec(),
            metrics: metrics.to_vec(),
            queen_only: self.queen_only,
        }
    }

    /// Solves and counts.
    fn count(
        &self,
        classes: &[Material],
        metrics: &[Metric],
        task: &Task,
    ) -> Result<TableBuildAnswer, Failure> {
        if let Some(tables) = self.count_on_card(classes, metrics, task)? {
            return Ok(TableBuildAnswer::Discarded { tables, processes: Vec::new() });
        }
        let all = |one: &dyn Fn(Material) -> Result<Summary, Failure>| {
            classes
                .iter()
                .map(|&class| one(class).map(CountedTable::of))
                .collect::<Result<Vec<_>, _>>()
        };
        if !self.together.is_shared() {
            let memory = self.limits()?.memory;
            if let Some(count) = self.check {
                let one = |&class: &Material| -> Result<CountedTable, Failure> {
                    let sample = sample(class, count)?;
                    let (summary, checked) =
                        solve_and_check(class, metrics, &sample, memory, task)?;
                    Ok(CountedTable::of(summary).with_check(checked))
                };
                let tables = classes.iter().map(one).collect::<Result<Vec<_>, _>>()?;
                return Ok(TableBuildAnswer::Discarded { tables, processes: Vec::new() });
            }
            let one = |class| Ok(solve_and_count(class, metrics, self.queen_only, memory, task)?);
            return Ok(TableBuildAnswer::Discarded { tables: all(&one)?, processes: Vec::new() });
        }
        let (tables, processes) =
            self.together.share(&self.hello_of(String::new()), task, |cluster: &Cluster| {
                let one = |class| {
                    Ok(solve_and_count_together(cluster, class, metrics, self.queen_only, task)?)
                };
                let (tables, reports) = (all(&one)?, ProcessReport::of_all(cluster)?);
                let size = reports.len();
                let plan = |one: ProcessReport| one.with_plan(classes, metrics, size);
                Ok((tables, reports.into_iter().map(plan).collect()))
            })?;
        Ok(TableBuildAnswer::Discarded { tables, processes })
    }

    /// The card, if that is what is meant.
    fn card(&self, task: &Task) -> Result<Option<Arc<Cuda>>, Failure> {
        let memory = self.device_memory.as_deref();
        let memory = memory.map(|text| bytes("--device-memory", text)).transpose()?;
        let not_there = [
            (self.queen_only, "--queen-only"),
            (self.castling, "--castling"),
            (self.together.is_shared(), "--hosts"),
        ];
        let why = not_there.iter().find(|(given, _)| *given && self.device != DeviceChoice::Cpu);
        if let Some((_, why)) = why {
            return Err(Failure::input(format!("{why} is not for a card: use --device cpu")));
        }
        self.device.card(memory, task)
    }

    /// Solves and counts on a card, if that is what is meant and, unless it must be, it does not fail.
    fn count_on_card(
        &self,
        classes: &[Material],
        metrics: &[Metric],
        task: &Task,
    ) -> Result<Option<Vec<CountedTable>>, Failure> {
        let Some(card) = self.card(task)? else { return Ok(None) };
        match count_on_card(card, classes, metrics, self.check, task) {
            Err(error) if self.device == DeviceChoice::Auto && task.check().is_ok() => {
                task.say(&format!("{error}; solving on the processor"));
                Ok(None)
            }
            found => Ok(Some(found?)),
        }
    }

    /// Refuses what cannot be checked, before anything is done.
    fn refuse_check(&self, classes: &[Material], metrics: &[Metric]) -> Result<(), Failure> {
        let Some(count) = self.check else { return Ok(()) };
        if self.queen_only || self.together.is_shared() {
            return Err(Failure::input("--check is not for --queen-only and --hosts"));
        }
        if !metrics.iter().any(|metric| matches!(metric, Metric::Dtc | Metric::Dtz)) {
            let why = "counts plies to a conversion or a zeroing move: add dtc or dtz to --metrics";
            return Err(Failure::input(format!("--check {count} {why}")));
        }
        match classes.iter().find(|class| class.has_pawns()) {
            Some(class) => {
                Err(Failure::input(format!("{class}: --check is for classes without pawns")))
            }
            None => Ok(()),
        }
    }

    /// Refuses what cannot be shared, before anything is done.
    fn check_sharing(&self, classes: &[Material], metrics: &[Metric]) -> Result<(), Failure> {
        if self.together.hosts()?.is_none() {
            return Ok(());
        }
        if self.castling {
            let advice = "build the tables together first, then ask for --castling without --hosts";
            return Err(Failure::input(format!("--castling cannot be shared: {advice}")));
        }
        // Of pawns only results travel from slice to slice.
        let whole = metrics.iter().find(|metric| matches!(metric, Metric::Dtm | Metric::Dtz50));
        let why = whole.map(|metric| metric.name()).or(self.queen_only.then_some("--queen-only"));
        match (why, classes.iter().find(|class| self.discard && class.has_pawns())) {
            (Some(why), Some(class)) => Err(Failure::input(format!(
                "{class}: with pawns, --discard with --hosts counts wdl, dtc and dtz; leave out {why}, or --discard"
            ))),
            _ => Ok(()),
        }
    }

    /// What the processes of a shared build must agree on.
    fn hello(&self, plan: &Plan) -> Hello {
        let todo = plan.todo.iter().map(|(class, metrics)| {
            let metrics: Vec<&str> = metrics.iter().map(|metric| metric.name()).collect();
            format!("{class} {}", metrics.join(","))
        });
        self.hello_of(todo.collect::<Vec<_>>().join("; "))
    }

    fn hello_of(&self, plan: String) -> Hello {
        let mut question = "table build".to_owned();
        self.names.iter().for_each(|name| question.push_str(&format!(" {name}")));
        self.men.iter().for_each(|men| question.push_str(&format!(" --men {men}")));
        question.push_str(&format!(" --metrics {}", self.metrics));
        self.format.iter().for_each(|format| question.push_str(&format!(" --format {format}")));
        for (given, option) in [
            (self.discard, "discard"),
            (self.queen_only, "queen-only"),
            (self.small, "small"),
            (self.fast, "fast"),
        ] {
            if given {
                question.push_str(&format!(" --{option}"));
            }
        }
        Hello::new(question, plan)
    }

    fn classes(&self) -> Result<Vec<Material>, Failure> {
        match (self.men, &self.names[..]) {
            (Some(men @ 3..=6), []) => Ok(Material::all(usize::from(men))),
            // Pawns would be many more, and there is no layout to build either with.
            (Some(7), []) if self.dry_run => {
                Ok(Material::all(7).into_iter().filter(|class| !class.has_pawns()).collect())
            }
            (Some(7), []) => Err(Failure::input(
                "--men 7: tables are built of up to 6 men; with --dry-run, what 7 without pawns would take",
            )),
            (Some(men), []) => Err(Failure::input(format!("--men {men}: expected 3 to 6"))),
            (Some(_), _) => Err(Failure::input("name classes or give --men N, not both")),
            (None, []) => Err(Failure::input("name a class such as KQRvKQ, or give --men N")),
            (None, names) => classes(names),
        }
    }
}

/// How many positions of a class are decided at each ply, where its table has been counted.
fn decided_by_plies(store: &Store, class: Material) -> Option<ByColor<Vec<u64>>> {
    let table = store.table(class).ok()??;
    let stats = store.kept_stats(&table, table.class())?;
    let ByColor { white, black } = stats.sides.as_ref().map(|side| side.any());
    let by_plies = |Tally { wins, losses, .. }: &Tally| {
        let at = |counts: &[u64], ply| counts.get(ply).copied().unwrap_or(0);
        (0..wins.len().max(losses.len())).map(|ply| at(wins, ply) + at(losses, ply)).collect()
    };
    Some(ByColor { white: by_plies(white?), black: by_plies(black?) })
}
