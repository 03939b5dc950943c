//! A position as a sum: its core, its components with their values, and who wins with either side
//! to move, predicted by the values and proved by a solver that knows only chess.

use nimzo_cgt::{Dyadic, Game};
use nimzo_work::Task;

use super::group::{GroupMove, PawnGroup, player, side};
use super::guide::SumGuide;
use super::split::{Component, Split};
use super::worth::{Worth, Worths};
use crate::Result;
use crate::board::{Limits, MaterialGuide, Move, Position, Proved, Side, Solver};
use crate::partizan::Reached;

/// The sum of the components.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SumValue {
    /// Its canonical form.
    pub canonical: String,
    /// Its mean.
    pub mean: Dyadic,
    /// Its temperature.
    pub temperature: Dyadic,
}

/// A component and what it is worth.
#[derive(Debug, Clone)]
pub struct ComponentReport {
    /// The pawns and where they stand.
    pub component: Component,
    /// What they are worth.
    pub worth: Worth,
    /// The value, or the form in which getting through is `on` or `off`, where it is known.
    pub form: Option<String>,
}

/// A move in a component.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SumMove {
    /// The component, by its number.
    pub component: usize,
    /// The move on the board. A pawn that promotes becomes a queen.
    pub one: Move,
    /// Whether it wins; `None` where that takes too long to find out.
    pub wins: Option<bool>,
    /// Whether it lets the other side get through, whatever else is on the board.
    pub lets_through: bool,
}

/// What the sum says with one side to move.
#[derive(Debug, Clone)]
pub struct TurnReport {
    /// The side to move.
    pub side: Side,
    /// The winner by the values; `None` where they do not tell.
    pub winner: Option<Side>,
    /// Every move in a component.
    pub moves: Vec<SumMove>,
    /// What a solver that knows only chess has proved, for the side to move.
    pub proved: Proved,
    /// What it has proved of the core alone, for the side to move: a loss, where the core is a
    /// mutual zugzwang.
    pub core: Proved,
}

/// A position taken apart.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// The parts.
    pub split: Split,
    /// The components with their values.
    pub components: Vec<ComponentReport>,
    /// Their sum, where all of them are short games.
    pub sum: Option<SumValue>,
    /// What it comes to with White to move and with Black to move.
    pub turns: [TurnReport; 2],
}

impl Analysis {
    /// Takes a position apart, values its components, and proves what it can within the limits. The
    /// promotion of the side that is `late` still wins when it comes right after the other's.
    pub fn of(
        position: &Position,
        late: Option<Side>,
        limits: Limits,
        task: &Task,
    ) -> Result<Self> {
        let mut worths = Worths::new(task);
        let mut split = Split::of(position, late)?;
        while let Some(zugzwang) = find_zugzwang(&split, &mut worths)? {
            split.join_core(zugzwang, position)?;
        }
        let groups: Vec<PawnGroup> = split.components.iter().map(|one| one.group).collect();
        let mut components = Vec::new();
        for component in &split.components {
            let worth = worths.of(component.group)?;
            let form = worths.show(worth);
            components.push(ComponentReport { component: component.clone(), worth, form });
        }
        let sum = worths.sum(&groups)?.map(|sum| describe(sum, &mut worths)).transpose()?;
        let mut solver = Solver::guided(task, SumGuide::new(position, &split, task));
        let mut core_solver = Solver::guided(task, MaterialGuide { lead: 3 });
        let mut turn = |side, worths: &mut Worths| -> Result<TurnReport> {
            let winner = worths.winner(&groups, player(side))?.map(super::side);
            let moves = judge(&split, side, worths)?;
            let here = position.clone().with_turn(side);
            let proved = solver.outcome(&here, limits)?;
            let core = core_solver.outcome(&split.core_alone(&here), limits)?;
            Ok(TurnReport { side, winner, moves, proved, core })
        };
        let turns = [turn(Side::White, &mut worths)?, turn(Side::Black, &mut worths)?];
        Ok(Self { split, components, sum, turns })
    }

    /// Whether the core was proved to be lost for whoever must move in it.
    pub fn core_is_zugzwang(&self) -> bool {
        self.turns.iter().all(|turn| turn.core == Proved::Loss)
    }

    /// Whether what the values say was proved by search, with either side to move.
    pub fn is_proved(&self) -> bool {
        self.turns.iter().all(|turn| {
            let proved = match turn.proved {
                Proved::Win => Some(turn.side),
                Proved::Loss => Some(turn.side.other()),
                Proved::Unproved => None,
            };
            proved.is_some() && proved == turn.winner
        })
    }
}

fn describe(sum: Game, worths: &mut Worths) -> Result<SumValue> {
    let universe = worths.universe();
    Ok(SumValue {
        canonical: universe.show(sum),
        mean: universe.mean(sum)?,
        temperature: universe.temperature(sum)?,
    })
}

/// A component of value 0 in which both sides have moves, each of which lets the other one through:
/// it is a mutual zugzwang of its own and part of the core.
fn find_zugzwang(split: &Split, worths: &mut Worths) -> Result<Option<usize>> {
    for (index, component) in split.components.iter().enumerate() {
        let zero = worths.universe().zero();
        let mut zugzwang = worths.of(component.group)? == Worth::Short(zero);
        for side in [Side::White, Side::Black] {
            let moves = component.group.moves(side);
            zugzwang = zugzwang && !moves.is_empty();
            for one in moves {
                zugzwang = zugzwang && lets_through(component.group, side, one, worths)?;
            }
        }
        if zugzwang {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn lets_through(group: PawnGroup, side: Side, one: GroupMove, worths: &mut Worths) -> Result<bool> {
    let theirs = player(side.other());
    match group.after(side, one) {
        Reached::Win => Ok(false),
        Reached::Position(after) => worths.gets_through(after, theirs, theirs),
    }
}

/// Every move of a side in a component, and whether it wins.
fn judge(split: &Split, mover: Side, worths: &mut Worths) -> Result<Vec<SumMove>> {
    let groups: Vec<PawnGroup> = split.components.iter().map(|one| one.group).collect();
    let mut moves = Vec::new();
    for (component, part) in split.components.iter().enumerate() {
        for one in part.group.moves(mover) {
            let (wins, promotion) = match part.group.after(mover, one) {
                Reached::Win => (Some(true), Some(crate::board::Role::Queen)),
                Reached::Position(after) => {
                    let mut next: Vec<PawnGroup> = groups.iter().map(|g| g.waited()).collect();
                    next[component] = after;
                    let winner = worths.winner(&next, player(mover.other()))?;
                    (winner.map(|winner| side(winner) == mover), None)
                }
            };
            let [from, to] = [one.from, one.to].map(|square| part.on_board(square));
            moves.push(SumMove {
                component,
                one: Move { from, to, promotion },
                wins,
                lets_through: lets_through(part.group, mover, one, worths)?,
            });
        }
    }
    Ok(moves)
}
