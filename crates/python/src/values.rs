//! Values of games. All that Python holds have names in one calculator, and whatever can be done with
//! them is an expression in these names: the notation of `nimzo cgt` is the one definition of it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use nimzo_cgt::{Calculation, Calculator, Nimber};
use nimzo_questions::Failure;
use nimzo_questions::cgt::CgtAnswer;
use pyo3::prelude::*;

use crate::answer::Answer;
use crate::exceptions::BadInput;
use crate::work;

/// What the names begin with. A text of the user's must not: it would see what others hold.
const OURS: &str = "held_by_python_";

static CALCULATOR: LazyLock<Mutex<Calculator>> = LazyLock::new(|| Mutex::new(Calculator::new()));

/// Names of values that Python no longer holds. The calculator may be at work when Python lets go of
/// one, and is not waited for.
static DROPPED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// The calculator, with nothing in it that Python does not hold.
fn calculator() -> MutexGuard<'static, Calculator> {
    let mut calculator = lock(&CALCULATOR);
    for name in lock(&DROPPED).drain(..) {
        calculator.forget(&name);
    }
    calculator
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A value that Python holds.
#[pyclass(module = "nimzo._native", frozen)]
pub struct Value {
    name: String,
}

impl Value {
    fn keep(py: Python<'_>, text: &str) -> PyResult<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let name = format!("{OURS}{}", NEXT.fetch_add(1, Ordering::Relaxed));
        work::run(py, None, |task| {
            calculator().keep(&name, text, task).map_err(|error| told(error.into()))
        })?;
        Ok(Self { name })
    }
}

#[pymethods]
impl Value {
    /// The value of an expression.
    #[staticmethod]
    fn read(py: Python<'_>, text: &str) -> PyResult<Self> {
        if text.contains(OURS) {
            return Err(BadInput::new_err(format!("expression {text:?}: {OURS} begins no name")));
        }
        Self::keep(py, text)
    }

    /// The value of an expression in which `$0`, `$1` and so on stand for other values.
    #[staticmethod]
    fn made(py: Python<'_>, expression: &str, parts: Vec<Py<Value>>) -> PyResult<Self> {
        Self::keep(py, &with_names(expression, &parts))
    }

    /// How it compares with another: `<`, `==`, `>` or `<>`.
    fn order(&self, py: Python<'_>, other: &Value) -> PyResult<String> {
        let text = format!("{} == {}", self.name, other.name);
        work::run(py, None, |task| match calculator().calculate(&text, task) {
            Ok(Calculation::Order(found)) => Ok(found.order.to_string()),
            Ok(Calculation::Value(_)) => Err(Failure::machine("a comparison has no order")),
            Err(error) => Err(told(error.into())),
        })
    }

    /// Everything that is known of it, as `nimzo cgt` answers.
    fn answer(&self, py: Python<'_>) -> PyResult<Answer> {
        let found = work::run(py, None, |task| {
            let mut found = calculator().calculate(&self.name, task)?;
            if let Calculation::Value(analysis) = &mut found {
                analysis.expression = analysis.canonical.clone();
            }
            Ok(found)
        })?;
        Ok(Answer::new(Box::new(CgtAnswer::from(found)), true))
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        lock(&DROPPED).push(std::mem::take(&mut self.name));
    }
}

/// Names in the places of `$0`, `$1` and so on, the last first: `$1` begins `$10`.
fn with_names(expression: &str, parts: &[Py<Value>]) -> String {
    let numbered = parts.iter().enumerate().rev();
    numbered.fold(expression.to_owned(), |text, (number, part)| {
        text.replace(&format!("${number}"), &part.get().name)
    })
}

/// A failure without the names that nobody outside knows.
fn told(failure: Failure) -> Failure {
    match failure {
        Failure::BadInput(what) if what.contains(OURS) => {
            let parts: Vec<&str> = what.split(OURS).collect();
            let rest =
                |part: &&str| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
            let rest: Vec<String> = parts.iter().skip(1).map(rest).collect();
            Failure::BadInput(format!("{}…{}", parts[0], rest.join("…")))
        }
        other => other,
    }
}

/// The product of two nimbers.
#[pyfunction]
pub fn nim_product(a: u64, b: u64) -> u64 {
    (Nimber(a) * Nimber(b)).0
}
