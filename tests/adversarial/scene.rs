//! One credential, and its presentations.

use idemix::{
    Expectation, PresentationType, Presented, VerifiedPresentation, Verifier, VerifyError,
};

use crate::presenting::{Codec, Shape, World, rng};

/// Messages 0 and 4 are disclosed; 1 is the enrollment ID, 2 the secret key, 3 hidden, 5 the revocation handle.
pub(crate) const SHAPE: Shape = Shape {
    count: 5,
    sk: 2,
    eid: Some(1),
    rh: Some(4),
};
pub(crate) const DISCLOSED: [usize; 2] = [0, 3];
pub(crate) const MESSAGE: &[u8] = b"a message";

/// A presentation of a type with its bytes.
pub(crate) struct Scene {
    pub(crate) world: World,
    pub(crate) kind: PresentationType,
}

impl Scene {
    pub(crate) fn new(kind: PresentationType) -> Self {
        Self {
            world: World::new(SHAPE, &mut rng(1)),
            kind,
        }
    }

    pub(crate) fn present<P: Codec>(&self) -> Presented<P> {
        let mut builder = self.world.credential.present::<P>(self.kind);
        for attribute in DISCLOSED {
            builder = builder.disclose(attribute);
        }
        builder.message(MESSAGE).prove(&mut rng(2)).unwrap()
    }

    pub(crate) fn bytes<P: Codec>(&self) -> Vec<u8> {
        P::write(&self.present::<P>().presentation)
    }

    pub(crate) fn expectation<'a, P: Codec>(&self, verifier: &'a Verifier) -> Expectation<'a, P> {
        let mut expectation = verifier.expect::<P>(self.kind).message(MESSAGE);
        for attribute in DISCLOSED {
            let value = self.world.attributes[attribute].clone();
            expectation = expectation.disclosed(attribute, value);
        }
        expectation
    }

    pub(crate) fn verify<P: Codec>(
        &self,
        bytes: &[u8],
    ) -> Result<VerifiedPresentation, VerifyError> {
        let verifier = self.world.verifier();
        self.expectation::<P>(&verifier).verify(&P::read(bytes)?)
    }

    /// Why the bytes are refused.
    pub(crate) fn refusal<P: Codec>(&self, bytes: &[u8]) -> VerifyError {
        self.verify::<P>(bytes).unwrap_err()
    }
}

/// The bytes with others in a place, as long or not.
pub(crate) fn spliced(bytes: &[u8], place: std::ops::Range<usize>, with: &[u8]) -> Vec<u8> {
    [&bytes[..place.start], with, &bytes[place.end..]].concat()
}
