//! The BBS+ crate, call by call as the Go module `bbs` is measured: from bytes and to bytes, with the generators in
//! the shared cache. Names and sizes are those of the Go benchmarks, so that the two can be laid side by side.
#![allow(missing_docs)]
#![allow(clippy::unwrap_used)] // setting up cannot fail, and a benchmark that fails should stop

use std::hint::black_box;

use bbs::curve::{self, G1Affine, G1Projective, G2Affine, G2Prepared, Scalar};
use bbs::proof::{Disclosure, SignatureProof};
use bbs::{
    Aries, Base, Limits, PublicKey, PublicParameters, SecretKey, Signature, VerifiedSignature,
    hash_to_scalar,
};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, criterion_group, criterion_main};
#[allow(unused_imports)] // the pure-Rust backend has these as methods of its own
use group::{Curve, prime::PrimeCurveAffine};
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;

const SIZES: [usize; 4] = [1, 5, 10, 20];
const NONCE: &[u8] = b"nonce";
const GENERATOR_TAG: &[u8] = b"BLS12381G1_XMD:BLAKE2B_SSWU_RO_BBS+_SIGNATURES:1_0_0";

/// What the Go benchmarks start from: bytes.
struct Sample {
    secret_key: [u8; 32],
    public_key: [u8; 96],
    messages: Vec<Vec<u8>>,
    signature: [u8; 112],
    /// Every second message.
    revealed: Vec<usize>,
    proof: Vec<u8>,
}

impl Sample {
    fn new(count: usize) -> Self {
        let key = SecretKey::from_seed(&[7; 32]).unwrap();
        let mut sample = Self {
            secret_key: *key.expose_bytes(),
            public_key: key.public_key().to_bytes(),
            messages: (0..count)
                .map(|index| format!("message {index}").into_bytes())
                .collect(),
            signature: [0; 112],
            revealed: (0..count / 2).map(|index| 2 * index).collect(),
            proof: Vec::new(),
        };
        sample.signature = sample.sign(&mut rng());
        sample.proof = sample.derive_proof(&mut rng());
        sample
    }

    fn scalars(&self) -> Vec<Scalar> {
        self.messages.iter().map(|m| hash_to_scalar(m)).collect()
    }

    fn disclosure(&self) -> Disclosure {
        let revealed = self.revealed.iter().map(|index| {
            let message = self.messages.get(*index).unwrap();
            (*index, hash_to_scalar(message))
        });
        Disclosure::new(self.messages.len(), revealed).unwrap()
    }

    fn parameters(&self) -> std::sync::Arc<PublicParameters> {
        PublicKey::from_bytes(&self.public_key)
            .unwrap()
            .parameters(self.messages.len(), Limits::default())
            .unwrap()
    }

    fn sign(&self, rng: &mut ChaCha20Rng) -> [u8; 112] {
        let key = SecretKey::from_bytes(&self.secret_key).unwrap();
        let key = key
            .signing_key(self.messages.len(), Limits::default())
            .unwrap();
        *key.sign(&self.scalars(), rng).unwrap().expose_bytes()
    }

    fn verify(&self) {
        let parameters = self.parameters();
        let signature = Signature::from_bytes(&self.signature).unwrap();
        signature.verify(&parameters, &self.scalars()).unwrap();
    }

    fn derive_proof(&self, rng: &mut ChaCha20Rng) -> Vec<u8> {
        let parameters = self.parameters();
        let signature = Signature::from_bytes(&self.signature).unwrap();
        let held = VerifiedSignature::new(&parameters, &signature, self.scalars()).unwrap();
        let disclosure = self.disclosure();
        SignatureProof::<Aries>::prove(&held, &disclosure, NONCE, rng)
            .unwrap()
            .to_bytes(&disclosure)
            .unwrap()
    }

    fn verify_proof(&self) {
        let parameters = self.parameters();
        let disclosure = self.disclosure();
        SignatureProof::<Aries>::from_bytes(&self.proof, &disclosure)
            .unwrap()
            .verify(&parameters, &disclosure, NONCE)
            .unwrap();
    }
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::from_seed([7; 32])
}

