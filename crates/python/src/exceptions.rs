//! Failures as exceptions. Their classes are Python's (`nimzo/errors.py`); the words are the failure's.

use nimzo_questions::Failure;
use pyo3::import_exception;
use pyo3::prelude::*;

import_exception!(nimzo.errors, BadInput);
import_exception!(nimzo.errors, WrongType);
import_exception!(nimzo.errors, MissingTable);
import_exception!(nimzo.errors, TooLarge);
import_exception!(nimzo.errors, Stopped);
import_exception!(nimzo.errors, MachineFault);

/// The exception that tells a failure.
pub fn raised(failure: Failure) -> PyErr {
    let told = failure.to_string();
    match failure {
        Failure::BadInput(_) => BadInput::new_err(told),
        Failure::MissingTable { .. } => MissingTable::new_err(told),
        Failure::TooLarge(_) => TooLarge::new_err(told),
        Failure::Stopped => Stopped::new_err(told),
        Failure::Machine { .. } => MachineFault::new_err(told),
    }
}

/// The exception for an argument of a type that is not taken.
pub fn wrong_type(name: &str, expected: &str, found: &Bound<'_, PyAny>) -> PyErr {
    let kind = found.get_type().qualname().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    WrongType::new_err(format!("{name:?} is {expected}, not {} ({kind})", shown(found)))
}

/// A value as Python shows it, cut where it is long.
fn shown(value: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 60;
    let Ok(text) = value.repr().map(|text| text.to_string_lossy().into_owned()) else {
        return "something that cannot be shown".to_owned();
    };
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
