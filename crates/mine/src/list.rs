//! Lists of positions found: as EPD, CSV, FEN and PGN.

use std::io::{self, Write};

use nimzo_chess::fen::write_fen;
use nimzo_chess::probe::{Choice, Numbering, line};
use nimzo_chess::{Material, Metric, Probe, Wdl};
use shakmaty::fen::Epd;
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, EnPassantMode, Position};

use crate::error::{Error, Result};

/// A position found, with what is known of it.
#[derive(Debug, Clone)]
pub struct Record {
    /// Its class.
    pub class: Material,
    /// The position.
    pub position: Chess,
    /// The result of the side to move.
    pub result: Wdl,
    /// Plies to mate, where that is known and there is one: negative for the side that loses.
    pub dtm: Option<i32>,
}

impl Record {
    /// A position found, with its depth where somebody knows it.
    pub fn of(
        class: Material,
        (position, result): (Chess, Wdl),
        source: Option<&dyn Probe>,
    ) -> Result<Self> {
        let dtm = match source.filter(|_| result != Wdl::Draw) {
            Some(source) => source.probe(&position, &[Metric::Dtm])?.dtm,
            None => None,
        };
        Ok(Self { class, position, result, dtm: dtm.map(|dtm| dtm.0.signed_plies()) })
    }

    /// The result in a word.
    pub fn result_name(&self) -> &'static str {
        match self.result {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        }
    }

    /// The result of the game.
    fn outcome(&self) -> &'static str {
        match (self.result, self.position.turn()) {
            (Wdl::Draw, _) => "1/2-1/2",
            (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => "1-0",
            _ => "0-1",
        }
    }
}

/// One position a line, with the standard depth to mate in moves.
pub fn write_epd(out: &mut dyn Write, records: &[Record]) -> io::Result<()> {
    for (number, record) in records.iter().enumerate() {
        let epd = Epd::from_position(&record.position, EnPassantMode::Legal);
        write!(out, "{epd} id \"{} {}\";", record.class, number + 1)?;
        if let Some(plies) = record.dtm {
            let moves = plies.unsigned_abs().div_ceil(2);
            write!(out, " dm {}{moves};", if record.result == Wdl::Loss { "-" } else { "" })?;
        }
        writeln!(out, " c0 \"{}\";", record.result_name())?;
    }
    Ok(())
}

/// With a line of headings. No field holds a comma.
pub fn write_csv(out: &mut dyn Write, records: &[Record]) -> io::Result<()> {
    writeln!(out, "fen,class,side,result,dtm")?;
    for record in records {
        let dtm = record.dtm.map(|plies| plies.to_string()).unwrap_or_default();
        let (fen, side) = (write_fen(&record.position), record.position.turn().char());
        writeln!(out, "{fen},{},{side},{},{dtm}", record.class, record.result_name())?;
    }
    Ok(())
}

/// Nothing but the positions.
pub fn write_fens(out: &mut dyn Write, records: &[Record]) -> io::Result<()> {
    records.iter().try_for_each(|record| writeln!(out, "{}", write_fen(&record.position)))
}

/// A game for each position: best play to mate, or for a draw every move that holds it. An only move
/// is marked with `!`. Where nobody knows values any more there are no moves.
pub fn write_pgn(
    out: &mut dyn Write,
    source: Option<&dyn Probe>,
    records: &[Record],
) -> Result<()> {
    for (number, record) in records.iter().enumerate() {
        let text = game(source, record, number + 1)?;
        out.write_all(text.as_bytes()).map_err(Error::Write)?;
    }
    Ok(())
}

fn game(source: Option<&dyn Probe>, record: &Record, round: usize) -> Result<String> {
    let mut text = String::new();
    let outcome = record.outcome();
    for (name, value) in [
        ("Event", format!("{} mined", record.class)),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", round.to_string()),
        ("White", "?".to_owned()),
        ("Black", "?".to_owned()),
        ("Result", outcome.to_owned()),
        ("SetUp", "1".to_owned()),
        ("FEN", write_fen(&record.position)),
    ] {
        text += &format!("[{name} \"{value}\"]\n");
    }
    text += "\n";
    if let Some(source) = source {
        text += &moves(source, record)?;
    }
    text += &format!("{outcome}\n\n");
    Ok(text)
}

fn moves(source: &dyn Probe, record: &Record) -> Result<String> {
    let mut numbers = Numbering::new(1, record.position.turn());
    let mut text = String::new();
    if record.result == Wdl::Draw || record.dtm.is_none() {
        let mut holding = Vec::new();
        for (mv, _) in Choice::of(source, &record.position, Metric::Wdl)?.best() {
            holding.push(SanPlus::from_move(record.position.clone(), mv).to_string());
        }
        if !holding.is_empty() {
            text += &format!("{{ {} }} ", holding.join(", "));
        }
        return Ok(text);
    }
    let best = line(source, &record.position, Metric::Dtm)?;
    let mut position = record.position.clone();
    for one in &best.moves {
        let keeping = Choice::of(source, &position, Metric::Wdl)?.best();
        let only = keeping.len() == 1 && position.legal_moves().len() > 1;
        text += &format!("{}{}{} ", numbers.before_next(), one.san, if only { "!" } else { "" });
        let uci: Option<shakmaty::uci::UciMove> = one.uci.parse().ok();
        let Some(mv) = uci.and_then(|uci| uci.to_move(&position).ok()) else { break };
        position.play_unchecked(mv);
    }
    Ok(text)
}
