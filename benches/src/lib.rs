//! Benchmarks of the idemix crates: `cargo bench -p idemix-benches`. The bench targets stand at this package's root.
