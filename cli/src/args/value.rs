//! Attribute values on the command line.

use std::str::FromStr;

use idemix::Attribute;

/// `NAME=TEXT`, `NAME:int=NUMBER` or `NAME:hex=BYTES`.
#[derive(Clone, Debug)]
pub(crate) struct NamedValue {
    pub(crate) name: String,
    pub(crate) value: Attribute,
}

impl FromStr for NamedValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (left, value) = text
            .split_once('=')
            .ok_or("expected NAME=TEXT, NAME:int=NUMBER or NAME:hex=BYTES")?;
        let (name, value) = match left.rsplit_once(':') {
            Some((name, "int")) => {
                let number: i64 = value.parse().map_err(|error| format!("{value}: {error}"))?;
                (name, number.into())
            }
            Some((name, "hex")) => {
                let bytes = hex::decode(value).map_err(|error| error.to_string())?;
                (name, bytes.into())
            }
            _ => (left, value.into()),
        };
        if name.is_empty() {
            return Err("the attribute's name is empty".to_owned());
        }
        Ok(Self {
            name: name.to_owned(),
            value,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        let value = |text: &str| text.parse::<NamedValue>().map(|v| (v.name, v.value));
        assert_eq!(value("OU=a=b").unwrap(), ("OU".into(), "a=b".into()));
        assert_eq!(value("Role:int=-2").unwrap(), ("Role".into(), (-2).into()));
        assert_eq!(
            value("k:hex=00ff").unwrap(),
            ("k".into(), vec![0, 255].into())
        );
        assert_eq!(value("a:b=c").unwrap(), ("a:b".into(), "c".into()));
        for bad in ["OU", "=x", ":int=1", "Role:int=x", "k:hex=0"] {
            assert!(value(bad).is_err(), "{bad}");
        }
    }
}
