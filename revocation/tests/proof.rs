//! The proof of non-revocation, joined to a proof of a credential by the shared response of the RH attribute, as a
//! presentation does it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::Arc;

use bbs::curve::{G1Affine, G1Projective, Scalar, batch_normalize, g1_from_compressed};
use bbs::proof::{
    Disclosure, RandomizedSignature, SignatureProver, SignatureStatement, SignatureVariables,
};
use bbs::sigma::{self, CompactProof, Native, Profile, Variables};
use bbs::{
    DecodeError, Hedge, Limits, NativeTranscript, PublicParameters, Reader, Relation, SecretKey,
    VerifiedSignature, VerifyError,
};
use ff::Field;
use group::prime::PrimeCurveAffine;
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use revocation::{
    AuthorityKeys, EpochPolicy, EpochTracker, Handle, MembershipPoints, MembershipVariables,
    MemoryRegistry, RevocationAuthority, RevocationError, Validity, VerifiedEpoch, Witness,
};

/// Messages: sk, RH, and one more, which is disclosed.
const RH: usize = 1;
const SHOWN: usize = 2;
const COUNT: usize = 3;

struct World {
    authority: RevocationAuthority<MemoryRegistry>,
    parameters: Arc<PublicParameters>,
    credential: VerifiedSignature,
    handle: Handle,
    witness: Witness,
    rng: ChaCha20Rng,
}

fn validity() -> Validity {
    Validity::new(100, 200).unwrap()
}

fn world(seed: u64) -> World {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let keys = AuthorityKeys::generate(&mut rng);
    let mut authority =
        RevocationAuthority::create(keys, MemoryRegistry::new(), validity(), &mut rng).unwrap();
    let handle = Handle::generate(&mut rng);
    let witness = authority
        .enroll(&handle)
        .unwrap()
        .verify(&handle.scalar(), authority.current())
        .unwrap();
    let key = SecretKey::generate(&mut rng)
        .signing_key(COUNT, Limits::default())
        .unwrap();
    let messages = vec![Scalar::from(11), handle.scalar(), Scalar::from(13)];
    let signature = key.sign(&messages, &mut rng).unwrap();
    let parameters = Arc::clone(key.parameters());
    let credential = VerifiedSignature::new(&parameters, &signature, messages).unwrap();
    World {
        authority,
        parameters,
        credential,
        handle,
        witness,
        rng,
    }
}

impl World {
    /// Enrolls and revokes `count` others.
    fn revoke_others(&mut self, count: usize) {
        let others: Vec<_> = (0..count)
            .map(|_| Handle::generate(&mut self.rng))
            .collect();
        self.authority.enroll_many(&others).unwrap();
        self.authority.revoke(&others, validity()).unwrap();
    }

    fn catch_up(&mut self) -> Result<(), RevocationError> {
        let mut current = self.witness.epoch().clone();
        let mut updates = Vec::new();
        for next in self.authority.published_since(current.epoch()).unwrap() {
            let update = current.accept_next(next).unwrap();
            current = update.epoch().clone();
            updates.push(update);
        }
        self.witness.catch_up(&updates, &mut self.rng)
    }
}

#[derive(Clone)]
struct Presentation {
    signature: RandomizedSignature,
    membership: MembershipPoints,
    proof: CompactProof,
}

fn disclosure() -> Disclosure {
    Disclosure::new(COUNT, vec![(SHOWN, Scalar::from(13))]).unwrap()
}

fn transcript(
    parameters: &PublicParameters,
    epoch: &VerifiedEpoch,
    signature: &RandomizedSignature,
    membership: &MembershipPoints,
    commitments: &[G1Affine],
) -> bbs::Challenge {
    let mut transcript = NativeTranscript::new(b"test", parameters);
    transcript.disclosure(&disclosure());
    epoch.bind(&mut transcript);
    transcript.randomized(signature);
    membership.bind(&mut transcript);
    transcript.points(b"T", commitments);
    transcript.challenge()
}

