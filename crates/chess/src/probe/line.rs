//! Best play from a position to the end of the game.

use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Outcome, Position};

use super::Probe;
use super::response::best_moves;
use crate::error::Error;
use crate::material::Material;
use crate::metric::Metric;
use crate::successors::Worth;
use crate::values::{Depth, Wdl};

/// More plies than any line of play in tables that fit a machine.
const LONGEST: usize = 4000;

/// A move of a line.
#[derive(Debug, Clone)]
pub struct LineMove {
    /// The move played, in SAN.
    pub san: String,
    /// The same in coordinates.
    pub uci: String,
    /// Other moves of the same depth.
    pub alternatives: Vec<String>,
}

/// A line of best play.
#[derive(Debug, Clone)]
pub struct Line {
    /// Where it starts.
    pub start: Chess,
    /// By which depth the moves are best.
    pub metric: Metric,
    /// The depth of the start.
    pub depth: Option<Depth>,
    /// The moves; none when the game is drawn.
    pub moves: Vec<LineMove>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
}

/// Best play by one metric, to mate. Where several moves are equally good, the order of
/// [`respond`](super::respond) decides, and the others are marked.
pub fn line(probe: &impl Probe, start: &Chess, metric: Metric) -> Result<Line, Error> {
    let known = if start.is_checkmate() { super::Known::MATED } else { probe.probe(start)? };
    let material = Material::of_board(start.board());
    let missing = || super::missing_from("the tables at hand", material, metric);
    let depth = known.depth(metric).ok_or_else(missing)?;
    let winner = match depth.wdl() {
        Wdl::Win => Some(start.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(start.turn().other()),
    };
    let mut moves = Vec::new();
    let mut position = start.clone();
    while winner.is_some() && moves.len() < LONGEST {
        let mut best = best_moves(probe, &position, metric)?;
        let Some(mv) = choose(probe, &position, &best)? else { break };
        best.retain(|&other| other != mv);
        let alternatives =
            best.iter().map(|&mv| SanPlus::from_move(position.clone(), mv).to_string());
        let alternatives = alternatives.collect();
        let uci = mv.to_uci(CastlingMode::Standard).to_string();
        let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
        moves.push(LineMove { san, uci, alternatives });
    }
    let result = match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    debug_assert!(
        winner.is_none()
            || matches!(position.outcome(), Outcome::Known(KnownOutcome::Decisive { .. }))
    );
    Ok(Line { start: start.clone(), metric, depth: Some(depth), moves, result })
}

/// The move among equally good ones that the order of all moves puts first.
fn choose(probe: &impl Probe, position: &Chess, best: &[Move]) -> Result<Option<Move>, Error> {
    if best.len() < 2 {
        return Ok(best.first().copied());
    }
    let order = super::respond(probe, position)?;
    let first = order.moves.iter().map(|m| m.mv()).find(|mv| best.contains(mv));
    Ok(first.or(best.first().copied()))
}

impl Line {
    /// The line as a PGN game, other moves of equal depth in comments.
    pub fn pgn(&self) -> String {
        let fen = Fen::from_position(&self.start, EnPassantMode::Legal);
        let mut text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{}\"]\n\n", self.result);
        let mut words = Vec::new();
        let mut number = self.start.fullmoves().get();
        let mut white = self.start.turn().is_white();
        let mut numbered = false;
        for LineMove { san, alternatives, .. } in &self.moves {
            let mut word = String::new();
            if white {
                let _ = write!(word, "{number}. ");
            } else if !numbered {
                let _ = write!(word, "{number}... ");
            }
            word.push_str(san);
            words.push(word);
            if !alternatives.is_empty() {
                words.push(format!("{{= {}}}", alternatives.join(" ")));
            }
            numbered = alternatives.is_empty();
            if !white {
                number += 1;
            }
            white = !white;
        }
        words.push(self.result.to_owned());
        text.push_str(&wrapped(&words));
        text
    }
}

/// Words in lines of at most about eighty characters.
fn wrapped(words: &[String]) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        if column > 0 && column + 1 + word.len() > 80 {
            text.push('\n');
            column = 0;
        } else if column > 0 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text
}
