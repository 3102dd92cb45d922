//! Evidence: what a verifier knows after verification.

use bbs::curve::Scalar;
use bbs::proof::Disclosure;
use nym::{EidNym, Nym, RhNym, ScopeNym};
use revocation::VerifiedEpoch;

use crate::keys::IssuerPublicKey;
use crate::presentation::PresentationType;
use crate::schema::AttributeId;

/// A presentation that was verified. Made by verification only.
#[derive(Clone, Debug)]
#[must_use]
pub struct VerifiedPresentation {
    pub(crate) issuer: IssuerPublicKey,
    pub(crate) kind: PresentationType,
    pub(crate) disclosure: Disclosure,
    pub(crate) nym: Nym,
    pub(crate) eid_nym: Option<EidNym>,
    pub(crate) rh_nym: Option<RhNym>,
    pub(crate) scope_nym: Option<ScopeNym>,
    pub(crate) epoch: Option<i64>,
    pub(crate) non_revocation: Option<VerifiedEpoch>,
}

impl VerifiedPresentation {
    /// The issuer key that it verified under.
    pub fn issuer(&self) -> &IssuerPublicKey {
        &self.issuer
    }

    /// The type.
    pub fn kind(&self) -> PresentationType {
        self.kind
    }

    /// The pseudonym.
    pub fn nym(&self) -> &Nym {
        &self.nym
    }

    /// The commitment to the enrollment ID.
    pub fn eid_nym(&self) -> Option<&EidNym> {
        self.eid_nym.as_ref()
    }

    /// The commitment to the revocation handle.
    pub fn rh_nym(&self) -> Option<&RhNym> {
        self.rh_nym.as_ref()
    }

    /// The holder's pseudonym in the scope.
    pub fn scope_nym(&self) -> Option<&ScopeNym> {
        self.scope_nym.as_ref()
    }

    /// The epoch for which the credential is proved not to be revoked.
    pub fn not_revoked_in(&self) -> Option<&VerifiedEpoch> {
        self.non_revocation.as_ref()
    }

    /// The epoch whose information was checked (Aries profile).
    pub fn epoch(&self) -> Option<i64> {
        self.epoch
    }

    /// The disclosed attributes, by number, with their scalars.
    pub fn disclosed(&self) -> impl Iterator<Item = (usize, &Scalar)> {
        let schema = self.issuer.schema();
        self.disclosure
            .disclosed()
            .iter()
            .filter_map(|(index, value)| {
                schema
                    .attribute_of_message(*index)
                    .map(|attribute| (attribute, value))
            })
    }

    /// The scalar of a disclosed attribute; `None` if it is not disclosed or does not exist.
    pub fn attribute(&self, attribute: impl Into<AttributeId>) -> Option<&Scalar> {
        let index = self.issuer.schema().index_of(&attribute.into()).ok()?;
        self.disclosed()
            .find(|(attribute, _)| *attribute == index)
            .map(|(_, value)| value)
    }
}
