//! What every picture is made of: shapes and words, their colours, the built-in font, dots.

pub(super) mod font;
pub(super) mod png;
pub(super) mod svg;
pub(super) mod theme;

pub use svg::{Anchor, Shape, Svg};
pub use theme::{Theme, stylesheet};
