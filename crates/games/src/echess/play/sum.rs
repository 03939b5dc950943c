//! Sums of positions: what their thermographs say about the sum, the orthodox move with its
//! reason, and the exact stops of a small sum by search.
//!
//! With walls `L_i(t)` and `R_i(t)` of the summands, stops of sums obey, for every tax t,
//!
//! * Black first: `max_j (L_j + sum of the other R_i) <= stop <= sum of L_i + t`,
//! * White first: `sum of R_i - t <= stop <= min_j (R_j + sum of the other L_i)`.
//!
//! The search uses the same bounds where it ends, so that it proves what it returns.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::rc::Rc;

use nimzo_cgt::{Dyadic, Wall};
use nimzo_work::Task;

use super::advice::{Advice, Guide};
use crate::Result;
use crate::echess::answers::{Evaluation, Initiative, Interval};
use crate::echess::answers::{Score, Worth, at};
use crate::echess::rules::Position;
use crate::echess::rules::{After, Player};

/// One summand, as its thermograph describes it.
#[derive(Clone, Debug)]
pub struct Summand {
    /// The position.
    pub position: Position,
    /// Its mean.
    pub mean: Interval,
    /// Its temperature.
    pub temperature: Interval,
    /// Who keeps the move there, if that is known.
    pub initiative: Option<Initiative>,
    /// Whether it is hot at every temperature: a king or a rook can be taken.
    pub is_urgent: bool,
}

/// Where a player should move in a sum, and why.
#[derive(Clone, Debug)]
pub struct Orthodox {
    /// Which summand.
    pub summand: usize,
    /// The moves that are best there at its own temperature, the dogmatic one first.
    pub moves: Vec<Advice>,
    /// Why there.
    pub reason: String,
}

/// What thermographs tell about a sum.
#[derive(Clone, Debug)]
pub struct Statement {
    /// The summands.
    pub summands: Vec<Summand>,
    /// The mean of the sum.
    pub mean: Interval,
    /// The temperature of the sum: exact when one summand is hotter than all others.
    pub temperature: Interval,
    /// Bounds on the stop when Black begins.
    pub left_stop: Worth,
    /// Bounds on the stop when White begins.
    pub right_stop: Worth,
}

/// Room for the search.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Moves looked ahead at most.
    pub depth: u32,
    /// Positions of the sum looked at before giving up.
    pub nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { depth: 24, nodes: 60_000 }
    }
}

/// What the search found.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The stop, or what is proved about it.
    pub worth: Worth,
    /// Positions of the sum looked at.
    pub nodes: u64,
    /// Moves looked ahead.
    pub depth: u32,
}

/// A sum under study.
pub struct Sum<'a> {
    guide: Guide<'a>,
    parts: Vec<Position>,
    known: HashMap<Position, Rc<Known>>,
}

/// What is known of one position, and the taxes at which its walls bend.
struct Known {
    /// Lower and upper walls, Left's and Right's each.
    evaluation: Evaluation,
    bends: Vec<Dyadic>,
}

/// A position of the whole sum.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Node {
    parts: Vec<Position>,
    cash: i64,
}

impl<'a> Sum<'a> {
    /// The sum of `parts`.
    pub fn new(guide: Guide<'a>, parts: &[Position]) -> Result<Self> {
        for part in parts {
            // What the window does not hold is refused now, by name.
            guide.evaluate(part)?;
        }
        Ok(Sum { guide, parts: parts.to_vec(), known: HashMap::new() })
    }

    /// What the thermographs say.
    pub fn statement(&mut self) -> Result<Statement> {
        let summands: Vec<Summand> =
            self.parts.iter().map(|part| self.summand(part)).collect::<Result<_>>()?;
        let add = |pick: fn(&Interval) -> Option<Dyadic>| {
            let sum = |sum: Option<Dyadic>, part: &Summand| sum?.checked_add(pick(&part.mean)?);
            summands.iter().fold(Some(Dyadic::ZERO), sum)
        };
        let mean = Interval { low: add(|mean| mean.low), high: add(|mean| mean.high) };
        let node = Node { parts: self.parts.clone(), cash: 0 };
        Ok(Statement {
            mean,
            temperature: temperature(&summands),
            left_stop: self.bounds(&node, Player::Black)?,
            right_stop: self.bounds(&node, Player::White)?,
            summands,
        })
    }

