//! Sections 3.5 and 3.6: ROOK and QUEEN.

use std::collections::BTreeSet;

use nimzo_games::young::{Partition, Piece, general_staircase, rectangle, staircase, stairs};

use super::theorems::{Found, Solved};

/// Observation 3.15.
pub fn rectangles(solved: &Solved<'_>) -> Found {
    const SIDE: usize = 64;
    let Some(square) = rectangle(SIDE as u32, SIDE as u32) else { return Ok(None) };
    let map = solved.map(&square, Piece::Rook)?;
    Ok(square.cells().find_map(|(i, j)| {
        let (rows, columns) = (SIDE - i, SIDE - j);
        let stated = ((rows - 1) ^ (columns - 1)) as u64;
        (map.pair(i, j)?.normal.0 != stated).then(|| format!("{rows} by {columns}"))
    }))
}

fn holds_staircase(partition: Option<&Partition>, steps: usize) -> bool {
    match (partition, staircase(steps as u32)) {
        (Some(partition), Some(stairs)) => stairs.fits_in(partition),
        (_, stairs) => stairs.is_none(),
    }
}

/// The first partition of several cells where being lost under ROOK is not what is `stated`.
fn lost_iff(
    solved: &Solved<'_>,
    size: usize,
    stated: impl Fn(&Partition) -> bool,
) -> Option<String> {
    solved.partitions(size).filter(|partition| partition.size() > 1).find_map(|partition| {
        let lost = solved.normal(Piece::Rook, &partition)? == 0;
        (lost != stated(&partition)).then(|| partition.to_string())
    })
}

/// Theorem 3.16.
pub fn lost(solved: &Solved<'_>) -> Found {
    Ok(lost_iff(solved, solved.shapes.max(), |partition| {
        let inner = partition.sub(1, 1);
        partition.rank() == 0 && holds_staircase(inner.as_ref(), partition.rows() - 1)
    }))
}

/// Whether every row and every column has a lost cell.
fn is_ample(solved: &Solved<'_>, partition: &Partition) -> bool {
    let lost = |&(i, j): &(usize, usize)| {
        let sub = partition.sub(i, j);
        sub.and_then(|sub| solved.normal(Piece::Rook, &sub)) == Some(0)
    };
    let cells: Vec<(usize, usize)> = partition.cells().filter(lost).collect();
    let rows: BTreeSet<usize> = cells.iter().map(|cell| cell.0).collect();
    let columns: BTreeSet<usize> = cells.iter().map(|cell| cell.1).collect();
    rows.len() == partition.rows() && columns.len() == partition.columns()
}

/// Lemma 3.17.
pub fn lost_by_ampleness(solved: &Solved<'_>) -> Found {
    Ok(lost_iff(solved, 30, |partition| {
        partition.rank() == 0
            && partition.row(0) == partition.row(1)
            && partition.row(partition.rows() - 1) >= 2
            && partition.sub(1, 1).is_some_and(|inner| is_ample(solved, &inner))
    }))
}

/// Lemma 3.18.
pub fn ample(solved: &Solved<'_>) -> Found {
    Ok(solved.partitions(30).find_map(|partition| {
        let stated = partition.rank() == 0 && holds_staircase(Some(&partition), partition.rows());
        (stated != is_ample(solved, &partition)).then(|| partition.to_string())
    }))
}

const STEPS: u32 = 6;

/// The sides 2, 4, 8 and 16.
fn sides() -> impl Iterator<Item = u32> {
    (1..=4).map(|power| 1 << power)
}

/// Corollary 3.20, and the first part of Proposition 3.19.
pub fn square_stairs(solved: &Solved<'_>) -> Found {
    for side in sides() {
        let Some(diagram) = general_staircase(STEPS, side, side) else { continue };
        let map = solved.map(&diagram, Piece::Rook)?;
        let n = side as usize;
        let wrong = diagram.cells().find(|&(i, j)| {
            let level = STEPS as usize - 1 - i / n - j / n;
            let within = (n - 1 - i % n) ^ (n - 1 - j % n);
            map.pair(i, j).map(|pair| pair.normal.0) != Some((n * level + within) as u64)
        });
        if let Some((i, j)) = wrong {
            return Ok(Some(format!("st({STEPS};{side},{side})[{i},{j}]")));
        }
    }
    Ok(None)
}

/// Proposition 3.19: the values of a level are the whole interval the formula gives.
pub fn square_stairs_values(solved: &Solved<'_>) -> Found {
    if let Some(found) = square_stairs(solved)? {
        return Ok(Some(found));
    }
    for side in sides() {
        let Some(diagram) = general_staircase(STEPS, side, side) else { continue };
        let map = solved.map(&diagram, Piece::Rook)?;
        let n = side as usize;
        let mut values = vec![BTreeSet::new(); STEPS as usize];
        for (i, j) in diagram.cells() {
            let level = STEPS as usize - 1 - i / n - j / n;
            values[level].extend(map.pair(i, j).map(|pair| pair.normal.0));
        }
        for (level, values) in values.iter().enumerate() {
            let interval: BTreeSet<u64> = (level * n..(level + 1) * n).map(|v| v as u64).collect();
            if *values != interval {
                return Ok(Some(format!("level {level} of st({STEPS};{side},{side})")));
            }
        }
    }
    Ok(None)
}

/// Lemma 3.21.
pub fn odd_stairs(solved: &Solved<'_>) -> Found {
    for step in solved.partitions(14).filter(|step| step.rank() == 0) {
        for copies in [3, 5] {
            let Some(diagram) = stairs(&step, copies) else { continue };
            if solved.map(&diagram, Piece::Queen)?.root().normal.is_zero() {
                return Ok(Some(format!("{copies} stairs of {step}")));
            }
        }
    }
    Ok(None)
}

/// Lemma 3.22.
pub fn long_won(solved: &Solved<'_>) -> Found {
    Ok(solved.partitions(solved.shapes.max()).find_map(|partition| {
        let (rows, columns) = (partition.rows() - 1, partition.columns() - 1);
        let long = columns > 2 * rows || rows > 2 * columns;
        let lost = solved.normal(Piece::Queen, &partition)? == 0;
        (long && lost).then(|| partition.to_string())
    }))
}

/// Lemma 3.23.
pub fn within_stairs(solved: &Solved<'_>, piece: Piece) -> Found {
    Ok(solved.partitions(solved.shapes.max()).find_map(|partition| {
        let longest = partition.rows().max(partition.columns());
        let within = staircase(longest as u32).is_some_and(|stairs| partition.fits_in(&stairs));
        let value = solved.normal(piece, &partition)?;
        (within && value != longest as u64 - 1).then(|| partition.to_string())
    }))
}
