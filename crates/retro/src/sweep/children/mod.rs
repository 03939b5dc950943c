//! Finds the values of the positions that captures, promotions and pawn moves lead to.

pub mod beyond;
pub mod captures;
pub mod edges;
pub mod inputs;
pub mod line;
pub mod neighbours;
pub mod pawn_moves;
pub mod regions;
pub mod result_block;
pub mod stalemates;
pub(crate) mod steps;
pub mod view;

#[cfg(test)]
mod seven_men;

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock, OnceLock, PoisonError, RwLock};

use nimzo_chess::{Army, Dtz50, Material, Metric};
use shakmaty::{ByColor, Color, Role};

use crate::Error;
use crate::layout::frames::touch;
use crate::layout::slices::{Pawns, squares};
use crate::layout::symmetry::Symmetry;
use crate::layout::{Layout, MAX_PIECES, Man};
use crate::planes::{
    BitPlane, Buffer, Cells, DepthPlane, ResultPlanes, RulePlanes, Unit, WdlPlanes,
};
use crate::sweep::codes::Counting;
use crate::sweep::window::Window;
use crate::sweep::{Depths, SliceValues, SubTables};
use regions::ManSquare;
use stalemates::Stalemates;
use view::{Data, View};

/// Whether a move ends the counting of depth to conversion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveKind {
    Push,
    Conversion,
}

/// A finished slice of the class being solved.
#[derive(Debug)]
pub struct FinishedSlice {
    /// Its values.
    pub values: SliceValues,
    /// Stalemates of both sides, which en passant may undo.
    pub stalemates: ByColor<Stalemates>,
}

/// Where to look for children.
pub(crate) struct Children<'a> {
    pub subs: &'a dyn SubTables,
    pub layout: &'a Arc<Layout>,
    pub siblings: &'a [OnceLock<FinishedSlice>],
    pub metric: Metric,
    pub rule_limit: u32,
    pub queen_only: bool,
}

/// Layouts of classes, made once.
pub fn layout_of(class: Material) -> Result<Arc<Layout>, Error> {
    lasting_layout_of(class).map(Arc::clone)
}

/// The same without counting who holds it: many threads that count together wait for each other.
pub fn lasting_layout_of(class: Material) -> Result<&'static Arc<Layout>, Error> {
    type Known = HashMap<Material, &'static Arc<Layout>>;
    static KNOWN: LazyLock<RwLock<Known>> = LazyLock::new(RwLock::default);
    thread_local! {
        static SEEN: RefCell<Known> = RefCell::default();
    }
    if let Some(layout) = SEEN.with_borrow(|seen| seen.get(&class).copied()) {
        return Ok(layout);
    }
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(&class).copied();
    let layout = match known {
        Some(layout) => layout,
        None => {
            let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
            match known.get(&class).copied() {
                Some(layout) => layout,
                None => {
                    let layout = Layout::new(class).ok_or(Error::TooLarge(class))?;
                    let layout: &'static Arc<Layout> = Box::leak(Box::new(Arc::new(layout)));
                    known.insert(class, layout);
                    layout
                }
            }
        }
    };
    SEEN.with_borrow_mut(|seen| seen.insert(class, layout));
    Ok(layout)
}

/// The material of these men and pawns.
pub(crate) fn material_of(men: &[(Man, ManSquare)], pawns: Pawns) -> Material {
    let army = |side: Color| {
        let mut army = Army::BARE;
        for (man, _) in men.iter().filter(|(man, _)| man.side == side) {
            if man.role != Role::King {
                army = army.with(man.role);
            }
        }
        squares(pawns.sides[side]).fold(army, |army, _| army.with(Role::Pawn))
    };
    Material { white: army(Color::White), black: army(Color::Black) }
}