    fn summand(&self, position: &Position) -> Result<Summand> {
        let evaluation = self.guide.evaluate(position)?;
        let above = self.guide.temperature_above(position);
        let mut temperature = evaluation.temperature();
        if !evaluation.is_exact() && temperature.low == above {
            temperature.high = above;
        }
        Ok(Summand {
            position: *position,
            mean: evaluation.mean(),
            temperature,
            initiative: evaluation.initiative(),
            is_urgent: above.is_none(),
        })
    }

    /// Where `player` should move: in the hottest summand, and how.
    pub fn orthodox(&self, statement: &Statement, player: Player) -> Result<Option<Orthodox>> {
        let heat = |index: &usize| {
            let summand = &statement.summands[*index];
            (summand.is_urgent, self.guide.temperature_above(&summand.position), Reverse(*index))
        };
        let Some(summand) = (0..self.parts.len()).max_by_key(heat) else { return Ok(None) };
        let moves = self.guide.orthodox(&self.parts[summand], player)?;
        let reason = reason(&statement.summands, summand, player);
        Ok(Some(Orthodox { summand, moves, reason }))
    }

    /// The stop of the sum when `first` begins, by search; it looks further ahead until the bounds
    /// meet or the limits are reached.
    pub fn search(&mut self, first: Player, limits: Limits, task: &Task) -> Result<Found> {
        let node = Node { parts: self.parts.clone(), cash: 0 };
        let mut found = Found { worth: self.bounds(&node, first)?, nodes: 1, depth: 0 };
        let window = (Score::KingLost, Score::RookWon);
        while !found.worth.is_exact() && found.depth < limits.depth && found.nodes < limits.nodes {
            task.check()?;
            let depth = found.depth + 1;
            let mut room = limits.nodes - found.nodes;
            let before = room;
            let worth = self.look(&node, first, depth, window, &mut room, task)?;
            found.nodes += before - room;
            found.depth = depth;
            // What was proved before stays proved.
            found.worth.low = found.worth.low.max(worth.low);
            found.worth.high = found.worth.high.min(worth.high);
        }
        Ok(found)
    }

    fn look(
        &mut self,
        node: &Node,
        player: Player,
        depth: u32,
        (mut alpha, mut beta): (Score, Score),
        room: &mut u64,
        task: &Task,
    ) -> Result<Worth> {
        let at_once = self.bounds(node, player)?;
        *room = room.saturating_sub(1);
        let settled = at_once.is_exact() || at_once.high <= alpha || at_once.low >= beta;
        if settled || depth == 0 || *room == 0 {
            return Ok(at_once);
        }
        if room.is_multiple_of(256) {
            task.check()?;
        }
        let mut next: Vec<(Worth, Option<Node>)> = Vec::new();
        for (child, over) in self.followers(node, player) {
            let worth = match over {
                Some(score) => Worth::exactly(score),
                None => self.bounds(&child, player.other())?,
            };
            next.push((worth, over.is_none().then_some(child)));
        }
        if next.is_empty() {
            return Ok(at_once);
        }
        match player {
            Player::Black => next.sort_by_key(|(worth, _)| Reverse((worth.low, worth.high))),
            Player::White => next.sort_by_key(|(worth, _)| (worth.high, worth.low)),
        }
        let mut best: Option<Worth> = None;
        for (mut worth, child) in next {
            if let Some(child) = child
                && !worth.is_exact()
            {
                worth = self.look(&child, player.other(), depth - 1, (alpha, beta), room, task)?;
            }
            let pick =
                |a: Score, b: Score| if player == Player::Black { a.max(b) } else { a.min(b) };
            let so_far = best.unwrap_or(worth);
            let so_far =
                Worth { low: pick(so_far.low, worth.low), high: pick(so_far.high, worth.high) };
            best = Some(so_far);
            match player {
                Player::Black => alpha = alpha.max(so_far.low),
                Player::White => beta = beta.min(so_far.high),
            }
            if alpha >= beta {
                // Whatever the other moves bring, the player above will not come here.
                return Ok(match player {
                    Player::Black => Worth { low: at_once.low.max(so_far.low), ..at_once },
                    Player::White => Worth { high: at_once.high.min(so_far.high), ..at_once },
                });
            }
        }
        let best = best.unwrap_or(at_once);
        Ok(Worth { low: best.low.max(at_once.low), high: best.high.min(at_once.high) })
    }

