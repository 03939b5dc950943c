//! The API's description, made from the questions' own.

use axum::Json;
use nimzo_questions::{ALL, Argument, Entry, Manner};
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// `GET /openapi.json`
pub async fn description() -> Json<Value> {
    Json(describe())
}

fn describe() -> Value {
    let mut paths = Map::new();
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut schemas = settings.into_generator();
    for entry in ALL.iter() {
        describe_entry(entry, &mut schemas, &mut paths);
    }
    for (path, item) in fixed() {
        paths.insert(path.to_owned(), item);
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "nimzo",
            "summary": "Everything the command line answers, in the same JSON",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "GPL-3.0-or-later", "identifier": "GPL-3.0-or-later" },
        },
        "paths": paths,
        "components": { "schemas": schemas.take_definitions(true) },
    })
}

/// The same question as JSON, as text, as a picture, and as a job.
fn describe_entry(entry: &Entry, schemas: &mut SchemaGenerator, paths: &mut Map<String, Value>) {
    let path = entry.path.join("/");
    let schema = (entry.answer_schema)(schemas);
    if entry.manner == Manner::AtOnce {
        let json =
            json!({ "description": "the answer", "content": { JSON: { "schema": schema } } });
        let mut ways = vec![
            ("api", "ask", json),
            ("text", "read", answer("what the command line prints for people", TEXT)),
        ];
        if entry.draws {
            ways.push(("picture", "draw", answer("what the command line draws", SVG)));
            ways.push(("png", "paint", answer("the same as dots", PNG)));
        }
        for (place, verb, response) in ways {
            let get = operation_of(entry, verb, "200", response);
            paths.insert(format!("/{place}/{path}"), json!({ "get": get }));
        }
    }
    let started = answer("the job's state; its answer is that of the question", JSON);
    let job = guarded(operation_of(entry, "start", "202", started));
    paths.insert(format!("/jobs/{path}"), json!({ "post": job }));
}

