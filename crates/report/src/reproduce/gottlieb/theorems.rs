//! Each numbered statement turned into a check over everything up to a bound.

use nimzo_games::young::{
    Census, Dag, Moveset, Partition, Piece, Shapes, ValueMap, knight_to_downright,
    pawn_to_downright, truncation,
};
use nimzo_work::Task;

use super::{failed, illustrate, king, rook_queen, row_names, unreadable};
use crate::Error;
use crate::reproduce::{Computed, Context};

/// All partitions up to this size where only values are looked at.
const SIZE: usize = 45;
/// All partitions up to this size where whole diagrams or graphs are compared.
const SMALL: usize = 13;

/// A counterexample in words, or none.
pub type Found = nimzo_games::Result<Option<String>>;

/// What the checks share.
pub struct Solved<'a> {
    /// All partitions up to [`SIZE`].
    pub shapes: &'a Shapes,
    /// Their values, in the order of [`Piece::ALL`].
    pub censuses: Vec<Census<'a>>,
    /// Progress and interruption.
    pub task: &'a Task,
}

impl<'a> Solved<'a> {
    fn new(shapes: &'a Shapes, task: &'a Task) -> nimzo_games::Result<Self> {
        let solve = |piece: Piece| Census::solve(shapes, &piece.moveset(), task);
        let censuses = Piece::ALL.into_iter().map(solve).collect::<Result<_, _>>()?;
        Ok(Self { shapes, censuses, task })
    }

    /// The census of a piece.
    pub fn census(&self, piece: Piece) -> &Census<'a> {
        &self.censuses[piece as usize]
    }

    /// The normal value of a partition within [`SIZE`].
    pub fn normal(&self, piece: Piece, partition: &Partition) -> Option<u64> {
        Some(self.census(piece).pair(partition)?.normal.0)
    }

    /// All partitions up to a size.
    pub fn partitions(&self, size: usize) -> impl Iterator<Item = Partition> + '_ {
        (1..self.shapes.of_size(size).end).filter_map(|at| self.shapes.partition(at))
    }

    /// Whether two games are the same after renaming the moves.
    fn same_game(
        &self,
        here: (&Partition, &Moveset),
        there: (&Partition, &Moveset),
    ) -> nimzo_games::Result<bool> {
        let [here, there] = [here, there].map(|(on, moves)| Dag::new(on, moves, self.task));
        Ok(here?.equivalence(&there?, self.task)?.is_some())
    }

    /// The map of a diagram.
    pub fn map(&self, partition: &Partition, piece: Piece) -> nimzo_games::Result<ValueMap> {
        ValueMap::solve(partition, &piece.moveset(), self.task)
    }
}

