//! `nimzo table count`

use std::collections::BTreeMap;
use std::fmt;

use nimzo_chess::Material;
use nimzo_chess::count::{Census, Convention, EnPassant, Row, count};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::class;
use crate::{Answer, Failure, Question, Session};

/// The most men that are counted, and the most where each en passant capture is tried out.
const MOST: u8 = 8;
const MOST_TRIED_OUT: u8 = 6;

/// Count the legal positions there are, without tables
///
/// Legal: one king each, not side by side, no pawn on the first or last rank, the side not to move not
/// in check. Each once up to what leaves the game the same: the symmetries of the board (eight without
/// pawns, left-right with pawns, none with castling rights) and the exchange of colours. A position with
/// rights counts beside the same one without them.
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(after_help = "Examples:
  nimzo table count --men 5 --ep --castling
  nimzo table count KRPvKP --ep usable --castling --json")]
pub struct Count {
    /// Classes such as KRvKR
    #[arg(value_name = "CLASS", required_unless_present = "men", conflicts_with = "men")]
    #[serde(default)]
    names: Vec<String>,
    /// All classes of so many men
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=i64::from(MOST)))]
    #[schemars(range(min = 3, max = 8))]
    men: Option<u8>,
    /// Positions with an en passant right too; what the right takes
    #[arg(long, value_enum, num_args = 0..=1, default_missing_value = "adjacent")]
    ep: Option<Right>,
    /// Positions with castling rights too
    #[arg(long)]
    #[serde(default)]
    castling: bool,
}

/// What an en passant right takes; each asks for more than the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Right {
    /// A pawn beside an enemy pawn on the rank that a double step leads to, no pawn behind that one
    Adjacent,
    /// The two squares behind that pawn are empty
    Possible,
    /// A capture is legal
    Usable,
    /// The king was not in check before the double step
    Arisen,
}

/// How many positions there are.
#[derive(Debug, Serialize, JsonSchema)]
pub struct TableCountAnswer {
    classes: Vec<CountedClass>,
    /// All of them.
    total: u64,
    /// Those with a castling right.
    castling: u64,
    /// Those with an en passant right.
    en_passant: u64,
}

/// The positions of a class.
#[derive(Debug, Serialize, JsonSchema)]
struct CountedClass {
    name: String,
    /// All of them.
    count: u64,
    /// White to move; where both sides have the same men, also what is Black to move with the colours
    /// exchanged.
    wtm: u64,
    /// Black to move.
    btm: u64,
    /// Those with a castling right.
    castling: u64,
    /// Those with an en passant right.
    en_passant: u64,
    /// By rights.
    rights: Vec<CountedRights>,
}

/// The positions of a class with one side to move and given rights.
#[derive(Debug, Serialize, JsonSchema)]
struct CountedRights {
    /// `w` or `b`.
    turn: String,
    /// As in FEN: `KQkq`, or `-`.
    castling: String,
    en_passant: bool,
    positions: u64,
}

impl Question for Count {
    const PATH: &'static [&'static str] = &["table", "count"];
    type Answer = TableCountAnswer;

    fn ask(&self, _session: &Session, task: &Task) -> Result<TableCountAnswer, Failure> {
        let wanted = self.wanted()?;
        let convention = Convention {
            en_passant: match self.ep {
                None => EnPassant::Ignored,
                Some(Right::Adjacent) => EnPassant::Adjacent,
                Some(Right::Possible) => EnPassant::Possible,
                Some(Right::Usable) => EnPassant::Usable,
                Some(Right::Arisen) => EnPassant::Arisen,
            },
            castling: self.castling,
        };
        let mut sizes: Vec<usize> = wanted.iter().map(|class| class.count()).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let mut rows = Vec::new();
        for men in sizes {
            let tried_out = matches!(self.ep, Some(Right::Usable | Right::Arisen));
            if tried_out && men > usize::from(MOST_TRIED_OUT) {
                let why = format!("captures are tried out for up to {MOST_TRIED_OUT} men");
                return Err(Failure::TooLarge(format!(
                    "{men} men: {why}; --ep possible is not bounded so"
                )));
            }
            rows.extend(count(men, convention, task)?.rows);
        }
        rows.retain(|row| wanted.contains(&row.class));
        Ok(TableCountAnswer::of(&Census { rows }))
    }
}

impl Count {
    fn wanted(&self) -> Result<Vec<Material>, Failure> {
        match (self.men, &self.names[..]) {
            (Some(men @ 3..=MOST), []) => Ok(Material::all(usize::from(men))),
            (Some(men), []) => Err(Failure::input(format!("--men {men}: expected 3 to {MOST}"))),
            (Some(_), _) => Err(Failure::input("name classes or give --men N, not both")),
            (None, []) => Err(Failure::input("name a class such as KRvKR, or give --men N")),
            (None, names) => names.iter().map(|name| Ok(class(name)?.canonical())).collect(),
        }
    }
}

impl TableCountAnswer {
    fn of(census: &Census) -> Self {
        let mut by_class: BTreeMap<String, Vec<&Row>> = BTreeMap::new();
        let mut names = Vec::new();
        for row in &census.rows {
            let name = row.class.to_string();
            by_class
                .entry(name.clone())
                .or_insert_with(|| {
                    names.push(name);
                    Vec::new()
                })
                .push(row);
        }
        let classes =
            names.into_iter().map(|name| CountedClass::of(&by_class[&name], name.clone()));
        Self {
            classes: classes.collect(),
            total: census.total(),
            castling: census.with_castling(),
            en_passant: census.with_en_passant(),
        }
    }
}

impl CountedClass {
    fn of(rows: &[&Row], name: String) -> Self {
        let sum = |holds: fn(&Row) -> bool| -> u64 {
            rows.iter().filter(|row| holds(row)).map(|row| row.positions).sum()
        };
        Self {
            name,
            count: sum(|_| true),
            wtm: sum(|row| row.turn == Color::White),
            btm: sum(|row| row.turn == Color::Black),
            castling: sum(|row| !row.castling.is_empty()),
            en_passant: sum(|row| row.en_passant),
            rights: rows
                .iter()
                .map(|row| CountedRights {
                    turn: row.turn.char().to_string(),
                    castling: row.castling.to_string(),
                    en_passant: row.en_passant,
                    positions: row.positions,
                })
                .collect(),
        }
    }
}

impl fmt::Display for TableCountAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.total.to_string().len().max("White to move".len());
        write!(f, "{:<10} {:>width$} {:>width$}", "class", "White to move", "Black to move")?;
        writeln!(f, " {:>width$} {:>width$}", "castling", "en passant")?;
        for CountedClass { name, wtm, btm, castling, en_passant, .. } in &self.classes {
            write!(f, "{name:<10} {wtm:>width$} {btm:>width$}")?;
            writeln!(f, " {castling:>width$} {en_passant:>width$}")?;
        }
        let Self { total, castling, en_passant, .. } = self;
        write!(f, "{total} positions, {castling} of them with a castling right, ")?;
        write!(f, "{en_passant} with an en passant right")
    }
}

impl Answer for TableCountAnswer {}
