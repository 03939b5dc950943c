//! `nimzo sum`

use std::fmt;

use nimzo_cgt::Dyadic;
use nimzo_games::board::{Limits, Move, Position, Proved, Side, Square};
use nimzo_games::sums::{Analysis, Catalogue, LEAST_ROWS, TurnReport, Worth, set_up};
use nimzo_report::drawings;
use nimzo_report::pictures::Picture;
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::shown::{Joined, Shown};
use crate::{Answer, Failure, Question, Session};

/// Longer forms are left to the JSON.
const LONGEST_FORM: usize = 60;

/// A position as a sum of games: its core, its components, their values, and who wins
///
/// A position whose kings (or other men) stand in mutual zugzwang while pawns elsewhere have moves
/// left is a sum: a core that loses for whoever must move in it, and components whose moves are
/// tempi. White is Left. The winner follows from the values; a solver that knows only chess then
/// tries to prove it. Exit status 1 when it is not proved.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo sum '10k/9pP/5p3P1/ppp3p4/5pP4/PPP2P5/6P2p1/9Pp/10K w'
  nimzo sum --find '^*'
  nimzo sum --find '*2' --board 9x12 --svg star2.svg")]
pub struct Sum {
    /// The position, on a board of any size, or `-` to read one from each line
    #[arg(required_unless_present = "find", conflicts_with = "find")]
    #[serde(default)]
    fen: Option<String>,
    /// Look for a small component of this value and set it up on a board
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    #[serde(default)]
    find: Option<String>,
    /// The board, rows by files: what a position must have, or what a find may use [default for
    /// finds: 8 rows]
    #[arg(long, value_name = "RxC")]
    #[serde(default)]
    board: Option<String>,
    /// The side whose promotion still wins when it comes right after the other's, because its new
    /// queen mates
    #[arg(long, value_name = "SIDE")]
    #[serde(default)]
    late: Option<Late>,
    /// Positions that the solver may look at for each proof; 0 for no proof
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    positions: u64,
}

/// A side.
#[derive(Debug, Clone, Copy, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Late {
    /// White.
    White,
    /// Black.
    Black,
}

impl Late {
    fn side(self) -> Side {
        match self {
            Late::White => Side::White,
            Late::Black => Side::Black,
        }
    }
}

/// A position taken apart.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SumAnswer {
    /// The position.
    fen: Shown<Position>,
    /// Squares of the men of the core.
    core: Vec<Shown<Square>>,
    /// Whether the core alone was proved to be lost for whoever must move in it.
    core_is_zugzwang: bool,
    /// The components, from left to right.
    components: Vec<SumComponent>,
    /// The sum of the values in canonical form, where every component has one.
    sum: Option<String>,
    /// Its mean.
    mean: Option<Shown<Dyadic>>,
    /// Its temperature.
    temperature: Option<Shown<Dyadic>>,
    /// Who wins, by the values.
    outcome: SumOutcome,
    /// Whether search has proved the outcome with either side to move.
    proved: bool,
    /// Where core and components could meet after all.
    contacts: Vec<SumContact>,
}

/// A component.
#[derive(Debug, Serialize, JsonSchema)]
struct SumComponent {
    /// Squares of its pawns, White's first.
    men: Vec<Shown<Square>>,
    /// Its value, where it is a short game; that it is was proved by playing it out.
    value: Option<String>,
    /// Where it is no short game, its form with `on` and `off` for getting through.
    form: Option<String>,
    /// Why it has no value, where it has none.
    why: Option<&'static str>,
}

/// What the sum comes to with either side to move.
#[derive(Debug, Serialize, JsonSchema)]
struct SumOutcome {
    /// With White to move.
    white_first: SumTurn,
    /// With Black to move.
    black_first: SumTurn,
}

/// What the sum comes to with one side to move.
#[derive(Debug, Serialize, JsonSchema)]
struct SumTurn {
    /// `white` or `black`; nothing where the values do not tell.
    winner: Option<&'static str>,
    /// What search has proved: `white`, `black`, or nothing.
    proved_winner: Option<&'static str>,
    /// The moves that win.
    winning: Vec<SumWinning>,
    /// The moves that let the other side get through, whatever else is on the board.
    loony: Vec<Shown<Move>>,
}

/// A move that wins.
#[derive(Debug, Serialize, JsonSchema)]
struct SumWinning {
    /// The component, counted from 0.
    component: usize,
    /// The move by its squares.
    uci: Shown<Move>,
}

