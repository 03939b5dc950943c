//! `nimzo mine`: a question put to every position of an endgame.

mod answer;
mod source;

pub use answer::MineAnswer;

use std::ops::RangeInclusive;
use std::path::PathBuf;

use nimzo_chess::{Material, Metric, Probe};
use nimzo_mine::list::Record;
use nimzo_mine::{Found, NAMED, Query, Wanted, named, search, search_by_plan, search_with_rights};
use nimzo_work::Task;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::arguments::require_within;
use crate::limits::limits;
use crate::{Failure, Question, Session};
use answer::ClassAnswer;

/// Find the positions of endgames in which a query holds
///
/// A query is made of conditions with "and", "or", "not" and brackets. It is asked of every legal
/// position without en passant and castling rights; one that has a mirror image in which the query
/// holds is found, and counted once. White is the stronger side. Depths are plies.
///
/// values     win(w) draw(b) loss(w): that side is to move, with that result;
///            cursed(w) blessed(b): a win or loss that the fifty-move rule makes a draw
/// numbers    dtm(w) dtc(w) dtz(w) dtz50(w) moves(w) winning_moves(w) drawing_moves(w)
///            losing_moves(w) count(P on 7); compared by = != < <= > >= or in 2..5
/// men        K on d4, p on a-c 2-4, white on edge, R on {a1, h8}; attacks(R, k);
///            same_color_bishops, opposite_color_bishops
/// moves      only_move(w): one move keeps the result; only_winning(w, TEST), only_drawing(w, TEST);
///            every_move(w, TEST), after(w, TEST): a move of that kind exists;
///            moves(w, TEST) and its like count those that pass
/// TEST       wins draws loses capture promotion underpromotion quiet zeroing check mate stalemate
///            king pawn, by R, capture of Q, promotion to N; with and, or, not; a comma is an and
/// null move  null(QUERY): it holds with the other side to move; zug, zug(A1), mutual
/// others     check mate stalemate legal reachable wtm btm
#[derive(Debug, Clone, clap::Args, Deserialize, JsonSchema)]
#[command(verbatim_doc_comment, after_help = answer::examples())]
pub struct Mine {
    /// The endgames, such as KRPvKR, and last the query, unless it is given by an option
    #[arg(value_name = "CLASS", required_unless_present = "named")]
    classes: Vec<String>,
    /// Every endgame with at most so many men, instead of naming them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=5))]
    #[serde(default)]
    men: Option<u8>,
    /// The query, if it is not the last word
    #[arg(long, value_name = "QUERY", conflicts_with = "named")]
    query: Option<String>,
    /// A question by its name instead of a query; "list" tells them all
    #[arg(long, value_name = "NAME")]
    named: Option<String>,
    /// Positions with castling rights instead, none of which is a mirror image of another; up to five men
    #[arg(long)]
    #[serde(default)]
    castling: bool,
    /// Only count
    #[arg(long)]
    count: bool,
    /// At most so many positions of each endgame
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// The deepest first; a draw counts with the depth it has when the other side is to move
    #[arg(long, value_enum)]
    sort: Option<Depth>,
    /// Write only the positions, in this format
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Write the text to a file instead of standard output
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    out: Option<PathBuf>,
}

/// So many positions are listed at most: what is found is kept in memory.
const LIMITS: RangeInclusive<i64> = 0..=1_000_000;

/// What a depth is counted to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "MineDepth")]
enum Depth {
    Dtm,
    Dtc,
    Dtz,
    Dtz50,
}

impl Depth {
    fn metric(self) -> Metric {
        match self {
            Self::Dtm => Metric::Dtm,
            Self::Dtc => Metric::Dtc,
            Self::Dtz => Metric::Dtz,
            Self::Dtz50 => Metric::Dtz50,
        }
    }
}

/// How positions are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "MineFormat")]
enum Format {
    Epd,
    Pgn,
    Csv,
    Json,
    Fen,
    /// Of each endgame the counts and its first position, in Markdown
    Table,
}

/// A query with where it comes from.
struct Asked {
    classes: Vec<Material>,
    text: String,
    query: Query,
    deepest_by: Option<Metric>,
}

