//! In which version of the format files are written: by its number, or by what it is good for.

use nimzo_tables::file::{FIVE, FOUR, SIX};

use crate::Failure;

/// The version that is asked for, if any is: under the name of an option by its number, or as the small or the fast one.
pub(super) fn version_of(
    option: &str,
    number: Option<u32>,
    small: bool,
    fast: bool,
) -> Result<Option<u32>, Failure> {
    match (number, small, fast) {
        (Some(version @ FOUR..=SIX), false, false) => Ok(Some(version)),
        (Some(version), false, false) => {
            Err(Failure::input(format!("--{option} {version}: expected 4, 5 or 6")))
        }
        (None, true, false) => Ok(Some(FIVE)),
        (None, false, true) => Ok(Some(SIX)),
        (None, false, false) => Ok(None),
        _ => Err(Failure::input(format!("give one of --{option}, --small and --fast"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_choice_is_taken_and_two_are_refused() {
        let of = |number, small, fast| version_of("to", number, small, fast).ok();
        assert_eq!(of(None, false, false), Some(None));
        assert_eq!(of(None, true, false), Some(Some(FIVE)));
        assert_eq!(of(None, false, true), Some(Some(SIX)));
        assert_eq!(of(Some(4), false, false), Some(Some(FOUR)));
        for refused in [of(Some(3), false, false), of(Some(7), false, false), of(None, true, true)]
        {
            assert_eq!(refused, None);
        }
        assert_eq!(of(Some(6), false, true), None);
    }
}
