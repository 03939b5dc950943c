//! The positions of a class in which a query holds: how many, and the first or deepest of them.

use nimzo_chess::rules::set_up;
use nimzo_chess::{Material, Metric, Wdl};
use nimzo_retro::layout::slices::squares;
use nimzo_retro::layout::symmetry::Symmetry;
use nimzo_retro::layout::{Address, BLOCK_SLOTS, Layout};
use nimzo_retro::sweep::layout_of;
use nimzo_work::{Stage, Task};
use rayon::prelude::*;
use shakmaty::{ByColor, Chess, Color, Role};

use crate::blocks::{BlockScope, Marks, Planes, SliceScope, SliceSource};
use crate::error::{Error, Result};
use crate::language::{Expression, MoveTest, Number, Query};
use crate::plain::{find_image, image};

/// What is wanted beside the count.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// So many positions at most.
    pub limit: usize,
    /// The deepest by this metric instead of the first. A draw counts with the depth that the position
    /// has when the other side is to move.
    pub deepest_by: Option<Metric>,
}

/// What was found in a class.
#[derive(Debug, Clone)]
pub struct Found {
    /// The class.
    pub class: Material,
    /// Positions with either side to move; mirror images and like men exchanged count once.
    pub counts: ByColor<u64>,
    /// Those that were wanted, in the mirror image in which the query holds, with the result of the
    /// side to move.
    pub positions: Vec<(Chess, Wdl)>,
}

impl Found {
    /// With either side to move.
    pub fn count(&self) -> u64 {
        self.counts.white + self.counts.black
    }
}

/// A position found, before it is set up. Ordered: deepest first, then by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    depth: std::cmp::Reverse<u16>,
    slice: usize,
    black: bool,
    slot: usize,
    symmetry: u8,
    result: Wdl,
}

/// What has been found so far.
#[derive(Default)]
pub(crate) struct Tally {
    counts: ByColor<u64>,
    hits: Vec<Hit>,
}

impl Tally {
    /// The positions set up.
    pub(crate) fn found(self, layout: &Layout) -> Result<Found> {
        let class = layout.material();
        let set_up = |hit: &Hit| {
            let address = Address { slice: hit.slice, slot: hit.slot };
            let turn = Color::from_black(hit.black);
            let position = layout.board(address).and_then(|board| set_up(&board, turn, None));
            let position = position.and_then(|position| image(&position, Symmetry(hit.symmetry)));
            Ok((position.ok_or(Error::NotLegal(class))?, hit.result))
        };
        let positions = self.hits.iter().map(set_up).collect::<Result<_>>()?;
        Ok(Found { class, counts: self.counts, positions })
    }

    fn keep(&mut self, limit: usize) {
        self.hits.sort_unstable();
        self.hits.truncate(limit);
    }

    pub(crate) fn join(mut self, other: Self, limit: usize) -> Self {
        self.counts.white += other.counts.white;
        self.counts.black += other.counts.black;
        self.hits.extend(other.hits);
        self.keep(limit);
        self
    }
}

