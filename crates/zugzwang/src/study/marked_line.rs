//! Lines of play with each move's quality: how much of a choice the mover had.

use nimzo_chess::fen::write_fen;
use nimzo_chess::probe::{Choice, Numbering};
use nimzo_chess::{Metric, Probe, Wdl};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move};

use crate::error::Result;

/// How much of a choice the mover had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// The only legal move.
    OnlyLegal,
    /// The only move that keeps the value.
    OnlyKeeping,
    /// The only move that is best in the metric.
    OnlyBest,
    /// One of several best moves.
    Best,
    /// Keeps the value, but others are better in the metric.
    Keeps,
    /// Throws the value away.
    Mistake,
}

impl Mark {
    /// The mark after the move.
    pub fn symbol(self, notation: Notation) -> &'static str {
        match self {
            Self::OnlyKeeping if notation == Notation::Game => "!",
            Self::OnlyLegal | Self::OnlyBest | Self::Best if notation == Notation::Game => "",
            Self::OnlyLegal => "°",
            Self::OnlyKeeping => "''''",
            Self::OnlyBest => "''",
            Self::Best => "'",
            Self::Keeps => "",
            Self::Mistake => "??",
        }
    }
}

/// How marks are written after moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// As the literature on endgame tables does.
    Literature,
    /// As game files allow: `!` for the only move that keeps the value, `??` for a mistake.
    Game,
}

/// A move of a line, with its mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedMove {
    /// In short algebraic notation.
    pub san: String,
    /// How much of a choice it was.
    pub mark: Mark,
}

/// A line of play from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedLine {
    /// Where it starts.
    pub fen: String,
    /// Its moves.
    pub moves: Vec<MarkedMove>,
}

/// How much of a choice this move was.
fn mark(choice: &Choice, played: Move) -> Mark {
    let Some(value) = choice.moves.iter().map(|(_, worth)| worth.0).max() else {
        return Mark::OnlyLegal;
    };
    let worth = choice.moves.iter().find(|(m, _)| *m == played).map(|(_, worth)| *worth);
    let keeping = choice.moves.iter().filter(|(_, worth)| worth.0 == value).count();
    let best = choice.best();
    match worth {
        Some((kept, _)) if kept < value => Mark::Mistake,
        _ if choice.moves.len() == 1 => Mark::OnlyLegal,
        _ if keeping == 1 => Mark::OnlyKeeping,
        _ if best.iter().any(|(m, _)| *m == played) && value != Wdl::Draw => {
            if best.len() == 1 {
                Mark::OnlyBest
            } else {
                Mark::Best
            }
        }
        _ => Mark::Keeps,
    }
}

impl MarkedLine {
    /// The first move, and what follows it.
    pub fn split_first(&self) -> (Self, Self) {
        let (first, rest) = self.moves.split_at(self.moves.len().min(1));
        let part = |moves: &[MarkedMove]| Self { fen: self.fen.clone(), moves: moves.to_vec() };
        (part(first), part(rest))
    }
}

/// Moves in notation, each with its mark.
pub fn line(source: &dyn Probe, start: &Chess, moves: &[Move]) -> Result<MarkedLine> {
    let mut position = start.clone();
    let mut marked = Vec::new();
    for &m in moves {
        let mark = mark(&Choice::of(source, &position, Metric::Dtm)?, m);
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        marked.push(MarkedMove { san, mark });
    }
    Ok(MarkedLine { fen: write_fen(start), moves: marked })
}

/// A line as people read it: `1. Re3'''' Ng1' 2. Kf5'`.
pub fn written(line: &MarkedLine, numbers: &mut Numbering, notation: Notation) -> String {
    let write = |mv: &MarkedMove| {
        format!("{}{}{}", numbers.before_next(), mv.san, mv.mark.symbol(notation))
    };
    line.moves.iter().map(write).collect::<Vec<_>>().join(" ")
}
