//! Cooling and heating of stoppers.
//!
//! Every move costs (or earns) the same number, so a position is met again with a number added to
//! it. Where a loop adds something on each round the new game has no end of positions, and there
//! is no answer; where its moves cancel out, it is a finite graph again.

use std::collections::VecDeque;

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::graph::{Graph, Side, append_short};
use super::pseudo::{PseudoNumber, pseudo_numbers, short_games};
use super::stopper::Stopper;
use super::value::Loopy;
use crate::{Dyadic, Error, Game, Result, Universe};

/// What becomes of a position.
enum Fate {
    /// A pseudonumber stays what it is, plus what was added on the way.
    Stays(PseudoNumber),
    /// A loop-free game is cooled or heated as such.
    Short(Game),
    /// Cooled below its temperature only the mean is left.
    Frozen(Dyadic),
    /// The players go on moving.
    Moves,
}

impl Stopper {
    /// The stopper cooled by `t ≥ 0`.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Loopy};
    /// let task = nimzo_work::Task::silent();
    /// let game = Loopy::parse("{4|over}").unwrap();
    /// let cooled = game.as_stopper().unwrap().cool(Dyadic::ONE, &task).unwrap();
    /// assert_eq!(cooled.to_string(), "{3|1over}");
    /// ```
    pub fn cool(&self, t: Dyadic, task: &Task) -> Result<Loopy> {
        if t < Dyadic::ZERO {
            return Err(Error::NegativeTemperature { temperature: t });
        }
        let mut universe = Universe::new().watched_by(task);
        let games = short_games(&mut universe, self.graph())?;
        let pseudo = pseudo_numbers(self.graph(), &universe, &games);
        let bounds = self.thermographs(task)?;
        let mut fates = Vec::new();
        for (position, bounds) in bounds.iter().enumerate() {
            fates.push(match (pseudo[position], games[position]) {
                (Some(pseudo), _) => Fate::Stays(pseudo),
                (None, Some(game)) => Fate::Short(universe.cool(game, t)?),
                (None, None) if !bounds.is_exact() => {
                    let what = "cooling where the thermograph is known between bounds only";
                    return Err(Error::NotDefined { what: what.to_owned() });
                }
                (None, None) => match bounds.lower.mast() {
                    Some(mast) if mast.temperature < t => Fate::Frozen(mast.mean),
                    _ => Fate::Moves,
                },
            });
        }
        let tax = t.checked_neg().ok_or(Error::Overflow { what: "a tax" })?;
        self.moved(&mut universe, &fates, tax)
    }

    /// The stopper heated by a number: pseudonumbers stay, and every other move earns it.
    ///
    /// ```
    /// use nimzo_cgt::{Dyadic, Loopy};
    /// let task = nimzo_work::Task::silent();
    /// let game = Loopy::parse("{3|over}").unwrap();
    /// let heated = game.as_stopper().unwrap().heat(Dyadic::ONE, &task).unwrap();
    /// assert_eq!(heated.to_string(), "{4|-1over}");
    /// ```
    pub fn heat(&self, bonus: Dyadic, task: &Task) -> Result<Loopy> {
        let mut universe = Universe::new().watched_by(task);
        let games = short_games(&mut universe, self.graph())?;
        let pseudo = pseudo_numbers(self.graph(), &universe, &games);
        let number = universe.number(bonus);
        let mut fates = Vec::new();
        for position in 0..self.graph().len() {
            fates.push(match (pseudo[position], games[position]) {
                (Some(pseudo), _) => Fate::Stays(pseudo),
                (None, Some(game)) => Fate::Short(universe.heat(game, number)?),
                (None, None) => Fate::Moves,
            });
        }
        self.moved(&mut universe, &fates, bonus)
    }

    /// The temperature, where the walls are known and meet.
    pub(super) fn temperature(&self, task: &Task) -> Result<Option<Dyadic>> {
        let bounds = &self.thermographs(task)?[0];
        Ok(bounds.lower.mast().filter(|_| bounds.is_exact()).map(|mast| mast.temperature))
    }

