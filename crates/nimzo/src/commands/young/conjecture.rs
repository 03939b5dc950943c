//! `nimzo young conjecture`

use nimzo_games::young::{
    Census, Conjecture, LongestLost, Piece, Shapes, beyond_golden, check_directly, longest_lost,
    settle,
};
use rayon::prelude::*;
use serde_json::json;

use crate::app::{Answer, App, Failure, Outcome};

/// Check the paper's open questions as far as asked
///
/// 5.1 and 5.2 give formulas for KING on generalised staircases. Each is checked straight on
/// diagrams of up to --steps steps and, since the values repeat, settled for any number of steps.
/// golden asks how long a lost diagram of QUEEN can be for its number of rows (Lemma 3.22).
#[derive(clap::Args)]
#[command(
    name = "conjecture",
    after_help = "Examples:
  nimzo young conjecture 5.1 --sides 21 --steps 60
  nimzo young conjecture 5.2 --sides 20 --steps 40
  nimzo young conjecture golden --size 60 --rows 20"
)]
pub struct ConjectureOn {
    /// Which one
    #[arg(value_enum)]
    which: Which,
    /// 5.1 and 5.2: longest side of a step
    #[arg(long, value_name = "N", default_value_t = 21, value_parser = clap::value_parser!(u32).range(1..=999))]
    sides: u32,
    /// 5.1 and 5.2: number of steps of the diagrams that are also checked straight
    #[arg(long, value_name = "K", default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    steps: u32,
    /// golden: largest size of the partitions that are all looked through
    #[arg(long, value_name = "N", default_value_t = 50)]
    size: usize,
    /// golden: largest number of rows for which the longest lost diagram is sought
    #[arg(long, value_name = "R", default_value_t = 19)]
    rows: u32,
    /// golden: diagrams tried for each length before the search gives up
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    effort: u64,
}

/// The open questions.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Which {
    /// Conjecture 5.1: KING, square steps of odd side
    #[value(name = "5.1")]
    OddSquare,
    /// Conjecture 5.2: KING, oblong steps of even sides
    #[value(name = "5.2")]
    EvenOblong,
    /// The golden ratio in Lemma 3.22: QUEEN
    #[value(name = "golden")]
    Golden,
}

impl ConjectureOn {
    /// Checks and reports.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let answer = match self.which {
            Which::OddSquare => self.stairs(app, Conjecture::OddSquare)?,
            Which::EvenOblong => self.stairs(app, Conjecture::EvenOblong)?,
            Which::Golden => self.golden(app)?,
        };
        app.answer(&answer)
    }

    fn stairs(&self, app: &App, conjecture: Conjecture) -> Result<Answer, Failure> {
        let sides = conjecture.sides(self.sides);
        let stage =
            app.task.stage(&format!("conjecture {}", conjecture.number()), sides.len() as u64);
        let check = |&(rows, columns): &(u32, u32)| -> nimzo_games::Result<_> {
            let unwatched = app.task.unwatched();
            let direct = check_directly(conjecture, rows, columns, self.steps, &unwatched)?;
            let settled = settle(conjecture, rows, columns, &app.task)?;
            stage.advance(1);
            Ok(settled.map(|settled| (settled, direct)))
        };
        let checked: Vec<_> = sides.par_iter().map(check).collect::<Result<Vec<_>, _>>()?;
        let checked: Vec<_> = checked.into_iter().flatten().collect();
        let holds =
            checked.iter().all(|(s, direct)| s.counterexample.is_none() && direct.is_none());
        let counterexample = checked.iter().find_map(|(s, direct)| {
            let found = s.counterexample.or(*direct)?;
            Some(json!({"rows": s.rows, "columns": s.columns, "steps": found.steps,
                "conjectured": found.conjectured, "found": found.found}))
        });
        let steps: Vec<_> = checked
            .iter()
            .map(|(s, _)| json!({"rows": s.rows, "columns": s.columns,
                "holds": s.counterexample.is_none(), "repeats_from": s.repeats_from, "period": s.period}))
            .collect();
        let document = json!({
            "conjecture": conjecture.number(),
            "holds": holds,
            "sides": self.sides,
            "checked_directly_to_steps": self.steps,
            "settled_for_all_steps": true,
            "shapes": steps,
            "counterexample": counterexample,
        });
        let verdict = match &counterexample {
            None => "no counterexample".to_owned(),
            Some(found) => format!("counterexample {found}"),
        };
        let text = format!(
            "Conjecture {}: {verdict}\n  {} shapes of step with sides up to {}\n  straight on \
             diagrams of up to {} steps, and for any number of steps by repetition of the values\n  \
             longest repetition: {} steps",
            conjecture.number(),
            checked.len(),
            self.sides,
            self.steps,
            checked.iter().map(|(s, _)| s.period).max().unwrap_or(0),
        );
        Ok(Answer::new(&document, text)?.holds(holds))
    }

    fn golden(&self, app: &App) -> Result<Answer, Failure> {
        let shapes = Shapes::up_to(self.size, &app.task)?;
        let census = Census::solve(&shapes, &Piece::Queen.moveset(), &app.task)?;
        let beyond = beyond_golden(&census, &app.task)?;
        let mut longest = Vec::new();
        for rows in 2..=self.rows {
            longest.push(longest_lost(rows, self.effort, &app.task)?);
        }
        let tight: Vec<String> = beyond
            .iter()
            .take_while(|p| p.long == 2 * p.short)
            .map(|p| p.partition.to_string())
            .collect();
        let violates = beyond.iter().any(|p| p.long > 2 * p.short);
        let document = json!({
            "conjecture": "golden",
            "lemma_holds": !violates,
            "size": self.size,
            "lost_beyond_golden": beyond.len(),
            "lost_at_ratio_2": tight,
            "longest": longest.iter().map(longest_json).collect::<Vec<_>>(),
        });
        let mut lines = vec![
            format!(
                "QUEEN, all partitions of size up to {}: {} lost diagrams are longer than the golden \
                 ratio allows on rectangles; ratio 2 is reached by {}",
                self.size,
                beyond.len(),
                if tight.is_empty() { "none".to_owned() } else { tight.join("  ") }
            ),
            "rows  longest first row  ratio   a lost diagram with it".to_owned(),
        ];
        lines.extend(longest.iter().map(longest_text));
        Ok(Answer::new(&document, lines.join("\n"))?.holds(!violates))
    }
}

fn ratio(found: &LongestLost) -> Option<f64> {
    let first = found.partition.as_ref()?.columns() - 1;
    Some(first as f64 / f64::from(found.rows - 1))
}

fn longest_json(found: &LongestLost) -> serde_json::Value {
    json!({
        "rows": found.rows,
        "first_row": found.partition.as_ref().map(|p| p.columns()),
        "bound": 2 * found.rows - 1,
        "partition": found.partition.as_ref().map(|p| p.to_string()),
        "exhaustive": found.exhaustive,
        "tried": found.tried,
    })
}

fn longest_text(found: &LongestLost) -> String {
    let Some(partition) = &found.partition else {
        return format!("{:>4}  none found", found.rows);
    };
    let sure = if found.exhaustive { "longest" } else { "at least" };
    format!(
        "{:>4}  {:>3} of {:>3} {sure:<8} {:.4}  {partition}",
        found.rows,
        partition.columns(),
        2 * found.rows - 1,
        ratio(found).unwrap_or(0.0),
    )
}