/// A check and the bound it goes to.
struct Check {
    statement: &'static str,
    bound: &'static str,
    find: fn(&Solved<'_>) -> Found,
}

const fn check(
    statement: &'static str,
    bound: &'static str,
    find: fn(&Solved<'_>) -> Found,
) -> Check {
    Check { statement, bound, find }
}

const ALL_45: &str = "all partitions of size up to 45";
const ALL_13: &str = "all partitions of size up to 13";

const CHECKS: &[Check] = &[
    check("3.4 conjugate invariance", "all seven games, graphs of size up to 13", conjugates),
    check("3.6 values at most the longest play", "all seven games, size up to 13", longest_play),
    check("3.7 downright mirror", ALL_45, |m| mirror(m, Piece::Downright, 1, 1)),
    check("3.7 pawn mirror", ALL_45, |m| mirror(m, Piece::Pawn, 2, 1)),
    check("3.7 pawn mirror, rows and columns exchanged", ALL_45, |m| mirror(m, Piece::Pawn, 1, 2)),
    check("3.7 knight mirror", ALL_45, |m| mirror(m, Piece::Knight, 3, 3)),
    check("3.3 pawn reduces to downright", "values to size 45, graphs to 13", |m| {
        reduces(m, Piece::Pawn, pawn_to_downright)
    }),
    check("3.3 which downright games are pawn games", ALL_13, pawn_images),
    check("3.3 knight reduces to downright", "values to size 45, graphs to 13", |m| {
        reduces(m, Piece::Knight, knight_to_downright)
    }),
    check("3.3 which downright games are knight games", ALL_13, knight_images),
    check("3.8 king on rectangles", "sides up to 64", king::rectangles),
    check("3.9 king, parts an even number of times", ALL_45, king::even_multiplicities),
    check("3.9 king, even parts", ALL_45, king::even_parts),
    check("3.10 king, parts an even number of times", ALL_45, king::lost_with_even_multiplicities),
    check("3.11 king on staircases with rc even", "r, c up to 9, k up to 10", king::stairs_won),
    check("3.12 king on staircases with r even", "r, c up to 9, k up to 10", king::stairs_lost),
    check("3.13 king on staircases", "k up to 300", king::staircases),
    check("3.14 king on even square staircases", "r up to 12, k up to 12", king::even_squares),
    check("3.15 rook on rectangles", "sides up to 64", rook_queen::rectangles),
    check("3.16 rook's lost partitions", ALL_45, rook_queen::lost),
    check("3.17 rook and ample partitions", "size up to 30", rook_queen::lost_by_ampleness),
    check("3.18 ample partitions", "size up to 30", rook_queen::ample),
    check(
        "3.19 rook on square staircases of side a power of 2",
        "sides up to 16, k up to 6",
        rook_queen::square_stairs_values,
    ),
    check(
        "3.20 rook on square staircases of side a power of 2",
        "sides up to 16, k up to 6",
        rook_queen::square_stairs,
    ),
    check(
        "3.21 queen on odd stairs of rank 0",
        "steps of size up to 14, k = 3, 5",
        rook_queen::odd_stairs,
    ),
    check("3.22 queen on long partitions", ALL_45, rook_queen::long_won),
    check("3.23 rook within a staircase", ALL_45, |m| rook_queen::within_stairs(m, Piece::Rook)),
    check("3.23 queen within a staircase", ALL_45, |m| rook_queen::within_stairs(m, Piece::Queen)),
    check("4.3 truncation commutes", "all seven games, size up to 13", truncation_commutes),
    check("4.4 truncation and misère play", "all seven games, size up to 13", truncation_is_misere),
    check("4.5 truncation removes corners", ALL_45, truncation_cuts_corners),
];

/// Fills the table of statements.
pub fn compute(context: &Context<'_>) -> Result<Computed, Error> {
    let fail = failed("theorems");
    let shapes = Shapes::up_to(SIZE, context.task).map_err(&fail)?;
    let solved = Solved::new(&shapes, context.task).map_err(&fail)?;
    let mut computed = Computed::new();
    for name in row_names("theorems", data!("theorems"))? {
        if !CHECKS.iter().any(|check| check.statement == name) {
            return Err(unreadable("theorems", &name));
        }
    }
    for check in CHECKS {
        context.task.check()?;
        let name = check.statement;
        let answer = match (check.find)(&solved).map_err(&fail)? {
            None => "yes".to_owned(),
            Some(counterexample) => format!("no: {counterexample}"),
        };
        computed.set(name, "holds", answer);
        computed.note(format!("{name}: {}", check.bound));
    }
    for game in ["rook 8^8", "rook st(3;4,4)", "king st(3;4,4)", "queen st(3;3,3)"] {
        illustrate(&mut computed, game, context)?;
    }
    Ok(computed)
}

fn conjugates(solved: &Solved<'_>) -> Found {
    for partition in solved.partitions(SMALL) {
        for piece in Piece::ALL {
            let (here, there) = (piece.moveset(), piece.moveset().transposed());
            if !solved.same_game((&partition, &here), (&partition.conjugate(), &there))? {
                return Ok(Some(format!("{piece} on {partition}")));
            }
        }
    }
    Ok(None)
}

fn longest_play(solved: &Solved<'_>) -> Found {
    for partition in solved.partitions(SMALL) {
        for piece in Piece::ALL {
            let dag = Dag::new(&partition, &piece.moveset(), solved.task)?;
            if solved.normal(piece, &partition) > Some(dag.longest_play() as u64) {
                return Ok(Some(format!("{piece} on {partition}")));
            }
        }
    }
    Ok(None)
}

fn mirror(solved: &Solved<'_>, piece: Piece, rows: usize, columns: usize) -> Found {
    Ok(solved.partitions(SIZE).find_map(|partition| {
        let inner = partition.sub(rows, columns)?;
        let equal = solved.normal(piece, &partition) == solved.normal(piece, &inner);
        (!equal).then(|| format!("{partition}"))
    }))
}

fn reduces(solved: &Solved<'_>, piece: Piece, reduce: fn(&Partition) -> Partition) -> Found {
    let by_value = solved.partitions(SIZE).find(|partition| {
        let image = reduce(partition);
        solved.normal(piece, partition) != solved.normal(Piece::Downright, &image)
    });
    if let Some(partition) = by_value {
        return Ok(Some(partition.to_string()));
    }
    let (here, there) = (piece.moveset(), Piece::Downright.moveset());
    for partition in solved.partitions(SMALL) {
        if !solved.same_game((&partition, &here), (&reduce(&partition), &there))? {
            return Ok(Some(partition.to_string()));
        }
    }
    Ok(None)
}

/// The least partition that has the cells to which DOWNRIGHT's cells correspond.
fn closure(image: &Partition, cell: impl Fn(usize, usize) -> (usize, usize)) -> Option<Partition> {
    let mut parts: Vec<u32> = Vec::new();
    for (row, column) in image.cells() {
        let (row, column) = cell(row, column);
        if parts.len() <= row {
            parts.resize(row + 1, 0);
        }
        parts[row] = parts[row].max(column as u32 + 1);
    }
    for row in (1..parts.len()).rev() {
        parts[row - 1] = parts[row - 1].max(parts[row]);
    }
    Partition::new(parts)
}

fn holds_sub(partition: &Partition, wanted: &[u32]) -> bool {
    partition.cells().any(|(i, j)| partition.sub(i, j).is_some_and(|sub| sub.parts() == wanted))
}

/// DOWNRIGHT games that are PAWN games are those that do not hold both a 2 and a 1,1.
fn pawn_images(solved: &Solved<'_>) -> Found {
    Ok(solved.partitions(SMALL).find_map(|image| {
        let is_image = |image: &Partition| {
            closure(image, |row, column| (row, row + column))
                .is_some_and(|pawn| pawn_to_downright(&pawn) == *image)
        };
        let stated = !(holds_sub(&image, &[2]) && holds_sub(&image, &[1, 1]));
        let true_one = is_image(&image) || is_image(&image.conjugate());
        (stated != true_one).then(|| image.to_string())
    }))
}

/// DOWNRIGHT games that are KNIGHT games are those that hold neither a 3 nor a 1,1,1.
fn knight_images(solved: &Solved<'_>) -> Found {
    Ok(solved.partitions(SMALL).find_map(|image| {
        let knight = closure(&image, |row, column| (2 * row + column, row + 2 * column));
        let is_image = knight.is_some_and(|knight| knight_to_downright(&knight) == image);
        let stated = !holds_sub(&image, &[3]) && !holds_sub(&image, &[1, 1, 1]);
        (stated != is_image).then(|| image.to_string())
    }))
}

fn truncation_commutes(solved: &Solved<'_>) -> Found {
    Ok(solved.partitions(SMALL).find_map(|partition| {
        Piece::ALL.into_iter().find_map(|piece| {
            let moveset = piece.moveset();
            let cut = truncation(&partition, &moveset)?;
            let differs = |(i, j): (usize, usize)| {
                partition.sub(i, j).and_then(|sub| truncation(&sub, &moveset)) != cut.sub(i, j)
            };
            partition.cells().any(differs).then(|| format!("{piece} on {partition}"))
        })
    }))
}

fn truncation_is_misere(solved: &Solved<'_>) -> Found {
    let lost =
        |map: &ValueMap, i: usize, j: usize| map.pair(i, j).is_some_and(|p| p.normal.is_zero());
    for partition in solved.partitions(SMALL) {
        for piece in Piece::ALL {
            let moveset: Moveset = piece.moveset();
            let Some(cut) = truncation(&partition, &moveset) else { continue };
            let (map, cut) = (solved.map(&partition, piece)?, solved.map(&cut, piece)?);
            let misere = |i, j| map.pair(i, j).is_some_and(|pair| pair.misere.is_zero());
            if partition.cells().any(|(i, j)| misere(i, j) != lost(&cut, i, j)) {
                return Ok(Some(format!("{piece} on {partition}")));
            }
        }
    }
    Ok(None)
}

fn truncation_cuts_corners(solved: &Solved<'_>) -> Found {
    let pieces = [Piece::King, Piece::Queen, Piece::Rook, Piece::Downright];
    Ok(solved.partitions(SIZE).find_map(|partition| {
        let differs =
            |piece: &Piece| truncation(&partition, &piece.moveset()) != partition.without_corners();
        pieces.iter().any(differs).then(|| partition.to_string())
    }))
}
