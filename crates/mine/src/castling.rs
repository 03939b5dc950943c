//! The positions with castling rights of a class in which a query holds. They are few, so each is looked at
//! by itself. None is a mirror image of another: kings and rooks stand at home.

use std::cmp::Reverse;

use nimzo_chess::rules::position;
use nimzo_chess::{Material, Metric, Probe, Wdl};
use nimzo_retro::castling::Numbering;
use nimzo_work::Task;
use nimzo_zugzwang::definition::null_move::Triple;
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, EnPassantMode, Position};

use crate::error::{Error, Result};
use crate::language::Query;
use crate::plain::holds;
use crate::search::{Found, Wanted};

/// Numbers that one piece of work takes.
const CHUNK: usize = 4096;

/// Searches the positions with castling rights of a class of up to five men.
pub fn search_with_rights(
    source: &dyn Probe,
    class: Material,
    query: &Query,
    wanted: Wanted,
    task: &Task,
) -> Result<Found> {
    if !class.is_canonical() {
        return Err(Error::NotCanonical(class));
    }
    let numberings = Numbering::all(class).ok_or(Error::TooManyForRights(class))?;
    let mut all = Tally::default();
    for (place, numbering) in numberings.iter().enumerate() {
        let what = format!("{class} with rights {}", numbering.rights());
        let stage = task.stage(&what, numbering.size() as u64);
        let walk = Walk { source, query, wanted, numbering, place };
        let found = (0..numbering.size().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                task.check()?;
                let mut tally = Tally::default();
                let numbers = chunk * CHUNK..numbering.size().min((chunk + 1) * CHUNK);
                stage.advance(numbers.len() as u64);
                numbers.into_iter().try_for_each(|number| walk.look_at(number, &mut tally))?;
                tally.keep(wanted.limit);
                Ok(tally)
            })
            .try_reduce(Tally::default, |one, two| Ok::<_, Error>(one.join(two, wanted.limit)))?;
        all = all.join(found, wanted.limit);
    }
    let positions = all.hits.into_iter().map(|hit| (hit.position, hit.result)).collect();
    Ok(Found { class, counts: all.counts, positions })
}

struct Hit {
    depth: u16,
    /// Which set of rights, which placement, who is to move, and whether the colours were exchanged.
    place: (usize, usize, bool, bool),
    position: Chess,
    result: Wdl,
}

#[derive(Default)]
struct Tally {
    counts: ByColor<u64>,
    hits: Vec<Hit>,
}

impl Tally {
    fn keep(&mut self, limit: usize) {
        self.hits.sort_by_key(|hit| (Reverse(hit.depth), hit.place));
        self.hits.truncate(limit);
    }

    fn join(mut self, other: Self, limit: usize) -> Self {
        self.counts.white += other.counts.white;
        self.counts.black += other.counts.black;
        self.hits.extend(other.hits);
        self.keep(limit);
        self
    }
}

struct Walk<'a> {
    source: &'a dyn Probe,
    query: &'a Query,
    wanted: Wanted,
    numbering: &'a Numbering,
    /// Which of the class's sets of rights this is.
    place: usize,
}

impl Walk<'_> {
    fn look_at(&self, number: usize, tally: &mut Tally) -> Result<()> {
        let rights = self.numbering.rights();
        // Where both sides have the same men, one set of rights stands for two.
        let stands_for_two = self.numbering.class().is_symmetric() && rights != rights.flipped();
        for turn in Color::ALL {
            let Some(found) = self.numbering.position(number, turn) else { continue };
            if stands_for_two && let Some(exchanged) = with_colours_exchanged(&found) {
                self.judge(exchanged, (self.place, number, turn.is_white(), true), tally)?;
            }
            self.judge(found, (self.place, number, turn.is_black(), false), tally)?;
        }
        Ok(())
    }

    fn judge(
        &self,
        position: Chess,
        place: (usize, usize, bool, bool),
        tally: &mut Tally,
    ) -> Result<()> {
        if !holds(&self.query.expression, &position, self.source)? {
            return Ok(());
        }
        tally.counts[position.turn()] += 1;
        if self.wanted.limit > 0 {
            let depth = match self.wanted.deepest_by {
                None => 0,
                Some(metric) => self.depth(&position, metric)?,
            };
            let result = self.source.wdl(&position)?;
            tally.hits.push(Hit { depth, place, position, result });
        }
        Ok(())
    }

    /// Plies to the end; of a draw those with the other side to move.
    fn depth(&self, position: &Chess, metric: Metric) -> Result<u16> {
        let plies = |position: &Chess| -> Result<Option<u16>> {
            let missing = || nimzo_chess::Error::missing(&self.source.name(), position, metric);
            let depth = self.source.depth(position, metric)?.ok_or_else(missing)?;
            Ok(depth.at_least().plies())
        };
        match (plies(position)?, Triple::of(position)) {
            (Some(plies), _) => Ok(plies),
            (None, Ok(triple)) => Ok(plies(&triple.p2)?.unwrap_or(0)),
            (None, Err(_)) => Ok(0),
        }
    }
}

fn with_colours_exchanged(found: &Chess) -> Option<Chess> {
    let mut setup = found.to_setup(EnPassantMode::Legal);
    setup.mirror();
    position(setup).ok()
}