/// A man of the core and a square that a component's pawns could come to.
#[derive(Debug, Serialize, JsonSchema)]
struct SumContact {
    /// The man's square.
    man: Shown<Square>,
    /// The component, counted from 0.
    component: usize,
    /// The square that both may reach.
    square: Shown<Square>,
}

impl Question for Sum {
    const PATH: &'static [&'static str] = &["sum"];
    const DRAWS: bool = true;
    type Answer = SumAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<SumAnswer, Failure> {
        let board = self.board.as_deref().map(read_board).transpose()?;
        let position = match (&self.fen, &self.find) {
            (Some(fen), None) => {
                let position: Position = fen.parse()?;
                let size = (position.rows(), position.files());
                if let Some((rows, files)) = board.filter(|&board| board != size) {
                    return Err(Failure::input(format!(
                        "the position `{fen}` has {} rows and {} files, and --board asks for {rows} by \
                         {files}",
                        size.0, size.1
                    )));
                }
                position
            }
            (None, Some(value)) => find(value, board, task)?,
            _ => return Err(Failure::input("give either a position or --find VALUE")),
        };
        let limits = Limits { positions: self.positions };
        Ok(SumAnswer::of(
            position.clone(),
            Analysis::of(&position, self.late.map(Late::side), limits, task)?,
        ))
    }

    fn subject(&mut self) -> Option<&mut String> {
        self.fen.as_mut()
    }
}

/// Reads `8x8`: rows and files.
fn read_board(text: &str) -> Result<(usize, usize), Failure> {
    let read = || {
        let (rows, files) = text.split_once(['x', 'X'])?;
        Some((rows.trim().parse().ok()?, files.trim().parse().ok()?))
    };
    read()
        .ok_or_else(|| Failure::input(format!("`{text}` is not a board; write rows x files: 8x8")))
}

/// A board with a component of a value.
fn find(value: &str, board: Option<(usize, usize)>, task: &Task) -> Result<Position, Failure> {
    let rows = board.map_or(8, |board| board.0);
    if !(LEAST_ROWS..=12).contains(&rows) {
        return Err(Failure::input(format!(
            "a board of {rows} rows: finds are set up on {LEAST_ROWS} to 12 rows"
        )));
    }
    for files in 1..=3 {
        let mut catalogue = Catalogue::build(files, rows, task)?;
        let wanted = catalogue.worths().universe().parse(value)?;
        if let Some(entry) = catalogue.find(wanted) {
            let position = set_up(&[entry.group])?;
            match board {
                Some((_, most)) if position.files() > most => {
                    return Err(Failure::input(format!(
                        "a component of value {value} with its kings takes {} files, and the board has \
                         {most}",
                        position.files()
                    )));
                }
                _ => return Ok(position),
            }
        }
    }
    Err(Failure::input(format!(
        "no component with at most one pawn of either colour on each of up to three files of a board of {rows} rows has the value \
         {value}"
    )))
}

impl SumAnswer {
    fn of(position: Position, found: Analysis) -> Self {
        let proved = found.is_proved();
        let core_is_zugzwang = found.core_is_zugzwang();
        let Analysis { split, components, sum, turns: [white, black] } = found;
        let component = |one: &nimzo_games::sums::ComponentReport| SumComponent {
            men: one.component.men().map(Shown).collect(),
            value: one.form.clone().filter(|_| matches!(one.worth, Worth::Short(_))),
            form: one.form.clone().filter(|_| !matches!(one.worth, Worth::Short(_))),
            why: match one.worth {
                Worth::Short(_) => None,
                Worth::Through(_) => Some("a pawn gets through, whoever moves"),
                Worth::Threats(_) => Some("a threat to get through gains time"),
                Worth::Unknown => Some("too large to be valued"),
            },
        };
        Self {
            fen: Shown(position),
            core: split.core.iter().map(|&square| Shown(square)).collect(),
            core_is_zugzwang,
            components: components.iter().map(component).collect(),
            mean: sum.as_ref().map(|sum| Shown(sum.mean)),
            temperature: sum.as_ref().map(|sum| Shown(sum.temperature)),
            sum: sum.map(|sum| sum.canonical),
            outcome: SumOutcome {
                white_first: SumTurn::of(white),
                black_first: SumTurn::of(black),
            },
            proved,
            contacts: split
                .contacts
                .iter()
                .map(|contact| SumContact {
                    man: Shown(contact.man),
                    component: contact.component,
                    square: Shown(contact.square),
                })
                .collect(),
        }
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::White => "white",
        Side::Black => "black",
    }
}