/// Proves the credential, with whatever `membership` makes of the hidden handle: C', C̄, T and its variables.
fn present_with<F>(world: &mut World, epoch: &VerifiedEpoch, membership: F) -> Presentation
where
    F: FnOnce(
        &mut World,
        sigma::Variable,
        &mut sigma::Witness,
        &mut bbs::HedgedRng,
    ) -> ([G1Projective; 3], MembershipVariables),
{
    let disclosure = disclosure();
    let statement = SignatureStatement::new(&disclosure);
    let mut hedge = Hedge::new(b"test");
    world.witness.hedge(&mut hedge);
    let mut rng = hedge.finish(&mut world.rng);
    let mut secrets = sigma::Witness::with_capacity(8);
    // The credential is lent out so that `membership` can have the world.
    let World {
        credential,
        parameters,
        ..
    } = world;
    let parameters = Arc::clone(parameters);
    let (variables, mut points) = {
        let prover =
            SignatureProver::new(credential, &statement, None, &mut secrets, &mut rng).unwrap();
        (
            prover.variables().clone(),
            prover.points(&secrets).unwrap().to_vec(),
        )
    };
    let rh = variables.message(RH).unwrap();
    let (member, member_variables) = membership(world, rh, &mut secrets, &mut rng);
    points.extend(member);
    let points = batch_normalize(&points);
    let signature = RandomizedSignature::from_points(points[0], points[1], points[2]);
    let membership = MembershipPoints::new(points[5], points[6]);
    let commitments = [points[3], points[4], points[7]];
    let challenge = transcript(&parameters, epoch, &signature, &membership, &commitments);
    let mut equations = statement.equations(&signature, &variables).to_vec();
    equations.push(membership.equation(epoch, member_variables));
    let responses = secrets.respond(&challenge);
    Presentation {
        signature,
        membership,
        proof: Native::assemble(&equations, &commitments, &challenge, responses).unwrap(),
    }
}

/// An honest presentation for the witness's own epoch.
fn present(world: &mut World) -> Presentation {
    let epoch = world.witness.epoch().clone();
    present_with(world, &epoch, |world, rh, secrets, rng| {
        let prover = world.witness.prover(rh, secrets, rng);
        (prover.points(secrets), prover.variables())
    })
}

fn verify(
    parameters: &PublicParameters,
    epoch: &VerifiedEpoch,
    presentation: &Presentation,
) -> Result<(), VerifyError> {
    let disclosure = disclosure();
    let statement = SignatureStatement::new(&disclosure);
    let mut counter = Variables::default();
    let variables = SignatureVariables::allocate(&statement, |_| counter.fresh());
    let member = MembershipVariables {
        rh: variables.message(RH).unwrap(),
        t: counter.fresh(),
    };
    let Presentation {
        signature,
        membership,
        proof,
    } = presentation;
    let mut equations = statement.equations(signature, &variables).to_vec();
    equations.push(membership.equation(epoch, member));
    Native::check(
        parameters,
        &equations,
        counter.count(),
        proof,
        |commitments| {
            Ok(transcript(
                parameters,
                epoch,
                signature,
                membership,
                commitments,
            ))
        },
    )?;
    signature.check_pairing(parameters)?;
    membership.check_pairing(epoch)
}

#[test]
fn members_are_accepted_now_and_by_policy_a_while_longer() {
    let mut world = world(1);
    let policy = EpochPolicy {
        max_age: 1,
        clock_tolerance: 0,
    };
    let mut tracker = EpochTracker::new(world.authority.public_key(), policy);
    tracker.observe(world.authority.current().signed()).unwrap();
    let old = tracker.request(150).unwrap();
    let before = present(&mut world);
    verify(&world.parameters, &old, &before).unwrap();

    world.revoke_others(3);
    tracker.observe(world.authority.current().signed()).unwrap();
    let late = present(&mut world);
    let accepted = tracker.accept(0, 150).unwrap();
    verify(&world.parameters, &accepted, &late).unwrap();

    world.catch_up().unwrap();
    let now = present(&mut world);
    verify(&world.parameters, &tracker.request(150).unwrap(), &now).unwrap();

    world.revoke_others(1);
    tracker.observe(world.authority.current().signed()).unwrap();
    assert_eq!(
        tracker.accept(0, 150).err(),
        Some(RevocationError::StaleEpoch {
            epoch: 0,
            oldest: 1
        })
    );
}

