//! Level C: no value and no depth changes, and yet the first player would rather pass. There is no
//! verdict on that, only evidence: how easily a careless player keeps the result, with the move
//! and without it.

use nimzo_chess::Probe;
use shakmaty::{Chess, Position};

use crate::definition::null_move::Triple;
use crate::error::Result;

/// How many of a player's moves keep the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keeping {
    /// Moves that keep it.
    pub keep: u32,
    /// Legal moves.
    pub moves: u32,
}

impl Keeping {
    /// The chance that a move picked at random keeps the result.
    pub fn chance(self) -> f64 {
        if self.moves == 0 { 1.0 } else { f64::from(self.keep) / f64::from(self.moves) }
    }
}

/// The first player's choice without and with a null move.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// In p1: he has to move.
    pub to_move: Keeping,
    /// After his null move and each answer that keeps the second player's result.
    pub after_null: Vec<Keeping>,
}

impl Evidence {
    /// The answer after which the fewest of his moves keep the result.
    pub fn hardest(&self) -> Option<Keeping> {
        self.after_null.iter().copied().min_by(|a, b| a.chance().total_cmp(&b.chance()))
    }

    /// Whether even the hardest answer leaves him an easier choice than the move does: evidence
    /// for level C.
    pub fn speaks_for_passing(&self) -> bool {
        self.hardest().is_some_and(|hardest| hardest.chance() > self.to_move.chance())
    }
}

/// Collects the evidence; `None` when the first player has no move or the second no answer.
pub fn evidence(source: &dyn Probe, triple: &Triple) -> Result<Option<Evidence>> {
    let to_move = keeping(source, &triple.p1)?;
    let mut after_null = Vec::new();
    for position in keepers(source, &triple.p2)? {
        after_null.push(keeping(source, &position)?);
    }
    Ok((to_move.moves > 0 && !after_null.is_empty()).then_some(Evidence { to_move, after_null }))
}

fn keeping(source: &dyn Probe, position: &Chess) -> Result<Keeping> {
    let moves = position.legal_moves().len() as u32;
    Ok(Keeping { keep: keepers(source, position)?.len() as u32, moves })
}

/// The positions after the moves that keep the mover's result.
fn keepers(source: &dyn Probe, position: &Chess) -> Result<Vec<Chess>> {
    let value = source.wdl(position)?;
    let mut kept = Vec::new();
    for m in position.legal_moves() {
        let mut child = position.clone();
        child.play_unchecked(m);
        if -source.wdl(&child)? == value {
            kept.push(child);
        }
    }
    Ok(kept)
}
