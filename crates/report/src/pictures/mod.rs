//! Pictures: drawn once, for the command line, the HTML report and the web explorer alike.
//!
//! Every picture is made from plain data (numbers, words, piece letters), so any part of the
//! program can ask for one without this module knowing that part. No number is computed here.
//!
//! | picture | shows |
//! |---|---|
//! | [`Thermograph`] | walls and mast of a game; two bounds where they differ |
//! | [`Board`] | a chess board of any size, with men, arrows and marks |
//! | [`Gallery`] | many small boards with words below each |
//! | [`Young`] | a Young diagram with the value of every cell |
//! | [`PawnFiles`] | a row of files of the pawn game, stopped files barred |
//! | [`HeatMap`] | a number for each square of a plane, with contours and region borders |
//! | [`Histogram`] | how many positions have each depth |
//! | [`Plot`] | a number against another, long series thinned |
//! | [`Density`] | where men stand, square by square |
//! | [`SquareMap`] | what a position would be with one man on each square |
//!
//! Each has a `picture()` that gives a [`Picture`], which writes itself:
//!
//! ```
//! use nimzo_report::pictures::Board;
//!
//! let board = Board::parse("8/8/8/4k3/8/8/4P3/4K3")?.mark("e4", nimzo_report::pictures::Mark::Good)?;
//! let picture = board.picture("King and pawn", "The pawn is lost unless White has the move.");
//! assert!(picture.svg().starts_with("<svg"));      // a file of its own, for day and night
//! assert!(picture.png()?.starts_with(b"\x89PNG")); // the same drawing as dots
//! # Ok::<(), nimzo_report::Error>(())
//! ```

mod boards;
mod charts;
mod drawing;

use std::io::Write;
use std::path::Path;

use nimzo_work::files::write_atomically;

pub use boards::{
    Board, Density, Gallery, HeatCell, HeatMap, MapBoard, MapLook, MapSquare, Mark, PawnFile,
    PawnFiles, SquareMap, Young, YoungCell, men_markup,
};
pub use charts::{Histogram, Plot, Series, Style, Tally, Thermograph, Walls, fraction};
pub use drawing::{Anchor, Shape, Svg, Theme, stylesheet};

use crate::Error;
use drawing::{font, png};

/// Around the drawing in a file of its own.
const MARGIN: f64 = 12.0;
const TITLE_SIZE: f64 = 15.0;
const CAPTION_SIZE: f64 = 11.5;

/// A drawing with its title and caption.
#[derive(Clone, Debug)]
pub struct Picture {
    title: String,
    caption: String,
    drawing: Svg,
}

impl Picture {
    /// A picture of a drawing.
    pub fn new(title: impl Into<String>, caption: impl Into<String>, drawing: Svg) -> Self {
        Self { title: title.into(), caption: caption.into(), drawing }
    }

    /// The same picture under another title.
    #[must_use]
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// What it shows, in a few words.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// How to read it.
    pub fn caption(&self) -> &str {
        &self.caption
    }

    /// The bare drawing, without title and caption.
    pub fn drawing(&self) -> &Svg {
        &self.drawing
    }

    /// The picture as an SVG file of its own, title and caption drawn into it.
    pub fn svg(&self) -> String {
        self.framed().markup(&self.title, &self.caption, Theme::Auto)
    }

    /// The bare drawing as an element of an HTML page that carries [`stylesheet`]; the page shows
    /// title and caption in its own way.
    pub fn inline(&self) -> String {
        self.drawing.markup(&self.title, &self.caption, Theme::Inline)
    }

    /// The picture as a PNG file, drawn by the same code on a light ground.
    pub fn png(&self) -> Result<Vec<u8>, Error> {
        png::encode(&self.framed().markup("", "", Theme::Raster))
    }

    /// Writes the picture as an SVG file.
    pub fn write_svg(&self, path: &Path) -> Result<(), Error> {
        write(path, self.svg().as_bytes())
    }

    /// Writes the picture as a PNG file.
    pub fn write_png(&self, path: &Path) -> Result<(), Error> {
        write(path, &self.png()?)
    }

    fn framed(&self) -> Svg {
        let room = self.drawing.width().max(240.0);
        let title = font::lines(&self.title, TITLE_SIZE, room);
        let caption = font::lines(&self.caption, CAPTION_SIZE, room);
        let head = title.len() as f64 * TITLE_SIZE * 1.35;
        let foot = caption.len() as f64 * CAPTION_SIZE * 1.4;
        let gap = |lines: &[String]| if lines.is_empty() { 0.0 } else { 8.0 };
        let top = MARGIN + head + gap(&title);
        let bottom = top + self.drawing.height() + gap(&caption);
        let mut page = Svg::new(room + 2.0 * MARGIN, bottom + foot + MARGIN);
        page.push(Shape::rect(0.0, 0.0, page.width(), page.height()).class("ground"));
        for (row, line) in title.into_iter().enumerate() {
            let y = MARGIN + TITLE_SIZE * (0.95 + 1.35 * row as f64);
            page.words((MARGIN, y), TITLE_SIZE, Anchor::Start, "ink", line);
        }
        page.place(self.drawing.clone(), MARGIN + (room - self.drawing.width()) / 2.0, top);
        for (row, line) in caption.into_iter().enumerate() {
            let y = bottom + CAPTION_SIZE * (0.95 + 1.4 * row as f64);
            page.words((MARGIN, y), CAPTION_SIZE, Anchor::Start, "soft", line);
        }
        page
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    write_atomically(path, |file| file.write_all(bytes))
        .map_err(|source: std::io::Error| Error::Write { path: path.display().to_string(), source })
}
