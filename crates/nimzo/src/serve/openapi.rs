//! The API's description, made from the definition of the command line.

use axum::Json;
use serde_json::{Map, Value, json};

use super::words::{Manner, Offer, offers, takes_value};

/// `GET /openapi.json`
pub async fn description() -> Json<Value> {
    let mut paths = Map::new();
    for offer in offers() {
        let (place, method, success) = match offer.manner {
            Manner::Question => ("api", "get", "200"),
            Manner::Job => ("jobs", "post", "202"),
        };
        let operation = json!({
            "summary": offer.command.get_about().map(ToString::to_string),
            "operationId": offer.path.join("-"),
            "parameters": parameters(offer),
            "responses": {
                success: { "description": "the command's JSON answer, or the job's state" },
                "400": { "description": "bad input: {\"error\": …}" },
                "503": { "description": "it takes too long, or the server is closing" },
            },
        });
        paths.insert(format!("/{place}/{}", offer.path.join("/")), json!({ method: operation }));
    }
    for (path, what) in [
        (
            "/standard",
            "value of a position and of every move, in the fields of Lichess's table server",
        ),
        ("/mainline", "a best-play line, in the fields of Lichess's table server"),
    ] {
        let fen = json!([{ "name": "fen", "in": "query", "required": true, "schema": { "type": "string" } }]);
        let responses = json!({ "200": { "description": what }, "404": { "description": "the table is missing" } });
        let operation = json!({ "summary": what, "parameters": fen, "responses": responses });
        paths.insert(path.to_owned(), json!({ "get": operation }));
    }
    Json(json!({
        "openapi": "3.1.0",
        "info": { "title": "nimzo", "version": env!("CARGO_PKG_VERSION"), "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" } },
        "paths": paths,
    }))
}

fn parameters(offer: &Offer) -> Vec<Value> {
    offer
        .arguments()
        .map(|arg| {
            let kind = if takes_value(arg) { "string" } else { "boolean" };
            json!({
                "name": arg.get_id().as_str(),
                "in": "query",
                "required": arg.is_required_set(),
                "description": arg.get_help().map(ToString::to_string),
                "schema": { "type": kind },
            })
        })
        .collect()
}
