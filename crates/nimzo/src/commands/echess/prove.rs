//! `nimzo echess prove`

use std::fmt::Write;

use nimzo_cgt::Wall;
use nimzo_games::echess::{Player, Position, Proof, ProofNode, Square};
use serde_json::{Value, json};

use super::{Edges, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// A game tree from which the thermograph of a position follows
///
/// Two trees are looked for: one proves that Black gets no less (all of White's moves are in it),
/// one that he gets no more (all of Black's). Their leaves have the walls that the window proves. The
/// walls of every node follow from its options by hand: Left's is the best of the options' right
/// walls less the tax, Right's the best of their left walls plus the tax, up to where they meet.
///
/// Without a position this proves the hottest one known, which refutes the conjecture that no
/// finite temperature is above 45/8.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess prove
  nimzo echess prove '0,0 2,-2 -4,1' --json")]
pub struct Prove {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    #[arg(value_name = "POSITION", allow_hyphen_values = true, default_value = "0,0 1,-2 2,1")]
    position: String,
    /// How deep the trees are, in plies
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=3))]
    plies: u32,
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
}

impl Prove {
    /// Looks for the trees.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = self.edges.board();
        let position = super::position(&self.position, board)?;
        let solution = self.window.solution(app, board)?;
        let proof = solution.prove(&position, self.plies)?;
        let mast = proof.thermograph().and_then(|thermograph| thermograph.mast());
        let document = json!({
            "position": position.to_string(),
            "window": solution.reach(),
            "plies": proof.plies,
            "exact": proof.lower.walls == proof.upper.walls,
            "mean": mast.map(|mast| mast.mean.to_string()),
            "temperature": mast.map(|mast| mast.temperature.to_string()),
            "lower": tree(&proof.lower),
            "upper": tree(&proof.upper),
        });
        app.answer(&Answer::new(&document, words(&position, &proof))?)
    }
}

fn tree(node: &ProofNode) -> Value {
    let (left, right) = &node.walls;
    json!({
        "move": node.mover.map(|mover| moved(node, mover)),
        "position": place(node),
        "left_wall": left.to_string(),
        "right_wall": right.to_string(),
        "other_moves": node.others.map(|(count, number)| {
            json!({ "count": count, "bound": number.to_string() })
        }),
        "options": node.options.iter().map(tree).collect::<Vec<_>>(),
    })
}

fn words(position: &Position, proof: &Proof) -> String {
    let mut text = match proof.thermograph().and_then(|thermograph| thermograph.mast()) {
        Some(mast) => format!(
            "{position}: mean {}, temperature {}, by trees of {} plies",
            mast.mean, mast.temperature, proof.plies
        ),
        None => format!("{position}: bounds by trees of {} plies", proof.plies),
    };
    for (what, node) in [("no less", &proof.lower), ("no more", &proof.upper)] {
        let _ = write!(text, "\n{what} ({} nodes):", node.size());
        outline(&mut text, node, 1);
    }
    text
}

fn outline(text: &mut String, node: &ProofNode, depth: usize) {
    let indent = "  ".repeat(depth);
    let what = node.mover.map_or_else(|| place(node), |mover| moved(node, mover));
    let (left, right) = &node.walls;
    if left == right {
        let _ = write!(text, "\n{indent}{what}: {}", number(left));
    } else {
        let _ = write!(text, "\n{indent}{what}: left {left}, right {right}");
    }
    for option in &node.options {
        outline(text, option, depth + 1);
    }
    if let Some((count, number)) = node.others {
        let _ = write!(text, "\n{indent}  {count} more moves: {number} at best");
    }
}

/// A wall that only stands is its number.
fn number(wall: &Wall) -> String {
    let text = wall.to_string();
    let inner = text.strip_prefix("(0, ").and_then(|rest| rest.strip_suffix(") level"));
    inner.map_or_else(|| text.clone(), str::to_owned)
}

fn moved(node: &ProofNode, mover: Player) -> String {
    match mover {
        Player::Black => format!("Black king to {}", node.position.black_king),
        Player::White => format!("White to {}", place(node)),
    }
}

fn place(node: &ProofNode) -> String {
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
