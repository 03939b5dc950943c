//! Planes of whole classes in memory: results, and marks (mates, stalemates, checks) where moves are
//! asked whether they lead there.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use nimzo_chess::{Material, Metric, Probe};
use nimzo_retro::kernel::Block;
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::planes::{BitPlane, RulePlanes, WdlPlanes};
use nimzo_retro::sweep::{
    Departures, Depths, Ends, FinishedSlice, SliceValues, Stalemates, SubTables, layout_of,
};
use nimzo_retro::{Error as Unsolved, Layout};
use nimzo_tables::Store;
use nimzo_work::Task;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use crate::error::Result;

/// Where values of slices come from, and of single positions.
pub trait SliceSource: Probe {
    /// The values of a slice of a canonical class, with these metrics.
    fn slice(
        &self,
        class: Material,
        metrics: &[Metric],
        slice: usize,
        task: &Task,
    ) -> Result<SliceValues>;

    /// The side to move with which there are bare results instead of depths by this metric.
    fn left_out(&self, class: Material, metric: Metric) -> Result<Option<Color>>;
}

impl SliceSource for Store {
    fn slice(
        &self,
        class: Material,
        metrics: &[Metric],
        slice: usize,
        task: &Task,
    ) -> Result<SliceValues> {
        let mut table = self.require(class, Metric::Wdl)?;
        for &metric in metrics {
            table = self.require(class, metric)?;
        }
        let stored = self.slices(&table, metrics, task);
        let mut values = stored.load(metrics, slice, task)?;
        // Without pawns the depths to conversion and to a zeroing move are kept once.
        for metric in [Metric::Dtc, Metric::Dtz] {
            if metrics.contains(&metric) && values.depths[metric].is_none() {
                let kept = table.serving(metric).map(|stream| stream.metric);
                let kept = kept.map(|kept| stored.load(&[kept], slice, task).map(|v| (kept, v)));
                if let Some((kept, loaded)) = kept.transpose()? {
                    values.depths[metric] = loaded.depths[kept].clone();
                }
            }
        }
        Ok(values)
    }

    fn left_out(&self, class: Material, metric: Metric) -> Result<Option<Color>> {
        Ok(self.require(class, metric)?.left_out(metric))
    }
}

/// Results and marks of the classes that moves lead to, kept while they are needed.
pub(crate) struct Planes<'a> {
    source: &'a dyn SliceSource,
    classes: RwLock<HashMap<Material, Arc<Class>>>,
}

/// One class.
pub(crate) struct Class {
    pub layout: Arc<Layout>,
    results: Vec<OnceLock<FinishedSlice>>,
    marks: Vec<OnceLock<FinishedSlice>>,
}

impl<'a> Planes<'a> {
    pub fn new(source: &'a dyn SliceSource) -> Self {
        Self { source, classes: RwLock::default() }
    }

    fn get(&self, class: Material) -> Option<Arc<Class>> {
        self.classes.read().unwrap_or_else(PoisonError::into_inner).get(&class).cloned()
    }

    /// Reads a class and what its moves lead to; with `marks` finds the marks of both.
    pub fn prepare(&self, class: Material, marks: bool, task: &Task) -> Result<Arc<Class>> {
        let below = class.sub_games();
        for sub in &below {
            if marks {
                self.results_below(*sub, task)?;
            }
            self.results(*sub, task)?;
        }
        let found = self.results(class, task)?;
        if marks {
            for sub in below.into_iter().chain([class]) {
                if sub != Material::BARE_KINGS {
                    self.find_marks(&*self.results(sub, task)?, task)?;
                }
            }
        }
        Ok(found)
    }

    fn results_below(&self, class: Material, task: &Task) -> Result<()> {
        class.sub_games().into_iter().try_for_each(|sub| self.results(sub, task).map(drop))
    }

