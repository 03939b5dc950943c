//! A computed window as a file: versioned, checksummed, written whole or not at all.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use nimzo_work::{Task, files};
use xxhash_rust::xxh3::xxh3_64;

use crate::echess::answers::solution::Solution;
use crate::echess::bounds::curve::Fixed;
use crate::echess::bounds::finished_walls::{Packed, Shapes, Walls};
use crate::echess::rules::position::Board;
use crate::echess::rules::space::Space;
use crate::{Error, Result};

const MAGIC: &[u8; 8] = b"nimzoech";
/// Raised whenever the rules, the bounds or the layout change.
const VERSION: u32 = 5;

impl Solution {
    /// The file of a window in a folder.
    pub fn file_in(folder: &Path, board: Board, reach: u64) -> PathBuf {
        folder.join(match board {
            Board::Open => format!("echess-{reach}.bounds"),
            Board::Corner => format!("echess-corner-{reach}.bounds"),
        })
    }

    /// Reads the window from `folder`, or computes it and leaves it there for the next time. A
    /// file that is not whole is computed again.
    pub fn load_or_compute(folder: &Path, board: Board, reach: u64, task: &Task) -> Result<Self> {
        Self::check_reach(reach)?;
        let path = Self::file_in(folder, board, reach);
        let space = Self::space(board, reach);
        if let Some(solution) = fs::read(&path).ok().and_then(|bytes| decode(&bytes, space)) {
            return Ok(solution);
        }
        let solution = Self::compute_on(board, reach, task)?;
        let written = fs::create_dir_all(folder)
            .and_then(|()| files::write_atomically(&path, |out| out.write_all(&encode(&solution))));
        if let Err(fault) = written {
            // The answer is there all the same; only the next question takes as long again.
            task.say(&format!("cannot keep {}: {fault}", path.display()));
        }
        Ok(solution)
    }
}

fn encode(solution: &Solution) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((solution.reach() as u32).to_le_bytes());
    bytes.extend((solution.space.edges.classes() as u32).to_le_bytes());
    for (shapes, walls) in solution.parts() {
        let all = shapes.all();
        bytes.extend((all.len() as u64).to_le_bytes());
        for bends in all {
            bytes.push(bends.len() as u8);
            bends.iter().for_each(|bend| bytes.extend(bend.to_le_bytes()));
        }
        bytes.extend(walls.left.bytes());
        bytes.extend(walls.right.bytes());
    }
    let sum = xxh3_64(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*head)
    }
}

fn decode(bytes: &[u8], space: Space) -> Option<Solution> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    if xxh3_64(body) != u64::from_le_bytes(*sum) {
        return None;
    }
    let mut reader = Reader(body);
    let heading = reader.take::<8>()? == *MAGIC
        && u32::from_le_bytes(reader.take()?) == VERSION
        && u32::from_le_bytes(reader.take()?) == space.reach as u32
        && u32::from_le_bytes(reader.take()?) == space.edges.classes() as u32;
    if !heading {
        return None;
    }
    let lower = decode_half(&mut reader, space.len())?;
    let upper = decode_half(&mut reader, space.len())?;
    Solution::from_parts(space, lower, upper)
}

fn decode_half(reader: &mut Reader<'_>, states: usize) -> Option<(Shapes, Walls)> {
    let count = u64::from_le_bytes(reader.take()?);
    let mut shapes = Shapes::new();
    for _ in 0..count {
        let [length] = reader.take()?;
        let bends: Option<Vec<Fixed>> =
            (0..length).map(|_| reader.take().map(Fixed::from_le_bytes)).collect();
        shapes.shape_of(&bends?);
    }
    let (left, rest) = Packed::read(reader.0, states, count)?;
    let (right, rest) = Packed::read(rest, states, count)?;
    reader.0 = rest;
    Some((shapes, Walls { left, right }))
}

/// A window that cannot be kept is no error; a window that is asked for beyond the limits is.
impl Solution {
    pub(crate) fn check_reach(reach: u64) -> Result<()> {
        let range = crate::echess::answers::solution::REACH;
        if range.contains(&reach) {
            return Ok(());
        }
        let (least, most) = (*range.start(), *range.end());
        Err(Error::Range { what: "the window", given: reach, least, most })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_comes_back_as_it_was_and_a_damaged_one_not_at_all() {
        let solution = Solution::compute(6, &Task::silent()).unwrap();
        let space = |board, reach| Solution::space(board, reach);
        let six = space(Board::Open, 6);
        let mut bytes = encode(&solution);
        let again = decode(&bytes, six).unwrap();
        assert_eq!(solution.census(6), again.census(6));
        assert!(decode(&bytes, space(Board::Open, 7)).is_none());
        assert!(decode(&bytes, space(Board::Corner, 6)).is_none());
        bytes[5000] ^= 1;
        assert!(decode(&bytes, six).is_none());
        assert!(decode(&bytes[..40], six).is_none());
    }
}
