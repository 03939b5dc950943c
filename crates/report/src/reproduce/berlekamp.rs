//! Entrepreneurial chess: the escape boards of Figure 2 and the values of Figures 15 and 24 to 26;
//! regions, printed games and the text's own values are in `strategy`.

mod courses;
mod strategy;

use std::ops::RangeInclusive;
use std::sync::Arc;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::escape::{self, Ending, EscapeBoard, forwards};
use nimzo_games::echess::{Board, Chilled, Evaluation, Position, Solution, Square};

use super::{Computed, Context, Effort, Errata, Published, Reproduction};
use crate::{Error, drawings};

/// The errata.
pub(super) const ERRATA: &str = include_str!("../../data/berlekamp/errata.toml");

/// The printed values with the rook on [-4,1].
const FIGURE15: &str = include_str!("../../data/berlekamp/figure15.toml");
/// The printed values with the rook on [5,1].
const FIGURE24: &str = include_str!("../../data/berlekamp/figure24.toml");
/// The printed values with the rook on [4,1].
const FIGURE25: &str = include_str!("../../data/berlekamp/figure25.toml");
/// The printed values with the rook on [2,1].
const FIGURE26: &str = include_str!("../../data/berlekamp/figure26.toml");

/// The tables.
pub(super) const REPRODUCTIONS: &[Reproduction] = &[
    Reproduction {
        table: "figure2",
        published: include_str!("../../data/berlekamp/figure2.toml"),
        effort: Effort::Always,
        compute: figure2,
    },
    Reproduction {
        table: "figure15",
        published: FIGURE15,
        effort: Effort::Always,
        compute: |context| {
            figure(context, ("figure15", FIGURE15), Square::new(-4, 1), -5..=10, -5..=10)
        },
    },
    Reproduction {
        table: "figure24",
        published: FIGURE24,
        effort: Effort::Always,
        compute: |context| {
            figure(context, ("figure24", FIGURE24), Square::new(5, 1), 0..=10, 0..=6)
        },
    },
    Reproduction {
        table: "figure25",
        published: FIGURE25,
        effort: Effort::Always,
        compute: |context| {
            figure(context, ("figure25", FIGURE25), Square::new(4, 1), 0..=10, 0..=5)
        },
    },
    Reproduction {
        table: "figure26",
        published: FIGURE26,
        effort: Effort::Always,
        compute: |context| {
            figure(context, ("figure26", FIGURE26), Square::new(2, 1), -5..=11, -5..=10)
        },
    },
    Reproduction {
        table: "table1",
        published: strategy::TABLE1,
        effort: Effort::Always,
        compute: strategy::table1,
    },
    Reproduction {
        table: "table2",
        published: courses::TABLE2,
        effort: Effort::Always,
        compute: courses::table2,
    },
    Reproduction {
        table: "table3",
        published: strategy::TABLE3,
        effort: Effort::Always,
        compute: strategy::table3,
    },
    Reproduction {
        table: "table4",
        published: strategy::TABLE4,
        effort: Effort::Always,
        compute: strategy::table4,
    },
    Reproduction {
        table: "figure21",
        published: strategy::FIGURE21,
        effort: Effort::Always,
        compute: strategy::figure21,
    },
    Reproduction {
        table: "text",
        published: strategy::TEXT,
        effort: Effort::Always,
        compute: strategy::text,
    },
];

fn fault(table: &str) -> impl Fn(nimzo_games::Error) -> Error + '_ {
    move |error| Error::Computation { table: table.to_owned(), reason: error.to_string() }
}

/// Boards whose cells are in dispute; the start position and the boards are symmetric about the
/// diagonal, so one of each pair will do.
const DISPUTED: [(u64, u64); 6] = [(5, 5), (6, 13), (8, 11), (9, 11), (10, 11), (11, 11)];

fn figure2(context: &Context<'_>) -> Result<Computed, Error> {
    let failed = fault("figure2");
    let sides: Vec<(u64, u64)> =
        (4..=13).flat_map(|rows| (rows..=13).map(move |columns| (rows, columns))).collect();
    let boards: Vec<EscapeBoard> = sides
        .iter()
        .map(|&(rows, columns)| EscapeBoard::new(rows, columns).map_err(&failed))
        .collect::<Result<_, _>>()?;
    let figures = escape::figures(&boards, context.task).map_err(&failed)?;
    let mut computed = Computed::new();
    for (&(rows, columns), figure) in sides.iter().zip(&figures) {
        let cell = format!("{},{}", plies(figure.black_first), plies(figure.white_first));
        computed.set(rows, columns, &cell);
        computed.set(columns, rows, &cell);
    }
    let black_first = figures.iter().map(|figure| figure.black_first);
    let boards: Vec<_> = sides.iter().copied().zip(black_first).collect();
    computed.pictures.push(drawings::escapes(&boards)?);
    // The second solver is slow: a short run asks it about the smallest board only.
    let again = &DISPUTED[..if context.full { DISPUTED.len() } else { 1 }];
    for &(rows, columns) in again {
        let second = forwards::figure(rows, columns, escape::MARGIN as u64, context.task);
        let second = second.map_err(&failed)?;
        let first = sides.iter().position(|&board| board == (rows, columns));
        let agree = first.is_some_and(|i| figures[i] == second);
        computed.note(format!(
            "{rows} by {columns}, solved a second time forwards: {},{} ({}).",
            plies(second.black_first),
            plies(second.white_first),
            if agree { "the solvers agree" } else { "THE SOLVERS DIFFER" }
        ));
    }
    Ok(computed)
}

