//! The store of short games: forms, ids, and what is remembered about each.

use std::sync::Arc;

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::Nus;
use crate::{Dyadic, Error, Nimber, Result, Thermograph};

/// A short game in canonical form: an id in its [`Universe`]. Equal games have equal ids.
///
/// ```
/// use nimzo_cgt::Universe;
/// let mut universe = Universe::new();
/// let (a, b) = (universe.parse("{0|*}").unwrap(), universe.parse("^").unwrap());
/// assert_eq!(a, b);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Game(pub(super) u32);

/// A list of options, shared.
pub(super) type Options = Arc<[Game]>;

/// A canonical form: closed where there is one, by options otherwise.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Nus(Nus),
    Options(Options, Options),
}

pub(super) struct Node {
    pub(super) form: Form,
    /// The options of a closed form, once somebody asked.
    unfolded: Option<(Options, Options)>,
    pub(super) left_stop: Dyadic,
    pub(super) right_stop: Dyadic,
    pub(super) thermograph: Option<Arc<Thermograph>>,
}

/// All short games met so far, each stored once, with remembered sums, negatives and comparisons.
///
/// ```
/// use nimzo_cgt::{Dyadic, Universe};
/// let mut universe = Universe::new();
/// let one = universe.integer(1);
/// let switch = universe.game(&[one], &[universe.zero()]).unwrap();
/// assert_eq!(universe.show(switch), "{1|0}");
/// assert_eq!(universe.mean(switch).unwrap(), Dyadic::new(1, 1).unwrap());
/// ```
pub struct Universe {
    pub(super) nodes: Vec<Node>,
    ids: FxHashMap<Form, Game>,
    pub(super) sums: FxHashMap<(Game, Game), Game>,
    pub(super) negatives: FxHashMap<Game, Game>,
    pub(super) at_most: FxHashMap<(Game, Game), bool>,
    pub(super) depth: u32,
    limit: usize,
    /// What is held beside the games: options, sums, comparisons, corners of walls.
    held: usize,
    task: Task,
}

impl Default for Universe {
    fn default() -> Universe {
        Universe::new()
    }
}

impl Universe {
    /// How deep one computation may go down into its games before it gives up with an error.
    pub(super) const MAX_DEPTH: u32 = 1000;
    /// The largest nimber that is ever unfolded into its options.
    const MAX_UNFOLDED_STAR: u64 = 4096;
    /// How many games a universe holds unless told otherwise.
    const DEFAULT_LIMIT: usize = 20_000_000;
    /// How much beside the games a universe holds for each game that it may hold.
    const HELD_PER_GAME: usize = 8;

    /// An empty universe (it holds 0).
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// assert_eq!(universe.show(universe.zero()), "0");
    /// ```
    pub fn new() -> Universe {
        Universe::with_limit(Universe::DEFAULT_LIMIT)
    }

    /// An empty universe that refuses to hold more than `limit` games.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::with_limit(5);
    /// assert!(universe.parse("{1|0} + {2|0} + {4|0}").is_err());
    /// ```
    pub fn with_limit(limit: usize) -> Universe {
        let mut universe = Universe {
            nodes: Vec::new(),
            ids: FxHashMap::default(),
            sums: FxHashMap::default(),
            negatives: FxHashMap::default(),
            at_most: FxHashMap::default(),
            depth: 0,
            limit: limit.clamp(1, u32::MAX as usize),
            held: 0,
            task: Task::silent(),
        };
        universe.insert(Form::Nus(Nus::ZERO), Dyadic::ZERO, Dyadic::ZERO);
        universe
    }

    /// The same universe, whose computations end with [`Error::Interrupted`] once the task is asked
    /// to stop.
    ///
    /// ```
    /// use nimzo_cgt::Universe;
    /// use nimzo_work::Task;
    /// let task = Task::silent();
    /// let mut universe = Universe::new().watched_by(&task);
    /// task.stop();
    /// assert!(universe.parse("{1|0} + {2|0}").is_err());
    /// ```
    pub fn watched_by(mut self, task: &Task) -> Universe {
        self.task = task.clone();
        self
    }

    /// The task that watches.
    pub(crate) fn task(&self) -> &Task {
        &self.task
    }

    /// How many distinct games are held.
    ///
    /// ```
    /// assert_eq!(nimzo_cgt::Universe::new().len(), 1);
    /// ```
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Always false: 0 is there from the beginning.
    ///
    /// ```
    /// assert!(!nimzo_cgt::Universe::new().is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The game 0.
    ///
    /// ```
    /// let universe = nimzo_cgt::Universe::new();
    /// assert!(universe.is_zero(universe.zero()));
    /// ```
    pub fn zero(&self) -> Game {
        Game(0)
    }

