//! An expression on the positions of one block with one side to move.

use std::sync::Arc;

use nimzo_chess::rules::set_up;
use nimzo_chess::{Depth, Metric, Wdl};
use nimzo_retro::Layout;
use nimzo_retro::kernel::{self, Block};
use nimzo_retro::layout::slices::squares;
use nimzo_retro::layout::{Address, BLOCK_SLOTS};
use nimzo_retro::planes::{Cells, DepthPlane, WdlPlanes, decode};
use nimzo_retro::sweep::{Departures, MoveGroup, SliceValues};
use nimzo_zugzwang::Kind;
use nimzo_zugzwang::definition::reachable::unreachable;
use shakmaty::{ByColor, Color};

use super::counter::{CountMoves, Counter};
use super::men::BlockMen;
use super::planes::{Source, checks};
use crate::error::{Error, Result};
use crate::language::{Expression, MoveTest, Number, Relation, Squares};

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
    pub source: Option<&'a dyn Source>,
    pub left_out: &'a [(Metric, Color)],
}

/// One block of it.
pub(crate) struct BlockScope<'a> {
    slice: &'a SliceScope<'a>,
    block: usize,
    men: BlockMen,
    counted: ByColor<Option<Vec<Counter>>>,
}

const NONE: Block = [0; 64];

fn each(f: impl Fn(usize) -> u64) -> Block {
    std::array::from_fn(f)
}

fn both(one: &Block, two: &Block) -> Block {
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
    fn position(&self, cell: usize, turn: Color) -> Result<shakmaty::Chess> {
        let layout = self.slice.layout;
        let address = Address { slice: self.slice.slice, slot: self.block * BLOCK_SLOTS + cell };
        let position = layout.board(address).and_then(|board| set_up(&board, turn, None));
        position.ok_or(Error::NotLegal(layout.material()))
    }

    fn compare(
        &mut self,
        one: &Number,
        relation: Relation,
        two: &Number,
        turn: Color,
        within: &Block,
    ) -> Result<Block> {
        match (one, two) {
            (Number::Depth(_, side) | Number::Moves(side, _), _)
            | (_, Number::Depth(_, side) | Number::Moves(side, _))
                if *side != turn =>
            {
                Ok(NONE)
            }
            (Number::Depth(metric, _), Number::Constant(bound)) => {
                self.depths(*metric, turn, within, |plies| relation.holds(plies, *bound))
            }
            (Number::Constant(_), Number::Depth(..)) => {
                self.compare(two, relation.turned(), one, turn, within)
            }
            _ => {
                let (first, exists) = self.number(one, turn, within)?;
                let (second, also) = self.number(two, turn, &exists)?;
                Ok(both(&first.compare(relation, &second), &also))
            }
        }
    }

    /// A number, and where it exists.
    fn number(&mut self, number: &Number, turn: Color, within: &Block) -> Result<(Counter, Block)> {
        Ok(match number {
            Number::Constant(number) => (Counter::constant(*number), *within),
            Number::Men(men, squares) => {
                let mut counter = Counter::new();
                self.men.standing(*men, *squares).for_each(|set| counter.add(&set));
                (counter, *within)
            }
            Number::Moves(_, test) if *test == MoveTest::Or(Vec::new()) => {
                (Counter::new(), *within)
            }
            Number::Moves(_, test) => {
                let number = self.slice.tests[turn].iter().position(|one| one == test);
                let counted = self.counted_moves(turn);
                (number.map_or(Counter::new(), |number| counted[number].clone()), *within)
            }
            Number::Depth(metric, _) => {
                let mut found = Vec::new();
                let exists = self.depths_of(*metric, turn, within, |cell, plies| {
                    found.push((cell, plies));
                    true
                })?;
                (Counter::of(found.into_iter()), exists)
            }
        })
    }

    /// How many moves of the side to move pass each of its tests.
    fn counted_moves(&mut self, turn: Color) -> &[Counter] {
        let slice = self.slice;
        let block = self.block;
        self.counted[turn].get_or_insert_with(|| {
            let tests = &slice.tests[turn];
            let mut counters = vec![Counter::new(); tests.len()];
            if let Some(departures) = &slice.departures {
                departures.each_group(turn, block, &mut |group| {
                    for (test, counter) in tests.iter().zip(&mut counters) {
                        let chosen = passing(test, group);
                        if chosen != NONE {
                            kernel::run(CountMoves { group, chosen: &chosen, counter });
                        }
                    }
                    true
                });
            }
            counters
        })
    }

    /// The positions whose depth satisfies a condition.
    fn depths(
        &self,
        metric: Metric,
        turn: Color,
        within: &Block,
        holds: impl Fn(u16) -> bool,
    ) -> Result<Block> {
        let plane = &self.plane(metric)?[turn];
        match &plane.cells {
            Cells::Narrow(cells) if !self.slice.left_out.contains(&(metric, turn)) => {
                // There are only 256 codes: each is decided once.
                let mut passes = [false; 256];
                for (code, passes) in passes.iter_mut().enumerate() {
                    let plies = decode(code as u32, 0x80, plane.unit).and_then(Depth::plies);
                    *passes = plies.is_some_and(&holds);
                }
                let cells = &cells[self.block * BLOCK_SLOTS..(self.block + 1) * BLOCK_SLOTS];
                Ok(each(|row| {
                    let codes = cells[row * 64..row * 64 + 64].iter().rev();
                    codes.fold(0, |word, &code| word << 1 | u64::from(passes[usize::from(code)]))
                }))
            }
            _ => self.depths_of(metric, turn, within, |_, plies| holds(plies)),
        }
    }

    /// The same, one position after the other.
    fn depths_of(
        &self,
        metric: Metric,
        turn: Color,
        within: &Block,
        mut holds: impl FnMut(usize, u16) -> bool,
    ) -> Result<Block> {
        let mut found = NONE;
        for (row, word) in within.iter().enumerate() {
            for column in squares(*word) {
                let cell = row * 64 + usize::from(column);
                if self.plies(metric, turn, cell)?.is_some_and(|plies| holds(cell, plies)) {
                    found[row] |= 1 << column;
                }
            }
        }
        Ok(found)
    }

    fn plane(&self, metric: Metric) -> Result<&ByColor<DepthPlane>> {
        let class = self.slice.layout.material();
        let missing = nimzo_retro::Error::Unsolved { class, metric };
        let planes = self.slice.values.depths[metric].as_ref();
        Ok(planes.ok_or(missing)?)
    }

    /// The depth of a cell; a draw and an illegal position have none.
    pub fn plies(&self, metric: Metric, turn: Color, cell: usize) -> Result<Option<u16>> {
        if let (Some(source), true) =
            (self.slice.source, self.slice.left_out.contains(&(metric, turn)))
        {
            let depth = source.depth(&self.position(cell, turn)?, metric)?;
            return Ok(depth.and_then(|depth| depth.at_least().plies()));
        }
        let depth = self.plane(metric)?[turn].get(self.block * BLOCK_SLOTS + cell);
        Ok(depth.and_then(Depth::plies))
    }
}

