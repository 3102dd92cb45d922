//! The outer library: the Go library's call sites by its names, the native profile, and batches.
#![allow(missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use idemix_benches::{aries, batch, native, row};

fn all(criterion: &mut Criterion) {
    row::bench(criterion, aries::rows());
    row::bench(criterion, native::rows());
    row::bench(criterion, batch::rows());
}

criterion_group!(benches, all);
criterion_main!(benches);
