//! Positions with castling rights that were solved for single positions: lists of positions with their
//! depths, one for each class, set of rights and set of pawns.
//!
//! A list is sorted by where the men beside pawns stand. It is packed as a checksum, and then the places
//! (eight bytes each) and the codes of depths (two bytes each), compressed together.

use std::collections::BTreeMap;

use nimzo_chess::{CastlingRights, Depth, Known, Material, Metric, Probe, Values};
use nimzo_retro::castling::{RightsReach, canonical, filled};
use nimzo_retro::planes::{Unit, decode, encode};
use nimzo_retro::reach::{PIECES, Regions, pawns_of};
use nimzo_retro::slice_graph::Pack;
use nimzo_work::Task;
use shakmaty::{Board, Chess, Color, Piece, Position};
use xxhash_rust::xxh3::xxh3_64;

use super::SolvedSlices;
use super::file::{Name, SliceFile};
use crate::error::Error;
use crate::store::Store;

/// The code that means "draw".
const HALF: u32 = 0x8000;
const LEVEL: i32 = 3;
/// Bytes of a position in a list.
const EACH: usize = 10;
/// More than a list can have, so that a damaged one is not unpacked for ever.
const MOST_BYTES: usize = EACH * 8 * super::Search::WHOLE.with_rights;

/// Depths by place, of one class with the same rights and pawns.
type List = BTreeMap<u64, u16>;

/// Where a position with rights would be.
struct Spot {
    class: Material,
    name: Name,
    place: u64,
}

impl Spot {
    fn of(position: &Chess) -> Self {
        let (class, rights, board, turn) = canonical(position);
        let name = Name { pawns: pawns_of(&board), side: Color::White, square: number(rights) };
        Self { class, name, place: place(&board, turn) }
    }
}

/// A set of rights as a number.
fn number(rights: CastlingRights) -> u8 {
    CastlingRights::all().position(|one| one == rights).unwrap_or_default() as u8
}

/// The squares of the men beside pawns, and who is to move.
fn place(board: &Board, turn: Color) -> u64 {
    let mut place = 0;
    for color in Color::ALL {
        for role in PIECES {
            for square in board.by_piece(Piece { color, role }) {
                place = place << 6 | u64::from(u32::from(square));
            }
        }
    }
    place << 1 | u64::from(turn.is_black())
}

fn pack(list: &List) -> std::io::Result<Vec<u8>> {
    let places = list.keys().flat_map(|place| place.to_le_bytes());
    let codes = list.values().flat_map(|code| code.to_le_bytes());
    let packed = zstd::bulk::compress(&places.chain(codes).collect::<Vec<u8>>(), LEVEL)?;
    Ok([&xxh3_64(&packed).to_le_bytes(), &packed[..]].concat())
}

fn unpack(bytes: &[u8]) -> Option<List> {
    let raw = zstd::bulk::decompress(bytes.get(8..)?, MOST_BYTES).ok()?;
    let (places, codes) = raw.split_at_checked(raw.len() / EACH * 8)?;
    let places = places.as_chunks().0.iter().map(|&place| u64::from_le_bytes(place));
    Some(places.zip(codes.as_chunks().0.iter().map(|&code| u16::from_le_bytes(code))).collect())
}

impl SolvedSlices {
    fn list(&self, pack: Pack, name: Name) -> Result<List, Error> {
        let Some(bytes) = self.read(pack, name, &Regions::default())? else {
            return Ok(List::new());
        };
        unpack(&bytes).ok_or_else(|| self.damaged(pack))
    }

    /// What is known of a position with castling rights as if it had no en passant right; `None` if it
    /// was not solved.
    pub fn look_up_rights(
        &self,
        position: &Chess,
        wanted: &[Metric],
    ) -> Result<Option<Known>, Error> {
        let spot = Spot::of(position);
        let mut known: Option<Known> = None;
        // Those that are wanted first: the result can be read off every depth.
        let others = Metric::ALL.into_iter().filter(|metric| !wanted.contains(metric));
        for (metric, wanted) in
            wanted.iter().map(|&metric| (metric, true)).chain(others.map(|metric| (metric, false)))
        {
            if !wanted && known.is_some() {
                break;
            }
            let list = self.list(Pack::Rights(spot.class, metric), spot.name)?;
            let code = list.get(&spot.place).copied().unwrap_or(0);
            let Some(depth) = decode(u32::from(code), HALF, Unit::Plies) else { continue };
            let so_far = known.unwrap_or(Known::result(depth.wdl()));
            known = Some(if wanted { so_far.with(metric, depth) } else { so_far });
        }
        Ok(known)
    }
}

/// Solves positions with rights from those without, which the store must know by now, and keeps them.
pub(super) fn solve(
    reach: &RightsReach,
    metric: Metric,
    store: &Store,
    task: &Task,
) -> Result<(), Error> {
    let outside = |position: &Chess| -> Result<Values, Error> {
        let known = store.probe(position, &[metric])?;
        let class = Material::of_board(position.board());
        known.depth(metric).ok_or_else(|| store.missing(class, metric))?;
        Ok(filled(known))
    };
    let values = reach.solve(outside, task)?;
    let mut lists: BTreeMap<String, (Pack, Name, List)> = BTreeMap::new();
    for (position, values) in reach.positions().zip(values) {
        let Spot { class, name, place } = Spot::of(&position);
        let pack = Pack::Rights(class, metric);
        let (.., list) =
            lists.entry(format!("{pack} {name:?}")).or_insert_with(|| (pack, name, List::new()));
        list.insert(place, encode(Some(pick(values, metric)), HALF, Unit::Plies) as u16);
    }
    let solved = store.solved();
    for (packed_as, name, mut list) in lists.into_values() {
        task.check()?;
        // What other positions have led to stays.
        if let Ok(before) = solved.list(packed_as, name) {
            before.into_iter().for_each(|(place, code)| {
                list.entry(place).or_insert(code);
            });
        }
        let path = solved.path(packed_as);
        let kept = pack(&list).and_then(|bytes| {
            let mut file = SliceFile::open_to_write(&path)?;
            file.append(name, Regions::default(), &bytes)?;
            file.sync()
        });
        kept.map_err(Error::io(&path))?;
    }
    Ok(())
}

fn pick(values: Values, metric: Metric) -> Depth {
    match metric {
        Metric::Wdl | Metric::Dtm => values.dtm.0,
        Metric::Dtc => values.dtc.0,
        Metric::Dtz => values.dtz.0,
        Metric::Dtz50 => values.dtz50.0,
    }
}