    /// Where each move leads; a score where it ends the whole game.
    fn followers(&self, node: &Node, player: Player) -> Vec<(Node, Option<Score>)> {
        let mut followers = Vec::new();
        for (index, part) in node.parts.iter().enumerate() {
            for played in part.moves(player, self.guide.board(), self.guide.reach()) {
                let mut next = node.clone();
                let over = match part.after(player, played) {
                    After::Position(after) => {
                        next.parts[index] = after;
                        None
                    }
                    After::Cash(points) => {
                        next.parts.remove(index);
                        next.cash += points;
                        let all = Score::Points(Dyadic::from(next.cash));
                        next.parts.is_empty().then_some(all)
                    }
                    After::RookTaken => Some(Score::RookWon),
                    After::KingTaken => Some(Score::KingLost),
                };
                followers.push((next, over));
            }
        }
        followers
    }

    /// What the walls of the summands prove about the stop.
    fn bounds(&mut self, node: &Node, player: Player) -> Result<Worth> {
        let parts: Vec<Rc<Known>> =
            node.parts.iter().map(|part| self.known(part)).collect::<Result<_>>()?;
        let mut taxes: Vec<Dyadic> = parts.iter().flat_map(|part| part.bends.clone()).collect();
        taxes.push(Dyadic::ZERO);
        taxes.sort_unstable();
        taxes.dedup();
        let cash = Dyadic::from(node.cash);
        let mut worth = Worth { low: Score::KingLost, high: Score::RookWon };
        for tax in taxes {
            let (low, high) = match player {
                Player::Black => {
                    let low =
                        best_first(&parts, tax, |known| &known.evaluation.lower, Player::Black);
                    let high =
                        total(parts.iter().map(|part| at(&part.evaluation.upper.0, tax)), tax);
                    (low, high)
                }
                Player::White => {
                    let fee = tax.checked_neg().unwrap_or(Dyadic::ZERO);
                    let low =
                        total(parts.iter().map(|part| at(&part.evaluation.lower.1, tax)), fee);
                    let high =
                        best_first(&parts, tax, |known| &known.evaluation.upper, Player::White);
                    (low, high)
                }
            };
            worth.low = worth.low.max(low);
            worth.high = worth.high.min(high);
        }
        let shift = |score: Score| total([score].into_iter(), cash);
        Ok(Worth { low: shift(worth.low), high: shift(worth.high) })
    }

    fn known(&mut self, position: &Position) -> Result<Rc<Known>> {
        if let Some(known) = self.known.get(position) {
            return Ok(Rc::clone(known));
        }
        let evaluation = if self.guide.holds(position) {
            self.guide.evaluate(position)?
        } else {
            beyond(position)
        };
        let walls = [&evaluation.lower, &evaluation.upper];
        let bends =
            walls.iter().flat_map(|(left, right)| [left, right]).filter_map(Wall::trajectory);
        let bends = bends.flat_map(|path| path.points()).map(|point| point.temperature).collect();
        let known = Rc::new(Known { evaluation, bends });
        self.known.insert(*position, Rc::clone(&known));
        Ok(known)
    }
}

/// All that is known outside the window: out of check, cashing out is not the worst.
fn beyond(position: &Position) -> Evaluation {
    let cash = Wall::constant(Dyadic::ZERO, Dyadic::from(position.cash()));
    let right = if position.in_check() { Wall::MinusInfinity } else { cash.clone() };
    Evaluation { lower: (cash, right), upper: (Wall::PlusInfinity, Wall::PlusInfinity) }
}

