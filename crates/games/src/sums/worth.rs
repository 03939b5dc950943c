//! What a pawn group is worth: its value, proved by playing it out.
//!
//! The candidate is the canonical value that [`PartizanSolver`] computes, where getting through
//! counts as a very large number. Large numbers can be traded for each other and wins cannot, so
//! this is only a candidate. It is proved like this: let whoever moves lose the group played beside
//! the negative of the value, under the true rules. Then a player who wins some sum wins it with
//! these two added, by answering each move in them there; so the group may be replaced by the value
//! in every sum.

use nimzo_cgt::{Game, Outcome, Universe};
use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::group::{PawnGroup, PawnRules};
use super::playing::{SumPosition, SumRules};
use crate::partizan::{PartizanSolver, Player, WIN};
use crate::turns::Decider;
use crate::{Error, Result};

/// Positions that are looked at for one proof where nothing else is said.
const MOST_POSITIONS: u64 = 3_000_000;

/// What a group is worth in every sum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// It may be replaced by this short game.
    Short(Game),
    /// This player gets through, whoever moves.
    Through(Player),
    /// It is no short game: somebody has a threat to get through that gains time, or whoever moves
    /// first gets through. Only playing it out beside the rest tells who wins. The game is the
    /// candidate, in which getting through is a large number.
    Threats(Game),
    /// It is too large to be valued.
    Unknown,
}

/// Values of pawn groups, each computed and proved once.
pub struct Worths {
    solver: PartizanSolver<PawnRules>,
    decider: Decider<SumRules>,
    known: FxHashMap<PawnGroup, Worth>,
    finite: FxHashMap<Game, bool>,
    limit: u64,
    task: Task,
}

impl Worths {
    /// Nothing known yet.
    pub fn new(task: &Task) -> Self {
        Self::limited(MOST_POSITIONS, task)
    }

    /// The same, looking at so many positions for one proof at most.
    pub fn limited(limit: u64, task: &Task) -> Self {
        Self {
            limit,
            task: task.clone(),
            solver: PartizanSolver::new(PawnRules, task),
            decider: Decider::new(SumRules::default()),
            known: FxHashMap::default(),
            finite: FxHashMap::default(),
        }
    }

    /// Where the values live.
    pub fn universe(&mut self) -> &mut Universe {
        self.solver.universe()
    }

    /// What a group is worth.
    pub fn of(&mut self, group: PawnGroup) -> Result<Worth> {
        let group = group.or_mirrored();
        if let Some(&worth) = self.known.get(&group) {
            return Ok(worth);
        }
        let worth = match self.find(group) {
            Err(refusal) if is_too_large(&refusal) => Worth::Unknown,
            found => found?,
        };
        self.known.insert(group, worth);
        Ok(worth)
    }

    fn find(&mut self, group: PawnGroup) -> Result<Worth> {
        let candidate = self.solver.value(&group)?;
        if !self.is_finite(candidate)? {
            for player in Player::BOTH {
                if self.gets_through(group, player, player.other())? {
                    return Ok(Worth::Through(player));
                }
            }
            return Ok(Worth::Threats(candidate));
        }
        let negative = self.universe().neg(candidate)?;
        let lost = [
            !self.mover_wins(&[group], negative, Player::Left)?,
            !self.mover_wins(&[group], negative, Player::Right)?,
        ];
        Ok(if lost == [true; 2] { Worth::Short(candidate) } else { Worth::Threats(candidate) })
    }

    /// What a group is worth in words: the value, or, where it is no short game, the form in which
    /// getting through is `on` for White and `off` for Black. `None` where that is not known.
    pub fn show(&mut self, worth: Worth) -> Option<String> {
        let text = match worth {
            Worth::Short(value) | Worth::Threats(value) => self.universe().show(value),
            Worth::Through(Player::Left) => "on".to_string(),
            Worth::Through(Player::Right) => "off".to_string(),
            Worth::Unknown => return None,
        };
        Some(name_wins(&text))
    }

