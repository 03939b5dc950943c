//! Zugzwang studies: the same placement arises twice, with the right side to move in the solution
//! and with the wrong one in a try.
//!
//! The hero has a goal, the value of the start for the side to move there. In the *solution* he
//! keeps it and reaches a placement with the other side to move (`pb`); in the *try* he makes a
//! natural move that throws the goal away, and the answers to it and to what he plays next bring
//! about the same placement with him to move (`pw`). So the placement is a zugzwang for him: he must
//! lose a move to reach it.

mod marked_line;

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use nimzo_chess::fen::write_fen;
use nimzo_chess::probe::Choice;
use nimzo_chess::{Metric, Probe, Wdl};
use nimzo_work::Task;
use shakmaty::{Chess, Color, Move, Position};

use crate::definition::kind::Kind;
use crate::definition::null_move::Triple;
use crate::error::Result;
use crate::mining::placement::Placement;
use crate::mining::plain::level_a;

pub use marked_line::{Mark, MarkedLine, MarkedMove, Notation, line, written};

/// A try and a solution that reach the same placement with different sides to move.
#[derive(Debug, Clone)]
pub struct Study {
    /// What the hero wants: a win or a draw.
    pub goal: Wdl,
    /// The type of zugzwang of the placement for the hero.
    pub kind: Kind,
    /// The moves from the start to the hero's decision.
    pub before: MarkedLine,
    /// The try, from the decision to the placement with the hero to move.
    pub mistake: MarkedLine,
    /// The solution, from the decision to the placement with the other side to move.
    pub solution: MarkedLine,
    /// The placement with the hero to move.
    pub pw: String,
    /// The placement with the other side to move.
    pub pb: String,
}

/// How far to look.
#[derive(Debug, Clone, Copy)]
pub struct Reach {
    /// Plies from the start to the hero's decision.
    pub before: usize,
    /// Plies from the decision to the placement in the solution.
    pub after: usize,
    /// Moves of the hero from the decision to the placement in the try.
    pub tried: usize,
    /// Whether the other side's answers are all that keep the value, not only those that hold out
    /// longest.
    pub all_answers: bool,
    /// Positions looked at before the search gives up.
    pub positions: usize,
}

impl Default for Reach {
    fn default() -> Self {
        Self { before: 16, after: 5, tried: 1, all_answers: false, positions: 200_000 }
    }
}

/// What the search found.
#[derive(Debug, Clone)]
pub struct StudiesFound {
    /// The studies, the earliest decision first.
    pub studies: Vec<Study>,
    /// Whether it stopped because it had looked at all the positions it was allowed.
    pub exhausted: bool,
}

/// Looks for zugzwang studies from a position.
pub fn studies(
    source: &dyn Probe,
    start: &Chess,
    reach: Reach,
    task: &Task,
) -> Result<StudiesFound> {
    let mut search = Search {
        source,
        hero: start.turn(),
        goal: source.wdl(start)?,
        reach,
        values: HashMap::new(),
        looked: 0,
        task,
    };
    search.run(start)
}

struct Search<'a> {
    source: &'a dyn Probe,
    hero: Color,
    goal: Wdl,
    reach: Reach,
    /// Value for the side to move.
    values: HashMap<String, Wdl>,
    looked: usize,
    task: &'a Task,
}

/// A position and the moves that led to it.
#[derive(Clone)]
struct Node {
    position: Chess,
    moves: Vec<Move>,
}

impl Node {
    fn after(&self, m: Move) -> Self {
        let mut next = self.clone();
        next.position.play_unchecked(m);
        next.moves.push(m);
        next
    }
}

