//! Section 3.4: KING.

use nimzo_games::young::{Partition, Piece, general_staircase, rectangle, staircase};

use super::theorems::{Found, Solved};

const SIDE: u32 = 64;

/// Theorem 3.8.
pub fn rectangles(solved: &Solved<'_>) -> Found {
    let Some(square) = rectangle(SIDE, SIDE) else { return Ok(None) };
    let map = solved.map(&square, Piece::King)?;
    Ok(square.cells().find_map(|(i, j)| {
        let (rows, columns) = (SIDE as usize - i, SIDE as usize - j);
        let shorter_odd = rows.min(columns) % 2 == 1;
        let stated = match (rows % 2, columns % 2) {
            (1, 1) => 0,
            (0, 0) => 2,
            _ if shorter_odd => 1,
            _ => 3,
        };
        (map.pair(i, j)?.normal.0 != stated).then(|| format!("{rows} by {columns}"))
    }))
}

/// Whether every part stands an even number of times.
fn has_even_multiplicities(partition: &Partition) -> bool {
    partition.parts().chunk_by(|a, b| a == b).all(|run| run.len() % 2 == 0)
}

/// The first partition of those `chosen` with a cell where being lost is not what is `stated`;
/// `None` in `stated` means that nothing is.
fn lost_cells(
    solved: &Solved<'_>,
    chosen: fn(&Partition) -> bool,
    stated: fn(&Partition, usize, usize) -> Option<bool>,
) -> Found {
    let size = solved.shapes.max();
    Ok(solved.partitions(size).filter(chosen).find_map(|partition| {
        partition.cells().find_map(|(i, j)| {
            let lost = solved.normal(Piece::King, &partition.sub(i, j)?)? == 0;
            (stated(&partition, i, j)? != lost).then(|| format!("{partition} at [{i},{j}]"))
        })
    }))
}

/// Proposition 3.9, first case.
pub fn even_multiplicities(solved: &Solved<'_>) -> Found {
    lost_cells(solved, has_even_multiplicities, |_, i, _| (i % 2 == 0).then_some(false))
}

/// Proposition 3.9, second case.
pub fn even_parts(solved: &Solved<'_>) -> Found {
    let even = |partition: &Partition| partition.parts().iter().all(|part| part % 2 == 0);
    lost_cells(solved, even, |_, _, j| (j % 2 == 0).then_some(false))
}

/// Corollary 3.10.
pub fn lost_with_even_multiplicities(solved: &Solved<'_>) -> Found {
    lost_cells(solved, has_even_multiplicities, |partition, i, j| {
        Some(i % 2 == 1 && (partition.row(i) as usize - j) % 2 == 1)
    })
}

/// Runs over staircases with sides and steps up to the bounds.
fn stairs(
    solved: &Solved<'_>,
    sides: impl Fn(u32, u32) -> bool,
    wrong: impl Fn(u32, u32, u32, usize, usize, bool) -> bool,
) -> Found {
    for rows in 1..=9 {
        for columns in (1..=9).filter(|&columns| sides(rows, columns)) {
            for steps in 1..=10 {
                let Some(diagram) = general_staircase(steps, rows, columns) else { continue };
                let map = solved.map(&diagram, Piece::King)?;
                let cell = diagram.cells().find(|&(i, j)| {
                    map.pair(i, j).is_some_and(|pair| {
                        wrong(rows, columns, steps, i, j, pair.normal.is_zero())
                    })
                });
                if let Some((i, j)) = cell {
                    return Ok(Some(format!("st({steps};{rows},{columns})[{i},{j}]")));
                }
            }
        }
    }
    Ok(None)
}

/// Corollary 3.11.
pub fn stairs_won(solved: &Solved<'_>) -> Found {
    stairs(solved, |r, c| r * c % 2 == 0, |_, _, _, i, j, lost| i == 0 && j == 0 && lost)
}

/// Corollary 3.12.
pub fn stairs_lost(solved: &Solved<'_>) -> Found {
    stairs(
        solved,
        |r, _| r % 2 == 0,
        |r, c, k, i, j, lost| {
            let width = c as usize * (k as usize - i / r as usize) - j;
            lost != (i * width % 2 == 1)
        },
    )
}

/// Lemma 3.13.
pub fn staircases(solved: &Solved<'_>) -> Found {
    const STEPS: u32 = 300;
    let Some(diagram) = staircase(STEPS) else { return Ok(None) };
    let map = solved.map(&diagram, Piece::King)?;
    Ok((1..=STEPS).find_map(|steps| {
        let value = map.pair((STEPS - steps) as usize, 0)?.normal.0;
        (value != u64::from((steps - 1) % 3)).then(|| format!("{steps} steps"))
    }))
}

/// Lemma 3.14.
pub fn even_squares(solved: &Solved<'_>) -> Found {
    const STEPS: u32 = 12;
    for side in (2..=12).step_by(2) {
        let Some(diagram) = general_staircase(STEPS, side, side) else { continue };
        let map = solved.map(&diagram, Piece::King)?;
        let wrong = (1..=STEPS).find(|&steps| {
            let value = map.pair(((STEPS - steps) * side) as usize, 0).map(|pair| pair.normal.0);
            value != Some(if steps == 1 { 2 } else { 1 })
        });
        if let Some(steps) = wrong {
            return Ok(Some(format!("st({steps};{side},{side})")));
        }
    }
    Ok(None)
}