    /// An integer.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let seven = universe.integer(7);
    /// assert_eq!(universe.show(seven), "7");
    /// ```
    pub fn integer(&mut self, integer: i64) -> Game {
        self.number(Dyadic::from(integer))
    }

    /// A number.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let half = universe.number("1/2".parse().unwrap());
    /// assert_eq!(universe.show(half), "1/2");
    /// ```
    pub fn number(&mut self, number: Dyadic) -> Game {
        self.nus(Nus::number(number))
    }

    /// A nimber.
    ///
    /// ```
    /// use nimzo_cgt::{Nimber, Universe};
    /// let mut universe = Universe::new();
    /// let star = universe.nimber(Nimber(1));
    /// assert_eq!(universe.show(star), "*");
    /// ```
    pub fn nimber(&mut self, star: Nimber) -> Game {
        self.nus(Nus { star, ..Nus::ZERO })
    }

    /// A number plus ups plus a nimber.
    ///
    /// ```
    /// use nimzo_cgt::{Nus, Universe};
    /// let mut universe = Universe::new();
    /// let ups = universe.nus(Nus { ups: 3, ..Nus::ZERO });
    /// assert_eq!(universe.show(ups), "^3");
    /// ```
    pub fn nus(&mut self, nus: Nus) -> Game {
        match self.ids.get(&Form::Nus(nus)) {
            Some(&id) => id,
            None => self.insert(Form::Nus(nus), nus.number, nus.number),
        }
    }

    /// The closed form of a game that has one.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{1|0}").unwrap();
    /// assert_eq!(universe.as_nus(game), None);
    /// let game = universe.parse("{1|1}").unwrap();
    /// assert_eq!(universe.as_nus(game).unwrap().to_string(), "1*");
    /// ```
    pub fn as_nus(&self, game: Game) -> Option<Nus> {
        match self.node(game).form {
            Form::Nus(nus) => Some(nus),
            Form::Options(..) => None,
        }
    }

    /// The number that a game is, if it is one.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{0|1}").unwrap();
    /// assert_eq!(universe.as_number(game).unwrap().to_string(), "1/2");
    /// ```
    pub fn as_number(&self, game: Game) -> Option<Dyadic> {
        self.as_nus(game)?.to_number()
    }

    /// Whether a game is 0.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("*2 - *2").unwrap();
    /// assert!(universe.is_zero(game));
    /// ```
    pub fn is_zero(&self, game: Game) -> bool {
        game == self.zero()
    }

    /// The canonical Left options, in no particular order.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let star_2 = universe.parse("*2").unwrap();
    /// assert_eq!(universe.left_options(star_2).unwrap().len(), 2);
    /// ```
    pub fn left_options(&mut self, game: Game) -> Result<Arc<[Game]>> {
        Ok(self.options(game)?.0)
    }

    /// The canonical Right options, in no particular order.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let one = universe.integer(1);
    /// assert!(universe.right_options(one).unwrap().is_empty());
    /// ```
    pub fn right_options(&mut self, game: Game) -> Result<Arc<[Game]>> {
        Ok(self.options(game)?.1)
    }

    /// The number of days a game takes to be born: the height of its canonical form.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// let game = universe.parse("{1|-1}").unwrap();
    /// assert_eq!(universe.birthday(game).unwrap(), 2);
    /// ```
    pub fn birthday(&mut self, game: Game) -> Result<u64> {
        self.birthday_within(game, &mut FxHashMap::default())
    }

    fn birthday_within(&mut self, game: Game, known: &mut FxHashMap<Game, u64>) -> Result<u64> {
        if let Some(nus) = self.as_nus(game) {
            return Ok(nus.birthday());
        }
        if let Some(&birthday) = known.get(&game) {
            return Ok(birthday);
        }
        let (left, right) = self.options(game)?;
        let mut birthday = 0;
        for &option in left.iter().chain(right.iter()) {
            let later = self.deeper(|universe| universe.birthday_within(option, known))?;
            birthday = birthday.max(1 + later);
        }
        known.insert(game, birthday);
        Ok(birthday)
    }

    pub(super) fn node(&self, game: Game) -> &Node {
        &self.nodes[game.0 as usize]
    }

