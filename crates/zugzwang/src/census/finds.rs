//! A census by someone who solves classes elsewhere than in this machine's memory and tells only where the
//! zugzwangs are.

use std::collections::HashSet;
use std::sync::Arc;

use nimzo_chess::rules::in_class_colors;
use nimzo_chess::successors::Worth;
use nimzo_chess::{Known, Material, Metric, Probe, Wdl};
use nimzo_retro::layout::{Address, Layout};
use nimzo_retro::slice_graph::Plan;
use nimzo_retro::sweep::{SubTables, layout_of};
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, Position};

use crate::definition::kind::Kind;
use crate::error::Result;
use crate::mining::zugzwangs::Zugzwangs;
use crate::mining::{has_en_passant, judge_en_passant};

/// What a slot was found to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Found {
    /// A zugzwang without en passant right: A1, A2 or A3.
    Zugzwang(Kind),
    /// Stalemate for this side, and drawn with the other to move: an en passant right may make more of it.
    Stalemate(Color),
}

/// What was found in a slice.
pub struct SliceFinds<'a> {
    /// How the positions of its class are numbered.
    pub layout: &'a Arc<Layout>,
    /// The slice.
    pub slice: usize,
    /// Slots, and what they are; of those that repeat each other at least one. Stalemates are told where
    /// [`wants_stalemates`] says so.
    pub finds: &'a [(usize, Found)],
    /// The classes that captures lead to.
    pub subs: &'a dyn SubTables,
}

/// Someone who is told what was found.
pub trait Listener: Sync {
    /// In a slice.
    fn slice(&self, finds: &SliceFinds<'_>) -> Result<()>;

    /// All slices of a class have been told of.
    fn class(&self, class: Material, seconds: f64) -> Result<()>;
}

/// Someone who solves the classes of a plan and tells what is found in those that are wanted.
pub trait Finder: Sync {
    /// Carries out a plan.
    fn run(
        &self,
        plan: &Plan,
        wanted: &HashSet<Material>,
        listener: &dyn Listener,
        task: &Task,
    ) -> Result<()>;
}

/// Whether stalemates of a slice are wanted: an en passant right is possible there.
pub fn wants_stalemates(layout: &Layout, slice: usize) -> bool {
    has_en_passant(layout, slice)
}

/// Finds that one piece of work looks at.
const CHUNK: usize = 1024;

/// The zugzwangs, with and without en passant right, that finds come to.
pub(super) fn gather(of: &SliceFinds<'_>) -> Result<Zugzwangs> {
    let zone = has_en_passant(of.layout, of.slice);
    let chunk = |finds: &[(usize, Found)]| -> Result<Zugzwangs> {
        let mut found = Zugzwangs::default();
        for &(slot, what) in finds {
            let Some(board) = of.layout.board(Address { slice: of.slice, slot }) else { continue };
            let values = what.values();
            let source = AroundFind { of, values };
            match what {
                Found::Zugzwang(kind) => {
                    found.add(&board, kind);
                    if zone {
                        for first in Color::ALL {
                            judge_en_passant(&source, &board, first, &mut found)?;
                        }
                    }
                }
                Found::Stalemate(first) => {
                    judge_en_passant(&source, &board, first, &mut found)?;
                }
            }
        }
        Ok(found)
    };
    (of.finds.par_chunks(CHUNK).map(chunk))
        .try_reduce(Zugzwangs::default, |one, two| Ok(one.merge(two)))
}

impl Found {
    /// The values with White and with Black to move.
    fn values(self) -> ByColor<Wdl> {
        use Wdl::{Draw, Loss};
        let (white, black) = match self {
            Self::Zugzwang(Kind::A1) => (Draw, Loss),
            Self::Zugzwang(Kind::A2) => (Loss, Draw),
            Self::Zugzwang(_) => (Loss, Loss),
            Self::Stalemate(_) => (Draw, Draw),
        };
        ByColor { white, black }
    }
}

/// The values of one placement and of what captures lead to.
struct AroundFind<'a, 'f> {
    of: &'a SliceFinds<'f>,
    values: ByColor<Wdl>,
}

impl Probe for AroundFind<'_, '_> {
    fn name(&self) -> String {
        "what was solved".to_owned()
    }

    fn look_up(
        &self,
        position: &Chess,
        _: &[Metric],
    ) -> std::result::Result<Known, nimzo_chess::Error> {
        let class = Material::of_board(position.board()).canonical();
        if class == Material::BARE_KINGS {
            return Ok(Known::DRAW);
        }
        let (board, turn) = in_class_colors(position);
        if class == self.of.layout.material() {
            return Ok(Known::result(self.values[turn]));
        }
        let read = || -> std::result::Result<Option<Wdl>, nimzo_retro::Error> {
            match layout_of(class)?.locate(&board) {
                Some(at) => Ok(self.of.subs.wdl(class, at.slice)?[turn].get(at.slot)),
                None => Ok(None),
            }
        };
        let value = read().map_err(|error| nimzo_chess::Error::Table(Box::new(error)))?;
        let missing = || nimzo_chess::Error::missing(&self.name(), position, Metric::Wdl);
        value.map(Known::result).ok_or_else(missing)
    }
}
