//! Short games as text, in the notation that the parser reads back.

use rustc_hash::FxHashMap;

use super::universe::Form;
use super::{Game, Universe};
use crate::Dyadic;
use crate::notation::bars;

/// The longest text of one position; a longer one is left out. A form with many ways to the same
/// position is written out along each of them, so that texts can be much larger than games.
const LONGEST: usize = 100_000;

/// The texts of the positions met, each with the length of its longest bar (0 where braces or a
/// name hold it together).
type Texts = FxHashMap<Game, (String, u32)>;

impl Universe {
    /// The game in CGSuite's notation; parsing it gives the same game. Positions that would take
    /// more than 100,000 characters are written `...`.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// for text in ["{3||2*|1*}", "+-1/2", "^3*", "3Tiny(2)", "+-{1,1*}", "{1/2|0,*2}"] {
    ///     let game = universe.parse(text).unwrap();
    ///     assert_eq!(universe.show(game), text);
    /// }
    /// ```
    pub fn show(&mut self, game: Game) -> String {
        bars::whole(self.text(game, &mut Texts::default()))
    }

    fn text(&mut self, game: Game, texts: &mut Texts) -> (String, u32) {
        if let Some(known) = texts.get(&game) {
            return known.clone();
        }
        let mut text = self.new_text(game, texts);
        if text.0.len() > LONGEST {
            text = ("...".to_owned(), 0);
        }
        texts.insert(game, text.clone());
        text
    }

    fn new_text(&mut self, game: Game, texts: &mut Texts) -> (String, u32) {
        let (left, right) = match &self.node(game).form {
            Form::Nus(nus) => return (nus.to_string(), 0),
            Form::Options(left, right) => (left.to_vec(), right.to_vec()),
        };
        let name = self.tiny_or_miny(&left, &right, texts).or_else(|| self.power_name(game));
        if let Some(name) = name.or_else(|| self.switch(game, &left, texts)) {
            return (name, 0);
        }
        let (left, right) = (self.side(left, texts), self.side(right, texts));
        bars::join(left, right)
    }

    fn side(&mut self, options: Vec<Game>, texts: &mut Texts) -> Vec<(String, u32)> {
        let mut written: Vec<_> =
            options.into_iter().map(|option| (option, self.text(option, texts))).collect();
        written.sort_by_cached_key(|(option, text)| match self.as_nus(*option) {
            Some(nus) => (0, nus.number, nus.ups, nus.star.0, String::new()),
            None => (1, Dyadic::ZERO, 0, 0, bars::whole(text.clone())),
        });
        written.into_iter().map(|(_, text)| text).collect()
    }

    /// `+-x` for a game that is its own negative.
    fn switch(&mut self, game: Game, left: &[Game], texts: &mut Texts) -> Option<String> {
        if self.neg(game).ok()? != game {
            return None;
        }
        let written = self.side(left.to_vec(), texts);
        Some(match (left, &written[..]) {
            (&[option], [text]) => {
                if self.as_number(option).is_some_and(|number| number.signum() > 0) {
                    format!("+-{}", text.0)
                } else if text.1 > 0 {
                    format!("+-{{{}}}", text.0)
                } else {
                    format!("+-({})", text.0)
                }
            }
            _ => format!("+-{{{}}}", bars::list(&written)),
        })
    }

    /// `xTiny(G)` for `x + {0||0|-G}` and `xMiny(G)` for `x + {G|0||0}`, with `G` more than
    /// infinitesimally positive.
    fn tiny_or_miny(&mut self, left: &[Game], right: &[Game], texts: &mut Texts) -> Option<String> {
        let (&[left], &[right]) = (left, right) else { return None };
        let (number, threat, name) = if let Some(number) = self.as_number(left) {
            let Form::Options(back, on) = &self.node(right).form else { return None };
            let (&[back], &[threat]) = (&back[..], &on[..]) else { return None };
            (number, (back == left).then(|| self.sub(left, threat))?, "Tiny")
        } else {
            let number = self.as_number(right)?;
            let Form::Options(on, back) = &self.node(left).form else { return None };
            let (&[threat], &[back]) = (&on[..], &back[..]) else { return None };
            (number, (back == right).then(|| self.sub(threat, right))?, "Miny")
        };
        let threat = threat.ok()?;
        if self.right_stop(threat) <= Dyadic::ZERO {
            return None;
        }
        let number = if number.is_zero() { String::new() } else { number.to_string() };
        Some(format!("{number}{name}({})", bars::whole(self.text(threat, texts))))
    }
}
