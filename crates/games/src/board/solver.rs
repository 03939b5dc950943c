//! Who wins by force: depth-first proof-number search.
//!
//! One question is answered at a time: can this side force mate? A position is proved when the
//! attacker has a proved answer to it, or the defender has only proved ones; mate is the only
//! ground a proof stands on, so a proof never depends on the path, on a limit or on a guess.
//! Stalemates count against the attacker; repeating a position gets him no further.

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::key::{key, key_after};
use super::men::{Man, Role, Side};
use super::moves::Move;
use super::position::Position;
use crate::Result;

/// What is proved of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// The side to move mates by force.
    Win,
    /// The opponent mates by force.
    Loss,
    /// Neither was proved: a draw, or beyond the limits.
    Unproved,
}

impl Outcome {
    /// The outcome for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Unproved => Outcome::Unproved,
        }
    }
}

/// How far to search.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Positions looked at for one question.
    pub positions: u64,
}

/// What is known of a position and each of its moves.
#[derive(Debug, Clone)]
pub struct Proof {
    /// For the side to move.
    pub outcome: Outcome,
    /// Every legal move, with the outcome for the side that makes it.
    pub moves: Vec<(Move, Outcome)>,
    /// Positions looked at.
    pub positions: u64,
}

/// Numbers of unsolved positions that must still be solved to prove or to disprove.
#[derive(Clone, Copy)]
struct Numbers {
    proof: u32,
    disproof: u32,
}

const SOLVED: u32 = 0;
const NEVER: u32 = u32::MAX / 4;

impl Numbers {
    const PROVED: Self = Self { proof: SOLVED, disproof: NEVER };
    const DISPROVED: Self = Self { proof: NEVER, disproof: SOLVED };

    fn is_solved(self) -> bool {
        self.proof == SOLVED || self.disproof == SOLVED
    }
}

/// A question under way: one attacker, everything learnt so far.
struct Question<'a> {
    attacker: Side,
    known: FxHashMap<u128, Numbers>,
    path: Vec<u128>,
    looked_at: u64,
    limit: u64,
    task: &'a Task,
}

/// Answers questions and keeps what was learnt on the way.
pub struct Solver<'a> {
    questions: [Question<'a>; 2],
}

impl<'a> Solver<'a> {
    /// A solver that has learnt nothing yet.
    pub fn new(task: &'a Task) -> Self {
        let question = |attacker| Question {
            attacker,
            known: FxHashMap::default(),
            path: Vec::new(),
            looked_at: 0,
            limit: 0,
            task,
        };
        Self { questions: [question(Side::White), question(Side::Black)] }
    }

    /// The outcome of a position. Both sides are tried in turn, each time a little longer.
    pub fn outcome(&mut self, position: &Position, limits: Limits) -> Result<Outcome> {
        let mover = position.to_move();
        let mut spent = 0;
        let mut slice = 20_000;
        while spent < limits.positions {
            for attacker in [mover, mover.other()] {
                if self.questions[attacker as usize].ask(position, slice)? {
                    let win = attacker == mover;
                    return Ok(if win { Outcome::Win } else { Outcome::Loss });
                }
            }
            spent += slice;
            slice *= 2;
        }
        Ok(Outcome::Unproved)
    }

    /// The outcome of a position and of each of its moves.
    pub fn prove(&mut self, position: &Position, limits: Limits) -> Result<Proof> {
        let before = self.looked_at();
        let legal = position.legal_moves();
        let stage = self.questions[0].task.stage("moves", legal.len() as u64);
        let mut moves = Vec::with_capacity(legal.len());
        for one in legal {
            moves.push((one, self.outcome(&position.after(one), limits)?.reversed()));
            stage.advance(1);
        }
        let outcome = if moves.is_empty() && position.in_check(position.to_move()) {
            Outcome::Loss
        } else if moves.iter().any(|&(_, outcome)| outcome == Outcome::Win) {
            Outcome::Win
        } else if !moves.is_empty() && moves.iter().all(|&(_, outcome)| outcome == Outcome::Loss) {
            Outcome::Loss
        } else {
            Outcome::Unproved
        };
        Ok(Proof { outcome, moves, positions: self.looked_at() - before })
    }

