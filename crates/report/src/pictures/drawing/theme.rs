//! How each class of shape looks, by day and by night.
//!
//! One table holds every colour. A file for the screen carries both looks and lets
//! `prefers-color-scheme` choose; paper is always light. Only the classes that a drawing uses are
//! written into it. Ramps ([`heat`]) are the same by day and by night, and the ink on them is
//! chosen to be readable.

use std::fmt::Write;

/// What a drawing is written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// A file of its own: light or dark as the viewer prefers.
    Auto,
    /// A raster image on a light ground, words as outlines.
    Raster,
    /// An element of an HTML page that carries [`stylesheet`]: no style of its own.
    Inline,
}

impl Theme {
    pub(in crate::pictures) fn outlines_words(self) -> bool {
        self == Theme::Raster
    }
}

/// One look: the class, the declarations by day, the declarations that differ by night.
struct Look(&'static str, &'static str, &'static str);

const LOOKS: &[Look] = &[
    Look("ground", "fill:#fff", "fill:#14171c"),
    Look("ink", "fill:#1f242c", "fill:#e4e7ec"),
    Look("soft", "fill:#5f6875", "fill:#9aa4b2"),
    Look("stroke", "stroke:#1f242c;fill:none;stroke-width:1.5", "stroke:#e4e7ec"),
    Look("axis", "stroke:#5f6875;stroke-width:1;fill:none", "stroke:#9aa4b2"),
    Look("grid", "stroke:#dfe3e8;stroke-width:1;fill:none", "stroke:#2b313a"),
    Look("frame", "stroke:#1f242c;stroke-width:1.5;fill:none", "stroke:#e4e7ec"),
    // Two players, two series, two bounds: the same pair of hues everywhere.
    Look(
        "blue",
        "stroke:#1f62c4;stroke-width:2.2;fill:none;stroke-linejoin:round",
        "stroke:#6fa8ff",
    ),
    Look(
        "red",
        "stroke:#c4342d;stroke-width:2.2;fill:none;stroke-linejoin:round",
        "stroke:#ff8a80",
    ),
    Look("green", "stroke:#1d7f4e;stroke-width:2;fill:none", "stroke:#63cf97"),
    Look("amber", "stroke:#b9770e;stroke-width:2;fill:none", "stroke:#ffc766"),
    Look("violet", "stroke:#7a3fb8;stroke-width:2;fill:none", "stroke:#c79bff"),
    Look("grey", "stroke:#7b8593;stroke-width:2;fill:none", "stroke:#8b95a3"),
    Look(
        "mast",
        "stroke:#1f242c;stroke-width:2.6;fill:none;stroke-linecap:round",
        "stroke:#e4e7ec",
    ),
    Look("doubt", "stroke-dasharray:5 3", ""),
    Look("between", "fill:#b9770e;fill-opacity:.22", "fill:#ffc766"),
    Look("blue-fill", "fill:#1f62c4", "fill:#6fa8ff"),
    Look("red-fill", "fill:#c4342d", "fill:#ff8a80"),
    Look("green-fill", "fill:#1d7f4e", "fill:#63cf97"),
    Look("amber-fill", "fill:#b9770e", "fill:#ffc766"),
    Look("violet-fill", "fill:#7a3fb8", "fill:#c79bff"),
    Look("grey-fill", "fill:#7b8593", "fill:#8b95a3"),
    // Boards keep their colours at night, only dimmer.
    Look("light", "fill:#f1e8d5", "fill:#cfc6b2"),
    Look("dark", "fill:#bfa77f", "fill:#8f7d5d"),
    Look("plain", "fill:#faf7f0", "fill:#cfc6b2"),
    Look("edge", "stroke:#6d5c3d;stroke-width:1.2;fill:none", "stroke:#b5a685"),
    Look("gone", "fill:#eceff3", "fill:#20252d"),
    Look("white-man", "fill:#fff;stroke:#15181d;stroke-width:4;stroke-linejoin:round", ""),
    Look("black-man", "fill:#23272e;stroke:#0b0d10;stroke-width:4;stroke-linejoin:round", ""),
    Look("white-line", "fill:none;stroke:#15181d;stroke-width:3.4;stroke-linecap:round", ""),
    Look("black-line", "fill:none;stroke:#f3efe6;stroke-width:3.4;stroke-linecap:round", ""),
    Look("white-dot", "fill:#15181d", ""),
    Look("black-dot", "fill:#f3efe6", ""),
    Look("good", "fill:#2e9e5b;fill-opacity:.55", ""),
    Look("bad", "fill:#d0392b;fill-opacity:.5", ""),
    Look("note", "fill:#2f6fd6;fill-opacity:.5", ""),
    Look("arrow", "fill:#1257b8;fill-opacity:.8", ""),
    Look("stop", "fill:#8f2b20", "fill:#ff9c8f"),
    Look("ring", "stroke:#c4342d;stroke-width:2.4;fill:none", "stroke:#ff8a80"),
    Look("cell", "stroke:#fff;stroke-width:1", "stroke:#14171c"),
    Look("unknown", "fill:#eceff3;stroke:#fff;stroke-width:1", "fill:#262b33;stroke:#14171c"),
    Look("contour", "stroke:#14171c;stroke-width:1.1;fill:none;stroke-opacity:.5", ""),
    Look("border", "stroke:#0b0d10;stroke-width:2.6;fill:none;stroke-linecap:square", ""),
    Look("on-pale", "fill:#14171c", ""),
    Look("on-deep", "fill:#fff", ""),
];

/// The style for the classes that `body` uses.
pub(in crate::pictures) fn style_for(body: &str, theme: Theme) -> String {
    match theme {
        Theme::Inline => String::new(),
        Theme::Auto => style(|class| uses(body, class), true),
        Theme::Raster => style(|class| uses(body, class), false),
    }
}

/// The style of every picture, to be put once into an HTML page whose pictures were written with
/// [`Picture::inline`](crate::pictures::Picture::inline). A page that lets its reader choose sets
/// `data-theme` to `light` or `dark` on its root element; otherwise the viewer's preference counts.
pub fn stylesheet() -> String {
    let mut css = style(|_| true, false);
    let mut night = String::new();
    let mut chosen = String::new();
    for Look(class, _, dark) in LOOKS.iter().filter(|look| !look.2.is_empty()) {
        let _ = write!(night, ":root:not([data-theme=light]) .n-{class}{{{dark}}}");
        let _ = write!(chosen, ":root[data-theme=dark] .n-{class}{{{dark}}}");
    }
    let _ = write!(css, "@media screen and (prefers-color-scheme:dark){{{night}}}");
    let _ = write!(css, "@media screen{{{chosen}}}");
    css
}

fn style(wanted: impl Fn(&str) -> bool, by_night: bool) -> String {
    let mut css = String::new();
    let mut night = String::new();
    for Look(class, light, dark) in LOOKS.iter().filter(|look| wanted(look.0)) {
        let _ = write!(css, ".n-{class}{{{light}}}");
        if !dark.is_empty() {
            let _ = write!(night, ".n-{class}{{{dark}}}");
        }
    }
    if by_night && !night.is_empty() {
        let _ = write!(css, "@media screen and (prefers-color-scheme:dark){{{night}}}");
    }
    css
}

fn uses(body: &str, class: &str) -> bool {
    let name = format!("n-{class}");
    body.match_indices(&name).any(|(at, _)| {
        let after = body[at + name.len()..].chars().next();
        matches!(after, Some('"' | ' '))
    })
}

/// A colour on the ramp from cool to hot, for `level` from 0 to 1, and the class of the ink that is
/// readable on it.
pub(in crate::pictures) fn heat(level: f64) -> (String, &'static str) {
    const STOPS: [[f64; 3]; 6] = [
        [236.0, 243.0, 250.0],
        [176.0, 212.0, 232.0],
        [120.0, 198.0, 176.0],
        [246.0, 205.0, 97.0],
        [232.0, 118.0, 62.0],
        [150.0, 27.0, 48.0],
    ];
    let level = if level.is_finite() { level.clamp(0.0, 1.0) } else { 0.0 };
    let place = level * (STOPS.len() - 1) as f64;
    let index = (place as usize).min(STOPS.len() - 2);
    let part = place - index as f64;
    let mix = |channel: usize| {
        let (a, b) = (STOPS[index][channel], STOPS[index + 1][channel]);
        (a + (b - a) * part).round() as u8
    };
    let (red, green, blue) = (mix(0), mix(1), mix(2));
    let luminance = 0.299 * f64::from(red) + 0.587 * f64::from(green) + 0.114 * f64::from(blue);
    let ink = if luminance > 140.0 { "on-pale" } else { "on-deep" };
    (format!("#{red:02x}{green:02x}{blue:02x}"), ink)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_carries_only_the_looks_it_uses() {
        let css = style_for("<a class=\"n-ink\"/><b class=\"n-blue-fill n-doubt\"/>", Theme::Auto);
        assert!(css.contains(".n-ink{") && css.contains(".n-blue-fill{"));
        assert!(css.contains(".n-doubt{") && !css.contains(".n-blue{"));
        assert!(css.contains("prefers-color-scheme:dark"));
        assert!(style_for("<a class=\"n-ink\"/>", Theme::Inline).is_empty());
    }

    #[test]
    fn no_class_has_two_looks() {
        let mut classes: Vec<_> = LOOKS.iter().map(|look| look.0).collect();
        classes.sort_unstable();
        classes.dedup();
        assert_eq!(classes.len(), LOOKS.len());
    }

    #[test]
    fn the_ramp_has_readable_ink_at_both_ends() {
        assert_eq!(heat(0.0).1, "on-pale");
        assert_eq!(heat(1.0).1, "on-deep");
        assert_eq!(heat(f64::NAN), heat(0.0));
    }
}
