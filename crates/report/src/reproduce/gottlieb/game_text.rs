//! Games as the data files write them: `king st(2;4,3)[1,0]`.

use nimzo_games::young::{Moveset, Partition, general_staircase};

/// Reads a piece and what it is played on, with `between` between them.
pub fn game(text: &str, between: &str) -> Option<(Moveset, Partition)> {
    let (piece, diagram) = text.split_once(between)?;
    Some((piece.parse().ok()?, partition(diagram)?))
}

/// Reads a partition, or a staircase `st(k;r,c)`, after which `[i,j]` may remove rows and columns.
pub fn partition(text: &str) -> Option<Partition> {
    let Some(inner) = text.trim().strip_prefix("st(") else {
        return text.trim().parse().ok();
    };
    let (inside, removed) = inner.split_once(')')?;
    let (steps, sides) = inside.split_once(';')?;
    let (rows, columns) = pair(sides)?;
    let whole = general_staircase(steps.parse().ok()?, rows, columns)?;
    match removed {
        "" => Some(whole),
        _ => {
            let (i, j) = pair(removed.strip_prefix('[')?.strip_suffix(']')?)?;
            whole.sub(i as usize, j as usize)
        }
    }
}

fn pair(text: &str) -> Option<(u32, u32)> {
    let (a, b) = text.split_once(',')?;
    Some((a.trim().parse().ok()?, b.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn staircases_and_partitions_are_read() {
        let read = |text| partition(text).map(|p| p.to_string());
        assert_eq!(read("st(2;2,3)[1,0]").as_deref(), Some("6,3^2"));
        assert_eq!(read("st(1;6,5)").as_deref(), Some("5^6"));
        assert_eq!(read("5,4^3").as_deref(), Some("5,4^3"));
        assert_eq!(read("st(0;1,1)"), None);
        assert_eq!(read("st(2;1"), None);
        assert!(game("rook on 3^3", " on ").is_some());
    }
}
