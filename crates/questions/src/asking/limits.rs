//! What a plan of slices may take, as our users write it.

use std::path::Path;

use nimzo_retro::slice_graph::Limits;
use nimzo_work::{files, memory};

use crate::Failure;

/// A number of bytes that an option gives.
pub(crate) fn bytes(option: &str, text: &str) -> Result<u64, Failure> {
    memory::read(text)
        .ok_or_else(|| Failure::input(format!("{option} {text:?}: expected a size such as 8G")))
}

/// What a plan may take: what was said, and otherwise what is free.
pub(crate) fn limits(
    memory: Option<&str>,
    disk: Option<&str>,
    folder: &Path,
) -> Result<Limits, Failure> {
    const PLENTY: u64 = 1 << 50;
    let said = |option, text: Option<&str>| text.map(|text| bytes(option, text)).transpose();
    Ok(Limits {
        memory: said("--memory", memory)?.or_else(memory::available).unwrap_or(PLENTY),
        disk: said("--disk", disk)?.or_else(|| files::free_space(folder)).unwrap_or(PLENTY),
    })
}