impl Search<'_> {
    fn run(&mut self, start: &Chess) -> Result<StudiesFound> {
        let mut found = Vec::new();
        if self.goal == Wdl::Loss {
            return Ok(StudiesFound { studies: found, exhausted: false });
        }
        let root = Node { position: start.clone(), moves: Vec::new() };
        let mut layer = vec![root];
        let mut seen = std::collections::HashSet::new();
        for _ in (0..=self.reach.before).step_by(2) {
            let mut next = Vec::new();
            for node in layer {
                self.task.check()?;
                if self.looked > self.reach.positions {
                    return Ok(StudiesFound { studies: found, exhausted: true });
                }
                found.extend(self.decide(start, &node)?);
                for hero_move in self.kept(&node.position)? {
                    let answered = node.after(hero_move);
                    for answer in self.best_answers(&answered.position)? {
                        let child = answered.after(answer);
                        if seen.insert(write_fen(&child.position)) {
                            next.push(child);
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(StudiesFound { studies: found, exhausted: false })
    }

    /// The studies whose decision is at this node, the shortest for each placement.
    fn decide(&mut self, start: &Chess, node: &Node) -> Result<Vec<Study>> {
        let root = Node { position: node.position.clone(), moves: Vec::new() };
        let mut wrong = self.tries(&root)?;
        if wrong.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = Vec::new();
        let mut layer = vec![root];
        for _ in (1..=self.reach.after).step_by(2) {
            let mut next = Vec::new();
            for node_in_solution in layer {
                for m in self.kept(&node_in_solution.position)? {
                    let solved = node_in_solution.after(m);
                    if let Some(tried) = wrong.remove(&self.key(&solved.position)) {
                        found.extend(self.study(start, node, &tried, &solved)?);
                    }
                    for answer in self.best_answers(&solved.position)? {
                        next.push(solved.after(answer));
                    }
                }
            }
            layer = next;
        }
        Ok(found)
    }

    /// Where tries lead to, the hero to move: each placement with the shortest way to it. The first
    /// move throws the goal away; from then on both sides keep what they have.
    fn tries(&mut self, root: &Node) -> Result<HashMap<Placement, Node>> {
        let mut wrong = HashMap::new();
        let mut layer = vec![root.clone()];
        for round in 0..self.reach.tried {
            let mut next = Vec::new();
            for node in layer {
                self.task.check()?;
                let moves = match round {
                    0 => self.legal(&node.position),
                    _ => self.kept(&node.position)?,
                };
                for m in moves {
                    let tried = node.after(m);
                    if -self.value(&tried.position)? >= self.goal {
                        continue;
                    }
                    for answer in self.kept(&tried.position)? {
                        let back = tried.after(answer);
                        if let Entry::Vacant(place) = wrong.entry(self.key(&back.position)) {
                            next.push(back.clone());
                            place.insert(back);
                        }
                    }
                }
            }
            layer = next;
        }
        Ok(wrong)
    }

    fn study(
        &mut self,
        start: &Chess,
        node: &Node,
        tried: &Node,
        solved: &Node,
    ) -> Result<Option<Study>> {
        let Ok(triple) = Triple::of(&tried.position) else { return Ok(None) };
        let Some(kind) = level_a(self.source, &triple)? else { return Ok(None) };
        Ok(Some(Study {
            goal: self.goal,
            kind,
            before: line(self.source, start, &node.moves)?,
            mistake: line(self.source, &node.position, &tried.moves)?,
            solution: line(self.source, &node.position, &solved.moves)?,
            pw: write_fen(&tried.position),
            pb: write_fen(&solved.position),
        }))
    }

    /// The placement without the side to move.
    fn key(&self, position: &Chess) -> Placement {
        Placement::of(position.board(), None)
    }

    fn legal(&self, position: &Chess) -> Vec<Move> {
        position.legal_moves().into_iter().collect()
    }

    /// The moves that keep the value for the mover.
    fn kept(&mut self, position: &Chess) -> Result<Vec<Move>> {
        let value = self.value(position)?;
        let mut kept = Vec::new();
        for m in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(m);
            if -self.value(&child)? == value {
                kept.push(m);
            }
        }
        Ok(kept)
    }

    /// The other side's best defence: the moves that hold out longest, or, when the value is not
    /// lost, the source knows no depth to mate or all are asked for, all that keep the value.
    fn best_answers(&mut self, position: &Chess) -> Result<Vec<Move>> {
        debug_assert_ne!(position.turn(), self.hero);
        if self.reach.all_answers {
            return self.kept(position);
        }
        let choice = Choice::of(self.source, position, Metric::Dtm)?;
        Ok(choice.best().into_iter().map(|(m, _)| m).collect())
    }

    fn value(&mut self, position: &Chess) -> Result<Wdl> {
        let key = write_fen(position);
        if let Some(value) = self.values.get(&key) {
            return Ok(*value);
        }
        self.looked += 1;
        let value = self.source.wdl(position)?;
        self.values.insert(key, value);
        Ok(value)
    }
}
