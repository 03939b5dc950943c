//! `nimzo map`

use std::fmt;

use nimzo_chess::fen::{place, side_name};
use nimzo_chess::probe::{Category, respond_alone};
use nimzo_chess::{Material, Metric, Wdl};
use nimzo_report::pictures::{MapBoard, MapLook, MapSquare, Picture, SquareMap};
use nimzo_tables::Store;
use nimzo_work::Task;
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color, Piece, Position, Role, Square};

use crate::arguments::position;
use crate::{Answer, Failure, Question, Session};

/// Take a man of a position to every square: what would the position be?
///
/// Each square is looked up with the man there and the others where they are, with either side to
/// move. Rights to castle or to capture en passant are left out, and the clock is at 0. Depths are
/// plies, positive when the side to move wins.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo map '8/8/8/8/8/3k4/8/K1R5 w - - 0 1' --man K
  nimzo map '8/8/8/8/8/3k4/8/K1R5 w - - 0 1' --man c1 --svg rook.svg
  nimzo map '8/8/8/8/8/3k4/8/K7 w - - 0 1' --hand q --show depths --png queen.png")]
pub struct Map {
    /// The position, or - to read one a line from standard input
    #[arg(value_name = "FEN", allow_hyphen_values = true)]
    fen: String,
    /// The man: its square, or its letter (KQRBNP white, kqrbnp black) where there is one of it
    #[arg(long, value_name = "SQUARE|LETTER", required_unless_present = "hand")]
    man: Option<String>,
    /// One man more instead, by its letter
    #[arg(long, value_name = "LETTER", conflicts_with = "man")]
    hand: Option<String>,
    /// What colours the squares of the picture
    #[arg(long, value_enum, default_value_t = Show::Results)]
    show: Show,
}

/// What colours the squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Show {
    /// Whether the side to move wins, draws or loses
    Results,
    /// How deep the win or loss is
    Depths,
}

/// What a position would be with one man on each square.
#[derive(Debug, Serialize, JsonSchema)]
pub struct MapAnswer {
    /// The position as given.
    fen: String,
    /// The man as a FEN has it.
    man: char,
    /// Where it stands in the position; nothing for one man more.
    from: Option<String>,
    /// The men of all these positions.
    material: String,
    /// Who is to move in them, as a FEN has it; `other` of a square has the other side to move.
    turn: char,
    /// The squares a1, b1, … h8.
    squares: Vec<MapSquareAnswer>,
    #[serde(skip)]
    show: Show,
    /// The men that stand still.
    #[serde(skip)]
    rest: Board,
    #[serde(skip)]
    side: Color,
}

/// One square of the man.
#[derive(Debug, Serialize, JsonSchema)]
struct MapSquareAnswer {
    square: String,
    #[serde(flatten)]
    value: MapValueAnswer,
    /// The same with the other side to move.
    other: MapValueAnswer,
}

/// One position.
#[derive(Debug, Default, Serialize, JsonSchema)]
struct MapValueAnswer {
    /// Whether there is such a position.
    legal: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The result for the side to move, as in the answers of probe.
    category: Option<Category>,
    /// Plies to mate.
    dtm: Option<i32>,
    /// Plies to a zeroing move under the fifty-move rule.
    dtz: Option<i32>,
    /// Plies to a capture, promotion or mate.
    dtc: Option<i32>,
}

/// A man that is taken about, and the board without it.
struct Taken {
    man: Piece,
    from: Option<Square>,
    rest: Board,
}

impl Question for Map {
    const PATH: &'static [&'static str] = &["map"];
    const DRAWS: bool = true;
    type Answer = MapAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<MapAnswer, Failure> {
        let position = position(&self.fen)?;
        let Taken { man, from, rest } = self.taken(position.board())?;
        let mut board = rest.clone();
        // Any square will do: what matters is which men there are.
        let free = from.or_else(|| (!board.occupied()).first());
        board.set_piece_at(free.ok_or_else(|| Failure::input("the board is full"))?, man);
        let material = Material::of_board(&board);
        let tables = session.tables_for(material, task)?;
        let side = position.turn();
        let squares: Vec<MapSquareAnswer> = Square::ALL
            .par_iter()
            .map(|&square| {
                Ok(MapSquareAnswer {
                    square: square.to_string(),
                    value: value(&tables, &rest, man, square, side)?,
                    other: value(&tables, &rest, man, square, !side)?,
                })
            })
            .collect::<Result<_, Failure>>()?;
        let is_known = |value: &MapValueAnswer| value.category != Some(Category::Unknown);
        if !squares.iter().any(|s| is_known(&s.value) || is_known(&s.other)) {
            tables.require(material, Metric::Wdl)?;
        }
        Ok(MapAnswer {
            fen: self.fen.clone(),
            man: man.char(),
            from: from.map(|square| square.to_string()),
            material: material.to_string(),
            turn: side.char(),
            squares,
            show: self.show,
            rest,
            side,
        })
    }

    fn subject(&mut self) -> Option<&mut String> {
        Some(&mut self.fen)
    }
}

