//! Random presentations: who presents what to whom.

use idemix::{
    Aries, Cri, EidOpening, Expectation, Native, NymSecret, PresentationBuilder, PresentationNonce,
    PresentationType, Presented, RevocationAlgorithm, RevocationPublicKey, RevocationSecretKey,
    RhOpening, VerifiedPresentation, Verifier, VerifyError,
};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::presenting::{Codec, KINDS, Shape, World, rng};

/// One random case.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) shape: Shape,
    pub(crate) kind: PresentationType,
    pub(crate) disclosed: Vec<usize>,
    pub(crate) message: Vec<u8>,
    pub(crate) context: Vec<u8>,
    pub(crate) nonce: Option<[u8; 32]>,
    pub(crate) scope: Option<Vec<u8>>,
    pub(crate) epoch: Option<i64>,
    /// Whether nym, EID nym and RH nym exist before.
    pub(crate) reused: [bool; 3],
    pub(crate) seed: u64,
    /// Decides what a law alters.
    pub(crate) choice: [u64; 2],
}

fn shape() -> impl Strategy<Value = Shape> {
    let places = |count: usize| (Just(count), 0..=count, 0..count, 1..count.max(2));
    let shape = |(count, sk, eid, step): (usize, usize, usize, usize)| Shape {
        count,
        sk,
        eid: Some(eid),
        rh: (count > 1).then_some((eid + step) % count),
    };
    (1..=40usize).prop_flat_map(places).prop_map(shape)
}

pub(crate) fn case() -> impl Strategy<Value = Case> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..80);
    let scope = prop::option::of(prop::collection::vec(any::<u8>(), 1..40));
    let epoch = prop::option::of(prop_oneof![Just(0), Just(1), any::<i64>()]);
    let options = (any::<Option<[u8; 32]>>(), scope, epoch, any::<[bool; 3]>());
    let chosen = (shape(), 0..KINDS.len(), any::<u64>());
    (
        chosen,
        bytes(),
        bytes(),
        options,
        any::<u64>(),
        any::<[u64; 2]>(),
    )
        .prop_map(
            |(
                (shape, kind, mask),
                message,
                context,
                (nonce, scope, epoch, reused),
                seed,
                choice,
            )| {
                let kind = match KINDS[kind] {
                    PresentationType::EidNymRhNym if shape.rh.is_none() => PresentationType::EidNym,
                    kind => kind,
                };
                let committed = |attribute: &usize| {
                    kind.has_eid_nym() && shape.eid == Some(*attribute)
                        || kind.has_rh_nym() && shape.rh == Some(*attribute)
                };
                Case {
                    shape,
                    kind,
                    disclosed: (0..shape.count)
                        .filter(|attribute| mask >> attribute & 1 == 1)
                        .filter(|attribute| !committed(attribute))
                        .collect(),
                    message,
                    context,
                    nonce,
                    scope,
                    epoch,
                    reused,
                    seed,
                    choice,
                }
            },
        )
}

