#!/bin/sh
# A seal saved from a mail, its lines ending with CRLF: minisign, signify and sshsig accept it, ssh-keygen finds no seal in it.
#
# Expected: a signature as text is made to be pasted and mailed; the line ends, a blank line before it and blanks behind it do not
#   matter, or not more in one tool than in the next, as base64 does not mind them.
# With: minisign 0.11-1, signify-openbsd 31-3, openssh-client 1:9.2p1-2+deb12u10 (Debian 12's packages); sshsig 0.3.1 (PyPI).
# Behaviour: ssh-keygen -Y verify wants "-----BEGIN SSH SIGNATURE-----" and a bare line feed as the first bytes of the file, and calls
#   anything else a missing header. What follows the last line does not matter to it. A list of signers with CRLF is read. The
#   three others read CRLF; a blank line before the seal is too much for minisign and signify, and fine for sshsig.
# Seen: the block "stated" below. All seals are of the same file and key; only what is named is changed.
# Why it matters: mail and HTTP forms carry CRLF, and text boxes of browsers submit it. A witness who saves the attachment or pastes the
#   seal is told by OpenSSH that it is malformed. Whoever gives out such seals should name the line ends, or strip what surrounds them.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q sshsig==0.3.1 &&
  (cd "$work" && apt-get download -qq minisign=0.11-1 signify-openbsd=31-3 'openssh-client=1:9.2p1-2+deb12u*' libsodium23 libbsd0 &&
    for package in *.deb; do dpkg-deb -x "$package" root; done); } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(find "$work/root" -name '*.so*' -printf '%h\n' | sort -u | tr '\n' ':')
PATH=$work/root/bin:$work/root/usr/bin:$PATH
HOME=$work
export LD_LIBRARY_PATH PATH HOME
for program in minisign ssh-keygen; do
  ! ldd "$work/root/usr/bin/$program" | grep "not found" || { echo "cannot run $program here"; exit 2; }
done

cat >"$work/stated" <<'E'
as written: minisign good, signify good, sshsig good, ssh-keygen good
lines end with CRLF: minisign good, signify good, sshsig good, ssh-keygen refused
a blank line before: minisign refused, signify refused, sshsig good, ssh-keygen refused
a blank line after: minisign good, signify good, sshsig good, ssh-keygen good
keys with CRLF: minisign good, signify good, sshsig good, ssh-keygen good
E

cat >"$work/check.py" <<'E'
import pathlib
import sys

import sshsig

seal, key = (pathlib.Path(name).read_bytes().decode() for name in sys.argv[1:])
signer = sshsig.check_signature(pathlib.Path("record").read_bytes(), seal, namespace="game")
sys.exit(str(signer).split()[:2] != key.split()[:2])
E
cd "$work"
printf 'b2-b4\n' >record
minisign -G -W -p minisign.pub -s minisign.key </dev/null >log
minisign -S -s minisign.key -x minisign.seal -m record >log
signify-openbsd -G -n -p signify.pub -s signify.sec
signify-openbsd -S -s signify.sec -x signify.seal -m record
ssh-keygen -q -t ed25519 -N "" -C ann -f ssh
ssh-keygen -q -Y sign -f ssh -n game record
mv record.sig ssh.seal
printf 'ann %s\n' "$(cat ssh.pub)" >signers

said() { if "$@" >log 2>&1; then printf good; else printf refused; fi; }
check() {
  printf '%s: minisign %s, signify %s, sshsig %s, ssh-keygen %s\n' "$1" \
    "$(said minisign -V -p "$2minisign.pub" -x try.minisign -m record)" \
    "$(said signify-openbsd -V -p "$2signify.pub" -x try.signify -m record)" \
    "$(said py/bin/python check.py try.ssh "$2ssh.pub")" \
    "$(said ssh-keygen -Y verify -f "$2signers" -I ann -n game -s try.ssh <record)"
}
change() { for tool in minisign signify ssh; do "$@" <$tool.seal >try.$tool; done; }
crlf() { sed "s/\$/$(printf '\r')/"; }
before() { echo && cat; }
after() { cat && echo; }
{
  change cat && check "as written" ""
  change crlf && check "lines end with CRLF" ""
  change before && check "a blank line before" ""
  change after && check "a blank line after" ""
  for file in minisign.pub signify.pub ssh.pub signers; do crlf <$file >crlf-$file; done
  change cat && check "keys with CRLF" crlf-
} >seen

if diff stated seen; then
  echo "as stated: ssh-keygen refuses a seal whose lines end with CRLF, three other tools accept it"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