fn operation_of(entry: &Entry, verb: &str, success: &str, response: Value) -> Value {
    let parameter = |argument: &Argument| {
        json!({
            "name": argument.name,
            "in": "query",
            "required": argument.required,
            "description": argument.help,
            "schema": argument.schema,
        })
    };
    json!({
        "summary": (entry.command)().get_about().map(ToString::to_string),
        "operationId": format!("{verb}-{}", entry.path.join("-")),
        "parameters": entry.given().arguments.iter().map(parameter).collect::<Vec<_>>(),
        "responses": {
            success: response,
            "400": refusal("bad input: the message names it and what was expected"),
            "404": refusal("a table that the answer needs has not been built"),
            "429": refusal("too many requests from one address, or too many jobs"),
            "422": refusal("more was asked for than this server can hold"),
            "500": refusal("this machine's fault: a damaged file, a full disk"),
            "503": refusal("it takes too long, or the server is closing"),
        },
    })
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain";
const HTML: &str = "text/html";
const SVG: &str = "image/svg+xml";
const PNG: &str = "image/png";

fn answer(what: &str, kind: &str) -> Value {
    json!({ "description": what, "content": { kind: {} } })
}

fn refusal(what: &str) -> Value {
    let schema = json!({
        "type": "object",
        "required": ["error"],
        "properties": { "error": { "type": "string" } },
    });
    json!({ "description": what, "content": { JSON: { "schema": schema } } })
}

/// A request that changes something carries a header that no foreign page can send.
fn guarded(mut operation: Value) -> Value {
    let header = json!({
        "name": "X-Nimzo", "in": "header", "required": true, "schema": { "type": "string" },
    });
    operation["responses"]["403"] = refusal("the header X-Nimzo is missing");
    match operation["parameters"].as_array_mut() {
        Some(parameters) => parameters.push(header),
        None => operation["parameters"] = json!([header]),
    }
    operation
}

/// The addresses that are not commands.
fn fixed() -> Vec<(&'static str, Value)> {
    let named = |name: &str, place: &str| json!({ "name": name, "in": place, "required": true, "schema": { "type": "string" } });
    let get = |what: &str, kind: &str, parameters: Vec<Value>, missing: Option<&str>| {
        let mut responses = json!({ "200": answer(what, kind) });
        if let Some(missing) = missing {
            responses["404"] = refusal(missing);
        }
        json!({ "summary": what, "parameters": parameters, "responses": responses })
    };
    let table = |what: &str| {
        let mut item = get(what, JSON, vec![named("fen", "query")], Some("the table is missing"));
        item["responses"]["400"] = refusal("not a legal position");
        json!({ "get": item })
    };
    let by_id = || vec![named("id", "path")];
    let no_job = Some("there is no such job");
    vec![
        (
            "/standard",
            table("value of a position and of every move, in the fields of Lichess's table server"),
        ),
        ("/standard/mainline", table("the main line to mate or to the fifty-move rule, by DTZ")),
        ("/mainline", table("the same as /standard/mainline")),
        ("/jobs", json!({ "get": get("the jobs, the oldest first", JSON, vec![], None) })),
        (
            "/jobs/{id}",
            json!({
                "get": get("a job's state, progress and, when done, answer", JSON, by_id(), no_job),
                "delete": guarded(get("asks a job to stop", JSON, by_id(), no_job)),
            }),
        ),
        (
            "/reports",
            json!({ "get": get("the reports on the papers that are there", JSON, vec![], None) }),
        ),
        (
            "/reports/{name}",
            json!({ "get": get(
                "the report on all papers, or on one",
                HTML,
                vec![named("name", "path")],
                Some("it was not written yet"),
            ) }),
        ),
        (
            "/metrics",
            json!({ "get": get("what the server has done, for Prometheus", TEXT, vec![], None) }),
        ),
        ("/openapi.json", json!({ "get": get("this description", JSON, vec![], None) })),
        ("/", json!({ "get": get("the explorer's pages", HTML, vec![], None) })),
        (
            "/assets/{name}",
            json!({ "get": get(
                "a script or style of the pages",
                TEXT,
                vec![named("name", "path")],
                Some("there is no such file"),
            ) }),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::routes;

    /// `/api/{*command}` is described by what it leads to.
    #[test]
    fn every_route_is_described() {
        let described = describe();
        let paths: Vec<&String> = described["paths"].as_object().unwrap().keys().collect();
        for (route, _) in routes() {
            let fixed = route.split('{').next().unwrap_or_default();
            let is_there = paths.iter().any(|path| match route == fixed {
                true => *path == route,
                false => path.len() > fixed.len() && path.starts_with(fixed),
            });
            assert!(is_there, "{route} is not described");
        }
    }

    /// The other way round: nothing is described that has no route.
    #[test]
    fn nothing_else_is_described() {
        let leads_to = |route: &str, path: &str| match route.split_once('{') {
            Some((prefix, _)) => path.starts_with(prefix),
            None => path == route,
        };
        for path in describe()["paths"].as_object().unwrap().keys() {
            assert!(routes().iter().any(|(route, _)| leads_to(route, path)), "{path}");
        }
    }

    #[test]
    fn every_question_is_described_in_its_manner() {
        let described = describe();
        for entry in ALL.iter() {
            let path = entry.path.join("/");
            let asked = described["paths"].get(format!("/api/{path}"));
            assert_eq!(asked.is_some(), entry.manner == Manner::AtOnce, "{path}");
            assert!(described["paths"][format!("/jobs/{path}")]["post"].is_object(), "{path}");
            let drawn = described["paths"].get(format!("/picture/{path}"));
            assert_eq!(drawn.is_some(), asked.is_some() && entry.draws, "{path}");
        }
        assert!(described["paths"]["/jobs/{id}"]["delete"].is_object());
    }

    /// Answers say what they hold, and every reference leads somewhere.
    #[test]
    fn every_answer_has_a_schema() {
        let described = describe();
        let schemas = described["components"]["schemas"].as_object().unwrap();
        for entry in ALL.iter().filter(|entry| entry.manner == Manner::AtOnce) {
            let path = entry.path.join("/");
            let answer = &described["paths"][format!("/api/{path}")]["get"]["responses"]["200"];
            let schema = &answer["content"][JSON]["schema"];
            let refers_to = |schema: &Value| {
                let name = schema["$ref"].as_str()?.rsplit('/').next()?.to_owned();
                Some(schemas.get(&name).unwrap_or_else(|| panic!("{name} is nowhere")).clone())
            };
            let mut schema = schema.clone();
            while let Some(further) = refers_to(&schema) {
                schema = further;
            }
            let says = ["type", "anyOf", "oneOf"].iter().any(|key| schema.get(key).is_some());
            assert!(says, "{path}: {schema}");
        }
    }
}
