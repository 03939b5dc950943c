//! `nimzo echess map`

use std::fmt::Write;

use nimzo_games::echess::{Board, Chilled, Position, Solution, Square};
use nimzo_report::drawings::{self, ValueCell};
use serde_json::{Value, json};

use super::{Edges, Window};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// The value for every White king square around a Black king
///
/// A value in brackets [..] is that of the upper bound alone: the bounds do not meet there.
/// Squares off the corner board are left out.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  nimzo echess map --wr -4,1 --x -5..10 --y -5..10 --svg map.svg\n  \
                  nimzo echess map --corner --bk 1,1 --wr 4,2"
)]
pub struct Map {
    /// The Black king
    #[arg(long, value_name = "X,Y", default_value = "0,0", allow_hyphen_values = true)]
    bk: String,
    /// The rook
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wr: String,
    /// Columns of the White king
    #[arg(long, value_name = "A..B", default_value = "-5..10", allow_hyphen_values = true)]
    x: String,
    /// Rows of the White king
    #[arg(long, value_name = "A..B", default_value = "-5..10", allow_hyphen_values = true)]
    y: String,
    /// What the picture shows
    #[arg(long, value_enum, default_value_t = Level::Mean)]
    show: Level,
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
    #[command(flatten)]
    files: PictureFiles,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Level {
    Mean,
    Temperature,
}

impl Level {
    fn drawn(self) -> drawings::Level {
        match self {
            Level::Mean => drawings::Level::Mean,
            Level::Temperature => drawings::Level::Temperature,
        }
    }
}

struct Cell {
    json: Value,
    drawn: ValueCell,
}

impl Map {
    /// Evaluates every square.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = self.edges.board();
        let (king, rook) = (on("--bk", &self.bk, board)?, on("--wr", &self.wr, board)?);
        let (columns, rows) = (range("--x", &self.x)?, range("--y", &self.y)?);
        inside(self.window.window, king, columns, rows)?;
        let solution = self.window.solution(app, board)?;
        let mut cells = Vec::new();
        for y in (rows.0..=rows.1).rev() {
            for x in columns.0..=columns.1 {
                let position = Position::new(king, Square::new(x, y), rook);
                if let Ok(position) = position.and_then(|position| position.on(board)) {
                    cells.push(self.cell(&solution, &position)?);
                }
            }
        }
        let drawn: Vec<ValueCell> = cells.iter().map(|cell| cell.drawn.clone()).collect();
        app.draw(&self.files, || drawings::echess_values(self.show.drawn(), king, rook, &drawn))?;
        let document = json!({
            "board": board.to_string(),
            "black_king": king.to_string(),
            "rook": rook.to_string(),
            "cells": cells.iter().map(|cell| cell.json.clone()).collect::<Vec<_>>(),
        });
        let text = table(&drawn, columns, rows);
        app.answer(&Answer::new(&document, text)?)
    }

    fn cell(&self, solution: &Solution, position: &Position) -> Result<Cell, Failure> {
        let evaluation = solution.evaluate(position)?;
        let chilled = solution.chilled(position)?;
        let (mean, temperature) = (evaluation.mean(), solution.temperature(position)?);
        let square = position.white_king;
        let words = match chilled {
            Chilled::Unknown => format!("[{}]", solution.chilled_above(position)?),
            named => named.to_string(),
        };
        let level = match self.show {
            Level::Mean => mean.high,
            Level::Temperature => temperature.low,
        };
        let json = json!({
            "x": square.x,
            "y": square.y,
            "mean": mean.to_string(),
            "temperature": temperature.to_string(),
            "chilled": chilled.to_string(),
            "exact": evaluation.is_exact(),
        });
        let level = level.map_or(f64::INFINITY, |value| value.to_f64());
        Ok(Cell { json, drawn: ValueCell { square, words, level } })
    }
}

/// Refuses a rectangle that the window does not hold.
pub(super) fn inside(
    window: u64,
    king: Square,
    columns: (i32, i32),
    rows: (i32, i32),
) -> Result<(), Failure> {
    let reach = i64::try_from(window).unwrap_or(i64::MAX);
    for (name, at, (low, high)) in [("--x", king.x, columns), ("--y", king.y, rows)] {
        let at = i64::from(at);
        let (least, most) = (at.saturating_sub(reach), at.saturating_add(reach));
        if i64::from(low) < least || i64::from(high) > most {
            return Err(Failure::input(format!(
                "{name} {low}..{high} leaves the window of {reach}; expected {least}..{most}, \
                 or a greater --window"
            )));
        }
    }
    Ok(())
}

/// A square that the board has.
fn on(name: &str, text: &str, board: Board) -> Result<Square, Failure> {
    let square: Square = text.parse()?;
    if board.holds(square) {
        return Ok(square);
    }
    Err(Failure::input(format!(
        "{name} {square} is off the corner board, whose squares have no negative coordinate"
    )))
}

pub(super) fn range(name: &str, text: &str) -> Result<(i32, i32), Failure> {
    let bad =
        || Failure::input(format!("{name} `{text}` is not a range; expected A..B, as in -5..10"));
    let (low, high) = text.split_once("..").ok_or_else(bad)?;
    let (low, high) =
        (low.trim().parse().map_err(|_| bad())?, high.trim().parse().map_err(|_| bad())?);
    if low > high { Err(bad()) } else { Ok((low, high)) }
}

fn table(cells: &[ValueCell], columns: (i32, i32), rows: (i32, i32)) -> String {
    let wide = cells.iter().map(|cell| cell.words.len()).max().unwrap_or(0).max(3) + 1;
    let mut text = String::new();
    for y in (rows.0..=rows.1).rev() {
        let _ = write!(text, "{y:>4} ");
        for x in columns.0..=columns.1 {
            let cell = cells.iter().find(|cell| cell.square == Square::new(x, y));
            let _ = write!(text, "{:>wide$}", cell.map_or("", |cell| cell.words.as_str()));
        }
        text.push('\n');
    }
    let _ = write!(text, "     ");
    for x in columns.0..=columns.1 {
        let _ = write!(text, "{x:>wide$}");
    }
    text
}
