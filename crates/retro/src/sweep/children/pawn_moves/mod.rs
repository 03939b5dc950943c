//! Moves of pawns, which lead to slices and classes that are finished: the best of them is folded
//! into one code per position before the sweeps begin.

mod ends;

use std::sync::Arc;

use shakmaty::{ByColor, Color, Role};

use super::beyond::PromotionBeyond;
use super::line::{Along, Line};
use super::regions::{Lines, ManSquare, Region, Target};
use super::result_block::ResultBlock;
use super::stalemates::Stalemates;
use super::steps::{PawnMoveKind, PawnStep, men_of, pawn_steps};
use super::view::View;
use super::{Children, MoveKind};
use crate::Error;
use crate::kernel::Kernel;
use crate::layout::BLOCK_SLOTS;
use crate::planes::{ResultBits, ResultPlanes};
use crate::sweep::codes::{Code, before_all};
use crate::sweep::geometry::{Geometry, OutsideMen};

/// One kind of pawn move: a pawn of the slice goes to a square.
#[derive(Debug)]
pub(crate) struct PawnMove<'a> {
    view: View,
    /// The man taken on the square it goes to.
    takes: Option<(ManSquare, u8)>,
    /// The square it passes over.
    passes: Option<u8>,
    /// What the enemy may answer en passant.
    en_passant: Vec<View>,
    /// Stalemates after the move, which en passant may undo.
    stalemates: Option<&'a Stalemates>,
    what: PawnMoveKind,
}

/// The pawn moves of a slice, by side.
#[derive(Debug, Default)]
pub(crate) struct PawnMoves<'a> {
    sides: ByColor<Vec<PawnMove<'a>>>,
    /// Promotions to what is not in question.
    beyond: ByColor<Vec<PromotionBeyond>>,
    /// The best promotions without capture, where they were found before and are not among the moves.
    promotions: ByColor<Option<Arc<ResultPlanes>>>,
}

impl<'a> PawnMoves<'a> {
    pub fn new(
        slice: usize,
        geometry: &Geometry<'_>,
        children: &Children<'a>,
    ) -> Result<Self, Error> {
        let mut moves = Self::default();
        let men = men_of(geometry.men());
        for side in Color::ALL {
            moves.promotions[side] = children.promotions(slice, side)?;
            for step in pawn_steps(&men, geometry.pawns, side) {
                moves.add(step, side, children)?;
            }
        }
        Ok(moves)
    }

    /// The captures among them alone: no other slice of the class is asked for.
    pub fn captures(geometry: &Geometry<'_>, children: &Children<'a>) -> Result<Self, Error> {
        let mut moves = Self::default();
        let men = men_of(geometry.men());
        for side in Color::ALL {
            let steps = pawn_steps(&men, geometry.pawns, side).into_iter();
            steps
                .filter(|step| step.kind.takes.is_some())
                .try_for_each(|step| moves.add(step, side, children))?;
        }
        Ok(moves)
    }

    fn add(&mut self, step: PawnStep, side: Color, children: &Children<'a>) -> Result<(), Error> {
        let PawnStep { men, pawns, to, takes, kind: what, passes, en_passant } = step;
        if let Some(role) = what.promotes {
            if children.queen_only && role != Role::Queen {
                return Ok(());
            }
            if let Some(winner) = children.subs.beyond()
                && !children.has(&men, pawns)?
            {
                self.beyond[side].push(PromotionBeyond { to, takes, wins: winner == side });
                return Ok(());
            }
            // Promotions without capture may have been seen to.
            if takes.is_none() && self.promotions[side].is_some() {
                return Ok(());
            }
        }
        let stays = what == PawnMoveKind::default();
        let kind = if stays { MoveKind::Push } else { MoveKind::Conversion };
        let Some(view) = children.view(&men, pawns, !side, kind)? else { return Ok(()) };
        let mut answers = Vec::new();
        for pawns in en_passant {
            answers.extend(children.view(&men, pawns, side, MoveKind::Conversion)?);
        }
        let stalemates = match answers.is_empty() {
            true => None,
            false => children.stalemates(pawns, !side),
        };
        let en_passant = answers;
        self.sides[side].push(PawnMove { view, takes, passes, en_passant, stalemates, what });
        Ok(())
    }