    /// The results of a class. Where en passant may follow, its stalemates are needed too, and with
    /// them the results of what is below.
    fn results(&self, class: Material, task: &Task) -> Result<Arc<Class>> {
        if let Some(known) = self.get(class) {
            return Ok(known);
        }
        let layout = layout_of(class)?;
        let empty = || (0..layout.slices()).map(|_| OnceLock::new()).collect();
        let found = Class { results: empty(), marks: empty(), layout: Arc::clone(&layout) };
        if class != Material::BARE_KINGS {
            let en_passant =
                Color::ALL.into_iter().all(|side| class.army(side).count(shakmaty::Role::Pawn) > 0);
            if en_passant {
                self.results_below(class, task)?;
            }
            let stage = task.stage(&format!("{class}, results"), layout.slices() as u64);
            for slices in by_steps_left(&layout) {
                slices.into_par_iter().try_for_each(|slice| -> Result<()> {
                    task.check()?;
                    let values = self.source.slice(class, &[], slice, task)?;
                    let stalemates = match may_follow_double_step(layout.pawns(slice)) {
                        true => self.stalemates(&found, slice, &values.wdl)?,
                        false => ByColor::default(),
                    };
                    let _ = found.results[slice].set(FinishedSlice { values, stalemates });
                    stage.advance(1);
                    Ok(())
                })?;
            }
        }
        let found = Arc::new(found);
        let mut classes = self.classes.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(classes.entry(class).or_insert(found)))
    }

    /// The moves out of a slice; with marks where they have been found.
    pub fn departures<'p>(
        &'p self,
        class: &'p Class,
        slice: usize,
        own: &Arc<ByColor<WdlPlanes>>,
        marks: Option<&'p Marks<'p>>,
    ) -> Result<Departures<'p>> {
        let results = Ends { own: Arc::clone(own), siblings: &class.results, below: self };
        let marks = marks.map(|below| {
            let own = planes_of(class, &class.marks, slice)?;
            Ok::<_, Unsolved>(Ends { own, siblings: &class.marks, below })
        });
        Ok(Departures::new(slice, &class.layout, results, marks.transpose()?)?)
    }

    fn stalemates(
        &self,
        class: &Class,
        slice: usize,
        own: &Arc<ByColor<WdlPlanes>>,
    ) -> Result<ByColor<Stalemates>> {
        let departures = self.departures(class, slice, own, None)?;
        Ok(ByColor::new_with(|side| {
            let blocks = (0..class.layout.blocks()).filter_map(|block| {
                let stuck = stuck(&departures, own, side, block);
                let check = checks(own, side, block);
                let found: Block = std::array::from_fn(|row| stuck[row] & !check[row]);
                (found != [0; 64]).then_some((block as u32, found))
            });
            Stalemates::new(blocks.collect())
        }))
    }

    fn find_marks(&self, class: &Class, task: &Task) -> Result<()> {
        let material = class.layout.material();
        let stage = task.stage(&format!("{material}, mates"), class.layout.slices() as u64);
        (0..class.layout.slices()).into_par_iter().try_for_each(|slice| {
            task.check()?;
            stage.advance(1);
            if class.marks[slice].get().is_some() {
                return Ok(());
            }
            let own = class.wdl(slice)?;
            let departures = self.departures(class, slice, &own, None)?;
            let planes = |side: Color| {
                let words = class.layout.blocks() * 64;
                let plane = || BitPlane::zeroed(words);
                let mut marks = WdlPlanes { win: plane(), draw: plane(), loss: plane() };
                (marks.win.par_chunks_mut(64))
                    .zip(marks.draw.par_chunks_mut(64))
                    .zip(marks.loss.par_chunks_mut(64))
                    .enumerate()
                    .for_each(|(block, ((mate, stalemate), check))| {
                        let stuck = stuck(&departures, &own, side, block);
                        check.copy_from_slice(&checks(&own, side, block));
                        for row in 0..64 {
                            mate[row] = stuck[row] & check[row];
                            stalemate[row] = stuck[row] & !check[row];
                        }
                    });
                marks
            };
            let values = SliceValues::results(Arc::new(ByColor::new_with(planes)));
            let stalemates = ByColor::default();
            let _ = class.marks[slice].set(FinishedSlice { values, stalemates });
            Ok(())
        })
    }
}

impl Class {
    /// The results of a slice, as they were read.
    pub fn values(&self, slice: usize) -> Result<SliceValues> {
        Ok(SliceValues::results(self.wdl(slice)?))
    }

    fn wdl(&self, slice: usize) -> std::result::Result<Arc<ByColor<WdlPlanes>>, Unsolved> {
        planes_of(self, &self.results, slice)
    }

    /// Mates, stalemates and checks of a slice.
    pub fn marks(&self, slice: usize) -> Option<&Arc<ByColor<WdlPlanes>>> {
        self.marks[slice].get().map(|found| &found.values.wdl)
    }
}

fn planes_of(
    class: &Class,
    planes: &[OnceLock<FinishedSlice>],
    slice: usize,
) -> std::result::Result<Arc<ByColor<WdlPlanes>>, Unsolved> {
    let unsolved = Unsolved::Unsolved { class: class.layout.material(), metric: Metric::Wdl };
    planes[slice].get().map(|found| Arc::clone(&found.values.wdl)).ok_or(unsolved)
}

