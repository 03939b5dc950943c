//! `nimzo cluster local`

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use nimzo_questions::{Failure, Session};
use nimzo_work::{Interrupted, Task};

use crate::console::{Console, Outcome};

/// How long processes have to end by themselves when one of them has failed or somebody wants to stop.
const GRACE: Duration = Duration::from_secs(10);
const BETWEEN_LOOKS: Duration = Duration::from_millis(20);

/// Solve endgames with several processes
#[derive(clap::Args)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Cluster {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(clap::Subcommand)]
enum ClusterCommand {
    Local(Local),
}

/// Start several processes of this program on this machine, which share one command
///
/// To try out what several machines would do. They talk over the loopback, at ports that are free.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo cluster local --processes 2 -- table build KRvKN")]
struct Local {
    /// How many processes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    processes: u16,
    /// Threads of each [default: the cores shared out]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// The command, behind --: `table build` or `zug census` and what it takes
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

impl Cluster {
    /// Runs the command.
    pub fn run(
        self,
        console: &Console,
        session: &Session,
        task: &Task,
    ) -> Result<Outcome, Failure> {
        let ClusterCommand::Local(local) = self.command;
        local.run(console, session, task)
    }
}

impl Local {
    fn run(&self, console: &Console, session: &Session, task: &Task) -> Result<Outcome, Failure> {
        let words: Vec<&str> = self.command.iter().map(String::as_str).collect();
        if !matches!(words[..], ["table", "build", ..] | ["zug", "census", ..]) {
            let (command, can) = (words.join(" "), "`table build` and `zug census` can");
            return Err(Failure::input(format!("`{command}` cannot be shared; {can}")));
        }
        let hosts = HostsFile::new(usize::from(self.processes))?;
        let mut children = Children(Vec::new());
        for process in 0..self.processes {
            children.0.push(self.start(process, &hosts, console, session)?);
        }
        children.wait(task)?;
        Ok(Outcome::Done)
    }

    fn start(
        &self,
        process: u16,
        hosts: &HostsFile,
        console: &Console,
        session: &Session,
    ) -> Result<Running, Failure> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers =
            self.workers.map_or((cores / usize::from(self.processes)).max(1), usize::from);
        let mut command = Command::new(std::env::current_exe()?);
        command.args(&self.command).arg("--hosts").arg(&hosts.path);
        command.args(["--process", &process.to_string(), "--workers", &workers.to_string()]);
        if !self.command.iter().any(|word| word == "--tables" || word.starts_with("--tables=")) {
            command.arg("--tables").arg(session.folder()?);
        }
        if console.prints_json() && !self.command.iter().any(|word| word == "--json") {
            command.arg("--json");
        }
        // The first one answers and shows how all are getting on; of the others only faults are told.
        if process > 0 {
            if !self.command.iter().any(|word| word == "--quiet" || word == "-q") {
                command.arg("--quiet");
            }
            command.stdout(Stdio::null()).stderr(Stdio::piped());
        }
        let mut child = command.stdin(Stdio::null()).spawn()?;
        if let Some(said) = child.stderr.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(said).lines().map_while(Result::ok);
                lines.for_each(|line| eprintln!("process {process}: {line}"));
            });
        }
        Ok(Running { child, status: None })
    }
}

/// The list of processes, in a folder of its own.
struct HostsFile {
    path: PathBuf,
    // Removed when dropped.
    _folder: tempfile::TempDir,
}

impl HostsFile {
    /// Addresses of this machine that are free now.
    fn new(processes: usize) -> Result<Self, Failure> {
        let folder = tempfile::Builder::new().prefix("nimzo-cluster-").tempdir()?;
        // All are taken before any is given back, so that they differ.
        let taken = (0..processes)
            .map(|_| TcpListener::bind(("127.0.0.1", 0)))
            .collect::<Result<Vec<_>, _>>()?;
        let mut text = String::new();
        for listener in &taken {
            text.push_str(&format!("{}\n", listener.local_addr()?));
        }
        let path = folder.path().join("hosts");
        fs::write(&path, text)?;
        Ok(Self { path, _folder: folder })
    }
}

struct Running {
    child: Child,
    status: Option<ExitStatus>,
}

/// The processes; none is left when this is dropped.
struct Children(Vec<Running>);

impl Children {
    /// Waits for all. When one fails, the others learn of it and end; whoever does not is ended.
    fn wait(&mut self, task: &Task) -> Result<(), Failure> {
        let mut failed: Option<Instant> = None;
        loop {
            for one in self.0.iter_mut().filter(|one| one.status.is_none()) {
                one.status = one.child.try_wait()?;
            }
            let trouble = task.check().is_err()
                || self.0.iter().any(|one| one.status.is_some_and(|status| !status.success()));
            if trouble {
                failed.get_or_insert_with(Instant::now);
            }
            if self.0.iter().all(|one| one.status.is_some()) {
                break;
            }
            if failed.is_some_and(|since| since.elapsed() > GRACE) {
                self.end();
            }
            sleep(BETWEEN_LOOKS);
        }
        if task.check().is_err() {
            return Err(Interrupted.into());
        }
        let ends = self.0.iter().enumerate().filter_map(|(process, one)| {
            let status = one.status.filter(|status| !status.success())?;
            Some(format!("process {process}: {status}"))
        });
        let ends: Vec<String> = ends.collect();
        match ends.is_empty() {
            true => Ok(()),
            false => Err(Failure::machine(format!("not done ({})", ends.join("; ")))),
        }
    }

    fn end(&mut self) {
        for one in self.0.iter_mut().filter(|one| one.status.is_none()) {
            // It may have ended meanwhile.
            let _ = one.child.kill();
        }
    }
}

impl Drop for Children {
    fn drop(&mut self) {
        self.end();
        for one in self.0.iter_mut().filter(|one| one.status.is_none()) {
            let _ = one.child.wait();
        }
    }
}
