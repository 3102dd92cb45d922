//! The revocation authority and its holders.

use crate::shell::Shell;

const ALICE: &str = "handle-of-alice-0001";
const BOB: &str = "handle-of-bob-000002";

fn setup() -> Shell {
    let shell = Shell::new();
    shell.ok("keygen issuer --secret issuer.key --public issuer.pub");
    shell.ok("revocation init --output authority");
    for (name, handle) in [("alice", ALICE), ("bob", BOB)] {
        shell.ok(&format!("keygen holder --output {name}.key"));
        shell.issue(name, "native", handle);
        shell.ok(&format!(
            "revocation enroll --authority authority --handle {handle} --witness {name}.w"
        ));
    }
    shell
}

fn present(name: &str, witness: &str, epoch: u64) -> String {
    format!(
        "present --holder {name}.key --issuer issuer.pub --credential {name}.cred --witness {witness} \
         --epoch-file authority/epochs/{epoch}.epoch --authority authority/authority.pub"
    )
}

fn verify(epoch: u64) -> String {
    format!(
        "verify --issuer issuer.pub --epoch-file authority/epochs/{epoch}.epoch --authority authority/authority.pub"
    )
}

fn catch_up(handle: &str, from: &str, to: &str) -> String {
    format!(
        "revocation catch-up --authority authority/authority.pub --epochs authority/epochs --handle {handle} \
         --witness {from} --output {to}"
    )
}

#[test]
fn who_is_revoked_is_refused_and_the_others_catch_up() {
    let shell = setup();
    for name in ["alice", "bob"] {
        shell.ok(&format!(
            "{} --type eid-nym-rh-nym --save-rh-opening {name}.rh --output {name}.0",
            present(name, &format!("{name}.w"), 0)
        ));
        let verified = shell.ok(&format!("{} --type eid-nym-rh-nym {name}.0", verify(0)));
        assert_eq!(verified["not_revoked_in_epoch"], 0);
    }
    let check = |name: &str| {
        format!(
            "audit check {} --type eid-nym-rh-nym --rh-opening {name}.rh \
             --list-authority authority/authority.pub --epochs authority/epochs {name}.0",
            verify(0).replacen("verify ", "", 1)
        )
    };
    assert_eq!(shell.ok(&check("bob"))["revoked_handles"], 0);

    let revoked = shell.ok(&format!(
        "revocation revoke --authority authority --handle {BOB}"
    ));
    assert_eq!(
        (&revoked["epoch"], &revoked["count"]),
        (&1.into(), &1.into())
    );
    assert_eq!(shell.ok(&check("alice"))["revoked_handles"], 1);
    shell.refused_as(&check("bob"), "revocation.denied");
    shell.refused(&check("alice").replace("alice.rh", "bob.rh"));

    let renewed = shell.ok("revocation epoch --authority authority --renew --valid-days 1");
    assert_eq!(
        (&renewed["epoch"], &renewed["revoked_in_it"]),
        (&2.into(), &0.into())
    );
    assert_eq!(renewed["enrolled_ever"], 2);

    let caught = shell.ok(&catch_up(ALICE, "alice.w", "alice.w2"));
    assert_eq!((&caught["from"], &caught["epoch"]), (&0.into(), &2.into()));
    shell.refused_as(&catch_up(BOB, "bob.w", "bob.w2"), "revocation.revoked");
    shell.refused_as(&catch_up(BOB, "alice.w", "bob.w2"), "revocation.witness");
    assert!(!shell.path("bob.w2").exists());

    shell.ok(&format!(
        "{} --output alice.2",
        present("alice", "alice.w2", 2)
    ));
    shell.ok(&format!("{} alice.2", verify(2)));
    shell.refused_as(&format!("{} alice.2", verify(1)), "verify.epoch");
    shell.refused_as(
        "verify --issuer issuer.pub alice.2",
        "verify.non_revocation_presence",
    );
    shell.refused(&format!("{} --output x", present("alice", "alice.w", 2)));
    shell.refused(&format!("{} --output x", present("bob", "alice.w2", 2)));
    assert!(!shell.path("x").exists());
}

