//! What is this file?

use std::path::{Path, PathBuf};

use clap::Args;
use idemix::msp::{CertificationAuthority, ClaimedIdentity, MspConfig, SignerConfig};
use idemix::revocation::{AccumulatorSecretKey, IssuedWitness, PublishedEpoch};
use idemix::{
    Aries, BlindCredential, Credential, CredentialRequest, Cri, EidOpening, Holder, Issuer,
    IssuerPublicKey, Native, Nym, NymSecret, NymSignature, PendingCredential, Presentation,
    RevocationPublicKey, RevocationSecretKey, RhOpening, Schema,
};
use serde_json::{Map, Value, json};

use crate::args::type_name;
use crate::failure::{About, Failure, Result};
use crate::files::{Files, Kind, PassphraseArgs, unarmour};
use crate::profile::ProfileName;
use crate::report::Report;

/// Tell what a file or key-material folder is, and what it holds; secrets are not shown
///
/// Bare bytes do not say what they are: then every kind is named that they decode as. Decoding is strict; nothing is
/// verified.
#[derive(Args, Debug)]
#[command(after_help = "Example: idemix inspect alice.cred")]
pub(crate) struct Inspect {
    /// The file or folder
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

/// What was found out about a file.
struct Finding {
    what: String,
    details: Map<String, Value>,
}

type Details = Result<Value>;

impl Inspect {
    pub(crate) fn run(self, files: &Files) -> Result<Report> {
        let path = &self.path;
        if path.is_dir() {
            return folder(path);
        }
        let encrypted = PassphraseArgs::is_encrypted(&idemix::msp::read_file(path)?);
        let contents = files.read_plain(path)?;
        let (findings, labelled) = match unarmour(&contents).in_file(path)? {
            Some((label, bytes)) => {
                let kind = Kind::of_label(&label).ok_or_else(|| {
                    Failure::usage(format!("unknown label {label:?}")).about(path.display())
                })?;
                let details = details(kind, &bytes).about(format!(
                    "{}: labelled as {}, but it does not decode strictly",
                    path.display(),
                    kind.name()
                ))?;
                (vec![finding(kind.name(), details)], true)
            }
            None => (unlabelled(&contents), false),
        };
        if findings.is_empty() {
            return Err(
                Failure::usage("nothing that this program knows decodes from it strictly")
                    .code("cli.unknown_file")
                    .about(path.display()),
            );
        }
        let mut report = Report::line(format!("{}: {} bytes", path.display(), contents.len()))
            .field("file", path.display().to_string())
            .field("encrypted", encrypted)
            .field("labelled", labelled)
            .field("strict", true);
        if encrypted {
            report = report.and_line("encrypted with a passphrase");
        }
        let several = findings.len() > 1;
        let mut list = Vec::new();
        for Finding { what, details } in findings {
            report = report.and_line(match several {
                true => format!("could be {what}; decodes strictly"),
                false => format!("{what}; decodes strictly"),
            });
            for (name, value) in &details {
                let shown = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                report = report.and_line(format!("  {name}: {shown}"));
            }
            list.push(json!({ "what": what, "details": details }));
        }
        Ok(report.field("is", list))
    }
}

fn finding(what: &str, details: Value) -> Finding {
    Finding {
        what: what.to_owned(),
        details: match details {
            Value::Object(map) => map,
            _ => Map::new(),
        },
    }
}

/// Everything that bare bytes decode as.
fn unlabelled(contents: &[u8]) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Ok(text) = std::str::from_utf8(contents) {
        if RevocationSecretKey::from_pem(text).is_ok() {
            findings.push(finding(
                "a revocation authority's secret key",
                json!({ "key": SECRET }),
            ));
        }
        if let Ok(key) = RevocationPublicKey::from_pem(text) {
            let details = json!({ "key": hex::encode(key.to_bytes()) });
            findings.push(finding("a revocation authority's public key", details));
        }
    }
    for kind in Kind::ALL {
        if let Ok(details) = details(kind, contents) {
            findings.push(finding(kind.name(), details));
        }
    }
    // An empty message of protobuf has no bytes at all.
    if !contents.is_empty() {
        if let Ok(config) = SignerConfig::from_bytes(contents)
            && config.epoch_information().is_ok()
        {
            findings.push(finding("a Fabric signer configuration", signer(&config)));
        }
        if let Ok((config, _)) = MspConfig::from_bytes(contents) {
            findings.push(finding("a Fabric MSP configuration", msp(&config)));
        }
    }
    findings
}

