//! Long work: one command at a time, the others waiting, each with progress to ask for.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use nimzo_questions::{Failure, JsonLayout, Session};
use nimzo_work::{Observer, Task};
use serde::Serialize;
use serde_json::value::RawValue;

use super::Shared;
use super::answers::Bounded;
use super::api::{Refusal, find, refuse_a_batch};

/// Jobs that may wait or run at once.
const MOST_OPEN: usize = 8;
/// Ended jobs that are remembered.
const MOST_REMEMBERED: usize = 32;
/// Bytes of answers that are remembered, beyond the last one.
const MOST_BYTES: usize = 256 << 20;

/// The queue and the memory of jobs.
pub struct Jobs {
    jobs: Mutex<VecDeque<Arc<Job>>>,
    /// Only one job works at a time: each uses every core by itself.
    turn: tokio::sync::Mutex<()>,
    next: std::sync::atomic::AtomicU64,
}

struct Job {
    id: u64,
    command: String,
    task: Task,
    progress: Arc<Progress>,
    stage: Mutex<JobStage>,
}

/// How far a job has come.
enum JobStage {
    Waiting,
    Running,
    Done(Box<RawValue>),
    Failed(String),
    Stopped(String),
}

impl JobStage {
    fn is_open(&self) -> bool {
        matches!(self, Self::Waiting | Self::Running)
    }
}

/// What a job tells about itself.
#[derive(Serialize)]
pub struct JobState {
    id: u64,
    command: String,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    stage: Option<StageState>,
    /// What is counted on the way, its end not being known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counted: Vec<StageState>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    said: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize, Clone)]
struct StageState {
    #[serde(skip)]
    id: u64,
    what: String,
    done: u64,
    total: u64,
}

/// Remembers the stages under way and the last lines said.
#[derive(Default)]
struct Progress {
    stages: Mutex<Vec<StageState>>,
    said: Mutex<VecDeque<String>>,
}

impl Observer for Progress {
    fn begin(&self, id: u64, what: &str, total: u64) {
        lock(&self.stages).push(StageState { id, what: what.to_owned(), done: 0, total });
    }

    fn advance(&self, id: u64, amount: u64) {
        if let Some(stage) = lock(&self.stages).iter_mut().find(|stage| stage.id == id) {
            stage.done += amount;
        }
    }

    fn end(&self, id: u64) {
        lock(&self.stages).retain(|stage| stage.id != id);
    }

    fn say(&self, line: &str) {
        let mut said = lock(&self.said);
        said.push_back(line.to_owned());
        while said.len() > 20 {
            said.pop_front();
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// No jobs yet.
    pub fn new() -> Self {
        Self {
            jobs: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            next: std::sync::atomic::AtomicU64::new(1),
        }
    }

    /// Asks every job to stop.
    pub fn stop_all(&self) {
        lock(&self.jobs).iter().for_each(|job| job.stop());
    }

    /// How many wait or run.
    pub fn open_count(&self) -> usize {
        lock(&self.jobs).iter().filter(|job| job.is_open()).count()
    }

    fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let wanted = id.parse::<u64>().ok();
        lock(&self.jobs)
            .iter()
            .find(|job| Some(job.id) == wanted)
            .cloned()
            .ok_or_else(|| Refusal(StatusCode::NOT_FOUND, format!("there is no job {id:?}")))
    }

    /// A job for this command, and whether it is new.
    fn open(&self, command: String) -> Result<(Arc<Job>, bool), Refusal> {
        let mut jobs = lock(&self.jobs);
        // Two tabs that ask for the same work get the same job.
        if let Some(same) = jobs.iter().find(|job| job.goes_on() && job.command == command) {
            return Ok((same.clone(), false));
        }
        if jobs.iter().filter(|job| job.is_open()).count() >= MOST_OPEN {
            let message = format!("{MOST_OPEN} jobs are open already; stop one or wait");
            return Err(Refusal(StatusCode::TOO_MANY_REQUESTS, message));
        }
        let progress = Arc::<Progress>::default();
        let job = Arc::new(Job {
            id: self.next.fetch_add(1, Ordering::Relaxed),
            command,
            task: Task::observed(progress.clone()),
            progress,
            stage: Mutex::new(JobStage::Waiting),
        });
        jobs.push_back(job.clone());
        drop(jobs);
        self.forget();
        Ok((job, true))
    }

    /// Forgets the oldest jobs when there are too many, or too much of what they answered.
    fn forget(&self) {
        let mut jobs = lock(&self.jobs);
        let mut bytes: usize = jobs.iter().map(|job| job.answer_bytes()).sum();
        while (jobs.len() > MOST_REMEMBERED || bytes > MOST_BYTES)
            && jobs.len() > 1
            && jobs.front().is_some_and(|job| !job.is_open())
        {
            bytes -= jobs.pop_front().map_or(0, |job| job.answer_bytes());
        }
    }
}

impl Job {
    fn is_open(&self) -> bool {
        lock(&self.stage).is_open()
    }

