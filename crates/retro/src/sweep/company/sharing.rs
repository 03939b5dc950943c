//! Which process has which frames.

use std::sync::{Arc, Mutex, PoisonError};

use shakmaty::{ByColor, Color};

use super::refine::refined;
use crate::layout::Layout;
use crate::layout::frames::{Frames, KingsOutside};
use crate::layout::symmetry::Symmetry;

/// Whether the frames of a class are shared out: where both kings are outside the blocks. Elsewhere
/// slices are small, and whole ones are.
pub fn shares_frames(layout: &Layout) -> bool {
    layout.kings_outside() == KingsOutside::Both
}

/// The frames of a class among so many members, about equally many to each. With pawns a frame and its
/// mirror image have the same owner, so that what pawn moves lead to is at hand.
#[derive(Debug)]
pub struct Sharing {
    owners: Vec<u16>,
    /// For the sets of White and of Black, which other members read each frame: those who have a frame
    /// from which the other side's king moves there.
    readers: ByColor<Vec<Vec<u16>>>,
}

impl Sharing {
    /// Of the ways to cut frames by the places of the kings, the one in which least is read of others, and
    /// then refined. It takes a while and is remembered.
    pub fn new(layout: &Layout, members: usize) -> Arc<Self> {
        Self::of_frames(layout.frames(), layout.material().has_pawns(), members)
    }

    /// The same for frames of either kind.
    pub fn of_frames(frames: &Frames, pawns: bool, members: usize) -> Arc<Self> {
        static KNOWN: Mutex<Vec<([usize; 2], Arc<Sharing>)>> = Mutex::new(Vec::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let asked = [frames.len(), members];
        if let Some((_, sharing)) = known.iter().find(|(frames, _)| *frames == asked) {
            return Arc::clone(sharing);
        }
        let sharing = Arc::new(Self::find(frames, pawns, members));
        known.push((asked, Arc::clone(&sharing)));
        sharing
    }

    fn find(frames: &Frames, pawns: bool, members: usize) -> Self {
        let cut = Self::straight(frames, pawns, members);
        match members {
            1 => cut,
            _ => {
                let units = units(frames, pawns);
                Self::of_owners(frames, refined(frames, &units, cut.owners, members))
            }
        }
    }

    /// The straight cut in which least is read of others.
    pub(super) fn straight(frames: &Frames, pawns: bool, members: usize) -> Self {
        let units = units(frames, pawns);
        let cuts = (1..=members).filter(|by_white| members.is_multiple_of(*by_white));
        let ways = cuts.flat_map(|by_white| {
            ORDERS
                .iter()
                .flat_map(move |white| ORDERS.iter().map(move |black| (by_white, white, black)))
        });
        let made = ways.map(|(by_white, white, black)| {
            let cut = [by_white, members / by_white];
            Self::of_owners(frames, owners(frames, &units, cut, [*white, *black]))
        });
        made.min_by_key(Self::read_of_others).expect("one cut there always is")
    }

    fn of_owners(frames: &Frames, owners: Vec<u16>) -> Self {
        let readers = ByColor::new_with(|side: Color| {
            let mut readers = vec![Vec::new(); frames.len()];
            for (from, moves) in frames.moves[!side].iter().enumerate() {
                for king_move in moves {
                    let to = usize::from(king_move.frame);
                    if owners[from] != owners[to] && !readers[to].contains(&owners[from]) {
                        readers[to].push(owners[from]);
                    }
                }
            }
            readers
        });
        Self { owners, readers }
    }

    /// Who has a frame; `None` if there is no such frame.
    pub fn owner(&self, frame: usize) -> Option<usize> {
        self.owners.get(frame).copied().map(usize::from)
    }

    /// The frames of a member, ascending.
    pub fn frames_of(&self, member: usize) -> Vec<u16> {
        let owned =
            self.owners.iter().enumerate().filter(|&(_, &owner)| usize::from(owner) == member);
        owned.map(|(frame, _)| frame as u16).collect()
    }

    /// The frames of others in which a member reads the sets of a side.
    pub fn ghosts_of(&self, member: usize, side: Color) -> Vec<u16> {
        let read = |readers: &Vec<u16>| readers.iter().any(|&one| usize::from(one) == member);
        let frames = self.readers[side].iter().enumerate().filter(|(_, readers)| read(readers));
        frames.map(|(frame, _)| frame as u16).collect()
    }

    /// The other members that read the sets of a side in a frame.
    #[inline(always)]
    pub fn readers(&self, side: Color, frame: usize) -> &[u16] {
        &self.readers[side][frame]
    }

    /// How many frames of sets all members together read of others: each changed position in them
    /// travels once.
    pub fn read_of_others(&self) -> usize {
        self.readers.iter().flatten().map(Vec::len).sum()
    }
}

/// Frames that must have the same owner: one, or one with its mirror image.
fn units(frames: &Frames, mirrored: bool) -> Vec<Vec<u16>> {
    let image = |frame: usize| {
        let [white, black] = frames.kings[frame].map(|king| Symmetry::MIRROR.square(king));
        frames.find(white, black).map_or(frame, |found| usize::from(found.frame))
    };
    (0..frames.len())
        .filter_map(|frame| match mirrored.then(|| image(frame)) {
            Some(image) if image < frame => None,
            Some(image) if image > frame => Some(vec![frame as u16, image as u16]),
            _ => Some(vec![frame as u16]),
        })
        .collect()
}

/// Cuts by White's king first and by Black's king within each piece.
fn owners(
    frames: &Frames,
    units: &[Vec<u16>],
    [by_white, by_black]: [usize; 2],
    orders: [Order; 2],
) -> Vec<u16> {
    let kings = |unit: &Vec<u16>| frames.kings[usize::from(unit[0])];
    let key = |king: usize| move |unit: &&Vec<u16>| (orders[king](kings(unit)[king]), unit[0]);
    let mut sorted: Vec<&Vec<u16>> = units.iter().collect();
    sorted.sort_by_key(key(0));
    let mut owners = vec![0; frames.len()];
    for (i, piece) in pieces(sorted, by_white).into_iter().enumerate() {
        let mut piece = piece;
        piece.sort_by_key(key(1));
        for (j, owned) in pieces(piece, by_black).into_iter().enumerate() {
            let owner = (i * by_black + j) as u16;
            owned.into_iter().flatten().for_each(|&frame| owners[usize::from(frame)] = owner);
        }
    }
    owners
}

/// A list in so many pieces of about equal length.
fn pieces<T: Copy>(list: Vec<T>, count: usize) -> Vec<Vec<T>> {
    (0..count)
        .map(|i| list[i * list.len() / count..(i + 1) * list.len() / count].to_vec())
        .collect()
}

/// An order of the squares: where in it a square stands.
type Order = fn(u8) -> u32;

/// By ranks, by files, in ever smaller quarters of the board, from the middle outwards, and by what a
/// reflection of the board leaves alike.
const ORDERS: [Order; 6] = [
    u32::from,
    |square| u32::from(square & 7) << 3 | u32::from(square >> 3),
    |square| {
        (0..3).fold(0, |key, bit| {
            key | (u32::from(square) >> bit & 1) << (2 * bit)
                | (u32::from(square) >> (3 + bit) & 1) << (2 * bit + 1)
        })
    },
    |square| folded(square & 7).max(folded(square >> 3)),
    |square| folded(square >> 3),
    |square| folded(square & 7) + folded(square >> 3),
];

/// How far a file or rank is from the middle.
fn folded(line: u8) -> u32 {
    u32::from(if line < 4 { 3 - line } else { line - 4 })
}
