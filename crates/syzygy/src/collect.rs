//! The cells of a class in the order of Syzygy's numbers.

use nimzo_chess::Material;
use nimzo_retro::layout::slices::Pawns;
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_retro::layout::{Layout, MAX_PIECES};
use nimzo_work::{Interrupted, Task};
use rayon::prelude::*;
use shakmaty::Role;

use crate::cells::{ANY_DEPTH, ANY_RESULT};
use crate::index::{Digits, Numbering, Order, orders};
use crate::stream::Runs;

/// What is known of a slot.
pub trait Cell: Copy + Send + Sync {
    /// Nothing has to be said of it.
    const ANY: Self;
}

impl Cell for u8 {
    const ANY: Self = ANY_RESULT;
}

impl Cell for u16 {
    const ANY: Self = ANY_DEPTH;
}

/// The cells of the slices of a class with one side to move; empty for slices that are not needed.
pub type Cells<T> = Vec<Vec<T>>;

/// Cells by Syzygy's numbers.
pub struct Numbered<'a, T> {
    numbering: Numbering,
    layout: &'a Layout,
    cells: &'a Cells<T>,
    /// Which man of the order each man of the layout is.
    men: [usize; MAX_PIECES],
    /// The slice of each set of pawns and how it is brought there, by the digits of both groups of pawns.
    slices: Vec<(usize, Symmetry)>,
    /// How many digits the second group of pawns has.
    others: usize,
}

/// Numbers that a thread takes at a time.
const PIECE: usize = 1 << 14;

/// How an order is judged at first: by so many stretches of so many numbers.
const STRETCHES: u64 = 48;
const STRETCH: u64 = 128;

impl<'a, T: Cell> Numbered<'a, T> {
    /// By an order of men, for leading pawns on this file if there are pawns.
    pub fn by(order: Order, file: u8, layout: &'a Layout, cells: &'a Cells<T>) -> Self {
        let mut men = [0; MAX_PIECES];
        let mut left: Vec<usize> = (0..order.men.len()).collect();
        for (found, wanted) in men.iter_mut().zip(layout.men()) {
            let is_wanted =
                |&i: &usize| (order.men[i].color, order.men[i].role) == (wanted.side, wanted.role);
            let at = left.iter().position(is_wanted).expect("the men of this class");
            *found = left.remove(at);
        }
        let both = order.other_pawns.is_some();
        let has_pawns = order.men[0].role == Role::Pawn;
        let numbering = Numbering::new(order, file);
        let others = if both { numbering.group_len(1) } else { 1 };
        let leads = if has_pawns { numbering.group_len(0) } else { 1 };
        let slice = |number: usize| {
            let digits = Digits::of_pawns(number / others, number % others);
            let squares = numbering.squares(&digits);
            let mut pawns = Pawns::default();
            for (man, &square) in numbering.order.men.iter().zip(&squares) {
                if man.role == Role::Pawn {
                    pawns.sides[man.color] |= 1 << square;
                }
            }
            layout.slice_of(pawns).expect("each set of pawns of a class has a slice")
        };
        let slices = (0..leads * others).map(slice).collect();
        Self { numbering, layout, cells, men, slices, others }
    }

    /// By the order that leaves the fewest runs, as far as some stretches can tell: of all orders the
    /// better half is looked at twice as closely, and so on.
    pub fn in_best_order<R: Runs<Cell = T> + Default>(
        class: Material,
        file: u8,
        layout: &'a Layout,
        cells: &'a Cells<T>,
        task: &Task,
    ) -> Result<Self, Interrupted> {
        let orders = orders(class).into_par_iter();
        let mut left: Vec<Self> =
            orders.map(|order| Self::by(order, file, layout, cells)).collect();
        let mut stretches = STRETCHES;
        while left.len() > 1 {
            let judge = |numbered: Self| {
                task.check()?;
                Ok((numbered.runs::<R>(stretches), numbered))
            };
            let mut judged =
                left.into_par_iter().map(judge).collect::<Result<Vec<_>, Interrupted>>()?;
            judged.sort_by_key(|(runs, _)| *runs);
            judged.truncate(judged.len().div_ceil(2));
            left = judged.into_iter().map(|(_, numbered)| numbered).collect();
            stretches *= 2;
        }
        Ok(left.pop().expect("every class has an order"))
    }

    /// The order.
    pub fn order(&self) -> &Order {
        &self.numbering.order
    }

    /// The slices that are read.
    pub fn needed_slices(&self) -> impl Iterator<Item = usize> {
        self.slices.iter().map(|&(slice, _)| slice)
    }

    #[inline(always)]
    fn at(&self, digits: &Digits) -> T {
        let squares = self.numbering.squares(digits);
        let (slice, mirror) = match self.slices[..] {
            [only] => only,
            ref all => all[digits.of_group(0) * self.others + self.second_digit(digits)],
        };
        let count = self.layout.men().len();
        let mut men = [0; MAX_PIECES];
        for (square, &man) in men[..count].iter_mut().zip(&self.men) {
            *square = mirror.square(squares[man]);
        }
        self.layout.slot(&men).map_or(T::ANY, |slot| self.cells[slice][slot])
    }

    #[inline(always)]
    fn second_digit(&self, digits: &Digits) -> usize {
        if self.others > 1 { digits.of_group(1) } else { 0 }
    }

    /// All cells.
    pub fn collect(&self, task: &Task) -> Result<Vec<T>, Interrupted> {
        let mut found = vec![T::ANY; self.numbering.len() as usize];
        found.par_chunks_mut(PIECE).enumerate().try_for_each(|(piece, found)| {
            task.check()?;
            let mut digits = self.numbering.digits_of((piece * PIECE) as u64);
            for cell in found {
                *cell = self.at(&digits);
                self.numbering.advance(&mut digits);
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// How many runs begin in some stretches, always the same ones.
    fn runs<R: Runs<Cell = T> + Default>(&self, stretches: u64) -> usize {
        let numbers = self.numbering.len();
        let stretch = STRETCH.min(numbers);
        let mut found = 0;
        for i in 0..stretches {
            // Multiples of the golden ratio are spread evenly, and do not keep step with any digit.
            let fraction = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            let scaled = u128::from(fraction) * u128::from(numbers - stretch + 1);
            let start = (scaled >> 64) as u64;
            let mut digits = self.numbering.digits_of(start);
            let mut runs = R::default();
            for _ in 0..stretch {
                found += usize::from(runs.next(self.at(&digits)));
                self.numbering.advance(&mut digits);
            }
        }
        found
    }
}
