//! Where a library must be told that Python's symbols are found when it is loaded, it is told.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
