//! What waits for classes still to come, and which groups are done.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use nimzo_chess::{Material, Metric};
use shakmaty::{Color, Role};

use crate::Error;
use crate::layout::Man;
use crate::sweep::{SubTables, Window};

/// What is handed on together and forgotten together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pack {
    /// The results of a class, slice by slice, for those who capture into it.
    Results(Material),
    /// Which of them stand under the fifty-move rule.
    Rule(Material),
    /// Depths of a class.
    Depths(Material, Metric),
    /// Results that are the same whoever wins what lies beyond a plan, in the colours of the board.
    Proved(Material),
    /// Windows of depths to mate of a class, of this man.
    Windows(Material, Man),
    /// Positions of a class with castling rights, one by one.
    Rights(Material, Metric),
    /// Watched positions of a class, one by one.
    Watched(Material, Metric),
    /// What promoting into a class is worth in the class before.
    Promotions {
        /// The class after promotion, whose results these are.
        after: Material,
        /// The class before it, which reads them.
        before: Material,
    },
}

impl Pack {
    /// The class that fills it.
    pub fn written_by(self) -> Material {
        match self {
            Self::Results(class)
            | Self::Rule(class)
            | Self::Depths(class, _)
            | Self::Windows(class, _)
            | Self::Rights(class, _)
            | Self::Watched(class, _)
            | Self::Proved(class) => class,
            Self::Promotions { after, .. } => after,
        }
    }
}

impl Pack {
    /// Whether it holds values of a class as they lie.
    pub fn is_values(self) -> bool {
        matches!(self, Self::Results(_) | Self::Rule(_) | Self::Depths(..))
    }
}

impl fmt::Display for Pack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Results(class) => write!(f, "{class}"),
            Self::Rule(class) => write!(f, "{class}-rule"),
            Self::Depths(class, metric) => write!(f, "{class}-{metric}"),
            Self::Proved(class) => write!(f, "{class}-proved"),
            Self::Windows(class, Man { side, role }) => {
                write!(f, "{class}-window-{side}-{}", role.char())
            }
            Self::Rights(class, metric) => write!(f, "{class}-rights-{metric}"),
            Self::Watched(class, metric) => write!(f, "{class}-watched-{metric}"),
            Self::Promotions { after, before } => write!(f, "{before}-{after}"),
        }
    }
}

/// A name that no pack has.
#[derive(Debug, thiserror::Error)]
#[error("no pack is called {0}")]
pub struct UnknownPack(String);

impl FromStr for Pack {
    type Err = UnknownPack;

    fn from_str(name: &str) -> Result<Self, UnknownPack> {
        let parse = || {
            let class = |name: &str| name.parse::<Material>().ok();
            Some(match name.split('-').collect::<Vec<_>>()[..] {
                [name] => Self::Results(class(name)?),
                [name, "rule"] => Self::Rule(class(name)?),
                [name, "proved"] => Self::Proved(class(name)?),
                [name, "rights", metric] => Self::Rights(class(name)?, metric.parse().ok()?),
                [name, "watched", metric] => Self::Watched(class(name)?, metric.parse().ok()?),
                [name, "window", side, role] => {
                    let mut role = role.chars();
                    let man =
                        Man { side: side.parse().ok()?, role: Role::from_char(role.next()?)? };
                    role.next().is_none().then_some(Self::Windows(class(name)?, man))?
                }
                [name, other] => match other.parse() {
                    Ok(metric) => Self::Depths(class(name)?, metric),
                    Err(_) => Self::Promotions { before: class(name)?, after: class(other)? },
                },
                _ => return None,
            })
        };
        parse().ok_or_else(|| UnknownPack(name.to_owned()))
    }
}

/// One packed slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The slice: for promotions, of the class before.
    pub slice: u32,
    /// For promotions and windows, whose.
    pub side: Color,
    /// For promotions, the pawn's square; for windows, the man's.
    pub square: u8,
}

impl Entry {
    /// A window of a slice.
    pub fn window(slice: usize, window: Window) -> Self {
        let Window { man, square } = window;
        Self { slice: slice as u32, side: man.side, square }
    }

