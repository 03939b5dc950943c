//! How a JSON document is laid out.

use std::io::{self, Write};

use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};

/// How a JSON document is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonLayout {
    /// In many lines, for reading.
    Indented,
    /// In one line.
    OneLine,
}

impl JsonLayout {
    pub(super) fn formatter(self) -> Chosen {
        match self {
            JsonLayout::Indented => Chosen(Some(PrettyFormatter::new())),
            JsonLayout::OneLine => Chosen(None),
        }
    }
}

/// Either layout: a type of its own for each would have every answer's serialisation compiled twice.
pub(super) struct Chosen(Option<PrettyFormatter<'static>>);

macro_rules! as_chosen {
    ($($method:ident($($argument:ident: $kind:ty)?);)+) => {
        $(fn $method<W: ?Sized + Write>(&mut self, out: &mut W $(, $argument: $kind)?) -> io::Result<()> {
            match &mut self.0 {
                Some(indented) => indented.$method(out $(, $argument)?),
                None => CompactFormatter.$method(out $(, $argument)?),
            }
        })+
    };
}

impl Formatter for Chosen {
    as_chosen! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        begin_object_value();
        end_object_value();
    }
}
