//! What memory there is and what was used. Readings come from the operating system and are `None`
//! where it does not tell.

use std::fs;

/// Bytes that a new computation may take without swapping.
pub fn available() -> Option<u64> {
    read_kib("/proc/meminfo", "MemAvailable:")
}

/// The most bytes this process has held at once.
pub fn peak() -> Option<u64> {
    read_kib("/proc/self/status", "VmHWM:")
}

fn read_kib(file: &str, key: &str) -> Option<u64> {
    let text = fs::read_to_string(file).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

/// A plan asked for more memory than there is, or than it may take.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what} needs {} of memory, and {} are {}", human(*.needed), human(*.free), if *.is_limit { "allowed" } else { "free" })]
pub struct DoesNotFit {
    /// What was planned.
    pub what: String,
    /// Bytes it needs.
    pub needed: u64,
    /// Bytes that are free, or allowed.
    pub free: u64,
    /// Whether they are what somebody allowed.
    pub is_limit: bool,
}

/// Refuses a plan that does not fit into what is free now. Where the system does not tell what is
/// free, every plan is let through.
pub fn require(what: &str, needed: u64) -> Result<(), DoesNotFit> {
    match available() {
        Some(free) if needed > free => {
            Err(DoesNotFit { what: what.to_owned(), needed, free, is_limit: false })
        }
        _ => Ok(()),
    }
}

/// Refuses a plan that does not fit into what is allowed, or into what is free now.
pub fn require_within(what: &str, needed: u64, allowed: u64) -> Result<(), DoesNotFit> {
    if needed > allowed {
        return Err(DoesNotFit { what: what.to_owned(), needed, free: allowed, is_limit: true });
    }
    require(what, needed)
}

/// A number of bytes for people: `1.5 GiB`.
pub fn human(bytes: u64) -> String {
    const UNITS: [&str; 7] = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < UNITS.len() {
        size /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} B") } else { format!("{size:.1} {}", UNITS[unit]) }
}

/// Reads a number of bytes, with or without a unit: `8G`, `500M`, `2GiB`, `1073741824`. Units are
/// powers of 1024.
pub fn read(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().trim_end_matches("IB") {
        "" | "B" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        "T" => 40,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_for_people() {
        assert_eq!(human(0), "0 B");
        assert_eq!(human(1023), "1023 B");
        assert_eq!(human(1536), "1.5 KiB");
        assert_eq!(human(12 << 30), "12.0 GiB");
    }

    #[test]
    fn a_plan_beyond_the_machine_is_refused() {
        if available().is_some() {
            let refusal = require("the impossible", u64::MAX).unwrap_err();
            assert!(refusal.to_string().starts_with("the impossible needs 16.0 EiB"));
        }
        assert_eq!(require("nothing", 0), Ok(()));
        assert_eq!(require_within("nothing", 0, 0), Ok(()));
        let refusal = require_within("the build", 2 << 30, 1 << 30).unwrap_err().to_string();
        assert_eq!(refusal, "the build needs 2.0 GiB of memory, and 1.0 GiB are allowed");
    }

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, size) in
            [("17", 17), ("8G", 8 << 30), ("500m", 500 << 20), ("2GiB", 2 << 30), ("3kib", 3072)]
        {
            assert_eq!(read(text), Some(size), "{text}");
        }
        for text in ["", "G", "1.5G", "8X", "-1", "99999999999T"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
