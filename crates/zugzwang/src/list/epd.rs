//! Extended Position Description: one position a line, with operations.

use std::io::{self, Write};

use nimzo_chess::{Metric, Wdl};
use shakmaty::fen::Epd;
use shakmaty::{Chess, EnPassantMode};

use super::List;
use crate::definition::kind::Kind;

/// Position, type and name, for lists that know no depths.
pub fn epd_line(position: &Chess, kind: Kind, id: &str) -> String {
    let epd = Epd::from_position(position, EnPassantMode::PseudoLegal);
    format!("{epd} zug \"{kind}\"; id \"{id}\";")
}

/// Writes the list. `zug` is the type, `p1`, `p2` and `p3` are the values and depths as the
/// literature writes them, `flags` the flags; `dm` is the standard depth to mate of the side to
/// move, negative where it is the one to be mated.
pub fn write_epd(out: &mut dyn Write, list: &List) -> io::Result<()> {
    for (number, record) in list.records.iter().enumerate() {
        let id = format!("{} {} {}", record.class, record.kind, number + 1);
        write!(out, "{}", epd_line(&record.position, record.kind, &id))?;
        if let (Wdl::Loss, Some(moves)) =
            (record.readings[0].value, record.readings[0].depth(Metric::Dtm))
        {
            write!(out, " dm -{moves};")?;
        }
        for (name, reading) in ["p1", "p2", "p3"].iter().zip(&record.readings) {
            write!(out, " {name} \"{}\";", reading.shown(list.metric))?;
        }
        let flags = record.flags();
        if !flags.is_empty() {
            write!(out, " flags \"{}\";", flags.join(" "))?;
        }
        if let Some(fifty) = record.under_fifty_moves {
            write!(out, " fifty \"{}\";", fifty.text())?;
        }
        writeln!(out)?;
    }
    Ok(())
}
