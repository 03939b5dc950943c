//! JSON schemas of the values that are written as numbers where they are integers and as texts
//! otherwise.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::{Dyadic, PseudoNumber, Ratio, Relation, Trajectory, Wall};

impl JsonSchema for Dyadic {
    fn schema_name() -> Cow<'static, str> {
        "Dyadic".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An integer, or a fraction such as 3/4 as a text.",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+/[0-9]+$" }]
        })
    }
}

impl JsonSchema for PseudoNumber {
    fn schema_name() -> Cow<'static, str> {
        "PseudoNumber".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or the name of a pseudonumber such as on or 1over.",
            "anyOf": [{ "type": "integer" }, { "type": "string" }]
        })
    }
}

impl JsonSchema for Wall {
    fn schema_name() -> Cow<'static, str> {
        "Wall".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let finite = generator.subschema_for::<Trajectory>();
        json_schema!({
            "description": "A trajectory, or an infinity by its name.",
            "anyOf": [finite, { "enum": ["-infinity", "+infinity"] }]
        })
    }
}

impl JsonSchema for Ratio {
    fn schema_name() -> Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An integer, or a fraction such as 1/3 as a text.",
            "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+/[0-9]+$" }]
        })
    }
}

impl JsonSchema for Relation {
    fn schema_name() -> Cow<'static, str> {
        "Relation".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": ["<", "<=", "==", ">=", ">", "<>", "<|", "|>", "!="] })
    }
}
