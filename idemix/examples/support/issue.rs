//! Issues a credential for a story that is about something else; `issue_and_present` tells this one step by step.
use std::error::Error;

use idemix::{Attribute, Attributes, Credential, Holder, IssuanceSessions, Issuer, Native};
use rand_chacha::ChaCha20Rng;

/// A credential with these attributes, by name.
pub(crate) fn issue<const N: usize>(
    issuer: &Issuer,
    holder: &Holder,
    values: [(&str, Attribute); N],
    rng: &mut ChaCha20Rng,
) -> Result<Credential, Box<dyn Error>> {
    let key = issuer.public_key();
    let sessions = IssuanceSessions::default();
    let nonce = sessions.begin(rng)?;
    let (request, pending) = holder.request_credential::<Native>(key, &nonce, rng)?;
    let verified = sessions.verify(issuer, &request, &nonce)?;
    let attributes = Attributes::named(key.schema(), values)?;
    let answer = issuer.issue(verified, &attributes, rng)?;
    Ok(pending.receive(answer)?)
}
