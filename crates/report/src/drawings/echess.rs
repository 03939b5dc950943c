//! Entrepreneurial chess: thermographs, heat maps and maps of regions.

use nimzo_cgt::{Dyadic, Slope, Wall};
use nimzo_games::echess::escape::Ending;
use nimzo_games::echess::{Area, Evaluation, Interval, Place, Position, Solution, Square};

use crate::Error;
use crate::pictures::{HeatCell, HeatMap, Picture, Thermograph, Walls};

/// The thermograph of a position, or both bounds' in one drawing.
pub fn echess_thermograph(position: &Position, evaluation: &Evaluation) -> Picture {
    let drawing = if evaluation.is_exact() {
        Thermograph::new(walls(&evaluation.upper))
    } else {
        Thermograph::between(walls(&evaluation.lower), walls(&evaluation.upper))
    };
    let title = format!(
        "Black king {}, White king {}, rook {}",
        position.black_king, position.white_king, position.rook
    );
    let caption = format!("Mean {}, temperature {}.", evaluation.mean(), evaluation.temperature());
    drawing.picture(&title, &caption)
}

/// How far a wall is drawn that never stops.
const GOES_ON: f64 = 2.0;

fn walls((left, right): &(Wall, Wall)) -> Walls {
    let (mut left, mut right) = (corners(left), corners(right));
    // Walls end where the mast begins.
    let top = |points: &[(f64, f64)]| points.last().map_or(0.0, |point| point.1);
    let mast = top(&left).max(top(&right));
    for points in [&mut left, &mut right] {
        if let Some(&(value, temperature)) = points.last()
            && temperature < mast
        {
            points.push((value, mast));
        }
    }
    Walls { left, right }
}

fn corners(wall: &Wall) -> Vec<(f64, f64)> {
    match wall {
        Wall::MinusInfinity => vec![(f64::NEG_INFINITY, 0.0)],
        Wall::PlusInfinity => vec![(f64::INFINITY, 0.0)],
        Wall::Finite(path) => {
            let mut points: Vec<(f64, f64)> =
                path.points().iter().map(|p| (p.value.to_f64(), p.temperature.to_f64())).collect();
            if path.beyond() != Slope::Level
                && let Some(&(value, temperature)) = points.last()
            {
                let rise = f64::from(path.beyond() as i8) * GOES_ON;
                points.push((value + rise, temperature + GOES_ON));
            }
            points
        }
    }
}

/// What a heat map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Means.
    Mean,
    /// Temperatures.
    Temperature,
}

/// A square of a heat map: where the White king stands, what is written there, and the number.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueCell {
    /// The White king.
    pub square: Square,
    /// The value as a text.
    pub words: String,
    /// The number that colours the square.
    pub level: f64,
}

/// A map of means or temperatures over the White king's squares.
pub fn echess_values(
    level: Level,
    black_king: Square,
    rook: Square,
    cells: &[ValueCell],
) -> Result<Picture, Error> {
    let squares = cells.iter().map(|cell| {
        (at(cell.square), HeatCell { level: cell.level, words: cell.words.clone(), region: None })
    });
    let levels: Vec<f64> = (1..20).map(f64::from).collect();
    let map = HeatMap::new(squares)?.contours(&levels);
    let what = match level {
        Level::Mean => "Means",
        Level::Temperature => "Temperatures",
    };
    let title = format!("{what} with the Black king on {black_king} and the rook on {rook}");
    let map = with_men(map, black_king, rook);
    Ok(map.picture(&title, "Each square is a place of the White king."))
}

/// How long escapes and mates take on boards of different sides, Black first: a square for each
/// pair of sides.
pub fn escapes(boards: &[((u64, u64), Ending)]) -> Result<Picture, Error> {
    let squares = boards.iter().flat_map(|&((rows, columns), ending)| {
        let (plies, what) = match ending {
            Ending::Escape(plies) => (plies, "Black escapes in"),
            Ending::Mate(plies) => (plies, "White mates in"),
            Ending::Draw => (0, "a draw,"),
        };
        let words = format!("{rows} by {columns}: {what} {plies} plies");
        let cell = HeatCell { level: f64::from(plies), words, region: None };
        let (rows, columns) = (rows as i64, columns as i64);
        [((columns, rows), cell.clone()), ((rows, columns), cell)]
    });
    let map = HeatMap::new(squares)?;
    Ok(map.picture(
        "Plies until Black escapes or White mates, Black first",
        "Across the columns of the board, upwards its rows; boards are symmetric.",
    ))
}

fn at(square: Square) -> (i64, i64) {
    (i64::from(square.x), i64::from(square.y))
}

/// Men off the map are not shown.
fn with_men(map: HeatMap, king: Square, rook: Square) -> HeatMap {
    map.man(king.x.into(), king.y.into(), 'k').man(rook.x.into(), rook.y.into(), 'R')
}

/// A square of a map of regions.
#[derive(Clone, Debug, PartialEq)]
pub struct RegionCell {
    /// The White king.
    pub square: Square,
    /// The subregion, where there is one.
    pub area: Option<Area>,
    /// The mean that the paper's formula gives.
    pub formula: Option<Dyadic>,
    /// The computed mean.
    pub mean: Interval,
}

impl RegionCell {
    /// Whether the formula and the computed mean agree: `=`; `?` where the mean is not proved and
    /// the formula lies between its bounds; `!` where they differ; nothing without a formula.
    pub fn verdict(&self) -> &'static str {
        match (self.formula, self.mean.exact()) {
            (None, _) => "",
            (Some(formula), Some(mean)) if formula == mean => "=",
            (Some(formula), None)
                if self.mean.low.is_none_or(|low| low <= formula)
                    && self.mean.high.is_none_or(|high| formula <= high) =>
            {
                "?"
            }
            _ => "!",
        }
    }
}

/// The regions and means for every White king square of a rectangle, the Black king on (0, 0) and
/// the rook on [k, 1].
pub fn region_cells(
    solution: &Solution,
    k: i32,
    columns: (i32, i32),
    rows: (i32, i32),
) -> Result<Vec<RegionCell>, nimzo_games::Error> {
    let mut cells = Vec::new();
    for y in (rows.0..=rows.1).rev() {
        for x in columns.0..=columns.1 {
            let square = Square::new(x, y);
            let Ok(position) = Position::new(Square::new(0, 0), square, Square::new(k, 1)) else {
                continue;
            };
            let place = Place::of(&position);
            cells.push(RegionCell {
                square,
                area: place.map(|place| place.area),
                formula: place.and_then(|place| place.mean()),
                mean: solution.evaluate(&position)?.mean(),
            });
        }
    }
    Ok(cells)
}

/// The map of regions, coloured by the mean.
pub fn region_map(k: i32, cells: &[RegionCell]) -> Result<Picture, Error> {
    let squares = cells.iter().map(|cell| {
        let words = cell.area.map_or(String::new(), |area| area.to_string());
        let level = cell.mean.high.map_or(f64::INFINITY, |mean| mean.to_f64());
        (at(cell.square), HeatCell { level, region: Some(words.clone()), words })
    });
    let title = format!("Regions with the Black king on 0,0 and the rook on {k},1");
    let caption = "Each square is a place of the White king; colours show the mean.";
    Ok(with_men(HeatMap::new(squares)?, Square::new(0, 0), Square::new(k, 1))
        .picture(&title, caption))
}
