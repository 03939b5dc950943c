//! Tables 1, 4 and 5: single positions with their type, values and depths.

use nimzo_chess::{Material, Metric, Probe, read_position};
use nimzo_zugzwang::{Classification, LEVEL_B, Level, Reading, classify};
use shakmaty::{Chess, Position};

use super::failed;
use super::workshop::Workshop;
use crate::Error;
use crate::drawings;
use crate::pictures::Picture;
use crate::reproduce::{Computed, Context, Published};

const COLUMNS: [&str; 4] = ["type", "p1", "p2", "p3"];

/// A row's name taken apart: `Z04 dtm 8/8/… b - d3`.
struct Question<'a> {
    row: &'a str,
    metric: Metric,
    fen: &'a str,
}

impl<'a> Question<'a> {
    fn of(row: &'a str) -> Option<Self> {
        let (_, rest) = row.split_once(' ')?;
        let (metric, fen) = rest.split_once(' ')?;
        let metric = LEVEL_B.into_iter().find(|known| known.name() == metric)?;
        Some(Self { row, metric, fen })
    }
}

/// How many positions of a table are drawn.
const BOARDS: usize = 12;

/// Classifies the positions that our tables reach, and says of the others why they do not.
pub fn table(context: &Context<'_>, name: &str, published: &str) -> Result<Computed, Error> {
    let published = Published::parse(&format!("bleicher/{name}.toml"), published)?;
    let mut computed = Computed::new();
    let workshop = Workshop::of(context)?;
    for row in &published.rows {
        let question = Question::of(&row.name).ok_or_else(|| Error::Data {
            file: format!("bleicher/{name}.toml"),
            reason: format!("row {:?} is not `id metric position`", row.name),
        })?;
        answer(context, &workshop, &question, &mut computed).map_err(failed(name))?;
        if computed.pictures.len() < BOARDS {
            let printed = row.cells().find(|(column, _)| *column == "type").map(|(_, kind)| kind);
            let picture = match computed.cell(&format!("{}/type", row.name)) {
                Some(kind) => board(&question, kind, "")?,
                None => board(&question, printed.unwrap_or_default(), " The type is as printed.")?,
            };
            computed.pictures.push(picture);
        }
    }
    Ok(computed)
}

/// The position with its type.
fn board(question: &Question<'_>, kind: &str, remark: &str) -> Result<Picture, Error> {
    let id = question.row.split(' ').next().unwrap_or_default();
    let first = if question.fen.split(' ').nth(1) == Some("b") { "Black" } else { "White" };
    let placement = question.fen.split(' ').next().unwrap_or_default();
    let caption = format!("{first} first.{remark}");
    drawings::position(placement, &[], &format!("{id}: {kind}"), &caption)
}

fn answer(
    context: &Context<'_>,
    workshop: &Workshop,
    question: &Question<'_>,
    computed: &mut Computed,
) -> nimzo_zugzwang::Result<()> {
    let position = read_position(question.fen)?;
    let classified = |source: &dyn Probe| classify(source, &position);
    let metric = question.metric;
    let in_files = match position.castles().any() {
        true => None,
        false => Workshop::with_files(&position, metric, context, classified)?,
    };
    let found = match (in_files, out_of_reach(context, &position)) {
        (Some(found), _) => found,
        (None, Some(_)) if context.full => {
            return by_solving(context, question, &position, computed);
        }
        (None, Some(reason)) => {
            for column in COLUMNS {
                computed.skip(question.row, column, reason);
            }
            return Ok(());
        }
        (None, None) => match workshop.with_depths(&position, metric, context, classified) {
            Err(error) => return no_room(error, question, computed),
            Ok(found) => found,
        },
    };
    compare(question, &found, computed);
    Ok(())
}

/// Solves one position for what was printed; where only results fit, its type is compared.
fn by_solving(
    context: &Context<'_>,
    question: &Question<'_>,
    position: &Chess,
    computed: &mut Computed,
) -> nimzo_zugzwang::Result<()> {
    let classified = |source: &dyn Probe| classify(source, position);
    let why = match Workshop::with_solved(position, question.metric, context, classified)? {
        Ok(found) => {
            compare(question, &found, computed);
            return Ok(());
        }
        Err(why) => why,
    };
    match Workshop::with_solved(position, Metric::Wdl, context, classified)? {
        Ok(found) => {
            computed.set(question.row, "type", kind_of(&found));
            for column in &COLUMNS[1..] {
                computed.skip(question.row, column, format!("depths are out of reach: {why}"));
            }
        }
        Err(reason) => {
            for column in COLUMNS {
                computed.skip(question.row, column, &reason);
            }
        }
    }
    Ok(())
}

fn kind_of(found: &Classification) -> String {
    let level_c = found.level == Level::None
        && found.level_c.as_ref().is_some_and(|evidence| evidence.speaks_for_passing());
    if level_c { "C".to_owned() } else { found.level.to_string() }
}

fn compare(question: &Question<'_>, found: &Classification, computed: &mut Computed) {
    computed.set(question.row, "type", kind_of(found));
    let shown = |reading: &Reading| reading.shown(question.metric);
    computed.set(question.row, "p1", shown(&found.p1));
    if let Ok((p2, p3)) = &found.after {
        computed.set(question.row, "p2", shown(p2));
        computed.set(question.row, "p3", shown(p3));
    }
    if let Some(proof) = &found.unreachable {
        computed.note(format!("{}: no game reaches it: {proof}", question.row));
    }
}

/// Leaves a position out whose tables do not fit the memory; other errors stand.
fn no_room(
    error: nimzo_zugzwang::Error,
    question: &Question<'_>,
    computed: &mut Computed,
) -> nimzo_zugzwang::Result<()> {
    let nimzo_zugzwang::Error::DoesNotFit(reason) = error else {
        return Err(error);
    };
    for column in COLUMNS {
        computed.skip(question.row, column, &reason);
    }
    Ok(())
}

/// Why a position is left out of this run, if it is.
fn out_of_reach(context: &Context<'_>, position: &Chess) -> Option<&'static str> {
    let class = Material::of_board(position.board());
    if position.castles().any() {
        Some("castling rights of more than five men are in no table; with --full it is solved")
    } else if class.count() > 5 {
        Some("more than five men: only with --full, which solves the position")
    } else if class.count() > 4 && !context.full {
        Some("only with --full: its tables take minutes")
    } else {
        None
    }
}
