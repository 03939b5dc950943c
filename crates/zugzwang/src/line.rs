//! Lines of play with each move's quality: how much of a choice the mover had.

use nimzo_chess::{Depth, Wdl};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use crate::error::Result;
use crate::source::{Metric, Source};
use nimzo_chess::fen::write_fen;

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
pub struct Step {
    /// In short algebraic notation.
    pub san: String,
    /// How much of a choice it was.
    pub mark: Mark,
}

/// A line of play from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Where it starts.
    pub fen: String,
    /// Its moves.
    pub steps: Vec<Step>,
}

/// A mover's choice: every legal move with what it leads to.
pub struct Choice {
    /// Each legal move and what it is worth.
    pub moves: Vec<(Move, Worth)>,
}

/// What a move is worth to the mover: the value, and its depth to mate where the source knows it.
pub type Worth = (Wdl, Option<Depth>);

impl Choice {
    /// Asks the source about every move.
    pub fn of(source: &dyn Source, position: &Chess) -> Result<Self> {
        let mut moves = Vec::new();
        for m in position.legal_moves() {
            let mut child = position.clone();
            child.play_unchecked(m);
            let value = -source.value(&child)?;
            let depth = source.depth(&child, Metric::Dtm)?.map(Depth::one_ply_back);
            moves.push((m, (value, depth)));
        }
        Ok(Self { moves })
    }

    /// The best moves: by value, then by depth to mate where the source knows it.
    pub fn best(&self) -> Vec<(Move, Worth)> {
        let best = self.moves.iter().map(|(_, worth)| *worth).max();
        self.moves.iter().filter(|(_, worth)| Some(*worth) == best).copied().collect()
    }

    /// How much of a choice this move was.
    pub fn mark(&self, played: Move) -> Mark {
        let Some(value) = self.moves.iter().map(|(_, worth)| worth.0).max() else {
            return Mark::OnlyLegal;
        };
        let worth = self.moves.iter().find(|(m, _)| *m == played).map(|(_, worth)| *worth);
        let keeping = self.moves.iter().filter(|(_, worth)| worth.0 == value).count();
        let best = self.best();
        match worth {
            Some((kept, _)) if kept < value => Mark::Mistake,
            _ if self.moves.len() == 1 => Mark::OnlyLegal,
            _ if keeping == 1 => Mark::OnlyKeeping,
            _ if best.iter().any(|(m, _)| *m == played) && value != Wdl::Draw => {
                if best.len() == 1 { Mark::OnlyBest } else { Mark::Best }
            }
            _ => Mark::Keeps,
        }
    }
}

/// Moves in notation, each with its mark.
pub fn line(source: &dyn Source, start: &Chess, moves: &[Move]) -> Result<Line> {
    let mut position = start.clone();
    let mut steps = Vec::new();
    for &m in moves {
        let mark = Choice::of(source, &position)?.mark(m);
        let san = SanPlus::from_move_and_play_unchecked(&mut position, m).to_string();
        steps.push(Step { san, mark });
    }
    Ok(Line { fen: write_fen(start), steps })
}

/// A line as people read it: `1. Re3'''' Ng1' 2. Kf5'`.
pub fn written(line: &Line, first: Color, number: usize, notation: Notation) -> String {
    let mut text = Vec::new();
    let mut turn = first;
    let mut number = number;
    for (i, step) in line.steps.iter().enumerate() {
        let prefix = match (turn, i) {
            (Color::White, _) => format!("{number}. "),
            (Color::Black, 0) => format!("{number}... "),
            _ => String::new(),
        };
        text.push(format!("{prefix}{}{}", step.san, step.mark.symbol(notation)));
        if turn == Color::Black {
            number += 1;
        }
        turn = !turn;
    }
    text.join(" ")
}
