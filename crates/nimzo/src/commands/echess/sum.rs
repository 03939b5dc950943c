//! `nimzo echess sum`

use std::fmt::Write;

use nimzo_games::echess::{
    Board, Guide, Limits, Orthodox, Player, Position, Statement, Sum as SumOf,
};
use serde_json::{Value, json};

use super::Window;
use crate::app::{Answer, App, Failure, Outcome};

/// A sum of positions: its mean and temperature, and where either player should move
///
/// The mean of a sum is the sum of the means; its temperature is at most the greatest of theirs,
/// and equal to it if one summand is hotter than the rest. The orthodox move is in the hottest
/// summand. The stops are what thermographs prove about them; --search looks ahead until both
/// bounds meet.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess sum '0,0 1,-2 2,1' '0,0 3,0 -4,1'
  nimzo echess sum '0,0 3,-1 5,1' '0,0 5,-1 5,1' --search")]
pub struct Sum {
    /// The summands, each BKX,BKY WKX,WKY WRX,WRY in one word; one that begins with a minus sign
    /// is written with brackets, [-1,0] 3,0 5,1
    #[arg(value_name = "POSITION", required = true, num_args = 1..)]
    positions: Vec<String>,
    /// Find the exact stops by looking ahead
    #[arg(long)]
    search: bool,
    /// Positions of the sum that the search may look at
    #[arg(long, value_name = "N", default_value_t = Limits::default().nodes)]
    nodes: u64,
    #[command(flatten)]
    window: Window,
}

/// More summands are refused.
const MOST: usize = 64;
/// More room for the search is refused: an answer should not take minutes.
const MOST_NODES: u64 = 2_000_000;

impl Sum {
    /// Adds up.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        if self.positions.len() > MOST {
            return Err(Failure::input(format!(
                "{} summands are too many; expected at most {MOST}",
                self.positions.len()
            )));
        }
        if self.nodes > MOST_NODES {
            return Err(Failure::input(format!(
                "--nodes {} is too many; expected at most {MOST_NODES}",
                self.nodes
            )));
        }
        let positions: Vec<Position> =
            self.positions.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let solution = self.window.solution(app, Board::Open)?;
        let mut sum = SumOf::new(Guide::new(&solution), &positions)?;
        let statement = sum.statement()?;
        let black = sum.orthodox(&statement, Player::Black)?;
        let white = sum.orthodox(&statement, Player::White)?;
        let mut document = json!({
            "mean": statement.mean.to_string(),
            "temperature": statement.temperature.to_string(),
            "left_stop": statement.left_stop.to_string(),
            "right_stop": statement.right_stop.to_string(),
            "summands": summands(&statement),
            "black": black.as_ref().map(told),
            "white": white.as_ref().map(told),
        });
        let mut text = words(&statement);
        for (player, advice) in [(Player::Black, &black), (Player::White, &white)] {
            if let Some(advice) = advice {
                let played = advice.moves.first().map(|one| one.played.to_string());
                let _ = write!(
                    text,
                    "\n{player}: {} in summand {}: {}",
                    played.unwrap_or_else(|| "no move".to_owned()),
                    advice.summand + 1,
                    advice.reason
                );
            }
        }
        if self.search {
            let limits = Limits { nodes: self.nodes, ..Limits::default() };
            for (player, name, field) in [
                (Player::Black, "left stop", "left_stop_by_search"),
                (Player::White, "right stop", "right_stop_by_search"),
            ] {
                let found = sum.search(player, limits, &app.task)?;
                document[field] = json!({
                    "stop": found.worth.to_string(),
                    "exact": found.worth.is_exact(),
                    "nodes": found.nodes,
                    "depth": found.depth,
                });
                let _ = write!(
                    text,
                    "\n{name} by search: {} ({} positions, {} moves ahead)",
                    found.worth, found.nodes, found.depth
                );
            }
        }
        app.answer(&Answer::new(&document, text)?)
    }
}

fn summands(statement: &Statement) -> Vec<Value> {
    let one = |part: &nimzo_games::echess::Summand| {
        json!({
            "position": part.position.to_string(),
            "mean": part.mean.to_string(),
            "temperature": part.temperature.to_string(),
            "sente": part.initiative.map(|who| who.to_string()),
            "urgent": part.is_urgent,
        })
    };
    statement.summands.iter().map(one).collect()
}

fn told(advice: &Orthodox) -> Value {
    json!({
        "summand": advice.summand,
        "move": advice.moves.first().map(|one| one.played.to_string()),
        "moves": advice.moves.iter().map(|one| one.played.to_string()).collect::<Vec<_>>(),
        "reason": advice.reason,
    })
}

fn words(statement: &Statement) -> String {
    let mut text = format!(
        "mean {}, temperature {}, stops {} and {}",
        statement.mean, statement.temperature, statement.left_stop, statement.right_stop
    );
    for (index, part) in statement.summands.iter().enumerate() {
        let who = match (part.is_urgent, part.initiative) {
            (true, _) => ", hot at every temperature".to_owned(),
            (false, Some(who)) => format!(", {who}"),
            (false, None) => String::new(),
        };
        let _ = write!(
            text,
            "\n  {}. {}: mean {}, temperature {}{who}",
            index + 1,
            part.position,
            part.mean,
            part.temperature
        );
    }
    text
}
