//! Along which squares men move on an empty board.

use std::sync::OnceLock;

use shakmaty::Role;

/// The squares in one direction from a man, nearest first.
#[derive(Debug, Clone)]
pub(crate) struct Ray {
    pub squares: Vec<u8>,
}

/// The rays of a role from every square.
pub(crate) fn rays(role: Role) -> &'static [Vec<Ray>; 64] {
    static ALL: [OnceLock<[Vec<Ray>; 64]>; 7] = [const { OnceLock::new() }; 7];
    ALL[role as usize].get_or_init(|| std::array::from_fn(|from| rays_from(role, from as i32)))
}

/// The squares a role attacks on an empty board.
pub(crate) fn attacks(role: Role) -> &'static [u64; 64] {
    static ALL: [OnceLock<[u64; 64]>; 7] = [const { OnceLock::new() }; 7];
    ALL[role as usize].get_or_init(|| {
        let all = rays(role);
        std::array::from_fn(|from| {
            all[from].iter().flat_map(|ray| &ray.squares).fold(0, |set, &s| set | 1 << s)
        })
    })
}

fn rays_from(role: Role, from: i32) -> Vec<Ray> {
    let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
    let diagonal = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let jumps = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
    let steps: Vec<(i32, i32)> = match role {
        Role::Knight => jumps.to_vec(),
        Role::Rook => straight.to_vec(),
        Role::Bishop => diagonal.to_vec(),
        _ => [straight, diagonal].concat(),
    };
    let longest = if matches!(role, Role::Knight | Role::King) { 1 } else { 7 };
    let mut found = Vec::new();
    for (dr, df) in steps {
        let squares: Vec<u8> = (1..=longest)
            .map(|k| ((from >> 3) + k * dr, (from & 7) + k * df))
            .take_while(|(r, f)| (0..8).contains(r) && (0..8).contains(f))
            .map(|(r, f)| (r * 8 + f) as u8)
            .collect();
        if !squares.is_empty() {
            found.push(Ray { squares });
        }
    }
    found
}
