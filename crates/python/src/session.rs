//! A folder of tables, and the questions asked of it.

use std::path::PathBuf;

use nimzo_questions::{Entry, Folders, Manner, Rights};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList};

use crate::answer::Answer;
use crate::arguments;
use crate::exceptions::{BadInput, raised};
use crate::probing::{self, Texts, Wanted};
use crate::work;

/// Where questions are asked: a folder of tables, and what is kept open from question to question.
#[pyclass(module = "nimzo._native", frozen)]
pub struct Session {
    session: nimzo_questions::Session,
}

#[pymethods]
impl Session {
    /// A session over a folder of tables (the platform's own, if none is named) that writes reports
    /// into another, perhaps with a folder of Syzygy's files beside.
    #[new]
    #[pyo3(signature = (tables, reports, syzygy))]
    fn new(tables: Option<PathBuf>, reports: PathBuf, syzygy: Option<PathBuf>) -> Self {
        let folders = Folders { tables, reports, syzygy };
        Self { session: nimzo_questions::Session::new(folders, Rights::OWNER) }
    }

    /// The folder of tables.
    #[getter]
    fn folder(&self) -> PyResult<PathBuf> {
        self.session.folder().map_err(raised)
    }

    /// Asks a question by its words.
    #[pyo3(signature = (path, arguments, progress))]
    fn ask(
        &self,
        py: Python<'_>,
        path: &str,
        arguments: &Bound<'_, PyDict>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Answer> {
        let entry = Entry::find(path.split_whitespace()).ok_or_else(|| unknown(path))?;
        let question = arguments::read(entry, arguments)?;
        let answer = work::run(py, progress.as_ref(), |task| question.ask(&self.session, task));
        // It may have written tables, even if it was stopped.
        if entry.manner == Manner::AsJob {
            self.session.reopen_tables();
        }
        Ok(Answer::new(answer?, entry.draws))
    }

    /// One number of a position: `result`, `wdl`, `dtz` or `dtm`, as python-chess counts them.
    fn probe(&self, py: Python<'_>, fen: &str, metric: &str) -> PyResult<i32> {
        let wanted: Wanted = metric.parse().map_err(raised)?;
        py.detach(|| probing::one(&self.session, fen, wanted)).map_err(raised)
    }

    /// The same number of many positions, two bytes each; `missing` stands for those that no table
    /// knows, or none may be.
    #[pyo3(signature = (fens, metric, missing, progress))]
    fn probe_many<'py>(
        &self,
        py: Python<'py>,
        fens: &Bound<'py, PyList>,
        metric: &str,
        missing: Option<i16>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyByteArray>> {
        let wanted: Wanted = metric.parse().map_err(raised)?;
        let given = fens.to_tuple();
        let texts = Texts::of(&given)?;
        let texts = texts.texts()?;
        let found = work::run(py, progress.as_ref(), |task| {
            probing::many(&self.session, &texts, wanted, missing, task)
        })?;
        PyByteArray::new_with(py, 2 * found.len(), |bytes| {
            let (places, _) = bytes.as_chunks_mut();
            places.iter_mut().zip(found).for_each(|(place, number)| *place = number.to_ne_bytes());
            Ok(())
        })
    }

    /// Looks at the folder afresh.
    fn reopen(&self) {
        self.session.reopen_tables();
    }
}

fn unknown(path: &str) -> PyErr {
    let known: Vec<String> = nimzo_questions::ALL.iter().map(|e| e.path.join(" ")).collect();
    let known = known.join(", ");
    BadInput::new_err(format!("there is no question {path:?}; expected one of: {known}"))
}
