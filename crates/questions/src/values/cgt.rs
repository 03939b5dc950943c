//! `nimzo cgt`

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use nimzo_cgt::{Calculation, Calculator, Thermograph};
use nimzo_report::pictures::{self, Picture, Walls};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Answer, Failure, Question, Session};

/// The value of a combinatorial game: canonical form, mean, temperature, thermograph
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Notation:
  3/4  0.75  *2  ^3*  vv        numbers, nimbers, ups and downs, and their sums
  ^<2>  ^[3]  .12               a power of up, the sum of the first three, ^ + 2 times ^<2>
  {1,*|0}  {3||2*|1*}           options; a longer bar separates first
  +-1  Tiny(2)  Miny({2|1})     switches, tinies and minies
  a{0|a}  {0|pass}              loops: a name for a position, or a move back to it
  on off over under dud upon uponth tis tisn ono oof hi lo
                                loopy values with names; s & t gives both sides
  x+y  x-y  x:y  (x)            sums, negatives, ordinal sums
  3*{1|0}  3*2  x*(-y)          products; with nothing behind it a star is the nimber: 3*
  cool(x,t) heat(x,t) chill(x) freeze(x) warm(x) overheat(x,s,t) reduced(x)
  norton(x,u) conway(x,y) nim(*2,*3) onside(x) offside(x)
  x <= y  x == y  x <> y        comparisons: also < > >= != and <| |> (or confused)
  x = {1|0}                     a name for the lines that follow

Examples:
  nimzo cgt '{1|0} + {3||2*|1*} - ^' --svg thermograph.svg
  nimzo cgt 'a{1||a|0}'
  nimzo cgt '^ <= ^^'
  nimzo cgt - --json < values.txt")]
pub struct Cgt {
    /// The value, or `-` to read one from each line of standard input
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    expression: String,
    /// What lines before this one named.
    #[arg(skip)]
    #[serde(skip)]
    calculator: Arc<Mutex<Calculator>>,
}

/// What is known of a value, or how two compare.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct CgtAnswer(Calculation);

impl Question for Cgt {
    const PATH: &'static [&'static str] = &["cgt"];
    const DRAWS: bool = true;
    const IN_ORDER: bool = true;
    type Answer = CgtAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<CgtAnswer, Failure> {
        let mut calculator = self.calculator.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(CgtAnswer(calculator.calculate(&self.expression, task)?))
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.expression)
    }
}

impl From<Calculation> for CgtAnswer {
    fn from(calculation: Calculation) -> Self {
        Self(calculation)
    }
}

impl fmt::Display for CgtAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Answer for CgtAnswer {
    fn holds(&self) -> bool {
        self.0.holds()
    }

    fn picture(&self) -> Result<Picture, Failure> {
        let Some(analysis) = self.0.value() else {
            return Err(Failure::input("a comparison has no thermograph: name one value"));
        };
        let (lower, upper) = analysis
            .drawn()
            .unwrap_or_else(|_| (analysis.thermograph.clone(), analysis.thermograph_upper.clone()));
        let drawing = match upper {
            None => pictures::Thermograph::new(walls(&lower)),
            Some(upper) => pictures::Thermograph::between(walls(&lower), walls(&upper)),
        };
        let caption = match (analysis.mean, analysis.temperature) {
            (Some(mean), Some(temperature)) => format!("Mean {mean}, temperature {temperature}."),
            _ if analysis.thermograph_upper.is_some() => "Bounds that do not meet.".to_owned(),
            _ => format!("Mean {}.", analysis.no_mean.as_deref().unwrap_or("none")),
        };
        Ok(drawing.picture(&analysis.canonical, &caption))
    }
}

fn walls(thermograph: &Thermograph) -> Walls {
    let [left, right] = thermograph.corners();
    Walls { left, right }
}
