//! A look through many games for one in a given region of the classification.
//!
//! Three kinds of game are met. A single partition is a finite game and its region is exact. The
//! endless stairs of a step under moves of fixed reach repeat, so their region is exact too. A
//! line of growing diagrams under sliding pieces is only followed as far as the bound says.

use std::collections::BTreeMap;
use std::fmt;

use nimzo_work::Task;
use rayon::prelude::*;

use super::catalogue::{GrowingHooks, short_queens, short_steps};
use super::census::properties_of_all;
use crate::Result;
use crate::young::{
    Census, Classification, EndlessStairs, Extent, Moveset, Partition, Piece, Region, Shapes,
    ValueMap, classify_reachable, classify_stairs,
};

/// How far each part of the search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchPlan {
    /// Size of partitions under the seven pieces.
    pub pieces: u32,
    /// Size of partitions under every moveset of the catalogue.
    pub movesets: u32,
    /// Size of the steps of endless stairs.
    pub steps: u32,
    /// Longest narrow side on a line of growing diagrams.
    pub lines: u32,
}

impl Default for SearchPlan {
    fn default() -> Self {
        Self { pieces: 50, movesets: 26, steps: 6, lines: 16 }
    }
}

/// What a game is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayedOn {
    /// One partition and all that play on it reaches.
    Single(Partition),
    /// Stairs of any number of copies, and all their subpartitions.
    Stairs(Partition),
    /// The members of a line from one narrow side to another, each with all that play reaches.
    Growing(GrowingHooks, u32, u32),
}

impl fmt::Display for PlayedOn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayedOn::Single(partition) => write!(f, "{partition}"),
            PlayedOn::Stairs(step) => write!(f, "stairs of {step}, any number of copies"),
            PlayedOn::Growing(line, from, to) => write!(f, "{line} for l = {from} to {to}"),
        }
    }
}

/// A game found in a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FoundGame {
    /// How the pieces move.
    pub moveset: Moveset,
    /// What they move on.
    pub played_on: PlayedOn,
}

impl FoundGame {
    /// Fewer cells and fewer kinds of move first.
    fn key(&self) -> (u64, usize, String) {
        let cells = match &self.played_on {
            PlayedOn::Single(partition) | PlayedOn::Stairs(partition) => partition.size(),
            PlayedOn::Growing(line, from, _) => line.member(*from).map_or(0, |first| first.size()),
        };
        let kinds = self.moveset.steps().len() + self.moveset.slides().len();
        (cells, kinds, format!("{} {}", self.played_on, self.moveset))
    }

    /// Classifies the found game afresh, by its own diagrams: the properties it must have, each
    /// with the number of positions tested, and those it must lack, each with a witness.
    pub fn check(&self, task: &Task) -> Result<Classification> {
        match &self.played_on {
            PlayedOn::Single(partition) => check_single(partition, &self.moveset, task),
            PlayedOn::Stairs(step) => match EndlessStairs::solve(step, &self.moveset, task)? {
                Some(blocks) => classify_stairs(&blocks, task),
                None => check_single(step, &self.moveset, task),
            },
            PlayedOn::Growing(line, from, to) => {
                let mut found = Classification::empty(Extent::Side(*to));
                for member in (*from..=*to).filter_map(|narrow| line.member(narrow)) {
                    found = found.merge(check_single(&member, &self.moveset, task)?);
                }
                Ok(found)
            }
        }
    }
}

fn check_single(partition: &Partition, moveset: &Moveset, task: &Task) -> Result<Classification> {
    classify_reachable(&ValueMap::solve(partition, moveset, task)?, task)
}

/// One part of the search.
#[derive(Clone, Debug)]
pub struct SearchPart {
    /// What was looked through, with its bound.
    pub what: String,
    /// How many games that were.
    pub games: u64,
    /// For each region met, how many games lie in it and the smallest of them.
    pub hits: BTreeMap<Region, (u64, FoundGame)>,
}

