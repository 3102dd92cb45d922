//! Verifies native objects as docs/native-format.md says, with the merlin and bls12_381 crates alone.

use bls12_381::{G1Affine, G1Projective, G2Affine, Scalar, pairing};
use merlin::Transcript;

use crate::bytes::{Credential, Epoch, Presentation};

/// An issuer key with its generators, and where the secret key stands.
pub(crate) struct Key {
    pub(crate) w: G2Affine,
    pub(crate) h0: G1Affine,
    pub(crate) h: Vec<G1Affine>,
    pub(crate) sk: usize,
    /// Message indices of enrollment ID and revocation handle.
    pub(crate) eid: Option<usize>,
    pub(crate) rh: Option<usize>,
}

/// What a verifier knows of a presentation before it sees one.
#[derive(Clone)]
pub(crate) struct Statement<'a> {
    pub(crate) kind: u8,
    /// Disclosed (message index, scalar), ascending.
    pub(crate) disclosed: Vec<(usize, Scalar)>,
    pub(crate) scope: Option<(&'a [u8], G1Affine)>,
    pub(crate) epoch: Option<&'a Epoch>,
    pub(crate) nonce: Option<&'a [u8; 32]>,
    pub(crate) context: &'a [u8],
    pub(crate) message: &'a [u8],
}

/// The transcript with its vocabulary.
struct Items(Transcript);

impl Items {
    fn new(kind: &'static [u8], key: &Key) -> Self {
        let mut items = Self(Transcript::new(b"idemix/native/v1"));
        items.bytes(b"kind", kind);
        items.bytes(b"w", &key.w.to_compressed());
        items.number(b"L", key.h.len());
        items
    }

    fn bytes(&mut self, label: &'static [u8], bytes: &[u8]) {
        self.0.append_message(label, bytes);
    }

    fn number(&mut self, label: &'static [u8], number: usize) {
        self.bytes(label, &(number as u64).to_be_bytes());
    }

    fn point(&mut self, label: &'static [u8], point: &G1Affine) {
        self.bytes(label, &point.to_compressed());
    }

    fn position(&mut self, label: &'static [u8], position: Option<usize>) {
        self.number(b"count", usize::from(position.is_some()));
        if let Some(position) = position {
            self.number(label, position);
        }
    }

    fn nym(&mut self, count: &'static [u8], label: &'static [u8], nym: Option<&G1Affine>) {
        self.number(count, usize::from(nym.is_some()));
        if let Some(nym) = nym {
            self.point(label, nym);
        }
    }

    /// The count of the T, each T, then 64 bytes big-endian modulo r.
    fn challenge(mut self, t: &[G1Projective]) -> Scalar {
        self.number(b"count", t.len());
        for t in t {
            self.point(b"T", &t.into());
        }
        let mut wide = [0; 64];
        self.0.challenge_bytes(b"challenge", &mut wide);
        wide.reverse();
        Scalar::from_bytes_wide(&wide)
    }
}

/// 32 bytes big-endian.
fn big_endian(scalar: &Scalar) -> [u8; 32] {
    let mut bytes = scalar.to_bytes();
    bytes.reverse();
    bytes
}

/// Σ kᵢ·Pᵢ.
fn sum<'a>(terms: impl IntoIterator<Item = (&'a G1Affine, Scalar)>) -> G1Projective {
    terms.into_iter().map(|(point, k)| point * k).sum()
}

