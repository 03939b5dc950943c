//! Partitions on which another game is the same one: least equals, truncations, and what PAWN and
//! KNIGHT are in terms of DOWNRIGHT.

use nimzo_work::Task;

use super::Dag;
use crate::Result;
use crate::young::{Moveset, Partition};

/// The least partition, in the order of Young's lattice, on which the game has the same graph.
///
/// ```
/// use nimzo_games::young::{Piece, minimum_representative};
/// use nimzo_work::Task;
/// let knight = Piece::Knight.moveset();
/// let least = minimum_representative(&"4,3,3".parse()?, &knight, &Task::silent())?;
/// assert_eq!(least.to_string(), "3^2,2");
/// # Ok::<(), nimzo_games::Error>(())
/// ```
pub fn minimum_representative(
    partition: &Partition,
    moveset: &Moveset,
    task: &Task,
) -> Result<Partition> {
    let mut parts = vec![0u32; partition.rows()];
    for (row, column) in Dag::new(partition, moveset, task)?.nodes {
        parts[row] = parts[row].max(column as u32 + 1);
    }
    for row in (1..parts.len()).rev() {
        parts[row - 1] = parts[row - 1].max(parts[row]);
    }
    // The first cell is always reached, so something is left.
    Ok(Partition::trimmed(parts).unwrap_or_else(|| partition.clone()))
}

/// Whether the game has the very same graph, cells and moves, on both partitions.
pub fn partition_equivalent(
    a: &Partition,
    b: &Partition,
    moveset: &Moveset,
    task: &Task,
) -> Result<bool> {
    let least = |partition| minimum_representative(partition, moveset, task);
    Ok(least(a)? == least(b)?)
}

/// The partition whose lost positions in normal play are this one's in misère play: the cells
/// where some move can be made. `None` where no move can be made at all.
///
/// ```
/// use nimzo_games::young::{Piece, truncation};
/// let cut = truncation(&"5^3,3^2,2,1".parse().unwrap(), &Piece::Knight.moveset());
/// assert_eq!(cut.unwrap().to_string(), "4,3,2,1");
/// ```
pub fn truncation(partition: &Partition, moveset: &Moveset) -> Option<Partition> {
    let moves = || moveset.steps().iter().chain(moveset.slides());
    let kept = |row: usize| {
        let reach =
            moves().map(|m| (partition.row(row + m.rows) as usize).saturating_sub(m.columns));
        reach.max().unwrap_or(0) as u32
    };
    Partition::trimmed((0..partition.rows()).map(kept).collect())
}

/// The partition on which DOWNRIGHT is the same game as PAWN is on this one.
///
/// ```
/// use nimzo_games::young::pawn_to_downright;
/// let image = pawn_to_downright(&"14^2,13,12^4,9,5,3".parse().unwrap());
/// assert_eq!(image.to_string(), "14,13,11,9,8,7,6,2");
/// ```
pub fn pawn_to_downright(partition: &Partition) -> Partition {
    let parts = partition.parts().iter().zip(0..).map(|(&part, row)| part.saturating_sub(row));
    Partition::trimmed(parts.collect()).unwrap_or_else(|| partition.clone())
}

