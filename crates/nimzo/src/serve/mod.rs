//! The explorer: a web server for one person on one machine, or for strangers.
//!
//! * [`api`]: questions over HTTP, same words, same JSON as on the command line;
//! * [`answers`]: answers on their way, bounded in length;
//! * [`jobs`]: commands that take long, run one after the other, with progress to ask for;
//! * [`lichess`]: the two questions that clients of Lichess's table server ask;
//! * [`reports`]: the report on the papers, as jobs or the command line left it;
//! * [`assets`]: the pages, embedded in the binary;
//! * [`strangers`]: who asks how often, and what is told about all of them together;
//! * [`listen`]: connections, their limits, and the end of the server.
//!
//! A request never names a file: options that take a path do not exist over HTTP.

mod answers;
mod api;
mod assets;
mod jobs;
mod lichess;
mod listen;
mod openapi;
mod reports;
mod strangers;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};
use nimzo_work::Task;
use tower_http::set_header::SetResponseHeaderLayer;

use nimzo_questions::{Beside, Failure, Folders, Rights, Session};

pub use strangers::Manners;

/// Threads that look positions up or work out answers.
const MOST_THREADS: usize = 32;
/// A page gets everything from this server and nothing from anywhere else.
const CONTENT_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// What the handlers share.
struct Shared {
    /// Where questions are asked: they write nothing.
    asking: Arc<Session>,
    /// Where jobs are done, which may write into the tables folder.
    working: Arc<Session>,
    /// Questions that may keep the processor busy, a few at a time.
    busy: Arc<tokio::sync::Semaphore>,
    /// How long a question may take before it is stopped and refused.
    longest_answer: Duration,
    /// Answers on their way.
    answers: answers::Answers,
    /// Long work.
    jobs: jobs::Jobs,
    /// Who asked how often.
    strangers: strangers::Strangers,
    /// What was done.
    metrics: strangers::Metrics,
    /// What strangers may do.
    manners: Manners,
}

impl Shared {
    /// The tables as they are now, and Syzygy's files beside them.
    fn sources(&self) -> Result<Beside, Failure> {
        self.asking.sources()
    }

    /// Looks at the folder afresh: a job may have built a table again, with more in it.
    fn reopen_tables(&self) {
        self.asking.reopen_tables();
        self.working.reopen_tables();
    }
}

/// How to serve.
pub struct Settings {
    /// Where to listen.
    pub addr: SocketAddr,
    /// How long a question may take before it is stopped.
    pub longest_answer: Duration,
    /// How long a client may take to send the head of a request.
    pub patience: Duration,
    /// What strangers may do.
    pub manners: Manners,
}

/// Serves until `task` is stopped.
pub fn run(
    Settings { addr, longest_answer, patience, manners }: Settings,
    folders: Folders,
    task: &Task,
) -> Result<(), Failure> {
    let cores = std::thread::available_parallelism().map_or(2, usize::from);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(cores)
        .max_blocking_threads(MOST_THREADS)
        .enable_all()
        .build()?;
    let shared = Arc::new(Shared {
        asking: Arc::new(Session::new(folders.clone(), Rights::GUEST)),
        working: Arc::new(Session::new(folders, Rights::JOB)),
        busy: Arc::new(tokio::sync::Semaphore::new(2)),
        longest_answer,
        answers: answers::Answers::new(),
        jobs: jobs::Jobs::new(),
        strangers: strangers::Strangers::new(&manners),
        metrics: strangers::Metrics::default(),
        manners,
    });
    let result = runtime.block_on(listen::listen(addr, patience, router(shared.clone()), task));
    shared.jobs.stop_all();
    // A question that does not look at its stop sign must not keep the process alive.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result
}

/// Every address but the pages' own.
fn routes() -> Vec<(&'static str, MethodRouter<Arc<Shared>>)> {
    vec![
        ("/", get(assets::index)),
        ("/assets/{*name}", get(assets::file)),
        ("/openapi.json", get(openapi::description)),
        ("/standard", get(lichess::standard)),
        ("/standard/mainline", get(lichess::mainline)),
        ("/mainline", get(lichess::mainline)),
        ("/api/{*command}", get(api::ask)),
        ("/text/{*command}", get(api::text)),
        ("/picture/{*command}", get(api::picture)),
        ("/png/{*command}", get(api::png)),
        ("/jobs", get(jobs::list)),
        ("/jobs/{*command}", get(jobs::look).post(jobs::start).delete(jobs::stop)),
        ("/metrics", get(strangers::metrics)),
        ("/reports", get(reports::list)),
        ("/reports/{name}", get(reports::page)),
    ]
}

fn router(shared: Arc<Shared>) -> Router {
    let longest_answer = shared.longest_answer;
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    let allowed = from_fn_with_state(shared.clone(), jobs::only_where_allowed);
    let routed = |router: Router<Arc<Shared>>, (path, route): (&str, MethodRouter<Arc<Shared>>)| {
        let is_job = path.starts_with("/jobs");
        router.route(path, if is_job { route.layer(allowed.clone()) } else { route })
    };
    routes()
        .into_iter()
        .fold(Router::new(), routed)
        .fallback(assets::page_or_nothing)
        .with_state(shared.clone())
        .layer(axum::middleware::from_fn(move |request, next| {
            // The questions stop themselves at their own limit; this one is for those that wait for
            // their turn, and for everything else.
            listen::within(longest_answer + Duration::from_secs(5), request, next)
        }))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(axum::middleware::from_fn(listen::only_small))
        .layer(from_fn_with_state(shared.clone(), listen::only_for_us))
        .layer(from_fn_with_state(shared, strangers::count_and_limit))
        .layer(axum::middleware::from_fn(api::refusals_as_answers))
}