#[test]
fn the_epoch_and_the_authority_are_bound() {
    let mut world = world(2);
    let presentation = present(&mut world);
    let refused = Err(VerifyError::BadProof(Relation::Challenge));
    world.authority.renew(validity()).unwrap();
    // Same Q and V, another number.
    let renewed = world.authority.current();
    assert_eq!(verify(&world.parameters, renewed, &presentation), refused);
    let other = self::world(3);
    let foreign = other.authority.current();
    assert_eq!(verify(&world.parameters, foreign, &presentation), refused);
}

#[test]
fn another_members_witness_is_of_no_use() {
    let mut world = world(4);
    let other = Handle::generate(&mut world.rng);
    let witness = world
        .authority
        .enroll(&other)
        .unwrap()
        .verify(&other.scalar(), world.authority.current())
        .unwrap();
    assert_eq!(
        witness.check_handle(&world.handle.scalar()),
        Err(RevocationError::WitnessHandle)
    );
    witness.check_handle(&other.scalar()).unwrap();
    let epoch = world.authority.current().clone();
    let presentation = present_with(&mut world, &epoch, |_, rh, secrets, rng| {
        let prover = witness.prover(rh, secrets, rng);
        (prover.points(secrets), prover.variables())
    });
    presentation.membership.check_pairing(&epoch).unwrap();
    assert_eq!(
        verify(&world.parameters, &epoch, &presentation),
        Err(VerifyError::BadProof(Relation::Challenge))
    );
}

#[test]
fn altered_proofs_are_refused() {
    let mut world = world(5);
    let epoch = world.authority.current().clone();
    let honest = present(&mut world);
    verify(&world.parameters, &epoch, &honest).unwrap();

    let scalars: Vec<_> = honest.proof.scalars().copied().collect();
    for place in 0..scalars.len() {
        let mut altered = scalars.clone();
        altered[place] += Scalar::ONE;
        let altered = Presentation {
            proof: CompactProof::from_scalars(altered).unwrap(),
            ..honest.clone()
        };
        assert!(verify(&world.parameters, &epoch, &altered).is_err());
    }
    let short = Presentation {
        proof: CompactProof::from_scalars(scalars[..scalars.len() - 1].to_vec()).unwrap(),
        ..honest.clone()
    };
    assert!(matches!(
        verify(&world.parameters, &epoch, &short),
        Err(VerifyError::ResponseCount { .. })
    ));

    let mut bytes = Vec::new();
    honest.membership.encode(&mut bytes);
    assert_eq!(bytes.len(), revocation::MEMBERSHIP_POINTS_BYTES);
    let decode = |bytes: &[u8]| {
        let mut reader = Reader::new("points", bytes);
        let points = MembershipPoints::decode(&mut reader)?;
        reader.finish().map(|()| points)
    };
    assert_eq!(decode(&bytes).unwrap(), honest.membership);
    for place in 0..bytes.len() {
        let mut altered = bytes.clone();
        altered[place] ^= 1;
        if let Ok(membership) = decode(&altered) {
            let altered = Presentation {
                membership,
                ..honest.clone()
            };
            assert!(verify(&world.parameters, &epoch, &altered).is_err());
        }
    }
    let mut swapped = bytes[48..].to_vec();
    swapped.extend_from_slice(&bytes[..48]);
    let swapped = decode(&swapped).unwrap();
    assert_eq!(
        swapped.check_pairing(&epoch),
        Err(VerifyError::BadProof(Relation::NonRevocation))
    );
    let mut identity = vec![0; 48];
    identity[0] = 0xc0;
    identity.extend_from_slice(&bytes[48..]);
    assert_eq!(
        decode(&identity),
        Err(DecodeError::Identity { field: "C'" })
    );
    let none = <G1Affine as PrimeCurveAffine>::identity();
    assert_eq!(
        MembershipPoints::new(none, none).check_pairing(&epoch),
        Err(VerifyError::Malformed(DecodeError::Identity {
            field: "C'"
        }))
    );
}

#[test]
fn presentations_share_nothing() {
    let mut world = world(6);
    let (one, two) = (present(&mut world), present(&mut world));
    let all = |p: &Presentation| {
        let mut bytes = Vec::new();
        p.membership.encode(&mut bytes);
        p.proof.encode(&mut bytes);
        bytes
            .chunks(16)
            .map(<[u8]>::to_vec)
            .collect::<std::collections::HashSet<_>>()
    };
    assert!(all(&one).is_disjoint(&all(&two)));
}

