//! Zugzwangs: the definitions, and mining over any source of values.
