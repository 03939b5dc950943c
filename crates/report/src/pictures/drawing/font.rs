//! The built-in font: how wide words are, and their outlines.
//!
//! DejaVu Sans is bundled because its licence (`LICENSES/DejaVu-fonts.txt`) allows it and it holds the signs of this field:
//! arrows, ∞, ±, stars, fractions, superscripts. Words are laid out plainly, one glyph after the
//! other without kerning, which is all that labels need.

use std::fmt::Write;
use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId, OutlineBuilder};

use super::svg::number;

/// Drawn in place of a character that the font lacks.
const MISSING: GlyphId = GlyphId(0);

fn face() -> Option<&'static Face<'static>> {
    static FACE: OnceLock<Option<Face<'static>>> = OnceLock::new();
    FACE.get_or_init(|| Face::parse(dejavu::sans::regular(), 0).ok()).as_ref()
}

fn glyphs<'a>(face: &'a Face<'_>, words: &'a str) -> impl Iterator<Item = (GlyphId, f64)> + 'a {
    words.chars().map(|c| {
        let glyph = face.glyph_index(c).unwrap_or(MISSING);
        (glyph, f64::from(face.glyph_hor_advance(glyph).unwrap_or(0)))
    })
}

/// The width of `words` set at `size`.
pub(in crate::pictures) fn width(words: &str, size: f64) -> f64 {
    let Some(face) = face() else { return 0.6 * size * words.chars().count() as f64 };
    let units: f64 = glyphs(face, words).map(|(_, advance)| advance).sum();
    units * size / f64::from(face.units_per_em())
}

/// The outlines of `words` set at `size` from the origin, as the `d` of an SVG path.
pub(in crate::pictures) fn outline(words: &str, size: f64) -> String {
    let Some(face) = face() else { return String::new() };
    let scale = size / f64::from(face.units_per_em());
    let mut pen = Pen { d: String::new(), scale, x: 0.0 };
    for (glyph, advance) in glyphs(face, words) {
        face.outline_glyph(glyph, &mut pen);
        pen.x += advance * scale;
    }
    pen.d
}

/// Splits words into lines no wider than `limit`, between spaces.
pub(in crate::pictures) fn lines(words: &str, size: f64, limit: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

struct Pen {
    d: String,
    scale: f64,
    x: f64,
}

impl Pen {
    fn step(&mut self, letter: char, points: &[(f32, f32)]) {
        self.d.push(letter);
        for &(x, y) in points {
            let (x, y) = (self.x + f64::from(x) * self.scale, -f64::from(y) * self.scale);
            let _ = write!(self.d, "{} {} ", number(x), number(y));
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.step('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.step('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.d.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_font_is_there_and_has_the_signs_of_the_field() {
        let face = face().expect("the bundled font parses");
        for sign in "0Az±∞½¼¾↑↓⇑⇓★∗⁰¹²³⁴−×≤≥·…".chars() {
            assert!(face.glyph_index(sign).is_some(), "{sign}");
        }
        assert!(width("iii", 10.0) < width("WWW", 10.0));
        assert!(outline("8", 10.0).starts_with('M'));
    }

    #[test]
    fn long_words_are_broken_between_spaces() {
        let lines = lines("one two three four five", 10.0, width("three four", 10.0));
        assert_eq!(lines.join(" "), "one two three four five");
        assert!(lines.len() > 2);
    }
}
