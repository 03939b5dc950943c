//! What was counted of a slice whose frames are shared out, added up.

use shakmaty::ByColor;

use super::ply::Tally;
use super::slice::SliceRun;
use crate::Error;
use crate::sweep::company::{Together, Unreadable};

/// Makes the counts of each member those of all.
pub(super) fn add_up(run: &mut SliceRun, together: Together<'_>) -> Result<(), Error> {
    let mut message = Vec::new();
    for (tally, totals) in run.tally.iter().zip(&run.totals) {
        for counts in [&tally.wins[..], &tally.losses, totals] {
            message.push(counts.len() as u64);
            message.extend(counts);
        }
        for longest in [tally.longest_win, tally.longest_loss] {
            message.push(longest.map_or(u64::MAX, |slot| slot as u64));
        }
    }
    let message: Vec<u8> = message.iter().flat_map(|number| number.to_le_bytes()).collect();
    run.tally = ByColor::default();
    run.totals = ByColor::default();
    for (member, message) in together.tell_all(&message)?.iter().enumerate() {
        let (chunks, _) = message.as_chunks::<8>();
        let mut numbers = chunks.iter().map(|&bytes| u64::from_le_bytes(bytes));
        for (tally, totals) in run.tally.iter_mut().zip(run.totals.iter_mut()) {
            read(&mut numbers, tally, totals).ok_or(Unreadable(member))?;
        }
    }
    Ok(())
}

/// Adds what one member counted of one side.
fn read(
    numbers: &mut impl Iterator<Item = u64>,
    tally: &mut Tally,
    totals: &mut [u64; 3],
) -> Option<()> {
    let mut list = || -> Option<Vec<u64>> {
        let length = numbers.next()?;
        (0..length).map(|_| numbers.next()).collect()
    };
    let (wins, losses, counted) = (list()?, list()?, list()?);
    let mut slot =
        || Some(usize::try_from(numbers.next()?).ok().filter(|&slot| slot != usize::MAX));
    add(&mut tally.wins, &mut tally.longest_win, &wins, slot()?);
    add(&mut tally.losses, &mut tally.longest_loss, &losses, slot()?);
    totals.iter_mut().zip(counted).for_each(|(total, count)| *total += count);
    Some(())
}

/// The last count is that of the longest, of which the first slot is kept.
fn add(counts: &mut Vec<u64>, first: &mut Option<usize>, more: &[u64], their_first: Option<usize>) {
    match more.len().cmp(&counts.len()) {
        std::cmp::Ordering::Greater => *first = their_first,
        std::cmp::Ordering::Equal => {
            *first = first.iter().chain(&their_first).copied().min();
        }
        std::cmp::Ordering::Less => {}
    }
    counts.resize(counts.len().max(more.len()), 0);
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

#[cfg(test)]
mod tests {
    use super::add;

    #[test]
    fn the_longest_of_all_is_kept_with_its_first_slot() {
        let (mut counts, mut first) = (Vec::new(), None);
        add(&mut counts, &mut first, &[0, 2, 1], Some(70));
        add(&mut counts, &mut first, &[0, 3], Some(5));
        add(&mut counts, &mut first, &[1, 1, 4], Some(60));
        assert_eq!((counts, first), (vec![1, 6, 5], Some(60)));
    }
}
