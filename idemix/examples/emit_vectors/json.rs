//! Values as the formats write them, and how a mutated case is made from an honest one.

use std::error::Error;

use bbs::curve::{G1Affine, Scalar, g1_to_uncompressed, scalar_to_bytes};
use idemix::Attribute;
use serde_json::{Value, json};

/// What every step of the example returns.
pub(super) type Outcome<T = ()> = Result<T, Box<dyn Error>>;

pub(super) fn hex(bytes: impl AsRef<[u8]>) -> Value {
    Value::String(hex::encode(bytes))
}

pub(super) fn scalar(scalar: &Scalar) -> Value {
    hex(scalar_to_bytes(scalar))
}

/// An uncompressed point.
pub(super) fn point(point: &G1Affine) -> Value {
    hex(g1_to_uncompressed(point))
}

/// An attribute's value as a file writes it.
#[derive(Clone)]
pub(super) enum Text {
    Bytes(Vec<u8>),
    Int(i64),
}

impl Text {
    pub(super) fn json(&self) -> Value {
        match self {
            Self::Bytes(bytes) => json!({ "type": "bytes", "value": hex(bytes) }),
            Self::Int(number) => json!({ "type": "int", "value": number.to_string() }),
        }
    }

    pub(super) fn attribute(&self) -> Attribute {
        match self {
            Self::Bytes(bytes) => bytes.as_slice().into(),
            Self::Int(number) => (*number).into(),
        }
    }

    /// Another value of the same type.
    pub(super) fn other(&self) -> Self {
        match self {
            Self::Bytes(bytes) => Self::Bytes([bytes.as_slice(), b"x"].concat()),
            Self::Int(number) => Self::Int(number ^ 1),
        }
    }
}

pub(super) fn hidden() -> Value {
    json!({ "type": "hidden", "value": "" })
}

/// The object with these fields replaced or added; a null takes the field away.
pub(super) fn with(object: &Value, changes: Value) -> Value {
    let mut object = object.clone();
    if let (Some(object), Value::Object(changes)) = (object.as_object_mut(), changes) {
        for (field, value) in changes {
            match value {
                Value::Null => object.remove(&field),
                value => object.insert(field, value),
            };
        }
    }
    object
}

/// An honest case with one thing changed. What only honest cases have goes.
pub(super) fn mutated(honest: &Value, mutation: &str, changes: Value) -> Value {
    let name = honest.get("name").and_then(Value::as_str).unwrap_or("");
    let failing = json!({
        "name": format!("{name}, {mutation}"),
        "mutation": mutation,
        "expect": "fail",
        "challenge_input": null,
        "challenge_first": null,
        "challenge": null,
    });
    with(&with(honest, failing), changes)
}

/// The bytes with the lowest bit of the byte at `place` flipped.
pub(super) fn flipped(bytes: &[u8], place: usize) -> Outcome<Vec<u8>> {
    let mut bytes = bytes.to_vec();
    *bytes.get_mut(place).ok_or("no such byte")? ^= 1;
    Ok(bytes)
}

/// The bytes with the lowest bit of the last byte flipped: a response, where a sub-proof stands at the end.
pub(super) fn last_flipped(bytes: &[u8]) -> Outcome<Vec<u8>> {
    flipped(bytes, bytes.len().checked_sub(1).ok_or("no bytes")?)
}

/// Where `part` stands in `bytes`.
pub(super) fn find(bytes: &[u8], part: &[u8]) -> Outcome<usize> {
    let found = bytes.windows(part.len()).position(|window| window == part);
    found.ok_or_else(|| "no such part".into())
}

/// The bytes with one part, which stands in them once, replaced by another of the same length.
pub(super) fn replaced(bytes: &[u8], part: &[u8], other: &[u8]) -> Outcome<Vec<u8>> {
    let place = find(bytes, part)?;
    let (before, rest) = bytes.split_at(place);
    let (_, after) = rest.split_at(part.len());
    Ok([before, other, after].concat())
}
