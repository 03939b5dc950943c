//! What a plan of slices may take, as our users write it.

use std::path::Path;

use nimzo_retro::slice_graph::Limits;
use nimzo_work::{files, memory};

use crate::Failure;

/// A number of bytes, with or without a unit: `8G`, `500M`, `1073741824`. Units are powers of 1024.
pub(crate) fn bytes(option: &str, text: &str) -> Result<u64, Failure> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB") {
        "" | "B" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => 64,
    };
    let size =
        digits.parse::<u64>().ok().and_then(|count| count.checked_mul(1u64.checked_shl(shift)?));
    size.ok_or_else(|| Failure::input(format!("{option} {text:?}: expected a size such as 8G")))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, size) in
            [("17", 17), ("8G", 8 << 30), ("500m", 500 << 20), ("2GiB", 2 << 30), ("3kib", 3072)]
        {
            assert_eq!(bytes("--memory", text), Ok(size), "{text}");
        }
        for text in ["", "G", "1.5G", "8X", "-1", "99999999999T"] {
            let fault = bytes("--disk", text).unwrap_err();
            assert!(fault.to_string().contains("--disk"), "{fault}");
        }
    }
}
