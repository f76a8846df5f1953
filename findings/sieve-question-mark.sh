#!/bin/sh
# A mail filter for "Round ? of *", the rounds of one digit: Dovecot's Sieve takes "Round 12 of 14" for one, and for "Round ?z*" as well.
#
# Expected: in Sieve's :matches (RFC 5228) "?" is one character and "*" any number of them; the rest is compared as it stands.
# With: dovecot-sieve (Pigeonhole) and dovecot-core 1:2.3.19.1+dfsg1-2.1+deb12u7 (Debian 12's packages).
# Behaviour: if "?" comes before the first "*", what stands between the two is not compared: any text that is long enough matches. Without a "*"
#   in the pattern, with the "*" first, or with another character in place of the "?", it is. And "?" is one byte: an umlaut
#   is two of them.
# Seen: the block "stated" below: rules asked of "Round 12 of 14" and "fällig", and what Python's fnmatch says.
# Why it matters: such rules sort the mails of games into folders and delete them; one for round 1 to 9 takes all. A rule with "?" alone or
#   "*" alone is fine, so that it looks as if it were the mail's fault.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
(cd "$work" && apt-get download -qq 'dovecot-sieve=1:2.3.19.1+dfsg1-2.1+deb12u*' 'dovecot-core=1:2.3.19.1+dfsg1-2.1+deb12u*' &&
  for package in *.deb; do dpkg-deb -x "$package" root; done) \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages (Debian 12 with its package lists is needed)"; exit 2; }
LD_LIBRARY_PATH=$(find "$work/root/usr/lib" -name '*.so*' -printf '%h\n' | sort -u | tr '\n' ':')
PATH=$work/root/usr/bin:$PATH
HOME=$work
export LD_LIBRARY_PATH PATH HOME
! ldd "$work/root/usr/bin/sieve-test" | grep "not found" || { echo "cannot run sieve-test here"; exit 2; }

cat >"$work/stated" <<'E'
Round ? of *: Dovecot yes, fnmatch no
Round ?? of *: Dovecot yes, fnmatch yes
Round ??? of *: Dovecot yes, fnmatch no
Round ?z*: Dovecot yes, fnmatch no
R?und 13*: Dovecot yes, fnmatch no
Round 13*: Dovecot no, fnmatch no
Round ? of 14: Dovecot no, fnmatch no
Round ?? of 14: Dovecot yes, fnmatch yes
*ound ? of *: Dovecot no, fnmatch no
*ound ?? of *: Dovecot yes, fnmatch yes
f?llig: Dovecot no, fnmatch yes
f??llig: Dovecot yes, fnmatch no
E

cat >"$work/ask.py" <<'E'
import fnmatch
import os
import pathlib
import subprocess
import sys

work = pathlib.Path(sys.argv[1])
patterns = [line.partition(":")[0] for line in (work / "stated").read_text().splitlines()]
headers = {pattern: ("X-Due", "fällig") if pattern.startswith("f") else ("Subject", "Round 12 of 14") for pattern in patterns}
(work / "mail").write_text(
    "From: Game <game@example.org>\nTo: ann@example.net\nSubject: Round 12 of 14\nX-Due: =?utf-8?q?f=C3=A4llig?=\n\nYour turn.\n"
)
rules = [
    f'if header :matches "{headers[pattern][0]}" "{pattern}" {{ addflag "yes{number}"; }}\n' for number, pattern in enumerate(patterns)
]
(work / "rules.sieve").write_text('require "imap4flags";\n' + "".join(rules))
# Settings as dovecot's own configuration reader hands them on, so that no file of the system is needed.
settings = {"DOVECONF_ENV": "1", "MAIL_HOME": work, "MAIL_LOCATION": f"maildir:{work}/box", "BASE_DIR": work, "STATE_DIR": work}
settings |= {"MAIL_UID": os.getuid() or 1000, "MAIL_GID": os.getgid() or 1000, "FIRST_VALID_UID": 1}
if not os.getuid():
    work.chmod(0o777)
asked = ["sieve-test", work / "rules.sieve", work / "mail"]
environment = os.environ | {name: str(value) for name, value in settings.items()}
said = subprocess.run(asked, check=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
flags = said.split()
for number, pattern in enumerate(patterns):
    by = {"Dovecot": f"yes{number}" in flags, "fnmatch": fnmatch.fnmatchcase(headers[pattern][1], pattern)}
    print(f"{pattern}: " + ", ".join(f"{name} {'yes' if matched else 'no'}" for name, matched in by.items()))
E
python3 "$work/ask.py" "$work" >"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: what stands between ? and * does not count in Dovecot's Sieve"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
