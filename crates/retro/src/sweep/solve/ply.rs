//! The sweeps over one slice, ply by ply.
//!
//! At ply `n` two passes are made. A position is *lost* in `n` when it is still open and no move
//! of its side leads to a position that is not won within `n - 1`; it is *won* in `n` when it is
//! open and a move leads to a position lost in `n - 1`. Only blocks with a move into a block that
//! changed at the ply before are looked at.

use std::ops::Range;
use std::sync::Mutex;

use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::incoming_codes::{Notes, plies_noted};
use super::pawn_results::PawnResults;
use super::watch::WatchedSlot;
use crate::Error;
use crate::kernel::{self, Block, Job, Kernel};
use crate::sweep::children::captures::Captures;
use crate::sweep::children::pawn_moves::PawnMoves;
use crate::sweep::codes::Code;
use crate::sweep::company::part::Part;
use crate::sweep::geometry::Geometry;
use crate::sweep::shared::{SharedCells, SharedFlags, SharedSets};
use crate::sweep::window::WindowCells;

/// How depths are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Not at all: a value is found as soon as it can be.
    Results,
    /// To mate: values after captures come in at their own depths.
    Mate,
    /// In plies to a move that starts the count anew; values after such moves come in at once, or
    /// at the limit of the fifty-move rule when they do not stand under it.
    Plies { limit: Option<u32> },
}

/// Depths outgrew the cells; the slice has to be done again with wide ones.
#[derive(Debug)]
pub(crate) struct TooDeep;

/// How many positions each ply decided, and where the last win was.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tally {
    pub wins: Vec<u64>,
    pub losses: Vec<u64>,
    /// The smallest slot among the longest wins.
    pub longest_win: Option<usize>,
    /// The smallest slot among the longest losses.
    pub longest_loss: Option<usize>,
}

/// The sets of one side to move.
pub(crate) struct SideSets {
    /// Legal positions not yet decided.
    pub open: SharedSets,
    /// Positions not won so far: the legal ones, and the impossible ones (a man of this side on
    /// the square of an enemy man) that stand for having just been captured.
    pub unwon: SharedSets,
    /// Losses found last, with those that captures lead to; two sets, used in turn when plies of
    /// both parities can occur.
    pub lost: [Option<SharedSets>; 2],
    pub lost_flags: [SharedFlags; 2],
    pub won_flags: [SharedFlags; 2],
}

/// One slice in the making.
pub(crate) struct Sweep<'a, T: Code> {
    pub geometry: &'a Geometry<'a>,
    pub slice: usize,
    /// The frames that are swept here.
    pub part: Part<'a>,
    pub mode: Mode,
    pub captures: &'a Captures,
    pub pawn_moves: &'a PawnMoves<'a>,
    pub sides: ByColor<SideSets>,
    /// Depths; the impossible positions hold the values after captures. Without it these are looked up
    /// again when they come in.
    pub plane: Option<ByColor<SharedCells<T>>>,
    /// The best pawn moves: their depths, or results where nothing else is asked for.
    pub pawns: ByColor<Option<SharedCells<T>>>,
    pub pawn_results: ByColor<Option<PawnResults>>,
    pub capture_notes: Option<ByColor<Notes>>,
    pub pawn_notes: ByColor<Option<Notes>>,
    pub stalemates: ByColor<Mutex<Vec<(u32, Block)>>>,
    pub tally: ByColor<Tally>,
    /// The positions whose depths are noted one by one.
    pub watched: ByColor<Vec<WatchedSlot>>,
    /// The windows whose depths are kept, by the side to move.
    pub windows: ByColor<Vec<WindowCells<T>>>,
    /// Whether to count positions ply by ply.
    pub counting: bool,
    /// Whether several threads share the slice.
    pub parallel: bool,
}

/// What a pass over some frames has found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PassResult {
    pub flagged: bool,
    pub count: u64,
    pub first: Option<usize>,
}

impl PassResult {
    fn join(self, other: Self) -> Self {
        Self {
            flagged: self.flagged || other.flagged,
            count: self.count + other.count,
            first: match (self.first, other.first) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            },
        }
    }
}

/// Which pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pass {
    Losses,
    Wins,
}

/// A pass over some words of the flags of some frames. For each word all frames are gone through,
/// because king moves lead to the same word of the frames around: what they read stays near.
struct PassJob<'s, 'a, T: Code> {
    sweep: &'s Sweep<'a, T>,
    pass: Pass,
    side: Color,
    frames: &'s [u16],
    /// Which words of the frames' flags.
    words: Range<usize>,
    ply: u32,
    /// Whether the flags of the ply before mean anything.
    flags: bool,
}

