//! Reading cells and blocks.

use std::cell::RefCell;

use nimzo_chess::Metric;

use super::CELLS;
use crate::error::Error;
use crate::file::five::{Depths, NOTHING, WIN, code_of, is_decided};
use crate::file::{Stream, TableFile};

/// What is put behind bytes, so that those of the last bits can be read as part of more.
const BEHIND: [u8; 8] = [0; 8];

thread_local! {
    /// Compressed bytes.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

impl TableFile {
    /// The code of a cell that is stored.
    pub fn cell(&self, stream: Stream, number: u64, cell: usize) -> Result<u16, Error> {
        SCRATCH.with_borrow_mut(|bytes| {
            let results = self.header().streams[0];
            let result = self.value(results, number, cell, bytes)? as u8;
            if result > WIN {
                return Err(self.damaged_block(results, number));
            }
            if stream.metric == Metric::Wdl {
                return Ok(code_of(result).into());
            }
            let is_there = stream.left_out != Some(self.header().turn_of(number));
            let depth = match is_decided(result) && is_there {
                true => self.value(stream, number, cell, bytes)?,
                false => 1,
            };
            Ok(Depths::of(stream).code(result, depth))
        })
    }

    /// The value of a cell as it is coded.
    fn value(
        &self,
        stream: Stream,
        number: u64,
        cell: usize,
        bytes: &mut Vec<u8>,
    ) -> Result<u16, Error> {
        let damaged = || self.damaged_block(stream, number);
        let book = self.books(stream)?.book(self.header().turn_of(number)).ok_or_else(damaged)?;
        bytes.clear();
        self.compressed(stream, number, bytes)?;
        if bytes.is_empty() {
            return Err(damaged());
        }
        bytes.extend_from_slice(&BEHIND);
        book.value(bytes, book.order.place(cell)).ok_or_else(damaged)
    }

    /// All values of a block in the order of its cells; 0 where nothing is told of any.
    fn values(
        &self,
        stream: Stream,
        number: u64,
        [by_place, values]: [&mut [u16; CELLS]; 2],
    ) -> Result<(), Error> {
        let damaged = || self.damaged_block(stream, number);
        let book = self.books(stream)?.book(self.header().turn_of(number)).ok_or_else(damaged)?;
        SCRATCH.with_borrow_mut(|bytes| {
            bytes.clear();
            self.compressed(stream, number, bytes)?;
            if bytes.is_empty() {
                values.fill(0);
                return Ok(());
            }
            bytes.extend_from_slice(&BEHIND);
            book.values(bytes, by_place).ok_or_else(damaged)?;
            for (cell, value) in values.iter_mut().enumerate() {
                *value = by_place[book.order.place(cell)];
            }
            Ok(())
        })
    }

    /// Reads a block of several streams, each into one of `cells`.
    pub(in crate::file) fn read_six(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &[u64; 64],
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        let turn = self.header().turn_of(number);
        let mut results = Box::new([0; CELLS]);
        let (mut by_place, mut depths) = (Box::new([0; CELLS]), Box::new([0; CELLS]));
        let result_stream = self.header().streams[0];
        self.values(result_stream, number, [&mut by_place, &mut results])?;
        for (cell, result) in results.iter_mut().enumerate() {
            if stored[cell >> 6] >> (cell & 63) & 1 == 0 {
                *result = NOTHING.into();
            } else if *result > u16::from(WIN) {
                return Err(self.damaged_block(result_stream, number));
            }
        }
        for (&stream, cells) in streams.iter().zip(cells) {
            cells.clear();
            if stream.metric == Metric::Wdl {
                cells.extend(results.iter().map(|&result| code_of(result as u8)));
                continue;
            }
            match stream.left_out == Some(turn) {
                true => depths.fill(1),
                false => self.values(stream, number, [&mut by_place, &mut depths])?,
            }
            let codes = Depths::of(stream);
            cells.reserve(stream.block_bytes());
            for (&result, &depth) in results.iter().zip(&*depths) {
                codes.push(result as u8, depth, cells);
            }
        }
        Ok(())
    }
}
