//! Who wins by force: depth-first proof-number search.
//!
//! One question is answered at a time: can this side force mate? A position is proved when the
//! attacker has a proved answer to it, or the defender has only proved ones; mate is the only
//! ground a proof stands on, so a proof never depends on the path, on a limit or on a guess.
//! Stalemates count against the attacker; repeating a position gets him no further. Where to look
//! first is decided by a [`Guide`], which no proof depends on.

use nimzo_work::Task;
use rustc_hash::FxHashMap;

use super::guide::{Guide, NoGuide, first_numbers};
use super::key::{key, key_after};
use super::men::{Role, Side};
use super::moves::Move;
use super::position::Position;
use crate::Result;

/// What is proved of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proved {
    /// The side to move mates by force.
    Win,
    /// The opponent mates by force.
    Loss,
    /// Neither was proved: a draw, or beyond the limits.
    Unproved,
}

impl Proved {
    /// The outcome for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Proved::Win => Proved::Loss,
            Proved::Loss => Proved::Win,
            Proved::Unproved => Proved::Unproved,
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
    pub outcome: Proved,
    /// Every legal move, with the outcome for the side that makes it.
    pub moves: Vec<(Move, Proved)>,
    /// Positions looked at.
    pub positions: u64,
}

/// Numbers of unsolved positions that must still be solved to prove or to disprove.
#[derive(Clone, Copy)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
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
    guide: Box<dyn Guide + 'a>,
}

impl<'a> Solver<'a> {
    /// A solver that has learnt nothing yet.
    pub fn new(task: &'a Task) -> Self {
        Self::guided(task, NoGuide)
    }

    /// The same, with somebody who tells it where to look first. What is proved is proved without
    /// the guide's word.
    pub fn guided(task: &'a Task, guide: impl Guide + 'a) -> Self {
        let question = |attacker| Question {
            attacker,
            known: FxHashMap::default(),
            path: Vec::new(),
            looked_at: 0,
            limit: 0,
            task,
        };
        Self { questions: [question(Side::White), question(Side::Black)], guide: Box::new(guide) }
    }

    /// The outcome of a position. The side that the guide expects to win is tried first; then both
    /// sides in turn, each time a little longer.
    pub fn outcome(&mut self, position: &Position, limits: Limits) -> Result<Proved> {
        let mover = position.to_move();
        if let Some(expected) = self.guide.expects(position)
            && self.wins(expected, position, limits.positions)?
        {
            return Ok(if expected == mover { Proved::Win } else { Proved::Loss });
        }
        let mut spent = 0;
        let mut slice = 20_000;
        while spent < limits.positions {
            for (attacker, outcome) in [(mover, Proved::Win), (mover.other(), Proved::Loss)] {
                if self.wins(attacker, position, slice)? {
                    return Ok(outcome);
                }
            }
            spent += slice;
            slice *= 2;
        }
        Ok(Proved::Unproved)
    }

    /// Whether a side was proved to win within so many positions more.
    fn wins(&mut self, attacker: Side, position: &Position, positions: u64) -> Result<bool> {
        self.questions[attacker as usize].ask(position, positions, &mut *self.guide)
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
            Proved::Loss
        } else if moves.iter().any(|&(_, outcome)| outcome == Proved::Win) {
            Proved::Win
        } else if !moves.is_empty() && moves.iter().all(|&(_, outcome)| outcome == Proved::Loss) {
            Proved::Loss
        } else {
            Proved::Unproved
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
    fn ask(&mut self, position: &Position, budget: u64, guide: &mut dyn Guide) -> Result<bool> {
        self.limit = self.looked_at + budget;
        let key = key(position);
        let known = self.known.get(&key).copied();
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return Ok(numbers.proof == SOLVED);
        }
        self.path.clear();
        let most = Numbers { proof: NEVER - 1, disproof: NEVER - 1 };
        let numbers = self.search(&mut position.clone(), key, most, guide)?;
        Ok(numbers.proof == SOLVED)
    }