fn by_message_count(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut routine: impl FnMut(&Sample),
) {
    for count in SIZES {
        let sample = Sample::new(count);
        let id = BenchmarkId::new(name, format!("msgs={count}"));
        group.bench_function(id, |b| b.iter(|| routine(black_box(&sample))));
    }
}

fn by_revealed(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    mut routine: impl FnMut(&Sample),
) {
    for count in SIZES {
        let sample = Sample::new(count);
        let revealed = sample.revealed.len();
        let id = BenchmarkId::new(name, format!("msgs={count}/revealed={revealed}"));
        group.bench_function(id, |b| b.iter(|| routine(black_box(&sample))));
    }
}

fn signatures(c: &mut Criterion) {
    let mut group = c.benchmark_group("bbs");
    let mut rng = rng();
    by_message_count(&mut group, "Sign", |sample| {
        black_box(sample.sign(&mut rng));
    });
    by_message_count(&mut group, "Verify", Sample::verify);
}

fn proofs(c: &mut Criterion) {
    let mut group = c.benchmark_group("bbs");
    let mut rng = rng();
    by_revealed(&mut group, "DeriveProof", |sample| {
        black_box(sample.derive_proof(&mut rng));
    });
    by_revealed(&mut group, "VerifyProof", Sample::verify_proof);
}

fn generators(c: &mut Criterion) {
    let mut group = c.benchmark_group("bbs");
    // The Go figure is that of a cold cache.
    by_message_count(&mut group, "ToPublicKeyWithGenerators", |sample| {
        let key = *sample.parameters().public_key();
        let count = sample.messages.len();
        black_box(PublicParameters::derive(&key, count, Limits::default()).unwrap());
    });
    for count in SIZES {
        let sample = Sample::new(count);
        let parameters = sample.parameters();
        let messages = sample.scalars();
        let mut terms = vec![(Base::H0, hash_to_scalar(b"s"))];
        terms.extend(messages.iter().enumerate().map(|(i, m)| (Base::H(i), *m)));
        group.bench_function(BenchmarkId::new("ComputeB", format!("msgs={count}")), |b| {
            // B = g1 + s·h0 + Σ mᵢ·h[i]
            b.iter(|| parameters.combine(black_box(&terms)).unwrap() + G1Affine::generator());
        });
    }
}

fn parsing(c: &mut Criterion) {
    let mut group = c.benchmark_group("bbs");
    let sample = Sample::new(10);
    let disclosure = sample.disclosure();
    group.bench_function("ParseSignature", |b| {
        b.iter(|| Signature::from_bytes(black_box(&sample.signature)).unwrap());
    });
    group.bench_function("ParseSignatureProof", |b| {
        b.iter(|| {
            SignatureProof::<Aries>::from_bytes(black_box(&sample.proof), &disclosure).unwrap()
        });
    });
    group.bench_function("UnmarshalPublicKey", |b| {
        b.iter(|| PublicKey::from_bytes(black_box(&sample.public_key)).unwrap());
    });
    group.bench_function("GenerateKeyPair", |b| {
        b.iter(|| SecretKey::from_seed(black_box(&[9; 32])).unwrap());
    });
}

fn curve(c: &mut Criterion) {
    let mut group = c.benchmark_group("bbs");
    let scalar = hash_to_scalar(b"scalar");
    let p = curve::hash_to_g1(b"point", GENERATOR_TAG);
    let q = (G2Affine::generator() * scalar).to_affine();
    group.bench_function("HashToG1", |b| {
        b.iter(|| curve::hash_to_g1(black_box(b"data"), GENERATOR_TAG));
    });
    group.bench_function("G1ScalarMul", |b| {
        b.iter(|| -> G1Projective { curve::combine(&[], &[black_box((&p, &scalar))]) });
    });
    // The Go library prepares G2 points every time.
    group.bench_function("Pairing", |b| {
        b.iter(|| curve::pairing_product_is_one(&[(black_box(&p), &G2Prepared::from(q))]));
    });
    group.bench_function("Pairing2", |b| {
        b.iter(|| {
            let (first, second) = (G2Prepared::from(q), G2Prepared::from(-q));
            curve::pairing_product_is_one(&[(black_box(&p), &first), (&p, &second)])
        });
    });
}

criterion_group!(benches, signatures, proofs, generators, parsing, curve);
criterion_main!(benches);
