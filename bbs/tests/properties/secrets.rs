//! Secrets do not show themselves.

use bbs::blind::BlindRequest;
use bbs::curve::{Scalar, Wipe, scalar_to_bytes};
use bbs::sigma::Witness;
use bbs::{Attribute, Native, Secret, SecretKey};

use crate::setup::*;

#[test]
fn debug_is_redacted() {
    let key = signing_key(1, 2);
    let messages = messages(2);
    let hidden = [(0, messages[0])];
    let (request, secret) =
        BlindRequest::<Native>::new(key.parameters(), &hidden, NONCE, &mut rng(1)).unwrap();
    let request = request.verify(key.parameters(), &[0], NONCE).unwrap();
    let blind = key
        .sign_blind(request, &[(1, messages[1])], &mut rng(2))
        .unwrap();
    let secret_key = SecretKey::from_seed(&[1; 32]).unwrap();
    let signature = key.sign(&messages, &mut rng(3)).unwrap();
    let held = signed(&key, &messages);

    let shown = [
        (format!("{secret_key:?}"), "SecretKey(<redacted>)"),
        (format!("{key:?}"), "SigningKey(<redacted>)"),
        (format!("{signature:?}"), "Signature(<redacted>)"),
        (format!("{held:?}"), "VerifiedSignature(<redacted>)"),
        (format!("{secret:?}"), "RequestSecret(<redacted>)"),
        (format!("{blind:?}"), "BlindSignature(<redacted>)"),
        (format!("{:?}", Witness::default()), "Witness(<redacted>)"),
        (
            format!("{:?}", Secret::new(Scalar::from(7))),
            "Secret(<redacted>)",
        ),
        (
            format!("{:?}", Attribute::from("Alice")),
            "Attribute::Bytes(<redacted>)",
        ),
        (
            format!("{:?}", Attribute::from(1971)),
            "Attribute::Integer(<redacted>)",
        ),
        (
            format!("{:?}", Attribute::from(Scalar::from(7))),
            "Attribute::Scalar(<redacted>)",
        ),
    ];
    for (debug, expected) in shown {
        assert_eq!(debug, expected);
    }
    // Also where they stand inside something else, and with line breaks.
    let nested = format!(
        "{:#?}",
        (Some(&held), vec![&signature], Attribute::from("Alice"))
    );
    assert!(!nested.contains("Alice") && nested.matches("<redacted>").count() == 3);
}

#[test]
fn wiping_is_in_place() {
    let mut secret = Secret::new(vec![Scalar::from(7); 4]);
    let place = secret.as_ptr();
    secret.wipe();
    assert_eq!(secret.as_ptr(), place);
    assert_eq!(secret.len(), 4);
    assert!(
        secret
            .iter()
            .all(|scalar| scalar_to_bytes(scalar) == [0; 32])
    );
}