impl Map {
    fn taken(&self, board: &Board) -> Result<Taken, Failure> {
        let mut rest = board.clone();
        match (&self.man, &self.hand) {
            (Some(_), Some(_)) | (None, None) => {
                Err(Failure::input("name one man: of the position (man), or one more (hand)"))
            }
            (None, Some(letter)) => match piece(letter) {
                Some(man) if man.role != Role::King => Ok(Taken { man, from: None, rest }),
                _ => Err(Failure::input(format!(
                    "one man more {letter:?}: expected a letter of QRBNP (white) or qrbnp (black)"
                ))),
            },
            (Some(named), None) => {
                let from = find(board, named)?;
                let man = rest.remove_piece_at(from).ok_or_else(|| {
                    Failure::input(format!("man {named:?}: no man stands on {from}"))
                })?;
                Ok(Taken { man, from: Some(from), rest })
            }
        }
    }
}

fn piece(letter: &str) -> Option<Piece> {
    let mut letters = letter.chars();
    letters.next().filter(|_| letters.next().is_none()).and_then(Piece::from_char)
}

/// The square of a man that is named by its square or by its letter.
fn find(board: &Board, named: &str) -> Result<Square, Failure> {
    if let Ok(square) = named.parse() {
        return Ok(square);
    }
    let bad = |why: String| Failure::input(format!("man {named:?}: {why}"));
    let Some(man) = piece(named) else {
        return Err(bad("expected a square such as e4, or a letter of KQRBNPkqrbnp".to_owned()));
    };
    let squares = board.by_piece(man);
    match squares.single_square() {
        Some(square) => Ok(square),
        None if squares.is_empty() => {
            Err(bad(format!("there is none; --hand {named} takes one more")))
        }
        None => {
            let all: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
            Err(bad(format!("there are several; name the square: {}", all.join(", "))))
        }
    }
}

/// What the position is with the man on a square.
fn value(
    tables: &Store,
    rest: &Board,
    man: Piece,
    square: Square,
    turn: Color,
) -> Result<MapValueAnswer, Failure> {
    let impossible =
        |why: String| Ok(MapValueAnswer { why: Some(why), ..MapValueAnswer::default() });
    if rest.occupied().contains(square) {
        return impossible(format!("another man stands on {square}"));
    }
    let mut board = rest.clone();
    board.set_piece_at(square, man);
    let position = match place(&board, turn) {
        Ok(position) => position,
        Err(fault) => return impossible(fault.to_string()),
    };
    let (info, category) = respond_alone(tables, &position)?;
    Ok(MapValueAnswer {
        legal: true,
        why: None,
        category: Some(category),
        dtm: info.dtm,
        dtz: info.dtz,
        dtc: info.dtc,
    })
}

impl MapValueAnswer {
    /// The result without the fifty-move rule's shades.
    fn result(&self) -> Option<Wdl> {
        match self.category? {
            Category::Win | Category::MaybeWin | Category::CursedWin => Some(Wdl::Win),
            Category::Draw => Some(Wdl::Draw),
            Category::Loss | Category::MaybeLoss | Category::BlessedLoss => Some(Wdl::Loss),
            Category::Unknown => None,
        }
    }

    /// Plies to mate, or to what else is known.
    fn plies(&self) -> Option<u32> {
        self.result().filter(|&result| result != Wdl::Draw)?;
        self.dtm.or(self.dtc).or(self.dtz).map(i32::unsigned_abs)
    }

    /// In a few letters: `W29`, `=`, `L12`; `x` where there is no such position, `?` where no table
    /// knows it.
    fn word(&self) -> String {
        let letter = match (self.legal, self.result()) {
            (false, _) => "x",
            (true, None) => "?",
            (true, Some(Wdl::Win)) => "W",
            (true, Some(Wdl::Draw)) => "=",
            (true, Some(Wdl::Loss)) => "L",
        };
        self.plies().map_or_else(|| letter.to_owned(), |plies| format!("{letter}{plies}"))
    }