const SECRET: &str = "(secret)";

/// Decodes an object strictly and says what may be shown.
fn details(kind: Kind, bytes: &[u8]) -> Details {
    use ProfileName::{Aries as InAries, Native as InNative};
    Ok(match kind {
        Kind::IssuerSecretKey => {
            let issuer = Issuer::from_bytes(Schema::fabric(), bytes)?;
            json!({ "key": SECRET, "public_key": hex::encode(issuer.public_key().to_bytes()) })
        }
        Kind::IssuerPublicKey => {
            let key = IssuerPublicKey::from_bytes(Schema::fabric(), bytes)?;
            json!({ "key": hex::encode(key.to_bytes()) })
        }
        Kind::HolderKey => {
            Holder::from_bytes(bytes)?;
            json!({ "key": SECRET })
        }
        Kind::PendingCredential => {
            // Which issuer and holder it belongs to is not in it.
            let mut one = [0; 32];
            if let Some(last) = one.last_mut() {
                *last = 1;
            }
            let issuer = Issuer::from_bytes(Schema::fabric(), &one)?;
            PendingCredential::from_bytes(issuer.public_key(), &Holder::from_bytes(&one)?, bytes)?;
            json!({ "blinding": SECRET })
        }
        Kind::Request(InNative) => {
            CredentialRequest::<Native>::from_bytes(bytes)?;
            json!({ "profile": "native" })
        }
        Kind::Request(InAries) => {
            CredentialRequest::<Aries>::from_bytes(bytes)?;
            json!({ "profile": "aries" })
        }
        Kind::BlindCredential(InNative) => {
            BlindCredential::from_bytes(bytes)?;
            json!({ "profile": "native", "attributes": SECRET })
        }
        Kind::BlindCredential(InAries) => {
            BlindCredential::from_aries_bytes(bytes)?;
            json!({ "profile": "aries", "attributes": SECRET })
        }
        Kind::Credential(InNative) => {
            let count = Credential::count_attributes(bytes)?;
            json!({ "profile": "native", "attributes": SECRET, "attribute_count": count })
        }
        Kind::Credential(InAries) => {
            let count = Credential::count_aries_attributes(bytes)?;
            json!({ "profile": "aries", "attributes": SECRET, "attribute_count": count })
        }
        Kind::Presentation(InNative) => {
            let presentation = Presentation::<Native>::from_bytes(bytes)?;
            json!({
                "profile": "native",
                "type": type_name(presentation.kind()),
                "claims_non_revocation_in_epoch": presentation.claimed_epoch(),
            })
        }
        Kind::Presentation(InAries) => {
            let presentation = Presentation::<Aries>::from_bytes(bytes)?;
            json!({ "profile": "aries", "type": type_name(presentation.kind()) })
        }
        Kind::NymSecret => {
            let nym = NymSecret::from_bytes(bytes)?;
            json!({ "nym": hex::encode(nym.nym().to_bytes()), "randomness": SECRET })
        }
        Kind::Nym => {
            let nym = match bytes.len() {
                96 => Nym::from_uncompressed(bytes)?,
                _ => Nym::from_bytes(bytes)?,
            };
            json!({ "nym": hex::encode(nym.to_bytes()) })
        }
        Kind::NymSignature(InNative) => {
            NymSignature::<Native>::from_bytes(bytes)?;
            json!({ "profile": "native" })
        }
        Kind::NymSignature(InAries) => {
            NymSignature::<Aries>::from_bytes(bytes)?;
            json!({ "profile": "aries" })
        }
        Kind::EidOpening => {
            EidOpening::from_bytes(bytes)?;
            json!({ "value": SECRET, "randomness": SECRET })
        }
        Kind::RhOpening => {
            RhOpening::from_bytes(bytes)?;
            json!({ "value": SECRET, "randomness": SECRET })
        }
        Kind::AccumulatorKey => {
            AccumulatorSecretKey::from_bytes(bytes)?;
            json!({ "key": SECRET })
        }
        Kind::PublishedEpoch => {
            let epoch = PublishedEpoch::from_bytes(bytes)?;
            let info = epoch.signed.info();
            json!({
                "epoch": info.epoch(),
                "revoked_in_it": epoch.update.removals().len(),
                "valid_from": info.validity().not_before(),
                "valid_until": info.validity().not_after(),
            })
        }
        Kind::Witness => {
            let witness = IssuedWitness::from_bytes(bytes)?;
            json!({ "epoch": witness.epoch(), "witness": SECRET })
        }
        Kind::Cri => {
            let cri = Cri::from_bytes(bytes)?;
            if cri.signature().is_empty() {
                return Err(Failure::usage("no signature"));
            }
            json!({ "epoch": cri.epoch(), "revocation_alg": cri.algorithm() })
        }
        Kind::Identity => {
            let identity = ClaimedIdentity::from_bytes(bytes)?;
            json!({
                "mspid": identity.mspid(),
                "organizational_unit": identity.organizational_unit(),
                "role": identity.role().name(),
                "nym": hex::encode(identity.nym().to_bytes()),
            })
        }
    })
}

