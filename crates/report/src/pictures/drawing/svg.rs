//! The drawing itself: a tree of shapes and words, and its text form.
//!
//! Colours are not set here: a shape names a class, and [`theme`](super::theme) says how each class
//! looks by day and by night. Words stay words in an SVG file; for a raster image they are turned
//! into outlines of the built-in font, so no font of the system is ever needed.

use std::fmt::{Display, Write};

use super::font;
use super::theme::{self, Theme};

/// The families a viewer may choose from; the built-in font measures like the widest of them.
const FAMILIES: &str = "system-ui, 'DejaVu Sans', Verdana, sans-serif";

/// Which end of a run of words stands at its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The words begin at the point.
    Start,
    /// The words are centred on the point.
    Middle,
    /// The words end at the point.
    End,
}

/// A run of words at a point, `(x, y)` on its baseline.
#[derive(Clone, Debug)]
struct Words {
    x: f64,
    y: f64,
    size: f64,
    anchor: Anchor,
    turned: bool,
    class: &'static str,
    words: String,
}

/// A shape, or a group of shapes.
#[derive(Clone, Debug)]
pub struct Shape {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    hint: Option<String>,
    children: Vec<Node>,
}

#[derive(Clone, Debug)]
enum Node {
    Shape(Shape),
    Words(Words),
}

/// A drawing of a fixed size, made of shapes and words in the order they were added.
#[derive(Clone, Debug)]
pub struct Svg {
    width: f64,
    height: f64,
    nodes: Vec<Node>,
}

impl Shape {
    fn new(tag: &'static str) -> Self {
        Self { tag, attributes: Vec::new(), hint: None, children: Vec::new() }
    }

    /// A rectangle with its top left corner at `(x, y)`.
    pub fn rect(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self::new("rect")
            .number("x", x)
            .number("y", y)
            .number("width", width.max(0.0))
            .number("height", height.max(0.0))
    }

    /// A straight line.
    pub fn line(from: (f64, f64), to: (f64, f64)) -> Self {
        Self::new("line")
            .number("x1", from.0)
            .number("y1", from.1)
            .number("x2", to.0)
            .number("y2", to.1)
    }

    /// A circle.
    pub fn circle(centre: (f64, f64), radius: f64) -> Self {
        Self::new("circle").number("cx", centre.0).number("cy", centre.1).number("r", radius)
    }

    /// A path in SVG's own notation.
    pub fn path(d: impl Into<String>) -> Self {
        Self::new("path").attribute("d", d.into())
    }

    /// An open chain of segments.
    pub fn chain(points: &[(f64, f64)]) -> Self {
        Self::new("polyline").attribute("points", join(points))
    }

    /// A closed polygon.
    pub fn polygon(points: &[(f64, f64)]) -> Self {
        Self::new("polygon").attribute("points", join(points))
    }

    /// An empty group.
    pub fn group() -> Self {
        Self::new("g")
    }

    /// Gives the shape its look.
    pub fn class(self, class: &str) -> Self {
        let names: Vec<_> = class.split_whitespace().map(|name| format!("n-{name}")).collect();
        self.attribute("class", names.join(" "))
    }

    /// Sets an attribute to a number, written with no more than two decimals.
    pub fn number(self, name: &'static str, value: f64) -> Self {
        self.attribute(name, number(value))
    }

    /// Sets an attribute.
    pub fn attribute(mut self, name: &'static str, value: impl Display) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// What a viewer shows while the pointer rests on the shape.
    pub fn hint(mut self, words: impl Into<String>) -> Self {
        self.hint = Some(words.into());
        self
    }

    /// Moves the shape (and, in a group, all that is in it), then scales it.
    pub fn placed(self, x: f64, y: f64, scale: f64) -> Self {
        let moved = format!("translate({} {})", number(x), number(y));
        let placed = match scale {
            1.0 => moved,
            _ => format!("{moved} scale({})", (scale * 1e4).round() / 1e4),
        };
        self.attribute("transform", placed)
    }

    /// Adds a shape to a group.
    pub fn push(&mut self, shape: Shape) {
        self.children.push(Node::Shape(shape));
    }

    /// Adds a shape to a group, and gives back the group.
    pub fn with(mut self, shape: Shape) -> Self {
        self.push(shape);
        self
    }

    /// The shape by itself, to stand in an SVG element of a page that carries the stylesheet.
    pub(in crate::pictures) fn markup(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, Theme::Inline);
        out
    }
}

impl Svg {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Self {
        Self { width, height, nodes: Vec::new() }
    }

    /// Its width in user units, which are pixels at scale 1.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Its height in user units.
    pub fn height(&self) -> f64 {
        self.height
    }

    /// Adds a shape on top of what is there.
    pub fn push(&mut self, shape: Shape) {
        self.nodes.push(Node::Shape(shape));
    }