impl<T: Code> Job for PassJob<'_, '_, T> {
    type Output = PassResult;

    #[inline(always)]
    fn run<K: Kernel>(self) -> PassResult {
        let mut found = PassResult::default();
        for word in self.words {
            for frame in self.frames.iter().copied().map(usize::from) {
                let (side, ply, flags) = (self.side, self.ply, self.flags);
                let one = match self.pass {
                    Pass::Losses => self.sweep.losses::<K>(side, frame, word, ply, flags),
                    Pass::Wins => self.sweep.wins::<K>(side, frame, word, ply, flags),
                };
                found = found.join(one);
            }
        }
        found
    }
}

impl<'a, T: Code> Sweep<'a, T> {
    /// The unit count of a ply, as codes count it.
    fn units(&self, ply: u32) -> u32 {
        match self.mode {
            Mode::Mate => ply.div_ceil(2),
            _ => ply,
        }
    }

    pub fn loss_code(&self, ply: u32) -> T {
        T::loss(self.units(ply).min(T::LIMIT))
    }

    pub fn win_code(&self, ply: u32) -> T {
        T::win(self.units(ply).min(T::LIMIT))
    }

    /// Which of the two sets of last losses a ply uses.
    pub fn turn(&self, ply: u32) -> usize {
        match self.mode {
            Mode::Plies { .. } => (ply & 1) as usize,
            _ => 0,
        }
    }

    /// Sweeps until nothing changes any more.
    pub fn run(&mut self, task: &Task) -> Result<Result<(), TooDeep>, Error> {
        let mut plies = self.incoming_plies();
        if let Some(others) = &self.part.others {
            plies = others.union(&plies)?;
        }
        let deepest =
            if self.plane.is_some() || self.mode == Mode::Mate { T::LIMIT } else { u32::MAX };
        let (mut lost_before, mut won_before) = (false, false);
        let mut ply = 0;
        loop {
            task.check()?;
            if self.units(ply) > deepest {
                return Ok(Err(TooDeep));
            }
            let incoming = plies.binary_search(&ply).is_ok();
            let alternate = !matches!(self.mode, Mode::Plies { .. });
            let losses_now = ply == 0 || won_before || incoming;
            let wins_now = lost_before || incoming;
            let losses_now = losses_now && !(alternate && ply % 2 == 1);
            let wins_now = wins_now && !(alternate && ply % 2 == 0);
            let passes: &[Pass] = match (losses_now, wins_now) {
                (true, true) => &[Pass::Losses, Pass::Wins],
                (true, false) => &[Pass::Losses],
                (false, true) => &[Pass::Wins],
                (false, false) => &[],
            };
            let [lost, won] = self.passes(passes, ply, [lost_before, won_before], task)?;
            (lost_before, won_before) = (lost, won);
            ply = if lost || won {
                ply + 1
            } else {
                match plies.iter().find(|&&later| later > ply) {
                    Some(&later) => later,
                    None => return Ok(Ok(())),
                }
            };
        }
    }

    /// The plies at which something comes in from outside, ascending.
    fn incoming_plies(&self) -> Vec<u32> {
        let mut plies = vec![0, 1];
        match self.mode {
            Mode::Results => plies.push(2),
            Mode::Plies { limit: Some(limit) } => plies.extend([limit, limit + 1]),
            Mode::Mate | Mode::Plies { limit: None } => {}
        }
        let notes = (self.capture_notes.iter().flatten()).chain(self.pawn_notes.iter().flatten());
        notes.for_each(|notes| plies.extend(plies_noted::<T>(notes, self.mode)));
        plies.sort_unstable();
        plies.dedup();
        plies
    }