    /// Whether this side has pawns that might move.
    pub fn any(&self, side: Color) -> bool {
        let beyond = !self.beyond[side].is_empty();
        beyond || !self.sides[side].is_empty() || self.promotions[side].is_some()
    }

    /// Whether some child's depths take two bytes.
    pub fn is_wide(&self) -> bool {
        self.sides
            .iter()
            .flatten()
            .any(|m| m.view.is_wide() || m.en_passant.iter().any(View::is_wide))
    }

    /// The pawn moves of a side, one by one.
    pub fn of(&self, side: Color) -> &[PawnMove<'a>] {
        &self.sides[side]
    }

    /// Raises each code of a block to the best pawn move of `side`.
    #[inline(always)]
    pub fn fold<K: Kernel, T: Code>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        best: &mut [T; BLOCK_SLOTS],
    ) {
        if let Some(promotions) = &self.promotions[side] {
            for row in 0..64 {
                let worth = promotions.word(block * 64 + row);
                let mut codes = [T::default(); 64];
                T::put::<K>(&mut codes, worth.won(), T::loss(1));
                T::put::<K>(&mut codes, worth.drawn(), T::draw());
                T::put::<K>(&mut codes, worth.lost(), T::win(1));
                raise(best, Target::Row(row as u8), &codes);
            }
        }
        for pawn_move in &self.sides[side] {
            pawn_move.fold::<K, T>(outside, best);
        }
    }

    /// The same when only results are asked for.
    #[inline(always)]
    pub fn fold_results<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        block: usize,
        best: &mut ResultBlock,
    ) {
        if let Some(promotions) = &self.promotions[side] {
            let set = |plane: &[u64]| {
                let (words, _) = plane[block * 64..].split_first_chunk().expect("a whole block");
                K::load(words)
            };
            best.raise_all::<K>(&set(&promotions.unwon), &set(&promotions.decided));
        }
        for pawn_move in &self.sides[side] {
            pawn_move.fold_results::<K>(outside, best);
        }
        for promotion in &self.beyond[side] {
            promotion.fold_results(outside, best);
        }
    }
}