impl Mine {
    /// The endgames and the query, however they were given.
    fn asked(&self) -> Result<Asked, Failure> {
        let mut classes = self.classes.clone();
        let sort = self.sort.map(Depth::metric);
        let (text, deepest_by) = match (&self.query, &self.named) {
            (Some(query), _) => (query.clone(), sort),
            (None, Some(name)) => {
                let found = named(name).ok_or_else(|| unknown(name))?;
                (found.query.to_owned(), sort.or(found.deepest_by))
            }
            (None, None) => (classes.pop().unwrap_or_default(), sort),
        };
        let all = match (self.men, &classes[..]) {
            (Some(men @ 3..=5), []) => (3..=usize::from(men)).flat_map(Material::all).collect(),
            (Some(men), []) => {
                return Err(Failure::input(format!("--men {men}: expected 3 to 5")));
            }
            (Some(_), _) => {
                return Err(Failure::input("name endgames or give --men N, not both"));
            }
            (None, _) => Vec::new(),
        };
        if classes.is_empty() && all.is_empty() {
            let wanted = "the endgames, then the query, as in: KPvK 'win(w)'";
            return Err(Failure::input(format!(
                "{text:?} alone is no question: expected {wanted}"
            )));
        }
        let query = text.parse().map_err(|fault| {
            Failure::input(format!("query {text:?}, {fault}; see nimzo help mine"))
        })?;
        let named =
            classes.iter().map(|class| class.parse()).collect::<Result<Vec<Material>, _>>()?;
        let classes = if named.is_empty() { all } else { named };
        if let Some(class) = classes.iter().find(|class| !class.is_canonical()) {
            return Err(nimzo_mine::Error::NotCanonical(*class).into());
        }
        Ok(Asked { classes, text, query, deepest_by })
    }

    /// What was found, as it is answered.
    fn part(&self, found: Found, source: Option<&dyn Probe>) -> Result<Part, Failure> {
        let (class, answer) = (found.class, ClassAnswer::of(&found));
        let records = found.positions.into_iter().map(|one| Record::of(class, one, source));
        let records = records.collect::<Result<Vec<_>, _>>()?;
        let text = match self.format {
            Some(format) => format.written(source, &records)?,
            None => String::new(),
        };
        Ok(Part { class, answer, records, text })
    }
}

fn unknown(name: &str) -> Failure {
    let known: Vec<&str> = NAMED.iter().map(|one| one.name).collect();
    Failure::input(format!("no question is named {name:?}; expected one of {}", known.join(", ")))
}

impl Question for Mine {
    const PATH: &'static [&'static str] = &["mine"];
    const DRAWS: bool = true;
    type Answer = MineAnswer;

    fn ask(&self, session: &Session, task: &Task) -> Result<MineAnswer, Failure> {
        if self.named.as_deref() == Some("list") {
            return Ok(MineAnswer::library());
        }
        let asked = self.asked()?;
        require_within("limit", i64::try_from(self.limit).unwrap_or(i64::MAX), &LIMITS)?;
        let limit = if self.count { 0 } else { self.limit };
        let mut metrics = asked.query.metrics();
        metrics.extend(asked.deepest_by.filter(|_| limit > 0));
        let mut parts: Vec<Part> = Vec::new();
        let wanted = Wanted { limit, deepest_by: asked.deepest_by.filter(|_| limit > 0) };
        if self.castling {
            for &class in &asked.classes {
                let tables = session.tables_with_castling(class, task)?;
                let found = search_with_rights(&*tables, class, &asked.query, wanted, task)?;
                parts.push(self.part(found, Some(&*tables))?);
            }
        } else {
            source::each(&asked.classes, &metrics, session, task, |source, class| {
                let found = match source {
                    Some(source) => search(source, class, &asked.query, wanted, task)?,
                    None => {
                        let limits = limits(None, None, &session.folder()?)?;
                        search_by_plan(class, &asked.query, wanted, limits, task)?
                    }
                };
                parts.push(self.part(found, source.map(|source| source as &dyn Probe))?);
                Ok(())
            })?;
        }
        let place = |part: &Part| asked.classes.iter().position(|class| *class == part.class);
        parts.sort_by_key(place);
        let listed = self.format.filter(|_| !self.count);
        MineAnswer::new(asked.text, parts, listed)?.into_file(self.out.as_deref())
    }
}

/// What was found in one endgame, with its positions in the format that was asked for.
struct Part {
    class: Material,
    answer: ClassAnswer,
    records: Vec<Record>,
    text: String,
}
