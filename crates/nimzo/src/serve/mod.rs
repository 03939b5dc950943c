//! The explorer: a web server for one person on one machine.
//!
//! * [`api`]: the command line over HTTP, same words, same JSON;
//! * [`jobs`]: commands that take long, run one after the other, with progress to ask for;
//! * [`lichess`]: the two questions that clients of Lichess's table server ask;
//! * [`assets`]: the pages, embedded in the binary;
//! * [`listen`]: connections, their limits, and the end of the server.
//!
//! A request never names a file: options that take a path do not exist over HTTP.

mod api;
mod assets;
mod jobs;
mod lichess;
mod listen;
mod openapi;
mod words;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::routing::get;
use nimzo_tables::Store;
use nimzo_work::Task;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use crate::app::Failure;

/// No request has a body worth more than this.
const LARGEST_BODY: usize = 16 << 10;
/// How long a question may take before it is stopped and refused.
const LONGEST_ANSWER: Duration = Duration::from_secs(90);
/// A page gets everything from this server and nothing from anywhere else.
const CONTENT_POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// What the handlers share.
struct Shared {
    /// Folder of generated tables.
    tables: PathBuf,
    /// The tables in it, kept open for quick questions.
    store: RwLock<Arc<Store>>,
    /// Questions that may keep the processor busy, a few at a time.
    busy: tokio::sync::Semaphore,
    /// Long work.
    jobs: jobs::Jobs,
}

impl Shared {
    /// The tables as they are now.
    fn store(&self) -> Arc<Store> {
        Arc::clone(&self.store.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Looks at the folder afresh: a job may have built a table again, with more in it.
    fn reopen_tables(&self) {
        let fresh = Arc::new(Store::at(self.tables.clone()));
        *self.store.write().unwrap_or_else(PoisonError::into_inner) = fresh;
    }
}

/// Serves until `task` is stopped.
pub fn run(addr: SocketAddr, tables: PathBuf, task: &Task) -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let shared = Arc::new(Shared {
        store: RwLock::new(Arc::new(Store::at(tables.clone()))),
        jobs: jobs::Jobs::new(tables.clone()),
        tables,
        busy: tokio::sync::Semaphore::new(2),
    });
    let result = runtime.block_on(listen::listen(addr, router(shared.clone()), task));
    shared.jobs.stop_all();
    // A question that does not look at its stop sign must not keep the process alive.
    runtime.shutdown_timeout(Duration::from_secs(2));
    result
}

fn router(shared: Arc<Shared>) -> Router {
    let fixed = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    Router::new()
        .route("/", get(assets::index))
        .route("/assets/{*name}", get(assets::file))
        .route("/openapi.json", get(openapi::description))
        .route("/standard", get(lichess::standard))
        .route("/mainline", get(lichess::mainline))
        .route("/api/{*command}", get(api::ask))
        .route("/text/{*command}", get(api::text))
        .route("/picture/{*command}", get(api::picture))
        .route("/jobs", get(jobs::list))
        .route("/jobs/{*command}", get(jobs::look).post(jobs::start).delete(jobs::stop))
        .fallback(assets::page_or_nothing)
        .with_state(shared)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::SERVICE_UNAVAILABLE,
            // The questions stop themselves at their own limit; this one is for everything else.
            LONGEST_ANSWER + Duration::from_secs(5),
        ))
        .layer(fixed(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY))
        .layer(fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(fixed(header::REFERRER_POLICY, "no-referrer"))
        .layer(axum::middleware::from_fn(listen::only_for_us))
}
