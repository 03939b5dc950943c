//! nimzo for Python: the part that is written in Rust, `nimzo._native`.
//!
//! What is here is small and has no opinions: questions are asked by their words with arguments from
//! Python, positions are looked up, values are computed, failures become exceptions. What Python's users
//! see (names, types, iterators, pictures in notebooks) is in `python/nimzo`, and stands on this.
//!
//! * `session`: a folder of tables and the questions asked of it; `answer`: what comes back.
//! * `arguments`: from Python's arguments to the words of the command line; `describe`: what can be
//!   asked, for whoever writes functions for it.
//! * `probing`: many positions at once.
//! * `values`: values of games.
//! * `work`: long work in another thread, while Python's signals are heard; `exceptions`.

use pyo3::prelude::*;

mod answer;
mod arguments;
mod describe;
mod exceptions;
mod probing;
mod session;
mod values;
mod work;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<answer::Answer>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<values::Value>()?;
    module.add_function(wrap_pyfunction!(describe::describe, module)?)?;
    module.add_function(wrap_pyfunction!(answer::draw_position, module)?)?;
    module.add_function(wrap_pyfunction!(values::nim_product, module)?)?;
    Ok(())
}
