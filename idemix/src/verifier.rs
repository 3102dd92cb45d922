//! The verifier: the issuer keys it trusts. What it expects of a presentation is said in [`Expectation`].

use bbs::batch::Pending;
use nym::{Nym, NymSignature, NymSignatureProfile, Scope, ScopeNym, ScopeSignature};

use crate::error::VerifyError;
use crate::expectation::Expectation;
use crate::keys::IssuerPublicKey;
use crate::presentation::{PresentationProfile, PresentationType};

/// A verifier with the issuer keys it trusts; several, so that keys can rotate.
#[derive(Clone, Debug)]
pub struct Verifier {
    keys: Vec<IssuerPublicKey>,
}

impl Verifier {
    /// Trusts one issuer key.
    pub fn new(key: IssuerPublicKey) -> Self {
        Self { keys: vec![key] }
    }

    /// Trusts several issuer keys; they are tried in this order.
    pub fn with_keys(keys: impl IntoIterator<Item = IssuerPublicKey>) -> Self {
        Self {
            keys: keys.into_iter().collect(),
        }
    }

    /// The issuer keys.
    pub fn keys(&self) -> &[IssuerPublicKey] {
        &self.keys
    }

    /// Starts an expectation: exactly this type of presentation.
    pub fn expect<P: PresentationProfile>(&self, kind: PresentationType) -> Expectation<'_, P> {
        Expectation::new(&self.keys, kind)
    }

    /// Verifies a signature under a pseudonym, for the first key that it holds for.
    ///
    /// # Errors
    /// [`VerifyError::BadProof`], [`VerifyError::ResponseCount`], [`VerifyError::NoIssuerKey`].
    pub fn verify_nym_signature<P: NymSignatureProfile>(
        &self,
        signature: &NymSignature<P>,
        nym: &Nym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        first_success(&self.keys, |key| {
            let index = key.schema().secret_key_position();
            Ok(signature.verify(key.parameters(), index, nym, message)?)
        })
    }

    /// As [`Verifier::verify_nym_signature`], leaving what can be checked together with others.
    pub(crate) fn defer_nym_signature<P: NymSignatureProfile>(
        &self,
        signature: &NymSignature<P>,
        nym: &Nym,
        message: &[u8],
    ) -> Result<Pending<()>, VerifyError> {
        match self.keys.as_slice() {
            [key] => {
                let index = key.schema().secret_key_position();
                Ok(signature.defer(key.parameters(), index, nym, message)?)
            }
            // Only the equation tells under which key it is.
            _ => self
                .verify_nym_signature(signature, nym, message)
                .map(Pending::settled),
        }
    }

    /// Verifies a signature under a scope pseudonym, for the first key that it holds for.
    ///
    /// # Errors
    /// As [`Verifier::verify_nym_signature`], and [`VerifyError::Scope`].
    pub fn verify_scope_signature(
        &self,
        signature: &ScopeSignature,
        scope: &[u8],
        nym: &ScopeNym,
        message: &[u8],
    ) -> Result<(), VerifyError> {
        first_success(&self.keys, |key| {
            let scope = Scope::new(key.parameters(), scope)?;
            Ok(signature.verify(key.parameters(), &scope, nym, message)?)
        })
    }
}

/// The result under the first key that verifies; else the last key's error.
pub(crate) fn first_success<T>(
    keys: &[IssuerPublicKey],
    mut verify: impl FnMut(&IssuerPublicKey) -> Result<T, VerifyError>,
) -> Result<T, VerifyError> {
    let mut error = VerifyError::NoIssuerKey;
    for key in keys {
        match verify(key) {
            Ok(evidence) => return Ok(evidence),
            Err(reason) => error = reason,
        }
    }
    Err(error)
}
