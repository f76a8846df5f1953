#!/bin/sh
# A timestamp that carries its certificates: rfc3161-client reads it or not, depending on which certificate is longer.
#
# Expected: what "openssl ts -reply" writes, any library for RFC 3161 reads: OpenSSL is what most test authorities run on, and its
#   own check says "OK".
# With: rfc3161-client 1.0.9, rfc3161ng 2.1.3, cryptography 50.0.2 (PyPI); the command openssl (seen with 3.0.19).
# Behaviour: the certificates are a SET, which DER wants sorted by its bytes, hence the shorter certificate first. OpenSSL writes the
#   signer's first, in any case. rfc3161-client insists on DER: a signer's certificate that is longer than its issuer's
#   makes the whole stamp a "ValueError: ASN.1 parse error: InvalidSetOrdering". rfc3161ng and openssl read both.
# Seen: the block "stated" below; the two stamps differ only in the length of a name in the issuer's certificate.
# Why it matters: an authority works in all tests, renews a certificate with one more line in it, and from that day on the
#   seals that it gives cannot be read by Python services, while openssl finds nothing wrong.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && openssl version &&
  "$work/py/bin/pip" install -q rfc3161-client==1.0.9 rfc3161ng==2.1.3 cryptography==50.0.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages, or no openssl"; exit 2; }

cat >"$work/stated" <<'E'
signer's certificate shorter than its issuer's: openssl OK, rfc3161ng OK, rfc3161-client OK
signer's certificate longer than its issuer's: openssl OK, rfc3161ng OK, rfc3161-client InvalidSetOrdering
E

cat >"$work/tsa.cnf" <<'E'
[tsa]
default_tsa = stamps
[stamps]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
certs = root.pem
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
E
cat >"$work/ask.py" <<'E'
import datetime
import os
import pathlib
import subprocess
import sys

import rfc3161_client
import rfc3161ng
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

os.chdir(sys.argv[1])
root_key, tsa_key = (rsa.generate_private_key(65537, 2048) for _ in range(2))
start = datetime.datetime.now(datetime.UTC)


def certify(name, issuer, number, key, *extensions):
    subject, issuer = (
        x509.Name([x509.NameAttribute(kind, part) for kind, part in zip((NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME), text)])
        for text in (name, issuer)
    )
    certificate = x509.CertificateBuilder(issuer, subject, key.public_key(), number)
    certificate = certificate.not_valid_before(start - datetime.timedelta(1)).not_valid_after(start + datetime.timedelta(9))
    for extension in extensions:
        certificate = certificate.add_extension(extension, True)
    return certificate.sign(root_key, hashes.SHA256())


def openssl(*words):
    return "OK" if subprocess.run(("openssl", "ts", *words), capture_output=True).returncode == 0 else "refuses"


pathlib.Path("serial").write_text("01\n")
pathlib.Path("tsa.key").write_bytes(tsa_key.private_bytes(
    serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))  # fmt: skip
pathlib.Path("match").write_text("1. e4 e5\n")
openssl("-query", "-data", "match", "-sha256", "-cert", "-out", "query")
use = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
# the issuer's name stands in both certificates, once in the signer's, twice in the issuer's
for organisation, signer in ((("Root", "O" * 60), ("Signer",)), (("Root",), ("Signer", "O" * 60))):
    root = certify(organisation, organisation, 1, root_key, x509.BasicConstraints(True, None))
    tsa = certify(signer, organisation, 2, tsa_key, use)
    for name, certificate in (("root.pem", root), ("tsa.pem", tsa)):
        pathlib.Path(name).write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    openssl("-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "stamp")
    stamp, match = pathlib.Path("stamp").read_bytes(), pathlib.Path("match").read_bytes()
    seen = [f"openssl {openssl('-verify', '-data', 'match', '-in', 'stamp', '-CAfile', 'root.pem')}"]
    token = rfc3161ng.decode_timestamp_response(stamp)[1]
    certificate = pathlib.Path("tsa.pem").read_bytes()
    good = rfc3161ng.check_timestamp(token, certificate=certificate, data=match, hashname="sha256")
    seen.append(f"rfc3161ng {'OK' if good else 'refuses'}")
    try:
        answer = rfc3161_client.decode_timestamp_response(stamp)
        rfc3161_client.VerifierBuilder().add_root_certificate(root).build().verify_message(answer, match)
        seen.append("rfc3161-client OK")
    except ValueError as error:
        seen.append(f"rfc3161-client {'InvalidSetOrdering' if 'InvalidSetOrdering' in str(error) else error}")
    der = serialization.Encoding.DER
    longer = "longer" if len(tsa.public_bytes(der)) > len(root.public_bytes(der)) else "shorter"
    print(f"signer's certificate {longer} than its issuer's: {', '.join(seen)}")
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: rfc3161-client reads a stamp of OpenSSL only if the signer's certificate is the shorter one"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
