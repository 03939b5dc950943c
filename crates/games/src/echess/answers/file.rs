//! A computed window as a file: versioned, checksummed, written whole or not at all.

use std::io::Write;
use std::path::{Path, PathBuf};

use nimzo_work::{Task, files};
use xxhash_rust::xxh3::xxh3_64;

use super::solution::Solution;
use crate::Result;
use crate::echess::bounds::curve::Fixed;
use crate::echess::bounds::{FinishedWalls, Packed, Shapes};
use crate::echess::rules::{Board, Window};

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
        let window = Window::new(board, reach);
        if let Some(solution) = files::read(&path).ok().and_then(|bytes| decode(&bytes, window)) {
            return Ok(solution);
        }
        let solution = Self::compute_on(board, reach, task)?;
        let written = files::create_folder(folder)
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
    bytes.extend((solution.window.edges.classes() as u32).to_le_bytes());
    for walls in [&solution.lower, &solution.upper] {
        let all = walls.shapes.all();
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

fn decode(bytes: &[u8], window: Window) -> Option<Solution> {
    let (body, sum) = bytes.split_last_chunk::<8>()?;
    if xxh3_64(body) != u64::from_le_bytes(*sum) {
        return None;
    }
    let mut reader = Reader(body);
    let heading = reader.take::<8>()? == *MAGIC
        && u32::from_le_bytes(reader.take()?) == VERSION
        && u32::from_le_bytes(reader.take()?) == window.reach as u32
        && u32::from_le_bytes(reader.take()?) == window.edges.classes() as u32;
    if !heading {
        return None;
    }
    let lower = decode_bound(&mut reader, window.len())?;
    let upper = decode_bound(&mut reader, window.len())?;
    Solution::from_parts(window, lower, upper)
}

fn decode_bound(reader: &mut Reader<'_>, states: usize) -> Option<FinishedWalls> {
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
    Some(FinishedWalls { shapes, left, right })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::echess::answers::samples::OPEN;

    #[test]
    fn a_window_comes_back_as_it_was_and_a_damaged_one_not_at_all() {
        let solution = &*OPEN;
        let six = Window::new(Board::Open, 6);
        let mut bytes = encode(solution);
        let again = decode(&bytes, six).unwrap();
        assert_eq!(solution.census(6), again.census(6));
        assert!(decode(&bytes, Window::new(Board::Open, 7)).is_none());
        assert!(decode(&bytes, Window::new(Board::Corner, 6)).is_none());
        bytes[5000] ^= 1;
        assert!(decode(&bytes, six).is_none());
        assert!(decode(&bytes[..40], six).is_none());
    }
}
