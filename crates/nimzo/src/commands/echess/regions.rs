//! `nimzo echess regions`

use std::fmt::Write;

use nimzo_games::echess::{Board, Square};
use nimzo_report::drawings::{self, RegionCell};
use serde_json::{Value, json};

use super::Window;
use super::map::range;
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// The six regions around a Black king on 0,0, checked against the computed means
///
/// The rook stands on the row above him, two squares or more along it. A subregion with a formula
/// is followed by = where the computed mean is what the formula says, by ! where it is not, and by
/// ? where the mean is not proved and the formula lies between its bounds.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess regions --k -2 --svg figure11.svg
  nimzo echess regions --k 9 --x -8..10 --y -10..10")]
pub struct Regions {
    /// How far right of the Black king the rook stands
    #[arg(long, value_name = "K", default_value_t = -2, allow_hyphen_values = true)]
    k: i32,
    /// Columns of the White king
    #[arg(long, value_name = "A..B", default_value = "-6..10", allow_hyphen_values = true)]
    x: String,
    /// Rows of the White king
    #[arg(long, value_name = "A..B", default_value = "-6..10", allow_hyphen_values = true)]
    y: String,
    #[command(flatten)]
    window: Window,
    #[command(flatten)]
    files: PictureFiles,
}

impl Regions {
    /// Draws the map.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        if !(2..=1000).contains(&self.k.unsigned_abs()) {
            return Err(Failure::input(format!(
                "--k {} is no rook of the middle game; expected 2..1000 or -1000..-2",
                self.k
            )));
        }
        let (columns, rows) = (range("--x", &self.x)?, range("--y", &self.y)?);
        super::map::inside(self.window.window, Square::new(0, 0), columns, rows)?;
        let solution = self.window.solution(app, Board::Open)?;
        let cells = drawings::region_cells(&solution, self.k, columns, rows)?;
        app.draw(&self.files, || drawings::region_map(self.k, &cells))?;
        let counts = |verdict: &str| cells.iter().filter(|cell| cell.verdict() == verdict).count();
        let (agree, open, differ) = (counts("="), counts("?"), counts("!"));
        let document = json!({
            "k": self.k,
            "agree": agree,
            "open": open,
            "differ": differ,
            "cells": cells.iter().map(told).collect::<Vec<_>>(),
        });
        let mut text = table(&cells, columns, rows);
        let _ = write!(
            text,
            "\n{} squares have a formula: {agree} agree, {open} are open (the formula lies between the \
             bounds), {differ} differ",
            agree + open + differ
        );
        app.answer(&Answer::new(&document, text)?)
    }
}

fn told(cell: &RegionCell) -> Value {
    json!({
        "x": cell.square.x,
        "y": cell.square.y,
        "region": cell.area.map(|area| area.region().to_string()),
        "subregion": cell.area.map(|area| area.to_string()),
        "formula": cell.formula.map(|mean| mean.to_string()),
        "mean": cell.mean.to_string(),
        "agrees": match cell.verdict() {
            "=" => json!(true),
            "!" => json!(false),
            _ => Value::Null,
        },
    })
}

fn table(cells: &[RegionCell], columns: (i32, i32), rows: (i32, i32)) -> String {
    let mut text = String::new();
    for y in (rows.0..=rows.1).rev() {
        let _ = write!(text, "{y:>4} ");
        for x in columns.0..=columns.1 {
            let cell = cells.iter().find(|cell| cell.square == Square::new(x, y));
            let words = cell.map_or(String::new(), |cell| {
                let area = cell.area.map_or(String::new(), |area| area.to_string());
                format!("{area}{}", cell.verdict())
            });
            let _ = write!(text, "{words:>6}");
        }
        text.push('\n');
    }
    let _ = write!(text, "     ");
    for x in columns.0..=columns.1 {
        let _ = write!(text, "{x:>6}");
    }
    text
}
