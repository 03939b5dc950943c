//! Loopy games as text, with names for positions that come back.

use super::graph::{Graph, Side};
use super::pseudo::{PseudoNumber, pseudo_numbers, short_games};
use crate::notation::bars;
use crate::{Dyadic, Game, Nimber, Universe};

/// How many positions are written before the rest is left out: a graph with many ways to the same
/// position is written out along each of them.
const LONGEST: usize = 20_000;

/// The text of a game in simplest form; parsing it gives the same value, unless it is too long to
/// be written.
pub(super) fn text(graph: &Graph) -> String {
    let mut universe = Universe::new();
    let games = short_games(&mut universe, graph).unwrap_or_else(|_| vec![None; graph.len()]);
    let pseudo = pseudo_numbers(graph, &universe, &games);
    let mut printer = Printer { graph, pseudo, universe, games, path: Vec::new(), written: 0 };
    bars::whole(printer.position(0))
}

/// `x + upon`, `x + upon*`, `x + ^<on>`, `x + ^<on>*`, or the same with downs.
#[derive(Clone, Copy)]
struct EndlessPower {
    /// Left for ups, Right for downs.
    up: Side,
    number: Dyadic,
    /// `^[on]`, which is upon, and not `^<on>`.
    summed: bool,
    star: bool,
}

impl std::fmt::Display for EndlessPower {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.number.is_zero() {
            write!(f, "{}", self.number)?;
        }
        f.write_str(match (self.summed, self.up) {
            (true, Side::Left) => "upon",
            (true, Side::Right) if self.number.is_zero() => "-upon",
            (true, Side::Right) => "v[on]",
            (false, Side::Left) => "^<on>",
            (false, Side::Right) => "v<on>",
        })?;
        f.write_str(if self.star { "*" } else { "" })
    }
}

/// A position around the present one, and the name it got when it was first needed.
struct Around {
    position: usize,
    name: Option<String>,
}

struct Printer<'a> {
    graph: &'a Graph,
    pseudo: Vec<Option<PseudoNumber>>,
    universe: Universe,
    /// The short games among the positions.
    games: Vec<Option<Game>>,
    path: Vec<Around>,
    /// Positions written so far.
    written: usize,
}

impl Printer<'_> {
    fn position(&mut self, position: usize) -> (String, u32) {
        self.written += 1;
        if self.written > LONGEST {
            return ("...".to_owned(), 0);
        }
        if let Some(text) = self.known(position) {
            return (text, 0);
        }
        if let Some(place) = self.path.iter().position(|around| around.position == position) {
            return (self.name(place), 0);
        }
        self.path.push(Around { position, name: None });
        let (left, right) = (self.side(position, Side::Left), self.side(position, Side::Right));
        let text = bars::join(left, right);
        match self.path.pop().and_then(|around| around.name) {
            Some(name) => (format!("{name}{}", bars::whole(text)), 0),
            None => text,
        }
    }

    fn side(&mut self, position: usize, side: Side) -> Vec<(String, u32)> {
        let options = self.graph.options(position, side).to_vec();
        let mut texts: Vec<_> = options.into_iter().map(|option| self.position(option)).collect();
        texts.sort_by_key(|(text, bars)| (*bars, text.len(), text.clone()));
        texts
    }

    /// Names that need no graph: pseudonumbers, short games, upon, and switches.
    fn known(&mut self, position: usize) -> Option<String> {
        if let Some(pseudo) = self.pseudo[position] {
            return Some(pseudo.to_string());
        }
        if self.games[position].is_some() {
            return self.short(position);
        }
        if let Some(power) = self.endless_power(position) {
            return Some(power.to_string());
        }
        let graph = self.graph;
        let options = |side| graph.options(position, side);
        let (&[left], &[right]) = (options(Side::Left), options(Side::Right)) else { return None };
        self.switch(left, right)
    }

    /// The number, the power of up without end, and the star that a position is, by its options.
    fn endless_power(&self, position: usize) -> Option<EndlessPower> {
        let summed = |position| self.summed_power(position);
        summed(position).or_else(|| {
            [Side::Left, Side::Right].into_iter().find_map(|up| {
                let (left, right) =
                    (self.ends(position, up), self.graph.options(position, up.other()));
                let &[answer] = right else { return None };
                // x + {0|v[on]*} and x + {0,*|v[on]}
                let back = summed(answer).filter(|back| back.up != up)?;
                let [number, stars @ ..] = &left[..] else { return None };
                let star = !stars.is_empty();
                let fits = *number == Some((back.number, Nimber(0)))
                    && (stars.is_empty() || stars == [Some((back.number, Nimber(1)))])
                    && back.star != star;
                fits.then_some(EndlessPower { up, number: back.number, summed: false, star })
            })
        })
    }

    /// The same for `x + {pass|*}` and `x + {pass,0|0}` alone, on either side.
    fn summed_power(&self, position: usize) -> Option<EndlessPower> {
        [Side::Left, Side::Right].into_iter().find_map(|up| {
            if !self.graph.options(position, up).contains(&position) {
                return None;
            }
            let &[Some((number, end))] = &self.ends(position, up.other())[..] else { return None };
            let star = match &self.ends(position, up)[..] {
                [] if end == Nimber(1) => false,
                &[Some(other)] if other == (number, end) && end == Nimber(0) => true,
                _ => return None,
            };
            Some(EndlessPower { up, number, summed: true, star })
        })
    }

    /// What the options of a player other than passing are, where they are numbers and nimbers.
    fn ends(&self, position: usize, side: Side) -> Vec<Option<(Dyadic, Nimber)>> {
        let others = self.graph.options(position, side).iter().filter(|&&to| to != position);
        let mut ends: Vec<_> = others.map(|&option| self.number_star(option)).collect();
        ends.sort_unstable();
        ends
    }

    /// The number and the nimber that a position is the sum of.
    fn number_star(&self, position: usize) -> Option<(Dyadic, Nimber)> {
        let nus = self.universe.as_nus(self.games[position]?)?;
        (nus.ups == 0).then_some((nus.number, nus.star))
    }

    /// The text of a position without loops below it.
    fn short(&mut self, position: usize) -> Option<String> {
        let game = self.games[position]?;
        Some(self.universe.show(game))
    }

    /// `+-x` where the options are each other's negatives and `x` has a short name.
    fn switch(&self, left: usize, right: usize) -> Option<String> {
        let text = match self.pseudo[left]? {
            PseudoNumber::On => "on".to_owned(),
            pseudo if pseudo > PseudoNumber::Number(crate::Dyadic::ZERO) => {
                let text = pseudo.to_string();
                let plain = text.chars().all(|c| c.is_ascii_alphabetic());
                if plain { text } else { format!("({text})") }
            }
            _ => return None,
        };
        let mirrored = self.pseudo[left]?.checked_neg();
        (mirrored.is_some() && mirrored == self.pseudo[right]).then(|| format!("+-{text}"))
    }

    /// The name of a position around, given when first asked for.
    fn name(&mut self, place: usize) -> String {
        if let Some(name) = &self.path[place].name {
            return name.clone();
        }
        let taken =
            |name: &String| self.path.iter().any(|around| around.name.as_ref() == Some(name));
        let letters = "abcdefghijklmnpqrstuwxyz".chars().map(String::from);
        let more = (0..).map(|index| format!("p{index}"));
        let name = letters.chain(more).find(|name| !taken(name)).unwrap_or_default();
        self.path[place].name = Some(name.clone());
        name
    }
}
