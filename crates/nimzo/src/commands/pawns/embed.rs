//! `nimzo pawns embed`

use nimzo_games::board::{Limits, Position, Proof, Proved};
use nimzo_games::pawns::{self, Embedding, Word, file_name};
use nimzo_report::drawings;
use serde_json::{Value, json};

use crate::app::{Answer, App, Failure, Outcome, PictureFiles};

/// A sum of components as a king-and-pawn endgame on a large board, and who wins it
///
/// The winner follows from the nimber; a solver that knows only chess then tries to prove it, and
/// which first moves win.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo pawns embed 1000+0
  nimzo pawns embed 00000 --rows 9 --svg board.svg
  nimzo pawns embed 10100100010100001000 --positions 0      without proof")]
pub struct Embed {
    /// The components with + between them, or `-` to read one sum from each line
    sum: String,
    /// Rows of the board, an odd number [default: the least that is possible]
    #[arg(long, value_name = "R")]
    rows: Option<usize>,
    /// Positions that the solver may look at for each move; 0 for no proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    positions: u64,
    #[command(flatten)]
    picture: PictureFiles,
}

impl Embed {
    /// Sets up, proves, draws, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        app.answer_each(&self.sum, |sum| {
            let words: Vec<Word> =
                sum.split('+').map(|word| word.trim().parse()).collect::<Result<_, _>>()?;
            let rows = self.rows.unwrap_or_else(|| pawns::least_rows(&words));
            let embedding = pawns::embed(&words, rows)?;
            let proof = self.prove(&embedding, app)?;
            if self.sum != "-" {
                let fen = embedding.position.to_string();
                let title = format!("{sum} = {}", embedding.nimber);
                let caption = sentence(&embedding);
                app.draw(&self.picture, || drawings::position(&fen, &[], &title, &caption))?;
            }
            Answer::new(
                &document(sum, &embedding, proof.as_ref()),
                text(sum, &embedding, proof.as_ref()),
            )
        })
    }

    fn prove(&self, embedding: &Embedding, app: &App) -> Result<Option<Proof>, Failure> {
        if self.positions == 0 {
            return Ok(None);
        }
        let limits = Limits { positions: self.positions };
        Ok(Some(embedding.prove(limits, &app.task)?))
    }
}

/// Who wins, by the nimber.
fn outcome(embedding: &Embedding) -> &'static str {
    if embedding.nimber.is_zero() { "second player wins" } else { "first player wins" }
}

fn sentence(embedding: &Embedding) -> String {
    let files: Vec<String> = embedding.winning_files.iter().map(|&file| file_name(file)).collect();
    if files.is_empty() {
        "Whoever moves loses.".to_owned()
    } else {
        format!("Whoever moves wins, by a step on {}.", files.join(", "))
    }
}

fn word_for(outcome: Proved) -> &'static str {
    match outcome {
        Proved::Win => "win",
        Proved::Loss => "loss",
        Proved::Unproved => "unproved",
    }
}

fn document(sum: &str, embedding: &Embedding, proof: Option<&Proof>) -> Value {
    let position = &embedding.position;
    let winning: Vec<String> =
        embedding.winning_files.iter().map(|&file| file_name(file)).collect();
    json!({
        "sum": sum,
        "fen": position.to_string(),
        "rows": position.rows(),
        "files": position.files(),
        "nimber": embedding.nimber.0,
        "outcome": outcome(embedding),
        "winning_files": winning,
        "proof": proof.map(|proof| json!({
            "outcome": word_for(proof.outcome),
            "positions": proof.positions,
            "moves": proof.moves.iter().map(|&(one, outcome)| json!({
                "uci": one.to_string(),
                "san": position.san(one),
                "outcome": word_for(outcome),
            })).collect::<Vec<_>>(),
        })),
    })
}

fn text(sum: &str, embedding: &Embedding, proof: Option<&Proof>) -> String {
    let position = &embedding.position;
    let mut lines = vec![
        format!("{sum} = {}: {}", embedding.nimber, sentence(embedding)),
        format!("{position}  ({} files, {} rows)", position.files(), position.rows()),
        diagram(position),
    ];
    if let Some(proof) = proof {
        let moves = proof.moves.iter();
        let named =
            moves.map(|&(one, outcome)| format!("{} {}", position.san(one), word_for(outcome)));
        lines.push(format!(
            "by the solver, {} positions: {} for White, to move ({})",
            proof.positions,
            word_for(proof.outcome),
            named.collect::<Vec<_>>().join(", ")
        ));
    }
    lines.join("\n")
}

/// The board in letters, the files named below.
fn diagram(position: &Position) -> String {
    let text = position.to_string();
    let board = text.split(' ').next().unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for (index, row) in board.split('/').enumerate() {
        let mut squares = String::new();
        let mut run = 0usize;
        for letter in row.chars() {
            match letter.to_digit(10) {
                Some(digit) => run = run * 10 + digit as usize,
                None => {
                    squares += &" .".repeat(run);
                    run = 0;
                    squares.push(' ');
                    squares.push(letter);
                }
            }
        }
        squares += &" .".repeat(run);
        lines.push(format!("{:>3} {squares}", position.rows() - index));
    }
    let names: String = (0..position.files())
        .map(|file| format!(" {}", file_name(file).chars().last().unwrap_or(' ')))
        .collect();
    lines.push(format!("    {names}"));
    lines.join("\n")
}
