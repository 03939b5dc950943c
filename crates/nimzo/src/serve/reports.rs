//! The report on the papers: the HTML page that `nimzo reproduce` writes, shown as it is.
//!
//! A request chooses among names that are known here; it cannot spell a path.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{Html, IntoResponse, Response};
use nimzo_report::reproduce::Paper;
use serde::Serialize;

use super::Shared;
use super::api::Refusal;

/// The report on every paper.
const ALL: &str = "all";
/// The page brings its own style and script and may do nothing else, not even know this server.
const CONTENT_POLICY: &str = "sandbox allow-scripts; default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'";

/// A report that is there.
#[derive(Serialize)]
pub struct Written {
    name: String,
    /// When, in seconds since 1970.
    written: u64,
    bytes: u64,
}

fn names() -> impl Iterator<Item = String> {
    std::iter::once(ALL.to_owned()).chain(Paper::ALL.into_iter().map(|paper| paper.to_string()))
}

fn file(shared: &Shared, name: &str) -> PathBuf {
    let folder = shared.asking.reports();
    if name == ALL { folder.join("index.html") } else { folder.join(name).join("index.html") }
}

/// `GET /reports`
pub async fn list(State(shared): State<Arc<Shared>>) -> Json<Vec<Written>> {
    let found = in_background(move || names().filter_map(|name| about(&shared, name)).collect());
    Json(found.await.unwrap_or_default())
}

fn about(shared: &Shared, name: String) -> Option<Written> {
    let about = std::fs::metadata(file(shared, &name)).ok()?;
    let written = about.modified().ok()?.duration_since(UNIX_EPOCH).ok()?.as_secs();
    Some(Written { name, written, bytes: about.len() })
}

/// Waiting for the disk must not hold up the other connections.
async fn in_background<T: Send + 'static>(look: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    tokio::task::spawn_blocking(look).await.ok()
}

/// `GET /reports/<name>`
pub async fn page(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
) -> Result<Response, Refusal> {
    let missing = || Refusal(StatusCode::NOT_FOUND, format!("there is no report {name:?}"));
    let known = names().find(|known| *known == name).ok_or_else(missing)?;
    let path = file(&shared, &known);
    let text = in_background(move || std::fs::read_to_string(path).ok()).await;
    let page = shared.answers.hold(text.flatten().ok_or_else(missing)?.into_bytes())?;
    Ok(([(header::CONTENT_SECURITY_POLICY, CONTENT_POLICY)], Html(page)).into_response())
}
