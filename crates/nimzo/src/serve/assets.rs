//! The pages, embedded in the binary.

use axum::extract::Path;
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use nimzo_report::pictures::men_markup;

const INDEX: &str = include_str!("../../assets/index.html");

/// Name and text of a file beside the index.
macro_rules! embedded {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../../assets/", $name)))),*]
    };
}

const FILES: &[(&str, &str)] = embedded![
    "app.js",
    "jobs.js",
    "keep-picture.js",
    "lib.js",
    "papers.js",
    "search.js",
    "style.css",
    "chess/board.js",
    "chess/classes.js",
    "chess/depths.js",
    "chess/endgames.js",
    "chess/figure.js",
    "chess/finder.js",
    "chess/game-tree.js",
    "chess/mine.js",
    "chess/offer.js",
    "chess/piece-map.js",
    "chess/position-answer.js",
    "chess/positions.js",
    "chess/solve.js",
    "chess/studies.js",
    "chess/zugzwangs.js",
    "games/echess.js",
    "games/echess-map.js",
    "games/echess-play.js",
    "games/pawns.js",
    "games/pawns-play.js",
    "games/sums.js",
    "games/values.js",
    "games/young.js",
    "games/young-diagram.js",
];

/// The names that pages have in the address bar.
const PAGES: &[&str] = &[
    "endgames",
    "classes",
    "zugzwangs",
    "mine",
    "solve",
    "studies",
    "pawns",
    "young",
    "echess",
    "values",
    "sums",
    "papers",
];

/// `GET /`
pub async fn index() -> Html<&'static str> {
    Html(INDEX)
}

/// `GET /assets/<name>`
pub async fn file(Path(name): Path<String>) -> Response {
    if name == "men.svg" {
        return ([(header::CONTENT_TYPE, "image/svg+xml")], men()).into_response();
    }
    let Some((_, text)) = FILES.iter().find(|(known, _)| *known == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let kind = if name.ends_with(".css") { "text/css" } else { "text/javascript" };
    ([(header::CONTENT_TYPE, format!("{kind}; charset=utf-8"))], *text).into_response()
}

/// The chessmen of the pictures, each in a group of its own.
fn men() -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{}</svg>", men_markup())
}

/// A page's own address shows the one index, whose script finds the page; nothing else exists.
pub async fn page_or_nothing(address: Uri) -> Response {
    match PAGES.contains(&address.path().trim_matches('/')) {
        true => Html(INDEX).into_response(),
        false => StatusCode::NOT_FOUND.into_response(),
    }
}
