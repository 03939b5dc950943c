//! Numbers in a query, on the positions of a block: depths, men and moves that are counted, compared.

use nimzo_chess::{Depth, Metric, Wdl};
use nimzo_retro::kernel::{self, Block};
use nimzo_retro::layout::BLOCK_SLOTS;
use nimzo_retro::layout::slices::squares;
use nimzo_retro::planes::{Cells, DepthPlane, decode};
use nimzo_retro::sweep::MoveGroup;
use shakmaty::{ByColor, Color};

use super::counter::{CountMoves, Counter};
use super::evaluate::{BlockScope, NONE, both, each};
use crate::error::Result;
use crate::language::{MoveTest, Number, Relation};

impl BlockScope<'_> {
    pub(super) fn compare(
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
