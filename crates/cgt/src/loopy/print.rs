//! Loopy games as text, with names for positions that come back.

use super::graph::{Graph, Side};
use super::stopper::{PseudoNumber, Stopper, short_games};
use crate::notation::bars;
use crate::{Game, Universe};

/// How many positions are written before the rest is left out: a graph with many ways to the same
/// position is written out along each of them.
const LONGEST: usize = 20_000;

/// The text of a stopper; parsing it gives the same value, unless it is too long to be written.
pub(super) fn text(stopper: &Stopper) -> String {
    let graph = stopper.graph();
    let mut universe = Universe::new();
    let games = short_games(&mut universe, graph).unwrap_or_else(|_| vec![None; graph.len()]);
    let pseudo = stopper.pseudo_numbers_among(&universe, &games);
    let mut printer = Printer { graph, pseudo, universe, games, path: Vec::new(), written: 0 };
    bars::whole(printer.position(0))
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
        let graph = self.graph;
        let options = |side| graph.options(position, side);
        let (&[left], &[right]) = (options(Side::Left), options(Side::Right)) else { return None };
        let mut is_star = |option| self.short(option).as_deref() == Some("*");
        if left == position && is_star(right) {
            return Some("upon".to_owned());
        }
        if right == position && is_star(left) {
            return Some("-upon".to_owned());
        }
        self.switch(left, right)
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
