//! Captures by kings and pieces, one group for each pair of men.
//!
//! What follows a capture is known for the position with both men on one square; here it is brought
//! back to the positions from which the capturer gets there.

use shakmaty::{Color, Role};

use super::quiet::{between, reach};
use super::{Departures, MoveGroup, ThreeSets};
use crate::kernel::Kernel;
use crate::layout::Man;
use crate::layout::slices::squares;
use crate::sweep::children::captures::Capture;
use crate::sweep::children::regions::ManSquare;
use crate::sweep::geometry::OutsideMen;

impl Departures<'_> {
    #[inline(always)]
    pub(super) fn captures<K: Kernel>(
        &self,
        side: Color,
        outside: &OutsideMen,
        visit: &mut dyn FnMut(&MoveGroup) -> bool,
    ) -> bool {
        for (i, capture) in self.results.captures.of(!side).iter().enumerate() {
            let (victim, capturer) = capture.men();
            let man = self.man(capturer);
            let mut group = MoveGroup::single(man.role);
            group.takes = Some(self.man(victim).role);
            self.before_capture::<K>(capture, man, outside, &mut group.results);
            if let (Some(marks), false) = (&self.marks, self.captures_leave_kings()) {
                let capture = &marks.captures.of(!side)[i];
                self.before_capture::<K>(capture, man, outside, &mut group.marks);
            }
            if !visit(&group) {
                return false;
            }
        }
        true
    }

    /// The man who stands there.
    fn man(&self, place: ManSquare) -> Man {
        let men = self.geometry.men();
        match place {
            ManSquare::Outside(i) => men[i],
            ManSquare::Row => men[men.len() - 2],
            ManSquare::Column => men[men.len() - 1],
            ManSquare::Fixed(square) => {
                let white = self.geometry.pawns.sides.white >> square & 1 != 0;
                Man { side: Color::from_white(white), role: Role::Pawn }
            }
        }
    }

    /// What a capture leads to, in the positions from which it is made.
    #[inline(always)]
    fn before_capture<K: Kernel>(
        &self,
        capture: &Capture,
        man: Man,
        outside: &OutsideMen,
        into: &mut ThreeSets,
    ) {
        let (victim, capturer) = capture.men();
        let blockers = outside.blockers.set;
        if let ManSquare::Outside(i) = capturer {
            let from = outside.squares[i];
            let seen = reach(man, from, blockers);
            let to = match victim.square(outside) {
                Some(square) => seen & 1 << square,
                None => seen & !blockers,
            };
            for to in squares(to) {
                let mut after = *outside;
                after.squares[i] = to;
                let mut found = [[0; 64]; 3];
                capture.ends::<K>(&after, &mut found);
                let way = between(from, to);
                for (into, found) in into.iter_mut().zip(&found) {
                    for (row, (into, found)) in into.iter_mut().zip(found).enumerate() {
                        if way >> row & 1 == 0 {
                            *into |= found & !way;
                        }
                    }
                }
            }
            return;
        }
        let mut met = [[0; 64]; 3];
        capture.ends::<K>(outside, &mut met);
        for (into, met) in into.iter_mut().zip(&met) {
            if met.iter().all(|&word| word == 0) {
                continue;
            }
            match (capturer, victim.square(outside)) {
                (ManSquare::Row, Some(to)) => {
                    for row in squares(reach(man, to, blockers)) {
                        into[usize::from(row)] = met[usize::from(to)] & !between(row, to);
                    }
                }
                (_, Some(to)) => {
                    for (row, into) in into.iter_mut().enumerate() {
                        if met[row] >> to & 1 != 0 {
                            *into = reach(man, to, blockers | 1 << row);
                        }
                    }
                }
                (ManSquare::Row, None) => {
                    let diagonal = (0..64).fold(0, |set, square| set | met[square] & 1 << square);
                    for (row, into) in into.iter_mut().enumerate() {
                        *into = reach(man, row as u8, blockers) & diagonal;
                    }
                }
                (_, None) => {
                    for (row, into) in into.iter_mut().enumerate() {
                        if met[row] >> row & 1 != 0 {
                            *into = reach(man, row as u8, blockers);
                        }
                    }
                }
            }
        }
    }
}
