//! `nimzo annotate`

use std::fmt;

use nimzo_chess::pgn::Game;
use nimzo_chess::rules::after;
use nimzo_chess::{Material, Wdl, write_fen};
use nimzo_retro::layout::KEPT_PIECES;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Position};

use super::judge::{Games, Judged, MoveVerdict, judge, known_or_solved, numbered, san, value};
use crate::{Answer, Failure, Manner, Question, Session};

/// Judge each endgame move of a game: kept, spoilt, or the only one
///
/// Writes the games again as PGN, with a comment at each move from the first position on whose value is
/// known to the tables or can be solved.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo annotate game.pgn > annotated.pgn")]
pub struct Annotate {
    #[command(flatten)]
    #[serde(flatten)]
    games: Games,
    /// Solve positions that no table knows from so many men on down; 0 for never
    #[arg(long, value_name = "MEN", default_value_t = SOLVED_MEN)]
    #[serde(default = "solved_men")]
    solve: usize,
}

const SOLVED_MEN: usize = 8;

fn solved_men() -> usize {
    SOLVED_MEN
}

/// Games, move by move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AnnotateAnswer {
    games: Vec<GameAnswer>,
}

/// A game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameAnswer {
    /// The first position whose value is known.
    from: Option<String>,
    moves: Vec<AnnotatedMove>,
    /// The game with comments.
    pgn: String,
}

/// A move of the endgame.
#[derive(Debug, Serialize, JsonSchema)]
struct AnnotatedMove {
    #[serde(rename = "move")]
    numbered: String,
    san: String,
    verdict: MoveVerdict,
    only: bool,
    /// Others that keep the result.
    duals: Vec<String>,
}

impl Question for Annotate {
    const PATH: &'static [&'static str] = &["annotate"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = AnnotateAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<AnnotateAnswer, Failure> {
        let games = self.games.read()?;
        let one = |game: &Game| self.game(game, session, task);
        Ok(AnnotateAnswer { games: games.iter().map(one).collect::<Result<_, _>>()? })
    }
}

impl Annotate {
    fn game(&self, game: &Game, session: &Session, task: &Task) -> Result<GameAnswer, Failure> {
        let mut position = game.start.clone();
        let mut answer = GameAnswer { from: None, moves: Vec::new(), pgn: String::new() };
        let mut text = String::new();
        for (name, value) in &game.tags {
            answer.pgn += &format!("[{name} \"{value}\"]\n");
        }
        let mut comment_before = true;
        for played in &game.moves {
            task.check()?;
            if answer.from.is_none() && self.is_known(&position, session, task)? {
                answer.from = Some(write_fen(&position));
            }
            let number = match position.turn().is_white() || comment_before {
                true => numbered(&position, &played.san),
                false => played.san.clone(),
            };
            text += &format!(" {number}");
            comment_before = false;
            if answer.from.is_some() {
                let sources = session.sources_for_position(&position, task)?;
                let judged = judge(&sources, &position, played.mv)?;
                if let Some(comment) = comment(&judged, &position) {
                    text += &format!(" {{{comment}}}");
                    comment_before = true;
                }
                answer.moves.push(AnnotatedMove {
                    numbered: numbered(&position, &played.san),
                    san: played.san.clone(),
                    verdict: judged.verdict,
                    only: judged.verdict == MoveVerdict::Only,
                    duals: judged.others.iter().map(|&mv| san(&position, mv)).collect(),
                });
            }
            position = after(&position, played.mv);
        }
        let result = game.tag("Result").unwrap_or("*");
        answer.pgn += &format!("\n{} {result}\n", text.trim_start());
        Ok(answer)
    }

    fn is_known(&self, position: &Chess, session: &Session, task: &Task) -> Result<bool, Failure> {
        let material = Material::of_board(position.board());
        if position.castles().any() && material.count() > 5 {
            return Ok(false);
        }
        let within = material.count() <= self.solve && material.pieces() <= KEPT_PIECES;
        if within {
            return known_or_solved(position, session, task);
        }
        Ok(value(&session.sources()?, position)?.is_some())
    }
}

fn comment(judged: &Judged, position: &Chess) -> Option<String> {
    let name = |wdl: Option<Wdl>| match wdl {
        Some(Wdl::Win) => "won",
        Some(Wdl::Draw) => "drawn",
        Some(Wdl::Loss) => "lost",
        None => "unknown",
    };
    Some(match judged.verdict {
        // With one legal move there is nothing to praise.
        MoveVerdict::Only if position.legal_moves().len() == 1 => return None,
        MoveVerdict::Only => format!("the only move: {}", name(judged.before)),
        MoveVerdict::Kept => format!(
            "{} of {} moves keep: {}",
            judged.others.len() + 1,
            position.legal_moves().len(),
            name(judged.before)
        ),
        MoveVerdict::Spoilt => {
            let better: Vec<String> =
                judged.others.iter().take(3).map(|&mv| san(position, mv)).collect();
            let (before, after) = (name(judged.before), name(judged.after));
            format!("spoilt: was {before}, now {after}; {}", better.join(", "))
        }
        MoveVerdict::Unknown => return None,
    })
}

impl fmt::Display for AnnotateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, game) in self.games.iter().enumerate() {
            let gap = if number == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{}", game.pgn.trim_end())?;
        }
        Ok(())
    }
}

impl Answer for AnnotateAnswer {}
