//! The call sites of the Go library's benches, by its names. What a Go bench does before its timer starts is set up
//! here too; a row `cold` stands beside each one that a cache of ours makes cheap.

use idemix::{
    Aries, Attribute, Auditor, BlindCredential, Credential, CredentialRequest, EidNym, EidOpening,
    Issuer, IssuerNonce, IssuerPublicKey, NymSecret, NymSignature, PendingCredential, Presentation,
    PresentationType, RevocationAlgorithm, RevocationSecretKey, RhNym, RhOpening, Schema,
    TableSize,
};
use rand_chacha::ChaCha20Rng;
use rand_core::{RngCore, SeedableRng};

use crate::row::{Row, timed};
use crate::world::{EID, MESSAGE, OU, RH, ROLE, World, attributes, present};

const GROUP: &str = "aries";

/// All rows.
pub fn rows() -> Vec<Row> {
    let mut rows = keys();
    rows.extend(issuance());
    for (kind, sign, verify, go, targets) in KINDS {
        rows.extend(presentation(kind, sign, verify, go, targets));
    }
    rows.extend(nym_signature());
    rows.extend(revocation());
    rows.extend(audit());
    rows
}

fn row(name: &str, run: impl FnMut(u64) -> std::time::Duration + 'static) -> Row {
    Row::new(GROUP, name, run)
}

/// Microseconds on the machine of the Go figures, as blst pairings there.
fn p(microseconds: f64) -> f64 {
    microseconds / 686.0
}

type Kind = (
    PresentationType,
    &'static str,
    &'static str,
    (f64, f64),
    (f64, f64),
);

const KINDS: [Kind; 3] = [
    (
        PresentationType::Standard,
        "SignerSign/Standard",
        "SignerVerify/Basic",
        (4058.0, 3361.0),
        (330.0, 1380.0),
    ),
    (
        PresentationType::EidNym,
        "SignerSign/EidNym",
        "SignerVerify/ExpectEidNym",
        (4478.0, 3898.0),
        (400.0, 1540.0),
    ),
    (
        PresentationType::EidNymRhNym,
        "SignerSign/EidNymRhNym",
        "SignerVerify/ExpectEidNymRhNym",
        (4934.0, 4458.0),
        (480.0, 1700.0),
    ),
];

/// Keys that the generator cache has not seen: x and C(w).
fn unseen() -> impl FnMut() -> (Vec<u8>, Vec<u8>) {
    let mut rng = ChaCha20Rng::seed_from_u64(10);
    move || {
        let mut seed = [0; 32];
        rng.fill_bytes(&mut seed);
        let key = bbs::SecretKey::from_seed(&seed).unwrap();
        let public = key.public_key().to_bytes().to_vec();
        (key.expose_bytes().to_vec(), public)
    }
}

fn keys() -> Vec<Row> {
    let world = World::fast(1);
    let mut rng = world.rng();
    let secret = world.issuer.expose_bytes();
    let public = world.key().to_bytes();
    let (mut unseen_secret, mut unseen_public) = (unseen(), unseen());
    let new_key = timed(Schema::fabric, move |schema| {
        Issuer::generate(schema, &mut rng).unwrap()
    });
    let from_bytes = timed(Schema::fabric, move |schema| {
        Issuer::from_bytes(schema, secret.as_ref()).unwrap()
    });
    let from_bytes_cold = timed(
        move || (Schema::fabric(), unseen_secret().0),
        |(schema, secret)| Issuer::from_bytes(schema, &secret).unwrap(),
    );
    let public_from_bytes = timed(Schema::fabric, move |schema| {
        IssuerPublicKey::from_bytes(schema, &public).unwrap()
    });
    let public_from_bytes_cold = timed(
        move || (Schema::fabric(), unseen_public().1),
        |(schema, public)| IssuerPublicKey::from_bytes(schema, &public).unwrap(),
    );
    let mut rng = world.rng();
    let make_nym = timed(
        || (),
        move |()| world.holder.new_nym(world.key(), &mut rng).unwrap(),
    );
    vec![
        row("IssuerNewKey", new_key).against(p(1283.0), p(490.0)),
        row("IssuerNewKeyFromBytes", from_bytes).against(p(225.0), p(70.0)),
        row("IssuerNewKeyFromBytes/cold", from_bytes_cold).against(p(1250.0), p(490.0)),
        row("IssuerNewPublicKeyFromBytes", public_from_bytes).against(p(202.0), p(100.0)),
        row("IssuerNewPublicKeyFromBytes/cold", public_from_bytes_cold)
            .against(p(1217.0), p(520.0)),
        row("UserMakeNym", make_nym).against(p(221.0), p(50.0)),
    ]
}

