//! `nimzo study check`

use std::collections::HashSet;
use std::fmt;

use nimzo_chess::pgn::{Game, PlayedMove};
use nimzo_chess::rules::after;
use nimzo_chess::{Probe, Wdl, write_fen};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Chess, Color, Move, Position};

use super::judge::{Games, MoveVerdict, judge, known_or_solved, numbered, san, value, walk};
use crate::{Answer, Failure, Manner, Question, Session};

/// Go through a study: is each move of the solution the only one?
///
/// The result tag says what is claimed: 1-0 that White wins, 1/2-1/2 that White draws, 0-1 that Black
/// wins. Every move of that side, in the main line and in the variations, is looked at: whether it keeps the
/// result, and which others do. Of those, transpositions come to the same position in another order, and
/// wastes of time let the enemy force a position that was there before; duals are the rest. Positions that
/// no table knows are solved.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Example:\n  nimzo study check study.pgn")]
pub struct Check {
    #[command(flatten)]
    #[serde(flatten)]
    games: Games,
}

/// Studies, move by move.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    studies: Vec<CheckedStudy>,
}

/// A study.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedStudy {
    /// The tags that name it.
    name: String,
    fen: String,
    /// What is claimed: 1-0, 0-1 or 1/2-1/2.
    claim: String,
    /// Whether the first position has that value; nothing where nobody knows.
    claim_holds: Option<bool>,
    /// Whether the last position of the main line has it.
    final_holds: Option<bool>,
    /// No dual in the main line, and the claim holds.
    sound: bool,
    moves: Vec<CheckedMove>,
    #[serde(skip)]
    board: String,
}

/// A move of the side that has to win or draw.
#[derive(Debug, Serialize, JsonSchema)]
struct CheckedMove {
    /// With its number.
    #[serde(rename = "move")]
    numbered: String,
    san: String,
    /// The position before it.
    fen: String,
    /// 0 in the main line, 1 in its variations, and so on.
    depth: usize,
    verdict: MoveVerdict,
    /// Whether it is the only one that keeps the result.
    only: bool,
    /// Others that keep it and lead elsewhere.
    duals: Vec<String>,
    /// Others that come to the same position later in the line.
    transpositions: Vec<String>,
    /// Others after which the enemy can force a position that was there before.
    wastes_of_time: Vec<String>,
}

impl Question for Check {
    const PATH: &'static [&'static str] = &["study", "check"];
    const MANNER: Manner = Manner::AsJob;
    type Answer = CheckAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<CheckAnswer, Failure> {
        let games = self.games.read()?;
        let study = |game: &Game| study(game, session, task);
        Ok(CheckAnswer { studies: games.iter().map(study).collect::<Result<_, _>>()? })
    }
}

/// Who claims what.
fn claim(game: &Game) -> (Color, Wdl, &'static str) {
    match game.tag("Result") {
        Some("0-1") => (Color::Black, Wdl::Win, "0-1"),
        Some("1/2-1/2") => (Color::White, Wdl::Draw, "1/2-1/2"),
        _ => (Color::White, Wdl::Win, "1-0"),
    }
}

fn study(game: &Game, session: &Session, task: &Task) -> Result<CheckedStudy, Failure> {
    known_or_solved(&game.start, session, task)?;
    let sources = session.sources_for_position(&game.start, task)?;
    let probe: &dyn Probe = &sources;
    let (side, claimed, name) = claim(game);
    let holds = |position: &Chess| -> Result<Option<bool>, Failure> {
        let seen = |wdl: Wdl| if position.turn() == side { wdl } else { -wdl };
        Ok(value(probe, position)?.map(|wdl| seen(wdl) == claimed))
    };
    let mut moves = Vec::new();
    walk(game, &mut |past, line, number, depth| {
        task.check()?;
        let Some(position) = past.last().filter(|position| position.turn() == side) else {
            return Ok(());
        };
        let judged = judge(probe, position, line[number].mv)?;
        let mut answer = CheckedMove {
            numbered: numbered(position, &line[number].san),
            san: line[number].san.clone(),
            fen: write_fen(position),
            depth,
            verdict: judged.verdict,
            only: judged.verdict == MoveVerdict::Only,
            duals: Vec::new(),
            transpositions: Vec::new(),
            wastes_of_time: Vec::new(),
        };
        if judged.before != Some(claimed) {
            // Where the result is no longer the one claimed nothing has to be kept.
            moves.push(answer);
            return Ok(());
        }
        for other in judged.others {
            let list = match kind_of(probe, past, &line[number..], other)? {
                Other::Transposition => &mut answer.transpositions,
                Other::WasteOfTime => &mut answer.wastes_of_time,
                Other::Dual => &mut answer.duals,
            };
            list.push(san(position, other));
        }
        answer.only |= judged.verdict == MoveVerdict::Kept
            && answer.duals.is_empty()
            && answer.transpositions.is_empty();
        moves.push(answer);
        Ok(())
    })?;
    let last =
        game.moves.iter().fold(game.start.clone(), |position, played| after(&position, played.mv));
    let claim_holds = holds(&game.start)?;
    let kept = moves.iter().filter(|mv| mv.depth == 0);
    let sound = claim_holds == Some(true)
        && kept.clone().all(|mv| mv.duals.is_empty())
        && kept.clone().all(|mv| matches!(mv.verdict, MoveVerdict::Only | MoveVerdict::Kept));
    let named = ["White", "Black", "Event", "Date"].iter().filter_map(|tag| game.tag(tag));
    let named: Vec<&str> = named.filter(|tag| !tag.chars().all(|c| c == '?' || c == '.')).collect();
    Ok(CheckedStudy {
        name: named.join(", "),
        fen: write_fen(&game.start),
        claim: name.to_owned(),
        claim_holds,
        final_holds: holds(&last)?,
        sound,
        moves,
        board: drawn(game.start.board()),
    })
}