#[test]
fn handles_are_enrolled_once_and_revoked_once() {
    let shell = setup();
    let enroll = |handle: &str| {
        format!("revocation enroll --authority authority --handle {handle} --witness w --force")
    };
    shell.refused_as(&enroll(ALICE), "authority.duplicate_handle");
    shell.ok(&format!("{} --again", enroll(ALICE)));
    assert_eq!(shell.read("w"), shell.read("alice.w"));
    shell.refused_as(&enroll("short"), "revocation.handle_length");
    let revoke = "revocation revoke --authority authority --handle";
    shell.refused_as(
        &format!("{revoke} never-enrolled-000000"),
        "authority.unknown_handle",
    );
    shell.refused(&format!("{revoke} {BOB} --handle {BOB}"));
    shell.ok(&format!("{revoke} {BOB}"));
    shell.refused_as(&format!("{revoke} {BOB}"), "authority.already_revoked");
    shell.refused_as(&enroll(BOB), "authority.ever_revoked");
    shell.refused_as(
        &format!("{} --again", enroll(BOB)),
        "authority.already_revoked",
    );
    shell.refused("revocation revoke --authority nowhere --handle x");
    assert!(!shell.path("nowhere").exists());
    shell.refused("revocation enroll --authority authority");
}

#[test]
fn many_handles_come_from_a_file() {
    let shell = setup();
    let lines: String = (0..40)
        .map(|index| format!("many-handles-{index:08}\n"))
        .collect();
    shell.write("handles", &lines);
    let enrolled =
        shell.ok("revocation enroll --authority authority --handles-file handles --witnesses many");
    assert_eq!(enrolled["count"], 40);
    let first = "many-handles-00000000";
    shell.write("some", "many-handles-00000001\nmany-handles-00000002\n");
    shell.ok("revocation revoke --authority authority --handles-file some");
    shell.ok(&catch_up(first, "many/1.witness", "caught"));
    shell.refused_as(
        &catch_up("many-handles-00000001", "many/2.witness", "x"),
        "revocation.revoked",
    );
    shell.write("bad", "many-handles-00000099\nshort\n");
    let error = shell
        .refused("revocation enroll --authority authority --handles-file bad --witnesses more");
    assert_eq!(error["about"], "bad, line 2");
    assert!(!shell.path("more").exists());
    shell.write("none", "");
    shell.refused("revocation revoke --authority authority --handles-file none");
}

#[test]
fn published_epochs_are_written_again_from_the_registry() {
    let shell = setup();
    shell.ok(&format!(
        "revocation revoke --authority authority --handle {BOB}"
    ));
    let epoch = shell.read("authority/epochs/1.epoch");
    std::fs::remove_dir_all(shell.path("authority/epochs")).unwrap();
    shell.refused(&catch_up(ALICE, "alice.w", "x"));
    assert_eq!(
        shell.ok("revocation epoch --authority authority")["written"],
        2
    );
    assert_eq!(shell.read("authority/epochs/1.epoch"), epoch);
    // Another authority's epochs are refused.
    shell.ok("revocation init --output other");
    std::fs::copy(
        shell.path("other/epochs/0.epoch"),
        shell.path("authority/epochs/0.epoch"),
    )
    .unwrap();
    shell.refused_as(&catch_up(ALICE, "alice.w", "x"), "revocation.signature");
    // And another authority's keys do not open the registry.
    std::fs::copy(
        shell.path("other/signing.key"),
        shell.path("authority/signing.key"),
    )
    .unwrap();
    shell.refused_as(
        "revocation epoch --authority authority",
        "authority.wrong_keys",
    );
}

#[test]
fn aries_epoch_information_is_checked_where_it_is_expected() {
    let shell = Shell::with_credential("aries");
    shell.ok("ca-keygen --output ca");
    shell.ok("signerconfig --ca-input ca --output signer -u o -e e -r random");
    let present =
        "present --holder alice.key --issuer issuer.pub --credential alice.cred --profile aries";
    shell.ok(&format!("{present} --cri ca/ca/CRI-0 --output with"));
    shell.ok(&format!("{present} --output without"));
    let verify =
        "verify --issuer issuer.pub --profile aries --authority ca/msp/RevocationPublicKey";
    assert_eq!(shell.ok(&format!("{verify} --epoch 0 with"))["epoch"], 0);
    shell.refused_as(&format!("{verify} --epoch 1 with"), "verify.epoch");
    shell.refused_as(&format!("{verify} --epoch 0 without"), "verify.no_epoch");
    shell.refused(&format!("{verify} with"));
    shell.refused(&format!(
        "{present} --witness w --epoch-file e --authority a --output x"
    ));
}
