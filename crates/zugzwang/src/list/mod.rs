//! Lists of zugzwangs: every position with its values and depths, deepest first, filtered, and
//! written as EPD, CSV, PGN or JSON.

mod csv;
mod epd;
mod pgn;

pub use csv::write_csv;
pub use epd::{epd_line, write_epd};
pub use pgn::write_pgn;

use std::collections::BTreeSet;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Probe, Wdl};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Chess, Color, Position};

use crate::castling::WithRights;
use crate::definition::classify::Reading;
use crate::definition::kind::Kind;
use crate::definition::null_move::Triple;
use crate::definition::reachable::{Unreachable, unreachable};
use crate::error::{Error, Result};
use crate::mining::placement::Placement;
use crate::mining::plain::level_a;
use crate::mining::zugzwangs::Zugzwangs;

/// Which zugzwangs are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    /// Only this type.
    pub kind: Option<Kind>,
    /// Those with an en passant right instead of those without.
    pub en_passant: bool,
    /// Only with this side first. Without it: White for those without an en passant right, either
    /// side for those with one.
    pub first: Option<Color>,
    /// Only at least so deep.
    pub min_depth: Option<u16>,
    /// Only at most so deep.
    pub max_depth: Option<u16>,
}

/// What becomes of a zugzwang when fifty moves without capture or pawn move make a draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnderFiftyMoves {
    /// It stays what it is.
    Same,
    /// It changes its type.
    Becomes(Kind),
    /// It is no zugzwang any more.
    Vanishes,
}

/// One zugzwang with all that is known of it.
#[derive(Debug, Clone)]
pub struct Record {
    /// The class as it was asked for.
    pub class: Material,
    /// The type.
    pub kind: Kind,
    /// The position.
    pub position: Chess,
    /// What the source says of p1, p2 and p3, for the first player.
    pub readings: [Reading; 3],
    /// Moves of the winner in p1 and p2 together, in the metric of the list.
    pub depth: u16,
    /// No other of its type in the list is deeper.
    pub deepest: bool,
    /// It is the only one of its type in the list.
    pub unique: bool,
    /// A proof that no game reaches it.
    pub unreachable: Option<Unreachable>,
    /// What the fifty-move rule does to it, if that was asked.
    pub under_fifty_moves: Option<UnderFiftyMoves>,
}

/// A list of zugzwangs of one class.
#[derive(Debug, Clone)]
pub struct List {
    /// The metric of the depths.
    pub metric: Metric,
    /// The zugzwangs, deepest first.
    pub records: Vec<Record>,
}

/// Makes the list. `fifty` is a source that respects the fifty-move rule, where its effect is
/// wanted.
pub fn list(
    source: &dyn Probe,
    fifty: Option<&dyn Probe>,
    class: Material,
    found: &Zugzwangs,
    metric: Metric,
    filter: Filter,
    task: &Task,
) -> Result<List> {
    let not_a_position = || Error::WrongClass { class, why: "a placement found is not legal" };
    let chosen = chosen(class, found, filter).into_iter().map(|(placement, first, kind)| {
        let position = set_up(&placement.board(), first, placement.en_passant());
        Ok((position.ok_or_else(not_a_position)?, kind))
    });
    let chosen: Vec<(Chess, Kind)> = chosen.collect::<Result<_>>()?;
    list_positions(source, fifty, class, chosen, metric, filter, task)
}

/// The list of the zugzwangs with castling rights that were found. A null move keeps the rights.
pub fn list_with_rights(
    source: &dyn Probe,
    fifty: Option<&dyn Probe>,
    class: Material,
    found: &[WithRights],
    metric: Metric,
    filter: Filter,
    task: &Task,
) -> Result<List> {
    let wanted = |one: &&WithRights| {
        one.en_passant == filter.en_passant
            && filter.kind.is_none_or(|kind| kind == one.kind)
            && filter.first.is_none_or(|first| first == one.position.turn())
    };
    let chosen = found.iter().filter(wanted).map(|one| (one.position.clone(), one.kind)).collect();
    list_positions(source, fifty, class, chosen, metric, filter, task)
}

fn list_positions(
    source: &dyn Probe,
    fifty: Option<&dyn Probe>,
    class: Material,
    chosen: Vec<(Chess, Kind)>,
    metric: Metric,
    filter: Filter,
    task: &Task,
) -> Result<List> {
    let stage = task.stage(&format!("{class}, values and depths"), chosen.len() as u64);
    let mut records: Vec<Record> = chosen
        .into_par_iter()
        .map(|(position, kind)| {
            task.check()?;
            stage.advance(1);
            record(source, fifty, class, metric, position, kind)
        })
        .collect::<Result<_>>()?;
    records.retain(|record| {
        filter.min_depth.is_none_or(|least| record.depth >= least)
            && filter.max_depth.is_none_or(|most| record.depth <= most)
    });
    records.sort_by(|a, b| {
        (b.depth, a.kind, &a.readings[0].fen).cmp(&(a.depth, b.kind, &b.readings[0].fen))
    });
    flag(&mut records);
    Ok(List { metric, records })
}

