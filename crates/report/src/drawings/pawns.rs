//! The pawn game.

use nimzo_cgt::Nimber;
use nimzo_games::pawns::{Census, Periodic, Word};

use crate::Error;
use crate::pictures::{PawnFiles, Picture, Plot, Series, Style};

/// A component with the value of each of its moves; a move without a value is loony.
pub fn word(
    word: &Word,
    nimber: Nimber,
    moves: &[(usize, Option<Nimber>)],
) -> Result<Picture, Error> {
    let mut files = PawnFiles::parse(&word.to_string())?;
    for (file, value) in moves {
        match value {
            Some(value) => files.below(*file, value.to_string(), false),
            None => files.below(*file, "loony", true),
        }
    }
    let title = format!("{word} = {nimber}");
    let caption = "Barred files are stopped; below each file, the value of moving there.";
    Ok(files.picture(&title, caption))
}

/// The nimber of each prefix of a repeated pattern, the first of each power of two marked.
pub fn periodic(found: &Periodic) -> Result<Picture, Error> {
    let points = found.nimbers.iter().enumerate().skip(1);
    let all = Series {
        name: "nimber".into(),
        points: points.map(|(length, &nimber)| (length as f64, f64::from(nimber))).collect(),
        style: Style::Dots,
    };
    let first = Series {
        name: "first of each power of two".into(),
        points: found.first.iter().map(|f| (f.length as f64, f.nimber.0 as f64)).collect(),
        style: Style::Stems,
    };
    let title = format!("{} repeated", found.pattern);
    let caption = format!(
        "Nimber against length on logarithmic scales, to length {}; the largest is {}, first at length {}.",
        found.nimbers.len().saturating_sub(1),
        found.largest.nimber,
        found.largest.length
    );
    let plot = Plot::new(vec![all, first], "length", "nimber")?.log_x().log_y();
    Ok(plot.picture(&title, &caption))
}

/// The least length at which each nimber occurs among all words.
pub fn census(found: &Census) -> Result<Picture, Error> {
    let first = Series {
        name: String::new(),
        points: found.first.iter().map(|f| (f.nimber.0 as f64, f.length as f64)).collect(),
        style: Style::Stems,
    };
    let longest = found.lengths.last().map_or(0, |counts| counts.length);
    let title = format!("Least length of each nimber among all words to length {longest}");
    Ok(Plot::new(vec![first], "nimber", "least length")?.picture(&title, ""))
}

/// The share of each of the six smallest nimbers among the words of each length.
pub fn proportions(found: &Census) -> Result<Picture, Error> {
    let share = |nimber: usize| Series {
        name: format!("*{nimber}"),
        points: found
            .lengths
            .iter()
            .map(|counts| {
                let count = counts.counts.get(nimber).copied().unwrap_or(0);
                (counts.length as f64, 100.0 * count as f64 / counts.words() as f64)
            })
            .collect(),
        style: Style::Line,
    };
    let plot = Plot::new((0..6).map(share).collect(), "length", "percent of the words")?;
    Ok(plot.picture("Share of each nimber among all words of a length", ""))
}
