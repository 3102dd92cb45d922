//! Many presentations at once.

use crate::shell::Shell;

#[test]
fn a_batch_verifies_or_names_those_that_fail() {
    for profile in ["native", "aries"] {
        let shell = Shell::with_credential(profile);
        std::fs::create_dir(shell.path("votes")).unwrap();
        for index in 0..5 {
            shell.ok(&format!(
                "present --holder alice.key --issuer issuer.pub --credential alice.cred --profile {profile} \
                 --disclose OU --message vote --output votes/{index}"
            ));
        }
        let verify = format!(
            "verify-batch --issuer issuer.pub --profile {profile} --expect OU=org1 --message vote votes"
        );
        let verified = shell.ok(&verify);
        assert_eq!(
            (&verified["verified"], &verified["count"]),
            (&true.into(), &5.into())
        );

        // Hidden files, as an interrupted write leaves them, are passed over.
        shell.write("votes/.idemix-1.tmp", "x");
        shell.ok(&verify);

        shell.ok(&format!(
            "present --holder alice.key --issuer issuer.pub --credential alice.cred --profile {profile} \
             --disclose OU --message other --output votes/7"
        ));
        shell.write("votes/8", "rubbish");
        let error = shell.refused(&verify);
        assert_eq!(error["code"], "cli.batch_invalid");
        let text = error["error"].as_str().unwrap();
        assert!(text.starts_with("2 of 7 presentations"), "{text}");
        assert!(
            text.contains("votes/7: ") && text.contains("votes/8: "),
            "{text}"
        );
        assert!(!text.contains("votes/4"), "{text}");

        std::fs::create_dir(shell.path("none")).unwrap();
        shell.refused(&verify.replace(" votes", " none"));
        shell.refused(&verify.replace(" votes", " nowhere"));
        shell.refused(&verify.replace("--expect OU=org1", "--expect Nothing=org1"));
    }
}
