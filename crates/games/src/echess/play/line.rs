//! Lines of play of one position: both sides by their dogmas, or both as well as they can.

use std::collections::HashSet;

use nimzo_cgt::Dyadic;

use super::advice::Guide;
use super::dogma;
use crate::Result;
use crate::echess::answers::{Score, Worth};
use crate::echess::rules::Position;
use crate::echess::rules::{After, Move, Player};

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Black by his list, White by hers.
    Dogma,
    /// Both for the best stop of this position alone.
    Best,
}

/// A move of a line, with what the position is worth after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Who moved.
    pub player: Player,
    /// The move.
    pub played: Move,
    /// What the other player, to move, can still make of it.
    pub worth: Worth,
    /// Where it led.
    pub after: After,
}

/// How a line ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// With this score.
    Score(Score),
    /// It was cut off, or the same position came back.
    Unfinished,
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The moves.
    pub plies: Vec<Ply>,
    /// How it ended.
    pub end: End,
}

/// The score of a finished game.
pub fn score(after: After) -> Option<Score> {
    match after {
        After::Position(_) => None,
        After::Cash(points) => Some(Score::Points(Dyadic::from(points))),
        After::RookTaken => Some(Score::RookWon),
        After::KingTaken => Some(Score::KingLost),
    }
}

impl Guide<'_> {
    /// The move that a player makes in a line, if he has one. `seen` holds positions that he
    /// would rather not repeat.
    pub fn choose(
        &self,
        position: &Position,
        player: Player,
        style: Style,
        seen: &HashSet<(Position, Player)>,
    ) -> Result<Option<Move>> {
        if style == Style::Dogma {
            return dogma::choose(*self, position, player);
        }
        let advice = self.advise(position, player, Dyadic::ZERO)?;
        let Some(first) = advice.first() else { return Ok(None) };
        let best = first.worth.assured(player);
        let ties = advice.iter().filter(|advice| advice.worth.assured(player) == best);
        let fresh = |played: Move| match position.after(player, played) {
            After::Position(next) => !seen.contains(&(next, player.other())),
            _ => true,
        };
        // Among the best for this position alone, those that are best in a sum as well.
        let orthodox: HashSet<Move> =
            self.orthodox(position, player)?.iter().map(|advice| advice.played).collect();
        let key = |played: &Move| {
            (!fresh(*played), !orthodox.contains(played), dogma::rank(position, player, *played))
        };
        Ok(ties.map(|advice| advice.played).min_by_key(key))
    }

    /// What a position after a move is worth, the mover's opponent to move.
    pub fn worth_after(&self, after: After, mover: Player) -> Result<Worth> {
        match after {
            After::Position(next) => self.worth(&next, mover.other(), Dyadic::ZERO),
            over => Ok(Worth::exactly(score(over).unwrap_or(Score::KingLost))),
        }
    }

    /// A line of at most `plies` moves from a position.
    pub fn line(
        &self,
        start: &Position,
        first: Player,
        style: Style,
        plies: usize,
    ) -> Result<Line> {
        let (mut here, mut player) = (start.on(self.board())?, first);
        let mut line = Line { plies: Vec::new(), end: End::Unfinished };
        let mut seen = HashSet::from([(here, player)]);
        while line.plies.len() < plies {
            let Some(played) = self.choose(&here, player, style, &seen)? else { break };
            let after = here.after(player, played);
            let worth = self.worth_after(after, player)?;
            line.plies.push(Ply { player, played, worth, after });
            match (after, score(after)) {
                (_, Some(score)) => {
                    line.end = End::Score(score);
                    break;
                }
                (After::Position(next), None) => (here, player) = (next, player.other()),
                _ => break,
            }
            if !seen.insert((here, player)) {
                break;
            }
        }
        Ok(line)
    }
}