    /// The game in which every move of Left adds the bonus and every move of Right takes it away.
    fn moved(&self, universe: &mut Universe, fates: &[Fate], bonus: Dyadic) -> Result<Loopy> {
        let task = universe.task().clone();
        let loss = bonus.checked_neg().ok_or(OVERFLOW)?;
        let mut draft = Draft::default();
        draft.place((0, Dyadic::ZERO))?;
        while let Some((at, (position, added))) = draft.waiting.pop_front() {
            task.check()?;
            let options = match fates[position] {
                Fate::Moves => {
                    let mut sides = [Vec::new(), Vec::new()];
                    for (side, change, to) in [(Side::Left, bonus, 0), (Side::Right, loss, 1)] {
                        let added = added.checked_add(change).ok_or(OVERFLOW)?;
                        for &option in self.graph().options(position, side) {
                            sides[to].push(draft.place((option, added))?);
                        }
                    }
                    let [left, right] = sides;
                    (left, right)
                }
                Fate::Stays(PseudoNumber::On) => (vec![at], Vec::new()),
                Fate::Stays(PseudoNumber::Off) => (Vec::new(), vec![at]),
                Fate::Stays(PseudoNumber::Over(number)) => {
                    let number = added.checked_add(number).ok_or(OVERFLOW)?;
                    let game = universe.number(number);
                    (vec![draft.short(universe, game)?], vec![at])
                }
                Fate::Stays(PseudoNumber::Under(number)) => {
                    let number = added.checked_add(number).ok_or(OVERFLOW)?;
                    let game = universe.number(number);
                    (vec![at], vec![draft.short(universe, game)?])
                }
                Fate::Stays(PseudoNumber::Number(number)) | Fate::Frozen(number) => {
                    let number = added.checked_add(number).ok_or(OVERFLOW)?;
                    let game = universe.number(number);
                    draft.options_of(universe, game)?
                }
                Fate::Short(game) => {
                    let number = universe.number(added);
                    let sum = universe.add(game, number)?;
                    draft.options_of(universe, sum)?
                }
            };
            draft.positions[at] = options;
        }
        let graph = Graph::new(draft.positions)?;
        Loopy::from_sides(&graph, &graph, &task)
    }
}

const OVERFLOW: Error = Error::Overflow { what: "a sum of taxes" };

/// A position of the old game with what was added on the way to it.
type State = (usize, Dyadic);

/// The new game under construction.
#[derive(Default)]
struct Draft {
    positions: Vec<(Vec<usize>, Vec<usize>)>,
    places: FxHashMap<State, usize>,
    games: FxHashMap<Game, usize>,
    waiting: VecDeque<(usize, State)>,
}

impl Draft {
    fn place(&mut self, state: State) -> Result<usize> {
        if let Some(&place) = self.places.get(&state) {
            return Ok(place);
        }
        if self.positions.len() >= Graph::MAX_POSITIONS {
            let what = "a tax or a bonus on a game whose loops add to it without end";
            return Err(Error::NotDefined { what: what.to_owned() });
        }
        let place = self.positions.len();
        self.positions.push((Vec::new(), Vec::new()));
        self.places.insert(state, place);
        self.waiting.push_back((place, state));
        Ok(place)
    }

    /// The place of a loop-free game.
    fn short(&mut self, universe: &mut Universe, game: Game) -> Result<usize> {
        if let Some(&place) = self.games.get(&game) {
            return Ok(place);
        }
        let place = append_short(universe, &[game], &mut self.positions)?[0];
        self.games.insert(game, place);
        Ok(place)
    }

    /// The places of the options of a loop-free game.
    fn options_of(
        &mut self,
        universe: &mut Universe,
        game: Game,
    ) -> Result<(Vec<usize>, Vec<usize>)> {
        let place = self.short(universe, game)?;
        Ok(self.positions[place].clone())
    }
}
