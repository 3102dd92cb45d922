//! What a file can be.

use crate::profile::ProfileName::{self, Aries, Native};

macro_rules! kinds {
    ($($kind:pat => $secret:literal, $label:literal, $name:literal;)*) => {
        impl Kind {
            /// The label of its armour.
            pub(crate) fn label(self) -> &'static str {
                match self { $($kind => $label,)* }
            }

            /// Its name in sentences.
            pub(crate) fn name(self) -> &'static str {
                match self { $($kind => $name,)* }
            }

            /// Whether only its owner may read it.
            pub(crate) fn is_secret(self) -> bool {
                match self { $($kind => $secret,)* }
            }
        }
    };
}

/// What a file of this program is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    IssuerSecretKey,
    IssuerPublicKey,
    HolderKey,
    Request(ProfileName),
    PendingCredential,
    BlindCredential(ProfileName),
    Credential(ProfileName),
    Presentation(ProfileName),
    NymSecret,
    Nym,
    NymSignature(ProfileName),
    EidOpening,
    RhOpening,
    AccumulatorKey,
    PublishedEpoch,
    Witness,
    Cri,
    Identity,
}

kinds! {
    Kind::IssuerSecretKey => true, "IDEMIX ISSUER SECRET KEY", "an issuer's secret key";
    Kind::IssuerPublicKey => false, "IDEMIX ISSUER PUBLIC KEY", "an issuer's public key";
    Kind::HolderKey => true, "IDEMIX HOLDER KEY", "a holder's key";
    Kind::Request(Native) => false, "IDEMIX NATIVE REQUEST", "a native credential request";
    Kind::Request(Aries) => false, "IDEMIX ARIES REQUEST", "an aries credential request";
    Kind::PendingCredential => true, "IDEMIX PENDING CREDENTIAL", "the secret of a request under way";
    Kind::BlindCredential(Native) => true, "IDEMIX NATIVE BLIND CREDENTIAL", "a native blind credential";
    Kind::BlindCredential(Aries) => true, "IDEMIX ARIES BLIND CREDENTIAL", "an aries blind credential";
    Kind::Credential(Native) => true, "IDEMIX NATIVE CREDENTIAL", "a native credential";
    Kind::Credential(Aries) => true, "IDEMIX ARIES CREDENTIAL", "an aries credential";
    Kind::Presentation(Native) => false, "IDEMIX NATIVE PRESENTATION", "a native presentation";
    Kind::Presentation(Aries) => false, "IDEMIX ARIES PRESENTATION", "an aries presentation";
    Kind::NymSecret => true, "IDEMIX NYM SECRET", "a pseudonym with its secret";
    Kind::Nym => false, "IDEMIX NYM", "a pseudonym";
    Kind::NymSignature(Native) => false, "IDEMIX NATIVE NYM SIGNATURE", "a native nym signature";
    Kind::NymSignature(Aries) => false, "IDEMIX ARIES NYM SIGNATURE", "an aries nym signature";
    Kind::EidOpening => true, "IDEMIX EID OPENING", "the opening of an EID nym";
    Kind::RhOpening => true, "IDEMIX RH OPENING", "the opening of an RH nym";
    Kind::AccumulatorKey => true, "IDEMIX ACCUMULATOR KEY", "a revocation authority's accumulator key";
    Kind::PublishedEpoch => false, "IDEMIX EPOCH", "a published epoch";
    Kind::Witness => true, "IDEMIX WITNESS", "a witness of non-revocation";
    Kind::Cri => false, "IDEMIX ARIES EPOCH INFORMATION", "aries epoch information (CRI)";
    Kind::Identity => false, "IDEMIX MSP IDENTITY", "a serialized MSP identity";
}

impl Kind {
    /// All of them, in the order in which an unlabelled file is tried.
    pub(crate) const ALL: [Self; 23] = [
        Self::IssuerSecretKey,
        Self::HolderKey,
        Self::PendingCredential,
        Self::AccumulatorKey,
        Self::Nym,
        Self::Witness,
        Self::EidOpening,
        Self::RhOpening,
        Self::IssuerPublicKey,
        Self::NymSignature(Native),
        Self::NymSecret,
        Self::NymSignature(Aries),
        Self::Request(Native),
        Self::Request(Aries),
        Self::Cri,
        Self::PublishedEpoch,
        Self::BlindCredential(Native),
        Self::BlindCredential(Aries),
        Self::Credential(Native),
        Self::Credential(Aries),
        Self::Presentation(Native),
        Self::Presentation(Aries),
        Self::Identity,
    ];

    /// The kind with this label.
    pub(crate) fn of_label(label: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.label() == label)
    }

    /// A label in words.
    pub(crate) fn describe(label: &str) -> String {
        Self::of_label(label).map_or_else(|| format!("{label:?}"), |kind| kind.name().to_owned())
    }
}
