//! `nimzo echess play`

use std::fmt::Write;
use std::io::BufRead;

use nimzo_games::echess::{Game, Guide, Player, Position};
use serde_json::{Value, json};

use super::{Edges, Side, Window};
use crate::app::{Answer, App, Failure, Outcome};

/// A game against the program, scored against the best play
///
/// Moves are `cash`, a step such as `ne`, `K4,6` or `R6,1`. They are taken from --moves, or line
/// by line from standard input until the game is over or the input ends. With --json the whole game
/// is one document at the end: the moves with what each gave away, the legal moves now, the score.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo echess play '0,0 3,0 -4,1'
  nimzo echess play '0,0 3,0 -4,1' --moves 'e, cash' --json
  nimzo echess play --corner '2,2 0,0 1,1' --you white")]
pub struct Play {
    /// The three squares BKX,BKY WKX,WKY WRX,WRY in one word
    #[arg(value_name = "POSITION", allow_hyphen_values = true)]
    position: String,
    /// Which side is yours
    #[arg(long, value_enum, default_value_t = Side::Black)]
    you: Side,
    /// Who moves first
    #[arg(long, value_enum, default_value_t = Side::Black)]
    first: Side,
    /// Your moves, with spaces or semicolons between them, instead of standard input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,
    #[command(flatten)]
    edges: Edges,
    #[command(flatten)]
    window: Window,
}

impl Play {
    /// Plays the game.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let board = self.edges.board();
        let start = super::position(&self.position, board)?;
        if self.moves.is_none() && app.is_inside() {
            return Err(Failure::input("--moves is missing, and there is no standard input here"));
        }
        let solution = self.window.solution(app, board)?;
        let guide = Guide::new(&solution);
        let (first, you) = (self.first.player(), self.you.player());
        let mut game = Game::new(guide, &start, first, you)?;
        match &self.moves {
            Some(moves) => {
                let words = moves.split([' ', ';']).filter(|word| !word.is_empty());
                for word in words.map(|word| word.trim_end_matches(',')) {
                    game.play(word)?;
                }
            }
            None => self.read_moves(app, guide, &mut game)?,
        }
        app.answer(&Answer::new(&document(&game, you)?, report(&game, you)?)?)
    }

    /// Reads moves from standard input. A bad move is told and asked for again.
    fn read_moves(&self, app: &App, guide: Guide<'_>, game: &mut Game<'_>) -> Result<(), Failure> {
        let you = self.you.player();
        let mut lines = std::io::stdin().lock().lines();
        while let Some(here) = game.position() {
            if !app.json() {
                let turn = format!("{}\n{you} to move:", board(&here, guide.reach()));
                app.answer(&Answer::new(&Value::Null, turn)?)?;
            }
            let Some(line) = lines.next() else { break };
            let line = line?;
            app.task.check()?;
            if line.trim().is_empty() {
                continue;
            }
            match game.play(&line) {
                Ok(()) if !app.json() => {
                    let reply = game.moves().iter().rev().find(|played| played.player != you);
                    if let Some(reply) = reply.filter(|_| game.end().is_none()) {
                        let told = format!("{} plays {}", reply.player, reply.played);
                        app.answer(&Answer::new(&Value::Null, told)?)?;
                    }
                }
                Ok(()) => {}
                Err(refusal) => app.task.say(&refusal.to_string()),
            }
        }
        Ok(())
    }
}

fn document(game: &Game<'_>, you: Player) -> Result<Value, Failure> {
    let moves: Vec<Value> = game
        .moves()
        .iter()
        .map(|played| {
            json!({
                "player": played.player.to_string(),
                "move": played.played.to_string(),
                "best": played.best.to_string(),
                "could_have": played.could_have.to_string(),
                "has": played.has.to_string(),
                "loss": played.loss().map(|loss| loss.to_string()),
            })
        })
        .collect();
    let here = game.position();
    let choices = game.choices()?;
    let legal: Vec<Value> = match here {
        Some(here) => choices.iter().map(|one| super::moves::told(&here, you, one)).collect(),
        None => Vec::new(),
    };
    Ok(json!({
        "start": game.start().to_string(),
        "you": you.to_string(),
        "moves": moves,
        "position": here.map(|here| here.to_string()),
        "over": game.end().is_some(),
        "score": game.end().map(|score| score.to_string()),
        "worth": game.worth()?.map(|worth| worth.to_string()),
        "optimum": game.optimum()?.to_string(),
        "lost": game.lost().map(|lost| lost.to_string()),
        "legal": legal,
    }))
}

fn report(game: &Game<'_>, you: Player) -> Result<String, Failure> {
    let mut text = String::new();
    for played in game.moves() {
        let _ = write!(text, "{:<5} {:<10}", played.player.to_string(), played.played.to_string());
        match played.loss() {
            Some(loss) if loss == nimzo_cgt::Dyadic::ZERO => {}
            Some(loss) => {
                let _ = write!(text, " gives away {loss}; best was {}", played.best);
            }
            None => {
                let _ = write!(text, " throws everything away; best was {}", played.best);
            }
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    let optimum = game.optimum()?;
    let _ = match game.end() {
        Some(score) => write!(text, "score {score}; best play brings {optimum}"),
        None => {
            let worth = game.worth()?.map_or_else(String::new, |worth| worth.to_string());
            write!(text, "not over: worth {worth} now; best play brought {optimum}")
        }
    };
    let _ = match game.lost() {
        Some(lost) => write!(text, "; {you} gave away {lost}"),
        None => write!(text, "; {you} gave away a king or a rook"),
    };
    Ok(text)
}

/// The men around the Black king, drawn with letters.
fn board(here: &Position, reach: i32) -> String {
    let far = reach.min(10);
    let (king, mut text) = (here.black_king, String::new());
    for y in (king.y - far..=king.y + far).rev() {
        let _ = write!(text, "{y:>5} ");
        for x in king.x - far..=king.x + far {
            let square = nimzo_games::echess::Square::new(x, y);
            text.push_str(match square {
                _ if square == here.black_king => " k",
                _ if square == here.white_king => " K",
                _ if square == here.rook => " R",
                _ => " .",
            });
        }
        text.push('\n');
    }
    let _ = write!(
        text,
        "Black king {}, White king {}, rook {}",
        here.black_king, here.white_king, here.rook
    );
    text
}