impl SearchPart {
    fn new(what: String) -> Self {
        Self { what, games: 0, hits: BTreeMap::new() }
    }

    fn add(&mut self, region: Region, count: u64, find: FoundGame) {
        let hit = self.hits.entry(region).or_insert_with(|| (0, find.clone()));
        hit.0 += count;
        if find.key() < hit.1.key() {
            hit.1 = find;
        }
    }

    fn merge(mut self, other: Self) -> Self {
        self.games += other.games;
        for (region, (count, find)) in other.hits {
            self.add(region, count, find);
        }
        self
    }
}

/// Why no game whatever lies in a region, where that is known.
///
/// In a pet game a position that is not terminal has an option of normal value 0 if its own is
/// positive, and one of misère value 0 if its own is positive; the only pairs with a 0 are (0,1)
/// and (1,0). A move from a (0,1) leads to a position of positive normal value, hence with an
/// option (0,1); a move from a (1,0) leads to one of positive misère value, hence, if it is not
/// terminal, with an option (1,0). So pet games are returnable.
pub fn why_empty(region: Region) -> Option<&'static str> {
    use super::{Strength, Turning};
    (region.strength == Strength::Pet && region.turning == Turning::NotReturnable).then_some(
        "no game at all is here: in a pet game the only values with a 0 are (0,1) and (1,0), so a \
         position of positive normal (misère) value that is not terminal has an option (0,1) \
         ((1,0)), and every move from a swap position can be returned",
    )
}

/// Looks through all parts of the plan.
pub fn search(plan: SearchPlan, task: &Task) -> Result<Vec<SearchPart>> {
    Ok(vec![
        single_games(
            &Piece::ALL.map(Piece::moveset),
            plan.pieces,
            format!("the seven pieces on each partition of size up to {}", plan.pieces),
            task,
        )?,
        single_games(
            &[short_steps(), short_queens()].concat(),
            plan.movesets,
            format!(
                "all sets of steps of at most 2 rows and 2 columns, and all queens of reach 0 to 4 \
                 or unbounded in each direction, on each partition of size up to {}",
                plan.movesets
            ),
            task,
        )?,
        endless_stairs(plan.steps, task)?,
        growing_lines(plan.lines, task)?,
    ])
}

fn single_games(movesets: &[Moveset], size: u32, what: String, task: &Task) -> Result<SearchPart> {
    let shapes = Shapes::up_to(size as usize, task)?;
    let progress = task.stage(&what, movesets.len() as u64);
    let one = |moveset: &Moveset| -> Result<SearchPart> {
        let unwatched = task.unwatched();
        let census = Census::solve(&shapes, moveset, &unwatched)?;
        let mut first: BTreeMap<Region, (u64, usize)> = BTreeMap::new();
        for (at, properties) in
            properties_of_all(&census, &unwatched)?.into_iter().enumerate().skip(1)
        {
            first.entry(properties.region()).or_insert((0, at)).0 += 1;
        }
        let mut stage =
            SearchPart { games: shapes.count() as u64, ..SearchPart::new(what.clone()) };
        for (region, (count, at)) in first {
            if let Some(partition) = shapes.partition(at) {
                let played_on = PlayedOn::Single(partition);
                stage.add(region, count, FoundGame { moveset: moveset.clone(), played_on });
            }
        }
        progress.advance(1);
        Ok(stage)
    };
    movesets.par_iter().map(one).try_reduce(|| SearchPart::new(what.clone()), |a, b| Ok(a.merge(b)))
}

