//! The same drawing as dots.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::Error;

/// Dots to a user unit; less for a drawing that would not fit into [`LONGEST`].
const SCALE: f32 = 2.0;

/// The longest side in dots.
const LONGEST: f32 = 12_000.0;

/// Draws SVG markup whose words are already outlines.
pub(in crate::pictures) fn encode(markup: &str) -> Result<Vec<u8>, Error> {
    let tree = Tree::from_str(markup, &Options::default())
        .map_err(|cause| Error::Raster { reason: cause.to_string() })?;
    let size = tree.size();
    let scale = SCALE.min(LONGEST / size.width().max(size.height()));
    let dots = |length: f32| (length * scale).ceil().max(1.0) as u32;
    let (width, height) = (dots(size.width()), dots(size.height()));
    let mut pixmap = Pixmap::new(width, height).ok_or_else(|| Error::Raster {
        reason: format!("{width} by {height} dots are too many"),
    })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|cause| Error::Raster { reason: cause.to_string() })
}
