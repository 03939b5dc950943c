//! Portable Game Notation: one game a position, with the try and its refutation, and what a null
//! move would have led to.

use std::io::{self, Write};

use nimzo_chess::fen::write_fen;
use nimzo_chess::probe::{Choice, Numbering, play};
use nimzo_chess::{Metric, Probe, Wdl};
use shakmaty::{Chess, Color, Move, Position};

use super::{List, Record};
use crate::error::Result;
use crate::study::{Notation, line, written};

/// The most plies of a line.
const PLIES: usize = 12;

/// Writes the list. The game's main line is the hardest try in p1 and its refutation; a variation
/// begins with a null move, written `--`, and shows best play from p2.
pub fn write_pgn(out: &mut dyn Write, source: &dyn Probe, list: &List) -> Result<()> {
    for (number, record) in list.records.iter().enumerate() {
        write_game(out, source, list, record, number + 1)?;
    }
    Ok(())
}

fn write_game(
    out: &mut dyn Write,
    source: &dyn Probe,
    list: &List,
    record: &Record,
    number: usize,
) -> Result<()> {
    let [p1, p2, p3] = record.readings.each_ref().map(|r| r.shown(list.metric));
    let result = result(record.readings[0].value, record.position.turn());
    header(out, "Event", &format!("{} zugzwang {}", record.class, record.kind))?;
    header(out, "Site", "?")?;
    header(out, "Date", "????.??.??")?;
    header(out, "Round", &number.to_string())?;
    header(out, "White", "?")?;
    header(out, "Black", "?")?;
    header(out, "Result", result)?;
    header(out, "SetUp", "1")?;
    header(out, "FEN", &write_fen(&record.position))?;
    header(out, "Zugzwang", &record.kind.to_string())?;
    header(out, "Values", &format!("{p1} {p2} {p3} ({})", list.metric.name()))?;
    if !record.flags().is_empty() {
        header(out, "Flags", &record.flags().join(" "))?;
    }
    writeln!(out)?;
    let tried = line(source, &record.position, &main_line(source, &record.position)?)?;
    let (first, rest) = tried.split_first();
    let mut numbers = numbers(&record.position);
    let first = written(&first, &mut numbers, Notation::Game);
    // The variation stands between the first move and the second.
    numbers.interrupt();
    let rest = written(&rest, &mut numbers, Notation::Game);
    let passed = null_line(source, record)?;
    writeln!(out, "{{ p1 {p1}, p2 {p2}, p3 {p3} }}")?;
    let space = if rest.is_empty() { "" } else { " " };
    writeln!(out, "{first} ( {passed} ) {rest}{space}{result}\n")?;
    Ok(())
}

fn header(out: &mut dyn Write, name: &str, value: &str) -> io::Result<()> {
    writeln!(out, "[{name} \"{value}\"]")
}

fn result(value: Wdl, first: Color) -> &'static str {
    match (value, first) {
        (Wdl::Draw, _) => "1/2-1/2",
        (Wdl::Win, Color::White) | (Wdl::Loss, Color::Black) => "1-0",
        _ => "0-1",
    }
}

/// The first player's hardest try, then best play: the move after which the fewest answers keep
/// the second player's result, or, when mate is near, the one that holds out longest.
fn main_line(source: &dyn Probe, position: &Chess) -> Result<Vec<Move>> {
    let mut hardest: Option<(usize, Move)> = None;
    for (m, _) in choice(source, position)?.best() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let answers = choice(source, &child)?.best().len();
        if hardest.is_none_or(|(fewest, _)| answers < fewest) {
            hardest = Some((answers, m));
        }
    }
    let Some((_, attempt)) = hardest else { return Ok(Vec::new()) };
    let mut after = position.clone();
    after.play_unchecked(attempt);
    let mut moves = vec![attempt];
    moves.extend(best_play(source, &after, 3)?);
    Ok(moves)
}

fn choice(source: &dyn Probe, position: &Chess) -> Result<Choice> {
    Ok(Choice::of(source, position, Metric::Dtm)?)
}

/// Best play for both, at most so many plies; drawn lines are cut off after the first move.
fn best_play(source: &dyn Probe, start: &Chess, plies: usize) -> Result<Vec<Move>> {
    let mut drawn = false;
    play(start, Some(plies), |position| {
        if drawn {
            return Ok(None);
        }
        let best = choice(source, position)?.best().first().copied();
        drawn = best.is_some_and(|(_, (value, _))| value == Wdl::Draw);
        Ok(best.map(|(m, _)| m))
    })
}

/// The null move and what follows it.
fn null_line(source: &dyn Probe, record: &Record) -> Result<String> {
    let Ok(triple) = crate::definition::null_move::Triple::of(&record.position) else {
        return Ok(String::new());
    };
    let moves = best_play(source, &triple.p2, PLIES)?;
    let mut numbers = numbers(&record.position);
    let null = format!("{}--", numbers.before_next());
    let rest = written(&line(source, &triple.p2, &moves)?, &mut numbers, Notation::Game);
    Ok(format!("{null} {rest}").trim_end().to_owned())
}

/// The moves of a game are numbered from 1, whoever is first.
fn numbers(position: &Chess) -> Numbering {
    Numbering::new(1, position.turn())
}