/// The placements that the filter lets through, with the side first and the type. For equal
/// forces those that differ by an exchange of colours come once, unless a type is asked for by
/// name that only the exchange has.
fn chosen(class: Material, found: &Zugzwangs, filter: Filter) -> Vec<(Placement, Color, Kind)> {
    let equal = class.white == class.black;
    let mut all: Vec<(Placement, Color, Kind)> = Vec::new();
    if filter.en_passant {
        let sides =
            [(Color::White, &found.white_en_passant), (Color::Black, &found.black_en_passant)];
        for (first, zugs) in sides {
            let wanted = filter.first.map_or(!equal || first == Color::White, |f| f == first);
            if wanted {
                all.extend(zugs.iter().map(|(p, kind)| (p.clone(), first, *kind)));
            }
        }
    } else {
        let first = filter.first.unwrap_or(Color::White);
        all.extend(found.ordinary.iter().map(|(placement, kind)| match first {
            Color::White => (placement.clone(), first, *kind),
            Color::Black => (placement.clone(), first, kind.seen_by_the_other()),
        }));
        if equal {
            let mut seen = BTreeSet::new();
            all.retain(|(placement, _, kind)| match kind {
                Kind::A2 => filter.kind == Some(Kind::A2),
                Kind::A3 => seen.insert(placement.canonical_up_to_colour()),
                _ => true,
            });
        }
    }
    all.retain(|(_, _, kind)| filter.kind.is_none_or(|wanted| wanted == *kind));
    all
}

fn record(
    source: &dyn Probe,
    fifty: Option<&dyn Probe>,
    class: Material,
    metric: Metric,
    position: Chess,
    kind: Kind,
) -> Result<Record> {
    let not_a_zugzwang = |_| Error::WrongClass { class, why: "a position found is in check" };
    let triple = Triple::of(&position).map_err(not_a_zugzwang)?;
    let reading = |position| Reading::of(source, position, triple.first());
    let readings = [reading(&triple.p1)?, reading(&triple.p2)?, reading(&triple.p3)?];
    let depth = readings[..2].iter().filter_map(|r| r.depth(metric)).sum();
    let under_fifty_moves = fifty
        .map(|rule| {
            Ok::<_, Error>(match level_a(rule, &triple)? {
                Some(same) if same == kind => UnderFiftyMoves::Same,
                Some(other) => UnderFiftyMoves::Becomes(other),
                None => UnderFiftyMoves::Vanishes,
            })
        })
        .transpose()?;
    let unreachable = unreachable(&position);
    Ok(Record {
        class,
        kind,
        position,
        readings,
        depth,
        deepest: false,
        unique: false,
        unreachable,
        under_fifty_moves,
    })
}

fn flag(records: &mut [Record]) {
    for kind in Kind::ALL {
        let of_kind = || records.iter().filter(|record| record.kind == kind);
        let (count, most) = (of_kind().count(), of_kind().map(|record| record.depth).max());
        for record in records.iter_mut().filter(|record| record.kind == kind) {
            record.deepest = Some(record.depth) == most;
            record.unique = count == 1;
        }
    }
}

impl Record {
    /// The flags as short words.
    pub fn flags(&self) -> Vec<&'static str> {
        let mut flags = Vec::new();
        let mut flag = |holds: bool, word| {
            if holds {
                flags.push(word);
            }
        };
        flag(self.deepest, "deepest");
        flag(self.unique, "unique");
        flag(self.position_has_en_passant(), "ep");
        flag(self.unreachable.is_some(), "unreachable");
        flags
    }

    fn position_has_en_passant(&self) -> bool {
        self.position.maybe_ep_square().is_some()
    }

    /// The values of p1, p2 and p3 as digits: 0 lost, 1 drawn, 2 won for the first player.
    pub fn digits(&self) -> String {
        self.readings
            .iter()
            .map(|reading| match reading.value {
                Wdl::Loss => '0',
                Wdl::Draw => '1',
                Wdl::Win => '2',
            })
            .collect()
    }
}

impl UnderFiftyMoves {
    /// For people and files.
    pub fn text(self) -> String {
        match self {
            Self::Same => "same".to_owned(),
            Self::Becomes(kind) => kind.to_string(),
            Self::Vanishes => "none".to_owned(),
        }
    }
}
