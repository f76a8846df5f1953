#!/bin/sh
# A timestamp (RFC 3161) a minute after its authority's certificate has run out: openssl refuses it, two Python libraries accept it.
#
# Expected: a timestamp proves that something was there while the certificate was valid; so what counts is the time in the stamp, and
#   whoever checks it years later gets the same answer as on the first day.
# With: rfc3161-client 1.0.9, rfc3161ng 2.1.3, cryptography 50.0.2 (PyPI); the command openssl (seen with 3.0.19).
# Behaviour: "openssl ts -verify" checks the certificate against the clock of the machine: the same file that was "OK" fails from the day on
#   that the certificate runs out, unless the caller sets -attime to the time that stands in the stamp. rfc3161-client
#   checks the chain at the time of the stamp. rfc3161ng is given the one certificate and checks no dates at all.
# Seen: the block "stated" below: first a stamp by a certificate that is valid for half a minute, then after that time.
# Why it matters: a match sealed by a timestamp authority is checked long after; certificates of authorities last some years. A guide that
#   says "check with openssl ts -verify" makes all old seals look forged on one day, for nobody's fault.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && openssl version &&
  "$work/py/bin/pip" install -q rfc3161-client==1.0.9 rfc3161ng==2.1.3 cryptography==50.0.2; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages, or no openssl"; exit 2; }

cat >"$work/stated" <<'E'
at once: openssl OK, rfc3161-client OK, rfc3161ng OK
once the certificate has run out: openssl refuses, rfc3161-client OK, rfc3161ng OK
openssl, told the time of the stamp (-attime): OK
E

cat >"$work/tsa.cnf" <<'E'
[tsa]
default_tsa = stamps
[stamps]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
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
import time

import rfc3161_client
import rfc3161ng
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

os.chdir(sys.argv[1])
root_key, tsa_key = (rsa.generate_private_key(65537, 2048) for _ in range(2))
start = datetime.datetime.now(datetime.UTC).replace(microsecond=0)
end = start + datetime.timedelta(seconds=30)


def certify(name, number, key, until, *extensions):
    subject, issuer = (x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)]) for text in (name, "Root"))
    certificate = x509.CertificateBuilder(issuer, subject, key.public_key(), number)
    certificate = certificate.not_valid_before(start - datetime.timedelta(1)).not_valid_after(until)
    for extension, critical in extensions:
        certificate = certificate.add_extension(extension, critical)
    return certificate.sign(root_key, hashes.SHA256())


def write(name, thing, *how):
    pathlib.Path(name).write_bytes(thing(serialization.Encoding.PEM, *how))


root = certify("Root", 1, root_key, start + datetime.timedelta(9), (x509.BasicConstraints(True, None), True))
use = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.TIME_STAMPING])
tsa = certify("Authority", 2, tsa_key, end, (use, True))
write("root.pem", root.public_bytes)
write("tsa.pem", tsa.public_bytes)
write("tsa.key", tsa_key.private_bytes, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
pathlib.Path("serial").write_text("01\n")
pathlib.Path("match").write_text("1. e4 e5\n")


def openssl(*words):
    return "OK" if subprocess.run(("openssl", "ts", *words), capture_output=True).returncode == 0 else "refuses"


def check(when):
    seen = [f"openssl {openssl('-verify', '-data', 'match', '-in', 'stamp', '-CAfile', 'root.pem')}"]
    stamp, match = pathlib.Path("stamp").read_bytes(), pathlib.Path("match").read_bytes()
    try:
        verifier = rfc3161_client.VerifierBuilder().add_root_certificate(root).build()
        verifier.verify_message(rfc3161_client.decode_timestamp_response(stamp), match)
        seen.append("rfc3161-client OK")
    except rfc3161_client.VerificationError:
        seen.append("rfc3161-client refuses")
    token = rfc3161ng.decode_timestamp_response(stamp)[1]
    certificate = pathlib.Path("tsa.pem").read_bytes()
    good = rfc3161ng.check_timestamp(token, certificate=certificate, data=match, hashname="sha256")
    print(f"{when}: {', '.join(seen)}, rfc3161ng {'OK' if good else 'refuses'}")


openssl("-query", "-data", "match", "-sha256", "-cert", "-out", "query")
openssl("-reply", "-config", "tsa.cnf", "-queryfile", "query", "-out", "stamp")
stamped = rfc3161_client.decode_timestamp_response(pathlib.Path("stamp").read_bytes()).tst_info.gen_time
check("at once")
time.sleep(max(0, (end - datetime.datetime.now(datetime.UTC)).total_seconds()) + 2)
check("once the certificate has run out")
at = str(int(stamped.timestamp()))
print("openssl, told the time of the stamp (-attime):", openssl(*"-verify -data match -in stamp -CAfile root.pem -attime".split(), at))
E
"$work/py/bin/python" "$work/ask.py" "$work" >"$work/seen" 2>"$work/log" || { cat "$work/log"; exit 1; }

if diff "$work/stated" "$work/seen"; then
  echo "as stated: openssl ts -verify refuses a stamp once its certificate has run out, the libraries do not"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
