//! Finished values of a child (a class after a capture or promotion, or another slice of the same
//! class) seen from the blocks of the slice being solved, one line of 64 positions at a time.
//!
//! Whatever the two layouts are, the child's slots along a [line](Line) follow from where it begins, how far
//! apart they are, and a symmetry of the board.

use std::collections::HashMap;
use std::marker::PhantomData;
use std::sync::Arc;

use nimzo_chess::Material;
use rayon::prelude::*;
use shakmaty::{ByColor, Color};

use super::line::{Along, Line, LineBits, PAIRED};
use super::regions::ManSquare;
use crate::kernel::{Block, Job, Kernel};
use crate::layout::frames::KingsOutside;
use crate::layout::symmetry::Symmetry;
use crate::layout::{BLOCK_SLOTS, BlockId, Layout, MAX_PIECES};
use crate::planes::{Cells, DepthPlane, RulePlanes, WdlPlanes};
use crate::sweep::codes::{Code, Counting, before_all};
use crate::sweep::geometry::OutsideMen;
use crate::sweep::geometry::legality::legal_positions;
use crate::sweep::window::{Shape, Window};

/// The child's values.
#[derive(Debug, Clone)]
pub(crate) enum Data {
    Wdl(Arc<ByColor<WdlPlanes>>),
    Rule(Arc<ByColor<WdlPlanes>>, Arc<ByColor<RulePlanes>>),
    Depth(Arc<ByColor<DepthPlane>>),
    /// Only what is legal, with the side to move that is asked about.
    Legal(Arc<Vec<u64>>),
}

/// Legal positions of children with one side to move, found once.
pub(crate) type LegalPlanes = HashMap<(Material, usize, Color), Arc<Vec<u64>>>;

/// A child seen from the parent.
#[derive(Debug, Clone)]
pub(crate) struct View {
    layout: Arc<Layout>,
    slice: usize,
    data: Data,
    /// The side to move in the child, in the child's colours.
    side: Color,
    sources: [ManSquare; MAX_PIECES],
    strides: [usize; MAX_PIECES],
    /// Slots of a frame.
    of_frame: usize,
    /// Where depths lie if they are those of a window.
    window: Option<Arc<Shape>>,
    reflection: Symmetry,
    /// Whether the child's men are the parent's in the same order, so that blocks go to blocks.
    aligned: bool,
    counting: Counting,
    /// The code of a win that the fifty-move rule spoils, in units.
    spoilt: u32,
}

impl View {
    pub fn new(
        (layout, slice): (Arc<Layout>, usize),
        data: Data,
        side: Color,
        sources: [ManSquare; MAX_PIECES],
        reflection: Symmetry,
        counting: Counting,
        rule_limit: u32,
    ) -> Self {
        let strides = strides(&layout);
        let of_frame = layout.outer_places() * BLOCK_SLOTS;
        let n = layout.men().len();
        let aligned = (0..n).all(|i| match (i + 2).checked_sub(n) {
            None => sources[i] == ManSquare::Outside(i),
            Some(0) => sources[i] == ManSquare::Row,
            Some(_) => sources[i] == ManSquare::Column,
        });
        let spoilt = rule_limit + 1;
        let window = None;
        Self {
            layout,
            slice,
            data,
            side,
            sources,
            strides,
            of_frame,
            window,
            reflection,
            aligned,
            counting,
            spoilt,
        }
    }

    /// The same child, of which only a window is there; its man must be the last of `sources` like him.
    pub fn through(mut self, window: Window) -> Option<Self> {
        let shape = Shape::new(&self.layout, window)?;
        (self.strides, self.of_frame, self.aligned) = (shape.strides, shape.of_frame, false);
        self.window = Some(Arc::new(shape));
        Some(self)
    }

    /// The same child, of which only the legal positions are known.
    pub fn legal_only(&self, known: &mut LegalPlanes) -> Self {
        let (slice, turn) = (self.slice, self.side);
        let legal = known.entry((self.layout.material(), slice, turn)).or_insert_with(|| {
            let blocks = (0..self.layout.blocks()).into_par_iter();
            let blocks =
                blocks.map(|block| legal_positions(&self.layout, BlockId { slice, turn, block }));
            Arc::new(blocks.collect::<Vec<Block>>().into_flattened())
        });
        Self { data: Data::Legal(Arc::clone(legal)), ..self.clone() }
    }

    /// Whether whole blocks of the parent are whole blocks of the child.
    pub fn is_aligned(&self) -> bool {
        self.aligned
    }

