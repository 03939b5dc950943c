//! Portable Game Notation: one game a position, with the try and its refutation, and what a null
//! move would have led to.

use std::io::{self, Write};

use nimzo_chess::Wdl;
use shakmaty::{Chess, Color, Move, Position};

use super::{List, Record};
use crate::error::Result;
use crate::line::{Choice, Notation, line, written};
use crate::source::Source;
use nimzo_chess::fen::write_fen;

/// The most plies of a line.
const PLIES: usize = 12;

/// Writes the list. The game's main line is the hardest try in p1 and its refutation; a variation
/// begins with a null move, written `--`, and shows best play from p2.
pub fn write_pgn(out: &mut dyn Write, source: &dyn Source, list: &List) -> Result<()> {
    for (number, record) in list.records.iter().enumerate() {
        write_game(out, source, list, record, number + 1)?;
    }
    Ok(())
}

fn write_game(
    out: &mut dyn Write,
    source: &dyn Source,
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
    let first = record.position.turn();
    let tried = main_line(source, &record.position)?;
    let moves = written(&line(source, &record.position, &tried)?, first, 1, Notation::Game);
    let passed = null_line(source, record)?;
    writeln!(out, "{{ p1 {p1}, p2 {p2}, p3 {p3} }}")?;
    let (head, rest) = split_first_move(&moves, first);
    writeln!(out, "{head} ( {passed} ) {rest}{result}\n")?;
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
fn main_line(source: &dyn Source, position: &Chess) -> Result<Vec<Move>> {
    let mut hardest: Option<(usize, Move)> = None;
    for (m, _) in Choice::of(source, position)?.best() {
        let mut child = position.clone();
        child.play_unchecked(m);
        let answers = Choice::of(source, &child)?.best().len();
        if hardest.is_none_or(|(fewest, _)| answers < fewest) {
            hardest = Some((answers, m));
        }
    }
    let Some((_, attempt)) = hardest else { return Ok(Vec::new()) };
    let mut after = position.clone();
    after.play_unchecked(attempt);
    let mut moves = vec![attempt];
    moves.extend(best_play(source, after, 3)?);
    Ok(moves)
}

/// Best play for both, at most so many plies; drawn lines are cut off after the first move.
fn best_play(source: &dyn Source, mut position: Chess, plies: usize) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    while moves.len() < plies {
        let Some(&(m, (value, _))) = Choice::of(source, &position)?.best().first() else { break };
        position.play_unchecked(m);
        moves.push(m);
        if value == Wdl::Draw {
            break;
        }
    }
    Ok(moves)
}

/// The null move and what follows it.
fn null_line(source: &dyn Source, record: &Record) -> Result<String> {
    let first = record.position.turn();
    let Ok(triple) = crate::null::Triple::of(&record.position) else { return Ok(String::new()) };
    let moves = best_play(source, triple.p2.clone(), PLIES)?;
    let (null, number) = match first {
        Color::White => ("1. --", 1),
        Color::Black => ("1... --", 2),
    };
    let rest = written(&line(source, &triple.p2, &moves)?, !first, number, Notation::Game);
    let rest = rest.strip_prefix("1... ").unwrap_or(&rest);
    Ok(format!("{null} {rest}").trim_end().to_owned())
}

/// Splits `1. Kd5 Ke7 2. …` after the first move, so that a variation can stand there.
fn split_first_move(moves: &str, first: Color) -> (String, String) {
    let words: Vec<&str> = moves.split(' ').collect();
    let head = words.iter().take(2).copied().collect::<Vec<_>>().join(" ");
    let mut rest = words.iter().skip(2).copied().collect::<Vec<_>>().join(" ");
    if !rest.is_empty() {
        let number = if first == Color::White { "1... " } else { "" };
        rest = format!("{number}{rest} ");
    }
    (head, rest)
}
