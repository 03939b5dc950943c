//! Everything there is to say about one value, for the faces of the program.

use std::fmt;

use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Dyadic, Error, Game, Loopy, LoopyOutcome, Mast, PseudoNumber, Result, Side, Stopper,
    Thermograph, Universe, notation,
};

/// How many games one question may make before it is refused: about a gigabyte of them.
const MOST_GAMES: usize = 2_000_000;

/// What kind of value it is.
///
/// ```
/// use nimzo_cgt::{Analysis, Kind};
/// let task = nimzo_work::Task::silent();
/// assert_eq!(Analysis::of("{0|pass}", &task).unwrap().kind, Kind::Stopper);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A number.
    Number,
    /// A nimber other than 0.
    Nimber,
    /// A number plus ups plus a nimber, and none of the above.
    NumberUpStar,
    /// Any other loop-free game.
    Short,
    /// A loopy game whose sides agree.
    Stopper,
    /// A loopy game whose sides differ.
    Sided,
}

/// A value and what is known about it. Fields that a kind of value does not have are `None`.
///
/// ```
/// use nimzo_cgt::Analysis;
/// let analysis = Analysis::of("{1|0} + *", &nimzo_work::Task::silent()).unwrap();
/// assert_eq!(analysis.canonical, "{1*|*}");
/// assert_eq!(analysis.mean.unwrap().to_string(), "1/2");
/// ```
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Analysis {
    /// The text as given.
    pub expression: String,
    /// The simplest form.
    pub canonical: String,
    /// What kind of value it is.
    pub kind: Kind,
    /// Who wins: L, R, N or P; for a game that is drawn, how it ends after each start.
    pub outcome: String,
    /// The mean value; `None` if the walls never meet or are not known well enough.
    pub mean: Option<Dyadic>,
    /// The temperature; `None` where there is no mean. For loopy games counted from 0 up.
    pub temperature: Option<Dyadic>,
    /// What Left reaches, starting.
    pub left_stop: Option<PseudoNumber>,
    /// What Right reaches, starting.
    pub right_stop: Option<PseudoNumber>,
    /// The atomic weight, where there is one.
    pub atomic_weight: Option<String>,
    /// The day on which the value is born.
    pub birthday: Option<u64>,
    /// Left's undominated incentives.
    pub left_incentives: Vec<String>,
    /// Right's undominated incentives.
    pub right_incentives: Vec<String>,
    /// The value cooled by 1.
    pub chilled: Option<String>,
    /// The value cooled by its temperature.
    pub frozen: Option<String>,
    /// The onside of a value whose sides differ.
    pub onside: Option<String>,
    /// The offside of a value whose sides differ.
    pub offside: Option<String>,
    /// The thermograph, or the lower bound of it.
    pub thermograph: Thermograph,
    /// The upper bound of the thermograph, where it is not known exactly.
    pub thermograph_upper: Option<Thermograph>,
}

impl Analysis {
    /// Everything about the value of an expression, unless the task is asked to stop.
    ///
    /// ```
    /// use nimzo_cgt::Analysis;
    /// let task = nimzo_work::Task::silent();
    /// assert_eq!(Analysis::of("a{0|a}", &task).unwrap().canonical, "over");
    /// assert!(Analysis::of("{1|", &task).is_err());
    /// ```
    pub fn of(text: &str, task: &Task) -> Result<Analysis> {
        let mut universe = Universe::with_limit(MOST_GAMES).watched_by(task);
        let node = notation::parse(text)?;
        if !node.is_loopy() {
            let game = universe.evaluate(&node, text)?;
            return Analysis::of_short(&mut universe, game, text);
        }
        let value = Loopy::evaluate(text, task)?;
        match value.as_stopper().map(|stopper| stopper.to_short(&mut universe)).transpose()? {
            Some(Some(game)) => Analysis::of_short(&mut universe, game, text),
            _ => Analysis::of_loopy(&value, text, task),
        }
    }

    fn of_short(universe: &mut Universe, game: Game, text: &str) -> Result<Analysis> {
        let kind = match universe.as_nus(game) {
            Some(nus) if nus.to_number().is_some() => Kind::Number,
            Some(nus) if nus.number.is_zero() && nus.ups == 0 => Kind::Nimber,
            Some(_) => Kind::NumberUpStar,
            None => Kind::Short,
        };
        let show_all = |universe: &mut Universe, games: Vec<Game>| -> Vec<String> {
            games.into_iter().map(|game| universe.show(game)).collect()
        };
        // Weights and incentives may fail to fit where the value itself does not.
        let atomic_weight = if_it_fits(universe.atomic_weight(game))?.flatten();
        let left_incentives = if_it_fits(universe.left_incentives(game))?.unwrap_or_default();
        let right_incentives = if_it_fits(universe.right_incentives(game))?.unwrap_or_default();
        let chilled = if_it_fits(universe.chill(game))?;
        let frozen = if_it_fits(universe.freeze(game))?;
        Ok(Analysis {
            expression: text.to_owned(),
            canonical: universe.show(game),
            kind,
            outcome: universe.outcome(game)?.letter().to_string(),
            mean: Some(universe.mean(game)?),
            temperature: Some(universe.temperature(game)?),
            left_stop: Some(PseudoNumber::Number(universe.left_stop(game))),
            right_stop: Some(PseudoNumber::Number(universe.right_stop(game))),
            atomic_weight: atomic_weight.map(|weight| universe.show(weight)),
            birthday: Some(universe.birthday(game)?),
            left_incentives: show_all(universe, left_incentives),
            right_incentives: show_all(universe, right_incentives),
            chilled: chilled.map(|game| universe.show(game)),
            frozen: frozen.map(|game| universe.show(game)),
            onside: None,
            offside: None,
            thermograph: universe.thermograph(game)?.as_ref().clone(),
            thermograph_upper: None,
        })
    }

