//! What each move of a line does to the result, as far as tables and `solve` know.

use std::path::PathBuf;
use std::time::Duration;

use nimzo_chess::pgn::{Game, PlayedMove, parse_pgn};
use nimzo_chess::rules::after;
use nimzo_chess::{Error, Probe, Wdl};
use nimzo_work::{Task, files};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Color, Move, Position};

use crate::{Failure, Session};

/// Positions that would take longer to solve, by their plan, stay unknown.
pub(super) const PATIENCE: Duration = Duration::from_secs(600);

/// Games, in a file or as they are.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
pub(super) struct Games {
    /// The file of games
    #[arg(value_name = "FILE", required_unless_present = "pgn")]
    #[serde(skip)]
    file: Option<PathBuf>,
    /// The games themselves, instead of a file
    #[arg(long, value_name = "TEXT", conflicts_with = "file")]
    pgn: Option<String>,
}

impl Games {
    pub fn read(&self) -> Result<Vec<Game>, Failure> {
        let (name, text) = match (&self.file, &self.pgn) {
            (Some(file), _) => {
                let text = files::read_to_string(file)
                    .map_err(|reason| Failure::input(format!("{}: {reason}", file.display())))?;
                (file.display().to_string(), text)
            }
            (None, Some(pgn)) => ("the games".to_owned(), pgn.clone()),
            (None, None) => return Err(Failure::input("no games were given")),
        };
        let games = parse_pgn(&text).map_err(|fault| Failure::input(format!("{name}, {fault}")))?;
        match games.is_empty() {
            true => Err(Failure::input(format!("{name}: no game is in it"))),
            false => Ok(games),
        }
    }
}

/// The value of a position for the side to move, if it is known.
pub(super) fn value(probe: &dyn Probe, position: &Chess) -> Result<Option<Wdl>, Failure> {
    if position.is_checkmate() {
        return Ok(Some(Wdl::Loss));
    }
    if position.is_stalemate() || position.is_insufficient_material() {
        return Ok(Some(Wdl::Draw));
    }
    match probe.wdl(position) {
        Ok(wdl) => Ok(Some(wdl)),
        Err(Error::Missing { .. } | Error::Position { .. }) => Ok(None),
        Err(other) => Err(other.into()),
    }
}

/// What is said of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Verdict")]
pub(super) enum MoveVerdict {
    /// It keeps the result, and no other does.
    Only,
    /// It keeps the result, as others do.
    Kept,
    /// It throws half a point or a whole one away.
    Spoilt,
    /// Nobody knows.
    Unknown,
}

/// A move, judged.
#[derive(Debug, Clone)]
pub(super) struct Judged {
    pub verdict: MoveVerdict,
    /// The value before the move, for whoever moves.
    pub before: Option<Wdl>,
    /// The value after it, for whoever has moved.
    pub after: Option<Wdl>,
    /// The other moves that keep the result.
    pub others: Vec<Move>,
}

/// Judges a move.
pub(super) fn judge(probe: &dyn Probe, position: &Chess, mv: Move) -> Result<Judged, Failure> {
    let worth = |mv: Move| -> Result<Option<Wdl>, Failure> {
        Ok(value(probe, &after(position, mv))?.map(|wdl| -wdl))
    };
    let before = value(probe, position)?;
    let own = worth(mv)?;
    let mut others = Vec::new();
    let mut unknown = before.is_none() || own.is_none();
    for other in position.legal_moves().into_iter().filter(|&other| other != mv) {
        match worth(other)? {
            None => unknown = true,
            found if found == before => others.push(other),
            _ => {}
        }
    }
    let verdict = match () {
        () if before.is_some() && own.is_some() && own < before => MoveVerdict::Spoilt,
        () if own.is_some() && own == before && !others.is_empty() => MoveVerdict::Kept,
        () if unknown => MoveVerdict::Unknown,
        () => MoveVerdict::Only,
    };
    Ok(Judged { verdict, before, after: own, others })
}

/// Moves in short algebraic notation.
pub(super) fn san(position: &Chess, mv: Move) -> String {
    SanPlus::from_move(position.clone(), mv).to_string()
}

/// Someone who looks at a move: the positions since the start of the game, the line it belongs to, its
/// number there, and how deep in brackets it is.
type Visit<'a> = dyn FnMut(&[Chess], &[PlayedMove], usize, usize) -> Result<(), Failure> + 'a;

/// Shows every move of a game to `visit`, main line before variations.
pub(super) fn walk(game: &Game, visit: &mut Visit<'_>) -> Result<(), Failure> {
    line(std::slice::from_ref(&game.start), &game.moves, 0, visit)
}

fn line(
    past: &[Chess],
    moves: &[PlayedMove],
    depth: usize,
    visit: &mut Visit<'_>,
) -> Result<(), Failure> {
    let mut positions = past.to_vec();
    for number in 0..moves.len() {
        visit(&positions, moves, number, depth)?;
        for variation in &moves[number].variations {
            line(&positions, variation, depth + 1, visit)?;
        }
        let next = positions.last().map(|position| after(position, moves[number].mv));
        positions.extend(next);
    }
    Ok(())
}

/// Sees to it that a position is known, by solving it if need be; whether it is.
pub(super) fn known_or_solved(
    position: &Chess,
    session: &Session,
    task: &Task,
) -> Result<bool, Failure> {
    if value(&session.sources_for_position(position, task)?, position)?.is_some() {
        return Ok(true);
    }
    crate::solve::make_known(position, PATIENCE, session, task)
}

/// The number of a move and the dots after it.
pub(super) fn numbered(position: &Chess, san: &str) -> String {
    let dots = if position.turn() == Color::White { "." } else { "..." };
    format!("{}{dots} {san}", position.fullmoves())
}