    /// The results of a slice.
    pub fn results(slice: usize) -> Self {
        Self { slice: slice as u32, side: Color::White, square: 0 }
    }
}

/// What is to be done about a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Work {
    /// All that is kept of it or read by somebody is there.
    #[default]
    Nothing,
    /// What promoting into it is worth is lacking, and can be read off its results.
    ReadOff,
    /// It is to be solved.
    Solve,
}

/// Keeps packed slices, and a note of each group of slices that is done. What was put before a group
/// was noted is there whenever the note is.
pub trait Keep: Sync {
    /// Keeps a packed slice; one that was there before is replaced.
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), Error>;

    /// Gives back a packed slice; `None` if it is not there.
    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, Error>;

    /// Forgets a pack.
    fn forget(&self, pack: Pack) -> Result<(), Error>;

    /// Whether a group of a class is done.
    fn is_done(&self, class: Material, group: usize) -> bool;

    /// Whether a packed slice is to be put: somebody will read it, and it is not there.
    fn is_wanted(&self, pack: Pack, entry: Entry) -> bool {
        let _ = (pack, entry);
        true
    }

    /// What is to be done about a slice of a group.
    fn work(&self, class: Material, group: usize, slice: usize) -> Work {
        let _ = slice;
        if self.is_done(class, group) { Work::Nothing } else { Work::Solve }
    }

    /// Notes that groups of a class are done.
    fn note_done(&self, class: Material, groups: &[usize]) -> Result<(), Error>;

    /// Bytes that it takes now.
    fn bytes(&self) -> u64;

    /// Tables of whole classes that need not be solved.
    fn tables(&self) -> Option<&dyn SubTables> {
        None
    }
}

/// Keeps everything in memory.
#[derive(Debug, Default)]
pub struct InMemory {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    packs: HashMap<Pack, HashMap<Entry, Vec<u8>>>,
    done: HashSet<(Material, usize)>,
    bytes: u64,
}

impl InMemory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Keep for InMemory {
    fn put(&self, pack: Pack, entry: Entry, bytes: Vec<u8>) -> Result<(), Error> {
        let mut kept = self.kept();
        kept.bytes += bytes.len() as u64;
        if let Some(before) = kept.packs.entry(pack).or_default().insert(entry, bytes) {
            kept.bytes -= before.len() as u64;
        }
        Ok(())
    }

    fn get(&self, pack: Pack, entry: Entry) -> Result<Option<Vec<u8>>, Error> {
        Ok(self.kept().packs.get(&pack).and_then(|entries| entries.get(&entry)).cloned())
    }

    fn forget(&self, pack: Pack) -> Result<(), Error> {
        let mut kept = self.kept();
        let gone = kept.packs.remove(&pack).unwrap_or_default();
        kept.bytes -= gone.values().map(|bytes| bytes.len() as u64).sum::<u64>();
        Ok(())
    }

    fn is_done(&self, class: Material, group: usize) -> bool {
        self.kept().done.contains(&(class, group))
    }

    fn note_done(&self, class: Material, groups: &[usize]) -> Result<(), Error> {
        self.kept().done.extend(groups.iter().map(|&group| (class, group)));
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.kept().bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packs_are_known_by_their_names() {
        let [class, after] = ["KRPvKN", "KQRvKN"].map(|name| name.parse().unwrap());
        let man = Man { side: Color::Black, role: Role::Knight };
        let packs = [
            Pack::Results(class),
            Pack::Rule(class),
            Pack::Depths(class, Metric::Dtz50),
            Pack::Proved(class),
            Pack::Windows(class, man),
            Pack::Rights(class, Metric::Dtm),
            Pack::Watched(class, Metric::Dtc),
            Pack::Promotions { after, before: class },
        ];
        for pack in packs {
            assert_eq!(pack.to_string().parse::<Pack>().unwrap(), pack);
        }
        for name in ["", "KRPvKN-", "KRPvKN-dtx", "KRPvKN-window-black-nn", "../KRPvKN"] {
            assert!(name.parse::<Pack>().is_err(), "{name}");
        }
    }
}