/// What a revoked holder may try: its old witness, the public values V, and points C', C̄ that satisfy one of the two
/// equations but not both.
#[derive(Clone, Copy, Debug)]
enum Attack {
    /// C̄ = t·V_old − y·C': the pairing equation holds, the proof is about the old V.
    OldValue,
    /// C̄ = t·V_new − y·C': the proof holds, the pairing equation does not.
    NewValue,
    /// C' = t·V_new as though V_new were the witness; right after the removal it is, for V_old.
    ValueAsWitness,
    /// C' = C̄ = O with t = 0: the proof and the pairing equation hold.
    Identity,
}

impl Attack {
    fn expected(self) -> VerifyError {
        match self {
            Self::OldValue | Self::ValueAsWitness => VerifyError::BadProof(Relation::Challenge),
            Self::NewValue => VerifyError::BadProof(Relation::NonRevocation),
            Self::Identity => VerifyError::Malformed(DecodeError::Identity { field: "C'" }),
        }
    }
}

/// A presentation for `epoch` made by hand from a claimed witness `c` and the value `v` that it is claimed for.
fn present_by_hand(
    world: &mut World,
    epoch: &VerifiedEpoch,
    c: G1Affine,
    v: G1Affine,
    t: Option<Scalar>,
) -> Presentation {
    let value = *epoch.value().point();
    present_with(world, epoch, |world, rh, secrets, rng| {
        let y = world.handle.scalar();
        let t = t.unwrap_or_else(|| rng.scalar());
        let variables = MembershipVariables {
            rh,
            t: secrets.hide(t, rng),
        };
        let (beta_y, beta_t) = (secrets.blinding(rh), secrets.blinding(variables.t));
        let c_prime = c * t;
        let c_bar = v * t - c_prime * y;
        (
            [c_prime, c_bar, value * beta_t - c_prime * beta_y],
            variables,
        )
    })
}

fn witness_point(witness: &Witness) -> G1Affine {
    let stored = witness.expose_secret_bytes();
    g1_from_compressed(stored[9..].try_into().unwrap(), "C").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever a revoked holder does with its old witness, no epoch from the revoking one on accepts it.
    #[test]
    fn revoked_holders_are_refused(
        attack in prop_oneof![
            Just(Attack::OldValue),
            Just(Attack::NewValue),
            Just(Attack::ValueAsWitness),
            Just(Attack::Identity),
        ],
        before in 0usize..3,
        after in 0usize..3,
        seed in any::<u64>(),
    ) {
        let mut world = world(seed);
        if before > 0 {
            world.revoke_others(before);
            world.catch_up().unwrap();
        }
        let c = witness_point(&world.witness);
        let epoch = world.witness.epoch().clone();
        let old = *epoch.value().point();
        // The control: by hand, but with everything right.
        let control = present_by_hand(&mut world, &epoch, c, old, None);
        prop_assert_eq!(verify(&world.parameters, &epoch, &control), Ok(()));

        let handle = world.handle.clone();
        world.authority.revoke(&[handle], validity()).unwrap();
        let revoked_in = world.authority.current().epoch();
        for _ in 0..after {
            world.revoke_others(1);
        }
        prop_assert_eq!(world.catch_up(), Err(RevocationError::Revoked { epoch: revoked_in }));

        for number in revoked_in..=world.authority.current().epoch() {
            let signed = world.authority.published(number).unwrap().unwrap().signed;
            let epoch = world.authority.public_key().verify_epoch(&signed).unwrap();
            let new = *epoch.value().point();
            let (c, v, t) = match attack {
                Attack::OldValue => (c, old, None),
                Attack::NewValue => (c, new, None),
                Attack::ValueAsWitness => (new, old, None),
                Attack::Identity => (c, old, Some(Scalar::ZERO)),
            };
            let forged = present_by_hand(&mut world, &epoch, c, v, t);
            prop_assert_eq!(verify(&world.parameters, &epoch, &forged), Err(attack.expected()));
            let stale = present(&mut world);
            prop_assert_eq!(
                verify(&world.parameters, &epoch, &stale),
                Err(VerifyError::BadProof(Relation::Challenge))
            );
        }
    }
}
