//! JSON: one array, written record by record.

use std::io::{self, Write};

use nimzo_chess::Wdl;
use serde_json::{Map, Value, json};
use shakmaty::Position;

use super::{List, Record};
use crate::classify::Reading;
use crate::source::Metric;
use nimzo_chess::fen::write_fen;

/// Writes the list as an array of objects.
pub fn write_json(out: &mut dyn Write, list: &List) -> io::Result<()> {
    write!(out, "[")?;
    for (number, record) in list.records.iter().enumerate() {
        let comma = if number == 0 { "" } else { "," };
        write!(out, "{comma}\n{}", record_json(record, list.metric))?;
    }
    writeln!(out, "\n]")
}

/// One record.
pub fn record_json(record: &Record, metric: Metric) -> Value {
    let mut object = json!({
        "fen": write_fen(&record.position),
        "endgame": record.class.to_string(),
        "type": record.kind.to_string(),
        "first": record.position.turn().char().to_string(),
        "ep": record.position.maybe_ep_square().map(|square| square.to_string()),
        "metric": metric.name(),
        "depth": record.depth,
        "flags": record.flags(),
        "unreachable": record.unreachable.map(|proof| proof.to_string()),
    });
    for (name, reading) in ["p1", "p2", "p3"].iter().zip(&record.readings) {
        object[*name] = reading_json(reading, metric);
    }
    if let Some(fifty) = record.under_fifty_moves {
        object["fifty"] = fifty.text().into();
    }
    object
}

/// One of the three positions: value and depths for the first player. Depths are moves of the
/// winner, negative when the first player loses.
pub fn reading_json(reading: &Reading, metric: Metric) -> Value {
    let mut object = Map::new();
    let value = match reading.value {
        Wdl::Win => "win",
        Wdl::Draw => "draw",
        Wdl::Loss => "loss",
    };
    object.insert("value".to_owned(), value.into());
    object.insert("shown".to_owned(), reading.shown(metric).into());
    object.insert("stalemate".to_owned(), reading.stalemate.into());
    for metric in Metric::ALL {
        let signed = reading.depth(metric).map(|moves| match reading.value {
            Wdl::Loss => -i64::from(moves),
            _ => i64::from(moves),
        });
        object.insert(metric.name().to_owned(), signed.into());
    }
    object.insert("fen".to_owned(), reading.fen.clone().into());
    Value::Object(object)
}