fn endless_stairs(size: u32, task: &Task) -> Result<SearchPart> {
    let what = format!(
        "all sets of steps of at most 2 rows and 2 columns, and all queens of reach 0 to 4, on \
         endless stairs of each step of size up to {size}: exact for any number of copies"
    );
    let shapes = Shapes::up_to(size as usize, task)?;
    let movesets = [short_steps(), short_queens()].concat();
    let progress = task.stage(&what, movesets.len() as u64);
    let one = |moveset: &Moveset| -> Result<SearchPart> {
        let mut stage = SearchPart::new(what.clone());
        for step in (1..=shapes.count()).filter_map(|at| shapes.partition(at)) {
            if let Some(blocks) = EndlessStairs::solve(&step, moveset, task)? {
                stage.games += 1;
                let played_on = PlayedOn::Stairs(step);
                let find = FoundGame { moveset: moveset.clone(), played_on };
                stage.add(classify_stairs(&blocks, task)?.region(), 1, find);
            }
        }
        progress.advance(1);
        Ok(stage)
    };
    movesets.par_iter().map(one).try_reduce(|| SearchPart::new(what.clone()), |a, b| Ok(a.merge(b)))
}

/// The narrow sides a line may begin with, and the least number of members it is followed for.
const FIRST_NARROW: std::ops::RangeInclusive<u32> = 3..=6;
const LEAST_MEMBERS: u32 = 4;

fn growing_lines(longest: u32, task: &Task) -> Result<SearchPart> {
    let what = format!("the seven pieces on lines of growing thick hooks, l up to {longest}");
    let lines: Vec<(Piece, GrowingHooks)> = Piece::ALL
        .into_iter()
        .flat_map(|piece| GrowingHooks::all().map(move |line| (piece, line)))
        .collect();
    let progress = task.stage(&what, lines.len() as u64);
    let one = |&(piece, line): &(Piece, GrowingHooks)| -> Result<SearchPart> {
        let moveset = piece.moveset();
        let mut stage = SearchPart { games: 1, ..SearchPart::new(what.clone()) };
        let mut regions = BTreeMap::new();
        for narrow in *FIRST_NARROW.start()..=longest {
            task.check()?;
            if let Some(member) = line.member(narrow) {
                let region = check_single(&member, &moveset, &task.unwatched())?.region();
                regions.insert(narrow, region);
            }
        }
        // The line lies in a region from some member on, if all later members do.
        if let Some((_, &last)) = regions.last_key_value() {
            let from = regions.iter().rev().take_while(|&(_, &region)| region == last).last();
            let from = from.map_or(longest, |(&narrow, _)| narrow);
            if *FIRST_NARROW.end() >= from && from + LEAST_MEMBERS <= longest {
                let played_on = PlayedOn::Growing(line, from, longest);
                stage.add(last, 1, FoundGame { moveset, played_on });
            }
        }
        progress.advance(1);
        Ok(stage)
    };
    lines.par_iter().map(one).try_reduce(|| SearchPart::new(what.clone()), |a, b| Ok(a.merge(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a find claims is what a fresh look at its own diagrams says.
    #[test]
    fn finds_stand_up_to_a_fresh_look() {
        let task = Task::silent();
        let plan = SearchPlan { pieces: 26, movesets: 14, steps: 3, lines: 10 };
        let stages = search(plan, &task).unwrap();
        for stage in &stages {
            assert!(stage.games > 0);
            for (region, (count, find)) in &stage.hits {
                assert!(*count > 0);
                assert_eq!(find.check(&task).unwrap().region(), *region, "{find:?}");
            }
            let total: u64 = stage.hits.values().map(|(count, _)| count).sum();
            assert!(total <= stage.games);
        }
        let unknown: Region = "tame-nonreturnable".parse().unwrap();
        let (_, find) = &stages[0].hits[&unknown];
        assert_eq!(
            (find.moveset.name(), find.played_on.to_string()),
            ("rook".into(), "5^5,1".into())
        );
    }

    #[test]
    fn nothing_is_found_where_nothing_can_be() {
        let plan = SearchPlan { pieces: 20, movesets: 12, steps: 2, lines: 8 };
        for stage in search(plan, &Task::silent()).unwrap() {
            assert!(stage.hits.keys().all(|&region| why_empty(region).is_none()));
        }
    }
}