    fn answer_bytes(&self) -> usize {
        match &*lock(&self.stage) {
            JobStage::Done(answer) => answer.get().len(),
            _ => 0,
        }
    }

    fn goes_on(&self) -> bool {
        self.is_open() && self.task.check().is_ok()
    }

    /// Asks it to stop. One that has not begun is stopped at once and waits for nobody's turn; one
    /// that has ended stays what it is.
    fn stop(&self) {
        self.task.stop();
        let mut stage = lock(&self.stage);
        if matches!(*stage, JobStage::Waiting) {
            *stage = JobStage::Stopped("stopped before it began".to_owned());
        }
    }

    /// Begins, unless it was stopped before its turn came.
    fn begin(&self) -> bool {
        let mut stage = lock(&self.stage);
        let waits = matches!(*stage, JobStage::Waiting);
        if waits {
            *stage = JobStage::Running;
        }
        waits
    }

    fn state(&self) -> JobState {
        let (state, answer, error) = match &*lock(&self.stage) {
            JobStage::Waiting => ("waiting", None, None),
            JobStage::Running => ("running", None, None),
            JobStage::Done(answer) => ("done", Some(answer.clone()), None),
            JobStage::Failed(error) => ("failed", None, Some(error.clone())),
            JobStage::Stopped(error) => ("stopped", None, Some(error.clone())),
        };
        // Locked once: within one expression a second lock would wait for the first for ever.
        let stages = lock(&self.progress.stages).clone();
        JobState {
            id: self.id,
            command: self.command.clone(),
            state,
            stage: stages.iter().rev().find(|stage| stage.total > 0).cloned(),
            counted: stages.into_iter().filter(|stage| stage.total == 0).collect(),
            said: lock(&self.progress.said).iter().cloned().collect(),
            answer,
            error,
        }
    }
}

/// A server that only reads does no jobs, and says so wherever one asks about them.
pub async fn only_where_allowed(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if shared.manners.read_only {
        let message = "this server only reads: it does no jobs".to_owned();
        return Refusal(StatusCode::FORBIDDEN, message).into_response();
    }
    next.run(request).await
}

/// `GET /jobs`: without the answers, which may be long.
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<JobState>> {
    Json(
        lock(&shared.jobs.jobs)
            .iter()
            .map(|job| JobState { answer: None, ..job.state() })
            .collect(),
    )
}

/// `GET /jobs/<id>`
pub async fn look(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let state = serde_json::to_vec(&shared.jobs.find(&id)?.state()).map_err(Failure::machine)?;
    let body = shared.answers.hold(state)?;
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// `DELETE /jobs/<id>`
pub async fn stop(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
) -> Result<Json<JobState>, Refusal> {
    let job = shared.jobs.find(&id)?;
    job.stop();
    Ok(Json(job.state()))
}

/// What a job does.
type Work = Box<dyn FnOnce(&Session, &Task) -> Result<Box<RawValue>, Failure> + Send>;

/// `POST /jobs/<question>?<arguments>`
pub async fn start(
    State(shared): State<Arc<Shared>>,
    Path(path): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<(StatusCode, Json<JobState>), Refusal> {
    let (named, work) = work_of(&path, &query)?;
    let (job, is_new) = shared.jobs.open(named)?;
    let state = job.state();
    if is_new {
        tokio::spawn(run(shared, job, work));
    }
    Ok((StatusCode::ACCEPTED, Json(state)))
}

/// Whatever can be asked can also be asked to run by itself.
fn work_of(path: &str, query: &[(String, String)]) -> Result<(String, Work), Refusal> {
    let mut question = find(path)?.read_query(query)?;
    refuse_a_batch(&mut *question)?;
    let words = path.split('/').chain(query.iter().map(|(_, value)| value.as_str()));
    let named = words.collect::<Vec<_>>().join(" ");
    let work = move |session: &Session, task: &Task| {
        let answer = question.ask(session, task)?;
        let mut body = Bounded::default();
        answer.write_json(&mut body, JsonLayout::OneLine).map_err(|_| body.refusal())?;
        let text = String::from_utf8(body.into_bytes()).map_err(Failure::machine)?;
        Ok(RawValue::from_string(text)?)
    };
    Ok((named, Box::new(work)))
}

async fn run(shared: Arc<Shared>, job: Arc<Job>, work: Work) {
    let _turn = shared.jobs.turn.lock().await;
    if !job.begin() {
        return;
    }
    let (session, task) = (shared.working.clone(), job.task.clone());
    let result = tokio::task::spawn_blocking(move || work(&session, &task)).await;
    shared.reopen_tables();
    *lock(&job.stage) = match result {
        Ok(Ok(answer)) => JobStage::Done(answer),
        Ok(Err(Failure::Stopped)) => JobStage::Stopped(Failure::Stopped.to_string()),
        Ok(Err(failure)) => JobStage::Failed(failure.for_strangers()),
        Err(_) => JobStage::Failed("the computation broke off".to_owned()),
    };
    shared.jobs.forget();
}