    /// Positions looked at so far.
    pub fn looked_at(&self) -> u64 {
        self.questions.iter().map(|question| question.looked_at).sum()
    }
}

/// A reply with what is known of it.
struct Reply {
    one: Move,
    key: u128,
    numbers: Numbers,
    /// Whether it stands on the way to here already.
    repeats: bool,
}

/// A repetition tells against the attacker, but it hangs on the path, and what is remembered must
/// not: so it only makes a proof look far away.
const REPETITION: u32 = 2000;

impl Question<'_> {
    /// Whether the attacker was proved to win; looks at some positions more at most.
    fn ask(&mut self, position: &Position, budget: u64) -> Result<bool> {
        self.limit = self.looked_at + budget;
        let key = key(position);
        let known = self.known.get(&key).copied();
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return Ok(numbers.proof == SOLVED);
        }
        self.path.clear();
        let numbers = self.search(position, key, NEVER - 1, NEVER - 1)?;
        Ok(numbers.proof == SOLVED)
    }

    /// Searches a position until its numbers reach the thresholds or the budget is spent.
    fn search(
        &mut self,
        position: &Position,
        key: u128,
        proof: u32,
        disproof: u32,
    ) -> Result<Numbers> {
        if self.looked_at.is_multiple_of(1024) {
            self.task.check()?;
        }
        self.looked_at += 1;
        let mut replies = match self.replies(position, key) {
            Ok(replies) => replies,
            Err(ended) => {
                self.known.insert(key, ended);
                return Ok(ended);
            }
        };
        let attacking = position.to_move() == self.attacker;
        self.path.push(key);
        let numbers = loop {
            let numbers = combine(&replies, attacking);
            self.known.insert(key, numbers);
            let done = numbers.proof >= proof || numbers.disproof >= disproof;
            if done || numbers.is_solved() || self.looked_at >= self.limit {
                break numbers;
            }
            let (best, limits) = choose(&replies, attacking, numbers, proof, disproof);
            let reply = &replies[best];
            if reply.repeats {
                break numbers;
            }
            let after = position.after(reply.one);
            let found = self.search(&after, reply.key, limits.proof, limits.disproof)?;
            replies[best].numbers = found;
        };
        self.path.pop();
        Ok(numbers)
    }

    /// The replies to a position, or how the game has ended in it.
    fn replies(&self, position: &Position, here: u128) -> std::result::Result<Vec<Reply>, Numbers> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.in_check(position.to_move());
            let won = mated && position.to_move() != self.attacker;
            return Err(if won { Numbers::PROVED } else { Numbers::DISPROVED });
        }
        let replies = moves.into_iter().map(|one| {
            let key = key_after(position, here, one);
            let repeats = self.path.contains(&key);
            let numbers = if repeats {
                Numbers { proof: REPETITION, disproof: 1 }
            } else {
                self.known.get(&key).copied().unwrap_or_else(|| self.first_numbers(position, one))
            };
            Reply { one, key, numbers, repeats }
        });
        Ok(replies.collect())
    }

    /// The numbers of a position not seen before: a side is near its goal when a pawn of its own
    /// is near the last row with nothing before it.
    fn first_numbers(&self, before: &Position, one: Move) -> Numbers {
        let position = before.after(one);
        let number = |side| 1 + STEP * steps_to_promotion(&position, side).min(FAR);
        Numbers { proof: number(self.attacker), disproof: number(self.attacker.other()) }
    }
}

/// What a step of a free pawn counts, found by trial.
const STEP: u32 = 20;
/// From here on steps make no difference.
const FAR: u32 = 5;

/// Steps that the foremost free pawn of a side has to go; none with a queen already there, [`FAR`] where
/// there is neither.
fn steps_to_promotion(position: &Position, side: Side) -> u32 {
    let last = position.last_row(side);
    let pawn = Man { side, role: Role::Pawn };
    let steps = position.men().filter(|&(_, man)| man == pawn).filter_map(|(square, _)| {
        let ahead = Position::ahead(side);
        let mut at = square;
        while at.row != last {
            at = position.step(at, (0, ahead)).filter(|&at| position.man(at).is_none())?;
        }
        Some(u32::from(square.row.abs_diff(last)))
    });
    let queen = position.men().any(|(_, man)| man == Man { side, role: Role::Queen });
    if queen { 0 } else { steps.min().unwrap_or(FAR) }
}