impl Key {
    /// Whether a presentation verifies.
    pub(crate) fn accepts(&self, statement: &Statement<'_>, shown: &Presentation) -> bool {
        let hidden: Vec<usize> = (0..self.h.len())
            .filter(|i| statement.disclosed.iter().all(|(j, _)| i != j))
            .collect();
        let openings = 1
            + usize::from(shown.eid_nym.is_some())
            + usize::from(shown.rh_nym.is_some())
            + usize::from(shown.membership.is_some());
        if shown.kind != statement.kind
            || shown.scope_nym.is_some() != statement.scope.is_some()
            || shown.responses.len() != 4 + hidden.len() + openings
            || shown.membership.map(|(epoch, ..)| epoch) != statement.epoch.map(|e| e.number)
        {
            return false;
        }
        let c = shown.challenge;
        let [z_e, z_r2, z_r3, z_s, rest @ ..] = shown.responses.as_slice() else {
            return false;
        };
        let (z_hidden, z_nyms) = rest.split_at(hidden.len());
        let z = |index: usize| z_hidden[hidden.iter().position(|i| *i == index).unwrap()];
        let z_witness = z_nyms.last().copied().unwrap();
        let mut z_nyms = z_nyms.iter().copied();
        let mut opening = |nym: &G1Affine, index: usize| {
            let randomness = z_nyms.next().unwrap();
            sum([(&self.h0, randomness), (&self.h[index], z(index)), (nym, c)])
        };

        // T1 = z_e·A' + z_r2·h0 + c·(Ā − d)
        let mut t = vec![sum([
            (&shown.a_prime, *z_e),
            (&self.h0, *z_r2),
            (&shown.a_bar, c),
            (&shown.d, -c),
        ])];
        // T2 = z_r3·d + z_s'·h0 + Σ zᵢ·h[i] − c·(g1 + Σ mⱼ·h[j])
        let mut t2 = sum([(&shown.d, *z_r3), (&self.h0, *z_s)])
            + sum(hidden.iter().map(|i| (&self.h[*i], z(*i))))
            - G1Affine::generator() * c;
        for (j, m) in &statement.disclosed {
            t2 -= self.h[*j] * (c * m);
        }
        t.push(t2);
        // T = z_r·h0 + zᵢ·h[i] + c·Nym
        t.push(opening(&shown.nym, self.sk));
        if let Some(nym) = &shown.eid_nym {
            t.push(opening(nym, self.eid.unwrap()));
        }
        if let Some(nym) = &shown.rh_nym {
            t.push(opening(nym, self.rh.unwrap()));
        }
        if let (Some((_, base)), Some(nym)) = (&statement.scope, &shown.scope_nym) {
            // T = z_sk·S + c·Nym_scope
            t.push(sum([(base, z(self.sk)), (nym, c)]));
        }
        if let (Some(epoch), Some((_, c_prime, c_bar))) = (statement.epoch, &shown.membership) {
            // T = −z_rh·C' + z_t·V + c·C̄
            let z_rh = z(self.rh.unwrap());
            t.push(sum([(c_prime, -z_rh), (&epoch.v, z_witness), (c_bar, c)]));
        }

        let mut items = Items::new(b"presentation", self);
        items.number(b"sk position", self.sk);
        items.position(b"EID position", self.eid);
        items.position(b"RH position", self.rh);
        items.number(b"type", usize::from(statement.kind));
        items.number(b"disclosed", statement.disclosed.len());
        for (index, value) in &statement.disclosed {
            items.number(b"index", *index);
            items.bytes(b"value", &big_endian(value));
        }
        items.point(b"nym", &shown.nym);
        items.nym(b"EID nyms", b"EID nym", shown.eid_nym.as_ref());
        items.nym(b"RH nyms", b"RH nym", shown.rh_nym.as_ref());
        items.number(b"scopes", usize::from(statement.scope.is_some()));
        if let (Some((name, _)), Some(nym)) = (&statement.scope, &shown.scope_nym) {
            items.bytes(b"scope", name);
            items.point(b"scope nym", nym);
        }
        items.number(b"epochs", usize::from(statement.epoch.is_some()));
        if let Some(epoch) = statement.epoch {
            items.bytes(b"revocation authority", &epoch.authority);
            items.bytes(b"epoch", &epoch.number.to_be_bytes());
            items.bytes(b"Q", &epoch.q.to_compressed());
            items.point(b"V", &epoch.v);
            items.bytes(b"epoch digest", &epoch.digest);
        }
        items.number(b"nonces", usize::from(statement.nonce.is_some()));
        if let Some(nonce) = statement.nonce {
            items.bytes(b"nonce", nonce);
        }
        items.bytes(b"context", statement.context);
        items.bytes(b"message", statement.message);
        items.point(b"A'", &shown.a_prime);
        items.point(b"A-bar", &shown.a_bar);
        items.point(b"d", &shown.d);
        let g2 = G2Affine::generator();
        let mut pairings = pairing(&shown.a_prime, &self.w) == pairing(&shown.a_bar, &g2);
        if let (Some(epoch), Some((_, c_prime, c_bar))) = (statement.epoch, &shown.membership) {
            items.point(b"C'", c_prime);
            items.point(b"C-bar", c_bar);
            pairings &= pairing(c_prime, &epoch.q) == pairing(c_bar, &g2);
        }
        pairings && items.challenge(&t) == c
    }

