//! The bytes of a file.
//!
//! ```text
//! magic number (4)   men in the high half, split 1 and pawns 2 in the low half (1)
//! for each file of the leading pawns: digits of the leading men, digits of the other side's pawns if
//!     both have some, then the men; the table of White in the low half of each byte, of Black in the high
//! for each file and side: flags, and how values are coded, or the one value
//! for each file: which depths the values of a file of depths stand for
//! for each file and side: index; for each file and side: lengths of blocks;
//! for each file and side, from the next multiple of 64: blocks
//! from the next multiple of 64: a checksum (16)
//! ```

use nimzo_chess::Material;
use shakmaty::{Piece, Role};
use xxhash_rust::xxh3::xxh3_128;

use crate::cells::Kind;
use crate::index::Order;
use crate::stream::Packed;

/// What a file holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Win, draw or loss.
    Results,
    /// Depths to a zeroing move.
    Depths,
}

impl Content {
    /// What its files begin with.
    pub fn magic(self) -> [u8; 4] {
        match self {
            Self::Results => [0x71, 0xE8, 0x23, 0x5D],
            Self::Depths => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }

    /// The ending of its files.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Results => "rtbw",
            Self::Depths => "rtbz",
        }
    }
}

/// Flags of a table of depths: it is of Black to move; values stand for depths in a map; wins and
/// losses are in plies instead of moves; the map has 16 bits to a depth.
pub mod flags {
    /// Black to move.
    pub const BLACK: u8 = 1;
    /// Values stand for depths in a map.
    pub const MAPPED: u8 = 2;
    /// Wins are in plies.
    pub const WIN_PLIES: u8 = 4;
    /// Losses are in plies.
    pub const LOSS_PLIES: u8 = 8;
    /// Maps have two bytes to a depth.
    pub const WIDE: u8 = 16;
    /// All values are the same.
    pub const SINGLE: u8 = 128;
}

const SPLIT: u8 = 1;
const PAWNS: u8 = 2;

/// For each kind, the depths that values stand for.
pub type Map = [Vec<u16>; Kind::ALL.len()];

/// One table of a file.
#[derive(Debug)]
pub struct Table {
    /// The order of men and digits.
    pub order: Order,
    /// Flags of depths.
    pub flags: u8,
    /// Its values.
    pub values: Values,
    /// What they stand for, in a file of depths.
    pub map: Option<Map>,
}

/// The values of a table.
#[derive(Debug)]
pub enum Values {
    /// All alike.
    Single(u8),
    /// Packed.
    Packed(Packed),
}

impl Table {
    /// About how many bytes it takes.
    pub fn len(&self) -> usize {
        match &self.values {
            Values::Single(_) => 2,
            Values::Packed(packed) => packed.len(),
        }
    }

    fn packed(&self) -> Option<&Packed> {
        match &self.values {
            Values::Single(_) => None,
            Values::Packed(packed) => Some(packed),
        }
    }
}

/// The bytes of a file with these tables, for each file of leading pawns one or two.
pub fn encode(class: Material, content: Content, files: &[Vec<Table>]) -> Vec<u8> {
    let mut bytes = content.magic().to_vec();
    let split = if class.is_symmetric() { 0 } else { SPLIT };
    let pawns = if class.has_pawns() { PAWNS } else { 0 };
    bytes.push((class.count() as u8) << 4 | split | pawns);
    for sides in files {
        let halves = |half: &dyn Fn(&Order) -> u8| {
            let high = sides.get(1).map_or(0, |table| half(&table.order));
            half(&sides[0].order) | high << 4
        };
        bytes.push(halves(&|order| order.lead));
        if sides[0].order.other_pawns.is_some() {
            bytes.push(halves(&|order| order.other_pawns.unwrap_or_default()));
        }
        bytes.extend((0..class.count()).map(|i| halves(&|order| code_of(order.men[i]))));
    }
    align(&mut bytes, 2);
    let tables = || files.iter().flatten();
    let wide = tables().filter_map(|table| table.map.as_ref()).flatten().flatten();
    let wide = wide.max().is_some_and(|&most| most > 255);
    for table in tables() {
        match &table.values {
            Values::Single(value) => bytes.extend([table.flags | flags::SINGLE, *value]),
            Values::Packed(packed) => {
                let mapped = if table.map.is_some() { flags::MAPPED } else { 0 };
                let wide = if table.map.is_some() && wide { flags::WIDE } else { 0 };
                bytes.push(table.flags | mapped | wide);
                bytes.extend(&packed.coding);
            }
        }
    }
    for kinds in tables().filter_map(|table| table.map.as_ref()).flatten() {
        if wide {
            bytes.extend((kinds.len() as u16).to_le_bytes());
            bytes.extend(kinds.iter().flat_map(|depth| depth.to_le_bytes()));
        } else {
            bytes.push(kinds.len() as u8);
            bytes.extend(kinds.iter().map(|&depth| depth as u8));
        }
    }
    align(&mut bytes, 2);
    let packed = || tables().filter_map(Table::packed);
    packed().for_each(|packed| bytes.extend(&packed.index));
    packed().for_each(|packed| bytes.extend(&packed.lengths));
    for packed in packed() {
        align(&mut bytes, 64);
        bytes.extend(&packed.blocks);
    }
    align(&mut bytes, 64);
    bytes.extend(xxh3_128(&bytes).to_le_bytes());
    bytes
}

fn align(bytes: &mut Vec<u8>, to: usize) {
    bytes.resize(bytes.len().next_multiple_of(to), 0);
}

fn code_of(man: Piece) -> u8 {
    let role = match man.role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    };
    man.color.fold_wb(role, role | 8)
}
