//! Questions over HTTP: a path and a query in, the answer out, as JSON, as text or as a picture.

use std::io::Write;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use nimzo_questions::{Asked, Entry, Failure, JsonLayout, Manner};
use nimzo_work::Task;
use serde_json::json;

use super::Shared;
use super::answers::Bounded;

/// A refusal as a response.
pub struct Refusal(pub StatusCode, pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let status = match failure {
            Failure::BadInput(_) => StatusCode::BAD_REQUEST,
            Failure::MissingTable { .. } => StatusCode::NOT_FOUND,
            Failure::TooLarge(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Failure::Stopped => StatusCode::SERVICE_UNAVAILABLE,
            Failure::Machine { .. } => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self(status, failure.for_strangers())
    }
}

/// A browser writes every refusal into its console as a fault of the page. The explorer's own
/// questions say that they show refusals themselves, and get them as answers with the status in a
/// header.
pub async fn refusals_as_answers(request: Request, next: Next) -> Response {
    let from_page = request.headers().get("x-nimzo").is_some_and(|value| value == "page");
    let mut response = next.run(request).await;
    let status = response.status();
    if from_page && (status.is_client_error() || status.is_server_error()) {
        *response.status_mut() = StatusCode::OK;
        response.headers_mut().insert("x-nimzo-status", HeaderValue::from(status.as_u16()));
    }
    response
}

/// The forms in which a question is answered.
#[derive(Clone, Copy)]
enum Form {
    Json,
    Text,
    Picture,
    Png,
}

/// `GET /api/<question>?<arguments>`: the answer's JSON.
pub async fn ask(
    State(shared): State<Arc<Shared>>,
    Path(path): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    answer(&shared, &path, &query, Form::Json).await
}

/// `GET /picture/<question>?<arguments>`: what the command line would draw with `--svg`.
pub async fn picture(
    State(shared): State<Arc<Shared>>,
    Path(path): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    answer(&shared, &path, &query, Form::Picture).await
}

/// `GET /png/<question>?<arguments>`: what the command line would draw with `--png`.
pub async fn png(
    State(shared): State<Arc<Shared>>,
    Path(path): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    answer(&shared, &path, &query, Form::Png).await
}

/// `GET /text/<question>?<arguments>`: what the command line prints for people.
pub async fn text(
    State(shared): State<Arc<Shared>>,
    Path(path): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    answer(&shared, &path, &query, Form::Text).await
}

/// The question at a path.
pub fn find(path: &str) -> Result<&'static Entry, Refusal> {
    Entry::find(path.trim_matches('/').split('/')).ok_or_else(|| {
        let message = format!("no question is called {path:?}; see /openapi.json");
        Refusal(StatusCode::NOT_FOUND, message)
    })
}

async fn answer(
    shared: &Shared,
    path: &str,
    query: &[(String, String)],
    form: Form,
) -> Result<Response, Refusal> {
    let entry = find(path)?;
    if entry.manner == Manner::AsJob {
        let advice = format!("{path} runs as a job: POST /jobs/{path}");
        return Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, advice));
    }
    if matches!(form, Form::Picture | Form::Png) && !entry.draws {
        return Err(Refusal(StatusCode::NOT_FOUND, format!("{path} has no picture")));
    }
    let mut question = entry.read_query(query)?;
    refuse_a_batch(&mut *question)?;
    let session = shared.asking.clone();
    let body = in_turn(shared, move |task| {
        let answer = question.ask(&session, task)?;
        let mut body = Bounded::default();
        let written = match form {
            Form::Json => answer.write_json(&mut body, JsonLayout::OneLine),
            Form::Text => answer.write_text(&mut body).and_then(|()| body.write_all(b"\n")),
            Form::Picture => body.write_all(answer.picture()?.svg().as_bytes()),
            Form::Png => body.write_all(&answer.picture()?.png()?),
        };
        written.map_err(|_| body.refusal())?;
        Ok(body.into_bytes())
    });
    let kind = match form {
        Form::Json => "application/json",
        Form::Text => "text/plain; charset=utf-8",
        Form::Picture => "image/svg+xml",
        Form::Png => "image/png",
    };
    let body = shared.answers.hold(body.await?)?;
    Ok(([(header::CONTENT_TYPE, kind)], body).into_response())
}

/// Over HTTP there is no standard input to read many questions from.
pub fn refuse_a_batch(question: &mut dyn Asked) -> Result<(), Failure> {
    match question.subject() {
        Some(subject) if subject == "-" => {
            Err(Failure::input("`-` means standard input, and there is none here"))
        }
        _ => Ok(()),
    }
}

/// Does some work when it is its turn, and stops it when it takes too long or when whoever asked
/// has gone away. The turn ends with the work, not with the waiting for it.
async fn in_turn<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce(&Task) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Refusal> {
    let closing = |_| Refusal(StatusCode::SERVICE_UNAVAILABLE, "the server is closing".into());
    let turn = shared.busy.clone().acquire_owned().await.map_err(closing)?;
    let task = Task::silent();
    let _nobody_waits = StopWhenDropped(task.clone());
    let working = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        work(&task)
    });
    match tokio::time::timeout(shared.longest_answer, working).await {
        Ok(Ok(done)) => Ok(done?),
        Ok(Err(_)) => {
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the computation broke off".into()))
        }
        Err(_) => {
            let seconds = shared.longest_answer.as_secs();
            let message = format!("this takes longer than {seconds} s; ask it on the command line");
            Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, message))
        }
    }
}

/// Stops the work when the request's future is dropped: after its answer, at its time limit, or
/// because the client hung up.
struct StopWhenDropped(Task);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.stop();
    }
}
