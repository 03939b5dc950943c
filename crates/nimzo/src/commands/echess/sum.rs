//! `nimzo echess sum`

use std::fmt::Write;

use nimzo_cgt::Dyadic;
use nimzo_games::echess::{Initiative, Position, Solution};
use serde_json::json;

use super::Window;
use crate::app::{Answer, App, Failure, Outcome};

/// A sum of positions: its mean, and where either player should move
///
/// The mean of a sum is the sum of the means; its temperature is at most the greatest of theirs.
/// The orthodox move is in the hottest summand, and a sente move there must be answered there.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  nimzo echess sum '0,0 1,-2 2,1' '0,0 3,0 -4,1'")]
pub struct Sum {
    /// The summands, each BKX,BKY WKX,WKY WRX,WRY in one word
    #[arg(value_name = "POSITION", required = true, num_args = 1.., allow_hyphen_values = true)]
    positions: Vec<String>,
    #[command(flatten)]
    window: Window,
}

struct Summand {
    position: Position,
    mean: Dyadic,
    temperature: Dyadic,
    initiative: Option<Initiative>,
}

impl Sum {
    /// Adds up.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let positions: Vec<Position> =
            self.positions.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let solution = self.window.solution(app)?;
        let summands: Vec<Summand> =
            positions.iter().map(|p| summand(&solution, p)).collect::<Result<_, _>>()?;
        let total = |sum: Option<Dyadic>, part: &Summand| sum?.checked_add(part.mean);
        let mean = summands
            .iter()
            .fold(Some(Dyadic::ZERO), total)
            .ok_or_else(|| Failure::input("the sum of the means is too large"))?;
        let hottest = summands.iter().max_by_key(|part| part.temperature);
        let Some(hottest) = hottest else { return Err(Failure::input("no summand was given")) };
        let parts: Vec<_> = summands
            .iter()
            .map(|part| {
                json!({
                    "position": part.position.to_string(),
                    "mean": part.mean.to_string(),
                    "temperature": part.temperature.to_string(),
                    "sente": part.initiative.map(|who| who.to_string()),
                })
            })
            .collect();
        let document = json!({
            "mean": mean.to_string(),
            "temperature_at_most": hottest.temperature.to_string(),
            "move_in": hottest.position.to_string(),
            "summands": parts,
        });
        let mut text = format!("mean {mean}, temperature at most {}", hottest.temperature);
        for part in &summands {
            let who = part.initiative.map(|who| format!(", {who}")).unwrap_or_default();
            let _ = write!(
                text,
                "\n  {}: mean {}, temperature {}{who}",
                part.position, part.mean, part.temperature
            );
        }
        let _ = write!(text, "\nboth players: move in {}, the hottest", hottest.position);
        app.answer(&Answer::new(&document, text)?)
    }
}

fn summand(solution: &Solution, position: &Position) -> Result<Summand, Failure> {
    let evaluation = solution.evaluate(position)?;
    let (mean, temperature) = (evaluation.mean(), evaluation.temperature());
    let (Some(mean), Some(temperature)) = (mean.exact(), temperature.exact()) else {
        return Err(Failure::input(format!(
            "the summand {position} has no exact mean and temperature (mean {mean}, temperature \
             {temperature}); expected positions whose bounds meet"
        )));
    };
    let initiative = evaluation.initiative();
    Ok(Summand { position: *position, mean, temperature, initiative })
}
