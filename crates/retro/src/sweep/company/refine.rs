//! Frames changed between members, so that less is read of others.
//!
//! Straight cuts by the squares of the kings are a good beginning. From there two members exchange units of
//! frames, again and again, where fewer ghosts come of it or not many more, and ever fewer of these: the
//! method of threshold accepting. Everything is whole numbers and chance by a fixed sequence, so that all
//! members find the same.

use shakmaty::Color;

use crate::layout::frames::Frames;

/// How many exchanges are tried.
const TRIES: u32 = 1_000_000;
/// How many units of the other member are looked at to find one at the border.
const LOOKS: u32 = 12;

/// Frames and who has them, with what follows from it.
struct Owned<'a> {
    units: &'a [Vec<u16>],
    members: usize,
    owners: Vec<u16>,
    /// The unit of each frame.
    unit_of: Vec<u16>,
    /// The sets that are read in a unit: twice the frame, and 1 for those of Black.
    reads: Vec<Vec<u16>>,
    /// How often each member reads each set.
    readers: Vec<u16>,
    /// How many sets of others each member reads.
    ghosts: Vec<i64>,
    /// The units of each member, and where in that list each is.
    lists: Vec<Vec<u16>>,
    place: Vec<u16>,
}

impl<'a> Owned<'a> {
    fn new(frames: &Frames, units: &'a [Vec<u16>], owners: Vec<u16>, members: usize) -> Self {
        let mut owned = Self {
            units,
            members,
            unit_of: vec![0; frames.len()],
            reads: units.iter().map(|unit| reads(frames, unit)).collect(),
            readers: vec![0; 2 * frames.len() * members],
            ghosts: vec![0; members],
            lists: vec![Vec::new(); members],
            place: vec![0; units.len()],
            owners,
        };
        for (number, unit) in units.iter().enumerate() {
            let owner = owned.owner_of(number as u16);
            unit.iter().for_each(|&frame| owned.unit_of[usize::from(frame)] = number as u16);
            owned.enlist(number as u16, owner);
            for read in 0..owned.reads[number].len() {
                owned.begin_to_read(owned.reads[number][read], owner);
            }
        }
        owned
    }

    fn owner_of(&self, unit: u16) -> usize {
        usize::from(self.owners[usize::from(self.units[usize::from(unit)][0])])
    }

    fn enlist(&mut self, unit: u16, owner: usize) {
        self.place[usize::from(unit)] = self.lists[owner].len() as u16;
        self.lists[owner].push(unit);
    }

    fn strike_off(&mut self, unit: u16, owner: usize) {
        let place = self.place[usize::from(unit)];
        self.lists[owner].swap_remove(usize::from(place));
        if let Some(&moved) = self.lists[owner].get(usize::from(place)) {
            self.place[usize::from(moved)] = place;
        }
    }

    fn has(&self, set: u16, member: usize) -> bool {
        usize::from(self.owners[usize::from(set / 2)]) == member
    }

    fn begin_to_read(&mut self, set: u16, member: usize) {
        let count = &mut self.readers[usize::from(set) * self.members + member];
        *count += 1;
        if *count == 1 && !self.has(set, member) {
            self.ghosts[member] += 1;
        }
    }

    fn cease_to_read(&mut self, set: u16, member: usize) {
        let count = &mut self.readers[usize::from(set) * self.members + member];
        *count -= 1;
        if *count == 0 && !self.has(set, member) {
            self.ghosts[member] -= 1;
        }
    }

    /// Gives a unit to another member.
    fn give(&mut self, unit: u16, to: usize) {
        let from = self.owner_of(unit);
        self.strike_off(unit, from);
        self.enlist(unit, to);
        for &frame in &self.units[usize::from(unit)] {
            for set in [2 * frame, 2 * frame + 1] {
                let reads = |member| self.readers[usize::from(set) * self.members + member] > 0;
                let (gained, lost) = (reads(to), reads(from));
                self.ghosts[to] -= i64::from(gained);
                self.ghosts[from] += i64::from(lost);
            }
            self.owners[usize::from(frame)] = to as u16;
        }
        for read in 0..self.reads[usize::from(unit)].len() {
            let set = self.reads[usize::from(unit)][read];
            self.cease_to_read(set, from);
            self.begin_to_read(set, to);
        }
    }

    /// Whether a unit reads something of a member.
    fn borders(&self, unit: u16, member: usize) -> bool {
        self.reads[usize::from(unit)].iter().any(|&set| self.has(set, member))
    }

    /// What two members pay for their ghosts: squares, so that nobody has many more than others.
    fn pain(&self, one: usize, other: usize) -> i64 {
        self.ghosts[one].pow(2) + self.ghosts[other].pow(2)
    }

    fn all_pain(&self) -> i64 {
        self.ghosts.iter().map(|ghosts| ghosts.pow(2)).sum()
    }
}

/// The sets that king moves out of the frames of a unit lead to.
fn reads(frames: &Frames, unit: &[u16]) -> Vec<u16> {
    let mut reads = Vec::new();
    for &frame in unit {
        for side in Color::ALL {
            let moves = frames.moves[side][usize::from(frame)].iter();
            // After a move of White it is Black's set that is read.
            reads.extend(moves.map(|to| 2 * to.frame + u16::from(side.is_white())));
        }
    }
    reads
}

/// Owners like these, as many frames to each, of which fewer frames are read by others.
pub(super) fn refined(
    frames: &Frames,
    units: &[Vec<u16>],
    owners: Vec<u16>,
    members: usize,
) -> Vec<u16> {
    let mut owned = Owned::new(frames, units, owners, members);
    let mut best = (owned.all_pain(), owned.owners.clone());
    let mut pain = best.0;
    let mut random = 1u64;
    let mut below = |limit: usize| {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % limit
    };
    // An exchange that adds two ghosts is let through at first.
    let at_first = 10 * owned.ghosts.iter().max().copied().unwrap_or_default();
    for tried in 0..TRIES {
        let threshold = at_first * i64::from(TRIES - tried) / i64::from(TRIES);
        let unit = below(units.len()) as u16;
        let from = owned.owner_of(unit);
        let reads = &owned.reads[usize::from(unit)];
        let set = reads[below(reads.len())];
        let to = usize::from(owned.owners[usize::from(set / 2)]);
        if to == from {
            continue;
        }
        let mut back = owned.lists[to][below(owned.lists[to].len())];
        for _ in 0..LOOKS {
            if owned.borders(back, from)
                && units[usize::from(back)].len() == units[usize::from(unit)].len()
            {
                break;
            }
            back = owned.lists[to][below(owned.lists[to].len())];
        }
        if units[usize::from(back)].len() != units[usize::from(unit)].len() {
            continue;
        }
        let before = owned.pain(from, to);
        owned.give(unit, to);
        owned.give(back, from);
        let more = owned.pain(from, to) - before;
        if more > threshold {
            owned.give(unit, from);
            owned.give(back, to);
            continue;
        }
        pain += more;
        if pain < best.0 {
            best = (pain, owned.owners.clone());
        }
    }
    best.1
}
