//! The pawn game on three rows: one white pawn and one black pawn to a file, some files stopped.

use super::men::Man;
use crate::Error;
use crate::pictures::Picture;
use crate::pictures::drawing::font;
use crate::pictures::drawing::svg::{Anchor, Shape, Svg};

const SIDE: f64 = 40.0;
const LONGEST: f64 = 1200.0;

/// The most files that can be drawn.
const MOST: usize = 400;

/// Room for the bars of stopped files.
const BAR: f64 = 7.0;

/// One file of the board. Rows are counted from 0 at the bottom to 2 at the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PawnFile {
    /// The row of the white pawn, if there is one.
    pub white: Option<u8>,
    /// The row of the black pawn, if there is one.
    pub black: Option<u8>,
    /// Whether a pawn that gets through here is stopped.
    pub stopped: bool,
    /// What is written below: the value of moving here, for example.
    pub below: String,
    /// Whether moving here is loony; written in red.
    pub loony: bool,
}

/// A row of files, with the word that names them.
///
/// ```
/// use nimzo_report::pictures::PawnFiles;
///
/// let mut files = PawnFiles::parse("1000")?;
/// files.below(1, "*1", false);
/// files.below(0, "loony", true);
/// let picture = files.picture("1000 = *2", "Barred files are stopped.");
/// assert_eq!(picture.svg().matches("n-stop\"").count(), 2); // above and below the first file
/// assert!(PawnFiles::parse("10x0").unwrap_err().to_string().contains("`x`"));
/// # Ok::<(), nimzo_report::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PawnFiles {
    files: Vec<PawnFile>,
    letters: Vec<String>,
}

impl PawnFiles {
    /// Any files.
    pub fn new(files: Vec<PawnFile>) -> Result<Self, Error> {
        if files.is_empty() || files.len() > MOST {
            return Err(Error::Drawing {
                what: format!("{} pawn files", files.len()),
                expected: format!("1 to {MOST}"),
            });
        }
        let bad_row = |file: &PawnFile| file.white.max(file.black).is_some_and(|row| row > 2);
        if let Some(index) = files.iter().position(bad_row) {
            return Err(Error::Drawing {
                what: format!("a pawn above the top of file {}", index + 1),
                expected: "row 0, 1 or 2".into(),
            });
        }
        Ok(Self { letters: vec![String::new(); files.len()], files })
    }

    /// The files of a word: `0` an open initial file, `1` a stopped one. Files with one pawn
    /// advanced (`:`), one pawn alone (`.`) or a blocked pair (`-`) may be written too, with `_`
    /// after the letter where the file is stopped; `+` leaves an empty file between components.
    pub fn parse(word: &str) -> Result<Self, Error> {
        let mut files: Vec<PawnFile> = Vec::new();
        let mut letters: Vec<String> = Vec::new();
        for (index, letter) in word.chars().enumerate() {
            let (white, black) = match letter {
                '0' | '1' => (Some(0), Some(2)),
                ':' => (Some(1), Some(2)),
                '.' => (Some(0), None),
                '-' => (Some(0), Some(1)),
                '+' => (None, None),
                '_' if index > 0 => {
                    if let (Some(file), Some(letter)) = (files.last_mut(), letters.last_mut()) {
                        file.stopped = true;
                        letter.push('_');
                    }
                    continue;
                }
                _ => {
                    return Err(Error::Drawing {
                        what: format!("the word `{word}`, which has `{letter}`"),
                        expected: "letters from 0 1 : . - _ +".into(),
                    });
                }
            };
            let stopped = letter == '1';
            files.push(PawnFile { white, black, stopped, ..PawnFile::default() });
            letters.push(letter.to_string());
        }
        Ok(Self { letters, ..Self::new(files)? })
    }

    /// Writes a few characters below a file (counted from 0); no file, nothing written.
    pub fn below(&mut self, file: usize, words: impl Into<String>, loony: bool) {
        if let Some(file) = self.files.get_mut(file) {
            file.below = words.into();
            file.loony = loony;
        }
    }

    /// Draws them.
    pub fn picture(&self, title: &str, caption: &str) -> Picture {
        let count = self.files.len() as f64;
        let side = SIDE.min((LONGEST / count).max(6.0));
        let noted = self.files.iter().any(|file| !file.below.is_empty());
        let lettered = self.letters.iter().any(|letter| !letter.is_empty());
        let below = 16.0 * (f64::from(noted) + f64::from(lettered));
        let top = BAR + 3.0;
        let bottom = top + 3.0 * side;
        let mut svg = Svg::new(count * side + 4.0, bottom + BAR + 3.0 + below);
        for (index, file) in self.files.iter().enumerate() {
            let x = 2.0 + index as f64 * side;
            draw_file(&mut svg, file, index, x, top, side);
            let mut y = bottom + BAR + 14.0;
            if lettered {
                let size = 13.0_f64.min(side * 0.9);
                let at = (x + side / 2.0, y);
                svg.words(at, size, Anchor::Middle, "ink", self.letters[index].clone());
                y += 16.0;
            }
            if !file.below.is_empty() {
                let widest = font::width(&file.below, 1.0).max(0.1);
                let size = 11.0_f64.min(0.95 * side / widest);
                let class = if file.loony { "red-fill" } else { "soft" };
                let at = (x + side / 2.0, y);
                svg.words(at, size, Anchor::Middle, class, file.below.clone());
            }
        }
        svg.push(Shape::rect(2.0, top, count * side, 3.0 * side).class("edge"));
        Picture::new(title, caption, svg)
    }
}

fn draw_file(svg: &mut Svg, file: &PawnFile, index: usize, x: f64, top: f64, side: f64) {
    let gone = file.white.is_none() && file.black.is_none();
    for row in 0..3u8 {
        let class = match (index + usize::from(row)) % 2 {
            _ if gone => "gone",
            0 => "dark",
            _ => "light",
        };
        let y = top + f64::from(2 - row) * side;
        svg.push(Shape::rect(x, y, side, side).class(class));
        for (letter, stands) in [('P', file.white), ('p', file.black)] {
            if stands == Some(row)
                && let Some(man) = Man::from_letter(letter)
            {
                svg.push(man.shape(x, y, side));
            }
        }
    }
    if file.stopped {
        for y in [top - BAR, top + 3.0 * side + 2.0] {
            svg.push(Shape::rect(x + 0.12 * side, y, 0.76 * side, BAR - 2.0).class("stop"));
        }
    }
}