    /// Where the positions of a block lie in an [aligned](Self::is_aligned) child: its block, and the
    /// symmetry that brings them there. `None` where the kings touch.
    #[inline(always)]
    pub fn block(&self, outside: &OutsideMen) -> Option<(usize, Symmetry)> {
        let count = self.layout.men().len() - 2;
        let mut squares = [0; MAX_PIECES];
        for (square, &man) in squares[..count].iter_mut().zip(&outside.squares) {
            *square = self.reflection.square(man);
        }
        let found = self.layout.frames().find(squares[0], squares[1])?;
        let g = found.symmetry;
        let outer = [squares[2], squares[3], squares[4]].map(|square| g.square(square & 63));
        let outer = self.layout.outer_place(outer);
        let block = usize::from(found.frame) * self.layout.outer_places() + outer;
        Some((block, g.after_reflection(self.reflection)))
    }

    /// Results of a block of the child as the parent sees it, in two bits: unwon, and decided.
    #[inline(always)]
    pub fn block_results<K: Kernel>(&self, block: usize, symmetry: Symmetry) -> (K::Set, K::Set) {
        let (Data::Wdl(wdl) | Data::Rule(wdl, _)) = &self.data else {
            unreachable!("results are asked of result planes")
        };
        let set = |plane: &[u64]| {
            let (words, _) = plane[block * 64..].split_first_chunk().expect("a whole block");
            K::load(words)
        };
        let planes = &wdl[self.side];
        let (mut unwon, mut decided) = (set(&planes.draw), set(&planes.win));
        let loss = set(&planes.loss);
        K::add(&mut unwon, &loss);
        K::add(&mut decided, &loss);
        if symmetry == Symmetry::IDENTITY {
            (unwon, decided)
        } else {
            (K::pull(&unwon, symmetry), K::pull(&decided, symmetry))
        }
    }

    /// The slots while one man of the block runs and the other stands on `fixed` (if the child has
    /// it at all); `None` where the kings touch. No instructions of a kernel make this faster, so it is
    /// not inlined into what every kernel does.
    pub fn line(&self, outside: &OutsideMen, along: Along, fixed: u8) -> Option<Line> {
        let n = self.layout.men().len();
        let mut squares = [0; MAX_PIECES];
        let mut running = MAX_PIECES;
        for (i, man) in squares[..n].iter_mut().enumerate() {
            let square = match self.sources[i] {
                ManSquare::Outside(man) => outside.squares[man],
                ManSquare::Fixed(square) => square,
                ManSquare::Row if along == Along::Column => fixed,
                ManSquare::Column if along == Along::Row => fixed,
                _ => {
                    running = i;
                    0
                }
            };
            *man = self.reflection.square(square);
        }
        let outside = self.layout.kings_outside();
        if running == 0 && outside == KingsOutside::White {
            // Only with pawns, so that the frame's number is the king's square.
            squares[0] = 0;
        }
        debug_assert!(running > 1 || outside != KingsOutside::Both);
        let found = self.layout.frames().find(squares[0], squares[1])?;
        let g = found.symmetry;
        let mut base = usize::from(found.frame) * self.of_frame;
        let first = match outside {
            KingsOutside::Both => 2,
            KingsOutside::White => 1,
            KingsOutside::None => 0,
        };
        let (mut partner, mut stride) = (0, 0);
        if running < MAX_PIECES {
            stride = self.strides[running];
        }
        let folded = self.window.is_none() && self.layout.is_folded();
        if folded {
            let [one, other] = [squares[2], squares[3]].map(|square| g.square(square));
            match running {
                2 => (partner, stride) = (other, PAIRED),
                3 => (partner, stride) = (one, PAIRED),
                _ => base += self.layout.outer_place([one, other, 0]) * BLOCK_SLOTS,
            }
        }
        for (i, &square) in squares[..n].iter().enumerate().skip(first) {
            if i != running && !(folded && i < 4) {
                let square = g.square(square);
                let digit = match &self.window {
                    None => usize::from(square),
                    Some(window) => window.digit(i, square),
                };
                base += digit * self.strides[i];
            }
        }
        let symmetry = g.after_reflection(self.reflection);
        Some(Line { base, stride, partner, symmetry })
    }

    /// Whether lines along the row man cannot be asked for, because his square decides how the
    /// child's kings are turned.
    pub fn needs_row(&self) -> bool {
        let kings = match self.layout.kings_outside() {
            KingsOutside::None => 0,
            KingsOutside::White if self.layout.material().has_pawns() => 0,
            KingsOutside::White => 1,
            KingsOutside::Both => 2,
        };
        self.sources[..kings].contains(&ManSquare::Row)
    }

    /// Results without the fifty-move rule.
    #[inline(always)]
    pub fn results<K: Kernel>(&self, line: Line) -> LineBits {
        K::enter(Results { view: self, line })
    }

