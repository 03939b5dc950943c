//! Reading blocks.

use std::cell::RefCell;

use nimzo_retro::planes::widened;

use super::arrange::{Ranks, count};
use super::write::MAGIC_NUMBER;
use crate::error::Error;
use crate::file::{Stream, TableFile};

impl TableFile {
    /// Reads a block into `cells`, which becomes as long as all cells of the block. `stored` are those
    /// that matter, the same as when the block was written; the others become 0.
    pub(in crate::file) fn read_four(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        SCRATCH.with_borrow_mut(|scratch| {
            let first_stream = self.header().streams[0];
            let of = Some((self.number(), number));
            if !stream.arrangements[self.header().turn_of(number)].grouped {
                self.unpack(stream, number, stored, &[], scratch, cells)?;
                if stream.metric == first_stream.metric {
                    scratch.first.clone_from(cells);
                    scratch.first_of = of;
                }
                return Ok(());
            }
            let mut first = std::mem::take(&mut scratch.first);
            let found = match std::mem::take(&mut scratch.first_of) == of {
                true => Ok(()),
                false => self.unpack(first_stream, number, stored, &[], scratch, &mut first),
            };
            let is_known = found.is_ok();
            let found =
                found.and_then(|()| self.unpack(stream, number, stored, &first, scratch, cells));
            scratch.first = first;
            scratch.first_of = of.filter(|_| is_known);
            found
        })
    }

    /// Reads a block of several streams, as [`TableFile::read`] reads one; the first stream of the file
    /// only once, if it is the first of them.
    pub(in crate::file) fn read_several_four(
        &self,
        streams: &[Stream],
        number: u64,
        stored: &[u64; 64],
        cells: &mut [Vec<u8>],
    ) -> Result<(), Error> {
        let starts_with_first =
            streams.first().map(|stream| stream.metric) == Some(self.header().streams[0].metric);
        if !starts_with_first {
            let mut pairs = streams.iter().zip(cells);
            return pairs
                .try_for_each(|(&stream, cells)| self.read_four(stream, number, stored, cells));
        }
        for (i, &stream) in streams.iter().enumerate() {
            let (read, unread) = cells.split_at_mut(i);
            let first = read.first().map_or(&[][..], |first| first);
            SCRATCH.with_borrow_mut(|scratch| {
                self.unpack(stream, number, stored, first, scratch, &mut unread[0])
            })?;
        }
        Ok(())
    }

    /// Reads a block; `first` are the cells of the first stream, if this one is grouped by them.
    fn unpack(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        first: &[u8],
        scratch: &mut Scratch,
        cells: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let arrangement = stream.arrangements[self.header().turn_of(number)];
        let mut packed = std::mem::take(&mut scratch.packed);
        let read = self.unpack_sequence(stream, number, count(stored), scratch, &mut packed);
        cells.clear();
        cells.resize(stream.block_bytes(), 0);
        let first_width = usize::from(self.header().streams[0].width);
        let first = |cell: usize| first[cell * first_width];
        if read.is_ok() {
            match stream.width {
                1 => arrangement.spread::<1>(stored, first, &packed, cells),
                _ => arrangement.spread::<2>(stored, first, &packed, cells),
            }
        }
        scratch.packed = packed;
        read
    }

    /// Reads the stored cells of a block in the order in which they are stored. `stored` are those
    /// that matter, as for [`TableFile::read`].
    pub fn read_sequence(
        &self,
        stream: Stream,
        number: u64,
        stored: &[u64; 64],
        packed: &mut Vec<u8>,
    ) -> Result<(), Error> {
        SCRATCH.with_borrow_mut(|scratch| {
            self.unpack_sequence(stream, number, count(stored), scratch, packed)
        })
    }

    /// Where the cells of a block are in its sequence, of which `stored` matter; `None` if they are grouped
    /// by the first stream.
    pub fn ranks(&self, stream: Stream, number: u64, stored: &[u64; 64]) -> Option<Ranks> {
        let arrangement = stream.arrangements[self.header().turn_of(number)];
        (!arrangement.grouped).then(|| Ranks::of(stored, arrangement.by_columns))
    }

    fn unpack_sequence(
        &self,
        stream: Stream,
        number: u64,
        count: usize,
        scratch: &mut Scratch,
        packed: &mut Vec<u8>,
    ) -> Result<(), Error> {
        scratch.frame.clear();
        scratch.frame.extend_from_slice(&MAGIC_NUMBER);
        self.compressed(stream, number, &mut scratch.frame)?;
        let bytes = &scratch.frame[MAGIC_NUMBER.len()..];
        let width = usize::from(stream.width);
        packed.clear();
        match bytes {
            &[code] if width == 1 => {
                packed.resize(count, code);
                return Ok(());
            }
            _ if bytes.len() == width => {
                packed.extend(bytes.iter().cycle().take(count * width));
                return Ok(());
            }
            _ => {}
        }
        if bytes.is_empty() && count == 0 {
            return Ok(());
        }
        packed.reserve(count * width);
        let Scratch { decompressor, frame, .. } = scratch;
        let unpacked = match decompressor {
            Ok(decompressor) => decompressor.decompress_to_buffer(frame.as_slice(), packed).ok(),
            Err(_) => None,
        };
        match unpacked {
            Some(found) if found == count * width => Ok(()),
            // The deepest blocks alone are stored wide.
            Some(found) if width == 2 && found == count => {
                let wide = packed.iter().flat_map(|&code| widened(code).to_le_bytes()).collect();
                *packed = wide;
                Ok(())
            }
            _ => Err(self.damaged_block(stream, number)),
        }
    }
}

/// What each thread keeps for reading blocks.
struct Scratch {
    /// Setting one up costs more than a block.
    decompressor: std::io::Result<zstd::bulk::Decompressor<'static>>,
    frame: Vec<u8>,
    packed: Vec<u8>,
    /// Cells of the first stream, and of which file and block they are: whoever asks for a result often asks for a
    /// depth next.
    first: Vec<u8>,
    first_of: Option<(u64, u64)>,
}

thread_local! {
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch {
        decompressor: zstd::bulk::Decompressor::new(),
        frame: Vec::new(),
        packed: Vec::new(),
        first: Vec::new(),
        first_of: None,
    });
}
