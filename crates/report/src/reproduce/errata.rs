//! Where a paper is wrong, and how we know.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Error;

/// An argued difference between a printed table and our computation.
#[derive(Debug, Clone, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Erratum {
    /// A short name that is unique within the paper.
    pub id: String,
    /// The table it is about (the data file's name without its ending).
    pub table: String,
    /// The value that our computation gives for each cell concerned, named `row/column`.
    pub computed: BTreeMap<String, String>,
    /// Why the computed value is right.
    pub argument: String,
    /// The independent check that settles it.
    pub check: String,
}

/// All errata of a paper: the file `errata.toml`, a list of `[[erratum]]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errata {
    #[serde(default, rename = "erratum")]
    errata: Vec<Erratum>,
}

impl Errata {
    /// Reads an errata file; `file` is its name, for the error.
    pub fn parse(file: &str, text: &str) -> Result<Self, Error> {
        toml::from_str(text)
            .map_err(|e| Error::Data { file: file.to_owned(), reason: e.to_string() })
    }

    /// The errata of one table.
    pub fn of_table(&self, table: &str) -> impl Iterator<Item = &Erratum> {
        self.errata.iter().filter(move |erratum| erratum.table == table)
    }

    /// Every erratum.
    pub fn iter(&self) -> impl Iterator<Item = &Erratum> {
        self.errata.iter()
    }
}