impl SumTurn {
    fn of(turn: TurnReport) -> Self {
        let winning = turn.moves.iter().filter(|one| one.wins == Some(true));
        let loony = turn.moves.iter().filter(|one| one.lets_through);
        Self {
            winner: turn.winner.map(name),
            proved_winner: match turn.proved {
                Proved::Win => Some(name(turn.side)),
                Proved::Loss => Some(name(turn.side.other())),
                Proved::Unproved => None,
            },
            winning: winning
                .map(|one| SumWinning { component: one.component, uci: Shown(one.one) })
                .collect(),
            loony: loony.map(|one| Shown(one.one)).collect(),
        }
    }
}

impl fmt::Display for SumAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zugzwang = match self.core_is_zugzwang {
            true => "proved to be lost for whoever must move in it",
            false => "not proved to be a mutual zugzwang",
        };
        writeln!(f, "{}\ncore: {} ({zugzwang})", self.fen, Joined(&self.core, " "))?;
        for (index, one) in self.components.iter().enumerate() {
            writeln!(f, "component {}: {} {one}", index + 1, Joined(&one.men, " "))?;
        }
        if let (Some(sum), Some(mean), Some(temperature)) =
            (&self.sum, &self.mean, &self.temperature)
        {
            writeln!(f, "sum: {sum}, mean {mean}, temperature {temperature}")?;
        }
        for together in
            self.contacts.chunk_by(|a, b| (a.man.0, a.component) == (b.man.0, b.component))
        {
            let squares: Vec<&Shown<Square>> = together.iter().map(|one| &one.square).collect();
            let (man, component) = (&together[0].man, together[0].component + 1);
            let squares = Joined(&squares, " ");
            writeln!(f, "{man} controls {squares}, where component {component} may come to")?;
        }
        writeln!(f, "White first: {}", self.outcome.white_first)?;
        writeln!(f, "Black first: {}", self.outcome.black_first)?;
        f.write_str(match self.proved {
            true => "proved by search",
            false => {
                "not proved by search: it holds if nobody moves in the core before he must, and \
                      whoever promotes first wins"
            }
        })
    }
}

impl SumComponent {
    /// Its value, or what takes its place, where it is not too long for a picture.
    fn short(&self) -> String {
        let known = self.value.as_ref().or(self.form.as_ref());
        known.filter(|text| text.len() <= LONGEST_FORM / 3).map_or("…".to_string(), String::clone)
    }
}

impl fmt::Display for SumComponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.value, &self.form, self.why) {
            (Some(value), ..) => write!(f, "= {value}"),
            (None, Some(form), Some(why)) if form.len() <= LONGEST_FORM => {
                write!(f, "= {form}, no short game: {why}")
            }
            (None, _, why) => write!(f, "has no value: {}", why.unwrap_or("not known")),
        }
    }
}

impl fmt::Display for SumTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wins", self.winner.unwrap_or("the values do not tell who"))?;
        if !self.winning.is_empty() {
            let moves: Vec<&Shown<Move>> = self.winning.iter().map(|one| &one.uci).collect();
            write!(f, ", by {}", Joined(&moves, " "))?;
        }
        if !self.loony.is_empty() {
            write!(f, "; {} would let the other side through", Joined(&self.loony, " "))?;
        }
        Ok(())
    }
}

impl Answer for SumAnswer {
    fn holds(&self) -> bool {
        self.proved
    }

    fn picture(&self) -> Result<Picture, Failure> {
        let title = self.sum.as_deref().unwrap_or("a sum");
        let frames: Vec<(Vec<String>, String)> = self
            .components
            .iter()
            .map(|one| (one.men.iter().map(Shown::to_string).collect(), one.short()))
            .collect();
        let moves: Vec<String> =
            self.outcome.white_first.winning.iter().map(|one| one.uci.to_string()).collect();
        let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
        let caption = format!(
            "White first: {}. Black first: {}.",
            self.outcome.white_first, self.outcome.black_first
        );
        Ok(drawings::framed(&self.fen.to_string(), &frames, &moves, title, &caption)?)
    }
}
