//! The main line of a table server: the quickest way to the next zeroing move, again and again.
//!
//! Among the moves that keep the best result under the fifty-move rule, each player makes the one that
//! zeroes the counter soonest (latest when losing), as Lichess's server and every engine with Syzygy's
//! tables do. It may not be the quickest mate, but it never lets the rule take the win away.

use std::cmp::Reverse;

use shakmaty::{Chess, Color, Move, Position};

use super::{Known, Probe, play, probe_or_mate};
use crate::error::Error;
use crate::metric::Metric;
use crate::values::{Depth, Dtz50, MaybeRounded};

/// Plies without a zeroing move after which a game ends by the rule.
const GAME_ENDS: u32 = 100;

/// A main line.
#[derive(Debug, Clone)]
pub struct MainLine {
    /// The depth at its start.
    pub start: MaybeRounded<Dtz50>,
    /// Each move with the depth of the position that it leads to, for the side to move there.
    pub moves: Vec<(Move, MaybeRounded<Dtz50>)>,
    /// Who mates at its end: nobody where the fifty-move rule comes first.
    pub winner: Option<Color>,
}

/// The main line from a position: empty for a draw.
pub fn main_line<P: Probe + ?Sized>(probe: &P, start: &Chess) -> Result<MainLine, Error> {
    let depth = |position: &Chess| {
        let known: Known = probe_or_mate(probe, position, &[Metric::Dtz50])?;
        known.dtz50.ok_or_else(|| Error::missing(&probe.name(), position, Metric::Dtz50))
    };
    let at_start = depth(start)?;
    let mut moves = Vec::new();
    let mut winner = None;
    let is_draw = at_start.at_least().0 == Depth::Draw;
    play(start, is_draw.then_some(0), |position| {
        winner = position.outcome().winner();
        if position.halfmoves() >= GAME_ENDS {
            return Ok(None);
        }
        let mut choices = Vec::new();
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            choices.push((mv, depth(&next)?, next.is_checkmate()));
        }
        // Of equal moves the first stands.
        let best = choices.into_iter().min_by_key(|&(mv, left, mates)| {
            let left: Dtz50 = left.at_least();
            let wins = matches!(left.0, Depth::Loss(_));
            // A zeroing move is progress for the winner and the last resort of the loser.
            (left.wdl50(), !mates, mv.is_zeroing() != wins, Reverse(left.0.signed_plies()))
        });
        let best = best.map(|(mv, left, _)| (mv, left));
        moves.extend(best);
        Ok::<_, Error>(best.map(|(mv, _)| mv))
    })?;
    Ok(MainLine { start: at_start, moves, winner })
}