fn legal(own: &ByColor<WdlPlanes>, side: Color, word: usize) -> u64 {
    own[side].win[word] | own[side].draw[word] | own[side].loss[word]
}

/// A side is in check where the other could not be to move.
pub(crate) fn checks(own: &ByColor<WdlPlanes>, side: Color, block: usize) -> Block {
    std::array::from_fn(|row| {
        let word = block * 64 + row;
        legal(own, side, word) & !legal(own, !side, word)
    })
}

/// The positions of a block in which a side has no legal move.
fn stuck(
    departures: &Departures<'_>,
    own: &ByColor<WdlPlanes>,
    side: Color,
    block: usize,
) -> Block {
    let mut left: Block = std::array::from_fn(|row| legal(own, side, block * 64 + row));
    if left == [0; 64] {
        return left;
    }
    departures.each_group(side, block, &mut |group| {
        let [win, draw, loss] = &group.results;
        let all: Block = std::array::from_fn(|row| win[row] | draw[row] | loss[row]);
        group.each_move(&all, |before| {
            left.iter_mut().zip(before).for_each(|(left, before)| *left &= !before);
        });
        left != [0; 64]
    });
    left
}

/// Slices in groups, each of which leads only to those before it.
fn by_steps_left(layout: &Layout) -> Vec<Vec<usize>> {
    let mut groups: std::collections::BTreeMap<u32, Vec<usize>> = Default::default();
    for slice in 0..layout.slices() {
        groups.entry(layout.pawns(slice).steps_left()).or_default().push(slice);
    }
    groups.into_values().collect()
}

/// Whether a pawn may have come here by a double step past an enemy pawn beside it.
fn may_follow_double_step(pawns: Pawns) -> bool {
    const A_FILE: u64 = 0x0101_0101_0101_0101;
    let beside = |set: u64| (set & !A_FILE) >> 1 | (set & !(A_FILE << 7)) << 1;
    let (white, black) = (pawns.sides.white, pawns.sides.black);
    let rank = |number: u32| 0xFFu64 << (8 * (number - 1));
    white & rank(4) & beside(black) != 0 || black & rank(5) & beside(white) != 0
}

impl SubTables for Planes<'_> {
    fn wdl(
        &self,
        class: Material,
        slice: usize,
    ) -> std::result::Result<Arc<ByColor<WdlPlanes>>, Unsolved> {
        let unsolved = Unsolved::Unsolved { class, metric: Metric::Wdl };
        self.get(class).ok_or(unsolved)?.wdl(slice)
    }

    fn rule(
        &self,
        class: Material,
        _: usize,
    ) -> std::result::Result<Arc<ByColor<RulePlanes>>, Unsolved> {
        Err(Unsolved::Unsolved { class, metric: Metric::Dtz50 })
    }

    fn dtm(&self, class: Material, _: usize) -> std::result::Result<Depths, Unsolved> {
        Err(Unsolved::Unsolved { class, metric: Metric::Dtm })
    }
}

/// The marks of what is below, read as results are.
pub(crate) struct Marks<'a>(pub &'a Planes<'a>);

impl SubTables for Marks<'_> {
    fn wdl(
        &self,
        class: Material,
        slice: usize,
    ) -> std::result::Result<Arc<ByColor<WdlPlanes>>, Unsolved> {
        let unsolved = Unsolved::Unsolved { class, metric: Metric::Wdl };
        let class = self.0.get(class).ok_or(unsolved)?;
        planes_of(&class, &class.marks, slice)
    }

    fn rule(
        &self,
        class: Material,
        slice: usize,
    ) -> std::result::Result<Arc<ByColor<RulePlanes>>, Unsolved> {
        self.0.rule(class, slice)
    }

    fn dtm(&self, class: Material, slice: usize) -> std::result::Result<Depths, Unsolved> {
        self.0.dtm(class, slice)
    }
}

impl SliceSource for nimzo_retro::sweep::Library {
    fn slice(
        &self,
        class: Material,
        metrics: &[Metric],
        slice: usize,
        _: &Task,
    ) -> Result<SliceValues> {
        let unsolved = |metric| Unsolved::Unsolved { class, metric };
        let solved = self.get(class).ok_or(unsolved(Metric::Wdl))?;
        let values = &solved.slices[slice];
        for &metric in metrics {
            if metric != Metric::Wdl && values.depths[metric].is_none() {
                return Err(unsolved(metric).into());
            }
        }
        Ok(values.clone())
    }

    fn left_out(&self, _: Material, _: Metric) -> Result<Option<Color>> {
        Ok(None)
    }
}
