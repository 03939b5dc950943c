//! Published data, comparison with it, and pictures.