impl PawnMove<'_> {
    /// The part of a block in which the move can be made.
    #[inline(always)]
    fn region(&self, outside: &OutsideMen) -> Option<Region> {
        if self.passes.is_some_and(|over| outside.blockers.set >> over & 1 != 0) {
            return None;
        }
        match self.takes {
            None => Some(Region::Whole),
            Some((place, square)) => Region::standing(place, square, outside),
        }
    }

    /// The lines of the child in the part of a block in which the move can be made.
    #[inline(always)]
    fn lines<'b>(&'b self, outside: &'b OutsideMen) -> Lines<'b> {
        Lines::of(self.region(outside), &self.view, outside)
    }

    #[inline(always)]
    fn fold_results<K: Kernel>(&self, outside: &OutsideMen, best: &mut ResultBlock) {
        let Some(region) = self.region(outside) else { return };
        if region == Region::Whole && self.view.is_aligned() && self.en_passant.is_empty() {
            return self.fold_block::<K>(outside, best);
        }
        // A man of the block on the square that is passed over is in the way.
        let column_free = self.passes.map_or(!0, |over| !(1u64 << over));
        for (line, target) in Lines::of(Some(region), &self.view, outside) {
            if matches!((target, self.passes), (Target::Row(row), Some(over)) if row == over) {
                continue;
            }
            let mut codes = self.view.results::<K>(line).codes();
            if let (Target::Row(row), false) = (target, self.en_passant.is_empty()) {
                codes = self.after_en_passant::<K>(outside, line, row, codes);
            }
            best.raise_at(target, codes.within(column_free));
        }
    }

    /// Folds a move that leads from whole blocks to whole blocks.
    #[inline(always)]
    fn fold_block<K: Kernel>(&self, outside: &OutsideMen, best: &mut ResultBlock) {
        let Some((block, symmetry)) = self.view.block(outside) else { return };
        let (mut unwon, mut decided) = self.view.block_results::<K>(block, symmetry);
        if let Some(over) = self.passes {
            K::pass_over(&mut unwon, over);
            K::pass_over(&mut decided, over);
        }
        best.raise_all::<K>(&unwon, &decided);
    }

    /// What the positions after the move are worth to the enemy when he may also take en passant. A
    /// stalemate is none if he can, and he must when he has nothing else.
    #[inline(always)]
    fn after_en_passant<K: Kernel>(
        &self,
        outside: &OutsideMen,
        line: Line,
        row: u8,
        codes: ResultBits,
    ) -> ResultBits {
        let mut codes = codes;
        let legal = codes.legal();
        let stalemates = self.stalemates.and_then(|all| all.block(line.block()));
        let mut stuck = stalemates.map_or(0, |words| line.bits_in_block::<K>(words));
        for taking in &self.en_passant {
            let Some(line) = taking.line(outside, Along::Column, row) else { continue };
            let taken = taking.results::<K>(line).codes().within(legal);
            // To him, what is lost for us is won, what is drawn saves him from losing, and what is
            // won for us is the end of a stalemate.
            let forced = stuck & taken.legal();
            let (winning, drawing, losing) = (taken.lost(), taken.drawn(), taken.won());
            let unwon = codes.unwon & !winning;
            let decided = (codes.decided | winning) & !(drawing & codes.unwon);
            codes = ResultBits { unwon, decided: decided | (losing & forced) };
            stuck &= !forced;
        }
        codes
    }

    #[inline(always)]
    fn fold<K: Kernel, T: Code>(&self, outside: &OutsideMen, best: &mut [T]) {
        for (line, target) in self.lines(outside) {
            if matches!((target, self.passes), (Target::Row(row), Some(over)) if row == over) {
                continue;
            }
            let mut codes = if self.en_passant.is_empty() {
                self.view.codes_before::<K, T>(line)
            } else {
                self.codes_with_en_passant::<K, T>(outside, line, target)
            };
            if let Some(over) = self.passes {
                codes[usize::from(over)] = T::default();
            }
            raise(best, target, &codes);
        }
    }

    /// The codes when the enemy may also take en passant. A stalemate is none if he can, and he
    /// must when he has nothing else.
    #[inline(always)]
    fn codes_with_en_passant<K: Kernel, T: Code>(
        &self,
        outside: &OutsideMen,
        line: Line,
        target: Target,
    ) -> [T; 64] {
        let Target::Row(row) = target else { unreachable!("pushes are seen row by row") };
        let mut codes = self.view.codes::<K, T>(line);
        let before = codes;
        let mut free = [true; 64];
        for taking in &self.en_passant {
            let Some(taking_line) = taking.line(outside, Along::Column, row) else {
                continue;
            };
            let values = taking.codes_before::<K, T>(taking_line);
            for i in 0..64 {
                if before[i] == T::default() || values[i] == T::default() {
                    continue;
                }
                let stalemate = before[i] == T::draw()
                    && self.stalemates.is_some_and(|s| s.contains(line.slot(i as u8)));
                let forced = stalemate && std::mem::replace(&mut free[i], false);
                codes[i] = if forced { values[i] } else { codes[i].max(values[i]) };
            }
        }
        before_all(&mut codes, self.view.counting());
        codes
    }
}

#[inline(always)]
fn raise<T: Code>(best: &mut [T], target: Target, codes: &[T; 64]) {
    if let Target::Row(row) = target {
        let start = usize::from(row) * 64;
        for (best, &code) in best[start..start + 64].iter_mut().zip(codes) {
            *best = code.max(*best);
        }
    } else {
        let places = match target {
            Target::Cell(_, column) => usize::from(column)..usize::from(column) + 1,
            _ => 0..64,
        };
        for place in places {
            let best = &mut best[target.slot(place)];
            *best = codes[place].max(*best);
        }
    }
}