/// The numbers of a position from those of its replies. Where all replies count, the largest is
/// taken and one added for each other: sums would count what transposes many times over.
fn combine(replies: &[Reply], attacking: bool) -> Numbers {
    let proofs = replies.iter().map(|reply| reply.numbers.proof);
    let disproofs = replies.iter().map(|reply| reply.numbers.disproof);
    if attacking {
        Numbers { proof: proofs.min().unwrap_or(NEVER), disproof: all(disproofs) }
    } else {
        Numbers { proof: all(proofs), disproof: disproofs.min().unwrap_or(NEVER) }
    }
}

fn all(numbers: impl Iterator<Item = u32>) -> u32 {
    let (mut largest, mut open) = (0, 0);
    for number in numbers.filter(|&number| number > SOLVED) {
        if number >= NEVER {
            return NEVER;
        }
        largest = largest.max(number);
        open += 1;
    }
    if open == 0 { SOLVED } else { (largest + open - 1).min(NEVER - 1) }
}

/// The most promising reply and the numbers at which to look at another one.
fn choose(
    replies: &[Reply],
    attacking: bool,
    here: Numbers,
    proof: u32,
    disproof: u32,
) -> (usize, Numbers) {
    let ours = |numbers: Numbers| if attacking { numbers.proof } else { numbers.disproof };
    let mut best = 0;
    let mut second = NEVER;
    for (index, reply) in replies.iter().enumerate() {
        let number = ours(reply.numbers);
        if index > 0 && number < ours(replies[best].numbers) {
            second = ours(replies[best].numbers);
            best = index;
        } else if index > 0 {
            second = second.min(number);
        }
    }
    let chosen = replies[best].numbers;
    // A little slack keeps the search from jumping between two replies that are as good.
    let slack = |number: u32| number.saturating_add(number / 4 + 1).min(NEVER - 1);
    let limits = if attacking {
        Numbers {
            proof: proof.min(slack(second)),
            disproof: rest_of(disproof, here.disproof, chosen.disproof),
        }
    } else {
        Numbers {
            proof: rest_of(proof, here.proof, chosen.proof),
            disproof: disproof.min(slack(second)),
        }
    };
    (best, limits)
}

/// The threshold left for one reply of those that count together.
fn rest_of(threshold: u32, here: u32, chosen: u32) -> u32 {
    threshold.saturating_sub(here).saturating_add(chosen).min(NEVER - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proof(fen: &str) -> (Outcome, Vec<String>) {
        let position: Position = fen.parse().unwrap();
        let task = Task::silent();
        let proof = Solver::new(&task).prove(&position, Limits { positions: 1 << 22 }).unwrap();
        let winning = proof.moves.iter().filter(|(_, outcome)| *outcome == Outcome::Win);
        (proof.outcome, winning.map(|&(one, _)| position.san(one)).collect())
    }

    #[test]
    fn small_endings() {
        assert_eq!(
            proof("k7/8/1K6/8/8/8/8/7R w"),
            (Outcome::Win, all_wins("k7/8/1K6/8/8/8/8/7R w"))
        );
        assert_eq!(proof("k7/2Q5/1K6/8/8/8/8/8 b").0, Outcome::Unproved, "stalemate");
        assert_eq!(proof("k7/1Q6/1K6/8/8/8/8/8 b").0, Outcome::Loss, "mate");
    }

    /// With a rook every move that does not lose it wins; taken from the outcome of each reply.
    fn all_wins(fen: &str) -> Vec<String> {
        let position: Position = fen.parse().unwrap();
        let keeps = |one: &Move| {
            let after = position.after(*one);
            !after.legal_moves().is_empty() || after.in_check(after.to_move())
        };
        let moves = position.legal_moves();
        moves.iter().filter(|one| keeps(one)).map(|&one| position.san(one)).collect()
    }
}
