//! When a computed value agrees with a printed one.

use serde::Deserialize;

/// How printed and computed text are compared.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Comparison {
    /// Letter by letter.
    #[default]
    Exact,
    /// The computed number, rounded to as many decimals as were printed, is the printed one.
    Rounded,
    /// The computed number is no further from the printed one than this.
    Within(String),
}

/// Whether `computed` agrees with `printed`. Text that is no number where numbers are compared
/// agrees only with itself.
///
/// ```
/// use nimzo_report::reproduce::{Comparison, compare};
/// assert!(compare(&Comparison::Rounded, ".51", "0.5149"));
/// assert!(!compare(&Comparison::Rounded, ".51", "0.5151"));
/// assert!(compare(&Comparison::Rounded, "33.3", "1/3 * 100") == false);
/// assert!(compare(&Comparison::Within("0.15".into()), "56.4", "56.52"));
/// assert!(compare(&Comparison::Exact, "3/4", "3/4"));
/// ```
pub fn compare(how: &Comparison, printed: &str, computed: &str) -> bool {
    let (printed, computed) = (printed.trim(), computed.trim());
    if printed == computed {
        return true;
    }
    let tolerance = match how {
        Comparison::Exact => return false,
        Comparison::Rounded => 0.5 * 10f64.powi(-decimals(printed)),
        Comparison::Within(tolerance) => match number(tolerance) {
            Some(tolerance) => tolerance,
            None => return false,
        },
    };
    match (number(printed), number(computed)) {
        (Some(printed), Some(computed)) => {
            // The slack covers only the representation of decimal fractions in binary.
            (printed - computed).abs() <= tolerance * (1.0 + 1e-9)
        }
        _ => false,
    }
}

/// Decimals printed after the point.
fn decimals(text: &str) -> i32 {
    text.split_once('.').map_or(0, |(_, fraction)| fraction.len() as i32)
}

/// A decimal number or a fraction.
fn number(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((over, under)) => {
            let (over, under) = (over.parse::<f64>().ok()?, under.parse::<f64>().ok()?);
            (under != 0.0).then_some(over / under)
        }
        None => text.parse().ok().filter(|number: &f64| number.is_finite()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_follows_the_printed_decimals() {
        for (printed, computed, agrees) in [
            ("24", "24.49", true),
            ("24", "24.51", false),
            ("5.4", "5.35", true),
            ("5.4", "5.34", false),
            ("91.8", "9180/100", true),
            ("x", "x", true),
            ("x", "1", false),
        ] {
            assert_eq!(
                compare(&Comparison::Rounded, printed, computed),
                agrees,
                "{printed} {computed}"
            );
        }
    }

    #[test]
    fn exact_means_letter_by_letter() {
        assert!(!compare(&Comparison::Exact, "1.0", "1"));
        assert!(compare(&Comparison::Exact, " 1", "1 "));
    }
}
