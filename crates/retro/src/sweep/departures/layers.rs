//! From a set of positions after moves to those before each single move.

use std::sync::OnceLock;

use shakmaty::Role;

use crate::kernel::Block;

/// How the moves of a group lead from positions to positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// The positions after the moves are told by those before them.
    Single,
    /// The row man moves, with these squares occupied by men outside the block.
    Row(Role, u64),
    /// The column man moves.
    Column(Role, u64),
}

/// A direction, as where each square's neighbour is; 64 where there is none.
type Direction = [u8; 64];

/// The directions of a role, and the most steps it takes.
fn directions(role: Role) -> &'static (Vec<Direction>, usize) {
    static ALL: [OnceLock<(Vec<Direction>, usize)>; 7] = [const { OnceLock::new() }; 7];
    ALL[role as usize].get_or_init(|| {
        let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
        let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
        let (steps, most) = match role {
            Role::Knight => (jumps.to_vec(), 1),
            Role::King => ([straight, diagonal].concat(), 1),
            Role::Queen => ([straight, diagonal].concat(), 7),
            Role::Rook => (straight.to_vec(), 7),
            Role::Bishop => (diagonal.to_vec(), 7),
            Role::Pawn => (Vec::new(), 0),
        };
        let neighbour = |(ranks, files): (i8, i8)| -> Direction {
            std::array::from_fn(|square| {
                let (rank, file) = ((square / 8) as i8 + ranks, (square % 8) as i8 + files);
                let inside = (0..8).contains(&rank) && (0..8).contains(&file);
                if inside { (rank * 8 + file) as u8 } else { 64 }
            })
        };
        (steps.into_iter().map(neighbour).collect(), most)
    })
}

impl Way {
    /// Shows, for each single move, the positions from which it leads into `chosen`.
    #[inline(always)]
    pub fn each_move(self, chosen: &Block, mut visit: impl FnMut(&Block)) {
        match self {
            Self::Single => visit(chosen),
            Self::Row(role, blockers) => row_moves(role, blockers, chosen, visit),
            Self::Column(role, blockers) => column_moves(role, blockers, chosen, visit),
        }
    }
}

#[inline(always)]
fn row_moves(role: Role, blockers: u64, chosen: &Block, mut visit: impl FnMut(&Block)) {
    // Where a square is free, by the places of the column man.
    let mut free = [0u64; 64];
    for (square, word) in free.iter_mut().enumerate() {
        *word = (blockers >> square & 1).wrapping_sub(1) & !(1 << square);
    }
    let (directions, most) = directions(role);
    for direction in directions {
        let mut after = [0u64; 65];
        after[..64].copy_from_slice(chosen);
        for step in 0..*most {
            let mut before = [0u64; 64];
            let mut any = 0;
            for (word, &to) in before.iter_mut().zip(direction) {
                *word = after[usize::from(to)];
                any |= *word;
            }
            if any == 0 {
                break;
            }
            visit(&before);
            if step + 1 < *most {
                for (square, word) in before.iter().enumerate() {
                    after[square] = word & free[square];
                }
            }
        }
    }
}

#[inline(always)]
fn column_moves(role: Role, blockers: u64, chosen: &Block, mut visit: impl FnMut(&Block)) {
    let (directions, most) = directions(role);
    for direction in directions {
        // A square's neighbour is so many bits away; what would leave the board is masked out.
        let stays = (0..64).filter(|&s| direction[s] < 64).fold(0u64, |set, s| set | 1 << s);
        let Some(from) = (0..64).find(|&s| direction[s] < 64) else { continue };
        let by = i32::from(direction[from]) - from as i32;
        let back = |word: u64| if by > 0 { word >> by } else { word << -by } & stays;
        let mut after = *chosen;
        for _ in 0..*most {
            let mut any = 0;
            for word in &mut after {
                *word = back(*word);
                any |= *word;
            }
            if any == 0 {
                break;
            }
            visit(&after);
            for (row, word) in after.iter_mut().enumerate() {
                *word &= !(blockers | 1 << row);
            }
        }
    }
}
