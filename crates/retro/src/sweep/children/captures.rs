//! Captures by kings and pieces.
//!
//! A capture puts a man on the square of an enemy man. In the sets of the side whose man was
//! taken, the otherwise impossible position with both on one square stands for the position after
//! the capture and has its value. The ordinary moves of the capturing man then cover its captures.

use shakmaty::{ByColor, Color};

use super::line::{Along, Line, LineBits};
use super::regions::{Lines, ManSquare, Region, Target};
use super::steps::{men_of, victims};
use super::view::{LegalPlanes, View};
use super::{Children, MoveKind};
use crate::Error;
use crate::kernel::{Block, Kernel};
use crate::sweep::codes::Code;
use crate::sweep::geometry::{Geometry, OutsideMen};

/// A man of one side that a man of the other side can take.
#[derive(Debug)]
pub(crate) struct Capture {
    view: View,
    victim: ManSquare,
    capturer: ManSquare,
}

impl Capture {
    /// The man that is taken, and the man that takes it.
    pub fn men(&self) -> (ManSquare, ManSquare) {
        (self.victim, self.capturer)
    }

    /// The results after the capture, in the positions with both men on one square.
    #[inline(always)]
    pub fn ends<K: Kernel>(&self, outside: &OutsideMen, into: &mut [Block; 3]) {
        for (line, target) in self.lines(outside) {
            target.add_three(self.view.results::<K>(line), into);
        }
    }

    /// A line of what the positions after the capture are worth to who takes.
    #[inline(always)]
    pub fn codes_before<K: Kernel, T: Code>(&self, line: Line) -> [T; 64] {
        self.view.codes_before::<K, T>(line)
    }

    /// The lines of the child's values where both men stand on one square.
    #[inline(always)]
    pub fn lines<'a>(&'a self, outside: &'a OutsideMen) -> Lines<'a> {
        let region = match (self.victim.square(outside), self.capturer.square(outside)) {
            (Some(victim), None) => Region::standing(self.capturer, victim, outside),
            (None, Some(capturer)) => Region::standing(self.victim, capturer, outside),
            (Some(victim), Some(capturer)) => (victim == capturer).then_some(Region::Whole),
            (None, None) => Some(Region::Part(Target::Diagonal)),
        };
        if region == Some(Region::Part(Target::Diagonal)) && self.victim == ManSquare::Column {
            // The child has no column man; its row man runs down the diagonal.
            return Lines::one(&self.view, outside, (Along::Row, 0), Target::Diagonal);
        }
        Lines::of(region, &self.view, outside)
    }
}

/// The captures of a slice, by the side whose man is taken.
#[derive(Debug)]
pub(crate) struct Captures {
    sides: ByColor<Vec<Capture>>,
}

impl Captures {
    pub fn new(geometry: &Geometry<'_>, children: &Children<'_>) -> Result<Self, Error> {
        let men = men_of(geometry.men());
        let mut sides: ByColor<Vec<Capture>> = ByColor::default();
        for (side, captures) in sides.as_mut().zip_color() {
            for victim in victims(&men, geometry.pawns, side) {
                let kind = MoveKind::Conversion;
                let view = children.view(&victim.men, victim.pawns, side, kind)?;
                let Some(view) = view else { continue };
                for &(man, capturer) in &men {
                    if man.side != side {
                        let (view, victim) = (view.clone(), victim.square);
                        captures.push(Capture { view, victim, capturer });
                    }
                }
            }
        }
        Ok(Self { sides })
    }

    /// The same, knowing only which positions are legal, for which no table is needed.
    pub fn legal_only(&self) -> Self {
        let mut known = LegalPlanes::default();
        let sides = self.sides.as_ref().map(|captures| {
            let legal = captures
                .iter()
                .map(|capture| Capture { view: capture.view.legal_only(&mut known), ..*capture });
            legal.collect()
        });
        Self { sides }
    }

    /// The captures of this side's men.
    pub fn of(&self, side: Color) -> &[Capture] {
        &self.sides[side]
    }

    /// Whether this side has anything to lose.
    pub fn any(&self, side: Color) -> bool {
        !self.sides[side].is_empty()
    }

    /// Whether some child's depths take two bytes.
    pub fn is_wide(&self) -> bool {
        self.sides.iter().flatten().any(|capture| capture.view.is_wide())
    }

    /// Adds to a block what `pick` picks from the results after the captures.
    #[inline(always)]
    pub fn add_results<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: &mut Block,
        pick: impl Fn(LineBits, &dyn Fn() -> (u64, u64)) -> u64,
    ) -> bool {
        let mut any = 0;
        for capture in &self.sides[side] {
            for (line, target) in capture.lines(outside) {
                let standing = || capture.view.standing::<K>(line);
                let picked = pick(capture.view.results::<K>(line), &standing);
                if picked != 0 {
                    any |= picked;
                    target.add(picked, block);
                }
            }
        }
        any != 0
    }

    /// Visits the codes of all positions after captures, as they are worth to the capturing side.
    #[inline(always)]
    pub fn each_code_before<K: Kernel, T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        mut visit: impl FnMut(usize, T),
    ) {
        let counting = self.sides[side].first().map(|capture| capture.view.counting());
        self.each_code::<K, T>(side, outside, |slot, code| {
            // All captures of a metric pass back alike.
            visit(slot, counting.map_or(code, |counting| code.before(counting)));
        });
    }

    /// Adds to a block the positions after captures whose code is this one.
    #[inline(always)]
    pub fn add_equal<K: Kernel, T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        code: T,
        block: &mut Block,
    ) -> bool {
        let mut any = 0;
        for capture in &self.sides[side] {
            for (line, target) in capture.lines(outside) {
                let equal = T::equal::<K>(&capture.view.codes::<K, T>(line), code);
                if equal != 0 {
                    any |= equal;
                    target.add(equal, block);
                }
            }
        }
        any != 0
    }

    /// Visits the codes of all positions after captures: slot within the block, and code.
    #[inline(always)]
    pub fn each_code<K: Kernel, T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        mut visit: impl FnMut(usize, T),
    ) {
        for capture in &self.sides[side] {
            for (line, target) in capture.lines(outside) {
                let codes = capture.view.codes::<K, T>(line);
                for (place, code) in codes.into_iter().enumerate() {
                    let counts = !matches!(target, Target::Cell(_, c) if usize::from(c) != place);
                    if counts && code != T::default() {
                        visit(target.slot(place), code);
                    }
                }
            }
        }
    }
}
