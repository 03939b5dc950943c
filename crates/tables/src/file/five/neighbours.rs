//! Which cells around a cell it is coded in view of. What helps depends on the men: where a bishop stands in the
//! columns the next square of its colour tells more than the next square. So for each stream and side to move
//! those that help most are chosen by a sample.

use super::walk::ROWS;

/// A row of a grid of cells, with room at either end for neighbours that lie outside.
pub const STRIDE: usize = LEFT + 64 + RIGHT;
const LEFT: usize = 18;
const RIGHT: usize = 9;
/// Rows above the first, likewise.
const ABOVE: usize = 9;
/// Cells of a grid.
pub const GRID: usize = (ABOVE + ROWS) * STRIDE;

/// Neighbours that may be looked at: rows up and columns to the right.
pub const CANDIDATES: [(usize, isize); 28] = [
    (0, -1),
    (0, -2),
    (0, -6),
    (0, -7),
    (0, -8),
    (0, -9),
    (0, -10),
    (0, -14),
    (0, -15),
    (0, -16),
    (0, -17),
    (0, -18),
    (1, 0),
    (1, -1),
    (1, 1),
    (2, 0),
    (3, 0),
    (1, -8),
    (1, 8),
    (1, -9),
    (1, 9),
    (1, -7),
    (1, 7),
    (8, 0),
    (8, -1),
    (8, 1),
    (7, 0),
    (9, 0),
];

/// Where in a grid a cell of a band is.
#[inline(always)]
pub fn place(row: usize, column: usize) -> usize {
    (row + ABOVE) * STRIDE + LEFT + column
}

/// Makes the last rows of a grid those above the next one.
pub fn roll(grid: &mut [u8; GRID]) {
    grid.copy_within(ROWS * STRIDE.., 0);
    grid[ABOVE * STRIDE..].fill(0);
}

/// The neighbours that are looked at, the most telling first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Neighbours {
    /// Their places among the candidates.
    chosen: Vec<u8>,
    /// How far back in a grid each is.
    back: [usize; MOST],
}

/// As many are looked at, at most.
pub const MOST: usize = 8;

impl Neighbours {
    /// Those at these places among the candidates; `None` if some are not, or they are too many.
    pub fn of(chosen: Vec<u8>) -> Option<Self> {
        let mut back = [0; MOST];
        (chosen.len() <= MOST).then_some(())?;
        for (back, &one) in back.iter_mut().zip(&chosen) {
            let &(up, right) = CANDIDATES.get(usize::from(one))?;
            *back = (up * STRIDE).checked_add_signed(-right)?;
        }
        Some(Self { chosen, back })
    }

    /// All candidates at once, for the sample by which some are chosen.
    pub fn each_candidate(grid: &[u8; GRID], place: usize) -> [u8; CANDIDATES.len()] {
        CANDIDATES.map(|(up, right)| grid[(place - up * STRIDE).wrapping_add_signed(right)])
    }

    /// Their places among the candidates.
    pub fn chosen(&self) -> &[u8] {
        &self.chosen
    }

    /// What a neighbour holds.
    #[inline(always)]
    pub fn look(&self, which: usize, grid: &[u8; GRID], place: usize) -> u8 {
        grid[place - self.back[which]]
    }
}

/// How far a neighbour is from a cell, at most.
pub const FARTHEST: u8 = 12;
/// How far a neighbour counts that is not there.
pub const ABSENT: u8 = 6;

/// Chooses so many neighbours, the most telling first, by how far each candidate was from some cells. Each
/// is chosen for what it adds to those before it.
pub fn choose(distances: &[[u8; CANDIDATES.len()]], count: usize) -> Neighbours {
    // Hundredfold logarithms of one more than the distance.
    const COSTS: [u64; FARTHEST as usize + 1] =
        [0, 100, 158, 200, 232, 258, 281, 300, 317, 332, 346, 358, 370];
    let cost = |distance: u8| COSTS[usize::from(distance.min(FARTHEST))];
    let mut nearest = vec![FARTHEST; distances.len()];
    let mut chosen: Vec<u8> = Vec::new();
    for _ in 0..count {
        let total = |candidate: usize| -> u64 {
            let both = distances.iter().zip(&nearest).map(|(distances, &nearest)| {
                let own = distances[candidate];
                4 * cost(own.min(nearest)) + cost(own)
            });
            both.sum()
        };
        let left = (0..CANDIDATES.len()).filter(|&one| !chosen.contains(&(one as u8)));
        let Some(best) = left.min_by_key(|&one| total(one)) else { break };
        chosen.push(best as u8);
        for (nearest, distances) in nearest.iter_mut().zip(distances) {
            *nearest = (*nearest).min(distances[best]);
        }
    }
    Neighbours::of(chosen).expect("candidates")
}