/// Checks a law in 256 cases. Failures of the past are not kept: one belongs into a test of its own.
pub(crate) fn law(check: impl Fn(&Case)) {
    let config = ProptestConfig {
        // The pure-Rust backend is slow, and held against the other operation by operation elsewhere.
        cases: if cfg!(feature = "blst") { 256 } else { 24 },
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let run = |case: Case| {
        check(&case);
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(&case(), run) {
        panic!("{error}");
    }
}

/// The authority that signs epochs.
pub(crate) fn authority() -> RevocationSecretKey {
    RevocationSecretKey::from_bytes(&[7; 48]).unwrap()
}

/// A case with everything that it needs.
pub(crate) struct Scene {
    pub(crate) case: Case,
    pub(crate) world: World,
    pub(crate) nonce: Option<PresentationNonce>,
    pub(crate) nym: Option<NymSecret>,
    pub(crate) eid: Option<EidOpening>,
    pub(crate) rh: Option<RhOpening>,
    pub(crate) cri: Option<Cri>,
    pub(crate) authority: RevocationPublicKey,
}

impl Scene {
    pub(crate) fn new(case: &Case) -> Self {
        let mut rng = rng(case.seed);
        let world = World::new(case.shape, &mut rng);
        let [nym, eid, rh] = case.reused;
        // Openings come from an earlier presentation, as they would.
        let earlier = world
            .credential
            .present::<Native>(case.kind)
            .prove(&mut rng);
        let earlier = earlier.unwrap();
        let no_revocation = RevocationAlgorithm::NoRevocation;
        Self {
            nonce: case.nonce.map(PresentationNonce::from_bytes),
            nym: earlier.nym.filter(|_| nym),
            eid: earlier.eid_opening.filter(|_| eid),
            rh: earlier.rh_opening.filter(|_| rh),
            cri: case
                .epoch
                .map(|epoch| authority().sign_cri(epoch, no_revocation).unwrap()),
            authority: authority().public_key(),
            case: case.clone(),
            world,
        }
    }

    pub(crate) fn builder<P: Profile>(&self) -> PresentationBuilder<'_, P> {
        let case = &self.case;
        let mut builder = self.world.credential.present::<P>(case.kind);
        for attribute in &case.disclosed {
            builder = builder.disclose(*attribute);
        }
        if let Some(nym) = &self.nym {
            builder = builder.with_nym(nym);
        }
        if let Some(opening) = &self.eid {
            builder = builder.with_eid_opening(opening);
        }
        if let Some(opening) = &self.rh {
            builder = builder.with_rh_opening(opening);
        }
        P::prover_options(builder.message(&case.message), self)
    }

    pub(crate) fn present<P: Profile>(&self, seed: u64) -> Presented<P> {
        self.builder::<P>().prove(&mut rng(seed)).unwrap()
    }

    /// Everything that the verifier of the honest presentation knows.
    pub(crate) fn expectation<'a, P: Profile>(
        &'a self,
        verifier: &'a Verifier,
    ) -> Expectation<'a, P> {
        let case = &self.case;
        let mut expectation = verifier.expect::<P>(case.kind).message(&case.message);
        for attribute in &case.disclosed {
            let value = self.world.attributes[*attribute].clone();
            expectation = expectation.disclosed(*attribute, value);
        }
        if let Some(nym) = &self.nym {
            expectation = expectation.nym(nym.nym());
        }
        if let Some(opening) = &self.eid {
            expectation = expectation.eid_opening(opening);
        }
        if let Some(opening) = &self.rh {
            expectation = expectation.rh_opening(opening);
        }
        P::verifier_options(expectation, self)
    }

    /// Verifies received bytes.
    pub(crate) fn verify<P: Profile>(
        &self,
        bytes: &[u8],
    ) -> Result<VerifiedPresentation, VerifyError> {
        let verifier = self.world.verifier();
        self.expectation::<P>(&verifier).verify(&P::read(bytes)?)
    }
}

/// What the profiles offer differently.
pub(crate) trait Profile: Codec {
    fn prover_options<'a>(
        builder: PresentationBuilder<'a, Self>,
        scene: &'a Scene,
    ) -> PresentationBuilder<'a, Self>;

    fn verifier_options<'a>(
        expectation: Expectation<'a, Self>,
        scene: &'a Scene,
    ) -> Expectation<'a, Self>;
}

impl Profile for Native {
    fn prover_options<'a>(
        builder: PresentationBuilder<'a, Self>,
        scene: &'a Scene,
    ) -> PresentationBuilder<'a, Self> {
        let mut builder = builder.context(&scene.case.context);
        if let Some(nonce) = &scene.nonce {
            builder = builder.nonce(nonce);
        }
        if let Some(scope) = &scene.case.scope {
            builder = builder.scope(scope);
        }
        builder
    }

    fn verifier_options<'a>(
        expectation: Expectation<'a, Self>,
        scene: &'a Scene,
    ) -> Expectation<'a, Self> {
        let mut expectation = expectation.context(&scene.case.context);
        if let Some(nonce) = &scene.nonce {
            expectation = expectation.nonce(nonce);
        }
        if let Some(scope) = &scene.case.scope {
            expectation = expectation.scope(scope);
        }
        expectation
    }
}

impl Profile for Aries {
    fn prover_options<'a>(
        builder: PresentationBuilder<'a, Self>,
        scene: &'a Scene,
    ) -> PresentationBuilder<'a, Self> {
        match &scene.cri {
            Some(cri) => builder.epoch_information(cri),
            None => builder,
        }
    }

    fn verifier_options<'a>(
        expectation: Expectation<'a, Self>,
        scene: &'a Scene,
    ) -> Expectation<'a, Self> {
        match scene.case.epoch {
            Some(epoch) => expectation.epoch(&scene.authority, epoch),
            None => expectation,
        }
    }
}