fn request(
    world: &World,
    rng: &mut ChaCha20Rng,
) -> (CredentialRequest<Aries>, PendingCredential, IssuerNonce) {
    let nonce = IssuerNonce::generate(rng);
    let (request, pending) = world
        .holder
        .request_credential(world.key(), &nonce, rng)
        .unwrap();
    (request, pending, nonce)
}

fn issuance() -> Vec<Row> {
    let world = World::fast(2);
    let mut rng = world.rng();
    let nonce = IssuerNonce::generate(&mut rng);
    let blind = timed(|| (), {
        let world = world.clone();
        move |()| {
            let (request, pending) = world
                .holder
                .request_credential::<Aries>(world.key(), &nonce, &mut rng)
                .unwrap();
            (request.to_bytes(), pending)
        }
    });
    let mut rng = world.rng();
    let (one, pending, nonce) = request(&world, &mut rng);
    let bytes = one.to_bytes();
    let blind_verify = timed(|| (), {
        let (world, nonce, bytes) = (world.clone(), nonce.clone(), bytes.clone());
        move |()| {
            let request = CredentialRequest::<Aries>::from_bytes(&bytes).unwrap();
            request.verify(world.key(), &nonce).unwrap()
        }
    });
    let verified = world.issuer.verify_request(&one, &nonce).unwrap();
    let answer = world
        .issuer
        .issue(verified, &attributes(world.key().schema()), &mut rng)
        .unwrap()
        .expose_aries_bytes();
    let secret = pending.expose_bytes();
    let unblind = timed(
        {
            let world = world.clone();
            move || {
                PendingCredential::from_bytes(world.key(), &world.holder, secret.as_ref()).unwrap()
            }
        },
        move |pending| {
            pending.unblind_to_aries_bytes(BlindCredential::from_aries_bytes(&answer).unwrap())
        },
    );
    let sign_verified = timed(
        {
            let (world, nonce, one) = (world.clone(), nonce.clone(), one.clone());
            move || world.issuer.verify_request(&one, &nonce).unwrap()
        },
        {
            let (world, mut rng) = (world.clone(), world.rng());
            move |verified| {
                let attributes = attributes(world.key().schema());
                let answer = world.issuer.issue(verified, &attributes, &mut rng).unwrap();
                answer.expose_aries_bytes()
            }
        },
    );
    let sign = timed(|| (), {
        let (world, mut rng) = (world.clone(), world.rng());
        move |()| {
            let request = CredentialRequest::<Aries>::from_bytes(&bytes).unwrap();
            let verified = world.issuer.verify_request(&request, &nonce).unwrap();
            let attributes = attributes(world.key().schema());
            let answer = world.issuer.issue(verified, &attributes, &mut rng).unwrap();
            answer.expose_aries_bytes()
        }
    });
    let expected: Vec<Option<Attribute>> = attributes(world.key().schema())
        .values()
        .iter()
        .cloned()
        .map(Some)
        .collect();
    let verify = timed(|| (), {
        move |()| {
            let credential =
                Credential::from_aries_bytes(world.key(), &world.holder, &world.stored).unwrap();
            credential.check_attributes(&expected).unwrap();
            credential
        }
    });
    vec![
        row("CredRequestBlind", blind).against(p(497.0), p(100.0)),
        row("CredRequestBlindVerify", blind_verify).against(p(657.0), p(200.0)),
        row("CredRequestUnblind", unblind).against(p(108.0), p(75.0)),
        row("CredSign", sign).against(p(1559.0), p(420.0)),
        row("CredSign/verified request", sign_verified).target(p(220.0)),
        row("CredVerify", verify).against(p(1973.0), p(980.0)),
    ]
}

