//! The command line over HTTP: a question in, the command's JSON out.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use clap::Parser;
use nimzo_work::Task;
use serde_json::{Value, json};

use super::words::{Manner, Offer};
use super::{LONGEST_ANSWER, Shared};
use crate::app::{App, Failure};
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

/// `GET /api/<command>?<arguments>`
pub async fn ask(
    State(shared): State<Arc<Shared>>,
    Path(command): Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<Json<Value>, Refusal> {
    let offer = Offer::find(&command).ok_or_else(|| {
        Refusal(
            StatusCode::NOT_FOUND,
            format!("no question is called {command:?}; see /openapi.json"),
        )
    })?;
    if matches!(offer.manner, Manner::Job) {
        let advice = format!("{command} runs as a job: POST /jobs/{command}");
        return Err(Refusal(StatusCode::METHOD_NOT_ALLOWED, advice));
    }
    let words = offer.words(&query)?;
    let _turn =
        shared.busy.acquire().await.map_err(|_| {
            Refusal(StatusCode::SERVICE_UNAVAILABLE, "the server is closing".into())
        })?;
    let task = Task::silent();
    let stopper = task.clone();
    let tables = shared.tables.clone();
    let mut work = tokio::task::spawn_blocking(move || run_inside(&words, task, tables));
    let answer = match tokio::time::timeout(LONGEST_ANSWER, &mut work).await {
        Ok(answer) => answer,
        Err(_) => {
            stopper.stop();
            let seconds = LONGEST_ANSWER.as_secs();
            let message = format!("this takes longer than {seconds} s; ask it on the command line");
            return Err(Refusal(StatusCode::SERVICE_UNAVAILABLE, message));
        }
    };
    match answer {
        Ok(answer) => Ok(Json(answer?)),
        Err(_) => {
            Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the computation broke off".into()))
        }
    }
}

/// Runs a command and returns what it would have printed with `--json`.
pub fn run_inside(
    words: &[String],
    task: Task,
    tables: std::path::PathBuf,
) -> Result<Value, Failure> {
    let cli = Cli::try_parse_from(words)
        .map_err(|refusal| Failure::input(crate::cli::in_one_line(&refusal.to_string())))?;
    let app = App::inside(task, tables);
    cli.command.run(&app)?;
    let mut answers = app.into_kept();
    Ok(if answers.len() == 1 { answers.remove(0) } else { Value::Array(answers) })
}