/// A sum of scores and some points. Losing a king counts before winning a rook only in that it
/// keeps a lower bound low; mixed infinities do not occur where the bound matters.
fn total(scores: impl Iterator<Item = Score>, points: Dyadic) -> Score {
    let mut sum = points;
    let mut won = false;
    for score in scores {
        match score {
            Score::KingLost => return Score::KingLost,
            Score::RookWon => won = true,
            Score::Points(more) => match sum.checked_add(more) {
                Some(total) => sum = total,
                None => return Score::KingLost,
            },
        }
    }
    if won { Score::RookWon } else { Score::Points(sum) }
}

/// The best that the player does by beginning in one summand and answering in the others.
fn best_first(
    parts: &[Rc<Known>],
    tax: Dyadic,
    walls: fn(&Known) -> &(Wall, Wall),
    player: Player,
) -> Score {
    let own = |known: &Known| match player {
        Player::Black => at(&walls(known).0, tax),
        Player::White => at(&walls(known).1, tax),
    };
    let answered = |known: &Known| match player {
        Player::Black => at(&walls(known).1, tax),
        Player::White => at(&walls(known).0, tax),
    };
    let sums = (0..parts.len()).map(|first| {
        let scores = parts.iter().enumerate();
        let scores =
            scores.map(|(index, part)| if index == first { own(part) } else { answered(part) });
        total(scores, Dyadic::ZERO)
    });
    let nothing = Score::Points(Dyadic::ZERO);
    match player {
        Player::Black => sums.max().unwrap_or(nothing),
        Player::White => sums.min().unwrap_or(nothing),
    }
}

/// The temperature of a sum is at most the greatest of the summands', and equal to it when only
/// one summand has it.
fn temperature(summands: &[Summand]) -> Interval {
    if summands.iter().any(|summand| summand.is_urgent) {
        return Interval { low: None, high: None };
    }
    let high = summands
        .iter()
        .map(|summand| summand.temperature.high)
        .try_fold(Dyadic::ZERO, |most, temperature| {
            temperature.map(|temperature| most.max(temperature))
        });
    let lowest = |summand: &Summand| summand.temperature.low.unwrap_or(Dyadic::ZERO);
    let mut order: Vec<&Summand> = summands.iter().collect();
    order.sort_by_key(|summand| Reverse(lowest(summand)));
    let low = match order[..] {
        [] => Some(Dyadic::ZERO),
        [only] => only.temperature.low,
        [first, ref rest @ ..] => {
            let rest = rest.iter().map(|summand| summand.temperature.high);
            let below = |high: Option<Dyadic>| high.is_some_and(|high| high < lowest(first));
            Some(if rest.into_iter().all(below) { lowest(first) } else { Dyadic::ZERO })
        }
    };
    Interval { low, high }
}

