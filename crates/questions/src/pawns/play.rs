//! `nimzo pawns play`

use std::fmt;

use nimzo_games::pawns::rules::Side;
use nimzo_games::pawns::{self, Component, End, Judged, Opponent, PawnGame, Turn, decompose};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// A game in progress: every move, whether it wins, and what a perfect player answers
///
/// Steps are written b2, captures axb2 (rows counted from White's side, White begins), and *3:1
/// makes a heap of three one. The components are told in the paper's notation: `:` is a pawn that
/// has just moved and can be captured, `.` an unopposed one, `_` follows what is stopped. A pawn that reaches the far row of an open file wins at once; who
/// cannot move loses.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo pawns play 1000
  nimzo pawns play 1000+00+*3 --moves d2,*3:1")]
pub struct Play {
    /// Words of files and heaps with + between them
    #[arg(value_name = "SUM")]
    sum: String,
    /// The moves made so far, with commas between them
    #[arg(long, value_name = "LIST", default_value = "")]
    moves: String,
}

/// A game in progress.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PawnsPlayAnswer {
    /// The sum that it began with.
    sum: String,
    /// The moves made so far.
    moves: Vec<String>,
    /// The board from the top: pawns as letters, a small one for Black's.
    rows: Vec<String>,
    /// The stopped files, counted from 0.
    stopped: Vec<usize>,
    /// The heaps that are left, the largest first.
    heaps: Vec<u64>,
    /// What the pawns fall into, as long as the game goes on and nobody has overlooked a threat.
    components: Option<Vec<PawnsComponent>>,
    /// Who moves, or would if the game were not over.
    turn: PawnsSide,
    /// Who has won.
    winner: Option<PawnsSide>,
    /// How it ended.
    ended_by: Option<Shown<End>>,
    /// Whether the side to move wins, if that is known.
    wins: Option<bool>,
    /// Every move.
    options: Vec<PawnsOption>,
    /// What a perfect player plays.
    best: Option<String>,
    #[serde(skip)]
    board: pawns::rules::Pawns,
}

/// A component of the sum that a position is.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsComponent {
    /// In the paper's notation.
    notation: Shown<Component>,
    /// Whether it must be answered.
    entailing: bool,
    /// What its moves lead to.
    moves: Vec<String>,
}

/// A move and whether it wins.
#[derive(Debug, Serialize, JsonSchema)]
struct PawnsOption {
    /// The move.
    #[serde(rename = "move")]
    name: String,
    /// The file that a pawn leaves, counted from 0.
    from: Option<usize>,
    /// The file that it reaches.
    to: Option<usize>,
    /// Whether it wins against any play; nothing where that takes too long to find out.
    wins: Option<bool>,
    /// How it ends the game, if it does.
    ends: Option<Shown<End>>,
}

/// A player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum PawnsSide {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Question for Play {
    const PATH: &'static [&'static str] = &["pawns", "play"];
    type Answer = PawnsPlayAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<PawnsPlayAnswer, Failure> {
        let mut game = PawnGame::start(&self.sum)?;
        let moves = self.moves.split(',').map(str::trim).filter(|name| !name.is_empty());
        let moves: Vec<String> = moves.map(str::to_owned).collect();
        for name in &moves {
            game = game.after_named(name)?;
        }
        let mut opponent = Opponent::new(task);
        let judged = game.judged(&mut opponent)?;
        let best = game.best(&judged, &mut opponent)?;
        let files = 0..game.pawns.files();
        Ok(PawnsPlayAnswer {
            sum: self.sum.clone(),
            moves,
            rows: game.rows(),
            stopped: files.filter(|&file| game.pawns.is_stopped(file)).collect(),
            heaps: game.heaps.clone(),
            components: components(&game),
            turn: game.side.into(),
            winner: game.winner().map(PawnsSide::from),
            ended_by: game.end.map(Shown),
            wins: wins(&judged),
            options: judged.iter().map(|one| PawnsOption::of(&game, one)).collect(),
            best: best.map(|turn| game.name(turn)),
            board: game.pawns,
        })
    }
}

/// Whether the side to move wins, if that is known.
fn wins(judged: &[Judged]) -> Option<bool> {
    if judged.iter().any(|one| one.wins == Some(true)) {
        return Some(true);
    }
    judged.iter().all(|one| one.wins == Some(false)).then_some(false)
}

fn components(game: &PawnGame) -> Option<Vec<PawnsComponent>> {
    if game.end.is_some() {
        return None;
    }
    let sum = decompose(&game.pawns, game.side).ok()?;
    Some(sum.into_iter().map(PawnsComponent::from).collect())
}

/// A sum of components in the paper's notation.
fn notation<T: fmt::Display>(sum: &[T]) -> String {
    match sum {
        [] => "0".to_owned(),
        sum => Joined(sum, " + ").to_string(),
    }
}

impl From<Component> for PawnsComponent {
    fn from(one: Component) -> Self {
        Self {
            entailing: one.is_entailing(),
            moves: one.moves().iter().map(|sum| notation(sum)).collect(),
            notation: Shown(one),
        }
    }
}

impl PawnsOption {
    fn of(game: &PawnGame, one: &Judged) -> Self {
        let (from, to) = match one.turn {
            Turn::Pawn(pawn) => (Some(pawn.from), Some(pawn.to)),
            Turn::Heap { .. } => (None, None),
        };
        Self {
            name: game.name(one.turn),
            from,
            to,
            wins: one.wins,
            ends: game.after(one.turn).end.map(Shown),
        }
    }
}

impl From<Side> for PawnsSide {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

impl fmt::Display for PawnsSide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "white",
            Self::Black => "black",
        })
    }
}

impl fmt::Display for PawnsComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.notation.fmt(f)
    }
}

impl fmt::Display for PawnsPlayAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.board.to_string().trim_end())?;
        if !self.heaps.is_empty() {
            f.write_str("\nheaps")?;
            self.heaps.iter().try_for_each(|heap| write!(f, " *{heap}"))?;
        }
        if let (Some(winner), Some(end)) = (self.winner, &self.ended_by) {
            return write!(f, "\n{winner} has won: {end}");
        }
        if let Some(sum) = &self.components {
            write!(f, "\ncomponents: {}", notation(sum))?;
            for one in sum.iter().filter(|one| one.entailing) {
                let moves = Joined(&one.moves, " or to ");
                write!(f, "\n{one} must be answered, by a move to {moves}")?;
            }
        }
        write!(f, "\n{} to move; winning moves: {}", self.turn, self.named(Some(true)))?;
        write!(f, "\nlosing moves: {}", self.named(Some(false)))?;
        if self.options.iter().any(|one| one.wins.is_none()) {
            write!(f, "\nmoves that would take too long to judge: {}", self.named(None))?;
        }
        match &self.best {
            Some(best) => write!(f, "\na perfect player plays {best}"),
            None => Ok(()),
        }
    }
}

impl PawnsPlayAnswer {
    /// The moves of which this is known.
    fn named(&self, wins: Option<bool>) -> String {
        let moves = self.options.iter().filter(|one| one.wins == wins);
        let names: Vec<&str> = moves.map(|one| one.name.as_str()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    }
}

impl Answer for PawnsPlayAnswer {}