impl BlockScope<'_> {
    /// The result of a cell.
    pub fn result_of(&self, turn: Color, cell: usize) -> Wdl {
        let slot = self.block * BLOCK_SLOTS + cell;
        self.slice.values.wdl_at(turn, slot).unwrap_or(Wdl::Draw)
    }

    /// The depth of a cell when the other side is to move; 0 where there is none.
    pub fn passed_plies(&self, metric: Metric, turn: Color, cell: usize) -> Result<u16> {
        let legal = self.legal(!turn)[cell >> 6] >> (cell & 63) & 1 != 0;
        Ok(if legal { self.plies(metric, !turn, cell)?.unwrap_or(0) } else { 0 })
    }
}

/// The positions after the moves of a group that pass a test.
fn passing(test: &MoveTest, group: &MoveGroup) -> Block {
    let [lost, drawn, won] = &group.results;
    let every = || each(|row| lost[row] | drawn[row] | won[row]);
    let all_or_none = |passes: bool| if passes { every() } else { NONE };
    let [mate, stalemate, check] = &group.marks;
    match test {
        MoveTest::And(all) => all.iter().fold(every(), |set, one| both(&set, &passing(one, group))),
        MoveTest::Or(all) => all
            .iter()
            .map(|one| passing(one, group))
            .fold(NONE, |set, more| each(|row| set[row] | more[row])),
        MoveTest::Not(one) => {
            let (all, passing) = (every(), passing(one, group));
            each(|row| all[row] & !passing[row])
        }
        MoveTest::Result(Wdl::Win) => *won,
        MoveTest::Result(Wdl::Draw) => *drawn,
        MoveTest::Result(Wdl::Loss) => *lost,
        MoveTest::Takes(None) => all_or_none(group.takes.is_some()),
        MoveTest::Takes(role) => all_or_none(group.takes == *role),
        MoveTest::Promotes(None) => all_or_none(group.promotes.is_some()),
        MoveTest::Promotes(role) => all_or_none(group.promotes == *role),
        MoveTest::By(role) => all_or_none(group.by == *role),
        MoveTest::Check => *check,
        MoveTest::Mate => *mate,
        MoveTest::Stalemate => *stalemate,
    }
}