impl<'a> Children<'a> {
    /// By the usual fifty-move rule, with every promotion.
    pub fn new(
        subs: &'a dyn SubTables,
        layout: &'a Arc<Layout>,
        siblings: &'a [OnceLock<FinishedSlice>],
        metric: Metric,
    ) -> Self {
        let rule_limit = u32::from(Dtz50::LIMIT);
        Self { subs, layout, siblings, metric, rule_limit, queen_only: false }
    }

    /// The view of a child with these men and pawns and this side to move; `None` if no position in
    /// question leads there.
    pub fn view(
        &self,
        men: &[(Man, ManSquare)],
        pawns: Pawns,
        side: Color,
        kind: MoveKind,
    ) -> Result<Option<View>, Error> {
        let (class, flipped) = self.subs.class(material_of(men, pawns));
        let Some(layout) = self.layout_of(class)? else { return Ok(None) };
        let pawns = if flipped { pawns.flipped() } else { pawns };
        let Some((slice, mirror)) = layout.slice_of(pawns) else { return Ok(None) };
        let turn = if flipped { Symmetry::FLIP } else { Symmetry::IDENTITY };
        let sources = arrange(&layout, men, flipped);
        let reflection = mirror.after_reflection(turn);
        let side = side ^ flipped;
        let window = self.window((&layout, slice), men, flipped, reflection)?;
        let view = |data, counting| {
            View::new((layout, slice), data, side, sources, reflection, counting, self.rule_limit)
        };
        if let Some((window, depths)) = window {
            return Ok(view(Data::Depth(depths), Counting::Moves).through(window));
        }
        let (data, counting) = self.data(class, slice, kind)?;
        Ok(Some(view(data, counting)))
    }

    /// The window on a child with these men, the last of whom has just been promoted, if that is what is
    /// there of its depths to mate.
    fn window(
        &self,
        (layout, slice): (&Layout, usize),
        men: &[(Man, ManSquare)],
        flipped: bool,
        reflection: Symmetry,
    ) -> Result<Option<(Window, Depths)>, Error> {
        let Some(&(man, ManSquare::Fixed(square))) = men.last() else { return Ok(None) };
        if self.metric != Metric::Dtm {
            return Ok(None);
        }
        let man = Man { side: man.side ^ flipped, role: man.role };
        let window = Window::new(layout, man, reflection.square(square));
        let depths = self.subs.window(layout.material(), slice, window)?;
        Ok(depths.map(|depths| (window, depths)))
    }

    /// Whether a child with these men and pawns is in question.
    pub fn has(&self, men: &[(Man, ManSquare)], pawns: Pawns) -> Result<bool, Error> {
        let (class, flipped) = self.subs.class(material_of(men, pawns));
        let pawns = if flipped { pawns.flipped() } else { pawns };
        Ok(self.layout_of(class)?.is_some_and(|layout| layout.slice_of(pawns).is_some()))
    }

    fn layout_of(&self, class: Material) -> Result<Option<Arc<Layout>>, Error> {
        if class == self.layout.material() {
            return Ok(Some(Arc::clone(self.layout)));
        }
        match class {
            Material::BARE_KINGS => layout_of(class).map(Some),
            _ => self.subs.layout(class),
        }
    }

    /// What the best promotion of a side is worth in a slice of this class, where that was found
    /// before.
    pub fn promotions(
        &self,
        slice: usize,
        side: Color,
    ) -> Result<Option<Arc<ResultPlanes>>, Error> {
        match self.metric {
            Metric::Dtm | Metric::Dtz50 => Ok(None),
            _ => self.subs.promotions(self.layout.material(), slice, side),
        }
    }

