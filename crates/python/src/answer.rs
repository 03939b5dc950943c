//! What a question was answered.

use std::sync::Mutex;

use nimzo_questions::{Answered, Failure, JsonLayout};
use nimzo_report::drawings;
use pyo3::prelude::*;

use crate::exceptions::{BadInput, raised};
use crate::work;

/// An answer: a document, a text, perhaps a picture. Each is made when it is asked for.
#[pyclass(module = "nimzo._native", frozen)]
pub struct Answer {
    // Answers can be sent to another thread, but not looked at from two at once.
    answered: Mutex<Box<dyn Answered>>,
    draws: bool,
}

impl Answer {
    /// An answer of a question that draws its answers, or does not.
    pub fn new(answered: Box<dyn Answered>, draws: bool) -> Self {
        Self { answered: Mutex::new(answered), draws }
    }

    fn look<T: Send>(
        &self,
        py: Python<'_>,
        look: impl FnOnce(&dyn Answered) -> Result<T, Failure> + Send,
    ) -> PyResult<T> {
        work::run(py, None, |_| {
            let answered = self.answered.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            look(&**answered)
        })
    }
}

#[pymethods]
impl Answer {
    /// Whether it is a "yes".
    fn holds(&self, py: Python<'_>) -> PyResult<bool> {
        self.look(py, |answered| Ok(answered.holds()))
    }

    /// The document for programs, as JSON in one line.
    fn json(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.look(py, |answered| {
            let mut text = Vec::new();
            answered.write_json(&mut text, JsonLayout::OneLine)?;
            Ok(text)
        })?;
        utf8(text)
    }

    /// The text for people.
    fn text(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.look(py, |answered| {
            let mut text = Vec::new();
            answered.write_text(&mut text)?;
            Ok(text)
        })?;
        utf8(text)
    }

    /// Whether answers to this question are drawn.
    #[getter]
    fn draws(&self) -> bool {
        self.draws
    }

    /// The picture as SVG.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        self.look(py, |answered| Ok(answered.picture()?.svg()))
    }

    /// The picture as PNG.
    fn png(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        self.look(py, |answered| Ok(answered.picture()?.png()?))
    }
}

fn utf8(text: Vec<u8>) -> PyResult<String> {
    String::from_utf8(text).map_err(|error| raised(Failure::machine(error)))
}

/// A board of any size as SVG: the first field of a FEN, arrows for moves, words above and below.
#[pyfunction]
pub fn draw_position(
    fen: &str,
    moves: Vec<String>,
    title: &str,
    caption: &str,
) -> PyResult<String> {
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let board = fen.split_whitespace().next().unwrap_or_default();
    let drawn = drawings::position(board, &moves, title, caption);
    drawn.map(|picture| picture.svg()).map_err(|error| BadInput::new_err(error.to_string()))
}
