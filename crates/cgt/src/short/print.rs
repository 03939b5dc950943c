//! Short games as text, in the notation that the parser reads back.

use super::universe::Form;
use super::{Game, Universe};
use crate::Dyadic;
use crate::notation::bars;

impl Universe {
    /// The game in CGSuite's notation; parsing it gives the same game.
    ///
    /// ```
    /// let mut universe = nimzo_cgt::Universe::new();
    /// for text in ["{3||2*|1*}", "+-1/2", "^3*", "3Tiny(2)", "+-{1,1*}", "{1/2|0,*2}"] {
    ///     let game = universe.parse(text).unwrap();
    ///     assert_eq!(universe.show(game), text);
    /// }
    /// ```
    pub fn show(&mut self, game: Game) -> String {
        bars::whole(self.text(game))
    }

    /// The text and, if it is a form by options without its braces, the length of its longest bar.
    fn text(&mut self, game: Game) -> (String, u32) {
        let (left, right) = match &self.node(game).form {
            Form::Nus(nus) => return (nus.to_string(), 0),
            Form::Options(left, right) => (left.to_vec(), right.to_vec()),
        };
        if let Some(name) = self.tiny_or_miny(&left, &right).or_else(|| self.switch(game, &left)) {
            return (name, 0);
        }
        let (left, right) = (self.side(left), self.side(right));
        bars::join(left, right)
    }

    fn side(&mut self, mut options: Vec<Game>) -> Vec<(String, u32)> {
        options.sort_by_cached_key(|&option| match self.as_nus(option) {
            Some(nus) => (0, nus.number, nus.ups, nus.star.0, String::new()),
            None => (1, Dyadic::ZERO, 0, 0, self.show(option)),
        });
        options.into_iter().map(|option| self.text(option)).collect()
    }

    /// `+-x` for a game that is its own negative.
    fn switch(&mut self, game: Game, left: &[Game]) -> Option<String> {
        if self.neg(game).ok()? != game {
            return None;
        }
        let texts = self.side(left.to_vec());
        Some(match (left, &texts[..]) {
            (&[option], [text]) => {
                if self.as_number(option).is_some_and(|number| number.signum() > 0) {
                    format!("+-{}", text.0)
                } else if text.1 > 0 {
                    format!("+-{{{}}}", text.0)
                } else {
                    format!("+-({})", text.0)
                }
            }
            _ => format!("+-{{{}}}", bars::list(&texts)),
        })
    }

    /// `xTiny(G)` for `x + {0||0|-G}` and `xMiny(G)` for `x + {G|0||0}`, with `G` more than
    /// infinitesimally positive.
    fn tiny_or_miny(&mut self, left: &[Game], right: &[Game]) -> Option<String> {
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
        Some(format!("{number}{name}({})", self.show(threat)))
    }
}
