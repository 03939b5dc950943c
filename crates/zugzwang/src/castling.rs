//! Zugzwangs with castling rights. A null move keeps them: p2 and p3 have the same rights as p1.
//!
//! They are found by walking over all positions with rights of a class, which are few. Each counts once
//! up to an exchange of colours; the board has no other symmetry that keeps castling as it is. Without
//! an en passant right White moves first: Black first is the same placement with A1 and A2 exchanged.

use nimzo_chess::material::dependency_order;
use nimzo_chess::rules::{en_passant_squares, position};
use nimzo_chess::{CastlingRights, Material, Metric, Probe};
use nimzo_retro::castling::{Appendices, Numbering};
use nimzo_retro::sweep::{Goals, Library};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{Board, Chess, Color, EnPassantMode, Position, Setup, Square};

use crate::definition::kind::Kind;
use crate::definition::null_move::Triple;
use crate::error::{Error, Result};
use crate::mining::counts::PerKind;
use crate::mining::plain::level_a;

/// A zugzwang with castling rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WithRights {
    /// The position.
    pub position: Chess,
    /// Its castling rights.
    pub rights: CastlingRights,
    /// Whether it has an en passant right, too.
    pub en_passant: bool,
    /// Its type.
    pub kind: Kind,
}

impl WithRights {
    /// The same zugzwang with the colours exchanged; without an en passant right again with White first,
    /// where A1 and A2 have changed places.
    pub fn with_colours_exchanged(&self) -> Option<Self> {
        let mut setup = self.position.to_setup(EnPassantMode::Always);
        setup.board = exchanged(&setup.board);
        setup.castling_rights = self.rights.flipped().rooks();
        setup.ep_square = setup.ep_square.map(Square::flip_vertical);
        let kind = match self.en_passant {
            true => {
                setup.swap_turn();
                self.kind
            }
            false => self.kind.seen_by_the_other(),
        };
        let position = position(setup).ok()?;
        Some(Self { position, rights: self.rights.flipped(), kind, ..*self })
    }
}

/// How many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RightsCounts {
    /// White first, no en passant right.
    pub white: PerKind,
    /// White first, with an en passant right.
    pub white_en_passant: PerKind,
    /// Black first, with an en passant right.
    pub black_en_passant: PerKind,
}

impl RightsCounts {
    /// Counts zugzwangs.
    pub fn of<'a>(found: impl IntoIterator<Item = &'a WithRights>) -> Self {
        let mut counts = Self::default();
        for one in found {
            let tally = match (one.en_passant, one.position.turn()) {
                (false, _) => &mut counts.white,
                (true, Color::White) => &mut counts.white_en_passant,
                (true, Color::Black) => &mut counts.black_en_passant,
            };
            tally[one.kind] += 1;
        }
        counts
    }

    /// All together.
    pub fn total(&self) -> u64 {
        let all = [&self.white, &self.white_en_passant, &self.black_en_passant];
        all.into_iter().map(PerKind::total).sum()
    }

    /// The counts of the same endgame with the colours of the two sides exchanged.
    pub fn with_colours_exchanged(mut self) -> Self {
        let (a1, a2) = (self.white[Kind::A1], self.white[Kind::A2]);
        (self.white[Kind::A1], self.white[Kind::A2]) = (a2, a1);
        std::mem::swap(&mut self.white_en_passant, &mut self.black_en_passant);
        self
    }
}

/// Numbers that one piece of work takes.
const CHUNK: usize = 4096;

/// Finds every zugzwang with castling rights of a canonical class.
pub fn find(source: &dyn Probe, class: Material, task: &Task) -> Result<Vec<WithRights>> {
    let numberings = Numbering::all(class)
        .ok_or(Error::WrongClass { class, why: "castling rights are tabled for up to five men" })?;
    let mut found = Vec::new();
    for numbering in &numberings {
        let what = format!("{class} with rights {}, zugzwangs", numbering.rights());
        let stage = task.stage(&what, numbering.size() as u64);
        let chunks: Vec<Vec<WithRights>> = (0..numbering.size().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                task.check()?;
                let mut walk = Walk { source, numbering, found: Vec::new() };
                let numbers = chunk * CHUNK..numbering.size().min((chunk + 1) * CHUNK);
                stage.advance(numbers.len() as u64);
                numbers.into_iter().try_for_each(|number| walk.judge(number))?;
                Ok(walk.found)
            })
            .collect::<Result<_>>()?;
        found.extend(chunks.into_iter().flatten());
    }
    Ok(found)
}

/// Finds every zugzwang with castling rights of canonical classes, solving in memory whatever that takes,
/// and hands each class over with values of its positions: results, and with `depths` depths to mate.
pub fn find_each<E: From<Error>>(
    classes: &[Material],
    depths: bool,
    task: &Task,
    mut each: impl FnMut(&dyn Probe, Material, Vec<WithRights>) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let goals = Goals { dtm: depths, ..Goals::default() };
    let metrics: &[Metric] = if depths { &[Metric::Dtm] } else { &[] };
    let mut appendices = Appendices::of(metrics);
    let all = dependency_order(classes.iter().copied());
    let solved = Library::new().solve_each(&all, goals, task, |library, class, _| {
        appendices.solve(class, library, task)?;
        if !classes.contains(&class) {
            return Ok(());
        }
        let source = appendices.beside(library);
        let found = find(&source, class, task).map_err(Failed::Here)?;
        each(&source, class, found).map_err(Failed::There)
    });
    solved.map_err(|failed| match failed {
        Failed::Here(error) => error.into(),
        Failed::There(error) => error,
    })
}

/// Whose error it is.
enum Failed<E> {
    Here(Error),
    There(E),
}

impl<E> From<nimzo_retro::Error> for Failed<E> {
    fn from(error: nimzo_retro::Error) -> Self {
        Self::Here(error.into())
    }
}

struct Walk<'a> {
    source: &'a dyn Probe,
    numbering: &'a Numbering,
    found: Vec<WithRights>,
}

impl Walk<'_> {
    fn judge(&mut self, number: usize) -> Result<()> {
        // Both sides to move must be legal.
        let white = self.numbering.position(number, Color::White);
        let black = self.numbering.position(number, Color::Black);
        let (Some(white), Some(_)) = (white, black) else { return Ok(()) };
        let rights = self.numbering.rights();
        let own_exchange = self.numbering.class().is_symmetric() && rights == rights.flipped();
        if !own_exchange || self.numbering.number(&exchanged(white.board())) >= Some(number) {
            self.note(&white, false)?;
        }
        for first in Color::ALL {
            if own_exchange && first == Color::Black {
                continue;
            }
            for square in en_passant_squares(white.board(), first) {
                let setup = white.to_setup(EnPassantMode::Legal);
                let setup = Setup { turn: first, ep_square: Some(square), ..setup };
                if let Ok(p1) = position(setup) {
                    self.note(&p1, true)?;
                }
            }
        }
        Ok(())
    }

    fn note(&mut self, p1: &Chess, en_passant: bool) -> Result<()> {
        let Ok(triple) = Triple::of(p1) else { return Ok(()) };
        if let Some(kind) = level_a(self.source, &triple)? {
            let rights = self.numbering.rights();
            self.found.push(WithRights { position: p1.clone(), rights, en_passant, kind });
        }
        Ok(())
    }
}

fn exchanged(board: &Board) -> Board {
    let mut board = board.clone();
    board.flip_vertical();
    board.swap_colors();
    board
}