/// The partition on which DOWNRIGHT is the same game as KNIGHT is on this one.
///
/// ```
/// use nimzo_games::young::knight_to_downright;
/// let image = knight_to_downright(&"14^2,13,12^4,9,5,3".parse().unwrap());
/// assert_eq!(image.to_string(), "6,5,4,2,1");
/// ```
pub fn knight_to_downright(partition: &Partition) -> Partition {
    let length = |row: usize| {
        (0..).take_while(|&column| partition.has(2 * row + column, row + 2 * column)).count() as u32
    };
    Partition::trimmed((0..partition.rows()).map(length).collect())
        .unwrap_or_else(|| partition.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::young::{Census, Piece, Shapes, ValueMap};

    fn all(max: usize) -> Vec<Partition> {
        let shapes = Shapes::up_to(max, &Task::silent()).unwrap();
        (1..=shapes.count()).map(|at| shapes.partition(at).unwrap()).collect()
    }

    fn dag(partition: &Partition, moveset: &Moveset) -> Dag {
        Dag::new(partition, moveset, &Task::silent()).unwrap()
    }

    fn same(a: &Partition, b: &Partition, moveset: &Moveset) -> bool {
        partition_equivalent(a, b, moveset, &Task::silent()).unwrap()
    }

    fn read(text: &str) -> Partition {
        text.parse().unwrap()
    }

    /// Equal least representatives and equal graphs are the same thing, and the representative is
    /// below everything equivalent to it.
    #[test]
    fn the_least_representative_stands_for_the_graph() {
        let partitions = all(8);
        for moveset in [Piece::Knight.moveset(), Piece::Bishop.moveset(), Piece::Pawn.moveset()] {
            for a in &partitions {
                let least = minimum_representative(a, &moveset, &Task::silent()).unwrap();
                assert!(least.fits_in(a));
                assert_eq!(dag(&least, &moveset), dag(a, &moveset));
                for b in &partitions {
                    let equal = dag(a, &moveset) == dag(b, &moveset);
                    assert_eq!(same(a, b, &moveset), equal, "{a} {b}");
                    assert!(!equal || least.fits_in(b));
                }
            }
        }
    }

    /// The class of 3,3,2 under KNIGHT, as the paper describes it.
    #[test]
    fn the_class_of_the_second_knight_example() {
        let knight = Piece::Knight.moveset();
        for partition in all(20) {
            let described = partition.has(1, 2)
                && partition.has(2, 1)
                && !(partition.has(2, 4) || partition.has(3, 3) || partition.has(4, 2));
            assert_eq!(same(&partition, &read("3,3,2"), &knight), described);
        }
    }

    #[test]
    fn conjugates_are_game_equivalent_under_reflected_moves() {
        for piece in Piece::ALL {
            let moveset = piece.moveset();
            for partition in all(9) {
                let here = dag(&partition, &moveset);
                let there = dag(&partition.conjugate(), &moveset.transposed());
                let renaming =
                    here.equivalence(&there, &Task::silent()).unwrap().expect("reflection");
                assert!(here.is_carried_to(&there, &renaming));
            }
        }
    }

    #[test]
    fn pawn_and_knight_are_downright_in_disguise() {
        let downright = Piece::Downright.moveset();
        for partition in all(14) {
            for (piece, image) in [
                (Piece::Pawn, pawn_to_downright(&partition)),
                (Piece::Knight, knight_to_downright(&partition)),
            ] {
                let here = dag(&partition, &piece.moveset());
                let there = dag(&image, &downright);
                assert!(
                    here.equivalence(&there, &Task::silent()).unwrap().is_some(),
                    "{piece} {partition} {image}"
                );
            }
        }
    }

    #[test]
    fn different_games_are_told_apart() {
        let rook = Piece::Rook.moveset();
        let square = dag(&read("2^2"), &rook);
        let renaming = |other| square.equivalence(&other, &Task::silent()).unwrap();
        assert!(renaming(dag(&read("3,1"), &rook)).is_none());
        assert!(renaming(dag(&read("2^2"), &Piece::Queen.moveset())).is_none());
    }

    /// Misère play is normal play on the truncation, and removing rows and columns commutes with
    /// truncation.
    #[test]
    fn truncation_turns_misere_into_normal_play() {
        let task = Task::silent();
        for piece in Piece::ALL {
            let moveset = piece.moveset();
            for partition in all(11) {
                let map = ValueMap::solve(&partition, &moveset, &task).unwrap();
                let Some(cut) = truncation(&partition, &moveset) else {
                    assert!(map.is_terminal(0, 0));
                    continue;
                };
                let cut_map = ValueMap::solve(&cut, &moveset, &task).unwrap();
                for (row, column) in partition.cells() {
                    let lost = map.pair(row, column).unwrap().misere.is_zero();
                    let there = cut_map.pair(row, column);
                    assert_eq!(lost, there.is_some_and(|pair| pair.normal.is_zero()));
                    let sub = partition.sub(row, column).unwrap();
                    assert_eq!(truncation(&sub, &moveset), cut.sub(row, column));
                }
            }
        }
    }

    /// With both single steps among the moves, truncation removes the corners.
    #[test]
    fn truncation_removes_corners() {
        for partition in all(12) {
            for piece in [Piece::King, Piece::Queen, Piece::Rook, Piece::Downright] {
                assert_eq!(truncation(&partition, &piece.moveset()), partition.without_corners());
            }
        }
    }

    #[test]
    fn graphs_too_large_to_write_out_are_refused() {
        let task = Task::silent();
        for (parts, piece) in [("101^100", Piece::King), ("9999", Piece::Rook)] {
            let refusal = Dag::new(&read(parts), &piece.moveset(), &task).unwrap_err();
            assert!(refusal.to_string().contains(parts), "{refusal}");
        }
    }

    #[test]
    fn no_value_exceeds_the_longest_play() {
        let task = Task::silent();
        let shapes = Shapes::up_to(11, &task).unwrap();
        for piece in Piece::ALL {
            let census = Census::solve(&shapes, &piece.moveset(), &task).unwrap();
            for partition in all(11) {
                let longest = dag(&partition, &piece.moveset()).longest_play() as u64;
                assert!(census.pair(&partition).unwrap().normal.0 <= longest);
            }
        }
    }
}
