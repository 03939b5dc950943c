//! Lines of play: a board to replay them on, the moves, and boards at the turning points.

use std::fmt::Write;

use super::replay::Replay;
use super::{escape, figure};
use crate::pictures::Board;
use crate::reproduce::MoveList;

/// How many positions on the way get a board of their own, beside start and end.
const TURNING_POINTS: usize = 4;
/// Lines at least so many plies long have as many boards, turning points or not.
const LONG: usize = 20;

/// Writes one line of play.
pub(super) fn write(out: &mut String, line: &MoveList, id: &str) {
    let _ = writeln!(out, "<section class=\"line\" id=\"{id}\">\n<h4>{}</h4>", escape(&line.title));
    match Replay::of(line) {
        Some(replay) => write_replay(out, line, &replay),
        None => write_plain(out, line),
    }
    let _ =
        writeln!(out, "<p class=\"soft\">From <code>{}</code></p>\n</section>", escape(&line.fen));
}

fn write_replay(out: &mut String, line: &MoveList, replay: &Replay) {
    let _ = writeln!(
        out,
        "<div class=\"player\" data-placements=\"{}\" data-squares=\"{}\">",
        escape(&replay.placements.join(" ")),
        escape(&replay.squares.join(" "))
    );
    let board = board(&replay.placements[0], None);
    let _ = write!(out, "<div class=\"stage\">{board}<div class=\"controls\" hidden>");
    for (name, sign, step) in [
        ("To the start", "«", "start"),
        ("Back", "‹", "back"),
        ("Forward", "›", "forward"),
        ("To the end", "»", "end"),
    ] {
        let _ = write!(
            out,
            "<button type=\"button\" data-step=\"{step}\" aria-label=\"{name}\">{sign}</button>"
        );
    }
    let last = replay.squares.len();
    let _ = writeln!(
        out,
        "<input type=\"range\" min=\"0\" max=\"{last}\" value=\"0\" aria-label=\"Ply\"><output>0/{last}</output></div></div>"
    );
    write_moves(out, line, replay);
    out.push_str("</div>\n");
    write_turning_points(out, line, replay);
}

fn write_moves(out: &mut String, line: &MoveList, replay: &Replay) {
    out.push_str("<p class=\"moves\">");
    for (index, san) in line.moves.iter().enumerate() {
        let ply = index + 1;
        let (number, white) = replay.numbered(ply);
        if white || ply == 1 {
            let dots = if white { "." } else { "…" };
            let _ = write!(out, "<span class=\"number\">{number}{dots}</span> ");
        }
        let _ = write!(out, "<a data-ply=\"{ply}\">{}</a> ", escape(san));
    }
    let _ = writeln!(out, "<b>{}</b></p>", escape(&line.result));
}

fn write_turning_points(out: &mut String, line: &MoveList, replay: &Replay) {
    let last = replay.squares.len();
    let mut plies: Vec<usize> = replay.turning_points.clone();
    plies.retain(|&ply| ply < last);
    plies.truncate(TURNING_POINTS);
    if last >= LONG {
        let wanted = TURNING_POINTS - plies.len();
        plies.extend((1..=wanted).map(|part| part * last / (wanted + 1)));
        plies.sort_unstable();
        plies.dedup();
    }
    if last > 0 {
        plies.push(last);
    }
    out.push_str("<div class=\"keys\">\n");
    for ply in plies {
        let (number, white) = replay.numbered(ply);
        let dots = if white { "." } else { "…" };
        let title = format!("{number}{dots} {}", line.moves[ply - 1]);
        let caption = if ply == last { line.result.as_str() } else { "" };
        let squares = &replay.squares[ply - 1];
        let drawn = marked(&replay.placements[ply], Some(squares))
            .map(|board| board.without_coordinates().picture(&title, caption));
        if let Some(picture) = drawn {
            figure(out, &picture, &title, caption);
        }
    }
    out.push_str("</div>\n");
}

/// A line that is not chess by the rules we replay: the starting board and the moves as given.
fn write_plain(out: &mut String, line: &MoveList) {
    let board = board(&line.fen, None);
    let _ = writeln!(out, "<div class=\"player\"><div class=\"stage\">{board}</div>");
    let _ = writeln!(
        out,
        "<p class=\"moves\">{} <b>{}</b></p></div>",
        escape(&line.moves.join(" ")),
        escape(&line.result)
    );
}

fn board(placement: &str, squares: Option<&String>) -> String {
    marked(placement, squares).map(|board| board.picture("", "").inline()).unwrap_or_default()
}

/// A board with the squares of the last move tinted.
fn marked(placement: &str, squares: Option<&String>) -> Option<Board> {
    let board = Board::parse(placement).ok()?;
    let Some((from, to)) = squares.and_then(|squares| squares.split_at_checked(2)) else {
        return Some(board);
    };
    board.mark(from, crate::pictures::Mark::Note).ok()?.mark(to, crate::pictures::Mark::Note).ok()
}
