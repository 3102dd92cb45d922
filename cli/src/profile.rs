//! The two profiles, and what differs between them for this program.

use clap::ValueEnum;
use idemix::{
    Aries, BlindCredential, Credential, CredentialRequest, DecodeError, Expectation, Native,
    NymSignature, NymSignatureProfile, Presentation, PresentationBuilder, PresentationProfile,
    RequestProfile,
};
use zeroize::Zeroizing;

use crate::args::{Expected, Presenting};
use crate::failure::{Failure, Result};

/// A profile, by name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ProfileName {
    /// This library's own format, which binds everything
    #[default]
    Native,
    /// The format of IBM/idemix, byte for byte
    Aries,
}

impl ProfileName {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Aries => "aries",
        }
    }
}

/// Runs a function that is generic over the profile for the one of this name.
macro_rules! with_profile {
    ($name:expr, $function:ident($($argument:expr),* $(,)?)) => {
        match $name {
            $crate::profile::ProfileName::Native => $function::<idemix::Native>($($argument),*),
            $crate::profile::ProfileName::Aries => $function::<idemix::Aries>($($argument),*),
        }
    };
}
pub(crate) use with_profile;

/// The encodings of a profile, and the options that only it has.
pub(crate) trait Wire: PresentationProfile + RequestProfile + NymSignatureProfile {
    const PROFILE: ProfileName;
    fn encode_request(request: &CredentialRequest<Self>) -> Vec<u8>;
    fn decode_request(bytes: &[u8]) -> std::result::Result<CredentialRequest<Self>, DecodeError>;
    fn encode_answer(answer: &BlindCredential) -> Zeroizing<Vec<u8>>;
    fn decode_answer(bytes: &[u8]) -> std::result::Result<BlindCredential, DecodeError>;
    fn encode_credential(credential: &Credential) -> Zeroizing<Vec<u8>>;
    fn encode_presentation(presentation: &Presentation<Self>) -> Vec<u8>;
    fn decode_presentation(bytes: &[u8]) -> std::result::Result<Presentation<Self>, DecodeError>;
    fn encode_signature(signature: &NymSignature<Self>) -> Vec<u8>;
    fn decode_signature(bytes: &[u8]) -> std::result::Result<NymSignature<Self>, DecodeError>;
    /// What a presentation binds in this profile only.
    fn bind<'a>(
        builder: PresentationBuilder<'a, Self>,
        presenting: &'a Presenting,
    ) -> Result<PresentationBuilder<'a, Self>>;
    /// What a verifier expects in this profile only.
    fn expect<'a>(
        expectation: Expectation<'a, Self>,
        expected: &'a Expected,
    ) -> Result<Expectation<'a, Self>>;
}

macro_rules! encodings {
    ($profile:ident, $expose:ident, $from:ident) => {
        const PROFILE: ProfileName = ProfileName::$profile;
        fn encode_request(request: &CredentialRequest<Self>) -> Vec<u8> {
            request.to_bytes()
        }
        fn decode_request(
            bytes: &[u8],
        ) -> std::result::Result<CredentialRequest<Self>, DecodeError> {
            CredentialRequest::<Self>::from_bytes(bytes)
        }
        fn encode_answer(answer: &BlindCredential) -> Zeroizing<Vec<u8>> {
            answer.$expose()
        }
        fn decode_answer(bytes: &[u8]) -> std::result::Result<BlindCredential, DecodeError> {
            BlindCredential::$from(bytes)
        }
        fn encode_credential(credential: &Credential) -> Zeroizing<Vec<u8>> {
            credential.$expose()
        }
        fn encode_presentation(presentation: &Presentation<Self>) -> Vec<u8> {
            presentation.to_bytes()
        }
        fn decode_presentation(
            bytes: &[u8],
        ) -> std::result::Result<Presentation<Self>, DecodeError> {
            Presentation::<Self>::from_bytes(bytes)
        }
        fn encode_signature(signature: &NymSignature<Self>) -> Vec<u8> {
            signature.to_bytes()
        }
        fn decode_signature(bytes: &[u8]) -> std::result::Result<NymSignature<Self>, DecodeError> {
            NymSignature::<Self>::from_bytes(bytes)
        }
    };
}

impl Wire for Native {
    encodings!(Native, expose_bytes, from_bytes);

    fn bind<'a>(
        mut builder: PresentationBuilder<'a, Self>,
        presenting: &'a Presenting,
    ) -> Result<PresentationBuilder<'a, Self>> {
        if presenting.cri.is_some() {
            return Err(not_in(Self::PROFILE, "--cri"));
        }
        builder = builder.context(&presenting.bound.context);
        if let Some(nonce) = &presenting.bound.nonce {
            builder = builder.nonce(nonce);
        }
        if let Some(scope) = &presenting.bound.scope {
            builder = builder.scope(scope);
        }
        if let Some(witness) = &presenting.witness {
            builder = builder.not_revoked(witness);
        }
        Ok(builder)
    }

    fn expect<'a>(
        mut expectation: Expectation<'a, Self>,
        expected: &'a Expected,
    ) -> Result<Expectation<'a, Self>> {
        if expected.cri_epoch.is_some() {
            return Err(not_in(Self::PROFILE, "--epoch"));
        }
        expectation = expectation.context(&expected.bound.context);
        if let Some(nonce) = &expected.bound.nonce {
            expectation = expectation.nonce(nonce);
        }
        if let Some(scope) = &expected.bound.scope {
            expectation = expectation.scope(scope);
        }
        if let Some((tracker, now)) = &expected.epochs {
            expectation = expectation.not_revoked_by_policy(tracker, *now);
        }
        Ok(expectation)
    }
}

impl Wire for Aries {
    encodings!(Aries, expose_aries_bytes, from_aries_bytes);

    fn bind<'a>(
        mut builder: PresentationBuilder<'a, Self>,
        presenting: &'a Presenting,
    ) -> Result<PresentationBuilder<'a, Self>> {
        presenting.bound.refuse(Self::PROFILE)?;
        if presenting.witness.is_some() {
            return Err(not_in(Self::PROFILE, "--witness"));
        }
        if let Some(cri) = &presenting.cri {
            builder = builder.epoch_information(cri);
        }
        Ok(builder)
    }

    fn expect<'a>(
        mut expectation: Expectation<'a, Self>,
        expected: &'a Expected,
    ) -> Result<Expectation<'a, Self>> {
        expected.bound.refuse(Self::PROFILE)?;
        if expected.epochs.is_some() {
            return Err(not_in(Self::PROFILE, "--epoch-file"));
        }
        if let Some((authority, epoch)) = &expected.cri_epoch {
            expectation = expectation.epoch(authority, *epoch);
        }
        Ok(expectation)
    }
}

pub(crate) fn not_in(profile: ProfileName, option: &str) -> Failure {
    Failure::usage(format!(
        "{option}: the {} profile has no such thing",
        profile.as_str()
    ))
}