    fn of_loopy(value: &Loopy, text: &str, task: &Task) -> Result<Analysis> {
        let bounds = value.thermograph_within(task)?;
        let exact = bounds.is_exact();
        let mast = bounds.lower.mast().filter(|_| exact);
        let stopper = value.as_stopper();
        let stop = |side| stopper.and_then(|stopper: &Stopper| stopper.stop(side).ok());
        let side = |side: &Stopper| stopper.is_none().then(|| side.to_string());
        Ok(Analysis {
            expression: text.to_owned(),
            canonical: value.to_string(),
            kind: if stopper.is_some() { Kind::Stopper } else { Kind::Sided },
            outcome: outcome(value, task)?,
            mean: mast.map(|mast| mast.mean),
            temperature: mast.map(|mast| mast.temperature),
            left_stop: stop(Side::Left),
            right_stop: stop(Side::Right),
            atomic_weight: None,
            birthday: None,
            left_incentives: Vec::new(),
            right_incentives: Vec::new(),
            chilled: None,
            frozen: None,
            onside: side(value.onside()),
            offside: side(value.offside()),
            thermograph: bounds.lower,
            thermograph_upper: (!exact).then_some(bounds.upper),
        })
    }

    /// The thermograph as the books draw it: from 0 up where the game is not colder than that.
    ///
    /// ```
    /// use nimzo_cgt::{Analysis, Dyadic};
    /// let analysis = Analysis::of("{2|0}", &nimzo_work::Task::silent()).unwrap();
    /// let (lower, upper) = analysis.drawn().unwrap();
    /// assert_eq!(lower.left().trajectory().unwrap().start(), Dyadic::ZERO);
    /// assert!(upper.is_none());
    /// ```
    pub fn drawn(&self) -> Result<(Thermograph, Option<Thermograph>)> {
        let hot = |mast: Mast| mast.temperature >= Dyadic::ZERO;
        let drawn = |thermograph: &Thermograph| match thermograph.mast().is_none_or(hot) {
            true => thermograph.starting_at(Dyadic::ZERO),
            false => Ok(thermograph.clone()),
        };
        Ok((drawn(&self.thermograph)?, self.thermograph_upper.as_ref().map(drawn).transpose()?))
    }
}

/// What was found, or nothing where it would not fit; that somebody asked to stop is passed on.
fn if_it_fits<T>(found: Result<T>) -> Result<Option<T>> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(Error::Interrupted(stop)) => Err(stop.into()),
        Err(_) => Ok(None),
    }
}

fn outcome(value: &Loopy, task: &Task) -> Result<String> {
    use LoopyOutcome::{LeftWins, RightWins};
    let ends = [value.outcome_within(Side::Left, task)?, value.outcome_within(Side::Right, task)?];
    let letter = match ends {
        [LeftWins, LeftWins] => "L",
        [RightWins, RightWins] => "R",
        [LeftWins, RightWins] => "N",
        [RightWins, LeftWins] => "P",
        _ => {
            let words = ends.map(|end| match end {
                LeftWins => "Left wins",
                RightWins => "Right wins",
                LoopyOutcome::Draw => "a draw",
            });
            return Ok(format!("{} if Left starts, {} if Right starts", words[0], words[1]));
        }
    };
    Ok(letter.to_owned())
}

impl fmt::Display for Analysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut line = |name: &str, value: String| writeln!(f, "{name:<18}{value}");
        let known = |value: Option<String>| value.unwrap_or_else(|| "none".to_owned());
        let number = |value: Option<Dyadic>| known(value.map(|number| number.to_string()));
        line("canonical form", self.canonical.clone())?;
        line("outcome", told(&self.outcome))?;
        if let (Some(left), Some(right)) = (self.left_stop, self.right_stop) {
            line("stops", format!("Left {left}, Right {right}"))?;
        }
        match &self.thermograph_upper {
            None => {
                line("mean", number(self.mean))?;
                line("temperature", number(self.temperature))?;
            }
            Some(_) => line("mean", "not determined: the bounds do not meet".to_owned())?,
        }
        line("atomic weight", known(self.atomic_weight.clone()))?;
        if let Some(birthday) = self.birthday {
            line("birthday", birthday.to_string())?;
        }
        if let (Some(chilled), Some(frozen)) = (&self.chilled, &self.frozen) {
            line("chilled", chilled.clone())?;
            line("frozen", frozen.clone())?;
        }
        for (name, incentives) in [
            ("left incentives", &self.left_incentives),
            ("right incentives", &self.right_incentives),
        ] {
            if !incentives.is_empty() {
                line(name, incentives.join(", "))?;
            }
        }
        line("left wall", self.thermograph.left().to_string())?;
        match &self.thermograph_upper {
            None => write!(f, "{:<18}{}", "right wall", self.thermograph.right()),
            Some(upper) => {
                line("  at most", upper.left().to_string())?;
                line("right wall", self.thermograph.right().to_string())?;
                write!(f, "{:<18}{}", "  at most", upper.right())
            }
        }
    }
}

/// An outcome class in words.
fn told(outcome: &str) -> String {
    let words = match outcome {
        "L" => "Left wins, whoever starts",
        "R" => "Right wins, whoever starts",
        "N" => "whoever starts wins",
        "P" => "whoever starts loses",
        other => return other.to_owned(),
    };
    format!("{outcome} ({words})")
}
