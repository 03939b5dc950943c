//! `nimzo pawns play`

use nimzo_games::pawns::rules::Side;
use nimzo_games::pawns::{Component, Judged, Opponent, PawnGame, Turn, decompose};
use serde_json::{Value, json};

use crate::app::{Answer, App, Failure, Outcome};

/// A game in progress: every move, whether it wins, and what a perfect player answers
///
/// Steps are written b2, captures axb2 (rows counted from White's side, White begins), and *3:1
/// makes a heap of three one. The components are told in the paper's notation: `:` is a pawn that
/// has just moved and can be captured, `.` an unopposed one, `_` follows what is stopped. A pawn that reaches the far row of an open file wins at once; who
/// cannot move loses.
#[derive(clap::Args)]
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

impl Play {
    /// Plays the moves, judges the next ones, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let mut game = PawnGame::start(&self.sum)?;
        let made: Vec<&str> =
            self.moves.split(',').map(str::trim).filter(|m| !m.is_empty()).collect();
        for name in &made {
            game = game.after_named(name)?;
        }
        let mut opponent = Opponent::new(&app.task);
        let judged = game.judged(&mut opponent)?;
        let best = game.best(&judged, &mut opponent)?;
        let document = json!({
            "sum": self.sum,
            "moves": made,
            "rows": game.rows(),
            "stopped": (0..game.pawns.files()).filter(|&f| game.pawns.is_stopped(f)).collect::<Vec<_>>(),
            "heaps": game.heaps,
            "components": components(&game).map(|sum| sum.iter().map(component).collect::<Vec<_>>()),
            "turn": word(game.side),
            "winner": game.winner().map(word),
            "ended_by": game.end.map(|end| end.to_string()),
            "wins": wins(&judged),
            "options": judged.iter().map(|one| option(&game, one)).collect::<Vec<_>>(),
            "best": best.map(|turn| game.name(turn)),
        });
        app.answer(&Answer::new(&document, text(&game, &judged, best))?)
    }
}

/// Whether the side to move wins, if that is known.
fn wins(judged: &[Judged]) -> Option<bool> {
    if judged.iter().any(|one| one.wins == Some(true)) {
        return Some(true);
    }
    judged.iter().all(|one| one.wins == Some(false)).then_some(false)
}

fn word(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

/// What the pawns fall into, as long as the game goes on and nobody has overlooked a threat.
fn components(game: &PawnGame) -> Option<Vec<Component>> {
    if game.end.is_some() {
        return None;
    }
    decompose(&game.pawns, game.side).ok()
}

fn component(one: &Component) -> Value {
    let moves = one.moves();
    json!({
        "notation": one.to_string(),
        "entailing": one.is_entailing(),
        "moves": moves.iter().map(|sum| notation(sum)).collect::<Vec<_>>(),
    })
}

/// A sum of components in the paper's notation.
fn notation(sum: &[Component]) -> String {
    match sum {
        [] => "0".to_owned(),
        sum => sum.iter().map(ToString::to_string).collect::<Vec<_>>().join(" + "),
    }
}

/// The components in a line, and in another one what must be answered.
fn decomposition(sum: &[Component]) -> Vec<String> {
    let mut lines = vec![format!("components: {}", notation(sum))];
    for one in sum.iter().filter(|one| one.is_entailing()) {
        let moves: Vec<String> = one.moves().iter().map(|sum| notation(sum)).collect();
        lines.push(format!("{one} must be answered, by a move to {}", moves.join(" or to ")));
    }
    lines
}

fn option(game: &PawnGame, one: &Judged) -> Value {
    let next = game.after(one.turn);
    let (from, to) = match one.turn {
        Turn::Pawn(pawn) => (json!(pawn.from), json!(pawn.to)),
        Turn::Heap { .. } => (Value::Null, Value::Null),
    };
    json!({
        "move": game.name(one.turn),
        "from": from,
        "to": to,
        "wins": one.wins,
        "ends": next.end.map(|end| end.to_string()),
    })
}

fn text(game: &PawnGame, judged: &[Judged], best: Option<Turn>) -> String {
    let mut lines = vec![game.pawns.to_string().trim_end().to_owned()];
    if !game.heaps.is_empty() {
        let heaps: Vec<String> = game.heaps.iter().map(|heap| format!("*{heap}")).collect();
        lines.push(format!("heaps {}", heaps.join(" ")));
    }
    if let (Some(winner), Some(end)) = (game.winner(), game.end) {
        lines.push(format!("{} has won: {end}", word(winner)));
        return lines.join("\n");
    }
    lines.extend(components(game).iter().flat_map(|sum| decomposition(sum)));
    let named = |wins: Option<bool>| {
        let some: Vec<String> =
            judged.iter().filter(|one| one.wins == wins).map(|one| game.name(one.turn)).collect();
        if some.is_empty() { "none".to_owned() } else { some.join(" ") }
    };
    lines.push(format!("{} to move; winning moves: {}", word(game.side), named(Some(true))));
    lines.push(format!("losing moves: {}", named(Some(false))));
    if judged.iter().any(|one| one.wins.is_none()) {
        lines.push(format!("moves that would take too long to judge: {}", named(None)));
    }
    if let Some(best) = best {
        lines.push(format!("a perfect player plays {}", game.name(best)));
    }
    lines.join("\n")
}