fn plies(ending: Ending) -> String {
    match ending {
        Ending::Escape(plies) | Ending::Mate(plies) => plies.to_string(),
        Ending::Draw => "draw".to_owned(),
    }
}

/// The window for a run of each kind.
fn reach(context: &Context<'_>) -> u64 {
    if context.full { 14 } else { 12 }
}

/// A window of the corner board: another type than the open board's, so that both are kept.
struct Corner(Solution);

/// What the start position is read off.
fn corner(context: &Context<'_>) -> Result<Arc<Corner>, Error> {
    let reach = if context.full { 8 } else { 6 };
    context.once(|context| {
        let solution = Solution::compute_on(Board::Corner, reach, context.task);
        solution.map(Corner).map_err(fault("the corner"))
    })
}

/// The figures are read off one window; it is computed once.
fn window(context: &Context<'_>) -> Result<Arc<Solution>, Error> {
    context.once(|context| {
        Solution::compute(reach(context), context.task).map_err(fault("the window"))
    })
}

fn figure(
    context: &Context<'_>,
    (table, printed): (&str, &str),
    rook: Square,
    columns: RangeInclusive<i32>,
    rows: RangeInclusive<i32>,
) -> Result<Computed, Error> {
    let solution = window(context)?;
    let home = Square::new(0, 0);
    let mut computed = Computed::new();
    let printed = Published::parse("berlekamp", printed)?;
    let is_miny = |king: Square| {
        let row = printed.rows.iter().find(|row| row.name == king.to_string());
        row.is_some_and(|row| row.cells().any(|(column, _)| column == "superscript"))
    };
    let errata = Errata::parse("berlekamp/errata.toml", ERRATA)?;
    let disputed = |king: Square| {
        let about = |cell: &String| cell.split('/').next() == Some(king.to_string().as_str());
        errata.of_table(table).any(|erratum| erratum.computed.keys().any(about))
    };
    let mut cells = Vec::new();
    let (mut proved, mut open) = (0, 0);
    let (mut disputed_proved, mut disputed_open) = (0, Vec::new());
    for (x, y) in columns.flat_map(|x| rows.clone().map(move |y| (x, y))) {
        let king = Square::new(x, y);
        let Ok(position) = Position::new(home, king, rook) else { continue };
        let evaluation = solution.evaluate(&position).map_err(fault("the window"))?;
        if evaluation.is_exact() {
            proved += 1;
        } else {
            open += 1;
        }
        match (disputed(king), evaluation.is_exact()) {
            (true, true) => disputed_proved += 1,
            (true, false) => disputed_open.push(format!("[{king}]")),
            (false, _) => {}
        }
        let name = solution.chilled_above(&position).map_err(fault("the window"))?;
        let level = evaluation.mean().high.map_or(f64::INFINITY, |mean| mean.to_f64());
        cells.push(drawings::ValueCell { square: king, words: name.to_string(), level });
        let (mean, temperature, superscript) = match name {
            Chilled::Number(mean) => (mean, evaluation_temperature(&solution, &position), None),
            Chilled::Miny(mean, n) => (mean, "1".to_owned(), Some(n)),
            Chilled::HotMiny(mean, n) => (mean, "2".to_owned(), Some(n)),
            Chilled::Lambda(..) => match above(&solution, &evaluation, &position) {
                Some((mean, temperature)) => (mean, temperature, None),
                None => continue,
            },
            Chilled::Hot(mean, temperature) => (mean, temperature.to_string(), None),
            Chilled::Infinite | Chilled::Unknown => continue,
        };
        computed.set(king, "mean", mean);
        computed.set(king, "temperature", temperature);
        match superscript {
            Some(n) => computed.set(king, "superscript", n),
            None if is_miny(king) => computed.set(king, "superscript", "none"),
            None => {}
        }
    }
    computed.note(format!(
        "Window {}: for {proved} of these squares both bounds meet; for the other {open} the cell \
         shows the upper bound, and `nimzo echess eval` tells the interval.",
        reach(context)
    ));
    computed.note(format!(
        "Of the squares that an erratum names, {disputed_proved} are proved in this window{}.",
        match &disputed_open[..] {
            [] => String::new(),
            open => format!("; the bounds do not meet for {}", open.join(", ")),
        }
    ));
    computed.pictures.push(drawings::echess_values(drawings::Level::Mean, home, rook, &cells)?);
    Ok(computed)
}

/// Mean and temperature of the upper walls.
fn above(
    solution: &Solution,
    evaluation: &Evaluation,
    position: &Position,
) -> Option<(Dyadic, String)> {
    Some((evaluation.mean().high?, evaluation_temperature(solution, position)))
}

/// The temperature of the upper walls of a position that chills to a number.
fn evaluation_temperature(solution: &Solution, position: &Position) -> String {
    solution.temperature_above(position).map_or_else(String::new, |t| t.to_string())
}
