//! `nimzo echess eval`

use nimzo_cgt::{Slope, Wall};
use nimzo_games::echess::{Evaluation, Position, Solution, Square};
use nimzo_report::pictures::{Picture, Thermograph, Walls};
use serde_json::{Value, json};

use super::Window;
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Mean, temperature, stops, chilled value and thermograph of a position
///
/// Squares are X,Y; a1 is 0,0. The board is open: its edges are far away. A number is printed
/// alone when it is proved exactly, otherwise as the interval that is proved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess eval --bk 0,0 --wk 1,-2 --wr 2,1 --svg thermograph.svg
  nimzo echess eval '0,0 8,5 -4,1'
  nimzo echess eval - --json < positions")]
pub struct Eval {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word, or - to read one position a line
    #[arg(value_name = "POSITION", allow_hyphen_values = true,
          conflicts_with_all = ["bk", "wk", "wr"])]
    position: Option<String>,
    /// The Black king
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    bk: Option<String>,
    /// The White king
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wk: Option<String>,
    /// The rook
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    wr: Option<String>,
    #[command(flatten)]
    window: Window,
    #[command(flatten)]
    files: PictureFiles,
}

impl Eval {
    /// Evaluates one position, or each line's.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let text = self.text()?;
        if text != "-" {
            // A position off the rules is refused before the window is computed.
            text.parse::<Position>()?;
        }
        let solution = self.window.solution(app)?;
        if text != "-" {
            let position: Position = text.parse()?;
            let evaluation = solution.evaluate(&position)?;
            app.draw(&self.files, || Ok(picture(&position, &evaluation)))?;
        }
        app.answer_each(&text, |text| {
            let position: Position = text.parse()?;
            answer(&solution, &position)
        })
    }

    fn text(&self) -> Result<String, Failure> {
        if let Some(text) = &self.position {
            return Ok(text.clone());
        }
        let square = |name: &str, given: &Option<String>| match given {
            Some(text) => Ok(text.parse::<Square>()?.to_string()),
            None => Err(Failure::input(format!(
                "the square of --{name} is missing; expected --bk X,Y --wk X,Y --wr X,Y"
            ))),
        };
        let (bk, wk) = (square("bk", &self.bk)?, square("wk", &self.wk)?);
        Ok(format!("{bk} {wk} {}", square("wr", &self.wr)?))
    }
}

fn answer(solution: &Solution, position: &Position) -> Result<Answer, Failure> {
    let evaluation = solution.evaluate(position)?;
    let chilled = solution.chilled(position)?;
    let initiative = evaluation.initiative().map(|who| who.to_string());
    let (mean, temperature) = (evaluation.mean(), evaluation.temperature());
    let (left, right) = (evaluation.left_stop(), evaluation.right_stop());
    let pattern = (!evaluation.is_exact())
        .then(|| solution.chilled_above(position).map(|name| name.to_string()))
        .transpose()?;
    let document = json!({
        "bk": position.black_king.to_string(),
        "wk": position.white_king.to_string(),
        "wr": position.rook.to_string(),
        "exact": evaluation.is_exact(),
        "mean": mean.to_string(),
        "temperature": temperature.to_string(),
        "left_stop": left.to_string(),
        "right_stop": right.to_string(),
        "sente": initiative,
        "chilled": chilled.to_string(),
        "chilled_of_upper_bound": pattern,
        "thermograph": {
            "lower": walls(&evaluation.lower),
            "upper": walls(&evaluation.upper),
        },
    });
    let mut text = format!(
        "{position}: mean {mean}, temperature {temperature}, stops {left} and {right}, \
         chilled {chilled}"
    );
    if let Some(who) = initiative {
        text.push_str(&format!(", {who}"));
    }
    if let Some(pattern) = pattern {
        text.push_str(&format!("; bounds do not meet (the upper bound alone reads {pattern})"));
    } else {
        let (left, right) = &evaluation.upper;
        text.push_str(&format!("\n  left wall  {left}\n  right wall {right}"));
    }
    Answer::new(&document, text)
}

fn walls((left, right): &(Wall, Wall)) -> Value {
    let wall = |wall: &Wall| match wall.trajectory() {
        None => json!(wall.to_string()),
        Some(path) => {
            let points: Vec<Value> = path
                .points()
                .iter()
                .map(|p| json!([p.temperature.to_string(), p.value.to_string()]))
                .collect();
            json!({ "points": points, "beyond": path.beyond() as i8 })
        }
    };
    json!({ "left": wall(left), "right": wall(right) })
}

/// Both bounds' thermographs in one drawing.
fn picture(position: &Position, evaluation: &Evaluation) -> Picture {
    let corners = |wall: &Wall| match wall {
        Wall::MinusInfinity => vec![(f64::NEG_INFINITY, 0.0)],
        Wall::PlusInfinity => vec![(f64::INFINITY, 0.0)],
        Wall::Finite(path) => {
            let mut points: Vec<(f64, f64)> =
                path.points().iter().map(|p| (p.value.to_f64(), p.temperature.to_f64())).collect();
            if path.beyond() != Slope::Level
                && let Some(&(value, temperature)) = points.last()
            {
                points.push((value + f64::from(path.beyond() as i8) * 2.0, temperature + 2.0));
            }
            points
        }
    };
    let side = |(left, right): &(Wall, Wall)| {
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
    };
    let drawing = if evaluation.is_exact() {
        Thermograph::new(side(&evaluation.upper))
    } else {
        Thermograph::between(side(&evaluation.lower), side(&evaluation.upper))
    };
    let title = format!(
        "Black king {}, White king {}, rook {}",
        position.black_king, position.white_king, position.rook
    );
    let caption = format!("Mean {}, temperature {}.", evaluation.mean(), evaluation.temperature());
    drawing.picture(&title, &caption)
}