    fn hint(&self, square: &str) -> String {
        match &self.why {
            Some(why) => format!("{square}: {why}"),
            None => format!("{square}: {}", self.word()),
        }
    }
}

impl MapAnswer {
    /// Both sides to move, that of the position first.
    fn sides(&self) -> [(Color, Vec<&MapValueAnswer>); 2] {
        [
            (self.side, self.squares.iter().map(|square| &square.value).collect()),
            (!self.side, self.squares.iter().map(|square| &square.other).collect()),
        ]
    }

    fn man_in_words(&self) -> String {
        let color = if self.man.is_ascii_uppercase() { "white" } else { "black" };
        let role = match self.man.to_ascii_lowercase() {
            'k' => "king",
            'q' => "queen",
            'r' => "rook",
            'b' => "bishop",
            'n' => "knight",
            _ => "pawn",
        };
        match &self.from {
            Some(from) => format!("the {color} {role} of {from}"),
            None => format!("one {color} {role} more"),
        }
    }

    /// What the depths are to.
    fn goal(&self) -> &'static str {
        let knows_mates = self
            .squares
            .iter()
            .any(|square| square.value.dtm.is_some() || square.other.dtm.is_some());
        if knows_mates { "plies to mate" } else { "plies" }
    }

    fn square(&self, at: usize, value: &MapValueAnswer, depths: (u32, u32)) -> MapSquare {
        let (least, most) = depths;
        let look = match (self.show, value.result(), value.plies()) {
            (_, None, _) => MapLook::Impossible,
            (Show::Depths, _, Some(plies)) => {
                MapLook::Heat(f64::from(plies - least) / f64::from((most - least).max(1)))
            }
            (_, Some(Wdl::Win), _) => MapLook::Won,
            (_, Some(Wdl::Draw), _) => MapLook::Drawn,
            (_, Some(Wdl::Loss), _) => MapLook::Lost,
        };
        let is_taken = self.rest.occupied().contains(Square::new(at as u32));
        let words = match (self.show, value.legal) {
            (_, false) if is_taken => String::new(),
            (_, false) => "×".to_owned(),
            (Show::Results, true) => {
                value.plies().map_or_else(|| value.word(), |plies| plies.to_string())
            }
            (Show::Depths, true) => value.word(),
        };
        MapSquare { look, words, hint: value.hint(&self.squares[at].square) }
    }
}

impl fmt::Display for MapAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} on each square", self.material, self.man_in_words())?;
        write!(f, "; W wins, L loses, = draws, x illegal, in {}", self.goal())?;
        for (side, values) in self.sides() {
            write!(f, "\n{} to move", side_name(side))?;
            for rank in (0..8).rev() {
                write!(f, "\n{}", rank + 1)?;
                for file in 0..8 {
                    let at = rank * 8 + file;
                    let word = match self.rest.piece_at(Square::new(at as u32)) {
                        Some(man) => format!("({})", man.char()),
                        None => values[at].word(),
                    };
                    write!(f, " {word:>4}")?;
                }
            }
            write!(f, "\n ")?;
            "abcdefgh".chars().try_for_each(|file| write!(f, " {file:>4}"))?;
        }
        Ok(())
    }
}

impl Answer for MapAnswer {
    /// A board for each side to move.
    fn picture(&self) -> Result<Picture, Failure> {
        let all = self.squares.iter().flat_map(|square| [&square.value, &square.other]);
        let depths = || all.clone().filter_map(MapValueAnswer::plies);
        let depths = (depths().min().unwrap_or(0), depths().max().unwrap_or(0));
        let boards = self.sides().map(|(side, values)| MapBoard {
            name: format!("{} to move", side_name(side)),
            men: self.rest.to_string(),
            squares: values
                .iter()
                .enumerate()
                .map(|(at, value)| self.square(at, value, depths))
                .collect(),
        });
        let title = format!("{}: {} on each square", self.material, self.man_in_words());
        let goal = self.goal();
        let caption = match self.show {
            Show::Results => format!(
                "Green: the side to move wins; red: it loses; blue: a draw; grey: illegal. Numbers are {goal}."
            ),
            Show::Depths => format!(
                "W: the side to move wins; L: it loses; =: a draw; grey: illegal. The deeper, the hotter; numbers are {goal}."
            ),
        };
        Ok(SquareMap::new(boards.into())?.picture(&title, &caption))
    }
}