fn reason(summands: &[Summand], chosen: usize, player: Player) -> String {
    let summand = &summands[chosen];
    let number = chosen + 1;
    if summand.is_urgent {
        return format!("in summand {number} a rook or a king can be taken at any temperature");
    }
    let same = |other: &&Summand| other.temperature == summand.temperature;
    let hottest = if summands.len() == 1 {
        "it is the only summand".to_owned()
    } else if summands.iter().filter(same).count() > 1 {
        format!("no summand is hotter than summand {number} (temperature {})", summand.temperature)
    } else {
        format!("summand {number} is the hottest (temperature {})", summand.temperature)
    };
    let own_sente = match player {
        Player::Black => Initiative::LeftSente,
        Player::White => Initiative::RightSente,
    };
    let then = match summand.initiative {
        Some(Initiative::Gote) => "; the move is gote: it is not answered there",
        Some(who) if who == own_sente => "; the move is sente: it must be answered there",
        Some(Initiative::DoubleSente) => "; the move is sente for both: it must be answered there",
        Some(Initiative::LeftSente) => "; it prevents Black's sente there (reverse sente)",
        Some(Initiative::RightSente) => "; it prevents White's sente there (reverse sente)",
        Some(Initiative::Quiet) => "; nobody gains by moving there",
        None => "; its bounds do not meet, so sente and gote are not told apart",
    };
    format!("{hottest}{then}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    const SUMS: [&[&str]; 5] = [
        &["0,0 3,-1 5,1"],
        &["0,0 3,-1 5,1", "0,0 3,0 5,1"],
        &["0,0 3,-1 5,1", "0,0 2,-2 5,1"],
        &["0,0 2,-2 5,1", "0,0 2,-2 -4,1"],
        &["0,0 0,2 5,1", "0,0 3,0 5,1"],
    ];

    /// The search, which looks at every move, must find what the thermographs promise: a stop
    /// between mean minus temperature and mean plus temperature.
    #[test]
    fn searched_stops_keep_what_thermographs_promise() {
        let guide = Guide::new(&OPEN);
        let mut settled = 0;
        for texts in SUMS {
            let parts: Vec<Position> = texts.iter().map(|text| position(text)).collect();
            let mut sum = Sum::new(guide, &parts).unwrap();
            let statement = sum.statement().unwrap();
            let (Some(mean), Some(heat)) = (statement.mean.exact(), statement.temperature.high)
            else {
                panic!("{texts:?}: mean {}, temperature {}", statement.mean, statement.temperature)
            };
            for (player, told) in
                [(Player::Black, statement.left_stop), (Player::White, statement.right_stop)]
            {
                let limits = Limits { depth: 8, nodes: 4000 };
                let found = sum.search(player, limits, &Task::silent()).unwrap();
                assert!(found.worth.low >= told.low && found.worth.high <= told.high);
                settled += usize::from(found.worth.is_exact());
                let (least, most) = match player {
                    Player::Black => (mean, mean.checked_add(heat).unwrap()),
                    Player::White => (mean.checked_sub(heat).unwrap(), mean),
                };
                assert!(found.worth.high >= Score::Points(least), "{texts:?} {player}");
                assert!(found.worth.low <= Score::Points(most), "{texts:?} {player}");
            }
        }
        assert!(settled >= 6, "{settled} stops were settled");
    }

    /// Without any walls: what Black can force within a few moves, cashing out everything at the
    /// end, is no more than the bounds allow.
    #[test]
    fn plain_play_stays_below_the_upper_bounds() {
        let guide = Guide::new(&OPEN);
        for texts in SUMS {
            let parts: Vec<Position> = texts.iter().map(|text| position(text)).collect();
            let mut sum = Sum::new(guide, &parts).unwrap();
            let node = Node { parts, cash: 0 };
            for player in [Player::Black, Player::White] {
                let forced = forced(&sum, &node, player, 3);
                let bound = sum.bounds(&node, player).unwrap();
                assert!(forced <= bound.high, "{texts:?} {player}: {forced} {bound}");
            }
        }
    }

    /// What Black forces in `depth` moves if after that he gets every summand's cash at once, or
    /// nothing at all while a king is in check.
    fn forced(sum: &Sum<'_>, node: &Node, player: Player, depth: u32) -> Score {
        if depth == 0 || node.parts.is_empty() {
            let cash: i64 = node.parts.iter().map(Position::cash).sum();
            let lost = player == Player::White && node.parts.iter().any(Position::in_check);
            let points = Score::Points(Dyadic::from(node.cash + cash));
            return if lost { Score::KingLost } else { points };
        }
        let next = sum.followers(node, player).into_iter();
        let scores = next.map(|(child, over)| {
            over.unwrap_or_else(|| forced(sum, &child, player.other(), depth - 1))
        });
        match player {
            Player::Black => scores.max(),
            Player::White => scores.min(),
        }
        .unwrap_or(Score::KingLost)
    }

    #[test]
    fn the_hottest_summand_comes_first() {
        let guide = Guide::new(&OPEN);
        let parts = [position("0,0 3,0 5,1"), position("0,0 0,2 5,1")];
        let mut sum = Sum::new(guide, &parts).unwrap();
        let statement = sum.statement().unwrap();
        for player in [Player::Black, Player::White] {
            let advice = sum.orthodox(&statement, player).unwrap().unwrap();
            assert_eq!(advice.summand, 1);
            assert!(advice.reason.contains("hottest"), "{}", advice.reason);
            assert!(!advice.moves.is_empty());
        }
    }
}
