//! Values that are texts in JSON.

use std::borrow::Cow;
use std::fmt::{self, Display};

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};

/// A value that JSON shows as its text: a fraction, a square, a partition, a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shown<T>(pub T);

impl<T: Display> Display for Shown<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Display> Serialize for Shown<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl<T> JsonSchema for Shown<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        String::json_schema(generator)
    }
}

/// A list in one line, with something between its members.
pub(crate) struct Joined<'a, T>(pub &'a [T], pub &'a str);

impl<T: Display> Display for Joined<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, one) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(self.1)?;
            }
            write!(f, "{one}")?;
        }
        Ok(())
    }
}
