//! `nimzo table random`

use std::fmt;

use nimzo_chess::{Material, parse_fen};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Piece, Role, Square};

use crate::{Answer, Failure, Question, Session};

/// Throws of the men before giving up: legal positions are far from so rare.
const MOST_THROWS: usize = 10_000;
/// The most positions at once.
const MOST_POSITIONS: u32 = 100_000;

/// Random legal positions of a class, each as likely as any other
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table random KRvKN
  nimzo table random KQPvKQ --number 1000 --seed 1 | nimzo probe - --json")]
pub struct Random {
    /// A class such as KQRvKQ
    #[arg(value_name = "CLASS")]
    name: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_POSITIONS)))]
    #[schemars(range(min = 1, max = MOST_POSITIONS))]
    number: u32,
    /// The same seed gives the same positions [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

/// Positions of a class.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableRandomAnswer {
    name: String,
    /// The positions as FEN.
    positions: Vec<String>,
}

impl Question for Random {
    const PATH: &'static [&'static str] = &["table", "random"];
    type Answer = TableRandomAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<TableRandomAnswer, Failure> {
        let material: Material = self.name.parse()?;
        if !(1..=MOST_POSITIONS).contains(&self.number) {
            let number = self.number;
            let why = format!("--number {number}: expected 1 to {MOST_POSITIONS}");
            return Err(Failure::input(why));
        }
        let mut dice = self.seed.map_or_else(fastrand::Rng::new, fastrand::Rng::with_seed);
        let throw = |_| {
            task.check()?;
            throw(material, &mut dice)
        };
        let positions = (0..self.number).map(throw).collect::<Result<_, Failure>>()?;
        Ok(TableRandomAnswer { name: material.to_string(), positions })
    }
}

fn throw(material: Material, dice: &mut fastrand::Rng) -> Result<String, Failure> {
    for _ in 0..MOST_THROWS {
        let mut board = Board::empty();
        for (color, role) in material.men() {
            let square = loop {
                let square = Square::new(dice.u32(..64));
                let fits = role != Role::Pawn || (8..56).contains(&u32::from(square));
                if fits && board.piece_at(square).is_none() {
                    break square;
                }
            };
            board.set_piece_at(square, Piece { color, role });
        }
        let turn = if dice.bool() { Color::White } else { Color::Black };
        let fen = format!("{} {} - - 0 1", board.board_fen(), turn.char());
        if parse_fen(&fen).is_ok() {
            return Ok(fen);
        }
    }
    Err(Failure::input(format!("no legal position of {material} came up")))
}

impl fmt::Display for TableRandomAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.positions.join("\n"))
    }
}

impl Answer for TableRandomAnswer {}