fn presentation(
    kind: PresentationType,
    sign: &str,
    verify: &str,
    go: (f64, f64),
    target: (f64, f64),
) -> Vec<Row> {
    let world = World::fast(3);
    let nym = world.holder.new_nym(world.key(), &mut world.rng()).unwrap();
    let signing = |tables: TableSize| {
        let (credential, mut rng) = (world.credential(tables), world.rng());
        let nym = NymSecret::from_bytes(nym.expose_bytes().as_ref()).unwrap();
        timed(
            || (),
            move |()| {
                let presented = present::<Aries>(&credential, kind, Some(&nym), &mut rng);
                presented.presentation.to_bytes()
            },
        )
    };
    let credential = world.credential(TableSize::None);
    let bytes = present::<Aries>(&credential, kind, Some(&nym), &mut world.rng())
        .presentation
        .to_bytes();
    let verifier = world.verifier();
    let verifying = timed(
        || (),
        move |()| {
            let presentation = Presentation::<Aries>::from_bytes(&bytes).unwrap();
            verifier
                .expect(kind)
                .disclosed("OU", OU)
                .disclosed("Role", ROLE)
                .message(MESSAGE)
                .verify(&presentation)
                .unwrap()
        },
    );
    vec![
        row(sign, signing(TableSize::Default)).against(p(go.0), p(target.0)),
        row(
            &format!("{sign}/no credential tables"),
            signing(TableSize::None),
        ),
        row(verify, verifying).against(p(go.1), p(target.1)),
    ]
}

fn nym_signature() -> Vec<Row> {
    let world = World::fast(4);
    let nym = world.holder.new_nym(world.key(), &mut world.rng()).unwrap();
    let point = *nym.nym();
    let mut rng = world.rng();
    let signature: NymSignature<Aries> = world
        .holder
        .sign_with_nym(world.key(), &nym, MESSAGE, &mut rng)
        .unwrap();
    let bytes = signature.to_bytes();
    let verifier = world.verifier();
    let sign = timed(
        || (),
        move |()| {
            let signature = world
                .holder
                .sign_with_nym::<Aries>(world.key(), &nym, MESSAGE, &mut rng)
                .unwrap();
            signature.to_bytes()
        },
    );
    let verify = timed(
        || (),
        move |()| {
            let signature = NymSignature::<Aries>::from_bytes(&bytes).unwrap();
            verifier
                .verify_nym_signature(&signature, &point, MESSAGE)
                .unwrap();
        },
    );
    vec![
        row("NymSignerSign", sign).against(p(243.0), p(55.0)),
        row("NymSignerVerify", verify).against(p(455.0), p(150.0)),
    ]
}

fn revocation() -> Vec<Row> {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let key = RevocationSecretKey::generate(&mut rng);
    let public = key.public_key();
    let none = RevocationAlgorithm::NoRevocation;
    let cri = key.sign_cri(7, none).unwrap();
    let sign = timed(|| (), move |()| key.sign_cri(7, none).unwrap());
    let verify = timed(|| (), move |()| public.verify_cri(&cri, 7, none).unwrap());
    let mut sign = row("RevocationSign", sign);
    let mut verify = row("RevocationVerify", verify);
    (sign.go, verify.go) = (Some(p(256.0)), Some(p(715.0)));
    vec![sign, verify]
}

fn audit() -> Vec<Row> {
    let world = World::fast(6);
    let credential = world.credential(TableSize::None);
    let kind = PresentationType::EidNymRhNym;
    let presented = present::<Aries>(&credential, kind, None, &mut world.rng());
    let verified = world
        .verifier()
        .expect(kind)
        .disclosed("OU", OU)
        .disclosed("Role", ROLE)
        .message(MESSAGE)
        .verify(&presented.presentation)
        .unwrap();
    let eid_nym = verified.eid_nym().unwrap().to_uncompressed();
    let rh_nym = verified.rh_nym().unwrap().to_uncompressed();
    let eid: EidOpening = presented.eid_opening.unwrap();
    let rh: RhOpening = presented.rh_opening.unwrap();
    let auditor = Auditor::new(world.key().clone());
    let auditor_too = auditor.clone();
    let open_eid = timed(
        || Attribute::from(EID),
        move |expected| {
            let nym = EidNym::from_uncompressed(&eid_nym).unwrap();
            auditor.open_eid_nym(&nym, &eid, &expected).unwrap()
        },
    );
    let open_rh = timed(
        || Attribute::from(RH),
        move |expected| {
            let nym = RhNym::from_uncompressed(&rh_nym).unwrap();
            auditor_too.open_rh_nym(&nym, &rh, &expected).unwrap()
        },
    );
    vec![
        row("AuditNymEid", open_eid).against(p(319.0), p(100.0)),
        row("AuditNymRh", open_rh).against(p(337.0), p(100.0)),
    ]
}