    /// Adds words on top of what is there. `size` is in user units.
    pub fn words(
        &mut self,
        at: (f64, f64),
        size: f64,
        anchor: Anchor,
        class: &'static str,
        words: impl Into<String>,
    ) {
        let words = words.into();
        self.nodes.push(Node::Words(Words {
            x: at.0,
            y: at.1,
            size,
            anchor,
            turned: false,
            class,
            words,
        }));
    }

    /// Adds words that read upward, centred on `at`: the name of a vertical axis.
    pub fn upright_words(
        &mut self,
        at: (f64, f64),
        size: f64,
        class: &'static str,
        words: impl Into<String>,
    ) {
        self.nodes.push(Node::Words(Words {
            x: at.0,
            y: at.1,
            size,
            anchor: Anchor::Middle,
            turned: true,
            class,
            words: words.into(),
        }));
    }

    /// Puts another drawing into this one, its top left corner at `(x, y)`.
    pub fn place(&mut self, other: Svg, x: f64, y: f64) {
        let mut group = Shape::group().placed(x, y, 1.0);
        group.children = other.nodes;
        self.push(group);
    }

    /// The drawing as an SVG document (or element: it can stand inside HTML as it is).
    pub(in crate::pictures) fn markup(&self, title: &str, caption: &str, theme: Theme) -> String {
        let mut body = String::new();
        for node in &self.nodes {
            node.write(&mut body, theme);
        }
        let style = theme::style_for(&body, theme);
        let (w, h) = (number(self.width), number(self.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"n-svg\" role=\"img\" \
             width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" font-family=\"{FAMILIES}\">"
        );
        if !title.is_empty() {
            let _ = write!(out, "<title>{}</title>", escape(title));
        }
        if !caption.is_empty() {
            let _ = write!(out, "<desc>{}</desc>", escape(caption));
        }
        if !style.is_empty() {
            let _ = write!(out, "<style>{style}</style>");
        }
        out.push_str(&body);
        out.push_str("</svg>\n");
        out
    }
}

impl Node {
    fn write(&self, out: &mut String, theme: Theme) {
        match self {
            Node::Shape(shape) => shape.write(out, theme),
            Node::Words(words) => words.write(out, theme),
        }
    }
}

impl Shape {
    fn write(&self, out: &mut String, theme: Theme) {
        let _ = write!(out, "<{}", self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escape(value));
        }
        if self.children.is_empty() && self.hint.is_none() {
            out.push_str("/>");
            return;
        }
        out.push('>');
        if let Some(hint) = &self.hint {
            let _ = write!(out, "<title>{}</title>", escape(hint));
        }
        for child in &self.children {
            child.write(out, theme);
        }
        let _ = write!(out, "</{}>", self.tag);
    }
}

impl Words {
    fn write(&self, out: &mut String, theme: Theme) {
        if theme.outlines_words() {
            self.write_outline(out);
            return;
        }
        let (x, y) = (number(self.x), number(self.y));
        let _ = write!(
            out,
            "<text class=\"n-{}\" x=\"{x}\" y=\"{y}\" font-size=\"{}\"",
            self.class,
            number(self.size)
        );
        match self.anchor {
            Anchor::Start => {}
            Anchor::Middle => out.push_str(" text-anchor=\"middle\""),
            Anchor::End => out.push_str(" text-anchor=\"end\""),
        }
        if self.turned {
            let _ = write!(out, " transform=\"rotate(-90 {x} {y})\"");
        }
        let _ = write!(out, ">{}</text>", escape(&self.words));
    }

    fn write_outline(&self, out: &mut String) {
        let width = font::width(&self.words, self.size);
        let back = match self.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let turn = if self.turned { " rotate(-90)" } else { "" };
        let _ = write!(
            out,
            "<path class=\"n-{}\" transform=\"translate({} {}){turn} translate({} 0)\" d=\"{}\"/>",
            self.class,
            number(self.x),
            number(self.y),
            number(-back),
            font::outline(&self.words, self.size)
        );
    }
}

/// A number as SVG likes it: two decimals at most, none where none are needed.
pub(in crate::pictures) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "0".into();
    }
    let rounded = (value * 100.0).round() / 100.0;
    if rounded == 0.0 { "0".into() } else { rounded.to_string() }
}

fn join(points: &[(f64, f64)]) -> String {
    let pairs: Vec<_> = points.iter().map(|&(x, y)| number(x) + "," + &number(y)).collect();
    pairs.join(" ")
}

/// Text made safe between tags and between double quotes. Characters that XML forbids become
/// U+FFFD.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(1.0, "1"), (-0.001, "0"), (2.345, "2.35"), (f64::NAN, "0"), (1e3, "1000")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn words_cannot_break_out() {
        let mut svg = Svg::new(10.0, 10.0);
        svg.words((0.0, 0.0), 10.0, Anchor::Start, "ink", "</text><script>\u{1}\"&");
        let markup = svg.markup("a<b", "", Theme::Auto);
        let document = roxmltree::Document::parse(&markup).unwrap();
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
    }
}
