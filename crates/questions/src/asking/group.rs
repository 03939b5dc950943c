//! Words under which several questions are asked.

/// A word such as `young`, under which several questions are asked.
pub struct Group {
    /// The word.
    pub name: &'static str,
    /// What is asked under it, in a sentence.
    pub about: &'static str,
    /// How arguments that its questions share are written.
    pub notation: &'static str,
    /// Examples.
    pub examples: &'static str,
}