    pub(super) fn options(&mut self, game: Game) -> Result<(Options, Options)> {
        let node = self.node(game);
        let nus = match &node.form {
            Form::Options(left, right) => return Ok((left.clone(), right.clone())),
            Form::Nus(nus) => *nus,
        };
        if let Some(unfolded) = &node.unfolded {
            return Ok(unfolded.clone());
        }
        let unfolded = self.unfold(nus)?;
        self.hold(unfolded.0.len() + unfolded.1.len())?;
        self.nodes[game.0 as usize].unfolded = Some(unfolded.clone());
        Ok(unfolded)
    }

    /// The canonical options of a closed form.
    fn unfold(&mut self, nus: Nus) -> Result<(Options, Options)> {
        if let Some(number) = nus.to_number() {
            return self.unfold_number(number);
        }
        if nus.ups < 0 {
            let mirrored = nus.checked_neg().ok_or(Error::Overflow { what: "a negative" })?;
            let (left, right) = self.unfold(mirrored)?;
            return Ok((self.negatives_of(&right)?, self.negatives_of(&left)?));
        }
        let zero = Nus::number(nus.number);
        let star = |star| Nus { star: Nimber(star), ..zero };
        Ok(match (nus.ups, nus.star.0) {
            (0, heap) if heap > Universe::MAX_UNFOLDED_STAR => {
                return Err(Error::TooLarge { what: format!("the options of {nus}") });
            }
            (0, heap) => {
                let both: Options = (0..heap).map(|n| self.nus(star(n))).collect();
                (both.clone(), both)
            }
            (1, 1) => (Arc::from([self.nus(zero), self.nus(star(1))]), Arc::from([self.nus(zero)])),
            (ups, heap) => {
                let right = Nus { ups: ups - 1, ..star(heap ^ 1) };
                (Arc::from([self.nus(zero)]), Arc::from([self.nus(right)]))
            }
        })
    }

    fn unfold_number(&mut self, number: Dyadic) -> Result<(Options, Options)> {
        let step = Dyadic::new(1, number.exponent()).unwrap_or(Dyadic::ONE);
        let overflow = Error::Overflow { what: "an option of a number" };
        let below = number.checked_sub(step).ok_or(overflow.clone());
        let above = number.checked_add(step).ok_or(overflow);
        let nobody: Options = Arc::from([]);
        Ok(match (number.exponent(), number.signum()) {
            (0, 0) => (nobody.clone(), nobody),
            (0, 1) => (Arc::from([self.number(below?)]), nobody),
            (0, _) => (nobody, Arc::from([self.number(above?)])),
            _ => (Arc::from([self.number(below?)]), Arc::from([self.number(above?)])),
        })
    }

    fn negatives_of(&mut self, games: &[Game]) -> Result<Options> {
        games.iter().map(|&game| self.neg(game)).collect()
    }

    /// The id of a form by options that is canonical and has no closed form.
    pub(super) fn intern(&mut self, left: Vec<Game>, right: Vec<Game>) -> Result<Game> {
        let form = Form::Options(left.into(), right.into());
        if let Some(&id) = self.ids.get(&form) {
            return Ok(id);
        }
        if self.nodes.len() >= self.limit {
            return Err(Error::TooLarge { what: format!("more than {} games", self.limit) });
        }
        let Form::Options(left, right) = &form else { unreachable!("made above") };
        self.hold(left.len() + right.len())?;
        let left_stop = left.iter().map(|&option| self.node(option).right_stop).max();
        let right_stop = right.iter().map(|&option| self.node(option).left_stop).min();
        // A form without options on one side is an integer and has a closed form.
        let (left_stop, right_stop) =
            (left_stop.unwrap_or(Dyadic::ZERO), right_stop.unwrap_or(Dyadic::ZERO));
        Ok(self.insert(form, left_stop, right_stop))
    }

    fn insert(&mut self, form: Form, left_stop: Dyadic, right_stop: Dyadic) -> Game {
        let id = Game(self.nodes.len() as u32);
        let node =
            Node { form: form.clone(), unfolded: None, left_stop, right_stop, thermograph: None };
        self.nodes.push(node);
        self.ids.insert(form, id);
        id
    }

    /// Counts what is held beside the games, and refuses to hold too much.
    pub(super) fn hold(&mut self, more: usize) -> Result<()> {
        self.held += more;
        if self.held / Universe::HELD_PER_GAME > self.limit {
            let what = format!("the work on more than {} games", self.limit);
            return Err(Error::TooLarge { what });
        }
        Ok(())
    }

    /// Runs one step of a recursion one level deeper, if that is allowed and nobody asked to stop.
    pub(super) fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.task.check()?;
        if self.depth >= Universe::MAX_DEPTH {
            return Err(Error::TooDeep { limit: Universe::MAX_DEPTH });
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }
}
