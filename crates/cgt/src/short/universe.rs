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
    pub(super) unfolded: Option<(Options, Options)>,
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
    pub(super) limit: usize,
    /// What is held beside the games: options, sums, comparisons, corners of walls.
    pub(super) held: usize,
    /// Names of powers of up, once somebody needs them.
    pub(super) power_names: FxHashMap<Game, String>,
    pub(super) task: Task,
}

impl Default for Universe {
    fn default() -> Universe {
        Universe::new()
    }
}

impl Universe {
    /// How many games a universe holds unless told otherwise.
    const DEFAULT_LIMIT: usize = 20_000_000;

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
            power_names: FxHashMap::default(),
            task: Task::silent(),
        };
        universe.insert(Form::Nus(Nus::ZERO), Dyadic::ZERO, Dyadic::ZERO);
        universe
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

    pub(super) fn node(&self, game: Game) -> &Node {
        &self.nodes[game.0 as usize]
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
}