    /// The stalemates of another slice of this class, and in whose colours they are.
    pub fn stalemates(&self, pawns: Pawns, side: Color) -> Option<&'a Stalemates> {
        let (slice, _) = self.layout.slice_of(pawns)?;
        self.siblings[slice].get().map(|finished| &finished.stalemates[side])
    }

    fn data(
        &self,
        class: Material,
        slice: usize,
        kind: MoveKind,
    ) -> Result<(Data, Counting), Error> {
        if class == Material::BARE_KINGS {
            return Ok(bare_kings(self.metric));
        }
        if class == self.layout.material() {
            let values = &self.siblings[slice].get().expect("an earlier slice").values;
            return Ok(self.sibling_data(values, kind));
        }
        Ok(match self.metric {
            Metric::Dtm => (Data::Depth(self.subs.dtm(class, slice)?), Counting::Moves),
            Metric::Dtz50 => {
                let rule = self.subs.rule(class, slice)?;
                (Data::Rule(self.subs.wdl(class, slice)?, rule), Counting::Zeroing)
            }
            _ => (Data::Wdl(self.subs.wdl(class, slice)?), Counting::Zeroing),
        })
    }

    fn sibling_data(&self, values: &SliceValues, kind: MoveKind) -> (Data, Counting) {
        const DONE: &str = "every metric of an earlier slice is done";
        match (self.metric, kind) {
            (Metric::Dtm, _) => {
                (Data::Depth(values.depths[Metric::Dtm].clone().expect(DONE)), Counting::Moves)
            }
            (Metric::Dtc, MoveKind::Push) => {
                (Data::Depth(values.depths[Metric::Dtc].clone().expect(DONE)), Counting::Plies)
            }
            (Metric::Dtz50, _) => {
                let rule = values.rule.clone().expect(DONE);
                (Data::Rule(values.wdl.clone(), rule), Counting::Zeroing)
            }
            _ => (Data::Wdl(values.wdl.clone()), Counting::Zeroing),
        }
    }
}

/// Which of `men` is which man of the layout.
pub(crate) fn arrange(
    layout: &Layout,
    men: &[(Man, ManSquare)],
    flipped: bool,
) -> [ManSquare; MAX_PIECES] {
    let mut sources = [ManSquare::Fixed(0); MAX_PIECES];
    let mut used = [false; MAX_PIECES + 1];
    for (wanted, source) in layout.men().iter().zip(&mut sources) {
        let side = wanted.side ^ flipped;
        let found = (0..men.len())
            .find(|&i| !used[i] && men[i].0 == Man { side, role: wanted.role })
            .expect("the layout of these men");
        used[found] = true;
        *source = men[found].1;
    }
    sources
}

/// The two kings alone: drawn wherever they are apart.
fn bare_kings(metric: Metric) -> (Data, Counting) {
    static WDL: LazyLock<Arc<ByColor<WdlPlanes>>> = LazyLock::new(|| {
        Arc::new(ByColor::new_with(|_| {
            let mut draw = BitPlane::zeroed(64);
            for white in 0..64u8 {
                draw[usize::from(white)] =
                    squares(!0).filter(|&s| !touch(white, s)).fold(0, |set, s| set | 1 << s);
            }
            WdlPlanes { win: BitPlane::zeroed(64), draw, loss: BitPlane::zeroed(64) }
        }))
    });
    static RULE: LazyLock<Arc<ByColor<RulePlanes>>> = LazyLock::new(|| {
        let none = |_| RulePlanes { win: BitPlane::zeroed(64), loss: BitPlane::zeroed(64) };
        Arc::new(ByColor::new_with(none))
    });
    static DTM: LazyLock<Arc<ByColor<DepthPlane>>> = LazyLock::new(|| {
        Arc::new(ByColor::new_with(|side| {
            let mut cells = Buffer::zeroed(4096);
            for (slot, cell) in cells.iter_mut().enumerate() {
                *cell = 0x80 * (WDL[side].draw[slot >> 6] >> (slot & 63) & 1) as u8;
            }
            DepthPlane { unit: Unit::Moves, cells: Cells::Narrow(cells) }
        }))
    });
    match metric {
        Metric::Dtm => (Data::Depth(DTM.clone()), Counting::Moves),
        Metric::Dtz50 => (Data::Rule(WDL.clone(), RULE.clone()), Counting::Zeroing),
        _ => (Data::Wdl(WDL.clone()), Counting::Zeroing),
    }
}
