//! What a process tells others of what it has solved: records, one after the other.

use std::sync::{Mutex, PoisonError};

use nimzo_chess::Material;
use shakmaty::Color;

use super::keep::{Entry, Pack};

/// Collects records until they are sent.
#[derive(Debug, Default)]
pub struct Told(Mutex<Vec<u8>>);

/// What a record says.
#[derive(Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// A packed slice was put.
    Put(Pack, Entry, &'a [u8]),
    /// Something was found in a class; what, and how it is written, the two agree on.
    Found(Material, &'a [u8]),
    /// Groups of a class are done.
    Done(Material, Vec<usize>),
}

const PUT: u8 = 0;
const FOUND: u8 = 1;
const DONE: u8 = 2;
/// Slice, side, square.
const ENTRY: usize = 6;

impl Told {
    /// A packed slice was put.
    pub fn put(&self, pack: Pack, entry: Entry, bytes: &[u8]) {
        let mut place = entry.slice.to_le_bytes().to_vec();
        place.extend([u8::from(entry.side.is_black()), entry.square]);
        self.tell(PUT, &pack.to_string(), &[&place, bytes]);
    }

    /// Something was found in a class.
    pub fn found(&self, class: Material, what: &[u8]) {
        self.tell(FOUND, &class.to_string(), &[what]);
    }

    /// Groups of a class are done.
    pub fn done(&self, class: Material, groups: &[usize]) {
        let groups = groups.iter().flat_map(|&group| (group as u64).to_le_bytes());
        self.tell(DONE, &class.to_string(), &[&groups.collect::<Vec<u8>>()]);
    }

    /// Takes what has been collected.
    pub fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds a record: what it is, whose, and its bytes.
    fn tell(&self, kind: u8, name: &str, parts: &[&[u8]]) {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.push(kind);
        told.extend((name.len() as u32).to_le_bytes());
        told.extend(name.as_bytes());
        told.extend(parts.iter().map(|part| part.len() as u64).sum::<u64>().to_le_bytes());
        parts.iter().for_each(|part| told.extend(*part));
    }
}

impl<'a> Record<'a> {
    /// Takes the next record off the front; `None` if it says nothing sensible.
    pub fn next(told: &mut &'a [u8]) -> Option<Self> {
        let (&[kind], rest) = told.split_first_chunk()?;
        let (length, rest) = rest.split_first_chunk()?;
        let (name, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (length, rest) = rest.split_first_chunk()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (body, rest) = rest.split_at_checked(length)?;
        *told = rest;
        let name = std::str::from_utf8(name).ok()?;
        match kind {
            PUT => {
                let (&[a, b, c, d, black, square], bytes) = body.split_first_chunk::<ENTRY>()?;
                let slice = u32::from_le_bytes([a, b, c, d]);
                let entry = Entry { slice, side: Color::from_white(black == 0), square };
                Some(Self::Put(name.parse().ok()?, entry, bytes))
            }
            FOUND => Some(Self::Found(name.parse().ok()?, body)),
            DONE => {
                let (groups, []) = body.as_chunks::<8>() else { return None };
                let groups = groups.iter().map(|&group| u64::from_le_bytes(group) as usize);
                Some(Self::Done(name.parse().ok()?, groups.collect()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_as_they_were_told() {
        let (told, class) = (Told::default(), "KRPvKN".parse().unwrap());
        let pack = Pack::Promotions { after: "KQRvKN".parse().unwrap(), before: class };
        let entry = Entry { slice: 70_000, side: Color::Black, square: 9 };
        told.put(pack, entry, &[1, 2, 3]);
        told.found(class, b"something");
        told.done(class, &[4, 1]);
        let bytes = told.take();
        assert!(told.take().is_empty());
        let mut rest = &bytes[..];
        assert_eq!(Record::next(&mut rest), Some(Record::Put(pack, entry, &[1, 2, 3])));
        assert_eq!(Record::next(&mut rest), Some(Record::Found(class, b"something")));
        assert_eq!(Record::next(&mut rest), Some(Record::Done(class, vec![4, 1])));
        assert!(rest.is_empty());
        assert_eq!(Record::next(&mut &bytes[..bytes.len() / 4]), None, "cut short");
    }
}
