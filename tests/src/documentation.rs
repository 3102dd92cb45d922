//! Compiles and runs the code in the documents. They stand outside of the published crates, so this crate does it.

#[doc = include_str!("../../README.md")]
struct Readme;

#[doc = include_str!("../../docs/architecture.md")]
struct Architecture;

#[doc = include_str!("../../docs/protocol.md")]
struct Protocol;

#[doc = include_str!("../../docs/native-format.md")]
struct NativeFormat;

#[doc = include_str!("../../docs/aries-compat.md")]
struct AriesCompat;

#[doc = include_str!("../../docs/coming-from-go.md")]
struct ComingFromGo;
