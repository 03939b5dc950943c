//! Lines of play: the one way of playing on from a position, and best play to the end of the game.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, KnownOutcome, Move, Outcome, Position};

use super::{Choice, Numbering, Probe, probe_or_mate, respond};
use crate::error::Error;
use crate::metric::Metric;
use crate::values::{Depth, MaybeRounded, Wdl};

/// More plies than any line of play in tables that fit a machine.
const LONGEST: usize = 4000;

/// Plays on from a position as long as `choose` names a move, which it is asked for at most `plies`
/// times (without, as often as any line of play may need).
pub fn play<E>(
    start: &Chess,
    plies: Option<usize>,
    mut choose: impl FnMut(&Chess) -> Result<Option<Move>, E>,
) -> Result<Vec<Move>, E> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    while moves.len() < plies.unwrap_or(LONGEST) {
        let Some(mv) = choose(&position)? else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}

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
    pub depth: MaybeRounded<Depth>,
    /// The moves; none when the game is drawn.
    pub moves: Vec<LineMove>,
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
}

/// Best play by one metric, to mate. Where several moves are equally good, the order of
/// [`respond`] decides, and the others are marked.
pub fn line<P: Probe + ?Sized>(probe: &P, start: &Chess, metric: Metric) -> Result<Line, Error> {
    let known = probe_or_mate(probe, start, &[metric])?;
    let missing = || Error::missing(&probe.name(), start, metric);
    let depth = known.depth(metric).ok_or_else(missing)?;
    let winner = match depth.at_least().wdl() {
        Wdl::Win => Some(start.turn()),
        Wdl::Draw => None,
        Wdl::Loss => Some(start.turn().other()),
    };
    let mut moves = Vec::new();
    let mut last = start.clone();
    play(start, winner.map_or(Some(0), |_| None), |position| {
        let best = Choice::of(probe, position, metric)?.best();
        let best: Vec<Move> = best.into_iter().map(|(mv, _)| mv).collect();
        let Some(mv) = first_of(probe, position, &best)? else { return Ok::<_, Error>(None) };
        let others = best.into_iter().filter(|&other| other != mv);
        let san = |mv| SanPlus::from_move(position.clone(), mv).to_string();
        moves.push(LineMove {
            san: san(mv),
            uci: mv.to_uci(CastlingMode::Standard).to_string(),
            alternatives: others.map(san).collect(),
        });
        last.play_unchecked(mv);
        Ok(Some(mv))
    })?;
    debug_assert!(
        winner.is_none() || matches!(last.outcome(), Outcome::Known(KnownOutcome::Decisive { .. }))
    );
    let result = match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    };
    Ok(Line { start: start.clone(), metric, depth, moves, result })
}

/// The move among equally good ones that the order of all moves puts first.
fn first_of<P: Probe + ?Sized>(
    probe: &P,
    position: &Chess,
    best: &[Move],
) -> Result<Option<Move>, Error> {
    if best.len() < 2 {
        return Ok(best.first().copied());
    }
    let order = respond(probe, position)?;
    let first = order.moves.iter().map(|m| m.mv()).find(|mv| best.contains(mv));
    Ok(first.or(best.first().copied()))
}

impl Line {
    /// The line as a PGN game, other moves of equal depth in comments.
    pub fn pgn(&self) -> String {
        let fen = Fen::from_position(&self.start, EnPassantMode::Legal);
        let mut text = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[Result \"{}\"]\n\n", self.result);
        let mut words = Vec::new();
        let mut numbers = Numbering::new(self.start.fullmoves().get() as usize, self.start.turn());
        for LineMove { san, alternatives, .. } in &self.moves {
            words.push(format!("{}{san}", numbers.before_next()));
            if !alternatives.is_empty() {
                words.push(format!("{{= {}}}", alternatives.join(" ")));
                numbers.interrupt();
            }
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
