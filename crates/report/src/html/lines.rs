//! Lines of play: a board to replay them on, the moves, and boards at the turning points.

use maud::{Markup, PreEscaped, html};

use super::figure;
use super::replay::Replay;
use crate::pictures::{Board, Mark};
use crate::reproduce::MoveList;

/// How many positions on the way get a board of their own, beside start and end.
const TURNING_POINTS: usize = 4;
/// Lines at least so many plies long have as many boards, turning points or not.
const LONG: usize = 20;

/// One line of play.
pub(super) fn section(line: &MoveList, id: &str) -> Markup {
    html! {
        section.line id=(id) {
            h4 { (line.title) }
            @if let Some(replay) = Replay::of(line) {
                (player(line, &replay))
                (turning_points(line, &replay))
            } @else {
                // No chess by the rules we replay: the starting board and the moves as given.
                div.player {
                    div.stage { (board(&line.fen)) }
                    p.moves { (line.moves.join(" ")) " " b { (line.result) } }
                }
            }
            p.soft { "From " code { (line.fen) } }
        }
    }
}

fn player(line: &MoveList, replay: &Replay) -> Markup {
    let last = replay.squares.len();
    let buttons = [
        ("To the start", "«", "start"),
        ("Back", "‹", "back"),
        ("Forward", "›", "forward"),
        ("To the end", "»", "end"),
    ];
    html! {
        div.player
            data-placements=(replay.placements.join(" "))
            data-squares=(replay.squares.join(" "))
        {
            div.stage {
                (board(&replay.placements[0]))
                div.controls hidden {
                    @for (name, sign, step) in buttons {
                        button type="button" data-step=(step) aria-label=(name) { (sign) }
                    }
                    input type="range" min="0" max=(last) value="0" aria-label="Ply";
                    output { "0/" (last) }
                }
            }
            (moves(line, replay))
        }
    }
}

fn moves(line: &MoveList, replay: &Replay) -> Markup {
    html! {
        p.moves {
            @for (i, san) in line.moves.iter().enumerate() {
                @let ply = i + 1;
                @let (number, white) = replay.numbered(ply);
                @if white || ply == 1 {
                    span.number { (number) (dots(white)) } " "
                }
                a data-ply=(ply) { (san) } " "
            }
            b { (line.result) }
        }
    }
}

/// What stands between the number of a move and the move.
fn dots(white: bool) -> &'static str {
    if white { "." } else { "…" }
}

fn turning_points(line: &MoveList, replay: &Replay) -> Markup {
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
    html! {
        div.keys {
            @for ply in plies {
                @let (number, white) = replay.numbered(ply);
                @let title = format!("{number}{} {}", dots(white), line.moves[ply - 1]);
                @let caption = if ply == last { line.result.as_str() } else { "" };
                @if let Some(board) = after_move(&replay.placements[ply], &replay.squares[ply - 1]) {
                    (figure(&board.without_coordinates().picture(&title, caption), &title, caption))
                }
            }
        }
    }
}

fn board(placement: &str) -> Markup {
    let drawn = Board::parse(placement).map(|board| board.picture("", "").inline());
    PreEscaped(drawn.unwrap_or_default())
}

/// A board with the squares of the last move tinted.
fn after_move(placement: &str, squares: &str) -> Option<Board> {
    let board = Board::parse(placement).ok()?;
    let Some((from, to)) = squares.split_at_checked(2) else { return Some(board) };
    board.mark(from, Mark::Note).ok()?.mark(to, Mark::Note).ok()
}
