//! The zugzwang studies S01-S12.

use nimzo_chess::probe::{Numbering, Probe};
use nimzo_chess::read_position;
use nimzo_chess::{Material, Metric};
use nimzo_zugzwang::study::{MarkedLine, Notation, written};
use nimzo_zugzwang::study::{Reach, Study, studies};
use shakmaty::{Chess, Color, Position};

use super::failed;
use super::workshop::Workshop;
use crate::Error;
use crate::reproduce::{Computed, Context, MoveList, Published, Row};

/// Where a study is looked for first.
const NEAR: Reach = Reach { before: 8, after: 3, tried: 1, all_answers: false, positions: 200_000 };
/// Where it is looked for last.
const WIDE: Reach =
    Reach { before: 8, after: 5, tried: 2, all_answers: true, positions: 1_000_000 };

/// Looks for a try and a solution in each study that our tables reach.
pub fn table(context: &Context<'_>, published: &str) -> Result<Computed, Error> {
    let published = Published::parse("bleicher/studies.toml", published)?;
    let mut computed = Computed::new();
    let workshop = Workshop::of(context)?;
    for row in &published.rows {
        let fen = row.name.split_once(' ').map_or("", |(_, fen)| fen);
        answer(context, &workshop, row, fen, &mut computed).map_err(failed("studies"))?;
    }
    Ok(computed)
}

fn answer(
    context: &Context<'_>,
    workshop: &Workshop,
    row: &Row,
    fen: &str,
    computed: &mut Computed,
) -> nimzo_zugzwang::Result<()> {
    let position = match read_position(fen) {
        Ok(position) => position,
        Err(fault) => {
            computed.set(&row.name, "zugzwang", fault);
            return Ok(());
        }
    };
    let search = |source: &dyn Probe| {
        // Most decisions come early, and every move further costs several times more.
        for reach in [NEAR, Reach::default(), WIDE] {
            let found = studies(source, &position, reach, context.task)?.studies;
            if !found.is_empty() {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    };
    let in_files = Workshop::with_files(&position, Metric::Dtm, context, search)?;
    let found = match (in_files, out_of_reach(&position)) {
        (Some(found), _) => found,
        (None, None) => workshop.with_depths(&position, Metric::Dtm, context, search)?,
        (None, Some(reason)) => match solved(context, &position, search)? {
            Ok(found) => found,
            Err(why) => {
                let reason = why.unwrap_or_else(|| reason.to_owned());
                for (column, _) in row.cells() {
                    computed.skip(&row.name, column, &reason);
                }
                return Ok(());
            }
        },
    };
    if found.is_empty() {
        for (column, _) in row.cells() {
            computed.skip(&row.name, column, "the search, which ends after some moves, found none");
        }
        return Ok(());
    }
    computed.set(&row.name, "zugzwang", "yes");
    let first = position.turn();
    if let Some(study) = printed(row, &found, first).or(found.first()) {
        computed.set(&row.name, "try", moves(&study.mistake, study, first));
        computed.set(&row.name, "solution", moves(&study.solution, study, first));
        for (title, line) in [("try", &study.mistake), ("solution", &study.solution)] {
            computed.lines.push(MoveList {
                title: format!("{}: {title}", row.name),
                fen: line.fen.clone(),
                moves: line.moves.iter().map(|step| step.san.clone()).collect(),
                result: "*".to_owned(),
            });
        }
    }
    Ok(())
}

/// The study found whose try and solution are the printed ones, if there is one.
fn printed<'a>(row: &Row, found: &'a [Study], first: Color) -> Option<&'a Study> {
    let cell = |name| row.cells().find(|(column, _)| *column == name).map(|(_, text)| text);
    let (mistake, solution) = (cell("try")?, cell("solution")?);
    found.iter().find(|study| {
        moves(&study.mistake, study, first) == mistake
            && moves(&study.solution, study, first) == solution
    })
}

/// A line as printed, without the marks.
fn moves(line: &MarkedLine, study: &Study, first: Color) -> String {
    let number = 1 + study.before.moves.len().div_ceil(2);
    let plain = written(line, &mut Numbering::new(number, first), Notation::Game);
    plain.replace(['!', '?'], "")
}

/// The studies of a position that was solved for it, or why it was not, if that was tried.
fn solved(
    context: &Context<'_>,
    position: &Chess,
    search: impl Fn(&dyn Probe) -> nimzo_zugzwang::Result<Vec<Study>>,
) -> nimzo_zugzwang::Result<Result<Vec<Study>, Option<String>>> {
    if !context.full || Material::of_board(position.board()).count() <= 5 {
        return Ok(Err(None));
    }
    Ok(Workshop::with_solved(position, Metric::Dtm, context, search)?.map_err(Some))
}

fn out_of_reach(position: &Chess) -> Option<&'static str> {
    let class = Material::of_board(position.board());
    if class.count() > 5 {
        Some("more than five men: only with --full, which solves the position")
    } else if class.has_pawns() {
        Some(
            "its lines promote into more tables than fit the memory; with --full they are read from built ones (`nimzo table build --men 5`)",
        )
    } else {
        None
    }
}