    /// Wins and losses that stand under the fifty-move rule (all of them where it is not asked).
    #[inline(always)]
    pub fn standing<K: Kernel>(&self, line: Line) -> (u64, u64) {
        match &self.data {
            Data::Rule(_, rule) => {
                let planes = &rule[self.side];
                (line.bits::<K>(&planes.win), line.bits::<K>(&planes.loss))
            }
            _ => {
                let bits = self.results::<K>(line);
                (bits.win, bits.loss)
            }
        }
    }

    /// The child's own codes, from the view of the side to move in it.
    #[inline(always)]
    pub fn codes<K: Kernel, T: Code>(&self, line: Line) -> [T; 64] {
        K::enter(Codes { view: self, line, counting: None, cells: PhantomData })
    }

    /// Codes for the player who moves into the child.
    #[inline(always)]
    pub fn codes_before<K: Kernel, T: Code>(&self, line: Line) -> [T; 64] {
        K::enter(Codes { view: self, line, counting: Some(self.counting), cells: PhantomData })
    }

    #[inline(always)]
    fn result_codes<K: Kernel, T: Code>(&self, line: Line) -> [T; 64] {
        let bits = self.results::<K>(line);
        let mut codes = [T::default(); 64];
        if bits.legal() == 0 {
            return codes;
        }
        T::put::<K>(&mut codes, bits.draw, T::draw());
        T::put::<K>(&mut codes, bits.win, T::win(1));
        T::put::<K>(&mut codes, bits.loss, T::loss(1));
        if matches!(self.data, Data::Rule(..)) {
            let (win, loss) = self.standing::<K>(line);
            T::put::<K>(&mut codes, bits.win & !win, T::win(self.spoilt));
            T::put::<K>(&mut codes, bits.loss & !loss, T::loss(self.spoilt));
        }
        codes
    }

    /// How a value passes back over the move that leads here.
    pub fn counting(&self) -> Counting {
        self.counting
    }

    /// Whether the child's depths take two bytes.
    pub fn is_wide(&self) -> bool {
        match &self.data {
            Data::Depth(planes) => planes.iter().any(|p| matches!(p.cells, Cells::Wide(_))),
            _ => false,
        }
    }
}

/// Reads results along a line.
struct Results<'a> {
    view: &'a View,
    line: Line,
}

impl Job for Results<'_> {
    type Output = LineBits;

    #[inline(always)]
    fn run<K: Kernel>(self) -> LineBits {
        let Self { view, line } = self;
        match &view.data {
            Data::Wdl(wdl) | Data::Rule(wdl, _) => {
                let planes = &wdl[view.side];
                LineBits {
                    win: line.bits::<K>(&planes.win),
                    draw: line.bits::<K>(&planes.draw),
                    loss: line.bits::<K>(&planes.loss),
                }
            }
            Data::Legal(legal) => LineBits { draw: line.bits::<K>(legal), ..LineBits::default() },
            Data::Depth(_) => unreachable!("results are asked of result planes"),
        }
    }
}

/// Reads codes along a line, passed back over a move if it is said how.
struct Codes<'a, T> {
    view: &'a View,
    line: Line,
    counting: Option<Counting>,
    cells: PhantomData<T>,
}

impl<T: Code> Job for Codes<'_, T> {
    type Output = [T; 64];

    #[inline(always)]
    fn run<K: Kernel>(self) -> [T; 64] {
        let Self { view, line, counting, .. } = self;
        let mut codes = match &view.data {
            Data::Depth(planes) => match &planes[view.side].cells {
                Cells::Narrow(cells) => line.cells(cells).map(T::from_narrow),
                Cells::Wide(cells) => line.cells(cells).map(T::from_wide),
            },
            _ => view.result_codes::<K, T>(line),
        };
        if let Some(counting) = counting {
            before_all(&mut codes, counting);
        }
        codes
    }
}

/// What one square of each man is worth in the slot number; 0 for men of the frame, except a lone
/// king with pawns, whose frames are its squares.
fn strides(layout: &Layout) -> [usize; MAX_PIECES] {
    let n = layout.men().len();
    let mut strides = [0; MAX_PIECES];
    strides[n - 1] = 1;
    strides[n - 2] = 64;
    match layout.kings_outside() {
        KingsOutside::None => {}
        KingsOutside::White => strides[0] = BLOCK_SLOTS,
        KingsOutside::Both => {
            for (man, stride) in strides[..n - 2].iter_mut().enumerate().skip(2) {
                *stride = BLOCK_SLOTS << (6 * (n - 3 - man));
            }
        }
    }
    strides
}