    fn request_challenge(&self, commitment: &G1Affine, nonce: &[u8], t: G1Projective) -> Scalar {
        let mut items = Items::new(b"request", self);
        items.number(b"hidden", 1);
        items.number(b"index", self.sk);
        items.point(b"commitment", commitment);
        items.bytes(b"nonce", nonce);
        items.challenge(&[t])
    }

    /// Whether a request verifies.
    pub(crate) fn accepts_request(
        &self,
        nonce: &[u8],
        (commitment, c, [z_s1, z_sk]): &(G1Affine, Scalar, [Scalar; 2]),
    ) -> bool {
        let h = &self.h[self.sk];
        let t = sum([(&self.h0, *z_s1), (h, *z_sk), (commitment, *c)]);
        self.request_challenge(commitment, nonce, t) == *c
    }

    /// A request made here: C, challenge, responses.
    pub(crate) fn request(
        &self,
        nonce: &[u8],
        [s1, sk]: [Scalar; 2],
        blindings: [Scalar; 2],
    ) -> (G1Affine, Scalar, [Scalar; 2]) {
        let bases = [&self.h0, &self.h[self.sk]];
        let commitment = sum(bases.into_iter().zip([s1, sk])).into();
        let t = sum(bases.into_iter().zip(blindings));
        let c = self.request_challenge(&commitment, nonce, t);
        let [b1, b2] = blindings;
        (commitment, c, [b1 - c * s1, b2 - c * sk])
    }

    fn nym_challenge(&self, nym: &G1Affine, message: &[u8], t: G1Projective) -> Scalar {
        let mut items = Items::new(b"nym signature", self);
        items.number(b"sk position", self.sk);
        items.point(b"nym", nym);
        items.bytes(b"message", message);
        items.challenge(&[t])
    }

    /// Whether a pseudonym signature verifies.
    pub(crate) fn accepts_nym_signature(
        &self,
        nym: &G1Affine,
        message: &[u8],
        (c, [z_r, z_sk]): (Scalar, [Scalar; 2]),
    ) -> bool {
        let h = &self.h[self.sk];
        let t = sum([(&self.h0, z_r), (h, z_sk), (nym, c)]);
        self.nym_challenge(nym, message, t) == c
    }

    /// A pseudonym signature made here, in its bytes.
    pub(crate) fn sign_with_nym(
        &self,
        nym: &G1Affine,
        [r, sk]: [Scalar; 2],
        message: &[u8],
        [b_r, b_sk]: [Scalar; 2],
    ) -> Vec<u8> {
        let t = sum([(&self.h0, b_r), (&self.h[self.sk], b_sk)]);
        let c = self.nym_challenge(nym, message, t);
        let mut bytes = vec![1];
        for scalar in [c, b_r - c * r, b_sk - c * sk] {
            bytes.extend_from_slice(&big_endian(&scalar));
        }
        bytes
    }

    /// Whether a signature under a scope pseudonym verifies.
    pub(crate) fn accepts_scope_signature(
        &self,
        (scope, base): (&[u8], &G1Affine),
        nym: &G1Affine,
        message: &[u8],
        (c, z_sk): (Scalar, Scalar),
    ) -> bool {
        let t = sum([(base, z_sk), (nym, c)]);
        let mut items = Items::new(b"scope signature", self);
        items.bytes(b"scope", scope);
        items.point(b"scope nym", nym);
        items.bytes(b"message", message);
        items.challenge(&[t]) == c
    }

    /// e(A, w + e·g2) = e(B, g2) with B = g1 + s·h0 + Σ mᵢ·h[i].
    pub(crate) fn accepts_credential(&self, sk: Scalar, credential: &Credential) -> bool {
        let mut messages = credential.attributes.clone();
        messages.insert(self.sk, sk);
        if messages.len() != self.h.len() {
            return false;
        }
        let b = G1Affine::generator() + self.h0 * credential.s + sum(self.h.iter().zip(messages));
        let g2 = G2Affine::generator();
        pairing(&credential.a, &(self.w + g2 * credential.e).into()) == pairing(&b.into(), &g2)
    }
}
