//! `nimzo echess prove`

use std::fmt;
use std::ops::RangeInclusive;

use nimzo_cgt::{Dyadic, Wall};
use nimzo_games::echess::{Player, Position, ProofNode, Square};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Ground, position};
use crate::arguments::require_within;
use crate::shown::Shown;
use crate::{Answer, Failure, Question, Session};

/// A game tree from which the thermograph of a position follows
///
/// Two trees are looked for: one proves that Black gets no less (all of White's moves are in it),
/// one that he gets no more (all of Black's). Their leaves have the walls that the window proves. The
/// walls of every node follow from its options by hand: Left's is the best of the options' right
/// walls less the tax, Right's the best of their left walls plus the tax, up to where they meet.
///
/// Without a position this proves the hottest one known, which refutes the conjecture that no
/// finite temperature is above 45/8.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo echess prove
  nimzo echess prove '0,0 2,-2 -4,1' --json")]
pub struct Prove {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    #[arg(value_name = "POSITION", allow_hyphen_values = true, default_value = "0,0 1,-2 2,1")]
    position: String,
    /// How deep the trees are, in plies
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(PLIES))]
    plies: u32,
    #[command(flatten)]
    #[serde(flatten)]
    ground: Ground,
}

const PLIES: RangeInclusive<i64> = 1..=3;

/// Game trees from which bounds on a thermograph follow.
#[derive(Debug, Serialize, JsonSchema)]
pub struct EchessProveAnswer {
    /// The position.
    position: Shown<Position>,
    /// The window.
    window: i32,
    /// How deep the trees are.
    plies: u32,
    /// Whether both trees have the same walls.
    exact: bool,
    /// The mean, where the trees prove it.
    mean: Option<Shown<Dyadic>>,
    /// The temperature, where the trees prove it.
    temperature: Option<Shown<Dyadic>>,
    /// The tree that proves that Black gets no less.
    lower: EchessProofNode,
    /// The tree that proves that he gets no more.
    upper: EchessProofNode,
}

/// A node of a proof.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessProofNode {
    /// The move that leads here; nothing at the root.
    #[serde(rename = "move")]
    moved: Option<String>,
    /// The men.
    position: String,
    /// Black's wall.
    left_wall: Shown<Wall>,
    /// White's wall.
    right_wall: Shown<Wall>,
    /// The moves that need no node of their own.
    other_moves: Option<EchessOtherMoves>,
    /// The moves that matter.
    options: Vec<EchessProofNode>,
}

/// Moves of a proof that need no node of their own.
#[derive(Debug, Serialize, JsonSchema)]
struct EchessOtherMoves {
    /// How many there are.
    count: usize,
    /// The number that bounds what they give.
    bound: Shown<Dyadic>,
}

impl Question for Prove {
    const PATH: &'static [&'static str] = &["echess", "prove"];
    type Answer = EchessProveAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<EchessProveAnswer, Failure> {
        require_within("plies", self.plies, &PLIES)?;
        let board = self.ground.board();
        let position = position(&self.position, board)?;
        let solution = self.ground.solved(session, task)?;
        let proof = solution.prove(&position, self.plies)?;
        let mast = proof.thermograph().and_then(|thermograph| thermograph.mast());
        Ok(EchessProveAnswer {
            position: Shown(position),
            window: solution.reach(),
            plies: proof.plies,
            exact: proof.lower.walls == proof.upper.walls,
            mean: mast.map(|mast| Shown(mast.mean)),
            temperature: mast.map(|mast| Shown(mast.temperature)),
            lower: proof.lower.into(),
            upper: proof.upper.into(),
        })
    }
}

impl From<ProofNode> for EchessProofNode {
    fn from(node: ProofNode) -> Self {
        let position = men(&node);
        let moved = node.mover.map(|mover| match mover {
            Player::Black => format!("Black king to {}", node.position.black_king),
            Player::White => format!("White to {position}"),
        });
        let (left, right) = node.walls;
        Self {
            moved,
            position,
            left_wall: Shown(left),
            right_wall: Shown(right),
            other_moves: node
                .others
                .map(|(count, bound)| EchessOtherMoves { count, bound: Shown(bound) }),
            options: node.options.into_iter().map(Self::from).collect(),
        }
    }
}

fn men(node: &ProofNode) -> String {
    let Position { black_king, white_king, rook } = node.position;
    let far = |beyond: bool, at: i32, from: i32| match (beyond, at > from) {
        (true, true) => "far ahead".to_owned(),
        (true, false) => "far behind".to_owned(),
        (false, _) => at.to_string(),
    };
    let Square { x, y } = rook;
    let (column, row) = node.rook_beyond;
    let (x, y) = (far(column, x, black_king.x), far(row, y, black_king.y));
    format!("{black_king} {white_king} {x},{y}")
}

impl EchessProofNode {
    /// How many nodes there are, this one included.
    fn size(&self) -> usize {
        1 + self.options.iter().map(Self::size).sum::<usize>()
    }

    /// Writes the tree, each node in a line that is set in by its depth.
    fn outline(&self, f: &mut fmt::Formatter<'_>, depth: usize) -> fmt::Result {
        let (indent, what) = ("  ".repeat(depth), self.moved.as_ref().unwrap_or(&self.position));
        let Self { left_wall: Shown(left), right_wall: Shown(right), .. } = self;
        if left == right {
            write!(f, "\n{indent}{what}: {}", number(left))?;
        } else {
            write!(f, "\n{indent}{what}: left {left}, right {right}")?;
        }
        self.options.iter().try_for_each(|option| option.outline(f, depth + 1))?;
        match &self.other_moves {
            Some(EchessOtherMoves { count, bound }) => {
                write!(f, "\n{indent}  {count} more moves: {bound} at best")
            }
            None => Ok(()),
        }
    }
}

/// A wall that only stands is its number.
fn number(wall: &Wall) -> String {
    let text = wall.to_string();
    let inner = text.strip_prefix("(0, ").and_then(|rest| rest.strip_suffix(") level"));
    inner.map_or_else(|| text.clone(), str::to_owned)
}

impl fmt::Display for EchessProveAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { position, plies, .. } = self;
        match (&self.mean, &self.temperature) {
            (Some(mean), Some(temperature)) => write!(
                f,
                "{position}: mean {mean}, temperature {temperature}, by trees of {plies} plies"
            )?,
            _ => write!(f, "{position}: bounds by trees of {plies} plies")?,
        }
        for (what, tree) in [("no less", &self.lower), ("no more", &self.upper)] {
            write!(f, "\n{what} ({} nodes):", tree.size())?;
            tree.outline(f, 1)?;
        }
        Ok(())
    }
}

impl Answer for EchessProveAnswer {}
