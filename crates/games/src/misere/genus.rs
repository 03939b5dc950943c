//! The genus of an impartial game.

use std::fmt;
use std::hash::Hash;

use nimzo_cgt::{ConwayPair, Nimber, mex};
use nimzo_work::Task;
use rustc_hash::FxHashMap;

use crate::Result;
use crate::impartial::Impartial;

/// The nimber of a game and, as superscript, its misère values beside 0, 1, 2, ... heaps of two.
///
/// From some place on the superscript has two values in turn; it is kept up to the first such two.
/// The genus of a heap of Nim is `0^120`, `1^031`, `2^20`, `3^31`, `4^46` and so on; games with one of
/// these are tame as far as their genus tells.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Genus {
    normal: Nimber,
    /// At least two; the last two repeat.
    misere: Vec<Nimber>,
}

impl Genus {
    /// The genus of a game whose options have these genera.
    pub fn from_options(options: &[Genus]) -> Self {
        let settled = options.iter().map(|option| option.misere.len()).max().unwrap_or(0);
        let ConwayPair { normal, misere } =
            ConwayPair::from_options(options.iter().map(|option| option.pair()));
        let mut misere = vec![misere];
        // A heap of two more: move elsewhere, or leave nothing or a heap of one of it; the latter
        // changes a misère value by one.
        loop {
            let place = misere.len();
            let Nimber(before) = misere[place - 1];
            let beside = options.iter().map(|option| option.misere(place).0);
            misere.push(Nimber(mex(beside.chain([before, before ^ 1]))));
            // Once the options only alternate, a value that comes again after two brings all others.
            if place >= settled + 2 && misere[place] == misere[place - 2] {
                break;
            }
        }
        while let [.., first, _, last] = misere[..]
            && first == last
        {
            misere.pop();
        }
        Self { normal, misere }
    }

    /// The nimber.
    pub fn normal(&self) -> Nimber {
        self.normal
    }

    /// The misère value beside so many heaps of two.
    pub fn misere(&self, heaps: usize) -> Nimber {
        let last = self.misere.len() - 1;
        let back = heaps.saturating_sub(last) % 2;
        self.misere[heaps.min(last) - back]
    }

    fn pair(&self) -> ConwayPair {
        ConwayPair { normal: self.normal, misere: self.misere(0) }
    }

    /// Whether it is the genus of a heap of Nim, or of several.
    pub fn is_tame(&self) -> bool {
        let Nimber(normal) = self.normal;
        let tame: [&[u64]; 2] = match normal {
            0 => [&[1, 2, 0], &[0, 2]],
            1 => [&[0, 3, 1], &[1, 3]],
            _ => [&[normal, normal ^ 2], &[normal, normal ^ 2]],
        };
        let own: Vec<u64> = self.misere.iter().map(|value| value.0).collect();
        tame.iter().any(|tame| own == *tame)
    }
}

impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^", self.normal.0)?;
        let wide = self.misere.iter().any(|value| value.0 > 9);
        for (place, value) in self.misere.iter().enumerate() {
            let comma = if wide && place > 0 { "," } else { "" };
            write!(f, "{comma}{}", value.0)?;
        }
        Ok(())
    }
}

/// The genus of a position, through all that play reaches from it.
pub fn genus<G>(game: &G, position: &G::Position, task: &Task) -> Result<Genus>
where
    G: Impartial,
    G::Position: Hash,
{
    let mut known: FxHashMap<G::Position, Genus> = FxHashMap::default();
    let mut open = vec![position.clone()];
    while let Some(current) = open.last() {
        if known.len().is_multiple_of(1024) {
            task.check()?;
        }
        let options = game.options(current);
        let before = open.len();
        open.extend(options.iter().filter(|option| !known.contains_key(*option)).cloned());
        if open.len() == before {
            let genera: Vec<Genus> = options.iter().map(|option| known[option].clone()).collect();
            let solved = open.remove(before - 1);
            known.insert(solved, Genus::from_options(&genera));
        }
    }
    Ok(known[position].clone())
}