    /// Searches a position until its numbers reach the thresholds or the budget is spent.
    fn search(
        &mut self,
        position: &mut Position,
        key: u128,
        thresholds: Numbers,
        guide: &mut dyn Guide,
    ) -> Result<Numbers> {
        if self.looked_at.is_multiple_of(1024) {
            self.task.check()?;
        }
        self.looked_at += 1;
        let mut replies = match self.replies(position, key, guide) {
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
            let done = numbers.proof >= thresholds.proof || numbers.disproof >= thresholds.disproof;
            if done || numbers.is_solved() || self.looked_at >= self.limit {
                break numbers;
            }
            let (best, limits) = choose(&replies, attacking, numbers, thresholds);
            let reply = &replies[best];
            if reply.repeats {
                break numbers;
            }
            let one = reply.one;
            let undo = position.play(one);
            let found = self.search(position, reply.key, limits, guide);
            position.take_back(one, undo);
            replies[best].numbers = found?;
        };
        self.known.insert(key, numbers);
        self.path.pop();
        Ok(numbers)
    }

    /// The replies to a position, or how the game has ended in it.
    fn replies(
        &self,
        position: &mut Position,
        here: u128,
        guide: &mut dyn Guide,
    ) -> std::result::Result<Vec<Reply>, Numbers> {
        let moves = position.legal_moves();
        if moves.is_empty() {
            let mated = position.in_check(position.to_move());
            let won = mated && position.to_move() != self.attacker;
            return Err(if won { Numbers::PROVED } else { Numbers::DISPROVED });
        }
        let replies = moves.into_iter().map(|one| {
            let key = key_after(position, here, one);
            let repeats = can_be_undone(position, one) && self.path.contains(&key);
            let numbers = if repeats {
                Numbers { proof: REPETITION, disproof: 1 }
            } else if let Some(&known) = self.known.get(&key) {
                known
            } else {
                let undo = position.play(one);
                let numbers = first_numbers(position, self.attacker, guide);
                position.take_back(one, undo);
                numbers
            };
            Reply { one, key, numbers, repeats }
        });
        Ok(replies.collect())
    }
}

/// Whether the men could come to stand again as they stand before this move.
fn can_be_undone(position: &Position, one: Move) -> bool {
    let pawn = position.man(one.from).is_some_and(|man| man.role == Role::Pawn);
    !pawn && position.man(one.to).is_none()
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
    Numbers { proof, disproof }: Numbers,
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
    use crate::board::MaterialGuide;

    fn proof(fen: &str) -> (Proved, Vec<String>) {
        let position: Position = fen.parse().unwrap();
        let task = Task::silent();
        let proof = Solver::new(&task).prove(&position, Limits { positions: 1 << 22 }).unwrap();
        let winning = proof.moves.iter().filter(|(_, outcome)| *outcome == Proved::Win);
        (proof.outcome, winning.map(|&(one, _)| position.san(one)).collect())
    }

    #[test]
    fn small_endings() {
        assert_eq!(
            proof("k7/8/1K6/8/8/8/8/7R w"),
            (Proved::Win, all_wins("k7/8/1K6/8/8/8/8/7R w"))
        );
        assert_eq!(proof("k7/2Q5/1K6/8/8/8/8/8 b").0, Proved::Unproved, "stalemate");
        assert_eq!(proof("k7/1Q6/1K6/8/8/8/8/8 b").0, Proved::Loss, "mate");
    }

    /// A guide decides where to look, not what is found: here it is right, there wrong.
    #[test]
    fn a_guide_changes_no_proof() {
        let task = Task::silent();
        let limits = Limits { positions: 1 << 18 };
        for (fen, outcome) in [
            ("k7/8/1K6/8/8/8/8/7R w", Proved::Win),
            ("7k/6Q1/6K1/8/8/8/8/rrr5 b", Proved::Loss),
            ("k7/2Q5/1K6/8/8/8/8/8 b", Proved::Unproved),
            ("6k1/5ppp/8/8/8/8/qq6/4R2K w", Proved::Win),
        ] {
            let position: Position = fen.parse().unwrap();
            let mut guided = Solver::guided(&task, MaterialGuide { lead: 3 });
            assert_eq!(guided.outcome(&position, limits).unwrap(), outcome, "{fen}");
            let mut alone = Solver::new(&task);
            assert_eq!(alone.outcome(&position, limits).unwrap(), outcome, "{fen}");
        }
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