/// Searches a class on blocks.
pub fn search(
    source: &dyn SliceSource,
    class: Material,
    query: &Query,
    wanted: Wanted,
    task: &Task,
) -> Result<Found> {
    if !class.is_canonical() {
        return Err(Error::NotCanonical(class));
    }
    let layout = &*layout_of(class)?;
    let images = images(query, class);
    let mut metrics = query.metrics();
    metrics.extend(wanted.deepest_by.filter(|metric| !metrics.contains(metric)));
    let mut left_out = Vec::new();
    for &metric in &metrics {
        left_out.extend(source.left_out(class, metric)?.map(|side| (metric, side)));
    }
    let tests = &move_tests(query);
    let planes = Planes::new(source);
    let marks_below = Marks(&planes);
    let with_moves = query.asks_for_moves();
    let with_marks = query.asks_for_marks();
    let prepared = match with_moves {
        true => Some(planes.prepare(class, with_marks, task)?),
        false => None,
    };
    let stage = task.stage(&format!("{class}, positions"), layout.slices() as u64);
    let counting = &task.stage(&format!("{class}, found"), 0);
    let one = |slice: usize| -> Result<Tally> {
        task.check()?;
        let values = match &prepared {
            Some(class) if metrics.is_empty() => class.values(slice)?,
            _ => source.slice(class, &metrics, slice, task)?,
        };
        let departures = match &prepared {
            Some(class) => {
                let marks = with_marks.then_some(&marks_below);
                Some(planes.departures(class, slice, &values.wdl, marks)?)
            }
            None => None,
        };
        let marks = prepared.as_ref().and_then(|class| class.marks(slice).cloned());
        let left_out = &left_out[..];
        let scope = SliceScope {
            layout,
            slice,
            values,
            departures,
            marks,
            tests,
            source: Some(source),
            left_out,
        };
        let found = search_slice(&scope, &images, wanted, counting, task);
        stage.advance(1);
        found
    };
    let joined = |one: Tally, two: Tally| Ok(one.join(two, wanted.limit));
    // A class without pawns is one slice, which is shared out by blocks.
    let tally = (0..layout.slices())
        .into_par_iter()
        .with_max_len(1)
        .map(one)
        .try_reduce(Tally::default, joined)?;
    tally.found(layout)
}

/// The query as it is asked of a class: for each mirror image, what is cheap first.
pub(crate) fn images(query: &Query, class: Material) -> Vec<(Symmetry, Expression)> {
    let asked = |expression| cheap_first(possible(expression, class));
    query.images(class).into_iter().map(|(g, one)| (g, asked(one))).collect()
}

/// Blocks that are looked at between two questions whether to go on.
const CHUNK: usize = 64;

pub(crate) fn search_slice(
    scope: &SliceScope<'_>,
    images: &[(Symmetry, Expression)],
    wanted: Wanted,
    counting: &Stage<'_>,
    task: &Task,
) -> Result<Tally> {
    let blocks = scope.layout.blocks();
    (0..blocks.div_ceil(CHUNK))
        .into_par_iter()
        .map(|chunk| {
            task.check()?;
            let mut tally = Tally::default();
            for block in chunk * CHUNK..blocks.min((chunk + 1) * CHUNK) {
                search_block(scope, block, images, wanted, &mut tally)?;
                if tally.hits.len() > 2 * wanted.limit + CHUNK {
                    tally.keep(wanted.limit);
                }
            }
            tally.keep(wanted.limit);
            counting.advance(tally.counts.white + tally.counts.black);
            Ok(tally)
        })
        .try_reduce(Tally::default, |one, two| Ok(one.join(two, wanted.limit)))
}

fn search_block(
    scope: &SliceScope<'_>,
    block: usize,
    images: &[(Symmetry, Expression)],
    wanted: Wanted,
    tally: &mut Tally,
) -> Result<()> {
    let counted = scope.layout.counted(scope.slice, block);
    if *counted == [0; 64] {
        return Ok(());
    }
    let mut within = BlockScope::new(scope, block);
    for turn in Color::ALL {
        let mut open = within.legal(turn);
        open.iter_mut().zip(counted).for_each(|(word, counted)| *word &= counted);
        for (symmetry, expression) in images {
            let found = within.holds(expression, turn, &open)?;
            for (row, (open, found)) in open.iter_mut().zip(found).enumerate() {
                *open &= !found;
                tally.counts[turn] += u64::from(found.count_ones());
                if wanted.limit == 0
                    || (wanted.deepest_by.is_none() && tally.hits.len() >= 2 * wanted.limit)
                {
                    continue;
                }
                for column in squares(found) {
                    let cell = row * 64 + usize::from(column);
                    let depth = match wanted.deepest_by {
                        None => 0,
                        Some(metric) => match within.plies(metric, turn, cell)? {
                            Some(plies) => plies,
                            None => within.passed_plies(metric, turn, cell)?,
                        },
                    };
                    let slot = block * BLOCK_SLOTS + cell;
                    tally.hits.push(Hit {
                        depth: std::cmp::Reverse(depth),
                        slice: scope.slice,
                        black: turn.is_black(),
                        slot,
                        symmetry: symmetry.0,
                        result: within.result_of(turn, cell),
                    });
                }
            }
        }
    }
    Ok(())
}

