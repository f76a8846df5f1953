#!/bin/sh
# A mail dated "18:00:00 CEST": one library says it was sent just now, three others three different things.
#
# Expected: RFC 5322, 4.3: a zone name that a reader does not know counts as -0000: 18:00 in UTC, and the zone is unknown.
# With: Python's email, mail-parser 4.8.0 (PyPI); mailparser 3.14.2, postal-mime 4.0.0 (npm).
# Behaviour: mailparser gives the moment of parsing, a plain Date that nothing tells from one that was in the mail. Python gives
#   18:00 without zone, as for -0000; mail-parser says UTC; postal-mime hands the line on as it is in place of an ISO date.
#   "EST", one of the names that the RFC lists, all four read as -05:00.
# Seen: the block "stated" below; "now" is what is less than a minute old.
# Why it matters: old programs and machines that send such dates have not died out. A mail of June that is read again in
#   November is dated November, in each run another minute: sorted last, and late for a deadline that it met.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
{ python3 -m venv "$work/py" && "$work/py/bin/pip" install -q mail-parser==4.8.0 &&
  npm install --silent --no-audit --no-fund --prefix "$work" mailparser@3.14.2 postal-mime@4.0.0; } \
  >"$work/log" 2>&1 || { cat "$work/log"; echo "cannot install the packages"; exit 2; }

cat >"$work/stated" <<'E'
Python EST: 2026-06-01 18:00:00-05:00
mail-parser EST: 2026-06-01 23:00:00+00:00
Python CEST: 2026-06-01 18:00:00
mail-parser CEST: 2026-06-01 18:00:00+00:00
mailparser EST: 2026-06-01T23:00:00.000Z
postal-mime EST: 2026-06-01T23:00:00.000Z
mailparser CEST: now
postal-mime CEST: Mon, 1 Jun 2026 18:00:00 CEST
E

cat >"$work/ask.py" <<'E'
import email
import email.policy

import mailparser

for zone in ("EST", "CEST"):
    raw = f"From: ann@example.org\r\nDate: Mon, 1 Jun 2026 18:00:00 {zone}\r\n\r\npass\r\n".encode()
    print(f"Python {zone}:", email.message_from_bytes(raw, policy=email.policy.default)["date"].datetime)
    print(f"mail-parser {zone}:", mailparser.parse_from_bytes(raw).date)
E
cat >"$work/ask.cjs" <<'E'
const { simpleParser } = require("mailparser");
(async () => {
  const PostalMime = (await import("postal-mime")).default;
  for (const zone of ["EST", "CEST"]) {
    const raw = `From: ann@example.org\r\nDate: Mon, 1 Jun 2026 18:00:00 ${zone}\r\n\r\npass\r\n`;
    const { date } = await simpleParser(raw);
    console.log(`mailparser ${zone}:`, Math.abs(Date.now() - date) < 60000 ? "now" : date.toISOString());
    console.log(`postal-mime ${zone}:`, (await PostalMime.parse(raw)).date);
  }
})();
E
TZ=UTC "$work/py/bin/python" "$work/ask.py" >"$work/seen"
TZ=UTC node "$work/ask.cjs" >>"$work/seen"

if diff "$work/stated" "$work/seen"; then
  echo "as stated: mailparser dates a mail with an unknown zone name now"
else
  echo "differs: lines with < are stated, lines with > were seen"
  exit 1
fi
