//! `nimzo echess eval`

use nimzo_cgt::Wall;
use nimzo_games::echess::{Board, Place, Position, Solution, Square};
use nimzo_report::drawings;
use serde_json::{Value, json};

use super::{Edges, Window};
use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// Mean, temperature, stops, chilled value and thermograph of a position
///
/// Squares are X,Y; a1 is 0,0. The board is open (its edges are far away) unless --corner is
/// given. A number is printed alone when it is proved exactly, otherwise as the interval that is
/// proved.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess eval --bk 0,0 --wk 1,-2 --wr 2,1 --svg thermograph.svg
  nimzo echess eval '0,0 8,5 -4,1'
  nimzo echess eval --corner '2,2 0,0 1,1'
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
    edges: Edges,
    #[command(flatten)]
    window: Window,
    #[command(flatten)]
    files: PictureFiles,
}

impl Eval {
    /// Evaluates one position, or each line's.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let text = self.text()?;
        let board = self.edges.board();
        if text != "-" {
            // A position off the rules is refused before the window is computed.
            super::position(&text, board)?;
        }
        let solution = self.window.solution(app, board)?;
        if text != "-" {
            let position = super::position(&text, board)?;
            let evaluation = solution.evaluate(&position)?;
            app.draw(&self.files, || Ok(drawings::echess_thermograph(&position, &evaluation)))?;
        }
        app.answer_each(&text, |text| answer(&solution, &super::position(text, board)?))
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
    let (mean, temperature) = (evaluation.mean(), solution.temperature(position)?);
    let (left, right) = (evaluation.left_stop(), evaluation.right_stop());
    let pattern = (!evaluation.is_exact())
        .then(|| solution.chilled_above(position).map(|name| name.to_string()))
        .transpose()?;
    // The regions are those of the open board.
    let place = Place::of(position).filter(|_| solution.board() == Board::Open);
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
        "atomic_weight": chilled.atomic_weight(),
        "board": solution.board().to_string(),
        "region": place.map(|place| place.area.region().to_string()),
        "subregion": place.map(|place| place.area.to_string()),
        "reflected": place.map(|place| place.reflected),
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
    if let Some(place) = place {
        text.push_str(&format!(", region {}", place.area));
    }
    if let Some(weight) = chilled.atomic_weight().filter(|&weight| weight != 0) {
        text.push_str(&format!(", atomic weight {weight}"));
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
