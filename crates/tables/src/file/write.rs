//! Writing a file of version 5 or 6: models made, blocks compressed on all threads, written in order, the whole
//! renamed into place.

use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use nimzo_chess::Metric;
use nimzo_retro::layout::{BLOCK_SLOTS, BlockId};
use nimzo_work::Task;
use nimzo_work::files::{Scratch, write_atomically};
use rayon::prelude::*;
use shakmaty::Color;
use xxhash_rust::xxh3::xxh3_64;

use super::five::index::Indexing;
use super::five::{Known, Model, Packer, models};
use super::format::{Header, SIX, Stream};
use super::six::{PairPacker, Pairings};
use crate::error::Error;

/// Blocks compressed before they are written.
pub(super) const BATCH: u64 = 2048;

/// Puts a block's cells (little-endian, `width` bytes each) into the buffer, and gives back which of
/// them matter, the same for all metrics; the others are not stored.
pub type ReadCells<'a> = dyn Fn(BlockId, &mut Vec<u8>) -> Result<[u64; 64], Error> + Sync + 'a;

/// A metric to be written: how it is stored, and its cells.
pub struct Source<'a> {
    /// What is written.
    pub stream: Stream,
    /// Where the cells come from.
    pub cells: &'a ReadCells<'a>,
    /// Whether depths with one side to move may be left out.
    pub may_leave_out: bool,
}

/// What the best capture of each position is worth.
pub trait CaptureCodes: Sync {
    /// Makes some slices ready; no others are asked for until the next call.
    fn prepare(&self, slices: &[usize]) -> Result<(), Error>;

    /// The metric by which captures are counted for another: those with the same one are worth the same.
    fn counted_as(&self, metric: Metric) -> Metric;

    /// The best that a capture reaches from the cells of a block, as a wide code in the unit of the metric, 0
    /// where there is none. By [`Metric::Wdl`] that is a result, under the fifty-move rule if the file has results
    /// under it.
    fn best(&self, metric: Metric, id: BlockId, codes: &mut [u16; BLOCK_SLOTS]);
}

/// By what blocks are coded.
enum Coding {
    /// In view of their neighbours.
    Models(Known),
    /// By symbols.
    Pairs(Pairings),
}

/// The bytes of a block in each stream that has it.
type Packed = Result<Vec<Option<Vec<u8>>>, Error>;

impl Coding {
    fn left_out(&self) -> Option<Color> {
        match self {
            Self::Models(known) => known.left_out,
            Self::Pairs(pairings) => pairings.left_out(),
        }
    }

    /// What stands behind the index of a stream.
    fn model(&self, stream: usize) -> std::io::Result<Vec<u8>> {
        match self {
            Self::Models(known) => Model::new(known.guides[stream].clone()).encode(),
            Self::Pairs(pairings) => pairings.books(stream).encode(),
        }
    }

    /// Packs blocks for a thread.
    fn packer<'a>(
        &'a self,
        sources: &'a [Source<'a>],
        captures: Option<&'a dyn CaptureCodes>,
    ) -> Box<dyn FnMut(BlockId) -> Packed + 'a> {
        match self {
            Self::Models(known) => {
                let mut packer = Packer::new(sources, captures, known);
                Box::new(move |id| packer.pack(id))
            }
            Self::Pairs(pairings) => {
                let mut packer = PairPacker::new(sources, captures, pairings);
                Box::new(move |id| packer.pack(id))
            }
        }
    }
}

/// Writes a file of version 5 or 6. The streams of `header` are replaced by those of `sources`, of which the first has the
/// results. With `captures`, cells that these settle are open.
pub fn write(
    path: &Path,
    mut header: Header,
    sources: &[Source<'_>],
    captures: Option<&dyn CaptureCodes>,
    task: &Task,
) -> Result<u64, Error> {
    header.streams = sources.iter().map(|source| source.stream).collect();
    let coding = match header.version {
        SIX => Coding::Pairs(Pairings::of(sources, captures, &header, task)?),
        _ => Coding::Models(models(sources, captures, &header)?),
    };
    for (stream, source) in header.streams.iter_mut().zip(sources) {
        stream.left_out = coding.left_out().filter(|_| source.may_leave_out);
        stream.open = captures.is_some();
    }
    let all = header.all_blocks();
    let stage = task.stage(&format!("write {}", header.class), all);
    let written = write_atomically(path, |file| -> Result<u64, WriteError> {
        let mut at = header.encode().len() as u64;
        file.seek(SeekFrom::Start(at))?;
        let group = |&stream: &Stream| Indexing::by(header.shape(stream).group);
        let mut indexes: Vec<Indexing> = header.streams.iter().map(group).collect();
        // A block is coded in all streams at once. Those behind the first wait until it is written.
        let mut waiting: Vec<Scratch> =
            sources.iter().skip(1).map(|_| Scratch::beside(path)).collect::<Result<_, _>>()?;
        let mut first_bytes = 0;
        for begin in (0..all).step_by(BATCH as usize) {
            task.check().map_err(Error::from)?;
            let last = (begin + BATCH).min(all);
            if let Some(captures) = captures {
                let mut slices: Vec<usize> =
                    (begin..last).map(|number| header.block_id(number).slice).collect();
                slices.dedup();
                captures.prepare(&slices)?;
            }
            let packed: Result<Vec<_>, Error> = (begin..last)
                .into_par_iter()
                .map_init(
                    || coding.packer(sources, captures),
                    |pack, number| pack(header.block_id(number)),
                )
                .collect();
            for streams in packed? {
                for (i, bytes) in streams.into_iter().enumerate() {
                    let Some(bytes) = bytes else { continue };
                    indexes[i].push(&bytes);
                    match i.checked_sub(1) {
                        Some(behind) => waiting[behind].push(&bytes)?,
                        None => {
                            first_bytes += bytes.len() as u64;
                            file.write_all(&bytes)?;
                        }
                    }
                }
            }
            stage.advance(last - begin);
        }
        let mut waiting = waiting.into_iter();
        for (i, index) in indexes.into_iter().enumerate() {
            let bytes = match i {
                0 => first_bytes,
                _ => waiting.next().map_or(Ok(0), |waiting| waiting.pour(file))?,
            };
            let stream = &mut header.streams[i];
            (stream.data_at, stream.index_at) = (at, at + bytes);
            let (index, length_bits) = index.finish(at);
            stream.length_bits = length_bits;
            stream.index_sum = xxh3_64(&index);
            file.write_all(&index)?;
            let model = coding.model(i)?;
            stream.model_at = stream.index_at + index.len() as u64;
            stream.model_bytes = model.len() as u64;
            stream.model_sum = xxh3_64(&model);
            file.write_all(&model)?;
            at = stream.model_at + stream.model_bytes;
        }
        header.length = at;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header.encode())?;
        Ok(at)
    });
    written.map_err(|error| error.at(path))
}

/// The checksum of a block's compressed bytes.
pub(super) fn checksum(bytes: &[u8]) -> u32 {
    xxh3_64(bytes) as u32
}

/// Why a file was not written.
pub(super) enum WriteError {
    Io(std::io::Error),
    Other(Error),
}

impl WriteError {
    /// The error, with the file that was written.
    pub(super) fn at(self, path: &Path) -> Error {
        match self {
            Self::Io(source) => Error::Io { path: path.to_owned(), source },
            Self::Other(error) => error,
        }
    }
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}
