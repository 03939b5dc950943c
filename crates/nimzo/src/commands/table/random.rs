//! `nimzo table random`

use nimzo_chess::Material;
use nimzo_chess::parse_fen;
use serde_json::json;
use shakmaty::{Board, Color, Piece, Role, Square};

use crate::app::{Answer, App, Failure, Outcome};

/// Throws of the men before giving up: legal positions are far from so rare.
const MOST_THROWS: usize = 10_000;

/// Random legal positions of a class, each as likely as any other
#[derive(clap::Args)]
#[command(after_help = "Examples:
  nimzo table random KRvKN
  nimzo table random KQPvKQ --number 1000 --seed 1 | nimzo probe - --json")]
pub struct Random {
    /// A class such as KQRvKQ
    #[arg(value_name = "CLASS")]
    name: String,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    number: u32,
    /// The same seed gives the same positions [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
}

impl Random {
    /// Throws, prints.
    pub fn run(self, app: &App) -> Result<Outcome, Failure> {
        let material: Material = self.name.parse()?;
        let mut dice = Dice(self.seed.unwrap_or_else(clock));
        let mut positions = Vec::new();
        for _ in 0..self.number {
            app.task.check()?;
            positions.push(throw(material, &mut dice)?);
        }
        let document = json!({ "name": material.to_string(), "positions": positions });
        app.answer(&Answer::new(&document, positions.join("\n"))?)
    }
}

fn throw(material: Material, dice: &mut Dice) -> Result<String, Failure> {
    for _ in 0..MOST_THROWS {
        let mut board = Board::empty();
        for (color, role) in material.men() {
            let square = loop {
                let square = Square::new(dice.below(64));
                let fits = role != Role::Pawn || (8..56).contains(&u32::from(square));
                if fits && board.piece_at(square).is_none() {
                    break square;
                }
            };
            board.set_piece_at(square, Piece { color, role });
        }
        let turn = if dice.below(2) == 0 { Color::White } else { Color::Black };
        let fen = format!("{} {} - - 0 1", board.board_fen(), turn.char());
        if parse_fen(&fen).is_ok() {
            return Ok(fen);
        }
    }
    Err(Failure::input(format!("no legal position of {material} came up")))
}

fn clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(1, |now| now.as_nanos() as u64)
}

/// SplitMix64: positions to look at need no more chance than that.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ mixed >> 31) % u64::from(bound)) as u32
    }
}