fn signer(config: &SignerConfig) -> Value {
    json!({
        "organizational_unit": config.organizational_unit(),
        "role": config.role().map_or("(none or several)", |role| role.name()),
        "enrollment_id": SECRET,
        "revocation_handle": SECRET,
        "key": SECRET,
        "credential": SECRET,
        "epoch": config.epoch_information().ok().map(|cri| cri.epoch()),
    })
}

fn msp(config: &MspConfig) -> Value {
    json!({
        "name": config.name(),
        "issuer_public_key": hex::encode(config.issuer_key().to_bytes()),
        "epoch": config.epoch(),
    })
}

/// What a folder of key material is.
fn folder(path: &Path) -> Result<Report> {
    let has = |name: &str| path.join(name).exists();
    let start = |what: &str| {
        Report::line(format!("{}: {what}; decodes strictly", path.display()))
            .field("file", path.display().to_string())
            .field("strict", true)
            .field("is", json!([{ "what": what }]))
    };
    if has("ca/IssuerSecretKey") {
        let ca = CertificationAuthority::read(path)?;
        return Ok(start("the folder of a Fabric CA; its keys belong together")
            .show("issuer_public_key", hex::encode(ca.issuer_key().to_bytes())));
    }
    if has("user/SignerConfig") {
        let config = SignerConfig::read(path)?;
        // The name is the verifier's; any serves here.
        let msp = MspConfig::read(path, "MSP")?;
        let verified = idemix::msp::Signer::new(&msp, &config).map(|_| true);
        verified.in_file(&path.join("user/SignerConfig"))?;
        return Ok(
            start("the folder of a Fabric signer; its credential verifies")
                .show("organizational_unit", config.organizational_unit())
                .show("role", config.role()?.name()),
        );
    }
    if has("msp/IssuerPublicKey") {
        let config = MspConfig::read(path, "MSP")?;
        return Ok(start("the folder of a Fabric MSP: public keys only").show(
            "issuer_public_key",
            hex::encode(config.issuer_key().to_bytes()),
        ));
    }
    if has("registry.redb") {
        return Ok(Report::line(format!(
            "{}: the folder of a revocation authority; `idemix revocation epoch` shows its state",
            path.display()
        ))
        .field("file", path.display().to_string())
        .field(
            "is",
            json!([{ "what": "the folder of a revocation authority" }]),
        ));
    }
    Err(Failure::usage("no key material that this program knows")
        .code("cli.unknown_file")
        .about(path.display()))
}
