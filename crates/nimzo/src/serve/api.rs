//! The command line over HTTP: a question in, the command's JSON out.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use clap::Parser;
use nimzo_work::Task;
use serde_json::{Value, json};

use super::words::{Manner, Offer};
use super::{LONGEST_ANSWER, Shared};
use crate::app::{Answer, App, Failure, Kept};
use crate::cli::Cli;

/// A refusal as a response.
pub struct Refusal(pub StatusCode, pub String);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.0, Json(json!({ "error": self.1 }))).into_response()
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Self {
        let message = failure.message().unwrap_or_default();
        match failure {
            Failure::BadInput(_) => Self(StatusCode::BAD_REQUEST, message),
            Failure::Interrupted | Failure::ReaderGone => {
                Self(StatusCode::SERVICE_UNAVAILABLE, message)
            }
        }
    }
}

/// A browser writes every refusal into its console as a fault of the page. The explorer's own
/// questions say that they show refusals themselves, and get them as answers with the status in a
/// header.
pub async fn as_the_page_likes(request: Request, next: Next) -> Response {
    let from_page = request.headers().get("x-nimzo").is_some_and(|value| value == "page");
    let mut response = next.run(request).await;
    let status = response.status();
    if from_page && (status.is_client_error() || status.is_server_error()) {
        *response.status_mut() = StatusCode::OK;
        response.headers_mut().insert("x-nimzo-status", HeaderValue::from(status.as_u16()));
    }
    response
}

/// `GET /api/<command>?<arguments>`: the command's JSON.
pub async fn ask(
    State(shared): State<Arc<Shared>>,
    Path(command): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Json<Value>, Refusal> {
    Ok(Json(single(answer(&shared, &command, &query, false).await?.answers)))
}

/// `GET /picture/<command>?<arguments>`: what the command would draw with `--svg`.
pub async fn picture(
    State(shared): State<Arc<Shared>>,
    Path(command): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Response, Refusal> {
    match answer(&shared, &command, &query, true).await?.picture {
        Some(svg) => Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response()),
        None => Err(Refusal(StatusCode::NOT_FOUND, format!("{command} has no picture"))),
    }
}

/// `GET /text/<command>?<arguments>`: what the command prints for people.
pub async fn text(
    State(shared): State<Arc<Shared>>,
    Path(command): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<String, Refusal> {
    let answers = answer(&shared, &command, &query, false).await?.answers;
    Ok(answers.into_iter().map(|answer| answer.text + "\n").collect())
}

async fn answer(
    shared: &Shared,
    command: &str,
    query: &[(String, String)],
    wants_picture: bool,
) -> Result<Kept, Refusal> {
    let offer = Offer::find(command).ok_or_else(|| {
        let message = format!("no question is called {command:?}; see /openapi.json");
        Refusal(StatusCode::NOT_FOUND, message)
    })?;
    if matches!(offer.manner, Manner::Job) {
        let advice = format!("{command} runs as a job: POST /jobs/{command}");
        return Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, advice));
    }
    let words = offer.words(query)?;
    let closing = |_| Refusal(StatusCode::SERVICE_UNAVAILABLE, "the server is closing".into());
    let _turn = shared.busy.acquire().await.map_err(closing)?;
    let task = Task::silent();
    let app = App::inside(task.clone(), &shared.folders, wants_picture);
    let work = tokio::task::spawn_blocking(move || run_inside(&words, app));
    match tokio::time::timeout(LONGEST_ANSWER, work).await {
        Ok(Ok(kept)) => Ok(kept.map_err(|failure| shared.told(failure))?),
        Ok(Err(_)) => {
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the computation broke off".into()))
        }
        Err(_) => {
            task.stop();
            let seconds = LONGEST_ANSWER.as_secs();
            let message = format!("this takes longer than {seconds} s; ask it on the command line");
            Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, message))
        }
    }
}

/// Runs a command and returns what it would have printed with `--json`.
pub fn run_inside(words: &[String], app: App) -> Result<Kept, Failure> {
    let cli = Cli::try_parse_from(words)
        .map_err(|refusal| Failure::input(crate::cli::in_one_line(&refusal.to_string())))?;
    cli.command.run(&app)?;
    Ok(app.into_kept())
}

/// A command's one answer, or the list of them.
pub fn single(answers: Vec<Answer>) -> Value {
    let mut answers: Vec<Value> = answers.into_iter().map(|answer| answer.json).collect();
    if answers.len() == 1 { answers.remove(0) } else { Value::Array(answers) }
}