/// The tests of moves in a query, each once.
pub(crate) fn move_tests(query: &Query) -> ByColor<Vec<MoveTest>> {
    let mut found: ByColor<Vec<MoveTest>> = ByColor::default();
    for number in query.expression.numbers() {
        match number {
            Number::Moves(side, test) if !found[*side].contains(test) => {
                found[*side].push(test.clone());
            }
            _ => {}
        }
    }
    found
}

/// The same expression with what is quickly decided before what is not.
fn cheap_first(expression: Expression) -> Expression {
    let ordered = |all: Vec<Expression>| {
        let mut all: Vec<Expression> = all.into_iter().map(cheap_first).collect();
        all.sort_by_key(cost);
        all
    };
    match expression {
        Expression::And(all) => Expression::And(ordered(all)),
        Expression::Or(all) => Expression::Or(ordered(all)),
        Expression::Not(one) => Expression::Not(Box::new(cheap_first(*one))),
        Expression::Null(one) => Expression::Null(Box::new(cheap_first(*one))),
        other => other,
    }
}

/// The same expression with promotions of a side without pawns known to be none.
fn possible(expression: Expression, class: Material) -> Expression {
    let all = |list: Vec<Expression>| list.into_iter().map(|one| possible(one, class)).collect();
    let number = |number: Number| match number {
        Number::Moves(side, test)
            if test.asks_for_promotion() && class.army(side).count(Role::Pawn) == 0 =>
        {
            Number::Moves(side, MoveTest::Or(Vec::new()))
        }
        other => other,
    };
    match expression {
        Expression::And(list) => Expression::And(all(list)),
        Expression::Or(list) => Expression::Or(all(list)),
        Expression::Not(one) => Expression::Not(Box::new(possible(*one, class))),
        Expression::Null(one) => Expression::Null(Box::new(possible(*one, class))),
        Expression::Compare(one, relation, two) => {
            Expression::Compare(number(one), relation, number(two))
        }
        other => other,
    }
}

/// What an expression costs, roughly.
fn cost(expression: &Expression) -> u32 {
    let moves = |number: &&Number| match number {
        Number::Moves(_, test) => *test != MoveTest::Or(Vec::new()),
        _ => false,
    };
    let depth = |number: &&Number| matches!(number, Number::Depth(..));
    let numbers = expression.numbers();
    if numbers.iter().any(moves) {
        3
    } else if expression.parts().contains(&&Expression::Reachable) {
        2
    } else {
        u32::from(numbers.iter().any(depth))
    }
}

/// The count by the plain evaluator, position by position: what [`search`] is held to.
pub fn count_plainly(
    source: &dyn SliceSource,
    class: Material,
    query: &Query,
) -> Result<ByColor<u64>> {
    let layout = Layout::new(class).ok_or(nimzo_retro::Error::TooLarge(class))?;
    let one = |slice: usize, block: usize| -> Result<ByColor<u64>> {
        let mut counts = ByColor::default();
        for (row, word) in layout.counted(slice, block).iter().enumerate() {
            for column in squares(*word) {
                let slot = block * BLOCK_SLOTS + row * 64 + usize::from(column);
                let Some(board) = layout.board(Address { slice, slot }) else { continue };
                for turn in Color::ALL {
                    let Some(position) = set_up(&board, turn, None) else { continue };
                    counts[turn] += u64::from(find_image(query, &position, source)?.is_some());
                }
            }
        }
        Ok(counts)
    };
    (0..layout.slices() * layout.blocks())
        .into_par_iter()
        .map(|number| one(number / layout.blocks(), number % layout.blocks()))
        .try_reduce(ByColor::default, |one, two| {
            Ok(ByColor { white: one.white + two.white, black: one.black + two.black })
        })
}
