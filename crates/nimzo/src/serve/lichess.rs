//! The two questions that clients of Lichess's table server ask, answered in its words.
//!
//! These are the quick ones: they only read tables, so they wait for nobody.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Query, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use nimzo_chess::Error;
use nimzo_chess::parse_fen;
use nimzo_chess::probe::{main_line, respond};
use nimzo_chess::{Depth, Dtz50, MaybeRounded};
use nimzo_questions::Beside;
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use super::Shared;
use super::api::Refusal;

/// Pages of other origins may read these answers, as they may Lichess's.
const FOR_ALL: [(HeaderName, HeaderValue); 1] =
    [(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"))];

/// `?fen=…`, blanks written as such or as underscores.
#[derive(Deserialize)]
pub struct Question {
    fen: String,
}

impl Question {
    fn position(&self) -> Result<Chess, Refusal> {
        parse_fen(&self.fen.replace('_', " "))
            .map_err(|fault| Refusal(StatusCode::BAD_REQUEST, format!("{:?}: {fault}", self.fen)))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match error {
            // The folder is this machine's affair: the answer names only the class.
            Error::Missing { class, .. } => {
                Self(StatusCode::NOT_FOUND, format!("there is no table of {class}"))
            }
            Error::Position { .. } => Self(StatusCode::BAD_REQUEST, error.to_string()),
            _ => Self(StatusCode::INTERNAL_SERVER_ERROR, "a table could not be read".into()),
        }
    }
}

/// `GET /standard?fen=…`
pub async fn standard(
    State(shared): State<Arc<Shared>>,
    Query(question): Query<Question>,
) -> Result<Response, Refusal> {
    let position = question.position()?;
    let answer = in_background(&shared, move |sources| respond(sources, &position)).await?;
    Ok((FOR_ALL, Json(answer)).into_response())
}

#[derive(Serialize)]
struct Mainline {
    mainline: Vec<MainlineMove>,
    winner: Option<&'static str>,
    #[serde(flatten)]
    depth: MainlineDepth,
}

#[derive(Serialize)]
struct MainlineMove {
    uci: String,
    san: String,
    #[serde(flatten)]
    depth: MainlineDepth,
}

/// Plies to the next zeroing move, positive when the side to move wins; -1 for a mate.
#[derive(Serialize)]
struct MainlineDepth {
    dtz: i32,
    precise_dtz: Option<i32>,
}

impl From<MaybeRounded<Dtz50>> for MainlineDepth {
    fn from(depth: MaybeRounded<Dtz50>) -> Self {
        let plies = depth.map(|Dtz50(depth)| match depth {
            Depth::MATED => -1,
            _ => depth.signed_plies(),
        });
        Self { dtz: plies.at_least(), precise_dtz: plies.exact() }
    }
}

/// `GET /standard/mainline?fen=…`, and under its old name `/mainline`
pub async fn mainline(
    State(shared): State<Arc<Shared>>,
    Query(question): Query<Question>,
) -> Result<Response, Refusal> {
    let position = question.position()?;
    let answer = in_background(&shared, move |sources| best_play(sources, &position)).await?;
    Ok((FOR_ALL, Json(answer)).into_response())
}

fn best_play(sources: &Beside, position: &Chess) -> Result<Mainline, Error> {
    let line = main_line(sources, position)?;
    let mut at = position.clone();
    let told = line.moves.iter().map(|&(mv, depth)| MainlineMove {
        uci: UciMove::from_move(mv, CastlingMode::Standard).to_string(),
        san: SanPlus::from_move_and_play_unchecked(&mut at, mv).to_string(),
        depth: depth.into(),
    });
    Ok(Mainline {
        mainline: told.collect(),
        winner: line.winner.map(|side| side.fold_wb("w", "b")),
        depth: line.start.into(),
    })
}

/// Reading a table may wait for the disk, which must not hold up the other connections.
async fn in_background<T: Send + 'static>(
    shared: &Shared,
    look_up: impl FnOnce(&Beside) -> Result<T, Error> + Send + 'static,
) -> Result<T, Refusal> {
    let sources = shared.sources()?;
    match tokio::task::spawn_blocking(move || look_up(&sources)).await {
        Ok(answer) => Ok(answer?),
        Err(_) => Err(Refusal(StatusCode::INTERNAL_SERVER_ERROR, "the look-up broke off".into())),
    }
}
