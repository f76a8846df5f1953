#!/bin/sh
# A clear-signed move with a line that ends with a blank: PGPy refuses what GnuPG signed, and GnuPG and openpgp.js refuse what PGPy signed.
#
# Expected: three implementations of OpenPGP agree on a clear-signed text. RFC 4880 (section 7.1) leaves blanks at the ends of lines out of what is signed.
# With: PGPy 0.6.0 (PyPI), openpgp 6.3.0 (npm), the machine's gpg 2.2 or later.
# Behaviour: PGPy signs and checks such blanks as well as the rest, so that with one of them ("Tea  ", the "-- " above a signature) good signatures of others
#   are no good to it, and its own are no good to them. Without such blanks all three agree.
# Seen: the block "stated" below: who signed, who checked, and with what result.
# Why it matters: the "-- " above a mail's signature is such a line in most mails. A service that takes signed moves, or publishes signed results as text, has
#   to strip the ends of lines before it signs.
set -eu
work=$(mktemp -d)
trap 'gpgconf --homedir "$work/keys" --kill all 2>/dev/null || true; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q PGPy==0.6.0 && gpg --version &&
  npm install --silent --no-audit --no-fund --prefix "$work" openpgp@6.3.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (gpg and Node are needed)"; exit 2; }

cat >"$work/stated" <<'E'
plain text: gpg by gpg good, by PGPy good, by openpgp.js good
plain text: PGPy by gpg good, by PGPy good, by openpgp.js good
plain text: openpgp.js by gpg good, by PGPy good, by openpgp.js good
blanks at ends of lines: gpg by gpg good, by PGPy no good, by openpgp.js good
blanks at ends of lines: PGPy by gpg no good, by PGPy good, by openpgp.js no good
blanks at ends of lines: openpgp.js by gpg good, by PGPy good, by openpgp.js good
E

cd "$work"
mkdir -m 700 keys
export GNUPGHOME="$work/keys"
gpg --batch --quiet --passphrase '' --quick-generate-key 'Ann <ann@example.org>' rsa3072 sign never 2>/dev/null
gpg --armor --export >public
gpg --batch --pinentry-mode loopback --passphrase '' --armor --export-secret-keys >secret 2>/dev/null
printf 'Your move: 36 Tea\n--\nAnn\n' >plain
printf 'Your move: 36 Tea  \n-- \nAnn\n' >blanks

cat >pgpy_side.py <<'E'
import sys
import warnings

warnings.simplefilter("ignore")
import pgpy

key, _ = pgpy.PGPKey.from_file("secret")
if sys.argv[1] == "sign":
    message = pgpy.PGPMessage.new(open(sys.argv[2]).read(), cleartext=True)
    message |= key.sign(message)
    open(sys.argv[3], "w").write(str(message))
else:
    message = pgpy.PGPMessage.from_blob(open(sys.argv[2], newline="").read())
    print("good" if key.pubkey.verify(message) else "no good", end="")
E
cat >js_side.mjs <<'E'
import fs from "node:fs";
import * as openpgp from "openpgp";

const [, , act, from, to] = process.argv;
const text = fs.readFileSync(from, "utf8");
if (act === "sign") {
  const signingKeys = await openpgp.readPrivateKey({ armoredKey: fs.readFileSync("secret", "utf8") });
  const message = await openpgp.createCleartextMessage({ text });
  fs.writeFileSync(to, await openpgp.sign({ message, signingKeys }));
} else {
  const verificationKeys = await openpgp.readKey({ armoredKey: fs.readFileSync("public", "utf8") });
  const message = await openpgp.readCleartextMessage({ cleartextMessage: text });
  const { signatures } = await openpgp.verify({ message, verificationKeys });
  process.stdout.write(await signatures[0].verified.then(() => "good", () => "no good"));
}
E

for text in plain blanks; do
  gpg --batch --quiet --clearsign --output "$text.gpg" "$text"
  py/bin/python pgpy_side.py sign "$text" "$text.PGPy"
  node js_side.mjs sign "$text" "$text.openpgp.js"
  for signer in gpg PGPy openpgp.js; do
    by_gpg=$(gpg --batch --verify "$text.$signer" >/dev/null 2>&1 && echo good || echo "no good")
    case $text in plain) name="plain text" ;; *) name="blanks at ends of lines" ;; esac
    echo "$name: $signer by gpg $by_gpg, by PGPy $(py/bin/python pgpy_side.py verify "$text.$signer"), by openpgp.js $(node js_side.mjs verify "$text.$signer")"
  done
done >seen

if diff stated seen; then
  echo "as stated: PGPy and the others refuse each other's signatures below lines that end with blanks"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