/// A board in letters.
fn drawn(board: &Board) -> String {
    let rank = |rank: u32| -> String {
        let square = |file: u32| {
            let piece = board.piece_at(shakmaty::Square::new(8 * rank + file));
            piece.map_or('.', |piece| piece.char())
        };
        (0..8).flat_map(|file| [square(file), ' ']).collect::<String>().trim_end().to_owned()
    };
    (0..8).rev().map(rank).collect::<Vec<_>>().join("\n  ")
}

/// What another move that keeps the result is.
enum Other {
    Dual,
    Transposition,
    WasteOfTime,
}

fn kind_of(
    probe: &dyn Probe,
    past: &[Chess],
    line: &[PlayedMove],
    other: Move,
) -> Result<Other, Failure> {
    let Some(position) = past.last() else { return Ok(Other::Dual) };
    let place = |position: &Chess| (position.board().clone(), position.turn());
    let mut ahead = HashSet::new();
    let mut on = position.clone();
    for (number, played) in line.iter().enumerate() {
        on = after(&on, played.mv);
        if number > 0 {
            ahead.insert(place(&on));
        }
    }
    let there = after(position, other);
    if ahead.contains(&place(&there)) {
        return Ok(Other::Transposition);
    }
    // The enemy's answer of the line, and then our move of the line or another.
    if let Some(reply) = line.get(1).map(|played| played.mv)
        && there.is_legal(reply)
    {
        let then = after(&there, reply);
        if then.legal_moves().iter().any(|&mv| ahead.contains(&place(&after(&then, mv)))) {
            return Ok(Other::Transposition);
        }
    }
    let before: HashSet<(Board, Color)> = past.iter().map(place).collect();
    for reply in there.legal_moves() {
        let then = after(&there, reply);
        let target = value(probe, position)?;
        let mut keeping = 0;
        let mut back = 0;
        for mv in then.legal_moves() {
            let next = after(&then, mv);
            if value(probe, &next)?.map(|wdl| -wdl) == target {
                keeping += 1;
                back += usize::from(
                    before.contains(&place(&next))
                        || next
                            .legal_moves()
                            .iter()
                            .any(|&mv| before.contains(&place(&after(&next, mv)))),
                );
            }
        }
        if keeping > 0 && back == keeping || before.contains(&place(&then)) {
            return Ok(Other::WasteOfTime);
        }
    }
    Ok(Other::Dual)
}

impl fmt::Display for CheckAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, study) in self.studies.iter().enumerate() {
            let gap = if number == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{}\n{}\n  {}", study.name, study.fen, study.board)?;
            let told = |holds: Option<bool>| match holds {
                Some(true) => "holds",
                Some(false) => "does not hold",
                None => "is not known",
            };
            write!(f, "\nclaim {}: {}", study.claim, told(study.claim_holds))?;
            for mv in &study.moves {
                let indent = "  ".repeat(mv.depth + 1);
                write!(f, "\n{indent}{:<12} {}", mv.numbered, verdict_name(mv.verdict))?;
                for (what, list) in [
                    ("duals", &mv.duals),
                    ("transpositions", &mv.transpositions),
                    ("wastes of time", &mv.wastes_of_time),
                ] {
                    if !list.is_empty() {
                        write!(f, "; {what}: {}", list.join(" "))?;
                    }
                }
            }
            write!(f, "\nlast position: {}", told(study.final_holds))?;
            write!(f, "\n{}", if study.sound { "sound" } else { "not sound" })?;
        }
        Ok(())
    }
}

fn verdict_name(verdict: MoveVerdict) -> &'static str {
    match verdict {
        MoveVerdict::Only => "only move",
        MoveVerdict::Kept => "keeps the result",
        MoveVerdict::Spoilt => "spoils the result",
        MoveVerdict::Unknown => "unknown",
    }
}

impl Answer for CheckAnswer {
    fn holds(&self) -> bool {
        self.studies.iter().all(|study| study.sound)
    }
}
