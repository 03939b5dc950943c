//! An expression on the positions of one block with one side to move.

use std::sync::Arc;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Metric, Wdl};
use nimzo_retro::Layout;
use nimzo_retro::kernel::Block;
use nimzo_retro::layout::slices::squares;
use nimzo_retro::layout::{Address, BLOCK_SLOTS};
use nimzo_retro::planes::WdlPlanes;
use nimzo_retro::sweep::{Departures, SliceValues};
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::definition::reachable::unreachable;
use shakmaty::{ByColor, Color};

use super::counter::Counter;
use super::men::BlockMen;
use super::planes::{SliceSource, checks};
use crate::error::{Error, Result};
use crate::language::{Expression, MoveTest, Squares};

/// A slice with all that a query asks of it.
pub(crate) struct SliceScope<'a> {
    pub layout: &'a Layout,
    pub slice: usize,
    pub values: SliceValues,
    pub departures: Option<Departures<'a>>,
    pub marks: Option<Arc<ByColor<WdlPlanes>>>,
    /// Every test of moves in the query, by the side that moves.
    pub tests: &'a ByColor<Vec<MoveTest>>,
    /// For single positions, where there are only bare results in the slice.
    pub source: Option<&'a dyn SliceSource>,
    pub left_out: &'a [(Metric, Color)],
}

/// One block of it.
pub(crate) struct BlockScope<'a> {
    pub(super) slice: &'a SliceScope<'a>,
    pub(super) block: usize,
    pub(super) men: BlockMen,
    pub(super) counted: ByColor<Option<Vec<Counter>>>,
}

pub(super) const NONE: Block = [0; 64];

pub(super) fn each(f: impl Fn(usize) -> u64) -> Block {
    std::array::from_fn(f)
}

pub(super) fn both(one: &Block, two: &Block) -> Block {
    each(|row| one[row] & two[row])
}

impl<'a> BlockScope<'a> {
    pub fn new(slice: &'a SliceScope<'a>, block: usize) -> Self {
        let men = BlockMen::new(slice.layout, slice.slice, block);
        Self { slice, block, men, counted: ByColor::default() }
    }

    /// The legal positions with a side to move.
    pub fn legal(&self, turn: Color) -> Block {
        let planes = &self.slice.values.wdl[turn];
        each(|row| {
            let word = self.block * 64 + row;
            planes.win[word] | planes.draw[word] | planes.loss[word]
        })
    }

    /// The positions of `within`, all legal with `turn` to move, in which an expression holds.
    pub fn holds(&mut self, expression: &Expression, turn: Color, within: &Block) -> Result<Block> {
        if *within == NONE {
            return Ok(NONE);
        }
        let all_or_none = |holds: bool| Ok(if holds { *within } else { NONE });
        let found = match expression {
            Expression::And(all) => {
                let mut left = *within;
                for one in all {
                    left = self.holds(one, turn, &left)?;
                }
                return Ok(left);
            }
            Expression::Or(all) => {
                let mut open = *within;
                for one in all {
                    let found = self.holds(one, turn, &open)?;
                    open = each(|row| open[row] & !found[row]);
                }
                return Ok(each(|row| within[row] & !open[row]));
            }
            Expression::Not(one) => {
                let found = self.holds(one, turn, within)?;
                return Ok(each(|row| within[row] & !found[row]));
            }
            Expression::Legal => return Ok(*within),
            Expression::ToMove(side) => return all_or_none(*side == turn),
            Expression::Result(side, _) | Expression::Spoilt(side, _) if *side != turn => {
                return Ok(NONE);
            }
            Expression::Result(_, wdl) => self.result(turn, *wdl),
            Expression::Spoilt(_, wdl) => self.spoilt(turn, *wdl)?,
            Expression::Compare(one, relation, two) => {
                self.compare(one, *relation, two, turn, within)?
            }
            Expression::On(men, squares) => {
                let mut found = NONE;
                for standing in self.men.standing(*men, *squares) {
                    found = each(|row| found[row] | standing[row]);
                }
                found
            }
            Expression::Attacks(one, two) => self.men.attacks(*one, *two),
            Expression::SameColorBishops => self.same_color_bishops(),
            Expression::OppositeColorBishops => self.opposite_color_bishops(),
            Expression::Check => checks(&self.slice.values.wdl, turn, self.block),
            Expression::Mate => self.marks(turn, |planes| &planes.win),
            Expression::Stalemate => self.marks(turn, |planes| &planes.draw),
            Expression::Reachable => self.reachable(turn, within)?,
            Expression::Zugzwang(kinds) => {
                let mut found = NONE;
                for kind in kinds {
                    let zugzwangs = self.zugzwangs(*kind, turn);
                    found = each(|row| found[row] | zugzwangs[row]);
                }
                found
            }
            Expression::Null(one) => {
                let passed = both(within, &self.legal(!turn));
                return self.holds(one, !turn, &passed);
            }
        };
        Ok(both(&found, within))
    }

