//! Everything there is to say about one value, for the faces of the program.

use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Calculation, Calculator, Dyadic, Error, Game, Komaster, Loopy, LoopyOutcome, Mast,
    PseudoNumber, Result, Side, SideValue, Stopper, Thermograph, Universe, Wall,
};

mod moves;
mod text;

pub use moves::{ComponentMove, ComponentMoves};

use moves::moves;

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
    /// The name that the value was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What the writer should know about how the text was read, and what is left out.
    pub warnings: Vec<String>,
    /// The simplest form.
    pub canonical: String,
    /// What kind of value it is.
    pub kind: Kind,
    /// Who wins: L, R, N or P; for a game that is drawn, how it ends after each start.
    pub outcome: String,
    /// The mean value; `None` if the walls never meet or are not known well enough.
    pub mean: Option<Dyadic>,
    /// Why there is no mean, where there is none.
    pub no_mean: Option<String>,
    /// The temperature; `None` where there is no mean. For loopy games counted from 0 up.
    pub temperature: Option<Dyadic>,
    /// What Left reaches, starting.
    pub left_stop: Option<PseudoNumber>,
    /// What Right reaches, starting.
    pub right_stop: Option<PseudoNumber>,
    /// The atomic weight, where one was found.
    pub atomic_weight: Option<String>,
    /// Why there is no atomic weight: only infinitesimals have one, or none was found.
    pub no_atomic_weight: Option<String>,
    /// The uptimal that the value is, if it is one: a number, powers of up, a nimber.
    pub uptimal: Option<String>,
    /// The reduced canonical form: the simplest game that differs by an infinitesimal.
    pub reduced: Option<String>,
    /// The day on which the value is born.
    pub birthday: Option<u64>,
    /// Left's canonical options.
    pub left_options: Vec<String>,
    /// Right's canonical options.
    pub right_options: Vec<String>,
    /// The moves in each component of a sum of short games; a value by itself is one component.
    pub components: Vec<ComponentMoves>,
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
    /// The thermographs of a form whose only loops are kos, for either player as komaster.
    pub komaster: Option<Komaster>,
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
        match Calculator::new().calculate(text, task)? {
            Calculation::Value(analysis) => Ok(*analysis),
            Calculation::Order(_) => Err(Error::syntax(text, 0, "a value, and no comparison,")),
        }
    }

    pub(crate) fn of_short(
        universe: &mut Universe,
        game: Game,
        components: &[Game],
        text: &str,
    ) -> Result<Analysis> {
        let kind = match universe.as_nus(game) {
            Some(nus) if nus.to_number().is_some() => Kind::Number,
            Some(nus) if nus.number.is_zero() && nus.ups == 0 => Kind::Nimber,
            Some(_) => Kind::NumberUpStar,
            None => Kind::Short,
        };
        let show_all = |universe: &mut Universe, games: Vec<Game>| -> Vec<String> {
            games.into_iter().map(|game| universe.show(game)).collect()
        };
        // What every value has comes first: what follows may fail to fit where the value itself does
        // not, and then leaves no room.
        let canonical = universe.show(game);
        let outcome = universe.outcome(game)?.letter().to_string();
        let (mean, temperature) = (universe.mean(game)?, universe.temperature(game)?);
        let thermograph = universe.thermograph(game)?.as_ref().clone();
        let birthday = universe.birthday(game)?;
        let atomic_weight = if_it_fits(universe.atomic_weight(game))?.flatten();
        let no_atomic_weight = match atomic_weight {
            Some(_) => None,
            None if universe.is_infinitesimal(game) => Some("not found".to_owned()),
            None => Some("none: only infinitesimals have one".to_owned()),
        };
        let left_options = if_it_fits(universe.left_options(game))?.unwrap_or_default().to_vec();
        let right_options = if_it_fits(universe.right_options(game))?.unwrap_or_default().to_vec();
        let left_incentives = if_it_fits(universe.left_incentives(game))?.unwrap_or_default();
        let right_incentives = if_it_fits(universe.right_incentives(game))?.unwrap_or_default();
        let chilled = if_it_fits(universe.chill(game))?;
        let frozen = if_it_fits(universe.freeze(game))?;
        let reduced = if_it_fits(universe.reduced(game))?;
        let uptimal = if_it_fits(universe.uptimal(game))?.flatten();
        let components = if_it_fits(moves(universe, components))?.unwrap_or_default();
        Ok(Analysis {
            expression: text.to_owned(),
            name: None,
            warnings: cut_short(&canonical),
            canonical,
            kind,
            outcome,
            mean: Some(mean),
            no_mean: None,
            temperature: Some(temperature),
            left_stop: Some(PseudoNumber::Number(universe.left_stop(game))),
            right_stop: Some(PseudoNumber::Number(universe.right_stop(game))),
            atomic_weight: atomic_weight.map(|weight| universe.show(weight)),
            no_atomic_weight,
            uptimal: uptimal.map(|uptimal| uptimal.to_string()),
            reduced: reduced.map(|reduced| universe.show(reduced)),
            birthday: Some(birthday),
            left_options: show_all(universe, left_options),
            right_options: show_all(universe, right_options),
            components,
            left_incentives: show_all(universe, left_incentives),
            right_incentives: show_all(universe, right_incentives),
            chilled: chilled.map(|game| universe.show(game)),
            frozen: frozen.map(|game| universe.show(game)),
            onside: None,
            offside: None,
            komaster: None,
            thermograph,
            thermograph_upper: None,
        })
    }

    pub(crate) fn of_loopy(value: &Loopy, text: &str, task: &Task) -> Result<Analysis> {
        let bounds = value.thermograph_within(task)?;
        let exact = bounds.is_exact();
        let mast = bounds.lower.mast().filter(|_| exact);
        let stopper = value.as_stopper();
        let stop = |side| stopper.and_then(|stopper: &Stopper| stopper.stop(side).ok());
        let side = |side: &SideValue| stopper.is_none().then(|| side.to_string());
        let canonical = value.to_string();
        let no_mean = match (mast, exact) {
            (Some(_), _) => None,
            (None, true) => Some(unbounded(&bounds.lower)),
            (None, false) => Some("not determined: the bounds do not meet".to_owned()),
        };
        Ok(Analysis {
            expression: text.to_owned(),
            name: None,
            warnings: cut_short(&canonical),
            canonical,
            kind: if stopper.is_some() { Kind::Stopper } else { Kind::Sided },
            outcome: outcome(value, task)?,
            mean: mast.map(|mast| mast.mean),
            no_mean,
            temperature: mast.map(|mast| mast.temperature),
            left_stop: stop(Side::Left),
            right_stop: stop(Side::Right),
            atomic_weight: None,
            no_atomic_weight: Some("not looked for: the value is loopy".to_owned()),
            uptimal: None,
            reduced: None,
            birthday: None,
            left_options: Vec::new(),
            right_options: Vec::new(),
            components: Vec::new(),
            left_incentives: Vec::new(),
            right_incentives: Vec::new(),
            chilled: None,
            frozen: None,
            onside: side(value.onside()),
            offside: side(value.offside()),
            komaster: None,
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

/// Which way a thermograph without a mast goes.
fn unbounded(thermograph: &Thermograph) -> String {
    use Wall::{MinusInfinity, PlusInfinity};
    let told = match (thermograph.left(), thermograph.right()) {
        (PlusInfinity, PlusInfinity) => "none: unbounded above, like on",
        (MinusInfinity, MinusInfinity) => "none: unbounded below, like off",
        (PlusInfinity, MinusInfinity) => "none: unbounded both ways, hot at every temperature",
        (PlusInfinity, _) => "none: unbounded above if Left starts, hot at every temperature",
        (_, MinusInfinity) => "none: unbounded below if Right starts, hot at every temperature",
        _ => "none: hot at every temperature",
    };
    told.to_owned()
}

/// A warning where a form was too long to be written out.
fn cut_short(canonical: &str) -> Vec<String> {
    let told = "`...` stands for positions that are too long to be written out";
    if canonical.contains("...") { vec![told.to_owned()] } else { Vec::new() }
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
