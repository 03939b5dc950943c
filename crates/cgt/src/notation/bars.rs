//! Bars of forms: `{3||2*|1*}`. An option that stands alone on its side loses its braces, and the
//! longer bar tells it from its surroundings.

/// The longest bar that is written; beyond it braces come back.
const LONGEST: u32 = 4;

/// A text with braces around it if it has bars of its own.
pub(crate) fn whole((text, bars): (String, u32)) -> String {
    if bars > 0 { format!("{{{text}}}") } else { text }
}

/// Options with commas between, each whole.
pub(crate) fn list(options: &[(String, u32)]) -> String {
    options.iter().cloned().map(whole).collect::<Vec<_>>().join(",")
}

/// Two sides with the bar that they need between them.
pub(crate) fn join(left: Vec<(String, u32)>, right: Vec<(String, u32)>) -> (String, u32) {
    let ((left, a), (right, b)) = (side(left), side(right));
    let bars = 1 + a.max(b);
    (format!("{left}{}{right}", "|".repeat(bars as usize)), bars)
}

fn side(options: Vec<(String, u32)>) -> (String, u32) {
    match &options[..] {
        [(text, bars)] if *bars < LONGEST => (text.clone(), *bars),
        _ => (list(&options), 0),
    }
}

/// A text with brackets around it if it is a sum, so that it can stand beside `&`.
pub(crate) fn without_sum(text: String) -> String {
    let mut depth = 0;
    let mut before = None;
    let sum = text.chars().any(|c| {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        let between = before.is_some_and(|before| before != '+');
        before = Some(c);
        depth == 0 && between && matches!(c, '+' | '-')
    });
    if sum { format!("({text})") } else { text }
}