    fn result(&self, turn: Color, wdl: Wdl) -> Block {
        let planes = &self.slice.values.wdl[turn];
        let plane = match wdl {
            Wdl::Win => &planes.win,
            Wdl::Draw => &planes.draw,
            Wdl::Loss => &planes.loss,
        };
        each(|row| plane[self.block * 64 + row])
    }

    fn spoilt(&self, turn: Color, wdl: Wdl) -> Result<Block> {
        let class = self.slice.layout.material();
        let missing = nimzo_retro::Error::Unsolved { class, metric: Metric::Dtz50 };
        let rule = &self.slice.values.rule.as_ref().ok_or(missing)?[turn];
        let standing = if wdl == Wdl::Win { &rule.win } else { &rule.loss };
        let all = self.result(turn, wdl);
        Ok(each(|row| all[row] & !standing[self.block * 64 + row]))
    }

    fn marks(&self, turn: Color, plane: impl Fn(&WdlPlanes) -> &[u64]) -> Block {
        let Some(marks) = &self.slice.marks else { return NONE };
        let words = plane(&marks[turn]);
        each(|row| words[self.block * 64 + row])
    }

    /// Without en passant rights the third position of a zugzwang is the first.
    fn zugzwangs(&self, kind: Kind, turn: Color) -> Block {
        let [first, second, third] = kind.values();
        if first != third {
            return NONE;
        }
        both(&self.result(turn, first), &self.result(!turn, -second))
    }

    fn same_color_bishops(&self) -> Block {
        let light = self.men.bishops(None, Squares::LIGHT);
        if light.len() < 2 {
            return NONE;
        }
        each(|row| {
            let all = light.iter().fold(!0, |set, one| set & one[row]);
            let any = light.iter().fold(0, |set, one| set | one[row]);
            all | !any
        })
    }

    fn opposite_color_bishops(&self) -> Block {
        let of = |side| self.men.bishops(Some(side), Squares::LIGHT);
        match (&of(Color::White)[..], &of(Color::Black)[..]) {
            ([white], [black]) => each(|row| white[row] ^ black[row]),
            _ => NONE,
        }
    }

    /// Positions that are checks are looked at one by one; no other has a simple proof.
    fn reachable(&self, turn: Color, within: &Block) -> Result<Block> {
        let mut found = *within;
        let suspects = both(&checks(&self.slice.values.wdl, turn, self.block), within);
        for (row, word) in suspects.iter().enumerate() {
            for column in squares(*word) {
                let cell = row * 64 + usize::from(column);
                if unreachable(&self.position(cell, turn)?).is_some() {
                    found[row] &= !(1 << column);
                }
            }
        }
        Ok(found)
    }

    /// The position of a cell of the block.
    pub(super) fn position(&self, cell: usize, turn: Color) -> Result<shakmaty::Chess> {
        let layout = self.slice.layout;
        let address = Address { slice: self.slice.slice, slot: self.block * BLOCK_SLOTS + cell };
        let position = layout.board(address).and_then(|board| set_up(&board, turn, None));
        position.ok_or(Error::NotLegal(layout.material()))
    }

    /// The result of a cell.
    pub fn result_of(&self, turn: Color, cell: usize) -> Wdl {
        let slot = self.block * BLOCK_SLOTS + cell;
        self.slice.values.wdl_at(turn, slot).unwrap_or(Wdl::Draw)
    }
}