    /// Whether the player to move wins groups beside a value, under the rules and nothing else.
    pub fn mover_wins(
        &mut self,
        groups: &[PawnGroup],
        beside: Game,
        mover: Player,
    ) -> Result<bool> {
        self.decider.game().admit(beside, self.solver.universe())?;
        let position = SumPosition::new(groups.iter().copied(), beside, mover);
        self.decider.wins(&position, self.limit, &self.task)
    }

    /// Whether a player wins a group, with either to move, although the other one has more free
    /// moves beside it than there are moves in it: that takes getting through.
    pub fn gets_through(
        &mut self,
        group: PawnGroup,
        player: Player,
        mover: Player,
    ) -> Result<bool> {
        let free = (group.men().count() * group.rows()) as i64;
        let beside = self.universe().integer(if player == Player::Left { -free } else { free });
        Ok(self.mover_wins(&[group], beside, mover)? == (mover == player))
    }

    /// Who wins a sum of groups with a player to move: those that are short games are added up, the
    /// others are played out beside them. `None` where that takes too long.
    pub fn winner(&mut self, groups: &[PawnGroup], mover: Player) -> Result<Option<Player>> {
        let mut sum = self.universe().zero();
        let mut played = Vec::new();
        for &group in groups {
            match self.of(group)? {
                Worth::Short(value) => sum = self.universe().add(sum, value)?,
                _ => played.push(group),
            }
        }
        let wins = if played.is_empty() {
            let outcome = self.universe().outcome(sum)?;
            let wins = match mover {
                Player::Left => [Outcome::Left, Outcome::Next],
                Player::Right => [Outcome::Right, Outcome::Next],
            };
            wins.contains(&outcome)
        } else {
            match self.mover_wins(&played, sum, mover) {
                Err(refusal) if is_too_large(&refusal) => return Ok(None),
                found => found?,
            }
        };
        Ok(Some(if wins { mover } else { mover.other() }))
    }

    /// Whether nothing in a value stands for getting through.
    fn is_finite(&mut self, value: Game) -> Result<bool> {
        if let Some(&finite) = self.finite.get(&value) {
            return Ok(finite);
        }
        let universe = self.solver.universe();
        let large = |game: Game, universe: &Universe| {
            let stops = [universe.left_stop(game), universe.right_stop(game)];
            stops.iter().any(|stop| stop.to_f64().abs() > (WIN / 2) as f64)
        };
        let mut finite = !large(value, universe);
        if finite && universe.as_nus(value).is_none() {
            let left = universe.left_options(value)?;
            let right = universe.right_options(value)?;
            for &option in left.iter().chain(right.iter()) {
                finite = finite && self.is_finite(option)?;
            }
        }
        self.finite.insert(value, finite);
        Ok(finite)
    }

    /// The sum of what groups are worth, where all are short games.
    pub fn sum(&mut self, groups: &[PawnGroup]) -> Result<Option<Game>> {
        let mut sum = self.universe().zero();
        for &group in groups {
            match self.of(group)? {
                Worth::Short(value) => sum = self.universe().add(sum, value)?,
                _ => return Ok(None),
            }
        }
        Ok(Some(sum))
    }
}

/// A printed form with `on` and `off` for the numbers that stand for getting through.
fn name_wins(text: &str) -> String {
    let mut named = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let digits = rest[start..].find(|c: char| !c.is_ascii_digit());
        let end = digits.map_or(rest.len(), |length| start + length);
        let (before, number) = (&rest[..start], &rest[start..end]);
        let large = number.parse::<i64>().is_ok_and(|number| number > WIN / 2);
        let minus = before.strip_suffix('-').filter(|_| !before.ends_with("+-"));
        let (before, number) = match (large, minus) {
            (false, _) => (before, number),
            (true, None) => (before, "on"),
            (true, Some(before)) => (before, "off"),
        };
        named += before;
        named += number;
        rest = &rest[end..];
    }
    named + rest
}

/// Whether what was refused is a game too large to be played out, and not a fault or a stop.
fn is_too_large(error: &Error) -> bool {
    match error {
        Error::TooLargeToExplore { .. } => true,
        Error::Value(why) => !matches!(why, nimzo_cgt::Error::Interrupted(_)),
        _ => false,
    }
}
