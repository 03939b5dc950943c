//! Finished slices told to all members, where whole slices are shared out.

use std::collections::HashSet;

use super::{Together, Unreadable};
use crate::Error;

/// Which of some slices a member solves.
pub(crate) fn share_of(slices: &[usize], together: Together<'_>) -> Vec<usize> {
    let (me, size) = (together.company.me(), together.company.size());
    slices.iter().copied().skip(me).step_by(size).collect()
}

/// Tells all members the finished slices of each, given as number and bytes; gives back those of the
/// others, each with the member that sent it.
pub(crate) fn tell(
    own: Vec<(usize, Vec<u8>)>,
    together: Together<'_>,
) -> Result<Vec<(usize, usize, Vec<u8>)>, Error> {
    let (me, size) = (together.company.me(), together.company.size());
    let mut message = Vec::new();
    for (slice, bytes) in own {
        message.extend((slice as u64).to_le_bytes());
        message.extend((bytes.len() as u64).to_le_bytes());
        message.extend(bytes);
    }
    let to = |member| if member == me { Vec::new() } else { message.clone() };
    let incoming = together.company.exchange((0..size).map(to).collect())?;
    let mut slices = Vec::new();
    for (member, message) in incoming.iter().enumerate() {
        let mut rest = &message[..];
        while !rest.is_empty() {
            let (slice, bytes) = one(&mut rest).ok_or(Unreadable(member))?;
            slices.push((member, slice, bytes));
        }
    }
    Ok(slices)
}

fn one(bytes: &mut &[u8]) -> Option<(usize, Vec<u8>)> {
    let (slice, rest) = bytes.split_first_chunk()?;
    let (length, rest) = rest.split_first_chunk()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (body, rest) = rest.split_at_checked(length)?;
    *bytes = rest;
    Some((usize::try_from(u64::from_le_bytes(*slice)).ok()?, body.to_vec()))
}

/// The slices that every member lists.
pub(crate) fn in_common(own: &[usize], together: Together<'_>) -> Result<Vec<usize>, Error> {
    let message: Vec<u8> = own.iter().flat_map(|&slice| (slice as u64).to_le_bytes()).collect();
    let mut common = own.to_vec();
    for message in together.tell_all(&message)? {
        let (chunks, _) = message.as_chunks::<8>();
        let theirs: HashSet<u64> = chunks.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
        common.retain(|&slice| theirs.contains(&(slice as u64)));
    }
    Ok(common)
}
