//! Comma-separated values. No field holds a comma or a quotation mark.

use std::io::{self, Write};

use nimzo_chess::fen::write_fen;
use shakmaty::Position;

use super::List;

/// Writes the list with a line of headings.
pub fn write_csv(out: &mut dyn Write, list: &List) -> io::Result<()> {
    writeln!(out, "fen,endgame,type,first,p1,p2,p3,metric,depth,flags,fifty")?;
    for record in &list.records {
        let [p1, p2, p3] = record.readings.each_ref().map(|r| r.shown(list.metric));
        writeln!(
            out,
            "{},{},{},{},{p1},{p2},{p3},{},{},{},{}",
            write_fen(&record.position),
            record.class,
            record.kind,
            record.position.turn().char(),
            list.metric.name(),
            record.depth,
            record.flags().join(" "),
            record.under_fifty_moves.map_or(String::new(), |fifty| fifty.text()),
        )?;
    }
    Ok(())
}
