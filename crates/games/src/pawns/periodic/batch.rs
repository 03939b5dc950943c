//! Values a family some lengths at a time.
//!
//! A word of the batch needs parts that are themselves in the batch only in its few moves near the
//! ends. So all threads first note what the other moves reach and keep the least nimbers not
//! reached, one more than those few moves can fill; then the batch is finished in order.

use nimzo_work::Task;
use rayon::prelude::*;

use super::family::{COMMON, Family};
use super::kernel::{Reached, reaches};
use crate::pawns::theory::LARGEST_NIMBER;
use crate::{Error, Result};

/// Lengths that are valued together.
const BATCH: usize = 32;
/// Moves that can need a part of the batch: near either end, and the two at the ends.
const LATE_MOVES: usize = 2 * BATCH + 2;

/// A word of the family.
#[derive(Clone, Copy)]
struct Member {
    residue: usize,
    length: usize,
}

/// Values the family to its longest words.
pub fn fill(family: &mut Family, task: &Task) -> Result<()> {
    let longest = family.longest() as u64;
    let stage = task.stage("steps", longest * longest);
    while family.valued() < family.longest() {
        task.check()?;
        let valued = family.valued();
        let last = (valued + BATCH).min(family.longest());
        let members: Vec<Member> = (valued + 1..=last)
            .flat_map(|length| (0..family.period()).map(move |residue| Member { residue, length }))
            .filter(|member| is_chosen(family, *member))
            .collect();
        let sparse = family.share_of_rare() < RARE_SHARE;
        let missing: Vec<Vec<u16>> = members
            .par_iter()
            .with_max_len(4)
            .map_init(Reached::new, |reached, &member| {
                task.check()?;
                Ok(missing_after_early_moves(family, member, valued, sparse, reached))
            })
            .collect::<Result<_>>()?;
        finish(family, &members, &missing, valued)?;
        stage.advance((last * last - valued * valued) as u64);
    }
    Ok(())
}

/// Of a word and its mirror image only one is valued.
fn is_chosen(family: &Family, member: Member) -> bool {
    family.mirrored(member.residue, member.length).is_none_or(|other| member.residue <= other)
}

/// The moves of a word on the files `class + p t`, for the `t` whose parts are all valued.
struct Class {
    residue: usize,
    left_class: usize,
    right_class: usize,
    /// The number of times the pattern fits between the first and the last of these files.
    fits: usize,
    /// The range of `t`.
    from: usize,
    to: usize,
}

/// The classes of the moves of a word. A word that is its own mirror image has every move twice;
/// one of the two is left out.
fn classes(family: &Family, member: Member, valued: usize) -> impl Iterator<Item = Class> {
    let Member { residue, length } = member;
    let period = family.period();
    let palindrome = family.mirrored(residue, length) == Some(residue);
    (0..period.min(length)).filter_map(move |class| {
        let rest = length - 1 - class;
        let (fits, right_class) = (rest / period, rest % period);
        // Parts to the left have class + p t files, parts to the right have rest - p t.
        let from = (rest.saturating_sub(valued)).div_ceil(period);
        let mut to = fits + 1;
        if class > valued {
            return None;
        }
        to = to.min((valued - class) / period + 1);
        if palindrome {
            match class.cmp(&right_class) {
                std::cmp::Ordering::Greater => return None,
                std::cmp::Ordering::Equal => to = to.min(fits / 2 + 1),
                std::cmp::Ordering::Less => {}
            }
        }
        let moved = (residue + class) % period;
        let loony =
            family.left(moved, class).is_loony() || family.right(moved, right_class).is_loony();
        (from < to && !loony).then_some(Class {
            residue: moved,
            left_class: class,
            right_class,
            fits,
            from,
            to,
        })
    })
}

impl Class {
    /// The half-values of these moves, side by side.
    fn rows<'a>(&self, family: &'a Family) -> (&'a [u16], &'a [u16]) {
        let count = self.to - self.from;
        let left = family.left(self.residue, self.left_class).slice(self.from, count);
        let right_from = self.fits + 1 - self.to;
        let right = family.right(self.residue, self.right_class).slice(right_from, count);
        (left, right)
    }
}

/// The least nimbers that a word's moves with valued parts do not reach.
fn missing_after_early_moves(
    family: &Family,
    member: Member,
    valued: usize,
    sparse: bool,
    reached: &mut Reached,
) -> Vec<u16> {
    reached.clear();
    if sparse {
        mark_sparse(family, member, valued, reached);
    } else {
        for class in classes(family, member, valued) {
            let (left, right) = class.rows(family);
            reached.mark(left, right);
        }
    }
    reached.missing(LATE_MOVES + 1)
}

/// Adds the late moves of the batch, in the order of the lengths.
fn finish(
    family: &mut Family,
    members: &[Member],
    missing: &[Vec<u16>],
    valued: usize,
) -> Result<()> {
    let mut nimbers = vec![0; family.period()];
    for (index, (member, missing)) in members.iter().zip(missing).enumerate() {
        let nimber = finish_one(family, *member, missing, valued);
        if nimber >= LARGEST_NIMBER {
            return Err(Error::NimberTooLarge {
                length: member.length,
                most: u32::from(LARGEST_NIMBER) - 1,
            });
        }
        nimbers[member.residue] = nimber;
        if let Some(mirrored) = family.mirrored(member.residue, member.length) {
            nimbers[mirrored] = nimber;
        }
        if members.get(index + 1).is_none_or(|next| next.length > member.length) {
            family.push(&nimbers);
        }
    }
    Ok(())
}

fn finish_one(family: &Family, member: Member, missing: &[u16], valued: usize) -> u16 {
    let Member { residue, length } = member;
    if length == 1 {
        return 1;
    }
    let mut late: Vec<u16> = family.end_moves(residue, length).into_iter().flatten().collect();
    let period = family.period();
    let mut add = |place: usize| {
        let moved = (residue + place) % period;
        let rest = length - 1 - place;
        let left = family.left(moved, place % period).get(place / period);
        let right = family.right(moved, rest % period).get(rest / period);
        late.push(left ^ right);
    };
    // A part longer than what was valued stands on one side of the move or on the other.
    let near_start = (length - 1).saturating_sub(valued);
    (1..near_start).for_each(&mut add);
    (near_start.max(valued + 1).max(1)..length - 1).for_each(&mut add);
    let free = missing.iter().find(|nimber| !late.contains(nimber));
    free.copied().unwrap_or(LARGEST_NIMBER)
}

/// A sparse space is worth the trouble when fewer half-values than this are rare.
const RARE_SHARE: f64 = 0.12;

/// Notes what a word's moves reach where nearly all half-values are 0 or 1: a sum is above 1 only
/// when one of the rare others is in it. Those are gone through one by one, and for 0 and 1 any
/// pair will do.
fn mark_sparse(family: &Family, member: Member, valued: usize, reached: &mut Reached) {
    let classes: Vec<Class> = classes(family, member, valued).collect();
    for class in &classes {
        let left = family.left(class.residue, class.left_class);
        let right = family.right(class.residue, class.right_class);
        let from_the_right = right.rare().map_while(|number| class.fits.checked_sub(number));
        for t in left.rare().chain(from_the_right) {
            if (class.from..class.to).contains(&t) {
                reached.note(left.get(t) ^ right.get(class.fits - t));
            }
        }
    }
    for nimber in 0..=COMMON {
        let found = reached.has(nimber)
            || classes.iter().any(|class| {
                let (left, right) = class.rows(family);
                reaches(left, right, nimber)
            });
        if found {
            reached.note(nimber);
        }
    }
}