    /// A group of frames in the pieces that threads take one after the other, so that what one piece
    /// reads is still near when the next one reads it. Moves of a first outer man lead to other words
    /// of the same frame, which is then taken whole; moves of the king lead to the same word of the
    /// frames around, so otherwise a word is taken in all of them.
    fn tasks<'g>(&self, side: Color, group: &'g [u16]) -> Vec<(Color, &'g [u16], Range<usize>)> {
        let words = self.geometry.flag_words;
        if words > 1 && self.geometry.men()[2].side == side {
            group.chunks(1).map(|frame| (side, frame, 0..words)).collect()
        } else {
            (0..words).map(|word| (side, group, word..word + 1)).collect()
        }
    }

    /// The passes of a ply. Neither reads what the other one writes, so all hear of both at once.
    /// Tells whether losses and wins have been found; whether they were before is given.
    fn passes(
        &mut self,
        passes: &[Pass],
        ply: u32,
        [lost_before, won_before]: [bool; 2],
        task: &Task,
    ) -> Result<[bool; 2], Error> {
        if passes.is_empty() {
            return Ok([false; 2]);
        }
        self.begin_ply(passes, ply);
        let [mut lost, mut won] = [false; 2];
        for &pass in passes {
            match pass {
                Pass::Losses => lost = self.pass(pass, ply, won_before, passes.len() == 1, task)?,
                Pass::Wins => won = self.pass(pass, ply, lost_before, true, task)?,
            }
        }
        let found = self.end_ply(passes, ply, [lost, won])?;
        passes.iter().for_each(|&pass| self.symmetrise(pass, ply));
        Ok(found)
    }

    /// One pass over the frames that are swept here. What comes from others meanwhile is worked off between
    /// its tasks if it may be.
    fn pass(
        &mut self,
        pass: Pass,
        ply: u32,
        flags: bool,
        works_off: bool,
        task: &Task,
    ) -> Result<bool, Error> {
        let sweep = &*self;
        let groups = &self.part.groups;
        let words = self.geometry.flag_words;
        let one = |side, frames, words| {
            kernel::run(PassJob { sweep, pass, side, frames, words, ply, flags })
        };
        let found: ByColor<PassResult> = if self.parallel {
            let tasks: Vec<(Color, &[u16], Range<usize>)> = (Color::ALL.into_iter())
                .flat_map(|side| groups[side].iter().map(move |group| (side, &group[..])))
                .flat_map(|(side, group)| self.tasks(side, group))
                .collect();
            (tasks.into_par_iter().with_max_len(16))
                .map(|(side, frames, words)| {
                    task.check()?;
                    if works_off {
                        // SAFETY: this is a winning pass, or there is none in this ply.
                        unsafe { sweep.work_off_arrived(ply)? };
                    }
                    let mut both = ByColor::default();
                    both[side] = one(side, frames, words);
                    Ok::<_, Error>(both)
                })
                .try_reduce(ByColor::default, |a, b| Ok(a.zip(b).map(|(a, b)| a.join(b))))?
        } else {
            ByColor::new_with(|side| {
                (groups[side].iter())
                    .map(|frames| one(side, frames, 0..words))
                    .fold(PassResult::default(), PassResult::join)
            })
        };
        for (tally, found) in self.tally.iter_mut().zip(&found) {
            if found.count > 0 {
                let (counts, longest) = match pass {
                    Pass::Losses => (&mut tally.losses, &mut tally.longest_loss),
                    Pass::Wins => (&mut tally.wins, &mut tally.longest_win),
                };
                counts.resize(ply as usize + 1, 0);
                counts[ply as usize] = found.count;
                *longest = found.first;
            }
        }
        Ok(found.iter().any(|found| found.flagged))
    }

    /// After a pass, the flags of folded outer men for both orders.
    fn symmetrise(&mut self, pass: Pass, ply: u32) {
        if !self.geometry.layout.is_folded() {
            return;
        }
        let now = self.turn(ply);
        for (color, side) in self.sides.as_mut().zip_color() {
            let flags = match pass {
                Pass::Losses => &mut side.lost_flags[now],
                Pass::Wins => &mut side.won_flags[now],
            };
            for frame in self.part.frames_read(color) {
                match self.geometry.layout.outer_men() {
                    2 => kernel::run(Symmetrise(flags.as_block(frame))),
                    _ => symmetrise_words(flags.of_frame(frame)),
                }
            }
        }
    }
}

/// The same of flags that have a word for each two squares.
fn symmetrise_words(words: &mut [u64]) {
    for first in 0..64 {
        for second in 0..first {
            let [one, other] = [first << 6 | second, second << 6 | first];
            (words[one], words[other]) = (words[one] | words[other], words[one] | words[other]);
        }
    }
}

/// Adds to a block what it holds with row and column exchanged.
struct Symmetrise<'a>(&'a mut Block);

impl Job for Symmetrise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<K: Kernel>(self) {
        let mut set = K::load(self.0);
        let exchanged = K::transpose(&set);
        K::add(&mut set, &exchanged);
        K::store(&set, self.0);
    }
}
